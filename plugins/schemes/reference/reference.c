/* reference.c: the scheme "reference": Yee's leapfrog in plain loops, every closed form, both
 * precisions. It executes what yee/problem.h says, step by step in that order, and is the
 * definition of truth that other schemes are compared with.
 *
 *     dH/dt = -curl E / mu,  dE/dt = curl H / eps, central differences in space and time
 *
 * K. S. Yee, IEEE Trans. Antennas Propag. 14 (1966) 302. Read next: fields.h (the loops), then
 * points.c, taps.c and plan.c. */
#include "../leapfrog.h"
#include "plan.h"
#include <yee/yee.h>

static const yee_param params[] = {YEE_PARAM_END};

static yee_status available(const yee_host *host, const void *config)
{
    (void)host;
    (void)config;
    return YEE_OK;
}

/* In vacuum a sweep reads three components, and reads and writes three: 9 words, twice. */
static yee_status card(const void *config, yee_scheme_card *card)
{
    (void)config;
    card->radius = 1;
    card->f32 = card->f64 = true;
    card->bytes_per_cell = 2 * 9 * sizeof(float);
    return YEE_OK;
}

static double courant(const void *config, const yee_grid *grid, double c)
{
    (void)config;
    return leapfrog_courant(grid, c);
}

static double dispersion(const void *config, const double d[3], double dt, double c,
                         double omega, const double k[3])
{
    (void)config;
    return leapfrog_dispersion(d, dt, c, omega, k);
}

static yee_status make(const yee_host *host, const void *config, const yee_problem *problem,
                       void **made)
{
    (void)config;
    plan *p;
    yee_status status = plan_make(host, problem, &p);
    if (status == YEE_OK)
        *made = p;
    return status;
}

static yee_status run(void *made, int64_t steps, const yee_sink *sink)
{
    plan *p = made;
    yee_status status = YEE_OK;
    for (int64_t end = p->step + steps; p->step < end && status == YEE_OK;) {
        points_play(p);
        ports_before(p);
        near_keep(p);
        p->fields->sweep(p, false);
        near_update(p, false);
        points_add(p, false);
        p->fields->sweep(p, true);
        near_update(p, true);
        points_add(p, true);
        ports_apply(p);
        p->step++;
        status = taps_take(p, sink);
    }
    return status;
}

static yee_status finish(void *made, const yee_sink *sink) { return taps_finish(made, sink); }

static yee_status get(void *made, int component, double *values)
{
    const plan *p = made;
    int c = p->as[component];
    int64_t points = yee_grid_points(&p->grid, c);
    for (int64_t i = 0; i < points; i++)
        values[i] = field_value(p, c, i);
    return YEE_OK;
}

/* Points on a PEC face stay 0. */
static yee_status set(void *made, int component, const double *values)
{
    plan *p = made;
    int c = p->as[component];
    const int64_t *n = p->grid.extent[c], *b = p->grid.begin[c], *e = p->grid.end[c];
    for (int64_t i = b[0]; i < e[0]; i++)
        for (int64_t j = b[1]; j < e[1]; j++)
            for (int64_t k = b[2]; k < e[2]; k++) {
                int64_t at = (i * n[1] + j) * n[2] + k;
                field_set(p, c, at, values[at]);
            }
    near_reset(p);
    return YEE_OK;
}

static yee_status energy(void *made, double energy[2])
{
    plan_energy(made, energy);
    return YEE_OK;
}

static yee_status vitals(void *made, yee_vitals *vitals)
{
    plan_vitals(made, vitals);
    return YEE_OK;
}

static yee_status glance(void *made, double *electric)
{
    *electric = plan_glance(made);
    return YEE_OK;
}

static yee_status pieces(void *made, yee_state *state) { return plan_pieces(made, state); }

static int64_t step(const void *made) { return ((const plan *)made)->step; }

static int print(const void *made, char *text, size_t size)
{
    return plan_print(made, text, size);
}

static void destroy(void *made) { plan_free(made); }

static const yee_scheme_ops ops = {
    .size = sizeof ops,
    .available = available,
    .card = card,
    .courant = courant,
    .dispersion = dispersion,
    .plan = make,
    .run = run,
    .finish = finish,
    .read = get,
    .write = set,
    .energy = energy,
    .vitals = vitals,
    .save = pieces,
    .load = pieces,
    .step = step,
    .print = print,
    .destroy = destroy,
    .glance = glance,
};

static const yee_plugin plugin = {
    sizeof plugin,
    YEE_SCHEME,
    "reference",
    "Yee's leapfrog in plain loops: every form, both precisions, the definition of truth",
    "K. S. Yee 1966, doi:10.1109/TAP.1966.1138693",
    0,
    params,
    &ops,
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
