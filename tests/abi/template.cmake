# Installs yee, builds a copy of plugins/template out of the tree against the installation, and runs its tests:
# the closed form through libyee, `yee check`, and `yee run --plugin-path`. Then a plugin of a folder, and a scheme, as
# docs/writing-a-scheme.md says.
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status)
  if(status)
    message(FATAL_ERROR "failed (${status}): ${ARGN}")
  endif()
endfunction()

set(flags "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror")
if(SANITIZE) # a program that loads a sanitized libyee must be one itself
  string(APPEND flags " -fsanitize=address,undefined")
endif()
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
unset(ENV{YEE_PLUGIN_PATH})
# Installed in one place and moved to another: nothing may depend on the prefix.
step(${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --prefix ${WORK}/first)
file(RENAME ${WORK}/first ${WORK}/moved)
file(COPY ${TEMPLATE}/ DESTINATION ${WORK}/source)
step(${CMAKE_COMMAND} -S ${WORK}/source -B ${WORK}/build -D CMAKE_C_COMPILER=${COMPILER}
  -D CMAKE_PREFIX_PATH=${WORK}/moved -D CMAKE_C_FLAGS=${flags})
step(${CMAKE_COMMAND} --build ${WORK}/build)
step(${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build --output-on-failure)
# A plugin of a folder with several C files.
file(COPY ${FOLDER}/ DESTINATION ${WORK}/folder)
step(${CMAKE_COMMAND} -S ${WORK}/folder -B ${WORK}/folder/build -D CMAKE_C_COMPILER=${COMPILER}
  -D CMAKE_PREFIX_PATH=${WORK}/moved -D CMAKE_C_FLAGS=${flags})
step(${CMAKE_COMMAND} --build ${WORK}/folder/build)
step(${WORK}/moved/bin/yee check ${WORK}/folder/build/pair.so)
# A model names the folder of its plugins itself.
step(${WORK}/moved/bin/yee plan --set plugins.path=${WORK}/build ${WORK}/source/model.ini)
execute_process(COMMAND ${WORK}/moved/bin/yee plan ${WORK}/source/model.ini RESULT_VARIABLE status ERROR_VARIABLE said)
if(NOT status EQUAL 3 OR NOT said MATCHES "sellmeier")
  message(FATAL_ERROR "without the plugin the model must be refused (3), not ${status}: ${said}")
endif()

file(COPY ${WORK}/moved/share/yee/template/scheme DESTINATION ${WORK})
file(MAKE_DIRECTORY ${WORK}/scheme/mine)
execute_process(COMMAND sed "s/\"reference/\"mine/g" ${WORK}/scheme/reference/reference.c
  OUTPUT_FILE ${WORK}/scheme/mine/mine.c COMMAND_ERROR_IS_FATAL ANY)
step(${CMAKE_COMMAND} -S ${WORK}/scheme -B ${WORK}/scheme/build -D CMAKE_C_COMPILER=${COMPILER}
  -D CMAKE_PREFIX_PATH=${WORK}/moved -D CMAKE_C_FLAGS=${flags})
step(${CMAKE_COMMAND} --build ${WORK}/scheme/build)
step(${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/scheme/build --output-on-failure)
