/* core/config/placement.h: how an included model lies in the one around it. */
#ifndef YEE_CORE_PLACEMENT_H
#define YEE_CORE_PLACEMENT_H

#include "fault.h"
#include <yee/param.h>

/* Turned by quarters and mirrored about its origin, which is moved then. */
typedef struct yee_placement {
    int to[3];    /* the axis along which each axis of the included model lies */
    int sign[3];  /* 1; -1: against it */
    double at[3]; /* m: where its origin is */
} yee_placement;

extern const yee_placement yee_placement_none;

/* Takes up "x" (mirrored at the plane across x) or "z 90 deg" (turned about z, from x to y),
 * behind what is there already. */
yee_status yee_placement_mirror(yee_placement *p, const char *text, yee_fault *fault);
yee_status yee_placement_rotate(yee_placement *p, const char *text, yee_fault *fault);
/* The placement of what lies in a model that is placed itself. */
yee_placement yee_placement_within(const yee_placement *outer, const yee_placement *inner);

/* Whether it does more than move; whether a right hand becomes a left one. */
bool yee_placement_turns(const yee_placement *p);
bool yee_placement_mirrors(const yee_placement *p);

/* A coordinate along an axis of the included model, as one along the axis where that lies. Sums
 * of decimal numbers are decimal: 0.1 m + 0.2 m is the number that "0.3 m" is. */
double yee_placement_coordinate(const yee_placement *p, int axis, double value);
void yee_placement_point(const yee_placement *p, double v[3]);
void yee_placement_vector(const yee_placement *p, double v[3]);
void yee_placement_order(const yee_placement *p, double v[3]); /* without signs */
/* Begins and extent of an arc across an axis, rad. */
double yee_placement_arc(const yee_placement *p, int axis, double start, double sweep);
/* The two axes across one, ascending. */
void yee_placement_plane(int axis, int *u, int *v);
/* Axis that a letter names, -1: none. */
int yee_placement_axis(char letter);

#endif
