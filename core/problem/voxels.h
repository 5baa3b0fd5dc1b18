/* core/problem/voxels.h: objects are painted into cells, then every Yee edge gets the mean of
 * what lies around it. */
#ifndef YEE_CORE_VOXEL_H
#define YEE_CORE_VOXEL_H

#include "plugin/host.h"
#include <yee/shape.h>

typedef struct yee_voxels yee_voxels;

/* Which mean the edges around an object's surface take. */
typedef enum yee_average {
    YEE_AVERAGE_NORMAL, /* surfaces lie where they are: by fill and normal */
    YEE_AVERAGE_LINES, /* surfaces lie where they are: series along the edge, parallel across */
    YEE_AVERAGE_CELLS, /* the cells whose middles the object holds are all of it */
    YEE_AVERAGE_NO,    /* such cells, and the object's own material on every edge it touches */
    YEE_AVERAGE_OWN,   /* so, and edges stay its own where later objects lie beside it */
    YEE_AVERAGE_ELECTRIC, /* as CELLS, but H edges between two media have vacuum's mu */
    YEE_AVERAGE_TENSOR,   /* as NORMAL, the part along the normal in cells (oblique.h) */
} yee_average;

/* One object in file order. */
typedef struct yee_object {
    const yee_instance *instance; /* of the shape; NULL: the background */
    int material; /* index into the materials; -1: none, for shapes that name their own */
    yee_average average;
    bool may_be_empty;    /* else one that paints nothing is an error */
    const yee_view *view; /* through which a shape that paints itself asks; NULL: others */
} yee_object;

/* Fails with what is wrong with a law that a plugin gave; what: in front of the sentence. */
yee_status yee_material_check(yee_diag *diag, const yee_instance *instance, const char *what,
                              const yee_material *law);
/* Whether two materials have one law. */
bool yee_material_same(const yee_material *a, const yee_material *b);
/* Whether a shape made the material of this name, or the first one of a mean's. */
bool yee_material_made_by(const char *name, const yee_instance *shape);
/* The materials of the model, of which [0] is the background; they and their names live as long
 * as the voxels. */
yee_status yee_voxels_new(yee_diag *diag, const yee_grid *grid, size_t materials,
                          const yee_material *const *material, const char *const *name,
                          yee_voxels **voxels);
/* The cells of `painted`, in a grid with the same nodes, with other laws of the model's materials,
 * shape [those that yee_voxels_new() got]; names and what shapes made stay. The new ones are freed
 * first. */
yee_status yee_voxels_borrow(yee_voxels *painted, const yee_grid *grid,
                             const yee_material *const *material, yee_voxels **voxels);
void yee_voxels_free(yee_voxels *voxels);

/* Cells [low, high). */
typedef struct yee_cell_box {
    int64_t low[3], high[3];
} yee_cell_box;

/* Before painting: of the grid only boxes of cells are wanted, those of a process that has some
 * subdomains, and what surrounds the points within `margin` cells of them, around the ends of axes
 * that are or will be periodic. What the cells are asked for, means and pictures, holds for these;
 * what is said of all cells holds once the processes have agreed (agreement.h). box lives as long
 * as the voxels. */
void yee_voxels_clip_to(yee_voxels *voxels, size_t boxes, const yee_cell_box *box,
                        int64_t margin, const bool periodic[3]);
/* Gives memory of cells that are not held any more back. */
void yee_voxels_release(yee_voxels *voxels);
/* Where the materials of cells that are not held are known from; lives as long as the voxels. */
struct yee_answers;
void yee_voxels_ask(yee_voxels *voxels, struct yee_answers *answers);
/* Paints objects over what is there, in their order, by at most so many threads, on whose
 * number nothing depends; one that paints nothing is an error, or is told. */
yee_status yee_voxels_paint(yee_voxels *voxels, size_t count, const yee_object *object,
                            int threads);
/* Whether nothing is left of an object because later ones cover it: 0 is the background, then in
 * the order of painting. To free; NULL: no memory. */
bool *yee_voxels_covered(yee_voxels *voxels);
/* Whether any object is painted with a material, even where later ones cover it. */
bool yee_voxels_paints(const yee_voxels *voxels, int material);
/* The widest cells of every material along each axis, m, where they are wider than what is
 * there; shape [materials][3]. */
void yee_voxels_widest(yee_voxels *voxels, double (*width)[3]);
/* -1 outside, and of a cell that is not held and of which nothing is known. */
int yee_voxels_material(const yee_voxels *voxels, int64_t i, int64_t j, int64_t k);
size_t yee_voxels_made_by(const yee_voxels *voxels, const yee_instance *shape);
const char *yee_voxels_name(const yee_voxels *voxels, int material);
/* Mean relative eps_inf and mu_inf of the cells at a face. False: no memory. */
bool yee_voxels_face(const yee_voxels *voxels, int axis, int side, double *eps_r, double *mu_r);
/* Smallest eps_inf times smallest mu_inf among the materials that are used, for the Courant
 * limit; that they need not be the same material's keeps any surface stable. */
double yee_voxels_slowness(yee_voxels *voxels);

/* Media and ids of all components of a closed grid (periodic axes wrap; at other faces the
 * cells that exist count). The surroundings of a point are divided into columns along its edge:
 * media in series along a column, columns in parallel (mixture.h); a conductor at the middle of
 * a cell around makes the edge one. band: the sources' angular frequencies, rad/s; 0, 0: not
 * known. Fills medium, media, id, uniform (id NULL where uniform, every active component). */
yee_status yee_voxels_media(yee_voxels *voxels, yee_arena *arena, const double band[2],
                            yee_problem *problem);
/* Updates and sections of all media of a problem at its dt. False: no memory. */
bool yee_voxels_updates(yee_arena *arena, yee_problem *problem);
/* The law of a medium's E edges and its share of them; share: 0 without one. dropped: whether a
 * smaller share of another law is left out there. NULL: it has none. */
const yee_law *yee_voxels_law(const yee_voxels *voxels, int64_t medium, const void **self,
                              double *share, bool *dropped);
/* The runs of cells with a law, sorted, law[n] being the number in yee_problem.law of the law that
 * the cells of material n have, -1: none, and oblique_law that of the cells of `oblique`. */
struct yee_oblique;
yee_status yee_voxels_cell_runs(const yee_voxels *voxels, yee_arena *arena, const int64_t *law,
                                const struct yee_oblique *oblique, int64_t oblique_law,
                                const yee_cell_run **run, int64_t *runs);
/* How many points of active components have each of these media, shape [media]. */
const int64_t *yee_voxels_points(const yee_voxels *voxels);

#endif
