/* plugins/outputs/snapshot/xdmf.h: the XDMF text that shows ParaView a rectilinear grid in an
 * HDF5 file: 3DRectMesh topology, VXVYVZ geometry, one grid per snapshot. */
#ifndef YEE_SNAPSHOT_XDMF_H
#define YEE_SNAPSHOT_XDMF_H

#include <stdbool.h>
#include <stdint.h>

typedef struct xdmf {
    const char *h5;       /* path of the HDF5 file; the sidecar lies beside it */
    const char *root;     /* group of PointData */
    const int64_t *count; /* points along x, y, z */
    int bytes;            /* of a number */
    int arrays;
    const char *const *array;
    bool material, conductor;
    int64_t steps;
    const double *time; /* s */
} xdmf;

/* The whole file, to be freed; NULL: no memory. */
char *xdmf_text(const xdmf *x);

#endif
