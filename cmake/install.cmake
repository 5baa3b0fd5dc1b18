# cmake --install: the command with its man page and completions, libyee, the headers, the plugins (yee_add_plugin), and
# what find_package(yee) and pkg-config read. Components: runtime, and
# development for those who compile.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/yee)

set_target_properties(yee_headers PROPERTIES EXPORT_NAME headers)
set_target_properties(yee PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
set(prebuild)
if(TARGET scheme_cuda)
  set(prebuild yee_prebuild)
endif()
install(TARGETS yee_headers libyee yee ${prebuild} EXPORT yee_targets
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development)
install(DIRECTORY include/yee DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development FILES_MATCHING PATTERN *.h)
install(EXPORT yee_targets NAMESPACE yee:: FILE yee-targets.cmake DESTINATION ${package} COMPONENT development)

set(plugin_dir ${CMAKE_INSTALL_LIBDIR}/yee/${YEE_ABI_MAJOR})
set(plugin_subdir ${plugin_dir})
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(plugin_subdir lib/yee/${YEE_ABI_MAJOR})
endif()
configure_package_config_file(cmake/yee-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/yee-config.cmake
  INSTALL_DESTINATION ${package} PATH_VARS plugin_dir)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/yee-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/yee-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/yee-config-version.cmake
  cmake/yee_add_plugin.cmake DESTINATION ${package} COMPONENT development)

# yee.pc finds the prefix from its own place, if the folders are relative as usual.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(pc_prefix ${CMAKE_INSTALL_PREFIX})
  set(pc_libdir ${CMAKE_INSTALL_FULL_LIBDIR})
  set(pc_includedir ${CMAKE_INSTALL_FULL_INCLUDEDIR})
else()
  file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" up "${up}")
  set(pc_prefix "\${pcfiledir}/${up}")
  set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
  set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(packaging/yee.pc.in ${CMAKE_CURRENT_BINARY_DIR}/yee.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/yee.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

# The man page has the options that the command itself prints.
set(man ${CMAKE_CURRENT_BINARY_DIR}/yee.1)
add_custom_command(OUTPUT ${man} DEPENDS yee packaging/man.sh packaging/yee.1.in
  COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/packaging/man.sh $<TARGET_FILE:yee> ${PROJECT_VERSION}
    ${CMAKE_CURRENT_SOURCE_DIR}/packaging/yee.1.in > ${man}.new
  COMMAND ${CMAKE_COMMAND} -E rename ${man}.new ${man} VERBATIM)
add_custom_target(yee_man ALL DEPENDS ${man})
add_dependencies(yee_cpu yee_man)
install(FILES ${man} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT runtime)
install(FILES packaging/yee.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME yee
  COMPONENT runtime)
install(FILES packaging/_yee DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT zsh)
# Where the zsh of Debian looks for what packages bring.
install(FILES packaging/_yee DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT debian EXCLUDE_FROM_ALL)

# Pages lie to each other as they do in the source, with all that their links name.
install(FILES LICENSE README.md CHANGELOG.md CONTRIBUTING.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
install(DIRECTORY bench DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime FILES_MATCHING PATTERN *.md PATTERN *.csv
  PATTERN common EXCLUDE PATTERN cpu EXCLUDE PATTERN gpu EXCLUDE PATTERN peers EXCLUDE)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/yee COMPONENT runtime)
# What a scheme of one's own begins with, beside the CMakeLists.txt of examples/plugins/scheme.
install(FILES ${YEE_REFERENCE_SOURCES}
  DESTINATION ${CMAKE_INSTALL_DATADIR}/yee/examples/plugins/scheme/reference COMPONENT runtime)
install(FILES ${YEE_SCHEME_SOURCES} DESTINATION ${CMAKE_INSTALL_DATADIR}/yee/examples/plugins/scheme/common
  COMPONENT runtime)
