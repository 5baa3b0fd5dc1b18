# Installs yee, builds a copy of examples/plugins out of the tree against the installation, and runs its tests: `yee check`
# of every plugin and two runs in which all of them work.
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
step(${CMAKE_COMMAND} --install ${BUILD} --config ${CONFIG} --prefix ${WORK}/yee)
file(COPY ${PLUGINS}/ DESTINATION ${WORK}/source)
step(${CMAKE_COMMAND} -S ${WORK}/source -B ${WORK}/build -D CMAKE_C_COMPILER=${COMPILER}
  -D CMAKE_PREFIX_PATH=${WORK}/yee "-DCMAKE_C_FLAGS=${flags}")
step(${CMAKE_COMMAND} --build ${WORK}/build)
execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build --verbose RESULT_VARIABLE status OUTPUT_VARIABLE said
  ERROR_VARIABLE said)
if(status)
  message(FATAL_ERROR "failed (${status}): ${said}")
endif()
# Each shows an example, which is tried: a line of its own check, behind the number of this.
file(GLOB plugins ${WORK}/build/*.so)
list(FILTER plugins EXCLUDE REGEX "profile") # it reads what another plugin wrote, and runs in the model
foreach(plugin IN LISTS plugins)
  cmake_path(GET plugin STEM name)
  string(REGEX MATCH "\n([0-9]+): Test command: [^\n]* \"check\" [^\n]*/${name}\\.so\"" found "${said}")
  if(NOT found OR NOT said MATCHES "\n${CMAKE_MATCH_1}:   pass  its example")
    message(FATAL_ERROR "${plugin}: its example was not tried: ${said}")
  endif()
endforeach()
# So is what a step made of it: at the end of the run, and by yee post.
foreach(file model.h5 model_heights.h5)
  execute_process(COMMAND h5dump -d /post/heights/largest ${WORK}/build/${file} OUTPUT_VARIABLE profile RESULT_VARIABLE status)
  if(status OR NOT profile MATCHES "[1-9][0-9]*\\.")
    message(FATAL_ERROR "no profile in ${file} (${status}): ${profile}")
  endif()
endforeach()
# The output of a plugin is in the file, with numbers in it.
execute_process(COMMAND h5dump -d /peak/largest/ey -s 21,16,20 -c 1,1,1 ${WORK}/build/model.h5
  OUTPUT_VARIABLE peak RESULT_VARIABLE status)
if(status OR NOT peak MATCHES "\\(21,16,20\\): [1-9][0-9]*\\.")
  message(FATAL_ERROR "no peak beside the ring (${status}): ${peak}")
endif()
# A law's code for GPUs, compiled when its plugin is built and installed beside it, where this yee can and NVRTC is there.
if(EXISTS ${WORK}/yee/bin/yee-prebuild AND NOT SANITIZE) # NVRTC keeps memory
  step(${CMAKE_COMMAND} -S ${LAWS}/two_photon -B ${WORK}/law -D CMAKE_C_COMPILER=${COMPILER} -D CMAKE_PREFIX_PATH=${WORK}/yee
    "-DCMAKE_C_FLAGS=${flags}" -D YEE_PREBUILT_LAWS=90)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/law RESULT_VARIABLE status ERROR_VARIABLE said OUTPUT_VARIABLE said)
  if(status AND said MATCHES "libnvrtc.so.13 or .12 was not found")
    message(STATUS "SKIPPED: laws are not prebuilt, for there is no NVRTC")
  elseif(status)
    message(FATAL_ERROR "a law is not prebuilt (${status}): ${said}")
  else()
    step(${CMAKE_COMMAND} --install ${WORK}/law --prefix ${WORK}/yee)
    file(GLOB_RECURSE code ${WORK}/yee/*.sm_90)
    list(LENGTH code count)
    if(NOT count EQUAL 4) # float and double, with and without ids of media
      message(FATAL_ERROR "${count} files of prebuilt code are installed, not 4: ${code}")
    endif()
  endif()
endif()
