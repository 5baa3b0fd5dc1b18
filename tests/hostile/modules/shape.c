/* tests/hostile/modules/shape.c: a box, as a volume or painted. */
#include "hostile.h"

static const yee_param params[] = HOSTILE_EMPTY;

enum { LOW = 3, HIGH = 6 }; /* mm */

static yee_status bounds(const yee_host *host, const void *config, double lo[3], double hi[3])
{
    (void)config;
    for (int a = 0; a < 3; a++) {
        lo[a] = LOW * 1e-3;
        hi[a] = HIGH * 1e-3;
    }
    if (hostile_way("bounds", "nan"))
        lo[1] = NAN;
    return hostile(host, "bounds", YEE_OK);
}

static bool within(double x) { return x >= LOW * 1e-3 && x < HIGH * 1e-3; }

static void inside(const void *config, int64_t n, const double *x, double y, double z,
                   unsigned char *in)
{
    (void)config;
    hostile_end("inside");
    for (int64_t m = 0; m < n; m++)
        in[m] = within(x[m]) && within(y) && within(z);
}

static int spans(const void *config, int axis, const double at[3], int most, double (*span)[2])
{
    (void)config, (void)most;
    hostile_end("spans");
    if (hostile_way("spans", "negative"))
        return -1;
    for (int a = 0; a < 3; a++)
        if (a != axis && !within(at[a]))
            return 0;
    span[0][0] = hostile_way("spans", "nan") ? NAN : LOW * 1e-3;
    span[0][1] = HIGH * 1e-3;
    return 1;
}

static const yee_shape_ops ops = {
    .size = sizeof ops,
    .bounds = bounds,
    .inside = inside,
    .spans = spans,
};

static yee_status paint(const yee_host *host, const void *config, const yee_view *view,
                        yee_painter *painter)
{
    const int64_t lo[3] = {LOW, LOW, LOW}, hi[3] = {HIGH, HIGH, HIGH + 3};
    (void)config;
    if (hostile_way("paint", "unknown"))
        return painter->named(painter, "nothing") < 0 ? YEE_OK : YEE_INTERNAL;
    yee_material part[3];
    yee_status status = view->range_of(view, "m", 3, part);
    if (!status)
        status = painter->cells(painter, lo, hi, 0);
    return status ? status : hostile(host, "paint", YEE_OK);
}

static const yee_shape_ops painter_ops = {
    .size = sizeof painter_ops,
    .paint = paint,
};
static const yee_plugin volume = HOSTILE_PLUGIN(YEE_SHAPE, 0, params);
static const yee_plugin painter = {
    .size = sizeof painter,
    .kind = YEE_SHAPE,
    .name = "hostile_painter",
    .summary = "right until it is asked for more",
    .params = params,
    .ops = &painter_ops,
};
YEE_MODULE("1.0", "BSD-3-Clause", &volume, &painter)
