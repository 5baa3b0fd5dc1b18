/* tests/cases/modules/absent.c: a third-party scheme for a machine that nobody has. */
#include "common/leapfrog.h"
#include <yee/yee.h>

#ifdef NAME /* that of Yee's scheme which others have, and which runs subdomains */
#define SUBDOMAINS true
#else
#define NAME "absent"
#define SUBDOMAINS false
#endif

static const yee_param params[] = {YEE_PARAM_END};

static yee_status available(const yee_host *host, const void *config)
{
    (void)config;
    return host->fail(host, YEE_DECLINED, "there is no abacus in this machine");
}

static yee_status traits(const void *config, yee_scheme_traits *traits)
{
    (void)config;
    traits->radius = 1;
    traits->f32 = traits->f64 = true;
    traits->subdomains = SUBDOMAINS;
    traits->bytes_per_cell = 72;
    return YEE_OK;
}

static double courant(const void *config, const yee_grid *grid, double c)
{
    (void)config;
    return SUBDOMAINS ? leapfrog_courant(grid, c) : 1e-15 / c;
}

static double dispersion(const void *config, const double d[3], double dt, double c,
                         double omega, const double k[3])
{
    (void)config;
    return SUBDOMAINS ? leapfrog_dispersion(d, dt, c, omega, k)
                      : omega - c * (k[0] + k[1] + k[2]);
}

static yee_status make(const yee_host *host, const void *config, const yee_problem *problem,
                       void **plan)
{
    (void)problem;
    (void)plan;
    return available(host, config);
}

/* Functions of a plan, for the table alone: there is never a plan. */
static yee_status run(void *p, int64_t n, const yee_sink *s)
{
    return (void)p, (void)n, (void)s, YEE_INTERNAL;
}
static yee_status finish(void *p, const yee_sink *s) { return (void)p, (void)s, YEE_INTERNAL; }
static yee_status get(void *p, int c, double *v)
{
    return (void)p, (void)c, (void)v, YEE_INTERNAL;
}
static yee_status set(void *p, int c, const double *v)
{
    return (void)p, (void)c, (void)v, YEE_INTERNAL;
}
static yee_status energy(void *p, double e[2]) { return (void)p, (void)e, YEE_INTERNAL; }
static yee_status sum(void *p, yee_sum s[2]) { return (void)p, (void)s, YEE_INTERNAL; }
static yee_status spans(void *p, const int64_t l[3], const int64_t h[3], yee_state_spans *s)
{
    return (void)p, (void)l, (void)h, (void)s, YEE_INTERNAL;
}
static yee_status extrema(void *p, yee_extrema *v) { return (void)p, (void)v, YEE_INTERNAL; }
static yee_status pieces(void *p, yee_state *s) { return (void)p, (void)s, YEE_INTERNAL; }
static int64_t step(const void *p) { return (void)p, 0; }
static int print(const void *p, char *t, size_t n) { return (void)p, (void)t, (void)n, 0; }
static void destroy(void *p) { (void)p; }

static const yee_scheme_ops ops = {
    .size = sizeof ops,
    .available = available,
    .traits = traits,
    .courant = courant,
    .dispersion = dispersion,
    .plan = make,
    .run = run,
    .finish = finish,
    .read = get,
    .write = set,
    .energy = energy,
    .extrema = extrema,
    .save = pieces,
    .load = pieces,
    .step = step,
    .print = print,
    .destroy = destroy,
    .sum_energy = sum,
    .spans = spans,
};

static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SCHEME,
    .name = NAME,
    .summary = "A scheme for an abacus",
    .params = params,
    .ops = &ops,
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
