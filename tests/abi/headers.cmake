# Compiles every header of the plugin border alone: an empty file that includes it.
if(NOT COMPILER)
  message(FATAL_ERROR "no compiler for ${LANGUAGE}")
endif()
string(REPLACE cpp c++ language ${LANGUAGE})
file(GLOB headers RELATIVE ${INCLUDE} ${INCLUDE}/yee/*.h)
foreach(header IN LISTS headers)
  execute_process(COMMAND ${COMPILER} -std=${STANDARD} -x ${language} -Wall -Wextra -Wpedantic -Wconversion -Wshadow
    -Werror -fsyntax-only -I ${INCLUDE} -include ${header} /dev/null RESULT_VARIABLE status)
  if(status)
    message(FATAL_ERROR "${header} does not compile alone as ${STANDARD}")
  endif()
  message(STATUS "${header}: ${STANDARD}")
endforeach()
