/* core/cli/geometry/geometry.h: what the files of `yee geometry` share. Pictures are drawn as those
 * of `yee plot` are. */
#ifndef YEE_CLI_GEOMETRY_H
#define YEE_CLI_GEOMETRY_H

#include "cli/plot/plot.h"
#include "model/model.h"

/* marks.c: where sources and outputs are. */

typedef enum mark_kind { MARK_SOURCE, MARK_PORT, MARK_PROBE, MARK_BOX, MARK_KINDS } mark_kind;

typedef struct mark {
    mark_kind kind;
    const char *name;    /* of the instance */
    double lo[3], hi[3]; /* m: its ends; both the same for a point */
} mark;

typedef struct mark_list {
    size_t count, capacity;
    mark *v;
} mark_list;

/* Ports, points of sources (the box around many), points of probes, boxes of transforms, fluxes and
 * snapshots that are less than the grid. False: no memory. */
bool marks_collect(const yee_model *model, mark_list *marks);

/* names.c: materials by groups, which have a colour. */
typedef struct group_list {
    int *of; /* group of every material, shape [materials] */
    int count;
    bool *shown; /* some picture has it, shape [count] */
    const char **name;
} group_list;
/* All materials that a shape made are one group. False: no memory. */
bool groups_make(const yee_model *model, group_list *groups);
void groups_free(group_list *groups);
/* 0xrrggbb */
unsigned groups_colour(const group_list *groups, int group);

/* A plane of the grid. */
typedef struct slice {
    int u, v, normal; /* axes: to the right, upwards, and across */
    int64_t cell;     /* along the normal: the layer of cells that is shown */
    int64_t node;     /* the plane of nodes whose sheets and wires are shown */
    double at;        /* m */
} slice;

/* planes.c */
/* The plane across an axis that holds a position, m. */
slice slice_at(const yee_grid *grid, int normal, double position);
/* Whether the mark meets the plane. */
bool slice_meets(const yee_grid *grid, const slice *s, const mark *m);
/* Reads "z=2mm"; fails where that is not of the form or outside the grid. */
yee_status slice_read(const char *text, const yee_grid *grid, slice *s);
/* The plane across an axis that shows most: materials, sheets and wires, sources and outputs. */
yee_status slice_choose(const yee_model *model, const mark_list *marks,
                        const group_list *groups, int normal, slice *s);
/* Materials above the nodes and edges that objects claim, as plot_plane has them; shape [nv, nu];
 * to be freed. False: no memory. */
bool slice_materials(const yee_model *model, const slice *s, int **material);
bool slice_claims(const yee_model *model, const slice *s, double **claims);

/* draw.c: one picture of some planes and a legend. */
yee_status geometry_draw(plot *p, const yee_model *model, const mark_list *marks,
                         group_list *groups, int slices, const slice *slice);

/* volume.c: the file for ParaView beside the picture. */
yee_status geometry_write(const plot *p, const yee_model *model);

/* Fails where the model reads a file at the path. */
yee_status geometry_check_free(const yee_model *model, const char *path);

#endif
