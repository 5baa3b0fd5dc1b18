/* core/cli/check/compare.c: a scheme does what the reference does, however its run is cut. */
#include "api/simulation.h"
#include "check.h"
#include "plugin/call.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 120 };

/* Small models that use most forms between them. The source never rests: rounding is judged by
 * the largest value at the end, which must be as large as any before. */
#define RUN "[run]\nsteps = 120\n"
#define TONE "[waveform.tone]\ntype = sine\nfrequency = 8 GHz\nramp = 1\n"
static const struct {
    const char *name, *text;
} model[] = {
    {"3-D, graded, CPML, poles and loss",
     RUN TONE "[grid]\n"
              "x = 1 mm x 14, 1.3 mm x 10\n"
              "y = 1 mm x 22\n"
              "z = 1.2 mm x 20\n"
              "[boundary.all]\ntype = cpml\ncells = 5\n"
              "[material.soil]\n"
              "type = debye\neps_inf = 3\ndelta_eps = 5\ntau = 20 ps\nsigma = 0.1 S/m\n"
              "[material.glass]\ntype = lorentz\ndelta_eps = 2\nf0 = 10 GHz\ngamma_hz = 1 GHz\n"
              "[shape.floor]\n"
              "type = box\nmaterial = soil\nfrom = 0, 0, 0 mm\nto = 30, 30, 9 mm\n"
              "[shape.ball]\n"
              "type = sphere\nmaterial = glass\ncenter = 15, 13, 15 mm\nradius = 4 mm\n"
              "[source.dipole]\n"
              "type = dipole\nposition = 10, 10, 13 mm\ndirection = 1, 2, 3\ncurrent = 1 A\n"
              "waveform = tone\n"},
    {"2-D TM, periodic, metal",
     RUN TONE "[grid]\nspacing = 1 mm\nsize = 40 mm, 24 mm\ninvariant = z\nmode = tm\n"
              "[boundary.x]\ntype = cpml\nfaces = x\ncells = 6\n"
              "[boundary.y]\ntype = periodic\nfaces = y\n"
              "[material.metal]\ntype = drude\nfp = 30 GHz\ngamma_hz = 1 GHz\n"
              "[shape.rod]\n"
              "type = cylinder\nmaterial = metal\nfrom = 25, 3, 0 mm\nto = 25, 3, 1000 mm\n"
              "radius = 5 mm\n"
              "[source.dipole]\n"
              "type = dipole\nposition = 12, 12, 500 mm\ndirection = z\ncurrent = 1 A\n"
              "waveform = tone\n"},
    {"2-D TE, PMC and PEC walls",
     RUN TONE "[grid]\nspacing = 1 mm\nsize = 30 mm, 20 mm\ninvariant = z\nmode = te\n"
              "[boundary.x]\ntype = pmc\nfaces = x\n"
              "[boundary.y]\ntype = pec\nfaces = y\n"
              "[source.dipole]\n"
              "type = dipole\nposition = 12, 8, 500 mm\ndirection = x\ncurrent = 1 A\n"
              "waveform = tone\n"},
};

/* A simulation and all its fields one after the other, shape [count]. */
typedef struct trial {
    yee_model *model;
    yee_simulation *simulation;
    size_t count;
    double *value;
} trial;

static const trial none = {NULL, NULL, 0, NULL};

static void end_trial(trial *t)
{
    yee_simulation_free(t->simulation);
    yee_model_free(t->model);
    free(t->value);
    *t = none;
}

static yee_status begin_trial(check *c, size_t n, const char *scheme, bool f64, trial *t)
{
    char set[2][96];
    const char *const sets[] = {set[0], set[1]};
    snprintf(set[0], sizeof set[0], "run.scheme=%.64s", scheme);
    snprintf(set[1], sizeof set[1], "run.precision=%s", f64 ? "f64" : "f32");
    *t = none;
    yee_status status = yee_model_parse(c->session, "check", model[n].text, 2, sets, &t->model);
    if (!status)
        status = yee_simulation_plan(t->model, &t->simulation);
    if (!status)
        yee_simulation_quiet(t->simulation);
    return status;
}

/* Does the steps and reads the fields. */
static yee_status run_trial(trial *t, int64_t steps)
{
    const yee_grid *g = &yee_model_problem(t->model)->grid;
    yee_status status = yee_simulation_run(t->simulation, steps, NULL, NULL);
    size_t count = 0;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        count += g->active[c] ? (size_t)yee_grid_points(g, c) : 0;
    free(t->value);
    t->count = 0;
    t->value = calloc(count + 1, sizeof *t->value);
    if (!status && !t->value)
        status = YEE_MEMORY;
    for (int c = 0; c < YEE_COMPONENTS && !status; c++)
        if (g->active[c]) {
            status = yee_simulation_read(t->simulation, c, t->value + t->count);
            t->count += (size_t)yee_grid_points(g, c);
        }
    return status;
}

/* -- against the reference -- */

/* Largest difference over the largest value, E and H each by their own. */
static double difference(const trial *a, const trial *b)
{
    const yee_grid *g = &yee_model_problem(a->model)->grid;
    double worst[2] = {0, 0}, largest[2] = {0, 0};
    size_t i = 0;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        size_t end = i + (g->active[c] ? (size_t)yee_grid_points(g, c) : 0);
        for (; i < end; i++) {
            double d = fabs(a->value[i] - b->value[i]);
            if (!(d <= worst[c / 3])) /* also where it is not a number */
                worst[c / 3] = d;
            largest[c / 3] = fmax(largest[c / 3], fabs(b->value[i]));
        }
    }
    double e = worst[0] / largest[0], h = worst[1] / largest[1];
    return e >= h || isnan(e) ? e : h;
}

/* A step rounds a field some ten times, each by at most half a unit in the last place of the
 * largest value; in the worst case all of them add up. */
static double bound(bool f64) { return 10 * STEPS * (f64 ? 1.2e-16 : 6e-8); }

/* Whether both run the same differences: their relations agree on a wave along no axis. */
static bool same_relation(const trial *a, const trial *b)
{
    const double d[3] = {1e-3, 1e-3, 1e-3}, k[3] = {310, 520, 740};
    const double dt = 0.2e-3 / YEE_C0, omega = 0.9 * YEE_C0 * 960;
    double value[2];
    for (int i = 0; i < 2; i++) {
        const void *config;
        void *plan;
        const yee_simulation *s = (i ? b : a)->simulation;
        const yee_scheme_ops *ops = yee_simulation_scheme(s, &config, &plan);
        value[i] = YEE_CALL(s->model->scheme, ops, dispersion, config, d, dt, YEE_C0, omega, k);
    }
    return fabs(value[0] - value[1]) <= 1e-9 * fabs(value[1]);
}

static void compare_one(check *c, size_t n, bool f64)
{
    trial own, reference = none;
    yee_status status = begin_trial(c, n, c->plugin->name, f64, &own);
    const bool declined = status == YEE_DECLINED;
    if (!status)
        status = run_trial(&own, STEPS);
    if (!status)
        status = begin_trial(c, n, "reference", f64, &reference);
    const bool other = !status && !same_relation(&own, &reference);
    if (!status && !other)
        status = run_trial(&reference, STEPS);
    if (declined)
        check_skip(c, "%s: declined: %s", model[n].name, yee_session_error(c->session));
    else if (status)
        check_judge(c, false, "%s: %s", model[n].name, yee_session_error(c->session));
    else if (other)
        check_skip(c, "%s: beside the reference: its dispersion relation is another",
                   model[n].name);
    else
        check_judge(c, difference(&own, &reference) <= bound(f64),
                    "%s, f%d: %.3g from the reference after %d steps, bound %.3g",
                    model[n].name, f64 ? 64 : 32, difference(&own, &reference), STEPS,
                    bound(f64));
    end_trial(&own);
    end_trial(&reference);
}

/* -- against itself -- */

/* The pieces of a saved state, one after the other. */
typedef struct store {
    unsigned char *data;
    size_t size, at;
} store;

static yee_status keep_piece(yee_state *state, const char *name, void *data, int64_t bytes)
{
    store *s = state->core;
    unsigned char *more = realloc(s->data, s->size + (size_t)bytes + 1);
    (void)name;
    if (!more)
        return YEE_MEMORY;
    s->data = more;
    if (bytes)
        memcpy(s->data + s->size, data, (size_t)bytes);
    s->size += (size_t)bytes;
    return YEE_OK;
}

static yee_status give_piece(yee_state *state, const char *name, void *data, int64_t bytes)
{
    store *s = state->core;
    (void)name;
    if ((size_t)bytes > s->size - s->at)
        return YEE_INTERNAL;
    if (bytes)
        memcpy(data, s->data + s->at, (size_t)bytes);
    s->at += (size_t)bytes;
    return YEE_OK;
}

static yee_status move_state(trial *t, store *s, bool save)
{
    const void *config;
    void *plan;
    yee_state state = {sizeof state, s, save ? keep_piece : give_piece};
    const yee_scheme_ops *ops = yee_simulation_scheme(t->simulation, &config, &plan);
    const yee_instance *it = t->simulation->model->scheme;
    return save ? YEE_CALL(it, ops, save, plan, &state) : YEE_CALL(it, ops, load, plan, &state);
}

/* A run that is saved half way, and another plan that goes on from there, must end with the
 * same bits. */
static void restart_one(check *c, size_t n, bool f64)
{
    trial whole, half = none;
    store s = {NULL, 0, 0};
    yee_status status = begin_trial(c, n, c->plugin->name, f64, &whole);
    const bool declined = status == YEE_DECLINED;
    if (!status)
        status = run_trial(&whole, STEPS / 2);
    if (!status)
        status = move_state(&whole, &s, true);
    if (!status)
        status = run_trial(&whole, STEPS - STEPS / 2);
    if (!status)
        status = begin_trial(c, n, c->plugin->name, f64, &half);
    if (!status)
        status = move_state(&half, &s, false);
    if (!status)
        status = run_trial(&half, STEPS - STEPS / 2);
    if (status && !declined)
        check_judge(c, false, "%s, saved and loaded: %s", model[n].name,
                    yee_session_error(c->session));
    else if (!declined)
        check_judge(c, !memcmp(whole.value, half.value, whole.count * sizeof *whole.value),
                    "%s, f%d: saved half way, %zu bytes, and loaded: difference %.3g",
                    model[n].name, f64 ? 64 : 32, s.size, difference(&half, &whole));
    free(s.data);
    end_trial(&whole);
    end_trial(&half);
}

void check_runs(check *c, const yee_scheme_traits *traits)
{
    const bool itself = !strcmp(c->plugin->name, "reference");
    /* The models are coarse on purpose: the core's advice on them would help nobody. */
    void (*const log)(void *, yee_level, const char *) = c->session->diag.log;
    c->session->diag.log = NULL;
    for (size_t n = 0; n < sizeof model / sizeof *model; n++)
        for (int f64 = 0; f64 < 2; f64++) {
            if (!(f64 ? traits->f64 : traits->f32))
                continue;
            if (!itself)
                compare_one(c, n, f64);
            restart_one(c, n, f64);
        }
    c->session->diag.log = log;
}
