/* core/problem/paint.h: painted cells and edges, as the files that paint and average see them.
 */
#ifndef YEE_CORE_PAINT_H
#define YEE_CORE_PAINT_H

#include "base/hash.h"
#include "problem/media/mixture.h"
#include "problem/surface/lines.h"
#include "problem/surface/spans.h"
#include "voxels.h"

/* The object and the material that a cell's number stands for. Later objects have higher
 * numbers. */
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
    /* The axis across the faces, of cells [lo, hi - 1) along the axis sideways, whose sheet adds to
     * the media of the edges; -1: the edges take the material. */
    int across;
    int64_t lo[3], hi[3];
    uint32_t paint;
    bool lives; /* an edge of it is left; census.c */
} yee_claim;

/* The cells and edges [lo, hi) that an object which paints itself asked for, in the grid or beyond
 * it; hi below lo: none yet. */
typedef struct yee_asked {
    int64_t lo[3], hi[3];
} yee_asked;

/* A cell that the surface of the object at work cuts. */
typedef struct yee_touched {
    int64_t at[3];
    uint32_t record;
} yee_touched;

/* Cells [begin, end) along x, which one thread paints, object by object. */
typedef struct yee_strip {
    int64_t begin, end;
    yee_cut_stock stock;
    yee_spans spans[3]; /* of the object at work */
    yee_touched *touched;
    size_t touches, capacity;
} yee_strip;

/* Who made a material, and the paint of the object that was painted with it last. */
typedef struct yee_voxel_material {
    uint32_t object; /* 0: the model has it by a section, or of itself */
    uint32_t paint;
    bool counted; /* its name is the shape's and a count */
    bool read;    /* a shape that was painted asked for its law */
    bool divided; /* or for those of parts of its range */
} yee_voxel_material;

/* How an object that paints nothing is taken. */
typedef enum yee_empty {
    YEE_EMPTY_REFUSED,
    YEE_EMPTY_ALLOWED,
    YEE_EMPTY_FOUND, /* it was allowed, painted nothing, and that was told */
} yee_empty;

struct yee_voxels {
    bool borrowed; /* all but material, paint, points and law belong to others */
    yee_diag *diag;
    const yee_grid *grid;
    /* Those of the model, `named` of them, then those that shapes made; shape [materials]. */
    size_t materials, named, material_capacity;
    size_t first_made; /* of the object that made one last */
    yee_voxel_material *own;
    const yee_material **material; /* law and name of each, as arrays */
    const char **name;
    yee_hash by_name, by_law; /* of materials but the background; of those that shapes made */
    int64_t n[3];
    double *middle[3]; /* cell centres, m, shape [n] */
    /* Cells are held whose indices along all axes are: others are not painted, and nothing asks
     * for them. held: shape [n] of each axis; hull: [begin, end) of those along it. */
    bool *held[3];
    int64_t hull[3][2];
    bool clipped;                /* not all are held */
    struct yee_answers *answers; /* about cells that are not; NULL: none */
    /* Boxes of cells that are counted, in all processes together each cell once; shape [boxes]. */
    size_t boxes;
    const yee_cell_box *box;
    yee_cell_box whole; /* of the grid */
    int64_t *face[6]; /* cells at a face of each material, of all processes; NULL: not agreed */
    /* Paint numbers or YEE_CUT_CELL and a record, shape [nx, ny, nz]: pages of cells that are not
     * held take no memory. */
    uint32_t *cell;
    yee_cuts cuts; /* records of the cells that surfaces cut */
    size_t strips, strip_capacity;
    yee_strip *strip;
    size_t paints, paint_capacity;
    yee_paint *paint;
    int threads;  /* at most so many painted, and count the cells */
    bool counted; /* lives and width of all paints are known */
    size_t claims, claim_capacity;
    yee_claim *claim;
    size_t objects, object_capacity;
    const yee_instance **object; /* [0]: NULL, the background */
    size_t empty_capacity;
    yee_empty *empty; /* shape [objects] */
    size_t asked_capacity;
    yee_asked *asked; /* shape [objects] */
    size_t painted_capacity;
    int64_t *painted; /* cells, and cells that its surface cuts, of each volume among the held;
                         of other objects 1; shape [objects] */
    int64_t *points;  /* of every medium, shape [media]; NULL: not yet */
    int64_t kept[2];  /* means, yee_mixer_kept() */
    const yee_medium_law *law; /* of every medium, shape [media], in the arena; NULL: not yet */
};

/* The number of a paint of the latest object; UINT32_MAX: no memory. */
uint32_t yee_voxels_new_paint(yee_voxels *voxels, int material, yee_average average);
/* A cell is all of one paint from now on; where the object at work cuts it, at its middle. */
void yee_voxels_set(yee_voxels *voxels, yee_cut_stock *stock, int64_t cell, uint32_t paint);
/* Fail for want of memory, and with an object that is nowhere in the grid. */
yee_status yee_voxels_no_memory(const yee_voxels *voxels);
yee_status yee_voxels_nothing(yee_voxels *voxels, size_t object);
/* Fails where the material is a sheet: the object fills cells or takes edges. */
yee_status yee_voxels_refuse_sheet(const yee_voxels *voxels, const yee_instance *object,
                                   int material);

/* laws.c: the materials by number. False: no memory. */
bool yee_voxels_add_material(yee_voxels *voxels, const yee_material *law, const char *name,
                             uint32_t object);
/* The number of a material by name; -1: there is none. */
int64_t yee_voxels_named(const yee_voxels *voxels, const char *name);
/* The number of a material that the latest object makes; -1 after storing an error. */
int64_t yee_voxels_make(yee_voxels *voxels, const char *name, const yee_material *law);

/* painter.c: an object that paints itself, the latest. */
yee_status yee_voxels_paint_itself(yee_voxels *voxels, const yee_object *object);

/* volumes.c: an object that is a set of points. */
typedef struct yee_volume {
    const yee_instance *shape;
    uint32_t paint;
    double lo[3], hi[3], cut[3]; /* m: bounds; where it is cut along an invariant axis */
    int64_t begin[3], end[3];    /* cells whose middles lie within the bounds */
} yee_volume;

/* The latest object. */
yee_status yee_volume_begin(yee_voxels *voxels, const yee_object *object, yee_volume *volume);
/* Paints volumes in their order; what comes of it does not depend on the number of threads. */
yee_status yee_volumes_paint(yee_voxels *voxels, size_t volumes, const yee_volume *volume,
                             int threads);
/* Makes sure that there are so many strips. False: no memory. */
bool yee_voxels_strips(yee_voxels *voxels, size_t count);

/* The paint at the middle of a cell. */
static inline uint32_t yee_voxels_middle(const yee_voxels *v, int64_t cell)
{
    const uint32_t number = v->cell[cell];
    return number & YEE_CUT_CELL ? yee_cuts_at(&v->cuts, number & ~YEE_CUT_CELL)->middle
                                 : number;
}
/* Fetches the records of those of n cells that have one: they lie in the order of painting. gcc
 * leaves calls of it out, as it changes nothing, unless it is inlined early. */
__attribute__((always_inline)) static inline void
yee_voxels_fetch(const yee_voxels *v, const uint32_t *cell, int64_t n)
{
    for (int64_t k = 0; k < n; k++)
        if (cell[k] & YEE_CUT_CELL) {
            const yee_cell_cut *record = yee_cuts_at(&v->cuts, cell[k] & ~YEE_CUT_CELL);
            __builtin_prefetch(record);
            __builtin_prefetch(&record->turned);
        }
}
/* cuts.c: the cells of a strip that the surface of a volume cuts get records of what its lines
 * cover; lo, hi: its bounds, cut: where it is looked at along an invariant axis, m. False: no
 * memory. */
bool yee_voxels_cut(yee_voxels *voxels, yee_strip *strip, const yee_instance *shape,
                    uint32_t paint, const double lo[3], const double hi[3],
                    const double cut[3]);
/* Adds the counted cells at a face of each material, shape [materials]. */
void yee_voxels_face_count(const yee_voxels *voxels, int axis, int side, int64_t *count);
/* The record of a cell that an object, the latest, cuts; NULL: it does not. */
yee_cell_cut *yee_voxels_cut_by(const yee_voxels *voxels, int64_t cell, uint32_t object);
/* The paints, with what the cells hold of them; shape [paints]. */
const yee_paint *yee_voxels_census(yee_voxels *voxels);
/* The number of cells, of n in a row, that hold the number of the first one without a gap. */
int64_t yee_voxels_run(const uint32_t *row, int64_t n);
/* The cells around a point of a component and their parts of its dual cell, m to the power of
 * the axes averaged over; returns how many there are, at most 4. Periodic axes wrap, beyond
 * other faces there is none. */
int yee_voxels_around(const yee_voxels *voxels, int component, const int64_t index[3],
                      int64_t cell[4], double part[4]);
/* True when at least one cell around the point is not younger than the object, and none of a
 * younger one that keeps its edges. */
bool yee_voxels_claimed(const yee_voxels *voxels, const yee_claim *claim,
                        const int64_t index[3]);
/* Whether a cell is held. */
static inline bool yee_voxels_holds(const yee_voxels *v, const int64_t at[3])
{
    return v->held[0][at[0]] && v->held[1][at[1]] && v->held[2][at[2]];
}
/* The points of a claim that the grid has. */
void yee_voxels_clip(const yee_voxels *voxels, const yee_claim *claim, int64_t lo[3],
                     int64_t hi[3]);

#endif
