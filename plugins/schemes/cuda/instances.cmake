# cuda_instance(LIST NAME HEADER TEXT): a source NAME.cu in the build tree that includes HEADER, a path from this folder,
# and then has TEXT, an explicit instantiation of its templates; LIST gets its path. Instances have sources of their own so
# that they compile side by side. The global property YEE_CUDA_INSTANCES has all of them, for tests/emulator.
set(cuda_instance_template ${CMAKE_CURRENT_LIST_DIR}/instance.cu.in)
function(cuda_instance list name header text)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${name}.cu)
  configure_file(${cuda_instance_template} ${file} @ONLY) # written anew only where it changes
  set(${list} ${${list}} ${file} PARENT_SCOPE)
  set_property(GLOBAL APPEND PROPERTY YEE_CUDA_INSTANCES ${file})
endfunction()
