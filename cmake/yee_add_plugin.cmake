# yee_add_plugin(NAME SOURCE...): a module NAME.so that yee loads. Also for third parties, after find_package(yee).
function(yee_add_plugin name)
  add_library(${name} MODULE ${ARGN})
  set_target_properties(${name} PROPERTIES PREFIX "" C_VISIBILITY_PRESET hidden)
  target_compile_features(${name} PRIVATE c_std_11)
  string(REGEX REPLACE "[^A-Za-z0-9]" "_" symbol ${name}) # as the loader forms it from the file's name
  target_compile_definitions(${name} PRIVATE YEE_MODULE_NAME=${symbol})
  target_link_libraries(${name} PRIVATE yee::headers m)
  if(DEFINED YEE_PLUGIN_BUILD_DIR) # yee's own plugins
    target_compile_options(${name} PRIVATE "$<$<COMPILE_LANGUAGE:C>:${YEE_WARNINGS}>")
    set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${YEE_PLUGIN_BUILD_DIR})
    set_property(GLOBAL APPEND PROPERTY YEE_PLUGINS ${name})
    install(TARGETS ${name} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/yee/${YEE_ABI_MAJOR})
  endif()
endfunction()

# yee_add_plugins(KIND): every C file of the folder becomes the module KIND_<file>.
function(yee_add_plugins kind)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.c)
  foreach(file IN LISTS files)
    get_filename_component(stem ${file} NAME_WE)
    yee_add_plugin(${kind}_${stem} ${file})
  endforeach()
endfunction()
