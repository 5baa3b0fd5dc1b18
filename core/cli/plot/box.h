/* core/cli/plot/box.h: fields in a box of a result file, and cuts through it. */
#ifndef YEE_CLI_BOX_H
#define YEE_CLI_BOX_H

#include "plot.h"

/* A box of fields: one component at some frames (times or frequencies). */
typedef struct box {
    hid_t file;
    const char *root;      /* group of the components */
    plot_array axis[3];    /* m: nodes along x, y, z */
    double stride[3];      /* cells between them */
    double interior[3][2]; /* m: low and high end of what no layer absorbs; infinite: unknown */
    bool z_slowest;        /* memory order: z, y, x, else x, y, z */
    size_t frames;
    bool whole; /* one array holds all frames and is read whole */
} box;

void box_free(box *b);
bool box_read_axes(hid_t file, const char *group, box *b);

/* A cut through the box: u to the right, v upwards, at index `at` of the third axis. */
typedef struct cut {
    int u, v, normal;
    size_t at;
} cut;

/* The cut through one frame, u fastest; magnitudes of complex numbers. NULL: unreadable. To be
 * freed, like the next two. */
double *box_read_cut(const box *b, const char *name, size_t frame, const cut *c, double *peak);
/* Positions of a component's points along an axis: the nodes, shifted by its Yee offset. */
double *box_positions(const box *b, const char *name, int a);
/* Lines between cells of different materials; x0 y0 x1 y1 each. */
double *box_outlines(const box *b, const cut *c, size_t *count);

#endif
