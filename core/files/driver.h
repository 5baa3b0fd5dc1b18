/* core/files/driver.h: an HDF5 file driver that keeps what is on disk readable.
 *
 * Metadata waits in memory until it is committed. Then what nothing refers to yet is written
 * first, then what refers to it, in such an order and in such pieces that a reader finds a
 * valid file after every single write: a killed process leaves no broken file behind.
 *
 * HDF5 cannot close a file without writing what it holds, and a close that fails leaves it
 * broken. Once cut, this driver takes every write and drops it. It also reserves space, and
 * takes no lock, so that a file can be looked at while the run goes on. */
#ifndef YEE_CORE_DRIVER_H
#define YEE_CORE_DRIVER_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

/* Makes access use the driver; false where HDF5 refuses. */
bool yee_driver_use(hid_t access);
/* Reserves space for all that HDF5 has given away of a file of this driver and for so many
 * bytes more; 0 or an errno. Where the file system cannot reserve, writing finds out. */
int yee_driver_reserve(hid_t file, size_t bytes);
/* Brings the metadata that waits to the file; 0 or an errno. */
int yee_driver_commit(hid_t file);
void yee_driver_cut(hid_t file);
/* For tests: the disk takes so many more writes, as if the process were killed then; -1: all.
 * Returns how many were left of the time before,
 * -1: it was stopped. */
long yee_driver_stop_after(long writes);
/* The errno of the last call of this driver that failed, 0: none since it was asked. */
int yee_driver_error(void);

#endif
