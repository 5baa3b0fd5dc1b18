/* core/cli/check/law.c: a law (yee/law.h) does by its rows what its table says: pure, in rows of
 * any length, in both precisions, within its own memory, passive within its reach. */
#include "check.h"
#include "plugin/call.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 67, GUARD = 8, ROOM = POINTS + 2 * GUARD, STEPS = 200, LONG = 20000 };
#define MARK 7e7 /* in what a row must leave alone */

/* Points of a law in both precisions. */
typedef struct bench {
    const yee_law *law;
    const void *self;
    yee_law_place place;
    double reach; /* V/m, finite */
    double param[YEE_LAW_MOST_PARAMS], signal[YEE_LAW_MOST_SIGNALS];
    double e[ROOM], old[ROOM], state[YEE_LAW_MOST_WORDS][ROOM], map[YEE_LAW_MOST_WORDS][ROOM];
    float param32[YEE_LAW_MOST_PARAMS], signal32[YEE_LAW_MOST_SIGNALS], e32[ROOM], old32[ROOM];
    float state32[YEE_LAW_MOST_WORDS][ROOM], map32[YEE_LAW_MOST_WORDS][ROOM];
} bench;

static void play(bench *b, int64_t step)
{
    if (b->law->signals)
        b->law->play(b->self, b->place.dt, step, b->signal);
    for (int n = 0; n < YEE_LAW_MOST_SIGNALS; n++)
        b->signal32[n] = (float)b->signal[n];
}

/* The state of begin() everywhere, marks around the points. */
static void start(bench *b)
{
    for (int n = 0; n < ROOM; n++) {
        const double at[3] = {1e-3 * n, 2e-3, -1e-3};
        double state[YEE_LAW_MOST_WORDS] = {0}, map[YEE_LAW_MOST_WORDS] = {0};
        const bool own = n >= GUARD && n < GUARD + POINTS;
        if (b->law->begin)
            b->law->begin(b->self, &b->place, at, state, map);
        for (int w = 0; w < YEE_LAW_MOST_WORDS; w++) {
            const bool word = own && w < b->law->edge_words;
            b->state[w][n] = word ? state[w] : MARK;
            b->map[w][n] = own && w < b->law->edge_maps ? map[w] : MARK;
            b->state32[w][n] = (float)b->state[w][n];
            b->map32[w][n] = (float)b->map[w][n];
        }
        b->e[n] = b->old[n] = own ? 0 : MARK;
        b->e32[n] = b->old32[n] = (float)b->e[n];
    }
}

/* Points [from, from + n) of both precisions. */
static void run(bench *b, int from, int n)
{
    const int at = GUARD + from;
    yee_law_row row = {.size = sizeof row, .n = n, .pitch = ROOM};
    row.param = b->param;
    row.signal = b->signal;
    row.old = b->old + at;
    row.e = b->e + at;
    row.state = b->law->edge_words ? b->state[0] + at : NULL;
    row.map = b->law->edge_maps ? b->map[0] + at : NULL;
    b->law->edge_row[1](&row);
    row.param = b->param32;
    row.signal = b->signal32;
    row.old = b->old32 + at;
    row.e = b->e32 + at;
    row.state = b->law->edge_words ? b->state32[0] + at : NULL;
    row.map = b->law->edge_maps ? b->map32[0] + at : NULL;
    b->law->edge_row[0](&row);
}

/* Fields of a step, as far as the reach. */
static void draw(bench *b, int64_t step)
{
    for (int n = 0; n < POINTS; n++) {
        b->old[GUARD + n] = 0.5 * b->reach * check_noise(97 * step + n);
        b->e[GUARD + n] =
            b->old[GUARD + n] + 0.3 * b->reach * check_noise(89 * step + 3 * n + 1);
        b->old32[GUARD + n] = (float)b->old[GUARD + n];
        b->e32[GUARD + n] = (float)b->e[GUARD + n];
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

/* Rows of any length have the same bits, and leave alone what is not theirs. */
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
        run(b, 0, POINTS);
        for (int at = 0, n = 1; at < POINTS; at += n++)
            run(other, at, at + n < POINTS ? n : POINTS - at);
    }
    for (int n = 0; n < ROOM; n++)
        for (int w = 0; w < YEE_LAW_MOST_WORDS; w++) {
            const bool own = n >= GUARD && n < GUARD + POINTS;
            if ((!own && (b->e[n] != MARK || b->e32[n] != (float)MARK)) ||
                ((!own || w >= b->law->edge_words) &&
                 (b->state[w][n] != MARK || b->state32[w][n] != (float)MARK)) ||
                ((!own || w >= b->law->edge_maps) && b->map[w][n] != MARK))
                return fails(c, b, "a row writes beyond its points or words");
        }
    if (memcmp(b->e, other->e, sizeof b->e) ||
        memcmp(b->state, other->state, sizeof b->state) ||
        memcmp(b->e32, other->e32, sizeof b->e32) ||
        memcmp(b->state32, other->state32, sizeof b->state32))
        return fails(c, b, "rows of other lengths have other bits, or the text keeps data");
    return true;
}

/* float follows double: each step rounds some times, and words add them up. */
static bool check_float(check *c, bench *b)
{
    double most = 0, apart = 0;
    start(b);
    for (int64_t step = 0; step < STEPS; step++) {
        play(b, step);
        draw(b, step);
        run(b, 0, POINTS);
        for (int n = GUARD; n < GUARD + POINTS; n++) {
            if (!isfinite(b->e[n]) || !isfinite(b->e32[n]))
                return fails(c, b, "a field within its reach becomes no number");
            most = fmax(most, fabs(b->e[n]));
            apart = fmax(apart, fabs(b->e[n] - (double)b->e32[n]));
        }
    }
    c->apart = fmax(c->apart, apart / most);
    return apart <= 10 * STEPS * 0.5 * FLT_EPSILON * most
               ? true
               : fails(c, b, "float is far from double");
}

/* Without a field nothing happens. */
static bool check_rest(check *c, bench *b)
{
    start(b);
    for (int64_t step = 0; step < STEPS; step++) {
        play(b, step);
        run(b, 0, POINTS);
        for (int n = GUARD; n < GUARD + POINTS; n++)
            if (b->e[n] != 0 || b->e32[n] != 0)
                return fails(c, b, "rest does not stay rest: a field comes from none");
    }
    return true;
}

/* d x/d E^ <= inf/least: by differences over a part of 1e-6 of the reach, in a slowly swinging
 * field, as words know it; 1e-3 is room for their rounding, 1e-10, and for a chord's. */
static bool check_least(check *c, bench *b, bench *other)
{
    const double least = b->law->least(b->self), small = 1e-6 * b->reach;
    double most = 0;
    start(b);
    for (int64_t step = 0; step < LONG / 10; step++) {
        const double lin = 0.8 * b->reach * sin(0.02 * (double)step);
        play(b, step);
        for (int n = GUARD; n < GUARD + POINTS; n++) {
            b->old[n] = b->e[n];
            b->e[n] = lin;
        }
        memcpy(other, b, sizeof *b);
        for (int n = GUARD; n < GUARD + POINTS; n++)
            other->e[n] += small;
        run(b, 0, POINTS);
        run(other, 0, POINTS);
        for (int n = GUARD; n < GUARD + POINTS; n++)
            most = fmax(most, (other->e[n] - b->e[n]) / small);
    }
    if (most * least <= b->place.inf * (1 + 1e-3))
        return true;
    check_judge(c, false,
                "law %s: least() says %g, but dD/(eps0 dE) falls to %g within its reach of %g "
                "V/m: the time step would be too long",
                b->law->name, least, b->place.inf / most, b->reach);
    return false;
}

/* Work that the field does on the law less what the law holds more than at first, J/m^3, over a
 * random field whose fastest part has 100 steps a period and which comes to rest. What a rule of
 * second order misses of the work is (2 pi/100)^2/12 of it at most, 3e-4. */
static bool check_passive(check *c, bench *b)
{
    double work = 0, sum = 0, state[YEE_LAW_MOST_WORDS], most = 0;
    const int64_t last = LONG - 1;
    start(b);
    for (int w = 0; w < YEE_LAW_MOST_WORDS; w++)
        state[w] = b->state[w][GUARD];
    const double before = b->law->energy ? b->law->energy(b->param, 0, state) : 0;
    for (int64_t step = 0; step < LONG; step++) {
        const double t = (double)step, rise = sin(YEE_PI * t / LONG);
        const double lin = step == last ? 0
                                        : b->reach * rise * rise *
                                              (0.4 * sin(2 * YEE_PI * t / 100) +
                                               0.3 * sin(0.0171 * t) + 0.2 * sin(0.0057 * t));
        const double old = b->old[GUARD] = b->e[GUARD];
        play(b, step);
        b->e[GUARD] = lin;
        run(b, 0, 1);
        const double part =
            0.5 * (b->e[GUARD] + old) * (lin - b->e[GUARD]) / b->place.cb * b->place.dt;
        work += part;
        sum += fabs(part);
        most = fmax(most, fabs(b->e[GUARD]));
    }
    for (int w = 0; w < YEE_LAW_MOST_WORDS; w++)
        state[w] = b->state[w][GUARD];
    const double held = b->law->energy ? b->law->energy(b->param, b->e[GUARD], state) : 0;
    const double lost = work - (held - before);
    c->loss = fmin(c->loss, sum > 0 ? lost / sum : 0);
    if (b->law->has & YEE_LAW_ACTIVE || lost >= -3e-4 * sum)
        return true;
    check_judge(c, false,
                "law %s, dt = %g s: it gives %.3g J/m^3 of %.3g that pass through it; a law "
                "that may give energy has YEE_LAW_ACTIVE",
                b->law->name, b->place.dt, -lost, sum);
    return false;
}

bool check_law(check *c, const yee_instance *it, const yee_material *material)
{
    static const double step[] = {1e-17, 1e-15, 1e-12};
    const yee_law *law = material->law;
    if (law->size >= sizeof *law && law->has & YEE_LAW_CELL)
        return check_cell_law(c, it, material);
    if (law->size < sizeof *law || !(law->has & YEE_LAW_EDGE) || !law->edge_row[0] ||
        !law->edge_row[1] || !law->prepare || !law->least || !law->reach)
        return true; /* models are refused, and say why */
    bench *b = calloc(2, sizeof *b);
    bool ok = b != NULL;
    yee_call call;
    yee_call_begin(&call, it, "edge_row"); /* a crash in a row is the plugin's */
    for (size_t n = 0; ok && n < sizeof step / sizeof *step; n++)
        for (int a = 0; ok && a < 3; a++) {
            const double inf = material->electric[a].inf,
                         reach = law->reach(material->law_self);
            b[0] =
                (bench){.law = law,
                        .self = material->law_self,
                        .place = {sizeof b->place, a, step[n], step[n] / (YEE_EPS0 * inf), inf},
                        .reach = reach < 1e30 ? reach : 1};
            if (YEE_CALL(it, law, prepare, &it->host, b->self, &b->place, b->param))
                continue; /* such a step is refused, which is its right */
            ok = check_pure(c, it, b, b + 1) && check_rows(c, b, b + 1) && check_float(c, b) &&
                 check_rest(c, b) && check_least(c, b, b + 1) && check_passive(c, b);
        }
    yee_call_end();
    free(b);
    if (ok)
        snprintf(
            c->note, sizeof c->note,
            "law %s, float off by %.1e of the largest field, loss at least %.1e of the work",
            law->name, c->apart, c->loss);
    return ok;
}
