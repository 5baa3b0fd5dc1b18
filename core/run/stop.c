/* core/run/stop.c: ends a run before its last step once nothing more happens.
 *
 * Three checks, at every stop_every steps: the energy of the grid, or the largest value of a
 * probe since the last check, against the largest so far; and the running DFT sums against
 * those of the last check. Of the criteria that are given all must hold. A pulse may be over
 * before the first check, so the energy is also taken at steps 1, 2, 4, ... up to it. */
#include "stop.h"
#include "communicator.h"
#include "energy.h"
#include "plugin/call.h"

#include "base/nearest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct yee_stop {
    const yee_model *model;
    const yee_scheme_ops *ops;
    void *plan;
    yee_sink sink;
    const yee_sink *inner;
    int64_t probe; /* tap whose records are checked, -1: the energy */
    int64_t values;
    struct {
        int64_t last;        /* step of the last check */
        double peak, recent; /* J or the probe's unit; recent: since the last check */
        double change;       /* of the DFT sums between the last two checks, relative */
        int64_t numbers;     /* of all DFT taps, where they are checked */
    } progress;
    double fell;  /* dB since the peak at the last check; NAN: none since this run began */
    double *sums; /* at the last check, shape [numbers] */
    double *fresh;
    char why[224];
};

static bool wanted(const yee_run_config *run)
{
    return run->stop_decay > 0 || run->stop_dft > 0;
}

yee_stop *yee_stop_new(const yee_model *m, const yee_scheme_ops *ops, void *plan)
{
    yee_stop *s = yee_arena_alloc(m->arena, sizeof *s);
    if (!s)
        return NULL;
    *s = (yee_stop){.model = m, .ops = ops, .plan = plan, .probe = -1, .fell = NAN};
    s->progress.last = YEE_CALL(m->scheme, ops, step, plan);
    for (int64_t t = 0; t < m->taps.count; t++) {
        const yee_tap *tap = &m->taps.tap[t];
        if (tap->kind == YEE_TAP_DFT && m->run.stop_dft > 0)
            s->progress.numbers += tap->values;
        if (tap->kind == YEE_TAP_POINTS && m->run.stop_probe &&
            yee_text_same(m->taps.owner[t].output->host.instance, m->run.stop_probe)) {
            s->probe = t;
            s->values = tap->values;
        }
    }
    const size_t bytes = (size_t)s->progress.numbers * sizeof *s->sums;
    s->sums = yee_arena_alloc(m->arena, bytes + 1);
    s->fresh = yee_arena_alloc(m->arena, bytes + 1);
    return s->sums && s->fresh ? s : NULL;
}

yee_status yee_stop_check(yee_stop *s)
{
    const yee_model *m = s->model;
    if (m->run.stop_probe && s->probe < 0)
        return yee_diag_fail(
            m->diag, YEE_INPUT, &m->run_place,
            "stop_probe: there is no [output.%s] of type probe with a position",
            m->run.stop_probe);
    if (m->run.stop_probe && !(m->run.stop_decay > 0))
        return yee_diag_fail(
            m->diag, YEE_INPUT, &m->run_place,
            "stop_probe = %s counts for nothing without stop_decay, by how far "
            "its values are to fall; give stop_decay = 60 dB, or drop the key",
            m->run.stop_probe);
    if (m->run.stop_dft > 0 && !s->progress.numbers)
        return yee_diag_fail(m->diag, YEE_INPUT, &m->run_place,
                             "stop_dft: no output has a Fourier transform; add a spectrum or a "
                             "flux, or take the key out");
    return YEE_OK;
}

/* Whether the energy is checked before the first regular check. */
static bool early(const yee_stop *s, int64_t step)
{
    return s->model->run.stop_decay > 0 && s->probe < 0 && step < s->model->run.stop_every;
}

int64_t yee_stop_steps_until_check(const yee_stop *s, int64_t step)
{
    int64_t next = s->progress.last + s->model->run.stop_every, power = 1;
    if (!wanted(&s->model->run))
        return INT64_MAX;
    while (power <= step)
        power *= 2;
    return (early(s, power) && power < next ? power : next) - step;
}

/* The probe's records pass by. */

static void *reserve(const yee_sink *sink, int64_t tap, int64_t step)
{
    const yee_stop *s = sink->core;
    return s->inner->reserve(s->inner, tap, step);
}

static yee_status commit(const yee_sink *sink, int64_t tap, void *record)
{
    yee_stop *s = sink->core;
    if (tap == s->probe)
        for (int64_t i = 0; i < s->values; i++) {
            const double v = s->model->problem.precision == YEE_F32
                                 ? (double)((const float *)record)[i]
                                 : ((const double *)record)[i];
            s->progress.recent = fmax(s->progress.recent, fabs(v));
        }
    return s->inner->commit(s->inner, tap, record);
}

const yee_sink *yee_stop_sink(yee_stop *s, const yee_sink *inner)
{
    if (!inner || s->probe < 0)
        return inner;
    s->inner = inner;
    s->sink = (yee_sink){sizeof s->sink, s, reserve, commit};
    return &s->sink;
}

/* The DFT sums, from what the scheme would save. */

typedef struct sums {
    yee_state state;
    yee_stop *stop;
    int64_t found;
} sums;

static yee_status collect_sums(yee_state *state, const char *name, void *data, int64_t bytes)
{
    sums *x = state->core;
    const yee_taps *taps = &x->stop->model->taps;
    char *end;
    if (strncmp(name, "dft_", 4) != 0)
        return YEE_OK;
    const long long t = strtoll(name + 4, &end, 10);
    if (*end || t < 0 || t >= taps->count || taps->tap[t].kind != YEE_TAP_DFT ||
        bytes != taps->tap[t].values * (int64_t)sizeof(double))
        return YEE_OK;
    memcpy(x->stop->fresh + x->found, data, (size_t)bytes);
    x->found += taps->tap[t].values;
    return YEE_OK;
}

static yee_status check_dft(yee_stop *s)
{
    sums x = {{.size = sizeof x.state, .core = &x, .piece = collect_sums, .apart = true}, s, 0};
    const yee_status status = YEE_CALL(s->model->scheme, s->ops, save, s->plan, &x.state);
    if (status)
        return status;
    /* the first process has the sums of all */
    const yee_status known =
        yee_broadcast(s->model->session->communicator, &x.found, sizeof x.found);
    if (known)
        return known;
    if (x.found != s->progress.numbers)
        return yee_diag_fail(s->model->diag, YEE_DECLINED, &s->model->run_place,
                             "stop_dft: the scheme does not show its Fourier sums; use "
                             "stop_decay");
    double change = 0, size = 0;
    for (int64_t i = 0; i < s->progress.numbers; i++) {
        change = hypot(change, s->fresh[i] - s->sums[i]);
        size = hypot(size, s->fresh[i]);
    }
    s->progress.change = size > 0 ? change / size : INFINITY;
    memcpy(s->sums, s->fresh, (size_t)s->progress.numbers * sizeof *s->sums);
    return yee_broadcast(s->model->session->communicator, &s->progress.change,
                         sizeof s->progress.change);
}

/* Looking. */

static yee_status check_energy(yee_stop *s)
{
    double energy[2];
    const yee_status status = yee_energy_now(s->model, s->ops, s->plan, energy);
    if (!status)
        s->progress.recent = fabs(energy[0] + energy[1]);
    return status;
}

yee_status yee_stop_reached(yee_stop *s, const char **why)
{
    const yee_run_config *run = &s->model->run;
    const int64_t step = YEE_CALL(s->model->scheme, s->ops, step, s->plan);
    yee_status status = YEE_OK;
    *why = NULL;
    const bool power = step > 0 && !(step & (step - 1));
    if (power && early(s, step) && !(status = check_energy(s)))
        s->progress.peak = fmax(s->progress.peak, s->progress.recent);
    if (status || !wanted(run) || step < s->progress.last + run->stop_every)
        return status;
    bool ends = true;
    int length = 0;
    s->progress.last = step;
    if (run->stop_decay > 0) {
        if (s->probe < 0 && (status = check_energy(s)))
            return status;
        /* the first process has the records */
        if (s->probe >= 0 && (status = yee_broadcast(s->model->session->communicator,
                                                     &s->progress.recent, sizeof(double))))
            return status;
        const double recent = s->progress.recent;
        const double scale = s->probe < 0 ? 10 : 20, part = pow(10, -run->stop_decay / scale);
        s->progress.peak = fmax(s->progress.peak, recent);
        s->fell = s->progress.peak > 0 ? scale * log10(s->progress.peak / recent) : NAN;
        s->progress.recent = 0;
        ends = s->progress.peak > 0 && recent <= part * s->progress.peak;
        length = snprintf(s->why, sizeof s->why, "%s%.60s fell by %g dB",
                          s->probe < 0 ? "the energy" : "the largest value of ",
                          s->probe < 0 ? "" : run->stop_probe, run->stop_decay);
    }
    if (run->stop_dft > 0) {
        if ((status = check_dft(s)))
            return status;
        ends = ends && s->progress.change <= run->stop_dft;
        snprintf(s->why + length, sizeof s->why - (size_t)length,
                 "%sthe Fourier sums changed by %.2g in %lld steps", length ? "; " : "",
                 s->progress.change, (long long)run->stop_every);
    }
    *why = ends ? s->why : NULL;
    return YEE_OK;
}

const char *yee_stop_missed(yee_stop *s)
{
    const yee_run_config *run = &s->model->run;
    int length = 0;
    if (!wanted(run))
        return NULL;
    if (run->stop_decay > 0)
        length = snprintf(s->why, sizeof s->why, "stop_decay = %g dB", run->stop_decay);
    if (run->stop_decay > 0 && isfinite(s->fell))
        length += snprintf(s->why + length, sizeof s->why - (size_t)length,
                           " (at the last look %s%.60s was %.3g dB below its peak)",
                           s->probe < 0 ? "the energy" : "",
                           s->probe < 0 ? "" : run->stop_probe, s->fell);
    else if (run->stop_decay > 0 && s->progress.peak == 0)
        length += snprintf(s->why + length, sizeof s->why - (size_t)length,
                           " (at every look %s%.60s was 0)", s->probe < 0 ? "the energy" : "",
                           s->probe < 0 ? "" : run->stop_probe);
    if (run->stop_dft > 0)
        length += snprintf(s->why + length, sizeof s->why - (size_t)length, "%sstop_dft = %g",
                           length ? ", " : "", run->stop_dft);
    if (run->stop_dft > 0 && s->progress.change > 0 && isfinite(s->progress.change))
        snprintf(s->why + length, sizeof s->why - (size_t)length, " (the last change was %.2g)",
                 s->progress.change);
    return s->why;
}

/* The sums at the last check. A restart may bring the criterion in: its first check only
 * takes them; or leave it out: what the checkpoint has is read past. */
static yee_status state_sums(yee_stop *s, yee_state *state, int64_t numbers)
{
    const size_t bytes = (size_t)numbers * sizeof *s->sums;
    if (numbers == s->progress.numbers)
        return state->piece(state, "sums", s->sums, (int64_t)bytes);
    double *past = malloc(bytes + 1);
    if (!past)
        return yee_diag_fail(s->model->diag, YEE_MEMORY, NULL, "no memory to restart");
    const yee_status status = state->piece(state, "sums", past, (int64_t)bytes);
    free(past);
    return status;
}

/* A restart may bring criteria in or leave them out. */
yee_status yee_stop_state(yee_stop *s, yee_state *state)
{
    const int64_t numbers = s->progress.numbers;
    yee_status status = state->piece(state, "known", &s->progress, sizeof s->progress);
    const int64_t there = s->progress.numbers;
    s->progress.numbers = numbers;
    if (!status)
        status = state_sums(s, state, there);
    const int64_t step = YEE_CALL(s->model->scheme, s->ops, step, s->plan);
    if (s->progress.last + s->model->run.stop_every < step)
        s->progress.last = step;
    return status;
}
