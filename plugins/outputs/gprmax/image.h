/* plugins/outputs/gprmax/image.h: files of cells in the forms of gprMax 4: VTKHDF (ImageData 2.2),
 * and plain HDF5. */
#ifndef YEE_OUTPUTS_GPRMAX_IMAGE_H
#define YEE_OUTPUTS_GPRMAX_IMAGE_H

#include "cells.h"
#include <hdf5.h>
#include <stdbool.h>

/* A file in the making; what fails is said once, by the last function. */
typedef struct gprmax_image {
    const gprmax_cells *cells;
    hid_t file;
    bool bad;
} gprmax_image;

/* Makes a file that replaces one of this name. */
gprmax_image gprmax_image_new(const char *path, const gprmax_cells *cells);
/* The head of ImageData: VTKHDF with its attributes. */
void gprmax_image_head(gprmax_image *image, const yee_grid *grid);
/* An attribute of the file, a number or `count` of them in a row. */
void gprmax_image_attribute(gprmax_image *image, const char *name, hid_t type, int64_t count,
                            const void *values);
void gprmax_image_text(gprmax_image *image, const char *name, const char *text);
/* A dataset of C order. */
void gprmax_image_array(gprmax_image *image, const char *path, hid_t type, int rank,
                        const hsize_t *dims, const void *values);
/* A list of texts without blanks at its path. */
void gprmax_image_texts(gprmax_image *image, const char *path, int64_t count,
                        const char *const *text);
/* Closes the file; false: it is not whole. */
bool gprmax_image_close(gprmax_image *image);

/* Low corner and widths of the cells that are taken, m. */
void gprmax_image_place(const yee_grid *grid, const gprmax_cells *cells, double origin[3],
                        double width[3]);

#endif
