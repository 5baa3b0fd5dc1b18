/* plugins/importers/gprmax/soil.h: boxes of soil and what covers their faces. */
#ifndef YEE_GPRMAX_SOIL_H
#define YEE_GPRMAX_SOIL_H

#include "gprmax.h"

/* A face of a box, whose surface a command changes. */
typedef struct gm_face {
    const gm_command *c;
    int axis, side;
    double seed;
    int64_t low, high;    /* nodes, of the surface */
    int64_t region[2][3]; /* the part of the box below it */
    bool partial;         /* which is not all of it */
} gm_face;

/* The number of a generator of random numbers, 1 where the word is not there. */
yee_status gm_seed(gm *m, const gm_command *c, int word, double *value);
/* The rough faces of the box that `by` makes, at most 6. */
yee_status gm_read_faces(gm *m, const gm_command *by, int64_t box[2][3], gm_face *list,
                         int *count);
/* Air and water above them, then grass. */
yee_status gm_paint_faces(gm *m, const gm_command *by, int64_t box[2][3], const gm_face *list,
                          int count);
yee_status gm_paint_grass(gm *m, const gm_command *by, int64_t box[2][3], const gm_face *list,
                          int count);

#endif
