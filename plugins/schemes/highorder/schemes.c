/* schemes.c: the high-order schemes on the CPU: rows with OpenMP threads, both
 * precisions, over the plan of "reference". The weights are in the file of each scheme. */
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
    static yee_status id##_card(const void *config, yee_scheme_card *card) \
    { \
        (void)config; \
        return wide_card(&wide_##id, card); \
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
    static void id##_levels(const void *config, double rate[YEE_LEVELS], \
                            double mean[YEE_LEVELS]) \
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
        .card = id##_card, \
        .courant = id##_courant, \
        .dispersion = id##_dispersion, \
        .plan = id##_plan, \
        .run = plan_run, \
        .finish = plan_finish, \
        .read = plan_read, \
        .write = plan_write, \
        .energy = plan_sum, \
        .vitals = plan_look, \
        .save = cpu_state, \
        .load = cpu_state, \
        .step = plan_step, \
        .print = print, \
        .destroy = cpu_destroy, \
        .glance = plan_peak, \
        .band = id##_band, \
        .stencil = id##_stencil, \
        .levels = id##_levels, \
    };

WIDE_SCHEMES(SCHEME)

static const yee_plugin fang24 = {
    sizeof fang24,
    YEE_SCHEME,
    "fang24",
    "Fang's (2,4): fourth order in space, second in time, limit 0.495 in 3-D",
    "J. Fang, PhD thesis, University of California, Berkeley, 1989",
    sizeof(cpu_config),
    fixed_params,
    &fang24_ops,
};
static const yee_plugin t26 = {
    sizeof t26,
    YEE_SCHEME,
    "t26",
    "(2,6): sixth order in space, second in time, limit 0.465 in 3-D",
    "B. Fornberg 1988, doi:10.1090/S0025-5718-1988-0935077-0",
    sizeof(cpu_config),
    fixed_params,
    &t26_ops,
};
static const yee_plugin fv24 = {
    sizeof fv24,
    YEE_SCHEME,
    "fv24",
    "FV24: exact in three directions at a design frequency, limit 0.52 in 3-D",
    "M. F. Hadi 2007, IEEE Trans. Antennas Propag. 55, 2287",
    sizeof(cpu_config),
    designed_params,
    &fv24_ops,
};
static const yee_plugin fv24wb = {
    sizeof fv24wb,
    YEE_SCHEME,
    "fv24wb",
    "FV24-WB: fourth order in space and time, limit 0.514 in 3-D",
    "M. F. Hadi 2007, IEEE Trans. Antennas Propag. 55, 2287",
    sizeof(cpu_config),
    fixed_params,
    &fv24wb_ops,
};
static const yee_plugin ztc = {
    sizeof ztc,
    YEE_SCHEME,
    "ztc",
    "Balanced: exact in three directions at a design frequency, limit 0.81",
    "T. T. Zygiridis, T. D. Tsiboukis 2007, J. Comput. Phys. 226, 2372",
    sizeof(cpu_config),
    designed_params,
    &ztc_ops,
};
static const yee_plugin s44 = {
    sizeof s44,
    YEE_SCHEME,
    "s44",
    "S44: fourth order in space and time over four levels, limit 0.247 in 3-D",
    "J. L. Young, D. Gaitonde, J. S. Shang 1997, doi:10.1109/8.650067",
    sizeof(cpu_config),
    fixed_params,
    &s44_ops,
};
static const yee_plugin me44 = {
    sizeof me44,  YEE_SCHEME,
    "me44",       "Fourth order in space and time with Yee's limit and Yee's memory traffic",
    NULL,         sizeof(cpu_config),
    fixed_params, &me44_ops,
};
static const yee_plugin me44x = {
    sizeof me44x, YEE_SCHEME,
    "me44x",      "Fourth order in space and time with a limit of 0.9: the fewest bytes",
    NULL,         sizeof(cpu_config),
    fixed_params, &me44x_ops,
};
static const yee_plugin hodge44 = {
    sizeof hodge44, YEE_SCHEME,
    "hodge44",      "Fourth order in space and time with Yee's limit, for any metal inside",
    NULL,           sizeof(cpu_config),
    fixed_params,   &hodge44_ops,
};
static const yee_plugin ckc = {
    sizeof ckc,
    YEE_SCHEME,
    "ckc",
    "Cole-Karkkainen-Cowan: limit 1, no dispersion along the axes there",
    "B. M. Cowan et al. 2013, doi:10.1103/PhysRevSTAB.16.041303",
    sizeof(cpu_config),
    fixed_params,
    &ckc_ops,
};

YEE_MODULE("1.0", "BSD-3-Clause", &fang24, &t26, &fv24, &fv24wb, &ztc, &s44, &me44, &me44x,
           &hodge44, &ckc)
