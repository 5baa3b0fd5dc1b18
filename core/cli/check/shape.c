/* core/cli/check/shape.c: a shape holds points within its bounds and nowhere else, and answers
 * the same for many points as for one. */
#include "check.h"
#include <math.h>
#include <stdint.h>

enum { ROW = 32 };

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
    ops->inside(instance->config, ROW, x, y, z, in);
    for (int i = 0; i < ROW; i++) {
        one = 0;
        ops->inside(instance->config, 1, &x[i], y, z, &one);
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

bool check_shape(check *c, const yee_instance *instance)
{
    const yee_shape_ops *ops = instance->plugin->ops;
    double lo[3] = {0, 0, 0}, hi[3] = {0, 0, 0};
    if (!ops->inside) {
        snprintf(c->note, sizeof c->note, "paints itself; not tried, for want of a grid");
        return true;
    }
    if (ops->bounds(&instance->host, instance->config, lo, hi))
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
    return true;
}
