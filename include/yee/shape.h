/* yee/shape.h: a shape says which cells, or which edges, an object covers, and of what. */
#ifndef YEE_SHAPE_H
#define YEE_SHAPE_H

#include <yee/material.h>
#include <yee/view.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A cell of yee_painter.fill that keeps what it has. */
#define YEE_UNPAINTED UINT32_MAX

/* Paints for shapes that are not a set of points (sheets, wires, voxels) or not of one material
 * (graded media). Materials are numbers: 0 is the object's own (key `material`), others are of
 * named() and make(), as in yee_view.material_number. What is painted later lies over what was
 * painted earlier. The painter lives for the call of paint() and belongs to its thread. */
typedef struct yee_painter yee_painter;
struct yee_painter {
    uint32_t size;
    void *core;
    /* The number of a material of the model, [material.NAME], vacuum, pec, pmc, or of one that
     * a shape made (its full name); -1 after storing an error with the nearest name. */
    int64_t (*named)(yee_painter *painter, const char *name);
    /* The number of a material of the shape's own, which is copied, poles too, and checked as
     * what describe() fills; -1 after storing an error. Plans, pictures and outputs show it as
     * "SHAPE/name", or by a count where name is NULL. Equal ones of one shape (name and law)
     * are one material with one number. There may be any number of them; the edges between take
     * means, which are few media where poles have their d0, d1, d2 in common. */
    int64_t (*make)(yee_painter *painter, const char *name, const yee_material *material);
    /* Paints cells [lo, hi), as far as the grid has them. */
    yee_status (*cells)(yee_painter *painter, const int64_t lo[3], const int64_t hi[3],
                        int64_t number);
    /* Paints each of the cells [lo, hi), all within the grid, with a material of its own, or
     * YEE_UNPAINTED; number has the shape hi - lo in C order. */
    yee_status (*fill)(yee_painter *painter, const int64_t lo[3], const int64_t hi[3],
                       const uint32_t *number);
    /* Puts a material on single edges of a component, [lo, hi) in component indices, as far as
     * the grid has them. */
    yee_status (*edges)(yee_painter *painter, int component, const int64_t lo[3],
                        const int64_t hi[3], int64_t number);
    /* The law of a material's number, 0 the object's own; NULL: there is none. It lives as long
     * as the model. */
    const yee_material *(*law)(yee_painter *painter, int64_t number);
    /* Lays a material on faces of cells across an axis, [lo, hi), as far as the grid has them:
     * along `axis` planes of nodes, along the other axes cells. A sheet (yee_material.sheet) adds
     * its surface current to the media there, every face half of it to each of its edges; the
     * edges of a face take any other material, as by edges(). */
    yee_status (*faces)(yee_painter *painter, int axis, const int64_t lo[3],
                        const int64_t hi[3], int64_t number);
};

/* open, fit, bounds and paint are called by one thread, inside and spans by several at once, which
 * may use the host's log, fail and alloc. Exactly one of inside and paint is given. */
typedef struct yee_shape_ops {
    uint32_t size;
    /* Optional: prepares *self (host->alloc), e.g. reads a mesh or a table of heights. Called
     * once per instance, before the other functions, which get it. NULL: self is the config. */
    yee_status (*open)(const yee_host *host, const void *config, void **self);
    /* The bounding box (m), infinite where it has no end. Optional for a shape that paints
     * itself: by it the core tells where an object lies far outside of the grid. */
    yee_status (*bounds)(const yee_host *host, const void *self, double lo[3], double hi[3]);
    /* Sets in[m] where a volume holds the point (x[m], y, z), for m in [0, n). in comes zeroed.
     * Pure. */
    void (*inside)(const void *self, int64_t n, const double *x, double y, double z,
                   unsigned char *in);
    /* Paints a shape that is no volume. view and painter live for the call. */
    yee_status (*paint)(const yee_host *host, const void *self, const yee_view *view,
                        yee_painter *painter);
    /* Optional, for volumes: the parts of the straight line along `axis` through at[] (m;
     * at[axis] does not count) that run inside, as disjoint ascending spans [from, to], m.
     * Writes the first `room` of them at most and returns how many it wrote. It places surfaces
     * within cells; where it is NULL the core searches for them by inside(), which takes longer
     * and misses spans thinner than a quarter of a cell. Pure, like inside(). */
    int (*spans)(const void *self, int axis, const double at[3], int room, double (*span)[2]);
    /* Optional: what the object is in this grid, which self may keep, or the error why it can
     * be none there. Called once, behind open() and before the others. self is that of open(),
     * without one the config. An axis may be invariant (2-D): objects are as long as the grid
     * along it, whatever their numbers there say. The grid has its axes, nodes and active
     * components, and lives as long as the instance. */
    yee_status (*fit)(const yee_host *host, void *self, const yee_grid *grid);
} yee_shape_ops;

#ifdef __cplusplus
}
#endif
#endif
