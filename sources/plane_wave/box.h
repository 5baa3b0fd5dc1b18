/* sources/plane_wave/box.h: the surface of a total-field box, and the terms of the scheme's
 * differences that cross it. */
#ifndef YEE_PLANE_WAVE_BOX_H
#define YEE_PLANE_WAVE_BOX_H

#include "wave.h"

struct box {
    const yee_grid *grid;
    int reach;      /* pairs of points in the scheme's differences */
    bool closed[3]; /* axes across which there is a surface: not periodic, not invariant */
    bool surface;   /* there is one at all */
    /* Nodes of the surface on closed axes; far outside of the grid where the box goes on beyond a
     * plane of symmetry. */
    int64_t lo[3], hi[3];
};

/* The difference along an axis that component c takes of component o. */
struct difference {
    int c, o, axis;
    double sign; /* of d_axis F_o in the curl along the direction of c */
};

/* One term of a difference: the field at point at of component o, times weight. */
struct box_term {
    int64_t at[3];
    double weight;
};

/* The points of a component that a difference across the surface may update; i is the current
 * one. */
struct box_walk {
    int64_t lo[3], hi[3], i[3];
};

enum { BOX_DIFFERENCES = 2 * YEE_COMPONENTS, BOX_TERMS = YEE_PAIRS * 3 * 3 * 2 };

/* Lays the box between two corners on nodes, clear of layers and walls by the reach of the
 * differences. It may end on a plane of symmetry, where it has no surface. The wave has no part
 * along periodic and invariant axes, and is its own image at such planes. */
yee_status box_find(const yee_host *host, struct box *box, const struct wave *wave,
                    const yee_vec3 *from, const yee_vec3 *to);

/* The point of the grid, or the image of the one beyond a face, that a term at `at` is of. */
void box_fold(const struct box *box, int component, int64_t at[3]);

/* Lists the differences across closed axes; returns how many there are. */
int box_differences(const struct box *box, struct difference list[BOX_DIFFERENCES]);

/* Goes to the first point of component c, to the next one; false: there is none. */
bool box_start(const struct box *box, int c, struct box_walk *walk);
bool box_next(const struct box *box, int c, struct box_walk *walk);

/* Lists the terms of the difference at point i whose field is of the other kind, scattered
 * where that at i is total or total where it is scattered, with their weights in the sum that
 * the difference lacks. Returns how many there are. */
int box_terms(const struct box *box, const struct wave *wave,
              const struct difference *difference, const int64_t i[3],
              struct box_term list[BOX_TERMS]);

#endif
