# Refuses C compilers that cannot build yee, in one sentence. Also a script, for tests/packaging:
# cmake -D CMAKE_C_COMPILER_ID=... -D CMAKE_C_COMPILER_VERSION=... -P compiler.cmake
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_C_COMPILER_VERSION VERSION_LESS 12)
  # The vectors of `tiled` take __builtin_shufflevector.
  message(FATAL_ERROR "yee takes GCC 12 or later, or Clang 14 or later; this is GCC ${CMAKE_C_COMPILER_VERSION}. "
    "Another compiler is named by -DCMAKE_C_COMPILER=gcc-12 in a new build folder.")
elseif(CMAKE_C_COMPILER_ID MATCHES "Clang" AND CMAKE_C_COMPILER_VERSION VERSION_LESS 14)
  message(WARNING "yee is tested with Clang 14 and later, not with ${CMAKE_C_COMPILER_VERSION}.")
elseif(NOT CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
  message(WARNING "yee is tested with GCC 12 and Clang 14, not with ${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}.")
endif()
