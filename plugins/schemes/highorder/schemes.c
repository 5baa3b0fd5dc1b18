/* schemes.c: the high-order schemes on the CPU: rows with OpenMP threads, both
 * precisions, over the plan of "plain". The weights are in the file of each scheme. */
#include "cpu.h"
#include <stdio.h>
#include <yee/yee.h>

#define ISA_KEY \
    YEE_PARAM_CHOICE(cpu_config, isa, "auto", "auto|avx512|avx2|portable", \
                     "Vector instructions; auto: the widest of this machine")
static const yee_param fixed_params[] = {ISA_KEY, YEE_PARAM_END};
static const yee_param designed_params[] = {WIDE_DESIGN_KEYS, ISA_KEY, YEE_PARAM_END};

static yee_status available(const yee_host *host, const void *config)
{
    const cpu_config *own = config;
    return cpu_pick(own->isa)
               ? YEE_OK
               : host->fail(host, YEE_DECLINED,
                            "isa = %s, but this machine has no such instructions; use auto",
                            own->isa == ISA_AVX512 ? "avx512" : "avx2");
}

static int print(const void *made, char *text, size_t size)
{
    const plan *p = made;
    const cpu *own = p->scheme;
    const wide_links *l = own->links;
    char inside[512];
    links_print(l, own->passes, own->levels, inside, sizeof inside);
    const double step =
        own->wave.travel / (own->wave.d[2] > 0 ? own->wave.d[2] : own->wave.d[0]);
    return snprintf(text, size,
                    "%s: rows in vectors (%s), float%d, %d thread%s, weights for c dt = %.4g "
                    "cells, mirrored halos of %d\n%s\n%.1f MB",
                    own->scheme->name, own->isa, p->word == sizeof(float) ? 32 : 64, p->threads,
                    p->threads == 1 ? "" : "s", step, own->scheme->reach, inside,
                    (double)(p->bytes + links_bytes(l)) / 1e6);
}

/* A table per scheme: the functions of a scheme's own, and those of all. */
#define SCHEME(id) \
    static yee_status id##_traits(const void *config, yee_scheme_traits *traits) \
    { \
        (void)config; \
        traits->links = wide_##id.time == WIDE_BACKWARD ? 0 : INT64_MAX; \
        return wide_traits(&wide_##id, traits); \
    } \
    static double id##_courant(const void *config, const yee_grid *grid, double c) \
    { \
        return wide_courant(&wide_##id, wide_##id.designed ? config : NULL, grid, c); \
    } \
    static void id##_band(void *config, double low, double high) \
    { \
        if (wide_##id.designed) \
            wide_band(config, low, high); \
    } \
    static int id##_stencil(const void *config, const yee_grid *grid, double c, bool electric, \
                            int a, int d, double w[YEE_PAIRS][YEE_ACROSS]) \
    { \
        return wide_stencil(&wide_##id, wide_##id.designed ? config : NULL, grid, c, electric, \
                            a, d, w); \
    } \
    static void id##_levels(const void *config, double rate[YEE_TIME_LEVELS], \
                            double mean[YEE_TIME_LEVELS]) \
    { \
        (void)config; \
        wide_levels(&wide_##id, rate, mean); \
    } \
    static double id##_dispersion(const void *config, const double d[3], double dt, double c, \
                                  double omega, const double k[3]) \
    { \
        return wide_dispersion(&wide_##id, wide_##id.designed ? config : NULL, d, dt, c, \
                               omega, k); \
    } \
    static yee_status id##_plan(const yee_host *host, const void *config, \
                                const yee_problem *problem, void **made) \
    { \
        return cpu_plan(host, &wide_##id, config, problem, made); \
    } \
    static const yee_scheme_ops id##_ops = { \
        .size = sizeof id##_ops, \
        .available = available, \
        .traits = id##_traits, \
        .courant = id##_courant, \
        .dispersion = id##_dispersion, \
        .plan = id##_plan, \
        .run = plan_run, \
        .finish = plan_finish, \
        .read = plan_read, \
        .write = plan_write, \
        .energy = plan_energy, \
        .extrema = plan_look, \
        .save = cpu_state, \
        .load = cpu_state, \
        .step = plan_step, \
        .print = print, \
        .destroy = cpu_destroy, \
        .peak_estimate = plan_peak, \
        .band = id##_band, \
        .stencil = id##_stencil, \
        .time_stencil = id##_levels, \
    };

WIDE_SCHEMES(SCHEME)

static const yee_plugin fang24 = {
    .size = sizeof fang24,
    .kind = YEE_SCHEME,
    .name = "fang24",
    .summary = "Fang's (2,4): fourth order in space, second in time, limit 0.495 in 3-D",
    .reference = "J. Fang, PhD thesis, University of California, Berkeley, 1989",
    .config_size = sizeof(cpu_config),
    .params = fixed_params,
    .ops = &fang24_ops,
};
static const yee_plugin t26 = {
    .size = sizeof t26,
    .kind = YEE_SCHEME,
    .name = "t26",
    .summary = "(2,6): sixth order in space, second in time, limit 0.465 in 3-D",
    .reference = "B. Fornberg 1988, doi:10.1090/S0025-5718-1988-0935077-0",
    .config_size = sizeof(cpu_config),
    .params = fixed_params,
    .ops = &t26_ops,
};
static const yee_plugin fv24 = {
    .size = sizeof fv24,
    .kind = YEE_SCHEME,
    .name = "fv24",
    .summary = "FV24: exact in three directions at a design frequency, limit 0.52 in 3-D",
    .reference = "M. F. Hadi 2007, IEEE Trans. Antennas Propag. 55, 2287",
    .config_size = sizeof(cpu_config),
    .params = designed_params,
    .ops = &fv24_ops,
};
static const yee_plugin fv24wb = {
    .size = sizeof fv24wb,
    .kind = YEE_SCHEME,
    .name = "fv24wb",
    .summary = "FV24-WB: fourth order in space and time, limit 0.514 in 3-D",
    .reference = "M. F. Hadi 2007, IEEE Trans. Antennas Propag. 55, 2287",
    .config_size = sizeof(cpu_config),
    .params = fixed_params,
    .ops = &fv24wb_ops,
};
static const yee_plugin ztc = {
    .size = sizeof ztc,
    .kind = YEE_SCHEME,
    .name = "ztc",
    .summary = "Balanced: exact in three directions at a design frequency, limit 0.81",
    .reference = "T. T. Zygiridis, T. D. Tsiboukis 2007, J. Comput. Phys. 226, 2372",
    .config_size = sizeof(cpu_config),
    .params = designed_params,
    .ops = &ztc_ops,
};
static const yee_plugin s44 = {
    .size = sizeof s44,
    .kind = YEE_SCHEME,
    .name = "s44",
    .summary = "S44: fourth order in space and time over four levels, limit 0.247 in 3-D",
    .reference = "J. L. Young, D. Gaitonde, J. S. Shang 1997, doi:10.1109/8.650067",
    .config_size = sizeof(cpu_config),
    .params = fixed_params,
    .ops = &s44_ops,
};
static const yee_plugin me44 = {
    .size = sizeof me44,
    .kind = YEE_SCHEME,
    .name = "me44",
    .summary = "Fourth order in space and time with Yee's limit and Yee's memory traffic",
    .config_size = sizeof(cpu_config),
    .params = fixed_params,
    .ops = &me44_ops,
};
static const yee_plugin me44x = {
    .size = sizeof me44x,
    .kind = YEE_SCHEME,
    .name = "me44x",
    .summary = "Fourth order in space and time with a limit of 0.9: the fewest bytes",
    .config_size = sizeof(cpu_config),
    .params = fixed_params,
    .ops = &me44x_ops,
};
static const yee_plugin hodge44 = {
    .size = sizeof hodge44,
    .kind = YEE_SCHEME,
    .name = "hodge44",
    .summary = "Fourth order in space and time with Yee's limit, for any metal inside",
    .config_size = sizeof(cpu_config),
    .params = fixed_params,
    .ops = &hodge44_ops,
};
static const yee_plugin ckc = {
    .size = sizeof ckc,
    .kind = YEE_SCHEME,
    .name = "ckc",
    .summary = "Cole-Karkkainen-Cowan: limit 1, no dispersion along the axes there",
    .reference = "B. M. Cowan et al. 2013, doi:10.1103/PhysRevSTAB.16.041303",
    .config_size = sizeof(cpu_config),
    .params = fixed_params,
    .ops = &ckc_ops,
};

YEE_MODULE("1.0", "BSD-3-Clause", &fang24, &t26, &fv24, &fv24wb, &ztc, &s44, &me44, &me44x,
           &hodge44, &ckc)
