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

# refused(TEXT WORDS): the lines do not compile, and the compiler says why.
function(refused text words)
  file(WRITE ${WORK}/refused_${LANGUAGE}.${LANGUAGE} "${text}\n")
  execute_process(COMMAND ${COMPILER} -std=${STANDARD} -fsyntax-only -I ${INCLUDE} ${WORK}/refused_${LANGUAGE}.${LANGUAGE}
    RESULT_VARIABLE status ERROR_VARIABLE said)
  if(NOT status OR NOT said MATCHES "${words}")
    message(FATAL_ERROR "compiles, or does not say \"${words}\": ${text}\n${said}")
  endif()
endfunction()
refused("#define YEE_ABI_NEEDS 999\n#include <yee/yee.h>" "newer than these headers")
set(key "typedef struct config { float eps; } config;\nconst yee_param params[] = {")
refused("#include <yee/yee.h>\n${key}YEE_PARAM_REAL(config, eps, NULL, \"1\", 0, 0, \"\")};" "eps")
