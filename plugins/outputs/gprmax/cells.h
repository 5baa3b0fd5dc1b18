/* plugins/outputs/gprmax/cells.h: a box of cells, of which every n-th is taken. */
#ifndef YEE_OUTPUTS_GPRMAX_CELLS_H
#define YEE_OUTPUTS_GPRMAX_CELLS_H

#include <yee/yee.h>

typedef struct gprmax_cells {
    int64_t lo[3], hi[3], stride[3], count[3]; /* cells lo, lo + stride, ... below hi */
    int64_t all;
} gprmax_cells;

/* The cells between two corners, the grid's where they are not given; fails on graded grids, and
 * where none lies between. */
yee_status gprmax_choose(const yee_host *host, const yee_grid *grid, const yee_vec3 *from,
                         const yee_vec3 *to, const yee_reals *stride, gprmax_cells *cells);
/* Fails with a sentence where cells are not alike along an axis. */
yee_status gprmax_uniform(const yee_host *host, const yee_grid *grid);

/* The cells by which things move from trace to trace. */
typedef struct gprmax_moving {
    int64_t trace; /* from 0 */
    int64_t source_steps[3], receiver_steps[3];
} gprmax_moving;
/* Reads both steps; fails with a sentence. */
yee_status gprmax_read_moving(const yee_host *host, int64_t trace,
                              const yee_reals *source_steps, const yee_reals *receiver_steps,
                              gprmax_moving *moving);
/* By how much a source of this kind has moved. */
void gprmax_shift(const gprmax_moving *moving, const char *source_type, int64_t by[3]);

/* The materials of these cells: numbers from 0 in the order in which x varies slowest and z
 * fastest, and their names. */
typedef struct gprmax_materials {
    int64_t count, capacity;
    const char **name;
    int64_t *number; /* of the view */
    int32_t *of;     /* shape [count[0], count[1], count[2]] */
} gprmax_materials;
yee_status gprmax_list(const yee_host *host, const yee_view *view, const gprmax_cells *cells,
                       gprmax_materials *out);

/* The other plugins of this module. */
extern const yee_plugin gprmax_view, gprmax_objects, gprmax_snapshot;

#endif
