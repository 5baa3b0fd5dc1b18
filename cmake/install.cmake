# cmake --install: the command, libyee, the headers, the plugins (yee_add_plugin), and what find_package(yee) reads.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/yee)

set_target_properties(yee_headers PROPERTIES EXPORT_NAME headers)
set_target_properties(yee PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
install(TARGETS yee_headers libyee yee EXPORT yee_targets
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/yee DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)
install(EXPORT yee_targets NAMESPACE yee:: FILE yee-targets.cmake DESTINATION ${package})

set(plugin_dir ${CMAKE_INSTALL_LIBDIR}/yee/${YEE_ABI_MAJOR})
configure_package_config_file(cmake/yee-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/yee-config.cmake
  INSTALL_DESTINATION ${package} PATH_VARS plugin_dir)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/yee-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/yee-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/yee-config-version.cmake
  cmake/yee_add_plugin.cmake DESTINATION ${package})
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY examples plugins/template DESTINATION ${CMAKE_INSTALL_DATADIR}/yee)
