# The CUDA schemes, as YEE_CUDA asks: OFF, ON, or AUTO where there is an nvcc that serves. CMAKE_CUDA_COMPILER then says
# whether they are built.
include(CheckLanguage)
include(cards)
set(YEE_CUDA AUTO CACHE STRING "CUDA schemes: ON, OFF, or AUTO where nvcc is found")
set_property(CACHE YEE_CUDA PROPERTY STRINGS AUTO ON OFF)
if(NOT YEE_CUDA MATCHES "^(AUTO|ON|OFF)$")
  message(FATAL_ERROR "YEE_CUDA is ${YEE_CUDA}; it is one of AUTO, ON and OFF.")
endif()

# yee_without_cuda(WHY): what YEE_CUDA=ON does not put up with.
macro(yee_without_cuda why)
  if(YEE_CUDA STREQUAL "ON")
    message(FATAL_ERROR "YEE_CUDA is ON, and ${why}.")
  endif()
  message(STATUS "CUDA schemes: left out, ${why}")
  set(CMAKE_CUDA_COMPILER NOTFOUND) # hides what an earlier configuration may have kept
endmacro()

if(YEE_CUDA STREQUAL "OFF")
  yee_without_cuda("YEE_CUDA is OFF")
  return()
endif()
find_program(nvcc nvcc NO_CACHE)
if(DEFINED CMAKE_CUDA_COMPILER OR NOT nvcc)
  set(reason "there is no nvcc on the PATH or in CMAKE_CUDA_COMPILER")
else()
  set(reason "${nvcc} compiles no test program; perhaps it does not take ${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION} (CMAKE_CUDA_HOST_COMPILER)")
endif()
check_language(CUDA)
if(NOT CMAKE_CUDA_COMPILER)
  yee_without_cuda("${reason}")
  return()
endif()
execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --version OUTPUT_VARIABLE said ERROR_QUIET)
if(said MATCHES "release ([0-9.]+)" AND CMAKE_MATCH_1 VERSION_LESS 12) # tensor copies are PTX 8.0
  yee_without_cuda("${CMAKE_CUDA_COMPILER} is of CUDA ${CMAKE_MATCH_1}; CUDA 12.0 or later is needed (CMAKE_CUDA_COMPILER names its nvcc)")
  return()
endif()

# The GPUs of this machine, or what most have: machine code for 8.x and 9.0, and PTX for what comes later. Others, from 7.0
# on, by name: every architecture takes as long again.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
  find_program(smi nvidia-smi NO_CACHE)
  yee_cuda_cards("${smi}" ${CMAKE_CUDA_COMPILER} cards)
  if(NOT cards)
    set(cards 80-real 90)
  endif()
  set(CMAKE_CUDA_ARCHITECTURES "${cards}" CACHE STRING "GPU architectures of the CUDA schemes")
endif()
enable_language(CUDA)
set(CMAKE_CUDA_STANDARD 17)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
find_package(CUDAToolkit REQUIRED)
message(STATUS "CUDA schemes: nvcc ${CMAKE_CUDA_COMPILER_VERSION} (${CMAKE_CUDA_COMPILER}), architectures ${CMAKE_CUDA_ARCHITECTURES}; "
  "they take ten minutes of one core or more: -DYEE_CUDA=OFF leaves them out")
