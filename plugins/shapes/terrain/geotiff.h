/* plugins/shapes/terrain/geotiff.h: heights of a GeoTIFF. */
#ifndef YEE_SHAPES_GEOTIFF_H
#define YEE_SHAPES_GEOTIFF_H

#include <yee/shape.h>

/* Heights over east and north. */
typedef struct geotiff {
    int64_t n[2];             /* along east, along north */
    double *height;           /* in the file's unit, shape [n[0], n[1]], of the host's memory */
    bool placed;              /* the file says where its points are: */
    double first[2], step[2]; /* the south-west one's east and north, and steps; m or degrees */
    bool degrees;
    bool turned; /* it says so by a matrix, which is not read */
} geotiff;

/* Whether a file is one by its name. */
bool geotiff_is(const char *path);
/* Fails where yee was built without libtiff, too. */
yee_status geotiff_read(const yee_host *host, const char *path, geotiff *image);

#endif
