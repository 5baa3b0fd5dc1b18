/* reference.c: the scheme "reference": the numbered step of yee/problem.h, point by point, in
 * both precisions, on one thread. Every other scheme is compared with it, and a new one starts
 * as a copy of it: docs/writing-a-scheme.md.
 *
 *     dH/dt = -curl E / mu,  dE/dt = curl H / eps, central differences in space and time
 *
 * K. S. Yee, IEEE Trans. Antennas Propag. 14 (1966) 302. Steps 1 and 3 are written once, for
 * numbers of type REAL: the file includes itself for float and for double. Laws of cells and of
 * fields are laws.c, where the state of a box lies is spans.c. */
#ifndef REAL
#include "../common/faces.h"
#include "../common/leapfrog.h"
#include "../common/points.h"
#include "../common/ports.h"
#include "plan.h"
#include <stdio.h>
#include <stdlib.h>

#define REAL float
#define TYPED(name) name##_f32
#include "reference.c"
#undef REAL
#undef TYPED
#define REAL double
#define TYPED(name) name##_f64
#include "reference.c"
#undef REAL
#undef TYPED
#else

/* ---- steps 1 and 3, in REAL ---- */

/* A component at x moved by so many points along an axis: periodic axes wrap, and beyond other
 * faces it is 0. */
static REAL TYPED(field)(const plan *p, int c, const int64_t x[3], int axis, int by)
{
    const yee_grid *g = &p->problem->grid;
    const int64_t count = g->extent[c][axis];
    int64_t y[3] = {x[0], x[1], x[2]};
    y[axis] += by;
    if (g->axis[axis].periodic)
        y[axis] += y[axis] < 0 ? count : y[axis] >= count ? -count : 0;
    else if (y[axis] < 0 || y[axis] >= count)
        return 0;
    return ((const REAL *)p->field[c])[yee_grid_index(g, c, y[0], y[1], y[2])];
}

/* D of component `of` along an axis at point x of component c; psi moves on unless `look`. */
static REAL TYPED(slope)(const plan *p, int c, const int64_t x[3], int axis, int of, bool look)
{
    const yee_axis_data *a = &p->problem->grid.axis[axis];
    const int half = yee_half(c, axis); /* F[i+1] - F[i], else F[i] - F[i-1] */
    const int64_t i = x[axis];
    if (a->invariant)
        return 0;
    const REAL difference =
        TYPED(field)(p, of, x, axis, half) - TYPED(field)(p, of, x, axis, half - 1);
    const REAL slope = (REAL)(half ? a->half_inverse[i] : a->node_inverse[i]) * difference;
    REAL *psi = p->psi[c][axis];
    if (!psi)
        return slope;
    psi += yee_grid_index(&p->problem->grid, c, x[0], x[1], x[2]);
    const REAL next = (REAL)(half ? a->half_b[i] : a->node_b[i]) * *psi +
                      (REAL)(half ? a->half_c[i] : a->node_c[i]) * difference;
    if (!look)
        *psi = next;
    return slope + next;
}

/* The new F of point x of component c; psi and sections move on unless `look`. ca*F is taken
 * as F - (1 - ca)*F: the rounding of 1 - ca, not of ca, keeps a weak loss right in float. */
static REAL TYPED(update)(const plan *p, int c, const int64_t x[3], bool look)
{
    const int a = (c + 1) % 3, b = (c + 2) % 3, other = yee_is_electric(c) ? YEE_HX : YEE_EX;
    const int64_t at = yee_grid_index(&p->problem->grid, c, x[0], x[1], x[2]);
    const yee_update *u = &p->problem->update[yee_problem_medium(p->problem, c, at)];
    const yee_section *k = p->problem->section + u->section, *end = k + u->sections;
    const REAL old = ((const REAL *)p->field[c])[at];
    const REAL curl =
        TYPED(slope)(p, c, x, a, other + b, look) - TYPED(slope)(p, c, x, b, other + a, look);
    REAL drive = yee_is_electric(c) ? curl : -curl;
    for (REAL *s = (REAL *)p->state[c] + at * p->words; k < end; s += k++->words) {
        const REAL s1 = s[0], s2 = k->words == 2 ? s[1] : 0;
        drive -= s1;
        if (!look)
            s[0] = s1 + (s2 - (REAL)k->c1 * s1 + (REAL)k->r1 * old);
        if (!look && k->words == 2)
            s[1] = s2 + ((REAL)k->rd * old - (REAL)k->c0 * s1);
    }
    return old + ((REAL)u->cb * drive - (REAL)(1 - u->ca) * old);
}

/* The new E or H goes to `to`. */
static void TYPED(sweep)(const plan *p, bool electric, void *const to[], bool look)
{
    const yee_grid *g = &p->problem->grid;
    int64_t x[3];
    for (int c = electric ? YEE_EX : YEE_HX, last = c + 3; c < last; c++)
        for (x[0] = g->begin[c][0]; g->active[c] && x[0] < g->end[c][0]; x[0]++)
            for (x[1] = g->begin[c][1]; x[1] < g->end[c][1]; x[1]++)
                for (x[2] = g->begin[c][2]; x[2] < g->end[c][2]; x[2]++)
                    ((REAL *)to[c])[yee_grid_index(g, c, x[0], x[1], x[2])] =
                        TYPED(update)(p, c, x, look);
}
#endif
#ifndef REAL

/* Steps 1b and 3b: the new values, in double; the sweep still has to find the old ones. */
static void update_exact(plan *p, bool electric)
{
    for (int64_t n = 0; n < p->near.count; n++) {
        const source_edge *e = &p->near.edge[n];
        const double old = electric ? p->exact[n] : get(p, p->field[e->component], e->index);
        double curl = 0;
        for (const source_edge_term *t = e->term; t < e->term + e->terms; t++)
            curl += t->weight * (t->slot >= 0 ? p->exact[t->slot]
                                              : get(p, p->field[t->component], t->index));
        if (yee_is_electric(e->component) == electric)
            p->exact[n] = old + (e->cb * curl - e->loss * old);
    }
}

static void round_exact(plan *p, bool electric)
{
    for (int64_t n = 0; n < p->near.count; n++)
        if (yee_is_electric(p->near.edge[n].component) == electric)
            set(p, p->field[p->near.edge[n].component], p->near.edge[n].index, p->exact[n]);
}

/* ---- steps 2, 4 and 5 ---- */

static void add(plan *p, void *const to[], int c, int64_t at, double value)
{
    const int64_t n = yee_is_electric(c) ? source_edges_find(&p->near, c, at) : -1;
    set(p, to[c], at, n >= 0 ? (p->exact[n] += value) : get(p, to[c], at) + value);
}

static void add_points(plan *p, bool electric, void *const to[])
{
    const yee_point_group *g = p->problem->group, *end = g + p->problem->groups;
    for (; g < end; g++) {
        if (yee_is_electric(g->component) != electric)
            continue;
        g->signals->fill(g->signals->self, p->step, p->signal);
        for (const yee_point *k = g->point; k < g->point + g->count; k++)
            add(p, to, g->component, k->index, k->amplitude * points_value(g, k, p->signal));
    }
}

static double port_voltage(const plan *p, const yee_port *q)
{
    double sum = 0;
    for (const yee_port_edge *e = q->edge; e < q->edge + q->count; e++)
        sum += e->voltage * get(p, p->field[q->component], e->index);
    return sum;
}

static void apply_ports(plan *p)
{
    for (int64_t n = 0; n < p->problem->ports; n++) {
        const yee_port *q = &p->problem->port[n];
        q->signals->fill(q->signals->self, p->step, p->signal);
        p->current[n] = ports_current(q, p->step, p->voltage[n], port_voltage(p, q),
                                      p->signal[0], p->link + ports_words(p->problem, n));
        for (const yee_port_edge *e = q->edge; e < q->edge + q->count; e++)
            add(p, p->field, q->component, e->index, e->current * p->current[n]);
    }
}

/* What a point stores, J/m^3, its next F given: yee_update.energy. */
static double density(const plan *p, int c, int64_t at, double next)
{
    const yee_update *u = &p->problem->update[yee_problem_medium(p->problem, c, at)];
    const yee_section *k = p->problem->section + u->section, *end = k + u->sections;
    const double f = get(p, p->field[c], at);
    double sum = u->energy[0] * f * f + u->energy[1] * f * next;
    for (int64_t s = at * p->words; k < end; s += k++->words) {
        const double s1 = get(p, p->state[c], s), *e = k->energy;
        const double s2 = k->words == 2 ? get(p, p->state[c], s + 1) : 0;
        sum += f * (e[0] * s1 + e[1] * s2) + s1 * (e[2] * s1 + e[3] * s2) + e[4] * s2 * s2;
    }
    return sum;
}

static double tap_field(const void *made, int c, int64_t at)
{
    return get(made, ((const plan *)made)->field[c], at);
}

static yee_status sum_energy(void *made, yee_sum sum[2])
{
    plan *p = made;
    const yee_grid *g = &p->problem->grid;
    laws_part_fields(p, MAGNETIC);
    (p->single ? sweep_f32 : sweep_f64)(p, false, p->next, true);
    add_points(p, false, p->next);
    laws_join_fields(p, MAGNETIC, false);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        int64_t b[3], e[3];
        for (int a = 0; a < 3; a++)
            yee_own_points(p->problem, c, a, &b[a], &e[a]);
        for (int64_t i = b[0]; g->active[c] && i < e[0]; i++)
            for (int64_t j = b[1]; j < e[1]; j++)
                for (int64_t k = b[2]; k < e[2]; k++) {
                    const int64_t at = yee_grid_index(g, c, i, j, k);
                    yee_sum_add(&sum[c / 3], leapfrog_volume(g, c, i, j, k) *
                                                 density(p, c, at, get(p, p->next[c], at)));
                }
    }
    edge_laws_energy(&p->laws, tap_field, p, &sum[0]);
    laws_energy(p, sum);
    return YEE_OK;
}

static yee_status energy(void *made, double energy[2])
{
    yee_sum sum[2] = {0};
    sum_energy(made, sum);
    for (int n = 0; n < 2; n++)
        energy[n] = yee_sum_value(&sum[n]);
    return YEE_OK;
}

static void tap_port(const void *made, int64_t port, double record[2])
{
    const plan *p = made;
    record[0] = (p->voltage[port] + port_voltage(p, &p->problem->port[port])) / 2;
    record[1] = p->current[port];
}

/* ---- the functions of yee_scheme_ops ---- */

static yee_status run(void *made, int64_t steps, const yee_sink *sink)
{
    plan *p = made;
    yee_status status = YEE_OK;
    for (int64_t end = p->step + steps; p->step < end && !status;) {
        for (int64_t n = 0; n < p->problem->ports; n++)
            p->voltage[n] = port_voltage(p, &p->problem->port[n]);
        edge_laws_play(&p->laws, p->step);
        edge_laws_keep(&p->laws, p->field, 0, p->laws.runs);
        laws_step_cells(p);
        for (int electric = 0; electric < 2; electric++) { /* 1, 1b, 2; then 3, 3a, 3b, 4 */
            update_exact(p, electric);
            laws_part_fields(p, electric ? FIELDS : MAGNETIC);
            (p->single ? sweep_f32 : sweep_f64)(p, electric, p->field, false);
            if (electric)
                laws_lose_currents(p);
            round_exact(p, electric);
            add_points(p, electric, p->field);
            if (!electric)
                laws_join_fields(p, MAGNETIC, true);
        }
        apply_ports(p);
        edge_laws_apply(&p->laws, p->field, 0, p->laws.runs);
        laws_join_fields(p, FIELDS, true);
        p->step++;
        status = taps_take(&p->taps, p->step, sink);
    }
    return status;
}

static yee_status finish(void *made, const yee_sink *sink)
{
    return taps_finish(&((const plan *)made)->taps, ((const plan *)made)->step, sink);
}

static yee_status read(void *made, int c, double *values)
{
    const plan *p = made;
    for (int64_t n = 0; n < yee_grid_points(&p->problem->grid, c); n++)
        values[n] = get(p, p->field[c], n);
    return YEE_OK;
}

/* Points that are not updated, on PEC faces, stay 0; edges of fields get L. */
static yee_status write(void *made, int c, const double *values)
{
    plan *p = made;
    const yee_grid *g = &p->problem->grid;
    laws_part_fields(p, yee_is_electric(c) ? FIELDS : MAGNETIC);
    for (int64_t i = g->begin[c][0]; i < g->end[c][0]; i++)
        for (int64_t j = g->begin[c][1]; j < g->end[c][1]; j++)
            for (int64_t k = g->begin[c][2]; k < g->end[c][2]; k++) {
                const int64_t at = yee_grid_index(g, c, i, j, k);
                set(p, p->field[c], at, values[at]);
            }
    laws_join_fields(p, yee_is_electric(c) ? FIELDS : MAGNETIC, false);
    for (int64_t n = 0; n < p->near.count; n++)
        if (p->near.edge[n].component == c)
            p->exact[n] = get(p, p->field[c], p->near.edge[n].index);
    return YEE_OK;
}

/* The largest value is the larger of |E| and eta0 |H|. */
static yee_status extrema(void *made, yee_extrema *v)
{
    const plan *p = made;
    double most[2] = {0, 0}, largest = -1;
    v->finite = true;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int64_t n = 0; v->finite && n < yee_grid_points(&p->problem->grid, c); n++) {
            const double f = fabs(get(p, p->field[c], n)), scaled = c < 3 ? f : YEE_ETA0 * f;
            v->finite = isfinite(f);
            most[c / 3] = f <= most[c / 3] ? most[c / 3] : f; /* NaN, too */
            if (!(scaled <= largest)) {
                largest = scaled;
                v->component = c;
                v->index = n;
            }
        }
    v->electric = most[0];
    v->magnetic = most[1];
    return YEE_OK;
}

static yee_status save_or_load(void *made, yee_state *state)
{
    plan *p = made;
    const bool apart = YEE_HAS(state, apart), cells = p->problem->cell_runs ||
                                                      p->problem->field_cells ||
                                                      p->problem->magnetic_cells;
    yee_status status = state->piece(state, "step", &p->step, sizeof p->step);
    if (!status && (!apart || cells)) /* words of cells are in no span */
        status = state->piece(state, "fields", p->memory, p->changing);
    if (!status)
        status = edge_laws_exchange(&p->laws, state);
    return status ? status : taps_exchange(&p->taps, state);
}

static int64_t step(const void *made) { return ((const plan *)made)->step; }

static int print(const void *made, char *text, size_t size)
{
    const plan *p = made;
    return snprintf(text, size, "reference: point by point, float%d, one thread, %.1f MB",
                    p->single ? 32 : 64, (double)p->bytes / 1e6);
}

static void destroy(void *made)
{
    plan *p = made;
    source_edges_free(&p->near);
    edge_laws_free(&p->laws);
    free(p->memory);
    free(p);
}

/* Counts or places all arrays: what steps change first, as checkpoints keep it in one piece. */
static void lay_out(plan *p)
{
    const yee_problem *q = p->problem;
    const size_t real = p->single ? sizeof(float) : sizeof(double);
    int64_t signals = 1;
    p->bytes = 0;
    for (int64_t m = 0; m < q->media; m++)
        p->words = 2 * q->update[m].sections > p->words ? 2 * q->update[m].sections : p->words;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t points = yee_grid_points(&q->grid, c);
        p->field[c] = plan_take(p, points, real);
        for (int a = 0; a < 3; a++)
            if (a != yee_direction(c) && q->grid.axis[a].layer[0] + q->grid.axis[a].layer[1])
                p->psi[c][a] = plan_take(p, points, real);
        p->state[c] = plan_take(p, points * p->words, real);
    }
    laws_lay_out(p, true);
    p->exact = plan_take(p, p->near.count, sizeof *p->exact);
    p->link = plan_take(p, ports_words(q, q->ports), sizeof *p->link);
    p->changing = p->bytes;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        p->next[c] = plan_take(p, yee_grid_points(&q->grid, c), real);
    laws_lay_out(p, false);
    for (int64_t n = 0; n < q->groups; n++)
        signals = q->group[n].signals->count > signals ? q->group[n].signals->count : signals;
    p->signal = plan_take(p, signals, sizeof *p->signal);
    p->voltage = plan_take(p, q->ports, sizeof *p->voltage);
    p->current = plan_take(p, q->ports, sizeof *p->current);
    p->dft = plan_take(p, q->taps, sizeof *p->dft);
    for (int64_t n = 0; n < q->taps; n++) {
        const bool summed = q->tap[n].kind == YEE_TAP_DFT;
        double *sums = plan_take(p, summed ? q->tap[n].values : 0, sizeof *sums);
        if (p->memory)
            p->dft[n] = sums;
    }
}

static yee_status make(const yee_host *host, const void *config, const yee_problem *q,
                       void **made)
{
    (void)config;
    yee_status status = faces_check_subdomain(host, q, "reference");
    if (status || (status = ports_check(host, q)))
        return status;
    plan *p = calloc(1, sizeof *p);
    if (!p)
        return host->fail(host, YEE_MEMORY, "no memory for a plan");
    *p = (plan){.problem = q, .single = q->precision == YEE_F32};
    if (edge_laws_make(q, edge_laws_axis(q), true, &p->laws) &&
        source_edges_make(q, NULL, NULL, &p->near)) {
        lay_out(p);
        p->memory = calloc(1, (size_t)p->bytes);
    }
    if (!p->memory) {
        destroy(p);
        return host->fail(host, YEE_MEMORY, "the fields need more memory than there is");
    }
    lay_out(p);
    laws_begin(p);
    p->taps = (taps){host, q, p->dft, p, tap_field, tap_port, energy};
    *made = p;
    return YEE_OK;
}

static yee_status traits(const void *config, yee_scheme_traits *traits)
{
    traits->subdomains = true;
    traits->laws = traits->subdomain_laws =
        YEE_LAW_EDGE | YEE_LAW_CELL | YEE_LAW_FIELD | YEE_LAW_MAGNETIC;
    return leapfrog_traits(config, traits);
}

static const yee_param params[] = {YEE_PARAM_END};

static const yee_scheme_ops ops = {
    .size = sizeof ops,
    .available = leapfrog_available,
    .traits = traits,
    .courant = leapfrog_limit,
    .dispersion = leapfrog_residual,
    .plan = make,
    .run = run,
    .finish = finish,
    .read = read,
    .write = write,
    .energy = energy,
    .extrema = extrema,
    .save = save_or_load,
    .load = save_or_load,
    .step = step,
    .print = print,
    .destroy = destroy,
    .spans = plan_spans,
    .sum_energy = sum_energy,
};

static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SCHEME,
    .name = "reference",
    .summary = "Yee's leapfrog point by point: every form, both precisions, the definition",
    .reference = "K. S. Yee 1966, doi:10.1109/TAP.1966.1138693",
    .params = params,
    .ops = &ops,
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
#endif
