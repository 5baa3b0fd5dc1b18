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

# cuda_texts(NAME FILE ...): a list of texts for a C initialiser in the build tree, {"name", text}, with the characters as
# numbers; of NAME=FILE pairs, FILE a path from this folder. Texts include each other by plain names, those of engine/ and yee/sum.h too. The global property YEE_CUDA_TEXTS has its path.
function(cuda_texts)
  set(all "")
  string(HEX "\"../../engine/" from_engine)
  string(HEX "<yee/sum.h>" installed)
  string(HEX "\"sum.h\"" beside)
  foreach(pair IN LISTS ARGN)
    string(REPLACE "=" ";" pair "${pair}")
    list(GET pair 0 name)
    list(GET pair 1 file)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    file(READ ${CMAKE_CURRENT_SOURCE_DIR}/${file} text HEX)
    string(REPLACE ${from_engine} 22 text ${text})
    string(REPLACE ${installed} ${beside} text ${text})
    string(REGEX REPLACE "(................................)" "\\1\n" text "${text}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," text "${text}")
    string(APPEND all "{\"${name}\", (const char[]){\n${text}0}},\n")
  endforeach()
  set(file ${CMAKE_CURRENT_BINARY_DIR}/kernel_texts.inc)
  file(CONFIGURE OUTPUT ${file} CONTENT "${all}" @ONLY)
  set_property(GLOBAL PROPERTY YEE_CUDA_TEXTS ${file})
endfunction()
