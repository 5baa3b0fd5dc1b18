/* plugins/shapes/common/surface.h: heights over a plane, and the part of a box below or above
 * them.
 *
 * Heights lie on a lattice of points over the two axes u < v across `axis`; between the points
 * they are bilinear, beyond them those of the nearest point. */
#ifndef YEE_SHAPES_SURFACE_H
#define YEE_SHAPES_SURFACE_H

#include "field.h"

/* The keys of every shape with such a surface. */
typedef struct surface_keys {
    yee_vec3 from, to;
    int axis, side;
} surface_keys;
enum { SURFACE_BELOW, SURFACE_ABOVE };

// clang-format off
#define SURFACE_BOX_PARAMS(config) \
    {"from", YEE_TYPE_VEC3, YEE_FIELD(config, keys.from, yee_vec3), "m", NULL, 0, 0, NULL, \
     "One corner of the box."}, \
    {"to", YEE_TYPE_VEC3, YEE_FIELD(config, keys.to, yee_vec3), "m", NULL, 0, 0, NULL, \
     "The opposite corner."}, \
    {"axis", YEE_TYPE_CHOICE, YEE_FIELD(config, keys.axis, int), NULL, "z", 0, 0, "x|y|z", \
     "The axis along which heights are counted: coordinates of the grid."}, \
    YEE_PARAM_POINTS("from|to"), YEE_PARAM_UPRIGHT("axis")
#define SURFACE_PARAMS(config) \
    SURFACE_BOX_PARAMS(config), \
    {"side", YEE_TYPE_CHOICE, YEE_FIELD(config, keys.side, int), NULL, "below", 0, 0, \
     "below|above", \
     "Which part of the box the object fills. Air, or water up to the box's top, lies above."}

/* The keys of a random surface's heights. */
typedef struct rough_keys {
    double low, high, level, rms;
    field_keys field;
} rough_keys;

#define ROUGH_PARAMS(config) \
    {"low", YEE_TYPE_REAL, YEE_FIELD(config, rough.low, double), "m", YEE_UNSET, 0, 0, NULL, \
     "The lowest point of the surface."}, \
    {"high", YEE_TYPE_REAL, YEE_FIELD(config, rough.high, double), "m", YEE_UNSET, 0, 0, NULL, \
     "The highest point of it."}, \
    {"level", YEE_TYPE_REAL, YEE_FIELD(config, rough.level, double), "m", YEE_UNSET, 0, 0, \
     NULL, "The mean height, instead of limits."}, \
    {"rms", YEE_TYPE_REAL, YEE_FIELD(config, rough.rms, double), "m", YEE_UNSET, 0, \
     YEE_INFINITY, NULL, "Root mean square of the heights about it."}, \
    FIELD_PARAMS(config, rough.field, \
                 "Spacing of the points whose heights are drawn; by default 1/256 of the longer " \
                 "side."), \
    YEE_PARAM_ONE_OF("low,high|level,rms"), YEE_PARAM_COORDINATES("axis", "low|high|level")
// clang-format on

typedef struct surface {
    double lo[3], hi[3]; /* of the box, m */
    int axis, u, v, side;
    double first[2], step[2]; /* along u and v: the first point and steps between them, m */
    int64_t n[2];
    const double *height; /* m, shape [n[0], n[1]] */
    double least, most;
} surface;

/* Begins a surface: its box and axes. */
yee_status surface_begin(const yee_host *host, const surface_keys *keys, surface *s);
/* Gives it heights, which live as long as the instance: once, behind everything else. Fails
 * where nothing of the box is on its side. */
yee_status surface_set(const yee_host *host, surface *s, const double *height);
/* roughness.c: heights that are a random field, as surface_set() takes them. */
yee_status surface_random(const yee_host *host, const rough_keys *keys, surface *s);
double surface_height(const surface *s, double u, double v);

/* The functions of a volume whose self is a surface. */
yee_status surface_bounds(const yee_host *host, const void *self, double lo[3], double hi[3]);
void surface_inside(const void *self, int64_t n, const double *x, double y, double z,
                    unsigned char *in);
int surface_spans(const void *self, int axis, const double at[3], int capacity,
                  double (*span)[2]);

#endif
