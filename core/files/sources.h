/* core/files/sources.h: the files that virtual datasets show. */
#ifndef YEE_CORE_SOURCES_H
#define YEE_CORE_SOURCES_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

bool yee_h5_is_virtual(hid_t set);
/* Calls once for each box of a virtual dataset that is in another file, with that file's path;
 * false where a call said so, or HDF5 refuses. A dataset of another kind has none. */
bool yee_h5_each_source(hid_t set, bool (*visit)(void *user, const char *path, const char *set),
                        void *user);
/* A file's name as mappings have it, where %% stands for %: HDF5 takes a single one for the number of
 * a block. False: it is too long. */
bool yee_h5_source_name(char *text, size_t size, const char *file);
/* Whether all files that the dataset shows can be read; else `why` names the first that cannot:
 * HDF5 itself would show numbers that are none. */
bool yee_h5_has_sources(hid_t set, char *why, size_t size);
/* yee_h5_has_sources() of all datasets of a file. */
bool yee_h5_file_has_sources(hid_t file, char *why, size_t size);

#endif
