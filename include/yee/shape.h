/* yee/shape.h: a shape says which cells, or which edges, an object covers. */
#ifndef YEE_SHAPE_H
#define YEE_SHAPE_H

#include <yee/view.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Paints for shapes that are not a set of points: sheets, wires, voxels. */
typedef struct yee_painter yee_painter;
struct yee_painter {
    uint32_t size;
    void *core;
    /* Fills cells [lo, hi) with the object's material, or with another one by name (NULL: the
     * object's). */
    yee_status (*cells)(yee_painter *painter, const int64_t lo[3], const int64_t hi[3],
                        const char *material);
    /* Puts the object's material on single edges of a component, [lo, hi) in component
     * indices. */
    yee_status (*edges)(yee_painter *painter, int component, const int64_t lo[3],
                        const int64_t hi[3]);
};

typedef struct yee_shape_ops {
    uint32_t size;
    /* The bounding box (m) of a volume. */
    yee_status (*bounds)(const yee_host *host, const void *config, double lo[3], double hi[3]);
    /* Sets in[m] where a volume holds the point (x[m], y, z), for m in [0, n). in comes zeroed.
     * Pure; may be called by several threads. */
    void (*inside)(const void *config, int64_t n, const double *x, double y, double z,
                   unsigned char *in);
    /* Paints a shape that is no volume. Exactly one of inside and paint is given. */
    yee_status (*paint)(const yee_host *host, const void *config, const yee_view *view,
                        yee_painter *painter);
    /* Optional, for volumes: the parts of the straight line along `axis` through at[] (m;
     * at[axis] does not count) that run inside, as disjoint ascending spans [from, to], m.
     * Writes the first `room` of them at most and returns how many it wrote. It places surfaces
     * within cells; where it is NULL the core searches for them by inside(), which takes longer
     * and misses spans thinner than a quarter of a cell. Pure, like inside(). */
    int (*spans)(const void *config, int axis, const double at[3], int room, double (*span)[2]);
} yee_shape_ops;

#ifdef __cplusplus
}
#endif
#endif
