/* boundaries/absorber.c: adiabatic absorber in front of a PEC wall: every medium is damped at a
 * rate that grows with depth.
 *
 *     s -> s + a(x) in both curl equations,   a = a_max x^m,   x = depth/thickness,
 *     a_max = (m+1) v ln(1/reflection)/(2 thickness),   v = c/sqrt(eps_r mu_r)
 *
 * A. F. Oskooi, L. Zhang, Y. Avniel and S. G. Johnson, Opt. Express 16 (2008) 11376: what comes
 * back of a gradual absorber falls with a power of its thickness that grows with m, also where
 * a PML fails. P.-R. Loh, A. F. Oskooi, M. Ibanescu, M. Skorobogatiy and S. G. Johnson, Phys.
 * Rev. E 79 (2009) 065601(R): where phase and group velocity are opposite a PML amplifies. A
 * mode fades here by exp(-a t), hence along its group velocity, backward or not.
 *
 * Why s + a and not a conductivity a eps_inf eps0 (with its magnetic twin), which is passive
 * too: it keeps the ratio of E to H of every medium, so that waves along the axis meet no
 * change at all. Of a Lorentz dielectric of eps 12 and eps_inf 1 in front of two waves of
 * absorber (order 2, reflection 1e-4) -50 dB come back, with the conductivity -17 dB; where eps
 * is eps_inf both are one. In return waves slower than v fade faster than is asked for (of a
 * mode of 10 nm of gold -27 dB come back at 1300 THz with reflection = 1e-3, -31 dB with 0.1;
 * the conductivity has its best, -46 dB, at 0.1). Both are stable there, at the ends of doubly
 * negative slabs too.
 *
 * Defaults: docs/absorber.md has the table. Of m = 1, 2, 3 the last has the least from three
 * waves on and of slow modes. Rates are not rounded to fewer: 64 levels instead of 80 rates at
 * 40 cells (order 2, reflection 1e-4, 10 cells a wave) send back -48 dB along the axis where
 * exact ones send -82 dB. */
#include <math.h>
#include <yee/boundary.h>

typedef struct config {
    int64_t cells;
    double order, reflection, rate_max;
} config;

static const yee_param params[] = {
    YEE_PARAM_INT(
        config, cells, "40", 1, 10000,
        "Thickness of the damped part of the grid; one wave of it sends back -20 dB at "
        "45 degrees, two -43 dB, four -78 dB (20 cells a wave, defaults otherwise)."),
    YEE_PARAM_REAL(config, order, NULL, "3", 0, 10, "Power m of the grading of the rate."),
    YEE_PARAM_REAL(
        config, reflection, NULL, "1e-3", 1e-30, 1,
        "What is left of the amplitude on the way to the wall and back, along the axis, "
        "at the speed that eps_inf and mu_inf of the face allow; 0.1 is better for slow "
        "modes of metal films."),
    YEE_PARAM_REAL(config, rate_max, "1/s", YEE_UNSET, 0, YEE_INFINITY,
                   "Rate at the wall itself, instead of reflection."),
    YEE_PARAM_END,
};

static yee_status close_face(const yee_host *host, const void *self, const yee_face *face,
                             yee_closure *closure)
{
    const config *c = self;
    const char axis = "xyz"[face->axis];
    if (face->cells == 1)
        return host->fail(host, YEE_INPUT,
                          "there is one cell along %c, which leaves no room for damped ones; "
                          "for 2-D give [grid] "
                          "invariant = %c, or another boundary to the faces of %c",
                          axis, axis, axis);
    if (c->cells >= face->cells)
        return host->fail(
            host, YEE_INPUT,
            "cells = %lld leaves nothing of the %lld cells along %c; the damped cells "
            "lie inside the grid and must be fewer",
            (long long)c->cells, (long long)face->cells, axis);
    closure->rule = YEE_FACE_PEC;
    closure->damped = c->cells;
    return YEE_OK;
}

static yee_status damping_at(const yee_host *host, const void *self, const yee_face *face,
                             double depth, double thickness, double *rate)
{
    const config *c = self;
    const double velocity = YEE_C0 / sqrt(face->eps_r * face->mu_r);
    const double most = isnan(c->rate_max)
                            ? -0.5 * (c->order + 1) * velocity * log(c->reflection) / thickness
                            : c->rate_max;
    (void)host;
    *rate = most * pow(fmin(fmax(depth / thickness, 0), 1), c->order);
    return YEE_OK;
}

static const yee_boundary_ops ops = {
    .size = sizeof ops,
    .close = close_face,
    .damping = damping_at,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_BOUNDARY,
    .name = "absorber",
    .summary = "adiabatic absorber: damps what leaves the grid, backward waves too",
    .reference = "https://doi.org/10.1364/OE.16.011376",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[boundary.all]\n"
               "type = absorber\n"
               "cells = 8\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
