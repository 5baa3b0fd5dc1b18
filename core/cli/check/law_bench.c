/* core/cli/check/law_bench.c: the rows of a law (yee/law.h) of any form do what its table says:
 * pure, in rows of any length, in both precisions, within their own memory, from rest to rest. */
#include "law_bench.h"
#include "plugin/call.h"
#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 200 };
#define MARK 7e7 /* in what a row must leave alone */

void law_bench_play(law_bench *b, int64_t step)
{
    if (b->law->signals)
        b->law->play(b->self, b->place.dt, step, b->signal);
    for (int n = 0; n < YEE_LAW_MOST_SIGNALS; n++)
        b->signal32[n] = (float)b->signal[n];
}

static bool owns(int n) { return n >= BENCH_GUARD && n < BENCH_GUARD + BENCH_POINTS; }

void law_bench_start(law_bench *b)
{
    for (int n = 0; n < BENCH_ROOM; n++) {
        const double at[3] = {1e-3 * n, 2e-3, -1e-3};
        double state[YEE_LAW_MOST_WORDS] = {0}, map[YEE_LAW_MOST_WORDS] = {0};
        if (b->law->begin)
            b->law->begin(b->self, &b->place, at, state, map);
        for (int w = 0; w < YEE_LAW_MOST_WORDS; w++) {
            b->state[w][n] = owns(n) && w < b->words ? state[w] : MARK;
            b->map[w][n] = owns(n) && w < b->maps ? map[w] : MARK;
            b->state32[w][n] = (float)b->state[w][n];
            b->map32[w][n] = (float)b->map[w][n];
        }
        for (int c = 0; c < 3; c++) {
            b->e[c][n] = b->old[c][n] = owns(n) ? 0 : MARK;
            b->e32[c][n] = b->old32[c][n] = (float)b->e[c][n];
        }
    }
}

/* Fields of points that were given in the place of the old ones. */
static void take(law_bench *b, int at, int n)
{
    for (int c = 0; c < b->form->fields; c++) {
        memcpy(b->e[c] + at, b->old[c] + at, (size_t)n * sizeof **b->e);
        memcpy(b->e32[c] + at, b->old32[c] + at, (size_t)n * sizeof **b->e32);
    }
}

void law_bench_run(law_bench *b, int from, int n)
{
    const int at = BENCH_GUARD + from;
    const bool in_place = b->in_place && b->form->writes;
    yee_law_row row = {.size = sizeof row, .n = n, .pitch = BENCH_ROOM, .e_pitch = BENCH_ROOM};
    row.param = b->param;
    row.signal = b->signal;
    row.old = b->form->writes ? b->old[0] + at : NULL;
    row.e = (in_place ? b->old[0] : b->e[0]) + at;
    row.linear = in_place ? b->e[0] + at : NULL;
    row.state = b->words ? b->state[0] + at : NULL;
    row.map = b->maps ? b->map[0] + at : NULL;
    b->row[1](&row);
    row.param = b->param32;
    row.signal = b->signal32;
    row.old = b->form->writes ? b->old32[0] + at : NULL;
    row.e = (in_place ? b->old32[0] : b->e32[0]) + at;
    row.linear = in_place ? b->e32[0] + at : NULL;
    row.state = b->words ? b->state32[0] + at : NULL;
    row.map = b->maps ? b->map32[0] + at : NULL;
    b->row[0](&row);
    if (in_place)
        take(b, at, n);
}

void law_bench_state(const law_bench *b, double state[YEE_LAW_MOST_WORDS])
{
    for (int w = 0; w < YEE_LAW_MOST_WORDS; w++)
        state[w] = b->state[w][BENCH_GUARD];
}

/* Fields of a step, as far as the reach. */
static void draw(law_bench *b, int64_t step)
{
    for (int c = 0; c < b->form->fields; c++)
        for (int n = BENCH_GUARD; n < BENCH_GUARD + BENCH_POINTS; n++) {
            const int64_t number = 3 * n + c;
            b->e[c][n] = b->old[c][n] = 0.5 * b->reach * check_noise(97 * step + number);
            if (b->form->writes)
                b->e[c][n] += 0.3 * b->reach * check_noise(89 * step + 3 * number + 1);
            b->old32[c][n] = (float)b->old[c][n];
            b->e32[c][n] = (float)b->e[c][n];
        }
}

bool law_bench_fails(check *c, const law_bench *b, const char *what)
{
    check_judge(c, false, "law %s, dt = %g s: %s", b->law->name, b->place.dt, what);
    return false;
}

/* Coefficients, begin() and play(), twice. */
static bool check_pure(check *c, const yee_instance *it, law_bench *b, law_bench *other)
{
    double param[YEE_LAW_MOST_PARAMS] = {0};
    if (YEE_CALL(it, b->law, prepare, &it->host, b->self, &b->place, param))
        return law_bench_fails(c, b, "prepare() fails the second time");
    for (int n = 0; n < b->law->params; n++) {
        if (!isfinite(b->param[n]))
            return law_bench_fails(c, b, "prepare() gives a parameter that is not finite");
        b->param32[n] = (float)b->param[n];
    }
    if (memcmp(param, b->param, (size_t)b->law->params * sizeof *param))
        return law_bench_fails(c, b, "prepare() gives other parameters the second time");
    law_bench_start(b);
    law_bench_play(b, 3);
    memcpy(other, b, sizeof *b);
    law_bench_play(b, 1);
    law_bench_start(b);
    law_bench_play(b, 3);
    return !memcmp(other->signal, b->signal, sizeof b->signal) &&
                   !memcmp(other->state, b->state, sizeof b->state) &&
                   !memcmp(other->map, b->map, sizeof b->map)
               ? true
               : law_bench_fails(c, b, "begin() or play() gives other numbers the second time");
}

/* Marks are where they were. */
static bool marked(const law_bench *b)
{
    for (int n = 0; n < BENCH_ROOM; n++) {
        for (int w = 0; w < YEE_LAW_MOST_WORDS; w++) {
            if ((!owns(n) || w >= b->words) &&
                (b->state[w][n] != MARK || b->state32[w][n] != (float)MARK))
                return false;
            if ((!owns(n) || w >= b->maps) &&
                (b->map[w][n] != MARK || b->map32[w][n] != (float)MARK))
                return false;
        }
        for (int c = 0; c < 3; c++)
            if (!owns(n) && (b->e[c][n] != MARK || b->e32[c][n] != (float)MARK ||
                             b->old[c][n] != MARK || b->old32[c][n] != (float)MARK))
                return false;
    }
    return true;
}

/* Rows of any length, in place or not, have the same bits, and leave alone what is not theirs. */
static bool check_rows(check *c, law_bench *b, law_bench *other)
{
    law_bench_start(b);
    memcpy(other, b, sizeof *b);
    other->in_place = true;
    for (int64_t step = 0; step < 10; step++) {
        law_bench *const both[2] = {b, other};
        double e[3][BENCH_ROOM];
        float e32[3][BENCH_ROOM];
        for (int n = 0; n < 2; n++) {
            law_bench_play(both[n], step);
            draw(both[n], step);
        }
        memcpy(e, b->e, sizeof e);
        memcpy(e32, b->e32, sizeof e32);
        law_bench_run(b, 0, BENCH_POINTS);
        for (int at = 0, n = 1; at < BENCH_POINTS; at += n++)
            law_bench_run(other, at, at + n < BENCH_POINTS ? n : BENCH_POINTS - at);
        if (!b->form->writes && (memcmp(e, b->e, sizeof e) || memcmp(e32, b->e32, sizeof e32)))
            return law_bench_fails(c, b, "a row writes to E, which it is to read");
    }
    if (!marked(b) || !marked(other))
        return law_bench_fails(c, b, b->form->outside);
    return !memcmp(b->e, other->e, sizeof b->e) &&
                   !memcmp(b->state, other->state, sizeof b->state) &&
                   !memcmp(b->e32, other->e32, sizeof b->e32) &&
                   !memcmp(b->state32, other->state32, sizeof b->state32)
               ? true
               : law_bench_fails(
                     c, b,
                     b->form->writes
                         ? "rows of other lengths have other bits, or those whose E^ lies in "
                           "yee_law_row.linear, or the text keeps data"
                         : "rows of other lengths have other bits, or the text keeps data");
}

/* Results of rows by component or word, in double and float. */
static const double *result(const law_bench *b, int q, const float **f32)
{
    *f32 = b->form->writes ? b->e32[q] : b->state32[q];
    return b->form->writes ? b->e[q] : b->state[q];
}

/* float follows double: each step rounds some times, and words add them up. */
static bool check_float(check *c, law_bench *b)
{
    const int results = b->form->writes ? b->form->fields : b->words;
    double most[YEE_LAW_MOST_WORDS] = {0}, apart[YEE_LAW_MOST_WORDS] = {0};
    law_bench_start(b);
    for (int64_t step = 0; step < STEPS; step++) {
        law_bench_play(b, step);
        draw(b, step);
        law_bench_run(b, 0, BENCH_POINTS);
        for (int q = 0; q < results; q++) {
            const float *f32;
            const double *f64 = result(b, q, &f32);
            for (int n = BENCH_GUARD; n < BENCH_GUARD + BENCH_POINTS; n++) {
                if (!isfinite(f64[n]) || !isfinite(f32[n]))
                    return law_bench_fails(c, b, b->form->far);
                most[q] = fmax(most[q], fabs(f64[n]));
                apart[q] = fmax(apart[q], fabs(f64[n] - (double)f32[n]));
            }
        }
    }
    for (int q = 0; q < results; q++) {
        c->apart = most[q] > 0 ? fmax(c->apart, apart[q] / most[q]) : c->apart;
        if (apart[q] > 10 * STEPS * 0.5 * FLT_EPSILON * most[q])
            return law_bench_fails(c, b, "float is far from double");
    }
    return true;
}

/* Without a field there is none afterwards, and no current: the first three words of a law that
 * only reads E. */
static bool check_rest(check *c, law_bench *b)
{
    const int results = b->form->writes ? b->form->fields : 3;
    law_bench_start(b);
    for (int64_t step = 0; step < STEPS; step++) {
        law_bench_play(b, step);
        law_bench_run(b, 0, BENCH_POINTS);
        for (int q = 0; q < results; q++) {
            const float *f32;
            const double *f64 = result(b, q, &f32);
            for (int n = BENCH_GUARD; n < BENCH_GUARD + BENCH_POINTS; n++)
                if (f64[n] != 0 || f32[n] != 0)
                    return law_bench_fails(c, b, b->form->rest);
        }
    }
    return true;
}

bool law_bench_passive(check *c, const law_bench *b, double lost, double sum)
{
    c->loss = fmin(c->loss, sum > 0 ? lost / sum : 0);
    if (b->law->has & YEE_LAW_ACTIVE || lost >= -3e-4 * sum)
        return true;
    check_judge(c, false,
                "law %s, dt = %g s: it gives %.3g J/m^3 of %.3g that pass through it; a law "
                "that may give energy has YEE_LAW_ACTIVE",
                b->law->name, b->place.dt, -lost, sum);
    return false;
}

bool law_bench_check(check *c, const yee_instance *it, const yee_material *material,
                     const law_form *form, yee_law_points *const row[2], int words, int maps)
{
    static const double step[] = {1e-17, 1e-15, 1e-12};
    const yee_law *law = material->law;
    const double reach = law->reach(material->law_self);
    law_bench *b = calloc(2, sizeof *b);
    bool ok = b != NULL;
    yee_call call;
    yee_call_begin(&call, it, form->call); /* a crash in a row is the plugin's */
    for (size_t n = 0; ok && n < sizeof step / sizeof *step; n++)
        for (int a = 0; ok && a < form->places; a++) {
            b[0] = (law_bench){.form = form,
                               .law = law,
                               .material = material,
                               .self = material->law_self,
                               .place = form->place(material, step[n], a),
                               .reach = reach < 1e30 ? reach : 1,
                               .row = row,
                               .words = words,
                               .maps = maps};
            if (YEE_CALL(it, law, prepare, &it->host, b->self, &b->place, b->param))
                continue; /* such a step is refused, which is its right */
            ok = check_pure(c, it, b, b + 1) && check_rows(c, b, b + 1) && check_float(c, b) &&
                 check_rest(c, b) && form->more(c, b, b + 1);
        }
    yee_call_end();
    free(b);
    char loss[64];
    snprintf(loss, sizeof loss, "loss at least %.1e of the work", c->loss);
    if (ok)
        snprintf(c->note, sizeof c->note, "law %s%s, float off by %.1e of the largest %s, %s",
                 law->name, form->name, c->apart, form->largest,
                 form->shown ? form->shown : loss);
    return ok;
}
