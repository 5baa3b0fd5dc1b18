/* core/disk.h: an HDF5 file driver that can be cut off from the disk.
 *
 * HDF5 cannot close a file without writing what it holds, and a close that fails leaves it
 * broken. Once cut, this driver takes every write and drops it. It also reserves space, and
 * takes no lock, so that a file can be looked at while the run goes on. */
#ifndef YEE_CORE_DISK_H
#define YEE_CORE_DISK_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

/* Makes access use the driver; false where HDF5 refuses. */
bool yee_disk_use(hid_t access);
/* Reserves space for all that HDF5 has given away of a file of this driver and for so many
 * bytes more; 0 or an errno. Where the file system cannot reserve, writing finds out. */
int yee_disk_reserve(hid_t file, size_t bytes);
void yee_disk_cut(hid_t file);
/* The errno of the last call of this driver that failed, 0: none since it was asked. */
int yee_disk_error(void);

#endif
