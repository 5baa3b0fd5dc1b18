/* plugins/outputs/flux/surface.h: a rectangle of a plane of nodes, the fields on it and the
 * power through it. */
#ifndef YEE_FLUX_SURFACE_H
#define YEE_FLUX_SURFACE_H

#include <yee/yee.h>

/* A tangential component on the rectangle. */
typedef struct surface_field {
    bool active;
    int component;
    int64_t lo[3], hi[3]; /* of its tap: E one plane, H the two beside it */
    int64_t count[3];     /* on the rectangle */
    int64_t points;
    yee_complex *v;               /* shape [frequencies, count] */
    const yee_complex *reference; /* NULL: nothing to subtract */
} surface_field;

/* With u and v the axes after the normal one: field[0..3] = Eu, Ev, Hu, Hv. */
typedef struct surface {
    char name[8]; /* of a plane "x", of a face of a box "-x", "+x" */
    int axis;
    double sign;
    double above;         /* weight of H above the plane; the rest is below */
    int64_t lo[3], hi[3]; /* nodes of the corners */
    surface_field field[4];
} surface;

/* Lays a rectangle between two corners of nodes on the plane of a node; sign: of its normal. */
void surface_build(surface *s, const yee_grid *g, int axis, int64_t node, double sign,
                   const int64_t lo[3], const int64_t hi[3]);

/* Takes the transform of a tap; the two planes of H become one. */
void surface_store(surface *s, int q, int64_t frequencies, const double *data);

/* Power (J/Hz) through the rectangle at frequency number f, in the direction of its sign:
 * (E x H*) along the normal is Eu Hv* - Ev Hu*. */
double surface_power(const surface *s, const yee_grid *g, int64_t f);

#endif
