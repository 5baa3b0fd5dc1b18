/* core/cli/check/shape.c: a shape holds points within its bounds and nowhere else, answers the
 * same for many points as for one, and its lines run inside where its points are. */
#include "check.h"
#include "plugin/call.h"
#include <math.h>
#include <stddef.h>
#include <stdint.h>

enum { ROW = 32, SPANS = 64 };
#define CLEAR 1e-6 /* of the bounds: so near its end a span may differ from inside() */

/* x, y, z of a row of points: a lattice over the bounds and half their size around them. */
static double place_of(const double lo[3], const double hi[3], int axis, int i)
{
    double size = hi[axis] - lo[axis];
    return lo[axis] - 0.5 * size + 2 * size * (i + 0.5) / ROW;
}

static bool within(const double lo[3], const double hi[3], double x, double y, double z)
{
    return x >= lo[0] && x <= hi[0] && y >= lo[1] && y <= hi[1] && z >= lo[2] && z <= hi[2];
}

/* Counts the points inside; -1 after a failure. */
static int check_row(check *c, const yee_instance *instance, const double lo[3],
                     const double hi[3], int j, int k)
{
    const yee_shape_ops *ops = instance->plugin->ops;
    double x[ROW], y = place_of(lo, hi, 1, j), z = place_of(lo, hi, 2, k);
    unsigned char in[ROW] = {0}, one;
    int count = 0;
    for (int i = 0; i < ROW; i++)
        x[i] = place_of(lo, hi, 0, i);
    YEE_CALL_VOID(instance, ops, inside, yee_instance_self(instance), ROW, x, y, z, in);
    for (int i = 0; i < ROW; i++) {
        one = 0;
        YEE_CALL_VOID(instance, ops, inside, yee_instance_self(instance), 1, &x[i], y, z, &one);
        if (!one != !in[i]) {
            check_judge(c, false, "(%g, %g, %g) m is %s in a row and %s alone", x[i], y, z,
                        in[i] ? "inside" : "outside", one ? "inside" : "outside");
            return -1;
        }
        if (in[i] && !within(lo, hi, x[i], y, z)) {
            check_judge(c, false, "(%g, %g, %g) m is inside, but out of the bounds", x[i], y,
                        z);
            return -1;
        }
        count += in[i] != 0;
    }
    return count;
}

/* Spans that are ascending and disjoint, and no more than asked for. */
static bool check_order(check *c, const char *line, double (*span)[2], int count, int capacity)
{
    if (count < 0 || count > capacity) {
        check_judge(c, false, "spans() of %s: %d, where there was room for %d", line, count,
                    capacity);
        return false;
    }
    if (!isnan(span[capacity][0]) || !isnan(span[capacity][1])) {
        check_judge(c, false, "spans() of %s wrote more than the %d there was room for", line,
                    capacity);
        return false;
    }
    for (int n = 0; n < count; n++)
        if (!(span[n][0] <= span[n][1]) || (n && !(span[n][0] >= span[n - 1][1]))) {
            check_judge(c, false, "spans() of %s: %g to %g m is not behind %g m", line,
                        span[n][0], span[n][1], n ? span[n - 1][1] : -INFINITY);
            return false;
        }
    return true;
}

/* Spans that hold the points of a line that the shape holds; behind the last one that there was
 * room for nothing is known. */
static bool check_line(check *c, const yee_instance *instance, const double lo[3],
                       const double hi[3], int axis, double at[3], int capacity)
{
    const yee_shape_ops *ops = instance->plugin->ops;
    double span[SPANS + 1][2];
    char line[96];
    at[axis] = NAN; /* must not count */
    snprintf(line, sizeof line, "the line along %c through (%g, %g) m", "xyz"[axis],
             at[axis == 0 ? 1 : 0], at[axis == 2 ? 1 : 2]);
    for (int n = 0; n <= capacity; n++)
        span[n][0] = span[n][1] = NAN;
    const int count =
        YEE_CALL(instance, ops, spans, yee_instance_self(instance), axis, at, capacity, span);
    if (!check_order(c, line, span, count, capacity))
        return false;
    for (int i = 0; i < ROW; i++) {
        unsigned char in = 0;
        bool within_one = false, clear = true;
        at[axis] = place_of(lo, hi, axis, i);
        if (count == capacity && at[axis] > span[count - 1][1])
            break;
        for (int n = 0; n < count; n++) {
            within_one = within_one || (at[axis] > span[n][0] && at[axis] < span[n][1]);
            for (int e = 0; e < 2; e++)
                clear = clear && fabs(at[axis] - span[n][e]) > CLEAR * (hi[axis] - lo[axis]);
        }
        YEE_CALL_VOID(instance, ops, inside, yee_instance_self(instance), 1, &at[0], at[1],
                      at[2], &in);
        if (clear && within_one != (in != 0)) {
            check_judge(c, false,
                        "(%g, %g, %g) m is %s, but spans() of %s, asked for %d, %s it", at[0],
                        at[1], at[2], in ? "inside" : "outside", line, capacity,
                        in ? "leaves out" : "holds");
            return false;
        }
    }
    return true;
}

static void check_spans(check *c, const yee_instance *instance, const double lo[3],
                        const double hi[3])
{
    for (int axis = 0; axis < 3; axis++) {
        const int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
        for (int j = 0; j < ROW; j++)
            for (int k = 0; k < ROW; k++) {
                double at[3];
                at[u] = place_of(lo, hi, u, j);
                at[v] = place_of(lo, hi, v, k);
                if (!check_line(c, instance, lo, hi, axis, at, SPANS) ||
                    !check_line(c, instance, lo, hi, axis, at, 1))
                    return;
            }
    }
}

/* A grid as fit() may look at: 40 x 40 x 40 cells of 1 mm. */
static yee_grid usual_grid(void)
{
    enum { CELLS = 40 };
    static double node[CELLS + 1];
    yee_grid grid = {.size = sizeof grid};
    for (int i = 0; i <= CELLS; i++)
        node[i] = 1e-3 * i;
    for (int a = 0; a < 3; a++)
        grid.axis[a] = (yee_axis_data){.cells = CELLS, .node = node};
    for (int c = 0; c < YEE_COMPONENTS; c++)
        grid.active[c] = true;
    return grid;
}

bool check_shape(check *c, const yee_instance *shape)
{
    const yee_shape_ops *ops = shape->plugin->ops;
    yee_instance own = *shape;
    const yee_instance *instance = &own;
    double lo[3] = {0, 0, 0}, hi[3] = {0, 0, 0};
    if (!ops->inside) {
        snprintf(c->note, sizeof c->note, "paints itself; not tried, for want of a grid");
        return true;
    }
    const yee_grid grid = usual_grid();
    if (yee_instance_open(&own, ops->open) ||
        (YEE_HAS(ops, fit) && YEE_CALL(instance, ops, fit, &own.host, own.self, &grid)) ||
        YEE_CALL(instance, ops, bounds, &instance->host, yee_instance_self(instance), lo, hi))
        return false;
    for (int a = 0; a < 3; a++)
        if (!(lo[a] <= hi[a])) { /* also where one is not a number */
            check_judge(c, false, "bounds along axis %d from %g to %g m", a, lo[a], hi[a]);
            return true;
        }
    int count = 0;
    for (int j = 0; j < ROW; j++)
        for (int k = 0; k < ROW; k++) {
            int row = check_row(c, instance, lo, hi, j, k);
            if (row < 0)
                return true;
            count += row;
        }
    bool volume = hi[0] > lo[0] && hi[1] > lo[1] && hi[2] > lo[2] && isfinite(hi[0] - lo[0]);
    if (volume && !count)
        check_judge(c, false, "holds none of %d points over its bounds", ROW * ROW * ROW);
    const bool knows = YEE_HAS(ops, spans);
    if (knows && isfinite(hi[0] - lo[0]) && isfinite(hi[1] - lo[1]) && isfinite(hi[2] - lo[2]))
        check_spans(c, instance, lo, hi);
    return true;
}
