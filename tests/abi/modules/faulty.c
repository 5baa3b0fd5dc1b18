/* tests/abi/modules/faulty.c: plugins whose tables are right and whose physics is wrong, one
 * fault each. */
#include "faulty.h"
#include <math.h>
#include <string.h>

/* -- materials -- */

static yee_status describe_gain(const yee_host *host, const void *self, const yee_band *band,
                                yee_material *material)
{
    (void)band;
    (void)host;
    (void)self;
    material->electric[1].sigma = -1;
    return YEE_OK;
}

static yee_status describe_nan(const yee_host *host, const void *self, const yee_band *band,
                               yee_material *material)
{
    (void)band;
    (void)host;
    (void)self;
    material->magnetic[2].inf = NAN;
    return YEE_OK;
}

/* A resonance whose damping has the wrong sign. */
static yee_status describe_growth(const yee_host *host, const void *self, const yee_band *band,
                                  yee_material *material)
{
    static const yee_pole pole = {.b0 = 1e20, .d0 = 1e20, .d1 = -1e8, .d2 = 1};
    (void)band;
    (void)host;
    (void)self;
    material->electric[0].pole_count = 1;
    material->electric[0].poles = &pole;
    return YEE_OK;
}

static const yee_material_ops gain_ops = {
    .size = sizeof gain_ops,
    .describe = describe_gain,
};
static const yee_material_ops nan_ops = {
    .size = sizeof nan_ops,
    .describe = describe_nan,
};
static const yee_material_ops growth_ops = {
    .size = sizeof growth_ops,
    .describe = describe_growth,
};
PLUGIN(YEE_MATERIAL, gain, gain_ops);
PLUGIN(YEE_MATERIAL, nothing, nan_ops);
PLUGIN(YEE_MATERIAL, growth, growth_ops);

/* -- waveforms: a pulse exp(-((t - 5)/s)^2), s = 1 -- */

static double pulse(const void *self, double t)
{
    (void)self;
    return exp(-(t - 5) * (t - 5));
}

static double jump(const void *self, double t)
{
    (void)self;
    return exp(-t * t);
}

/* Counts its calls. */
static double sway(const void *self, double t)
{
    static double calls;
    return pulse(self, t) * (1 + 1e-12 * calls++);
}

static double gap(const void *self, double t) { return t > 3 ? NAN : pulse(self, t); }

/* The spectrum exp(-(pi f)^2) is down by 40 dB at 0.683 Hz. */
static yee_status whole_band(const void *self, yee_band *band)
{
    (void)self;
    band->high = 0.69;
    band->end_time = 10;
    return YEE_OK;
}

static yee_status narrow_band(const void *self, yee_band *band)
{
    yee_status status = whole_band(self, band);
    band->high = 0.4;
    return status;
}

static yee_status short_band(const void *self, yee_band *band)
{
    yee_status status = whole_band(self, band);
    band->end_time = 7;
    return status;
}

static yee_status no_band(const void *self, yee_band *band)
{
    (void)self;
    band->low = 2;
    band->high = 1;
    return YEE_OK;
}

static const yee_waveform_ops narrow_ops = {
    .size = sizeof narrow_ops,
    .value = pulse,
    .band = narrow_band,
};
static const yee_waveform_ops endless_ops = {
    .size = sizeof endless_ops,
    .value = pulse,
    .band = short_band,
};
static const yee_waveform_ops jump_ops = {
    .size = sizeof jump_ops,
    .value = jump,
    .band = whole_band,
};
static const yee_waveform_ops gap_ops = {
    .size = sizeof gap_ops,
    .value = gap,
    .band = whole_band,
};
static const yee_waveform_ops sway_ops = {
    .size = sizeof sway_ops,
    .value = sway,
    .band = whole_band,
};
static const yee_waveform_ops empty_ops = {
    .size = sizeof empty_ops,
    .value = pulse,
    .band = no_band,
};
PLUGIN(YEE_WAVEFORM, narrow, narrow_ops);
PLUGIN(YEE_WAVEFORM, endless, endless_ops);
PLUGIN(YEE_WAVEFORM, jumpy, jump_ops);
PLUGIN(YEE_WAVEFORM, gappy, gap_ops);
PLUGIN(YEE_WAVEFORM, empty, empty_ops);
PLUGIN(YEE_WAVEFORM, swaying, sway_ops);

/* -- boundaries -- */

static yee_status close_layer(const yee_host *host, const void *self, const yee_face *face,
                              yee_closure *closure)
{
    (void)host;
    (void)self;
    (void)face;
    closure->rule = YEE_FACE_PEC;
    closure->layer = 8;
    return YEE_OK;
}

static yee_status close_damped(const yee_host *host, const void *self, const yee_face *face,
                               yee_closure *closure)
{
    (void)host;
    (void)self;
    (void)face;
    closure->rule = YEE_FACE_PEC;
    closure->damped = 8;
    return YEE_OK;
}

static yee_status damping(const yee_host *host, const void *self, const yee_face *face,
                          double depth, double thickness, double *rate)
{
    (void)host;
    (void)self;
    (void)face;
    *rate = 1e9 * (0.5 - depth / thickness);
    return YEE_OK;
}

static yee_status close_half(const yee_host *host, const void *self, const yee_face *face,
                             yee_closure *closure)
{
    (void)host;
    (void)self;
    closure->rule = face->side ? YEE_FACE_PEC : YEE_FACE_PERIODIC;
    return YEE_OK;
}

static yee_status close_open(const yee_host *host, const void *self, const yee_face *face,
                             yee_closure *closure)
{
    (void)host;
    (void)self;
    (void)face;
    closure->rule = YEE_FACE_OPEN;
    return YEE_OK;
}

static yee_status stretch(const yee_host *host, const void *self, const yee_face *face,
                          double depth, double thickness, yee_stretch *s)
{
    (void)host;
    (void)self;
    (void)face;
    s->kappa = 1 - 0.5 * depth / thickness;
    return YEE_OK;
}

static const yee_boundary_ops squeeze_ops = {
    .size = sizeof squeeze_ops,
    .close = close_layer,
    .stretch = stretch,
};
static const yee_boundary_ops layer_ops = {
    .size = sizeof layer_ops,
    .close = close_layer,
};
static const yee_boundary_ops feed_ops = {
    .size = sizeof feed_ops,
    .close = close_damped,
    .damping = damping,
};
/* as before damping() was there */
static const yee_boundary_ops damped_ops = {
    .size = offsetof(yee_boundary_ops, damping),
    .close = close_damped,
};
static const yee_boundary_ops half_ops = {
    .size = sizeof half_ops,
    .close = close_half,
};
static const yee_boundary_ops open_ops = {
    .size = sizeof open_ops,
    .close = close_open,
};
PLUGIN(YEE_BOUNDARY, squeeze, squeeze_ops);
PLUGIN(YEE_BOUNDARY, layer, layer_ops);
PLUGIN(YEE_BOUNDARY, feed, feed_ops);
PLUGIN(YEE_BOUNDARY, damped, damped_ops);
PLUGIN(YEE_BOUNDARY, half, half_ops);
PLUGIN(YEE_BOUNDARY, open, open_ops);

/* -- shapes -- */

static yee_status unit_bounds(const yee_host *host, const void *self, double lo[3],
                              double hi[3])
{
    (void)host;
    (void)self;
    for (int a = 0; a < 3; a++) {
        lo[a] = 0;
        hi[a] = 1;
    }
    return YEE_OK;
}

static yee_status mirrored_bounds(const yee_host *host, const void *self, double lo[3],
                                  double hi[3])
{
    return unit_bounds(host, self, hi, lo);
}

static void everywhere(const void *self, int64_t n, const double *x, double y, double z,
                       unsigned char *in)
{
    (void)self;
    (void)x;
    (void)y;
    (void)z;
    memset(in, 1, (size_t)n);
}

/* Right for one point, wrong for the second half of many. */
static void moody(const void *self, int64_t n, const double *x, double y, double z,
                  unsigned char *in)
{
    (void)self;
    for (int64_t i = 0; i < n && 2 * i <= n; i++)
        in[i] = x[i] >= 0 && x[i] <= 1 && y >= 0 && y <= 1 && z >= 0 && z <= 1;
}

static void nowhere(const void *self, int64_t n, const double *x, double y, double z,
                    unsigned char *in)
{
    everywhere(self, n, x, y, z, in);
    memset(in, 0, (size_t)n);
}

static void unit_cube(const void *self, int64_t n, const double *x, double y, double z,
                      unsigned char *in)
{
    (void)self;
    for (int64_t i = 0; i < n; i++)
        in[i] = x[i] >= 0 && x[i] <= 1 && y >= 0 && y <= 1 && z >= 0 && z <= 1;
}

/* Whether the line along the axis meets the cube. */
static bool meets(int axis, const double at[3])
{
    bool yes = true;
    for (int a = 0; a < 3; a++)
        yes = yes && (a == axis || (at[a] >= 0 && at[a] <= 1));
    return yes;
}

/* Ends too early along z. */
static int short_spans(const void *self, int axis, const double at[3], int capacity,
                       double (*span)[2])
{
    (void)self;
    if (!meets(axis, at) || capacity < 1)
        return 0;
    span[0][0] = 0;
    span[0][1] = axis == 2 ? 0.9 : 1;
    return 1;
}

/* Two halves, whatever room there is. */
static int greedy_spans(const void *self, int axis, const double at[3], int capacity,
                        double (*span)[2])
{
    (void)self;
    (void)capacity;
    if (!meets(axis, at))
        return 0;
    for (int n = 0; n < 2; n++) {
        span[n][0] = 0.5 * n;
        span[n][1] = 0.5 * (n + 1);
    }
    return 2;
}

/* The halves in the order that they should not have. */
static int backward_spans(const void *self, int axis, const double at[3], int capacity,
                          double (*span)[2])
{
    (void)self;
    if (!meets(axis, at) || capacity < 2)
        return 0;
    for (int n = 0; n < 2; n++) {
        span[n][0] = 0.5 * (1 - n);
        span[n][1] = 0.5 * (2 - n);
    }
    return 2;
}

static const yee_shape_ops leaky_ops = {
    .size = sizeof leaky_ops,
    .bounds = unit_bounds,
    .inside = everywhere,
};
static const yee_shape_ops moody_ops = {
    .size = sizeof moody_ops,
    .bounds = unit_bounds,
    .inside = moody,
};
static const yee_shape_ops hollow_ops = {
    .size = sizeof hollow_ops,
    .bounds = unit_bounds,
    .inside = nowhere,
};
static const yee_shape_ops mirrored_ops = {
    .size = sizeof mirrored_ops,
    .bounds = mirrored_bounds,
    .inside = nowhere,
};
static const yee_shape_ops curtailed_ops = {
    .size = sizeof curtailed_ops,
    .bounds = unit_bounds,
    .inside = unit_cube,
    .spans = short_spans,
};
static const yee_shape_ops greedy_ops = {
    .size = sizeof greedy_ops,
    .bounds = unit_bounds,
    .inside = unit_cube,
    .spans = greedy_spans,
};
static const yee_shape_ops backward_ops = {
    .size = sizeof backward_ops,
    .bounds = unit_bounds,
    .inside = unit_cube,
    .spans = backward_spans,
};
PLUGIN(YEE_SHAPE, leaky, leaky_ops);
PLUGIN(YEE_SHAPE, moody_shape, moody_ops);
PLUGIN(YEE_SHAPE, hollow, hollow_ops);
PLUGIN(YEE_SHAPE, mirrored, mirrored_ops);
PLUGIN(YEE_SHAPE, curtailed, curtailed_ops);
PLUGIN(YEE_SHAPE, greedy, greedy_ops);
PLUGIN(YEE_SHAPE, backward, backward_ops);

YEE_MODULE("1.0", "BSD-3-Clause", &gain, &nothing, &growth, &narrow, &endless, &jumpy, &gappy,
           &empty, &swaying, &squeeze, &layer, &feed, &damped, &half, &open, &leaky,
           &moody_shape, &hollow, &mirrored, &curtailed, &greedy, &backward)
