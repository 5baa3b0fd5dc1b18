/* core/cli/check/scheme/compare.c: a scheme does what the reference does at its own time step, and
 * what it did before, however its run is cut. */
#include "bench.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A step rounds a field some ten times, each by at most half a unit in the last place of the
 * largest value; in the worst case all of them add up. */
static double bound(const bench *b)
{
    return 10 * BENCH_STEPS * (b->problem.precision == YEE_F64 ? 1.2e-16 : 6e-8);
}

bool compare_relation(const yee_instance *own, const yee_instance *reference)
{
    const double d[3] = {1e-3, 1e-3, 1e-3}, k[3] = {310, 520, 740};
    const double dt = 0.2e-3 / YEE_C0, omega = 0.9 * YEE_C0 * 960;
    double value[2];
    for (int i = 0; i < 2; i++) {
        const yee_instance *it = i ? reference : own;
        const yee_scheme_ops *ops = it->plugin->ops;
        value[i] = BENCH_CALL(it, ops, dispersion, it->config, d, dt, YEE_C0, omega, k);
    }
    return fabs(value[0] - value[1]) <= 1e-9 * fabs(value[1]);
}

/* -- against the reference -- */

/* Largest difference over the largest value, E and H each by their own. */
static double difference(const trial *a, const trial *b)
{
    const yee_grid *g = &a->b->problem.grid;
    double worst[2] = {0, 0}, largest[2] = {1e-300, 1e-300};
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (size_t i = trial_offset(g, c), end = trial_offset(g, c + 1); i < end; i++) {
            const double d = fabs(a->field[i] - b->field[i]);
            if (!(d <= worst[c / 3])) /* also where it is not a number */
                worst[c / 3] = d;
            largest[c / 3] = fmax(largest[c / 3], fabs(b->field[i]));
        }
    const double e = worst[0] / largest[0], h = worst[1] / largest[1];
    return e >= h || isnan(e) ? e : h;
}

/* The worst that a difference of 1 of the largest field makes of an energy, relative to it: its
 * sum of w*F*F goes as that of 2*w*F*(largest F). What poles hold counts as much again. */
static double sharpness(const trial *t)
{
    const yee_grid *g = &t->b->problem.grid;
    double worst = 1;
    for (int kind = 0; kind < 2; kind++) {
        double largest = 0, once = 0, twice = 1e-300;
        for (size_t i = trial_offset(g, 3 * kind), end = trial_offset(g, 3 * kind + 3); i < end;
             i++) {
            largest = fmax(largest, fabs(t->field[i]));
            once += fabs(t->field[i]);
            twice += t->field[i] * t->field[i];
        }
        worst = fmax(worst, 4 * largest * once / twice);
    }
    return worst;
}

static void against_reference(bench *b, trial *whole, const double energy[2],
                              const yee_instance *reference, double *worst)
{
    trial other;
    double want[2] = {0, 0};
    if (trial_open(&other, b, reference, 0) && trial_run(&other, BENCH_STEPS) &&
        trial_read(&other) &&
        bench_ok(b, "energy()", TRIAL_CALL(&other, energy, other.plan, want))) {
        const double d = difference(whole, &other), most = bound(b);
        const double sum = fabs(want[0]) + fabs(want[1]), slack = sharpness(&other) * most;
        *worst = fmax(*worst, d / most);
        if (!(d <= most))
            bench_fail(b, "run(): %.3g from the reference after %d steps, bound %.3g", d,
                       BENCH_STEPS, most);
        for (int i = 0; i < 2; i++)
            if (!(fabs(energy[i] - want[i]) <= slack * sum))
                bench_fail(b, "energy() says %.9g J in %s, the reference %.9g J", energy[i],
                           i ? "H" : "E", want[i]);
    }
    trial_close(&other);
}

/* -- against itself -- */

void compare_same(bench *b, const char *what, const trial *whole, const trial *part)
{
    const yee_grid *g = &b->problem.grid;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const size_t at = trial_offset(g, c), points = trial_offset(g, c + 1) - at;
        if (memcmp(whole->field + at, part->field + at, points * sizeof *whole->field))
            bench_fail(b, "%s: %s differs, by %.3g of the largest field", what,
                       yee_component_key(c), difference(part, whole));
    }
    for (int64_t n = 0; n < b->problem.taps; n++) {
        const sink_series *all = &whole->sink.series[n], *some = &part->sink.series[n];
        const size_t bytes = sink_bytes(&b->problem, n);
        if (some->count > all->count ||
            (some->count && memcmp(all->data + (all->count - some->count) * bytes, some->data,
                                   some->count * bytes)))
            bench_fail(b, "%s: the records of tap %lld differ", what, (long long)n);
    }
}

/* The state has the sums of the DFT taps by name, as finish() delivers them. */
static void check_sums(bench *b, const trial *whole, const store *s)
{
    for (int64_t n = 0; n < b->problem.taps; n++) {
        char name[32];
        const struct store_piece *p = s->piece;
        snprintf(name, sizeof name, "dft_%lld", (long long)n);
        while (p < s->piece + s->count && strcmp(p->name, name))
            p++;
        if (b->problem.tap[n].kind != YEE_TAP_DFT)
            continue;
        const size_t bytes = sink_bytes(&b->problem, n);
        if (p == s->piece + s->count || (size_t)p->bytes != bytes)
            bench_fail(b, "save() has no piece %s of %zu bytes, the sums of a DFT tap", name,
                       bytes);
        else if (memcmp(p->data, whole->sink.series[n].data, bytes))
            bench_fail(b, "save() and finish() differ in the sums of DFT tap %lld",
                       (long long)n);
    }
}

/* A second run of the same problem, on two threads; its state at the end is looked at. */
static void again(bench *b, const trial *whole)
{
    trial t;
    store s = {.count = 0};
    b->problem.threads = 2;
    if (trial_open(&t, b, b->own, 0) && trial_run(&t, BENCH_STEPS) && trial_read(&t) &&
        trial_save(&t, &s) && trial_finish(&t)) {
        compare_same(b, "run() of the same problem, twice, first on one thread and then on two",
                     whole, &t);
        check_sums(b, whole, &s);
    }
    store_free(&s);
    trial_close(&t);
    b->problem.threads = 1;
}

static void cut(bench *b, const trial *whole)
{
    trial t;
    bool ok = trial_open(&t, b, b->own, 0);
    for (int step = 0; ok && step < BENCH_STEPS; step++)
        ok = trial_run(&t, 1);
    if (ok && trial_read(&t) && trial_finish(&t))
        compare_same(b, "run() step by step and in one go", whole, &t);
    trial_close(&t);
}

/* The first part without a sink: sums of DFT taps grow all the same. */
static void unheard(bench *b, const trial *whole)
{
    trial t;
    if (trial_open(&t, b, b->own, BENCH_HALF) &&
        bench_ok(b, "run()", TRIAL_CALL(&t, run, t.plan, BENCH_HALF, NULL)) &&
        trial_run(&t, BENCH_STEPS - BENCH_HALF) && trial_read(&t) && trial_finish(&t))
        compare_same(b, "run() without a sink for the first steps", whole, &t);
    trial_close(&t);
}

/* A run that is saved half way, and another plan that goes on from there, must end with the
 * same bits; so must the first one. */
static void reload(bench *b, const trial *whole)
{
    trial first, second = {.b = b};
    store s = {.count = 0};
    if (trial_open(&first, b, b->own, 0) && trial_run(&first, BENCH_HALF) &&
        trial_read(&first) && trial_save(&first, &s) &&
        trial_open(&second, b, b->own, BENCH_HALF) && trial_load(&second, &s)) {
        if (TRIAL_CALL(&second, step, second.plan) != BENCH_HALF)
            bench_fail(b, "step() is %lld after load() of a run saved at step %d",
                       (long long)TRIAL_CALL(&second, step, second.plan), BENCH_HALF);
        if (trial_read(&second))
            compare_same(b, "load() into a new plan", &first, &second);
        if (trial_run(&first, BENCH_STEPS - BENCH_HALF) && trial_read(&first) &&
            trial_finish(&first))
            compare_same(b, "run() after save()", whole, &first);
        if (!b->failed && trial_run(&second, BENCH_STEPS - BENCH_HALF) && trial_read(&second) &&
            trial_finish(&second))
            compare_same(b, "run() after load() into a new plan", whole, &second);
    }
    store_free(&s);
    trial_close(&first);
    trial_close(&second);
}

static bool starts_at_rest(trial *t)
{
    if (!trial_read(t))
        return false;
    for (size_t i = 0; i < t->count; i++)
        if (t->field[i] != 0) {
            bench_fail(t->b, "plan() leaves a field of %g; all begin with 0", t->field[i]);
            return false;
        }
    return true;
}

void compare_bench(bench *b, const yee_instance *reference, double *worst)
{
    trial whole;
    double energy[2] = {0, 0};
    if (trial_open(&whole, b, b->own, 0) && starts_at_rest(&whole) &&
        trial_run(&whole, BENCH_STEPS) && trial_read(&whole) &&
        bench_ok(b, "energy()", TRIAL_CALL(&whole, energy, whole.plan, energy)) &&
        trial_finish(&whole)) {
        if (reference)
            against_reference(b, &whole, energy, reference, worst);
        void (*const then[])(bench *, const trial *) = {again, cut, unheard, reload,
                                                        compare_taps};
        for (size_t n = 0; n < sizeof then / sizeof *then && !b->failed; n++)
            then[n](b, &whole);
    }
    trial_close(&whole);
}
