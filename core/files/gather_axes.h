/* core/files/gather_axes.h: the axes of gathered datasets get names, by which h5py, netCDF and
 * xarray know them: trace, time, frequency, x, y, z, angle. */
#ifndef YEE_CORE_GATHER_AXES_H
#define YEE_CORE_GATHER_AXES_H

#include "config/sweep.h"
#include <hdf5.h>

/* A dataset of one trace. */
typedef struct yee_gathered {
    const char *path;
    int rank; /* without the traces */
    const hsize_t *dims;
    const double *time;  /* s: of its first row, from row to row; 0: it has no rows in time */
    bool axis, left_out; /* the values of an axis, of all traces; it is not in the file */
} yee_gathered;

/* Whether a dataset of this name is the values of an axis. */
bool yee_gather_names_axis(const char *path);
/* Names the axes of all, once they and /sweep are in the file. */
bool yee_gather_axes(hid_t into, const yee_sweep *sweep, size_t count,
                     const yee_gathered *gathered);

#endif
