/* plugins/outputs/common/box.h: strided boxes of nodes, and positions on an axis. */
#ifndef YEE_OUTPUTS_BOX_H
#define YEE_OUTPUTS_BOX_H

#include <math.h>
#include <yee/yee.h>

/* Points of a strided box: indices [lo, hi) that every component has. */
typedef struct box {
    int64_t lo[3], hi[3], stride[3], count[3];
    int64_t points;
} box;

/* Positions (m) of the two ends of an axis. */
static inline double axis_low(const yee_axis_data *axis) { return axis->node[0]; }
static inline double axis_high(const yee_axis_data *axis) { return axis->node[axis->cells]; }

/* Whether a corner is given. */
static inline bool given(const yee_vec3 *v) { return !isnan(v->v[0]); }

/* Fails unless x lies on the axis, rounding allowed for. */
yee_status axis_check(const yee_host *host, const yee_grid *grid, int a, double x,
                      const char *key);

/* The box between two corners, both included and each moved to the nearest node; a corner that
 * is not given is the grid's. */
yee_status box_choose(const yee_host *host, const yee_grid *grid, const yee_vec3 *from,
                      const yee_vec3 *to, const yee_reals *stride, box *b);

/* Position (m) of the node of point n of a box; the middle of an invariant axis. */
double box_node(const yee_grid *grid, const box *b, int a, int64_t n);

/* Datasets x, y, z of a group: positions (m) of the nodes of a box, with the stride between
 * them in cells. */
yee_status write_box_axes(const yee_record *record, const yee_host *host, yee_file *file,
                          const char *group, const yee_grid *grid, const box *b);

#endif
