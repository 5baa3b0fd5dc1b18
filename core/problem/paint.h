/* core/problem/paint.h: painted cells and edges, as voxel.c and edges.c see them. */
#ifndef YEE_CORE_PAINT_H
#define YEE_CORE_PAINT_H

#include "problem/surface/lines.h"
#include "voxels.h"

/* What a cell's number stands for. Later objects have higher numbers. */
typedef struct yee_paint {
    uint32_t object; /* 0: the background */
    int material;
    yee_average average;
    bool volume; /* cells [begin, end) of each axis got it when it was painted; end 0: none */
    bool lines;  /* its surface lies within cells */
    int64_t begin[3], end[3];
    bool owns;       /* a metal, and edges of its cells are its own; edges.c */
    bool lives;      /* some cell holds it; census.c */
    double width[3]; /* m, of the widest cell that does; 0 along invariant axes */
} yee_paint;

/* Edges [lo, hi) of a component that an object claims. */
typedef struct yee_claim {
    int component;
    int64_t lo[3], hi[3];
    uint32_t paint;
} yee_claim;

struct yee_voxels {
    yee_diag *diag;
    const yee_grid *grid;
    size_t materials;
    const yee_material *const *material;
    const char *const *name;
    int64_t n[3];
    double *middle[3]; /* cell centres, m, shape [n] */
    uint32_t *cell;    /* paint numbers or YEE_CUT_CELL and a record, shape [nx, ny, nz] */
    yee_cuts cuts;     /* records of the cells that surfaces cut */
    struct yee_spans *spans; /* of the object at work, shape [3] */
    int64_t *touched;        /* cells that its surface cuts */
    size_t touches, touched_room;
    size_t paints, paint_room;
    yee_paint *paint;
    bool counted; /* lives and width of all paints are known */
    size_t claims, claim_room;
    yee_claim *claim;
    size_t objects, object_room;
    const yee_instance **object; /* [0]: NULL, the background */
    int64_t *points;             /* of every medium, shape [media]; NULL: not yet */
};

/* The paint at the middle of a cell. */
static inline uint32_t yee_voxels_middle(const yee_voxels *v, int64_t cell)
{
    const uint32_t number = v->cell[cell];
    return number & YEE_CUT_CELL ? yee_cuts_at(&v->cuts, number & ~YEE_CUT_CELL)->middle
                                 : number;
}
/* cuts.c: the cells that the surface of a volume cuts get records of what its lines cover; lo,
 * hi: its bounds, cut: where it is looked at along an invariant axis, m.
 * Only memory can fail. */
yee_status yee_voxels_cut(yee_voxels *voxels, const yee_instance *shape, uint32_t paint,
                          const double lo[3], const double hi[3], const double cut[3]);
/* The record of a cell that an object, the latest, cuts; NULL: it does not. */
yee_cut *yee_voxels_cut_by(const yee_voxels *voxels, int64_t cell, uint32_t object);
/* The paints, with what the cells hold of them; shape [paints]. */
const yee_paint *yee_voxels_census(yee_voxels *voxels);
/* Of n cells in a row, those from the first one on that hold the same number. */
int64_t yee_voxels_run(const uint32_t *row, int64_t n);
/* The cells around a point of a component and their parts of its dual cell, m to the power of
 * the axes averaged over; returns how many there are, at most 4. Periodic axes wrap, beyond
 * other faces there is none. */
int yee_voxels_around(const yee_voxels *voxels, int component, const int64_t index[3],
                      int64_t cell[4], double part[4]);
/* True when at least one cell around the point is not younger than the object. */
bool yee_voxels_claimed(const yee_voxels *voxels, const yee_claim *claim,
                        const int64_t index[3]);
/* The points of a claim that the grid has. */
void yee_voxels_clip(const yee_voxels *voxels, const yee_claim *claim, int64_t lo[3],
                     int64_t hi[3]);

#endif
