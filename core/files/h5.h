/* core/files/h5.h: HDF5 files that survive a full disk.
 *
 * Between two flushes only raw data reaches the disk: HDF5 may not evict metadata, and before
 * metadata is written the space for it is reserved. So a file always reads as it was at its
 * last flush, after a failed write or a crash. */
#ifndef YEE_CORE_H5_H
#define YEE_CORE_H5_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* HDF5 is not thread-safe: every use of it is between these two. The lock may be nested. */
void yee_h5_lock(void);
void yee_h5_unlock(void);

/* False where an HDF5 call failed; then it remembers why. */
bool yee_h5_ok(int64_t result);
/* Why the last call failed, for a message. Returns the errno behind it, 0 where HDF5 itself
 * refused. */
int yee_h5_why(char *text, size_t size);

/* Makes a new file for writing; it must not exist. Negative where that fails, like the next. */
hid_t yee_h5_create(const char *path);
/* Makes one in a file that is there and empty. */
hid_t yee_h5_create_in(const char *path);
/* Opens one that was made so, for writing. */
hid_t yee_h5_open(const char *path);
/* Brings all to disk, or changes nothing of what the disk has. pending: bytes of raw data that
 * may still be in memory. */
bool yee_h5_flush(hid_t file, size_t pending);
/* Whether there is an object at a path, "/probe/rx/ez". */
bool yee_h5_exists(hid_t file, const char *path);
/* A string as a scalar dataset. */
bool yee_h5_text(hid_t file, const char *path, const char *text);
/* {double r, i}: what h5py and others read as a complex number. */
hid_t yee_h5_complex_type(void);
/* Lets go of a type, space, list, object or file; what is negative was never open. */
void yee_h5_close(hid_t id);
/* A fixed-length string type: ASCII, or UTF-8 where it has to be. */
hid_t yee_h5_text_type(const char *text);

#endif
