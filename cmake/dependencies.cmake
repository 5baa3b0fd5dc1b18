# The libraries yee stands on, as imported targets.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(HDF5 REQUIRED COMPONENTS C)
find_path(LTDL_INCLUDE_DIR ltdl.h REQUIRED)
find_library(LTDL_LIBRARY ltdl REQUIRED)
find_path(INIPARSER_INCLUDE_DIR iniparser.h PATH_SUFFIXES iniparser REQUIRED)
find_library(INIPARSER_LIBRARY iniparser REQUIRED)
find_package(OpenMP COMPONENTS C)
find_package(TIFF) # optional: heights of the shape terrain
pkg_check_modules(KISSFFT REQUIRED IMPORTED_TARGET kissfft-float)
