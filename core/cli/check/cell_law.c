/* core/cli/check/cell_law.c: a law of cells (yee/law.h) does by its rows what its table says: pure,
 * in rows of any length, in both precisions, within its own memory, passive. */
#include "check.h"
#include "plugin/call.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 67, GUARD = 8, ROOM = CELLS + 2 * GUARD, STEPS = 200, LONG = 20000 };
#define MARK 7e7 /* in what a row must leave alone */

/* Cells of a law in both precisions. */
typedef struct bench {
    const yee_law *law;
    const void *self;
    yee_law_place place;
    double reach; /* V/m, finite */
    double param[YEE_LAW_MOST_PARAMS], signal[YEE_LAW_MOST_SIGNALS];
    double e[3][ROOM], state[YEE_LAW_MOST_WORDS][ROOM], map[YEE_LAW_MOST_WORDS][ROOM];
    float param32[YEE_LAW_MOST_PARAMS], signal32[YEE_LAW_MOST_SIGNALS], e32[3][ROOM];
    float state32[YEE_LAW_MOST_WORDS][ROOM], map32[YEE_LAW_MOST_WORDS][ROOM];
} bench;

static void play(bench *b, int64_t step)
{
    if (b->law->signals)
        b->law->play(b->self, b->place.dt, step, b->signal);
    for (int n = 0; n < YEE_LAW_MOST_SIGNALS; n++)
        b->signal32[n] = (float)b->signal[n];
}

/* The state of begin() everywhere, marks around the cells. */
static void start(bench *b)
{
    for (int n = 0; n < ROOM; n++) {
        const double at[3] = {1e-3 * n, 2e-3, -1e-3};
        double state[YEE_LAW_MOST_WORDS] = {0}, map[YEE_LAW_MOST_WORDS] = {0};
        const bool own = n >= GUARD && n < GUARD + CELLS;
        if (b->law->begin)
            b->law->begin(b->self, &b->place, at, state, map);
        for (int w = 0; w < YEE_LAW_MOST_WORDS; w++) {
            b->state[w][n] = own && w < b->law->cell_words ? state[w] : MARK;
            b->map[w][n] = own && w < b->law->cell_maps ? map[w] : MARK;
            b->state32[w][n] = (float)b->state[w][n];
            b->map32[w][n] = (float)b->map[w][n];
        }
        for (int c = 0; c < 3; c++)
            b->e32[c][n] = (float)(b->e[c][n] = own ? 0 : MARK);
    }
}

/* Cells [from, from + n) of both precisions. */
static void run(bench *b, int from, int n)
{
    const int at = GUARD + from;
    yee_law_row row = {.size = sizeof row, .n = n, .pitch = ROOM, .e_pitch = ROOM};
    row.param = b->param;
    row.signal = b->signal;
    row.e = b->e[0] + at;
    row.state = b->state[0] + at;
    row.map = b->law->cell_maps ? b->map[0] + at : NULL;
    b->law->cell_row[1](&row);
    row.param = b->param32;
    row.signal = b->signal32;
    row.e = b->e32[0] + at;
    row.state = b->state32[0] + at;
    row.map = b->law->cell_maps ? b->map32[0] + at : NULL;
    b->law->cell_row[0](&row);
}

static void draw(bench *b, int64_t step)
{
    for (int c = 0; c < 3; c++)
        for (int n = GUARD; n < GUARD + CELLS; n++) {
            b->e[c][n] = 0.5 * b->reach * check_noise(97 * step + 3 * n + c);
            b->e32[c][n] = (float)b->e[c][n];
        }
}

static bool fails(check *c, const bench *b, const char *what)
{
    check_judge(c, false, "law %s, dt = %g s: %s", b->law->name, b->place.dt, what);
    return false;
}

/* Coefficients, begin() and play(), twice. */
static bool check_pure(check *c, const yee_instance *it, bench *b, bench *other)
{
    double param[YEE_LAW_MOST_PARAMS] = {0};
    if (YEE_CALL(it, b->law, prepare, &it->host, b->self, &b->place, param))
        return fails(c, b, "prepare() fails the second time");
    for (int n = 0; n < b->law->params; n++) {
        if (!isfinite(b->param[n]))
            return fails(c, b, "prepare() gives a parameter that is not finite");
        b->param32[n] = (float)b->param[n];
    }
    if (memcmp(param, b->param, (size_t)b->law->params * sizeof *param))
        return fails(c, b, "prepare() gives other parameters the second time");
    start(b);
    play(b, 3);
    memcpy(other, b, sizeof *b);
    play(b, 1);
    start(b);
    play(b, 3);
    return !memcmp(other->signal, b->signal, sizeof b->signal) &&
                   !memcmp(other->state, b->state, sizeof b->state) &&
                   !memcmp(other->map, b->map, sizeof b->map)
               ? true
               : fails(c, b, "begin() or play() gives other numbers the second time");
}

/* Rows of any length have the same bits, and leave alone what is not theirs; E is only read. */
static bool check_rows(check *c, bench *b, bench *other)
{
    start(b);
    memcpy(other, b, sizeof *b);
    for (int64_t step = 0; step < 10; step++) {
        bench *const both[2] = {b, other};
        for (int n = 0; n < 2; n++) {
            play(both[n], step);
            draw(both[n], step);
        }
        double e[3][ROOM];
        memcpy(e, b->e, sizeof e);
        run(b, 0, CELLS);
        for (int at = 0, n = 1; at < CELLS; at += n++)
            run(other, at, at + n < CELLS ? n : CELLS - at);
        if (memcmp(e, b->e, sizeof e))
            return fails(c, b, "a row writes to E, which it is to read");
    }
    for (int n = 0; n < ROOM; n++)
        for (int w = 0; w < YEE_LAW_MOST_WORDS; w++) {
            const bool own = n >= GUARD && n < GUARD + CELLS;
            if (((!own || w >= b->law->cell_words) &&
                 (b->state[w][n] != MARK || b->state32[w][n] != (float)MARK)) ||
                ((!own || w >= b->law->cell_maps) && b->map[w][n] != MARK))
                return fails(c, b, "a row writes beyond its cells or words");
        }
    return !memcmp(b->state, other->state, sizeof b->state) &&
                   !memcmp(b->state32, other->state32, sizeof b->state32)
               ? true
               : fails(c, b, "rows of other lengths have other bits, or the text keeps data");
}

/* Words of float follow those of double: each step rounds some times, and words add them up. */
static bool check_float(check *c, bench *b)
{
    double most[YEE_LAW_MOST_WORDS] = {0}, apart[YEE_LAW_MOST_WORDS] = {0};
    start(b);
    for (int64_t step = 0; step < STEPS; step++) {
        play(b, step);
        draw(b, step);
        run(b, 0, CELLS);
        for (int w = 0; w < b->law->cell_words; w++)
            for (int n = GUARD; n < GUARD + CELLS; n++) {
                if (!isfinite(b->state[w][n]) || !isfinite(b->state32[w][n]))
                    return fails(c, b, "a word becomes no number in fields within the reach");
                most[w] = fmax(most[w], fabs(b->state[w][n]));
                apart[w] = fmax(apart[w], fabs(b->state[w][n] - (double)b->state32[w][n]));
            }
    }
    for (int w = 0; w < b->law->cell_words; w++) {
        c->apart = most[w] > 0 ? fmax(c->apart, apart[w] / most[w]) : c->apart;
        if (apart[w] > 10 * STEPS * 0.5 * FLT_EPSILON * most[w])
            return fails(c, b, "float is far from double");
    }
    return true;
}

/* Without a field there is no current. */
static bool check_rest(check *c, bench *b)
{
    start(b);
    for (int64_t step = 0; step < STEPS; step++) {
        play(b, step);
        run(b, 0, CELLS);
        for (int w = 0; w < 3; w++)
            for (int n = GUARD; n < GUARD + CELLS; n++)
                if (b->state[w][n] != 0 || b->state32[w][n] != 0)
                    return fails(c, b,
                                 "rest does not stay rest: a current comes from no field");
    }
    return true;
}

/* Work of the field on the cell less what it holds more than at first, J/m^3, in a random field
 * that turns and comes to rest; its fastest part has 100 steps a period. The work of a step is J at
 * (n+1/2) dt in the mean of E at n dt and (n+1) dt: what the grid loses. */
static bool check_passive(check *c, bench *b)
{
    double work = 0, sum = 0, state[YEE_LAW_MOST_WORDS], e[3] = {0};
    start(b);
    for (int w = 0; w < YEE_LAW_MOST_WORDS; w++)
        state[w] = b->state[w][GUARD];
    const double before = b->law->cell_energy ? b->law->cell_energy(b->param, e, state) : 0;
    for (int64_t step = 0; step < LONG; step++) {
        const double t = (double)step + 1, rise = step < LONG - 1 ? sin(YEE_PI * t / LONG) : 0;
        double part = 0;
        for (int q = 0; q < 3; q++)
            b->e[q][GUARD] = e[q];
        play(b, step);
        run(b, 0, 1);
        for (int q = 0; q < 3; q++) {
            const double next = b->reach * rise * rise *
                                (0.4 * sin(2 * YEE_PI * t / 100 + 1.1 * q) +
                                 0.3 * sin(0.0171 * t - 2 * q) + 0.2 * sin(0.0057 * t + q));
            part += 0.5 * (e[q] + next) * b->state[q][GUARD] * b->place.dt;
            e[q] = next;
        }
        work += part;
        sum += fabs(part);
    }
    for (int w = 0; w < YEE_LAW_MOST_WORDS; w++)
        state[w] = b->state[w][GUARD];
    const double held = b->law->cell_energy ? b->law->cell_energy(b->param, e, state) : 0;
    const double lost = work - (held - before);
    c->loss = fmin(c->loss, sum > 0 ? lost / sum : 0);
    if (b->law->has & YEE_LAW_ACTIVE || lost >= -3e-4 * sum) /* law.c says of what */
        return true;
    check_judge(c, false,
                "law %s, dt = %g s: it gives %.3g J/m^3 of %.3g that pass through it; a law "
                "that may give energy has YEE_LAW_ACTIVE",
                b->law->name, b->place.dt, -lost, sum);
    return false;
}

bool check_cell_law(check *c, const yee_instance *it, const yee_material *material)
{
    static const double step[] = {1e-17, 1e-15, 1e-12};
    const yee_law *law = material->law;
    if (!law->cell_row[0] || !law->cell_row[1] || law->cell_words < 3 ||
        law->cell_words > YEE_LAW_MOST_WORDS || !law->prepare || !law->least || !law->reach)
        return true; /* models are refused, and say why */
    bench *b = calloc(2, sizeof *b);
    bool ok = b != NULL;
    yee_call call;
    yee_call_begin(&call, it, "cell_row"); /* a crash in a row is the plugin's */
    for (size_t n = 0; ok && n < sizeof step / sizeof *step; n++) {
        const double reach = law->reach(material->law_self);
        b[0] = (bench){.law = law,
                       .self = material->law_self,
                       .place = {sizeof b->place, -1, step[n], 0, 0},
                       .reach = reach < 1e30 ? reach : 1};
        if (YEE_CALL(it, law, prepare, &it->host, b->self, &b->place, b->param))
            continue; /* such a step is refused, which is its right */
        ok = check_pure(c, it, b, b + 1) && check_rows(c, b, b + 1) && check_float(c, b) &&
             check_rest(c, b) && check_passive(c, b);
    }
    yee_call_end();
    free(b);
    if (ok)
        snprintf(c->note, sizeof c->note,
                 "law %s of cells, float off by %.1e of the largest word, loss at least %.1e "
                 "of the work",
                 law->name, c->apart, c->loss);
    return ok;
}
