/* core/cli/check/law.c: a law of edges (yee/law.h) is passive and no softer than it says within its
 * reach, beside what law_bench.c asks of every form. */
#include "law_bench.h"
#include <string.h>

static yee_law_place place(const yee_material *material, double dt, int component)
{
    const double inf = material->electric[component].inf;
    return (yee_law_place){sizeof(yee_law_place), component, dt, dt / (YEE_EPS0 * inf), inf};
}

/* d x/d E^ <= inf/least: by differences over a part of 1e-6 of the reach, in a slowly swinging
 * field, as words know it; 1e-3 is room for their rounding, 1e-10, and for a chord's. */
static bool check_least(check *c, law_bench *b, law_bench *other)
{
    const double least = b->law->least(b->self), small = 1e-6 * b->reach;
    double most = 0;
    law_bench_start(b);
    for (int64_t step = 0; step < BENCH_LONG / 10; step++) {
        const double lin = 0.8 * b->reach * sin(0.02 * (double)step);
        law_bench_play(b, step);
        for (int n = BENCH_GUARD; n < BENCH_GUARD + BENCH_POINTS; n++) {
            b->old[0][n] = b->e[0][n];
            b->e[0][n] = lin;
        }
        memcpy(other, b, sizeof *b);
        for (int n = BENCH_GUARD; n < BENCH_GUARD + BENCH_POINTS; n++)
            other->e[0][n] += small;
        law_bench_run(b, 0, BENCH_POINTS);
        law_bench_run(other, 0, BENCH_POINTS);
        for (int n = BENCH_GUARD; n < BENCH_GUARD + BENCH_POINTS; n++)
            most = fmax(most, (other->e[0][n] - b->e[0][n]) / small);
    }
    if (most * least <= b->place.inf * (1 + 1e-3))
        return true;
    check_judge(c, false,
                "law %s: least() says %g, but dD/(eps0 dE) falls to %g within its reach of %g "
                "V/m: the time step would be too long",
                b->law->name, least, b->place.inf / most, b->reach);
    return false;
}

static double held(const law_bench *b, double e)
{
    double state[YEE_LAW_MOST_WORDS];
    law_bench_state(b, state);
    return b->law->energy ? b->law->energy(b->param, e, state) : 0;
}

/* Work that the field does on the law less what the law holds more than at first, J/m^3, over a
 * random field whose fastest part has 100 steps a period and which comes to rest. */
static bool check_passive(check *c, law_bench *b)
{
    double work = 0, sum = 0, *const e = &b->e[0][BENCH_GUARD];
    const int64_t last = BENCH_LONG - 1;
    law_bench_start(b);
    const double before = held(b, 0);
    for (int64_t step = 0; step < BENCH_LONG; step++) {
        const double t = (double)step, rise = sin(YEE_PI * t / BENCH_LONG);
        const double lin = step == last ? 0
                                        : b->reach * rise * rise *
                                              (0.4 * sin(2 * YEE_PI * t / 100) +
                                               0.3 * sin(0.0171 * t) + 0.2 * sin(0.0057 * t));
        const double old = b->old[0][BENCH_GUARD] = *e;
        law_bench_play(b, step);
        *e = lin;
        law_bench_run(b, 0, 1);
        const double part = 0.5 * (*e + old) * (lin - *e) / b->place.cb * b->place.dt;
        work += part;
        sum += fabs(part);
    }
    return law_bench_passive(c, b, work - (held(b, *e) - before), sum);
}

static bool check_edges(check *c, law_bench *b, law_bench *other)
{
    return check_least(c, b, other) && check_passive(c, b);
}

bool check_law(check *c, const yee_instance *it, const yee_material *material)
{
    static const law_form edges = {
        .call = "edge_row",
        .fields = 1,
        .writes = true,
        .outside = "a row writes beyond its points or words",
        .far = "a field within its reach becomes no number",
        .rest = "rest does not stay rest: a field comes from none",
        .name = "",
        .largest = "field",
        .places = 3,
        .place = place,
        .more = check_edges,
    };
    const yee_law *law = material->law;
    if (law->size >= sizeof *law && law->has & (YEE_LAW_CELL | YEE_LAW_FIELD))
        return check_cell_law(c, it, material);
    if (law->size < sizeof *law || !(law->has & YEE_LAW_EDGE) || !law->edge_row[0] ||
        !law->edge_row[1] || !law->prepare || !law->least || !law->reach)
        return true; /* models are refused, and say why */
    return law_bench_check(c, it, material, &edges, law->edge_row, law->edge_words,
                           law->edge_maps);
}
