# yee_add_law(SOURCE): where a file <name>.law.h lies beside <name>.c, the flags with which the law's rows (yee/law_rows.h)
# have the same bits on every processor, and its text as the numbers of its characters, which the plugin carries.
function(yee_add_law source)
  string(REGEX REPLACE "\\.(c|cc|cpp|cxx)$" ".law.h" law "${source}")
  if(law STREQUAL source OR NOT EXISTS "${law}")
    return()
  endif()
  get_filename_component(name "${law}" NAME)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${law}")
  file(READ "${law}" text HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" text "${text}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," text "${text}")
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${name}.text" CONTENT "${text}0\n" @ONLY)
  # gcc 12 fuses products that it packs into one vector, whatever -ffp-contract says.
  set(flags -O3 -ffp-contract=off -fno-math-errno -fno-trapping-math)
  if(CMAKE_C_COMPILER_ID STREQUAL GNU)
    list(APPEND flags -fno-tree-slp-vectorize)
  endif()
  get_filename_component(folder "${law}" DIRECTORY) # yee/law_rows.h includes the text by its name
  set_property(SOURCE "${source}" APPEND PROPERTY INCLUDE_DIRECTORIES "${folder}")
  set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_OPTIONS ${flags})
  set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_DEFINITIONS
    "YEE_LAW_TEXT=\"${CMAKE_CURRENT_BINARY_DIR}/${name}.text\"")
  set_property(SOURCE "${source}" APPEND PROPERTY OBJECT_DEPENDS "${law};${CMAKE_CURRENT_BINARY_DIR}/${name}.text")
endfunction()

# yee_add_plugin(NAME SOURCE... [INSTALL_USER]): a module NAME.so that yee loads, of these C or C++ files; a folder stands
# for all of them in it, and a law's text <name>.law.h goes with <name>.c. Also for third parties, after find_package(yee). There
#
#   - the module is optimised (the flags of Release) unless the project chooses a build type, or an -O among its flags;
#   - `cmake --install` puts it into <prefix>/${yee_PLUGIN_SUBDIR}, where a yee of that prefix finds it. INSTALL_USER, or
#     -DYEE_INSTALL_USER=ON, puts it into the user's own folder instead, ~/.local/lib/yee/<abi major>, which every yee of
#     the user searches; -DYEE_PLUGIN_INSTALL_DIR=FOLDER into another one.
function(yee_add_plugin name)
  cmake_parse_arguments(PARSE_ARGV 1 plugin "INSTALL_USER" "" "")
  set(sources)
  foreach(source IN LISTS plugin_UNPARSED_ARGUMENTS)
    get_filename_component(path "${source}" ABSOLUTE)
    if(IS_DIRECTORY "${path}")
      file(GLOB source CONFIGURE_DEPENDS "${path}/*.c" "${path}/*.cc" "${path}/*.cpp" "${path}/*.cxx")
      if(NOT source)
        message(FATAL_ERROR "yee_add_plugin: there is no C or C++ file in the folder ${path} of the plugin ${name}")
      endif()
    endif()
    list(APPEND sources ${source})
  endforeach()
  foreach(source IN LISTS sources)
    get_filename_component(path "${source}" ABSOLUTE)
    yee_add_law("${path}")
  endforeach()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if("${sources}" MATCHES "\\.(cc|cpp|cxx)(;|$)" AND NOT CXX IN_LIST languages)
    message(FATAL_ERROR "yee_add_plugin: the plugin ${name} has C++ files; add CXX to the LANGUAGES of project()")
  endif()
  add_library(${name} MODULE ${sources})
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX .so C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)
  if(C IN_LIST languages)
    target_compile_features(${name} PRIVATE c_std_11)
  endif()
  if(CXX IN_LIST languages)
    target_compile_features(${name} PRIVATE cxx_std_17)
  endif()
  string(REGEX REPLACE "[^A-Za-z0-9]" "_" symbol ${name}) # as the loader forms it from the file's name
  target_compile_definitions(${name} PRIVATE YEE_MODULE_NAME=${symbol})
  target_link_libraries(${name} PRIVATE yee::headers -lm) # a target may be named m
  if(DEFINED YEE_PLUGIN_BUILD_DIR) # yee's own plugins
    target_compile_options(${name} PRIVATE "$<$<COMPILE_LANGUAGE:C>:${YEE_WARNINGS}>")
    set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${YEE_PLUGIN_BUILD_DIR})
    set_property(GLOBAL APPEND PROPERTY YEE_PLUGINS ${name})
    install(TARGETS ${name} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/yee/${YEE_ABI_MAJOR}
      COMPONENT runtime)
  elseif(DEFINED yee_PLUGIN_SUBDIR) # a third party's, by the installed package
    foreach(language C CXX)
      if(NOT "${CMAKE_${language}_FLAGS}" MATCHES "(^| )-O")
        separate_arguments(flags NATIVE_COMMAND "${CMAKE_${language}_FLAGS_RELEASE}")
        target_compile_options(${name} PRIVATE "$<$<AND:$<CONFIG:>,$<COMPILE_LANGUAGE:${language}>>:${flags}>")
      endif()
    endforeach()
    yee_install_plugin(${name} "${plugin_INSTALL_USER}")
  endif()
endfunction()

# yee_install_plugin(NAME USER): the rule of `cmake --install`, and a word where yee does not search that folder by itself.
function(yee_install_plugin name user)
  set(folder ${yee_PLUGIN_SUBDIR})
  if(YEE_PLUGIN_INSTALL_DIR)
    set(folder ${YEE_PLUGIN_INSTALL_DIR})
  elseif(user OR YEE_INSTALL_USER)
    set(folder $ENV{HOME}/.local/lib/yee/${yee_ABI_MAJOR})
    if(NOT IS_ABSOLUTE "${folder}")
      message(FATAL_ERROR "yee_add_plugin: HOME is no absolute path, so that there is no folder of the user's own plugins")
    endif()
  endif()
  install(TARGETS ${name} LIBRARY DESTINATION ${folder})
  install(CODE "
    get_filename_component(folder \"${folder}\" ABSOLUTE BASE_DIR \"\${CMAKE_INSTALL_PREFIX}\")
    get_filename_component(own \"${yee_PLUGIN_DIR}\" REALPATH)
    get_filename_component(real \"\${folder}\" REALPATH)
    get_filename_component(user \"\$ENV{HOME}/.local/lib/yee/${yee_ABI_MAJOR}\" REALPATH)
    if(NOT real STREQUAL own AND NOT real STREQUAL user)
      message(STATUS \"${name}: yee does not search this folder by itself; name it: YEE_PLUGIN_PATH=\${folder}\")
    endif()")
endfunction()

# yee_test_plugin(NAME MODEL [OVERRIDE...]): two tests of a plugin's folder, `yee check` of the module, and a run of a small
# model, with "section.key=value" set as by --set. In yee's runs and checks only this module is added to yee's own.
function(yee_test_plugin name model)
  set(overrides)
  foreach(override IN LISTS ARGN)
    list(APPEND overrides --set "${override}")
  endforeach()
  get_filename_component(model "${model}" ABSOLUTE)
  add_test(NAME check_${name} COMMAND yee::yee check $<TARGET_FILE:${name}>)
  add_test(NAME run_${name} COMMAND yee::yee run --force --strict --plugin-path $<TARGET_FILE:${name}> ${overrides} ${model})
endfunction()

# yee_add_plugins(KIND): every C file here becomes the module KIND_<file>, and every folder the module KIND_<folder> of
# its C files. Those of the folder common/ are compiled once, and every module takes what it calls.
function(yee_add_plugins kind)
  set(here ${CMAKE_CURRENT_SOURCE_DIR})
  if(IS_DIRECTORY ${here}/common)
    file(GLOB files CONFIGURE_DEPENDS ${here}/common/*.c)
    add_library(${kind}_common STATIC ${files})
    target_link_libraries(${kind}_common PRIVATE yee::headers)
    target_compile_options(${kind}_common PRIVATE ${YEE_WARNINGS})
  endif()
  file(GLOB entries CONFIGURE_DEPENDS ${here}/*)
  foreach(entry IN LISTS entries)
    get_filename_component(stem ${entry} NAME_WE)
    if((IS_DIRECTORY ${entry} AND NOT stem STREQUAL common) OR entry MATCHES "\\.c$")
      yee_add_plugin(${kind}_${stem} ${entry})
      if(TARGET ${kind}_common)
        target_link_libraries(${kind}_${stem} PRIVATE ${kind}_common)
      endif()
    endif()
  endforeach()
endfunction()
