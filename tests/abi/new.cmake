# Installs yee, has `yee new` write a plugin of each kind, builds them out of the tree against the installation and runs
# their tests: `yee check` and a short run of each. Then plugins of several files and in C++, and where `cmake --install`
# puts them.
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status)
  if(status)
    message(FATAL_ERROR "failed (${status}): ${ARGN}")
  endif()
endfunction()

# refused(CODE WORDS COMMAND...): the command ends with CODE and says WORDS.
function(refused code words)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status ERROR_VARIABLE said OUTPUT_QUIET)
  if(NOT status EQUAL code OR NOT said MATCHES "${words}")
    message(FATAL_ERROR "not refused (${status}, not ${code}) with \"${words}\": ${ARGN}: ${said}")
  endif()
endfunction()

set(flags "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror")
if(SANITIZE) # a program that loads a sanitized libyee must be one itself
  string(APPEND flags " -fsanitize=address,undefined")
endif()
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK} ${WORK}/home)
unset(ENV{YEE_PLUGIN_PATH})
set(ENV{HOME} ${WORK}/home)
# Installed in one place and moved to another: nothing may depend on the prefix.
step(${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --prefix ${WORK}/first)
file(RENAME ${WORK}/first ${WORK}/moved)
set(yee ${WORK}/moved/bin/yee)
set(package -D CMAKE_C_COMPILER=${COMPILER} -D CMAKE_PREFIX_PATH=${WORK}/moved -D CMAKE_C_FLAGS=${flags})

# -- `yee new`, all kinds --

set(kinds material boundary waveform source shape output importer scheme post)
file(MAKE_DIRECTORY ${WORK}/new)
set(project "cmake_minimum_required(VERSION 3.22)\nproject(all LANGUAGES C)\nenable_testing()\n")
foreach(kind IN LISTS kinds)
  step(${yee} new ${kind} my_${kind} --into ${WORK}/new/${kind})
  string(APPEND project "add_subdirectory(${kind})\n")
endforeach()
file(WRITE ${WORK}/new/CMakeLists.txt "${project}")
step(${CMAKE_COMMAND} -S ${WORK}/new -B ${WORK}/new/build ${package})
step(${CMAKE_COMMAND} --build ${WORK}/new/build -j 2)
# Of few, as tests/short.h reads it, all are run, and the longest checks of kinds are left to abi/plugins, which checks a
# plugin of each kind.
set(part)
if("$ENV{YEE_TEST_FEW}" MATCHES "^[^0]")
  set(part -E "^check_my_(boundary|waveform|output|post)$")
endif()
step(${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/new/build -j 2 --output-on-failure --no-tests=error ${part})
# One of them as its README says.
step(${CMAKE_COMMAND} -E chdir ${WORK} ${yee} new source alone)
step(${CMAKE_COMMAND} -S ${WORK}/alone -B ${WORK}/alone/build ${package})
step(${CMAKE_COMMAND} --build ${WORK}/alone/build)
step(${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/alone/build --output-on-failure)
# A model names the folder of its plugins itself.
step(${yee} plan --set plugins.path=${WORK}/alone/build ${WORK}/alone/model.ini)
refused(3 alone ${yee} plan ${WORK}/alone/model.ini)

# Nothing is overwritten, nothing is written beside it; names that cannot be are told.
file(MAKE_DIRECTORY ${WORK}/half)
file(WRITE ${WORK}/half/model.ini "mine")
refused(5 "half/model.ini is there already" ${yee} new shape knot --into ${WORK}/half)
file(GLOB files RELATIVE ${WORK}/half ${WORK}/half/*)
file(READ ${WORK}/half/model.ini text)
if(NOT files STREQUAL "model.ini" OR NOT text STREQUAL "mine")
  message(FATAL_ERROR "yee new left ${files} in a folder with a file of its own: ${text}")
endif()
refused(2 "did you mean material" ${yee} new materials x)
refused(2 "there is a material debye already" ${yee} new material debye)
refused(2 "CMake has a target test" ${yee} new material test)
foreach(name Upper 1st ../up a-b a.b "with space")
  refused(2 "no name for a plugin" ${yee} new material "${name}")
endforeach()
step(${yee} new waveform debye --into ${WORK}/other-kind)

# -- several files, C++, and installing --

file(COPY ${FOLDER}/ DESTINATION ${WORK}/folder)
if(CXX_COMPILER AND NOT SANITIZE) # no build type: optimised all the same
  step(${CMAKE_COMMAND} -S ${WORK}/folder -B ${WORK}/folder/build ${package} -D CMAKE_CXX_COMPILER=${CXX_COMPILER}
    -D CMAKE_CXX_FLAGS=${flags})
  step(${CMAKE_COMMAND} --build ${WORK}/folder/build)
  step(${yee} check ${WORK}/folder/build/pair.so)
  step(${yee} check ${WORK}/folder/build/plus.so)
  refused(2 "nothing is named p(air|lus)" ${yee} help pair plus)
  step(${CMAKE_COMMAND} --install ${WORK}/folder/build --prefix ${WORK}/moved)
  step(${yee} help pair plus)
  if(NOT EXISTS ${WORK}/home/.local/lib/yee/1/plus.so OR EXISTS ${WORK}/home/.local/lib/yee/1/pair.so)
    message(FATAL_ERROR "INSTALL_USER concerns the one plugin that says so")
  endif()
  # Somewhere else: yee is told where to look.
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${WORK}/folder/build --prefix ${WORK}/elsewhere
    OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "pair: yee does not search this folder by itself; name it: YEE_PLUGIN_PATH=([^\n]*)" found "${said}")
  if(NOT found OR NOT EXISTS ${CMAKE_MATCH_1}/pair.so OR said MATCHES "plus: yee does not")
    message(FATAL_ERROR "an installation that yee does not find says nothing, or too much: ${said}")
  endif()
  # All of a project for the user alone, and a folder of one's own.
  file(REMOVE ${WORK}/home/.local/lib/yee/1/plus.so)
  step(${CMAKE_COMMAND} -S ${WORK}/folder -B ${WORK}/folder/build -D YEE_INSTALL_USER=ON)
  step(${CMAKE_COMMAND} --install ${WORK}/folder/build)
  step(${CMAKE_COMMAND} -S ${WORK}/folder -B ${WORK}/folder/build -D YEE_PLUGIN_INSTALL_DIR=mine)
  step(${CMAKE_COMMAND} --install ${WORK}/folder/build --prefix ${WORK}/third)
  foreach(file home/.local/lib/yee/1/pair.so home/.local/lib/yee/1/plus.so third/mine/pair.so)
    if(NOT EXISTS ${WORK}/${file})
      message(FATAL_ERROR "there is no ${file}")
    endif()
  endforeach()
  # An -O of the author's own stays.
  step(${CMAKE_COMMAND} -S ${WORK}/folder -B ${WORK}/folder/slow ${package} -D CMAKE_CXX_COMPILER=${CXX_COMPILER}
    "-DCMAKE_CXX_FLAGS=-O0 -DUNOPTIMISED")
  step(${CMAKE_COMMAND} --build ${WORK}/folder/slow --target plus)
  file(READ ${WORK}/folder/slow/CMakeFiles/plus.dir/flags.make said)
  if(said MATCHES "-O[1-3]")
    message(FATAL_ERROR "the author's -O0 was not kept: ${said}")
  endif()
endif()
