/* schemes.c: the high-order schemes on a GPU: "cuda.fang24", "cuda.t26", "cuda.fv24",
 * "cuda.fv24wb", "cuda.ztc", "cuda.s44", "cuda.me44", "cuda.me44x", "cuda.hodge44", "cuda.ckc".
 *
 * Formulas, papers and limits are those of schemes/highorder, one file a scheme; the operator
 * is march.cuh's, its corrections beside metal and changes of medium are correction.cu's.
 * schemes/highorder/accept.c says which problems are declined. */
#include "../engine/ops.h"
#include "wide_plan.h"
#include <yee/yee.h>

/* The keys of a scheme that has any. */
static const wide_config *own(const wide_scheme *s, const void *config)
{
    return s->designed ? config : NULL;
}

/* The functions that know a scheme by their name alone. */
#define WIDE_CUDA(name) \
    static yee_status traits_##name(const void *config, yee_scheme_traits *traits) \
    { \
        (void)config; \
        traits->device = true; \
        return wide_traits(&wide_##name, traits); \
    } \
    static double courant_##name(const void *config, const yee_grid *grid, double c) \
    { \
        return wide_courant(&wide_##name, own(&wide_##name, config), grid, c); \
    } \
    static void band_##name(void *config, double low, double high) \
    { \
        if (wide_##name.designed) \
            wide_band(config, low, high); \
    } \
    static int stencil_##name(const void *config, const yee_grid *grid, double c, \
                              bool electric, int a, int d, double w[YEE_PAIRS][YEE_ACROSS]) \
    { \
        return wide_stencil(&wide_##name, own(&wide_##name, config), grid, c, electric, a, d, \
                            w); \
    } \
    static void levels_##name(const void *config, double rate[YEE_TIME_LEVELS], \
                              double mean[YEE_TIME_LEVELS]) \
    { \
        (void)config; \
        wide_levels(&wide_##name, rate, mean); \
    } \
    static double dispersion_##name(const void *config, const double d[3], double dt, \
                                    double c, double omega, const double k[3]) \
    { \
        return wide_dispersion(&wide_##name, own(&wide_##name, config), d, dt, c, omega, k); \
    } \
    static yee_status plan_##name(const yee_host *host, const void *config, \
                                  const yee_problem *problem, void **made) \
    { \
        return wide_plan_make(host, &wide_##name, config, problem, made); \
    } \
    static const yee_scheme_ops ops_##name = { \
        OPS_ENGINE, \
        .traits = traits_##name, \
        .courant = courant_##name, \
        .dispersion = dispersion_##name, \
        .plan = plan_##name, \
        .save = wide_plan_save, \
        .load = wide_plan_load, \
        .print = wide_plan_print, \
        .destroy = wide_plan_destroy, \
        .cost = wide_plan_cost, \
        .band = band_##name, \
        .stencil = stencil_##name, \
        .time_stencil = levels_##name, \
    };

WIDE_SCHEMES(WIDE_CUDA)

#define WIDE_PLUGIN(scheme, text, paper, designed) \
    const yee_plugin cuda_##scheme = { \
        .size = sizeof cuda_##scheme, \
        .kind = YEE_SCHEME, \
        .name = "cuda." #scheme, \
        .summary = text " on a GPU", \
        .reference = paper, \
        .config_size = (designed) ? sizeof(wide_config) : 0, \
        .params = (designed) ? wide_params : wide_no_params, \
        .ops = &ops_##scheme, \
    };

WIDE_PLUGIN(fang24, "Fang's (2,4)",
            "J. Fang, PhD thesis, University of California, Berkeley, 1989", false)
WIDE_PLUGIN(t26, "Sixth order in space, second in time", NULL, false)
WIDE_PLUGIN(fv24, "FV24, exact in three directions at a design frequency,",
            "M. F. Hadi 2007, IEEE Trans. Antennas Propag. 55, 2287", true)
WIDE_PLUGIN(fv24wb, "FV24-WB, fourth order in space and time,",
            "M. F. Hadi 2007, IEEE Trans. Antennas Propag. 55, 2287", false)
WIDE_PLUGIN(ztc, "Balanced stencil, exact in three directions at a design frequency,",
            "T. T. Zygiridis, T. D. Tsiboukis 2007, J. Comput. Phys. 226, 2372", true)
WIDE_PLUGIN(s44, "S44, fourth order in space and time over four levels,",
            "J. L. Young, D. Gaitonde, J. S. Shang 1997, doi:10.1109/8.650067", false)
WIDE_PLUGIN(me44, "Fourth order in space and time with Yee's limit", NULL, false)
WIDE_PLUGIN(me44x, "Fourth order in space and time with a limit of 0.9", NULL, false)
WIDE_PLUGIN(hodge44, "Yee's curls of smoothed fields, fourth order in space and time,", NULL,
            false)
WIDE_PLUGIN(ckc, "Cole-Karkkainen-Cowan",
            "B. M. Cowan et al. 2013, doi:10.1103/PhysRevSTAB.16.041303", false)
