/* core/run/sentinel.c: notices that a run leaves the physical range, and says where and why.
 *
 * In the norm of the stored energy a step of a passive, stable problem never lengthens the
 * state, so the root of the energy is at most that of the start plus what every step's sources
 * add,
 *
 *     sqrt(W) <= sqrt(W0) + sum over steps of sqrt(sum over points of eps V (amplitude v)^2/2),
 *
 * and no field can be larger than all that energy in the smallest cell makes it. Beyond MARGIN
 * times that (the discrete norm differs from the one above by the Courant number, layers store
 * some of it) the run has diverged. */
#include "sentinel.h"
#include "communicator.h"
#include "model/backward.h"
#include "plugin/call.h"
#include "problem/media/section.h"
#include "reach.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MARGIN 10.0
/* Growth of the field per step up to which a stretched layer before a wall is taken for the cause:
 * 1.001 is the largest that was seen, and what violates a bound grows by more than this. */
#define SLOWLY 1.02
#define SAMPLES 10 /* of the sources in the steps between two checks */
#define FAR \
    0.01 /* of the range: what a peak_estimate takes for a field that may be beyond it */
#define WATCH 32 /* steps that show the growth of a run that has diverged */

struct yee_sentinel {
    const yee_model *model;
    const yee_scheme_ops *ops;
    void *plan;
    int64_t every, last; /* step of the last check */
    double norm;         /* bound of sqrt(W), sqrt(J), up to the step `summed` */
    int64_t summed;
    double least[2]; /* sqrt(W) of a unit E, H in the smallest cell */
    double *value;   /* room for the signals of a step */
    double *words;   /* room for those of a link */
    double **weight; /* shape [groups][signals], J */
    bool glanced;    /* the last check had the peak estimate alone */
    double reach;    /* V/m: the least of the laws in use */
    bool warned;     /* of a field beyond it */
    bool unbounded;  /* a law may give energy: the norm bounds nothing */
};

/* Volume a point stands for: the product of the widths of the cell at its index. */
static double point_volume(const yee_grid *g, int c, int64_t index)
{
    const int64_t *e = g->extent[c];
    const int64_t at[3] = {index / (e[1] * e[2]), index / e[2] % e[1], index % e[2]};
    double volume = 1;
    for (int a = 0; a < 3; a++) {
        const int64_t i = at[a] < g->axis[a].cells ? at[a] : g->axis[a].cells - 1;
        volume *= g->axis[a].node[i + 1] - g->axis[a].node[i];
    }
    return volume;
}

static double point_energy(const yee_problem *p, int c, int64_t index, double field)
{
    const yee_update *u = &p->update[yee_problem_medium(p, c, index)];
    return (u->energy[0] + u->energy[1]) * point_volume(&p->grid, c, index) * field * field;
}

/* The energy that a group's points add per unit of each of its signals, J: shape [signals]. */
static bool weigh(yee_sentinel *s)
{
    const yee_problem *p = &s->model->problem;
    s->weight = yee_arena_alloc(s->model->arena, (size_t)p->groups * sizeof *s->weight + 1);
    for (int64_t g = 0; s->weight && g < p->groups; g++) {
        const yee_point_group *group = &p->group[g];
        double *w = yee_arena_alloc(s->model->arena, (size_t)group->signals->count * sizeof *w);
        s->weight[g] = w;
        for (int64_t i = 0; w && i < group->count; i++) {
            const yee_point *q = &group->point[i];
            w[q->signal] += point_energy(p, group->component, q->index, q->amplitude);
        }
        if (!w)
            return false;
    }
    return s->weight != NULL;
}

yee_sentinel *yee_sentinel_new(const yee_model *model, const yee_scheme_ops *ops, void *plan,
                               int64_t every, bool zero)
{
    const yee_problem *p = &model->problem;
    int64_t most = 1;
    yee_sentinel *s = yee_arena_alloc(model->arena, sizeof *s);
    if (!s)
        return NULL;
    *s = (yee_sentinel){.model = model,
                        .ops = ops,
                        .plan = plan,
                        .every = every,
                        .last = YEE_CALL(model->scheme, ops, step, plan),
                        .summed = YEE_CALL(model->scheme, ops, step, plan),
                        .reach = yee_reach_least(model),
                        .unbounded = yee_reach_active(model)};
    for (int64_t g = 0; g < p->groups; g++)
        most = p->group[g].signals->count > most ? p->group[g].signals->count : most;
    s->value = yee_arena_alloc(model->arena, (size_t)most * sizeof *s->value);
    int64_t words = 1;
    for (int64_t i = 0; i < p->ports; i++)
        if (p->port[i].link && p->port[i].link->words > words)
            words = p->port[i].link->words;
    s->words = yee_arena_alloc(model->arena, (size_t)words * sizeof *s->words);

    double inf[2] = {INFINITY, INFINITY}, start[2] = {0, 0};
    for (int64_t i = 0; i < p->media; i++)
        if (p->medium[i].conductor == YEE_NOT_CONDUCTOR)
            inf[p->medium[i].magnetic] =
                fmin(inf[p->medium[i].magnetic], p->medium[i].response.inf);
    const double volume = yee_grid_smallest_cell(&p->grid);
    s->least[0] = sqrt(0.5 * YEE_EPS0 * inf[0] * volume);
    s->least[1] = sqrt(0.5 * YEE_MU0 * inf[1] * volume);
    yee_extrema v = {.size = sizeof v};
    if (!zero && !YEE_CALL(model->scheme, ops, extrema, plan, &v) && v.finite &&
        (v.electric > 0 || v.magnetic > 0) &&
        !YEE_CALL(model->scheme, ops, energy, plan, start))
        s->norm = sqrt(fabs(start[0]) + fabs(start[1]));
    yee_diag_clear(model->diag); /* a scheme that cannot tell is asked again, and heard then */
    return s->value && s->words && weigh(s) ? s : NULL;
}

int64_t yee_sentinel_steps_until_check(const yee_sentinel *s, int64_t step)
{
    return s->every ? s->last + s->every - step : INT64_MAX;
}

/* A, of a port without a voltage: what its source drives. A link without a source gives 0 from
 * words that are 0; what one holds in its words came from the fields or from its source. */
static double driven(yee_sentinel *s, const yee_port *port, int64_t step)
{
    if (port->link) {
        memset(s->words, 0, (size_t)port->link->words * sizeof *s->words);
        return port->link->current(port->link->self, step, 0, 0, 0.5 * port->feedback,
                                   s->words);
    }
    double volts = 0;
    port->signals->fill(port->signals->self, step, &volts);
    return volts / (port->resistance + 0.5 * port->feedback);
}

/* Root of the energy that the sources add in one step. */
static double added(yee_sentinel *s, int64_t step)
{
    const yee_problem *p = &s->model->problem;
    double energy = 0;
    for (int64_t g = 0; g < p->groups; g++) {
        const yee_signals *signals = p->group[g].signals;
        signals->fill(signals->self, step, s->value);
        for (int64_t i = 0; i < signals->count; i++)
            energy += s->weight[g][i] * s->value[i] * s->value[i];
    }
    for (int64_t i = 0; i < p->ports; i++) {
        const yee_port *port = &p->port[i];
        const double amperes = driven(s, port, step);
        for (int64_t e = 0; e < port->count; e++)
            energy += point_energy(p, port->component, port->edge[e].index,
                                   port->edge[e].current * amperes);
    }
    return sqrt(energy);
}

/* The largest field as the root of its energy in the smallest cell, sqrt(J). */
static double size_of(const yee_sentinel *s, const yee_extrema *v)
{
    return fmax(s->least[0] * v->electric, s->least[1] * v->magnetic);
}

/* -- the sentence -- */

static const char *nearest_face(const yee_grid *g, int c, const int64_t at[3],
                                int64_t *distance)
{
    const char *best = "";
    *distance = INT64_MAX;
    for (int a = 0; a < 3; a++) {
        if (g->axis[a].invariant)
            continue;
        const int64_t n = g->axis[a].cells, gap[2] = {at[a], n - at[a] - yee_half(c, a)};
        for (int side = 0; side < 2; side++)
            if (gap[side] < *distance) {
                *distance = gap[side];
                best = yee_face_name[2 * a + side];
            }
    }
    return best;
}

/* The defect of a layer: its memory grows or feeds the wave, or it squeezes the cells so
 * that the time step is too long for them; NULL: nothing. *face: its face. */
static const char *bad_layer(const yee_grid *g, int *face)
{
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &g->axis[a];
        for (int64_t i = 0; !axis->invariant && i < axis->cells; i++) {
            const double kappa =
                1 / (axis->half_inverse[i] * (axis->node[i + 1] - axis->node[i]));
            *face = 2 * a + (2 * i >= axis->cells);
            if (!(axis->half_b[i] >= 0 && axis->half_b[i] <= 1 && axis->half_c[i] <= 0 &&
                  axis->node_b[i] >= 0 && axis->node_b[i] <= 1 && axis->node_c[i] <= 0))
                return "amplifies (its sigma or alpha is negative)";
            if (!(kappa >= 1 - 1e-9))
                return "squeezes the cells (its kappa is below 1)";
        }
    }
    return NULL;
}

static const yee_medium *active_medium(const yee_problem *p)
{
    for (int64_t i = 0; i < p->media; i++) {
        const yee_medium *m = &p->medium[i];
        const double base = m->magnetic ? YEE_MU0 : YEE_EPS0, top = YEE_PI / p->grid.dt;
        double omega;
        if (m->conductor == YEE_NOT_CONDUCTOR &&
            !yee_response_passive(&m->response, base, 1e-6 * top, top, &omega))
            return m;
        for (int s = 0; s < p->update[i].sections; s++)
            if (!(yee_section_radius(&p->section[p->update[i].section + s]) <= 1 + 1e-12))
                return m;
    }
    return NULL;
}

/* The material that a layer holds and whose waves may run backward at frequencies that the
 * steps can tell; NULL: none. *face: of a layer that has both it and the point. */
static const char *backward_medium(const yee_model *m, int c, const int64_t at[3], int *face,
                                   yee_backward *b)
{
    for (*face = 0; *face < 6; ++*face)
        for (size_t i = 0;
             yee_grid_in_layer(&m->problem.grid, c, at, *face) && i < m->materials; i++)
            if (yee_backward_find(m, i, *face, 0, 0.5 / m->problem.grid.dt, b))
                return m->material_name[i];
    return NULL;
}

/* Whether the sources alone may drive fields beyond the numbers of the precision: by the bound of
 * all that they add. In float64 it is the squares, of energies, that end first. */
static bool beyond_numbers(const yee_sentinel *s)
{
    const double most =
        s->model->problem.precision == YEE_F32 ? (double)FLT_MAX : sqrt(DBL_MAX);
    return !(s->norm / fmin(s->least[0], s->least[1]) < most);
}

/* A stretched layer before a wall; false: there is none. It gives power to what decays within it:
 * docs/absorber.md. */
static bool stretched_layer(const yee_model *m, int *face)
{
    const yee_axis_data *axis = m->problem.grid.axis;
    for (*face = 0; *face < 6; ++*face)
        if (axis[*face / 2].layer[*face % 2] > 0 &&
            !strcmp(m->closed_by[*face]->plugin->name, "cpml"))
            return true;
    return false;
}

/* v: the field there, which is no number where the range was passed between two checks, and then
 * says nothing of where it began. grown: the field's growth per step */
static void cause(const yee_sentinel *s, const yee_extrema *v, const int64_t at[3],
                  double grown, char *text, size_t size)
{
    const int component = v->component;
    const yee_model *m = s->model;
    const yee_problem *p = &m->problem;
    const bool single = p->precision == YEE_F32;
    const yee_scheme_ops *ops = m->scheme->plugin->ops;
    const double c = YEE_C0 / sqrt(yee_voxels_slowness(m->voxels));
    const double part =
        p->grid.dt / YEE_CALL(m->scheme, ops, courant, m->scheme->config, &p->grid, c);
    const yee_medium *active = active_medium(p);
    int face, own;
    bool inside = false;
    yee_backward b;
    const char *layer = bad_layer(&p->grid, &face);
    const char *backward = backward_medium(m, component, at, &own, &b);
    for (int f = 0; f < 6; f++)
        inside = inside || yee_grid_in_layer(&p->grid, component, at, f);
    if (beyond_numbers(s))
        snprintf(text, size,
                 "the sources drive fields beyond the numbers of %s, which end at %.2g; give "
                 "smaller ones%s",
                 single ? "f32" : "f64", single ? (double)FLT_MAX : DBL_MAX,
                 single ? ", or precision = f64" : "");
    else if (part > 1 + 1e-9)
        snprintf(text, size, "the time step is %.4g of the stability limit; use courant = 0.99",
                 part);
    else if (s->warned)
        snprintf(text, size, "fields beyond the reach of a law, as warned of above");
    else if (active)
        snprintf(text, size, "the medium '%s' gains energy; check its losses", active->name);
    else if (layer)
        snprintf(text, size, "the absorbing layer at %s %s; check its boundary plugin '%s'",
                 yee_face_name[face], layer, m->closed_by[face]->plugin->name);
    else if (!v->finite && isfinite(s->reach)) /* a layer does not grow that fast */
        snprintf(
            text, size,
            "fields beyond the %.3g V/m that a law is meant for, reached between two looks; "
            "weaker sources, or sentinel = 1 to see where it begins",
            s->reach);
    else if (backward)
        snprintf(
            text, size,
            "the absorbing layer at %s, which amplifies waves that run backward, and '%s' in "
            "it "
            "carries such waves (its %s negative); take type = absorber at that face, or end "
            "the object a cell before the layer",
            yee_face_name[own], backward,
            b.both  ? "eps and mu are"
            : b.eps ? "eps is"
                    : "mu is");
    else if (inside)
        snprintf(text, size,
                 "the absorbing layer, within which it %s; a larger kappa or alpha, or "
                 "more cells "
                 "between objects and layer, may help",
                 v->finite ? "started" : "was found");
    else if (grown < SLOWLY && stretched_layer(m, &own))
        snprintf(
            text, size,
            "a wave just below a cutoff, held by objects near the layer at %s, which gives "
            "power to what decays within it; more cells there, a larger kappa_max, or type = "
            "absorber would be right; if it grows with these, please report it",
            yee_face_name[own]);
    else
        snprintf(text, size,
                 "none of those yee knows (time step, media and layers are sound); please "
                 "report it");
}

static yee_status diverged(const yee_sentinel *s, const yee_extrema *v, int64_t step,
                           double grown, bool more)
{
    const yee_model *m = s->model;
    const yee_grid *g = &m->problem.grid;
    const int c = v->component;
    const int64_t *e = g->extent[c];
    const int64_t at[3] = {v->index / (e[1] * e[2]), v->index / e[2] % e[1], v->index % e[2]};
    const uint32_t medium = yee_problem_medium(&m->problem, c, v->index);
    int64_t distance;
    char why[384], size[64], rate[64] = "";
    const char *face = nearest_face(g, c, at, &distance);
    cause(s, v, at, grown, why, sizeof why);
    if (!beyond_numbers(s)) /* else it is the sources that grow */
        snprintf(rate, sizeof rate, ", growing %s%.4g times per step", more ? "more than " : "",
                 grown);
    if (v->finite)
        snprintf(size, sizeof size, "%.3g %s", c < 3 ? v->electric : v->magnetic,
                 c < 3 ? "V/m" : "A/m");
    else
        snprintf(size, sizeof size, "not finite");
    return yee_diag_fail(
        m->diag, YEE_DIVERGED, &m->run_place,
        "the run diverged: after step %lld %s is %s in cell (%lld, %lld, %lld) at (%.6g, %.6g, "
        "%.6g) m in "
        "'%s', %lld cells from face %s%s; likely cause: %s",
        (long long)step, yee_component_name(c), size, (long long)at[0], (long long)at[1],
        (long long)at[2], yee_grid_position(g, c, 0, at[0]), yee_grid_position(g, c, 1, at[1]),
        yee_grid_position(g, c, 2, at[2]),
        medium < (uint32_t)m->problem.media ? m->problem.medium[medium].name : "",
        (long long)distance, face, rate, why);
}

/* Growth per step, by the energy of more steps, as many as there is a number for: a field
 * swings within its period, and above the Courant limit the magnetic energy is negative.
 * Without any, what it took at least to get from the edge of the physical range to here. */
static double growth(const yee_sentinel *s, const yee_extrema *v, double size, int64_t steps,
                     bool *more)
{
    const double most = s->model->problem.precision == YEE_F32 ? FLT_MAX : DBL_MAX;
    const double end = v->finite ? size : most * fmin(s->least[0], s->least[1]);
    double grown = pow(end / fmax(MARGIN * s->norm, DBL_MIN), 1 / (double)steps);
    double before[2], after[2];
    *more = true;
    if (!v->finite || YEE_CALL(s->model->scheme, s->ops, energy, s->plan, before))
        return grown;
    for (int64_t done = 0, to = 2; to <= WATCH; done = to, to *= 2) {
        if (YEE_CALL(s->model->scheme, s->ops, run, s->plan, to - done, NULL) ||
            YEE_CALL(s->model->scheme, s->ops, energy, s->plan, after))
            break;
        const double ratio =
            (fabs(after[0]) + fabs(after[1])) / (fabs(before[0]) + fabs(before[1]));
        if (!isfinite(ratio))
            break;
        grown = pow(ratio, 0.5 / (double)to);
        *more = false;
    }
    return grown;
}

/* A part of the grid, so near to all of it that a field beyond the range shows there as one
 * that is not far below. */
static bool calm(const yee_sentinel *s)
{
    double electric;
    return YEE_HAS(s->ops, peak_estimate) &&
           !YEE_CALL(s->model->scheme, s->ops, peak_estimate, s->plan, &electric) &&
           (s->warned || !(electric > s->reach)) &&
           s->least[0] * electric <= FAR * MARGIN * s->norm;
}

/* The bound only rises, and working it out asks the sources for their signals: that is left
 * until a field is beyond the bound of an earlier step. */
static void catch_up(yee_sentinel *s, int64_t step)
{
    for (int64_t end; s->summed < step; s->summed = end) {
        end = s->summed + s->every < step ? s->summed + s->every : step;
        const int64_t steps = end - s->summed, samples = steps < SAMPLES ? steps : SAMPLES;
        for (int64_t q = 0; q < samples; q++)
            s->norm +=
                added(s, s->summed + q * steps / samples) * (double)steps / (double)samples;
    }
}

yee_status yee_sentinel_check(yee_sentinel *s, bool thorough)
{
    const int64_t step = YEE_CALL(s->model->scheme, s->ops, step, s->plan),
                  steps = step - s->last;
    if (!s->every || (steps <= 0 && !(thorough && s->glanced)))
        return YEE_OK;
    s->last = step;
    s->glanced = !thorough && calm(s);
    if (s->glanced)
        return YEE_OK;
    yee_extrema v = {.size = sizeof v};
    yee_status status = YEE_CALL(s->model->scheme, s->ops, extrema, s->plan, &v);
    if (status)
        return status;
    if (v.component < 0 || v.component >= YEE_COMPONENTS || v.index < 0 ||
        v.index >= yee_grid_points(&s->model->problem.grid, v.component))
        return yee_diag_fail(s->model->diag, YEE_PLUGIN, &s->model->scheme->place,
                             "scheme '%s' found its largest value at point %lld of component "
                             "%d; there is none",
                             s->model->scheme->plugin->name, (long long)v.index, v.component);
    if (!s->warned)
        status = yee_reach_check(s->model, s->ops, s->plan, &v, step, &s->warned);
    if (status || (v.finite && s->unbounded))
        return status;
    const double size = size_of(s, &v);
    if (!v.finite || size > MARGIN * s->norm)
        catch_up(s, step);
    if (v.finite && size <= MARGIN * s->norm)
        return YEE_OK;
    bool more;
    const double grown = growth(s, &v, size, steps > 0 ? steps : 1, &more);
    yee_diag_clear(s->model->diag); /* an energy that the scheme does not know */
    status = diverged(s, &v, step, grown, more);
    return s->model->clip
               ? yee_agree_with(s->model->session->communicator, status,
                                yee_local_ids_owns(&s->model->problem, v.component, v.index))
               : status;
}

yee_status yee_sentinel_state(yee_sentinel *s, yee_state *state)
{
    struct {
        int64_t last, summed;
        double norm;
    } progress = {s->last, s->summed, s->norm};
    const yee_status status = state->piece(state, "known", &progress, sizeof progress);
    s->last = progress.last;
    s->summed = progress.summed;
    s->norm = progress.norm;
    return status;
}
