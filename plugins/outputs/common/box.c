/* plugins/outputs/common/box.c: strided boxes of nodes, and positions on an axis. */
#include "box.h"
#include "record.h"
#include <stdio.h>
#include <stdlib.h>

yee_status axis_check(const yee_host *host, const yee_grid *grid, int a, double x,
                      const char *key)
{
    const yee_axis_data *axis = &grid->axis[a];
    const double slack = 1e-9 * (axis_high(axis) - axis_low(axis));
    if (axis->invariant || (x >= axis_low(axis) - slack && x <= axis_high(axis) + slack))
        return YEE_OK;
    return host->fail(host, YEE_INPUT, "%s: %c = %g m is outside the grid, %g m to %g m%s", key,
                      'x' + a, x, axis_low(axis), axis_high(axis),
                      axis->symmetry[x > axis_high(axis)]
                          ? "; what crosses the plane of symmetry ends on it"
                          : "");
}

/* One or three whole numbers to strides. */
static yee_status strides(const yee_host *host, const yee_reals *r, int64_t stride[3])
{
    if (r->count != 1 && r->count != 3)
        return host->fail(host, YEE_INPUT, "stride takes one number or three, not %zu",
                          r->count);
    for (int a = 0; a < 3; a++) {
        const double v = r->v[r->count == 1 ? 0 : a];
        if (v != floor(v))
            return host->fail(host, YEE_INPUT, "stride %g is not a whole number", v);
        stride[a] = (int64_t)v;
    }
    return YEE_OK;
}

yee_status box_choose(const yee_host *host, const yee_grid *grid, const yee_vec3 *from,
                      const yee_vec3 *to, const yee_reals *stride, box *b)
{
    if (strides(host, stride, b->stride))
        return YEE_INPUT;
    b->points = 1;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &grid->axis[a];
        if ((given(from) && axis_check(host, grid, a, from->v[a], "from")) ||
            (given(to) && axis_check(host, grid, a, to->v[a], "to")))
            return YEE_INPUT;
        if (given(from) && given(to) && from->v[a] > to->v[a])
            return host->fail(host, YEE_INPUT, "from lies above to: %c = %g m > %g m", 'x' + a,
                              from->v[a], to->v[a]);
        const int64_t last = axis->cells - 1;
        int64_t hi = given(to) ? yee_axis_nearest(axis, to->v[a]) : last;
        int64_t lo = given(from) ? yee_axis_nearest(axis, from->v[a]) : 0;
        hi = hi < last ? hi : last;
        lo = lo < hi ? lo : hi;
        b->lo[a] = lo;
        b->hi[a] = hi + 1;
        b->stride[a] = axis->invariant ? 1 : b->stride[a];
        b->count[a] = (hi - lo) / b->stride[a] + 1;
        b->points *= b->count[a];
    }
    return YEE_OK;
}

double box_node(const yee_grid *grid, const box *b, int a, int64_t n)
{
    const yee_axis_data *axis = &grid->axis[a];
    return axis->invariant ? 0.5 * (axis_low(axis) + axis_high(axis))
                           : axis->node[b->lo[a] + n * b->stride[a]];
}

yee_status write_box_axes(const yee_record *record, const yee_host *host, yee_file *file,
                          const char *group, const yee_grid *grid, const box *b)
{
    yee_status status = YEE_OK;
    for (int a = 0; a < 3 && !status; a++) {
        char path[600];
        double *x = malloc((size_t)b->count[a] * sizeof *x);
        if (!x)
            return host->fail(host, YEE_MEMORY, "no memory for %lld positions",
                              (long long)b->count[a]);
        for (int64_t n = 0; n < b->count[a]; n++)
            x[n] = box_node(grid, b, a, n);
        snprintf(path, sizeof path, "%s/%c", group, 'x' + a);
        status = write_array(record, host, file, path, YEE_NUMBER_F64, 1, &b->count[a], x, "m");
        free(x);
        if (!status)
            status =
                record->numbers(host, file, path, "stride", YEE_NUMBER_I64, 1, &b->stride[a]);
        const yee_axis_data *axis = &grid->axis[a];
        const double interior[2] = {axis->node[yee_axis_absorbing(axis, 0)],
                                    axis->node[axis->cells - yee_axis_absorbing(axis, 1)]};
        if (!status)
            status = record->numbers(host, file, path, "interior", YEE_NUMBER_F64, 2, interior);
    }
    return status;
}
