# YEE_REVISION: the git revision of the sources as they are configured, "unknown" without git.
set(YEE_REVISION unknown)
find_program(GIT_EXECUTABLE git)
mark_as_advanced(GIT_EXECUTABLE)
if(GIT_EXECUTABLE)
  # An unpacked archive inside somebody else's repository has a prefix there, and no revision.
  execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --show-prefix
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    RESULT_VARIABLE outside OUTPUT_VARIABLE prefix ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT outside AND prefix STREQUAL "")
    execute_process(COMMAND ${GIT_EXECUTABLE} describe --always --dirty --abbrev=12
      WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
      OUTPUT_VARIABLE YEE_REVISION ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    # Looked up again when it changes.
    execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --path-format=absolute --git-path logs/HEAD
      WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
      OUTPUT_VARIABLE head ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(EXISTS "${head}")
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${head}")
    endif()
  endif()
endif()
