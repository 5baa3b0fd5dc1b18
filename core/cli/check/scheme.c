/* core/cli/check/scheme.c: what a scheme says of itself agrees with itself. */
#include "check.h"
#include "plugin/call.h"
#include <math.h>
#include <string.h>

/* A grid of uniform cells, for the Courant limit. */
static double limit_of(const yee_instance *instance, double width, double velocity)
{
    enum { CELLS = 8 };
    const yee_scheme_ops *ops = instance->plugin->ops;
    double node[CELLS + 1];
    yee_grid grid = {.size = sizeof grid};
    for (int i = 0; i <= CELLS; i++)
        node[i] = width * i;
    for (int a = 0; a < 3; a++) {
        grid.axis[a].cells = CELLS;
        grid.axis[a].node = node;
    }
    return YEE_CALL(instance, ops, courant, instance->config, &grid, velocity);
}

/* Whether the weights are made for a frequency that the user may set. */
static bool designed(const yee_plugin *plugin)
{
    for (const yee_param *p = plugin->params; p->key; p++)
        if (p->unit && !strcmp(p->unit, "Hz"))
            return true;
    return false;
}

/* No explicit scheme of radius r carries a signal further than r cells a step along each axis;
 * the limit scales with the cell and grows where waves are slower. */
static void check_courant(check *c, const yee_instance *instance,
                          const yee_scheme_traits *traits)
{
    const double width = 1e-3, limit = limit_of(instance, width, YEE_C0);
    const double twice = limit_of(instance, 2 * width, YEE_C0);
    const double slow = limit_of(instance, width, YEE_C0 / 3);
    check_judge(c, isfinite(limit) && limit > 0 && limit <= traits->radius * width / YEE_C0,
                "Courant limit %.6g s for cells of 1 mm, %.6g cells a step", limit,
                limit * YEE_C0 / width);
    /* One rounding of each of the few operations. Weights for one frequency have fewer cells a
     * wave in a slower medium, so there the limit is longer but not three times as long. */
    const bool scales = designed(instance->plugin)
                            ? slow > limit && slow <= 3 * traits->radius * width / YEE_C0
                            : fabs(slow / limit - 3) < 1e-12;
    check_judge(c, fabs(twice / limit - 2) < 1e-12 && scales,
                "the limit grows with the cell (%.15g) and against the velocity (%.15g)",
                twice / limit, slow / limit);
}

/* Long waves travel at c: with k = omega/c the residual vanishes as (k d)^2 of its terms. */
static void check_dispersion(check *c, const yee_instance *instance)
{
    const yee_scheme_ops *ops = instance->plugin->ops;
    const double d[3] = {1e-3, 1e-3, 1e-3}, dt = 0.5 * limit_of(instance, 1e-3, YEE_C0);
    double residual[2];
    for (int i = 0; i < 2; i++) {
        double omega = 2 * YEE_PI * YEE_C0 / (i ? 80e-3 : 40e-3);
        const double k[3] = {omega / YEE_C0, 0, 0};
        residual[i] = fabs(YEE_CALL(instance, ops, dispersion, instance->config, d, dt, YEE_C0,
                                    omega, k)) /
                      (omega * omega);
    }
    check_judge(c, isfinite(residual[0]) && residual[1] < 0.5 * residual[0],
                "dispersion: the residual falls from %.3g to %.3g between 40 and 80 cells per "
                "wavelength",
                residual[0], residual[1]);
}

bool check_scheme(check *c, const yee_instance *instance)
{
    const yee_scheme_ops *ops = instance->plugin->ops;
    yee_scheme_traits traits = {.size = sizeof traits};
    if (YEE_CALL(instance, ops, available, &instance->host, instance->config)) {
        check_skip(c, "not available: %s", yee_session_error(c->session));
        return true;
    }
    bool carded = !YEE_CALL(instance, ops, traits, instance->config, &traits);
    check_judge(
        c,
        carded && traits.radius >= 1 && (traits.f32 || traits.f64) && traits.bytes_per_cell > 0,
        "traits: radius %d, f32 %s, f64 %s, %.4g bytes per cell and step", traits.radius,
        traits.f32 ? "yes" : "no", traits.f64 ? "yes" : "no", traits.bytes_per_cell);
    check_courant(c, instance, &traits);
    check_dispersion(c, instance);
    check_runs(c, &traits);
    return true;
}
