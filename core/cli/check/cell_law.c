/* core/cli/check/cell_law.c: the forms of laws of cells and of fields (yee/law.h); one of cells and
 * a magnetic one are passive, beside what law_bench.c asks of every form. */
#include "law_bench.h"

static yee_law_place place(const yee_material *material, double dt, int number)
{
    (void)material, (void)number;
    return (yee_law_place){sizeof(yee_law_place), -1, dt, 0, 0};
}

static double held(const law_bench *b, const double e[3])
{
    double state[YEE_LAW_MOST_WORDS];
    law_bench_state(b, state);
    return b->law->cell_energy ? b->law->cell_energy(b->param, e, state) : 0;
}

/* A random field that turns and comes to rest; its fastest part has 100 steps a period. */
static double field_at(const law_bench *b, int64_t step, int q)
{
    const double t = (double)step + 1,
                 rise = step < BENCH_LONG - 1 ? sin(YEE_PI * t / BENCH_LONG) : 0;
    return b->reach * rise * rise *
           (0.4 * sin(2 * YEE_PI * t / 100 + 1.1 * q) + 0.3 * sin(0.0171 * t - 2 * q) +
            0.2 * sin(0.0057 * t + q));
}

/* Work of the field on the cell less what it holds more than at first, J/m^3. The work of a step
 * is J at (n+1/2) dt in the mean of E at n dt and (n+1) dt: what the grid loses. */
static bool check_passive(check *c, law_bench *b, law_bench *other)
{
    double work = 0, sum = 0, e[3] = {0};
    (void)other;
    law_bench_start(b);
    const double before = held(b, e);
    for (int64_t step = 0; step < BENCH_LONG; step++) {
        double part = 0;
        for (int q = 0; q < 3; q++)
            b->e[q][BENCH_GUARD] = e[q];
        law_bench_play(b, step);
        law_bench_run(b, 0, 1);
        for (int q = 0; q < 3; q++) {
            const double next = field_at(b, step, q);
            part += 0.5 * (e[q] + next) * b->state[q][BENCH_GUARD] * b->place.dt;
            e[q] = next;
        }
        work += part;
        sum += fabs(part);
    }
    return law_bench_passive(c, b, work - (held(b, e) - before), sum);
}

/* The work on a magnetisation M = -x, likewise: that of a step is its change in mu0 times the mean
 * of u before and behind. */
static bool check_magnetic(check *c, law_bench *b, law_bench *other)
{
    double work = 0, sum = 0, u[3] = {0};
    const double rest[3] = {0};
    (void)other;
    law_bench_start(b);
    const double before = held(b, rest);
    for (int64_t step = 0; step < BENCH_LONG; step++) {
        double part = 0, x[3];
        for (int q = 0; q < 3; q++) {
            x[q] = b->state[q][BENCH_GUARD];
            b->e[q][BENCH_GUARD] = field_at(b, step, q);
        }
        law_bench_play(b, step);
        law_bench_run(b, 0, 1);
        for (int q = 0; q < 3; q++) {
            const double next = field_at(b, step, q);
            part -= 0.5 * YEE_MU0 * (u[q] + next) * (b->state[q][BENCH_GUARD] - x[q]);
            u[q] = next;
        }
        work += part;
        sum += fabs(part);
    }
    return law_bench_passive(c, b, work - (held(b, rest) - before), sum);
}

bool check_cell_law(check *c, const yee_instance *it, const yee_material *material)
{
    static const law_form cells = {
        .call = "cell_row",
        .fields = 3,
        .outside = "a row writes beyond its cells or words",
        .far = "a word becomes no number in fields within the reach",
        .rest = "rest does not stay rest: a current comes from no field",
        .name = " of cells",
        .largest = "word",
        .places = 1,
        .place = place,
        .more = check_passive,
    };
    static const law_form fields = {
        .call = "cell_row",
        .fields = 3,
        .outside = "a row writes beyond its cells or words",
        .far = "a word becomes no number in fields within the reach",
        .rest = "rest does not stay rest: E comes from no D",
        .name = " of fields",
        .largest = "word",
        .shown = "dE/dD symmetric and positive",
        .places = 1,
        .place = place,
        .more = check_potential,
    };
    static const law_form magnetic = {
        .call = "cell_row",
        .fields = 3,
        .outside = "a row writes beyond its cells or words",
        .far = "a word becomes no number in fields within the reach",
        .rest = "rest does not stay rest: H comes from no B",
        .name = " of H",
        .largest = "word",
        .places = 1,
        .place = place,
        .more = check_magnetic,
    };
    const yee_law *law = material->law;
    const law_form *form = law->has & YEE_LAW_MAGNETIC ? &magnetic
                           : law->has & YEE_LAW_FIELD  ? &fields
                                                       : &cells;
    if (!law->cell_row[0] || !law->cell_row[1] || law->cell_words < 3 ||
        law->cell_words > YEE_LAW_MOST_WORDS || !law->prepare || !law->least || !law->reach)
        return true; /* models are refused, and say why */
    return law_bench_check(c, it, material, form, law->cell_row, law->cell_words,
                           law->cell_maps);
}
