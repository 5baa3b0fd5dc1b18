/* plugins/outputs/gprmax/edges.h: the media of all edges in a box of cells. */
#ifndef YEE_OUTPUTS_GPRMAX_EDGES_H
#define YEE_OUTPUTS_GPRMAX_EDGES_H

#include "cells.h"
#include <stdio.h>

typedef struct gprmax_edges {
    int64_t lines; /* edges of fields that there are */
    uint32_t *of;  /* number of the medium of each, along x, then y, then z; shape [lines] */
    int64_t media;
    const char **name; /* shape [media] */
} gprmax_edges;

/* The edges of the box, those of its faces too; fails where they are too many. */
yee_status gprmax_list_edges(const yee_host *host, const yee_view *view,
                             const gprmax_cells *cells, gprmax_edges *out);
/* All but the names. */
void gprmax_write_edges(FILE *file, const gprmax_cells *cells, const yee_grid *grid,
                        const gprmax_edges *edges);

#endif
