/* core/cli/check/scheme/functions.c: the functions of a scheme that only look, write() and destroy(),
 * aim() and enqueue(), and what run(), save() and load() return when the core refuses something. */
#include "bench.h"
#include <malloc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -- print() and cost() -- */

static void check_print(bench *b, const trial *t)
{
    enum { WHOLE = 4096, SHORT = 16, GUARD = 64 };
    char text[WHOLE + GUARD];
    for (int size = WHOLE; size > 0; size = size > SHORT ? SHORT : 0) {
        memset(text, 0x7e, sizeof text);
        const int length = TRIAL_CALL(t, print, t->plan, text, (size_t)size);
        const char *end = memchr(text, '\0', (size_t)size);
        for (int i = 0; i < GUARD; i++)
            if (text[size + i] != 0x7e)
                bench_fail(b, "print() writes beyond its %d bytes", size);
        if (length < 0 || !end || (length < size && (int)(end - text) != length))
            bench_fail(b, "print() returned %d and wrote %d characters into %d bytes", length,
                       end ? (int)(end - text) : size, size);
    }
}

static void check_cost(bench *b, const trial *t)
{
    yee_scheme_cost cost = {.size = sizeof cost};
    if (!YEE_HAS(t->ops, cost) || !bench_ok(b, "cost()", TRIAL_CALL(t, cost, t->plan, &cost)))
        return;
    const double number[] = {cost.memory, cost.copy,    cost.all,
                             cost.left,   cost.traffic, cost.registers};
    for (size_t n = 0; n < sizeof number / sizeof *number; n++)
        if (!(number[n] >= 0 && isfinite(number[n])))
            bench_fail(b, "cost() says %g; what is not known stays 0", number[n]);
    yee_scheme_traits traits = {.size = sizeof traits};
    if (!TRIAL_CALL(t, traits, b->own->config, &traits) && traits.device != cost.device)
        bench_fail(b, "cost() says that the fields are %s, traits() that they are %s",
                   cost.device ? "on a device" : "in the host's memory",
                   traits.device ? "on a device" : "in the host's memory");
}

static void check_pace(bench *b, const trial *t)
{
    const int64_t pace = YEE_HAS(t->ops, steps_per_pass)
                             ? TRIAL_CALL(t, steps_per_pass, b->own->config, &b->problem)
                             : 1;
    if (pace < 1)
        bench_fail(b, "steps_per_pass() says %lld; 1 or more is right", (long long)pace);
}

/* -- write(), extrema() and peak_estimate() -- */

/* Numbers that float holds exactly, none of them 0. */
static double drawn(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return ((int)(*seed >> 20) - 2047.5) / 1024;
}

static bool is_updated(const yee_grid *g, int c, size_t n)
{
    const int64_t *e = g->extent[c], at[3] = {(int64_t)n / (e[1] * e[2]),
                                              (int64_t)n / e[2] % e[1], (int64_t)n % e[2]};
    for (int a = 0; a < 3; a++)
        if (at[a] < g->begin[c][a] || at[a] >= g->end[c][a])
            return false;
    return true;
}

/* Writes values of all components, one after the other. */
static bool write_all(bench *b, const trial *t, const double *value)
{
    const yee_grid *g = &b->problem.grid;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        if (g->active[c] &&
            !bench_ok(b, "write()",
                      TRIAL_CALL(t, write, t->plan, c, value + trial_offset(g, c))))
            return false;
    return true;
}

static bool check_write(bench *b, trial *t, double *value)
{
    const yee_grid *g = &b->problem.grid;
    uint32_t seed = 1;
    for (size_t i = 0; i < t->count; i++)
        value[i] = drawn(&seed);
    if (!write_all(b, t, value) || !trial_read(t))
        return false;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (size_t i = trial_offset(g, c), at = i; i < trial_offset(g, c + 1); i++) {
            const bool updated = is_updated(g, c, i - at);
            if (updated ? t->field[i] == value[i] : t->field[i] == 0)
                continue;
            bench_fail(b,
                       "read() says %.9g where write() put %.9g at number %zu of %s, a point "
                       "that %s",
                       t->field[i], value[i], i - at, yee_component_key(c),
                       updated ? "is updated" : "is not updated and stays 0");
            return false;
        }
    return true;
}

static void check_extrema(bench *b, trial *t)
{
    const yee_grid *g = &b->problem.grid;
    yee_extrema v = {.size = sizeof v};
    double largest[2] = {0, 0};
    if (!trial_read(t) || !bench_ok(b, "extrema()", TRIAL_CALL(t, extrema, t->plan, &v)))
        return;
    for (size_t i = 0; i < t->count; i++) {
        const int kind = i >= trial_offset(g, YEE_HX);
        largest[kind] = fmax(largest[kind], fabs(t->field[i]));
    }
    if (!v.finite || v.electric != largest[0] || v.magnetic != largest[1]) {
        bench_fail(b,
                   "extrema() says %.9g V/m, %.9g A/m and %sfinite; read() has %.9g and %.9g, "
                   "all finite",
                   v.electric, v.magnetic, v.finite ? "" : "not ", largest[0], largest[1]);
        return;
    }
    const bool there = v.component >= 0 && v.component < YEE_COMPONENTS &&
                       g->active[v.component] && v.index >= 0 &&
                       v.index < yee_grid_points(g, v.component);
    const double here =
        there ? fabs(t->field[trial_offset(g, v.component) + (size_t)v.index]) : NAN;
    if (!there || here != largest[v.component / 3])
        bench_fail(b,
                   "extrema() has the largest value at number %lld of component %d, where "
                   "read() has %.9g",
                   (long long)v.index, v.component, here);
}

static void check_not_finite(bench *b, trial *t, double *value)
{
    const yee_grid *g = &b->problem.grid;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const size_t at = trial_offset(g, c);
        size_t n = g->active[c] ? (size_t)yee_grid_points(g, c) / 2 : 0;
        yee_extrema v = {.size = sizeof v};
        while (g->active[c] && n && !is_updated(g, c, n))
            n--;
        if (!g->active[c] || !is_updated(g, c, n))
            continue;
        const double was = value[at + n];
        value[at + n] = c % 2 ? NAN : INFINITY;
        if (!write_all(b, t, value) ||
            !bench_ok(b, "extrema()", TRIAL_CALL(t, extrema, t->plan, &v)))
            return;
        if (v.finite || v.component != c || v.index != (int64_t)n)
            bench_fail(b,
                       "extrema() says %sfinite, number %lld of component %d, where number "
                       "%zu of component %d is %g",
                       v.finite ? "" : "not ", (long long)v.index, v.component, n, c,
                       value[at + n]);
        value[at + n] = was;
    }
}

/* E = 1 everywhere, then infinite everywhere: any part of the grid shows it. */
static void check_peak(bench *b, trial *t, double *value)
{
    double peak = NAN;
    for (int pass = 0; pass < 2 && YEE_HAS(t->ops, peak_estimate); pass++) {
        for (size_t i = 0; i < t->count; i++)
            value[i] = pass ? INFINITY : 1;
        if (!write_all(b, t, value) ||
            !bench_ok(b, "peak_estimate()", TRIAL_CALL(t, peak_estimate, t->plan, &peak)))
            return;
        if (pass ? !isinf(peak) : peak != 1)
            bench_fail(b, "peak_estimate() says %g V/m where E is %g V/m everywhere", peak,
                       value[0]);
    }
}

/* -- aim() -- */

/* A plan that has run, aimed at the problem that it is of, and run again. */
static bool run_aimed(bench *b, trial *t)
{
    if (!trial_open(t, b, b->own, 0) || !trial_run(t, BENCH_HALF))
        return false;
    const yee_status status = TRIAL_CALL(t, aim, t->plan, &b->problem);
    if (status == YEE_DECLINED) /* the core plans anew */
        return false;
    if (!bench_ok(b, "aim()", status))
        return false;
    if (TRIAL_CALL(t, step, t->plan) != 0)
        bench_fail(b, "step() is %lld after aim(), not 0",
                   (long long)TRIAL_CALL(t, step, t->plan));
    sink_close(&t->sink);
    if (!sink_open(&t->sink, &b->problem, 0)) {
        bench_fail(b, "no memory");
        return false;
    }
    t->sink.sink.core = &t->sink;
    return !b->failed && trial_run(t, BENCH_STEPS) && trial_read(t);
}

static void check_aim(bench *b)
{
    trial aimed = {.b = b}, fresh = {.b = b};
    if (YEE_HAS((const yee_scheme_ops *)b->own->plugin->ops, aim) && run_aimed(b, &aimed) &&
        trial_open(&fresh, b, b->own, 0) && trial_run(&fresh, BENCH_STEPS) &&
        trial_read(&fresh))
        for (size_t i = 0; i < fresh.count; i++)
            if (memcmp(&fresh.field[i], &aimed.field[i], sizeof *fresh.field)) {
                bench_fail(b,
                           "after aim() a run has %.9g where one of a new plan has %.9g "
                           "(number %zu of all fields)",
                           aimed.field[i], fresh.field[i], i);
                break;
            }
    trial_close(&aimed);
    trial_close(&fresh);
}

/* -- enqueue() -- */

/* Two plans of the problem take turns; each shows what one by itself shows by run(). */
static void check_enqueue(bench *b)
{
    trial t[2] = {{.b = b}, {.b = b}}, whole = {.b = b};
    const yee_scheme_ops *ops = b->own->plugin->ops;
    bool ok = YEE_HAS(ops, enqueue) && trial_open(&t[0], b, b->own, 0) &&
              trial_open(&t[1], b, b->own, 0);
    for (bool more = ok; ok && more;) {
        more = false;
        for (int n = 0; n < 2 && ok; n++)
            if (TRIAL_CALL(&t[n], step, t[n].plan) < BENCH_STEPS) {
                ok = trial_enqueue(&t[n], BENCH_STEPS);
                more = true;
            }
    }
    for (int n = 0; n < 2 && ok; n++) /* waits, and delivers what is left */
        ok = trial_run(&t[n], 0) && trial_finish(&t[n]) && trial_read(&t[n]);
    if (ok && trial_open(&whole, b, b->own, 0) && trial_run(&whole, BENCH_STEPS) &&
        trial_finish(&whole) && trial_read(&whole))
        for (int n = 0; n < 2; n++)
            compare_same(b, "by enqueue() of two plans in turn", &whole, &t[n]);
    for (int n = 0; n < 2; n++)
        trial_close(&t[n]);
    trial_close(&whole);
}

/* -- what is refused -- */

static yee_status refuse_piece(yee_state *state, const char *name, void *data, int64_t bytes)
{
    (void)state, (void)name, (void)data, (void)bytes;
    return YEE_IO;
}

static void check_refusals(bench *b)
{
    trial t;
    if (trial_open(&t, b, b->own, 0)) {
        yee_state state = {.size = sizeof state, .core = NULL, .piece = refuse_piece};
        yee_status status = TRIAL_CALL(&t, save, t.plan, &state);
        if (status != YEE_IO)
            bench_fail(b, "save() returned %d where piece() returned %d", (int)status, YEE_IO);
        status = TRIAL_CALL(&t, load, t.plan, &state);
        if (status != YEE_IO)
            bench_fail(b, "load() returned %d where piece() returned %d", (int)status, YEE_IO);
    }
    trial_close(&t);
    if (!b->failed && trial_open(&t, b, b->own, 0)) {
        t.sink.refuse = YEE_IO;
        const yee_status status = TRIAL_CALL(&t, run, t.plan, BENCH_HALF, &t.sink.sink);
        if (*t.sink.fault)
            bench_fail(b, "run() %s", t.sink.fault);
        if (status != YEE_IO)
            bench_fail(b, "run() returned %d where commit() returned %d", (int)status, YEE_IO);
    }
    trial_close(&t);
}

/* -- destroy() -- */

/* Bytes of the heap in use; 0 where a tool, or a C library, has another one. */
static size_t heap(void)
{
#if defined __GLIBC__ && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

/* A plan has its fields at least: where as much is left behind every time nothing was freed.
 * What a plan takes of host->alloc is the model's and dies with it. */
static void check_destroy(bench *b)
{
    enum { ROUNDS = 8 };
    const yee_grid *g = &b->problem.grid;
    const int flat = g->axis[0].invariant ? 0 : g->axis[1].invariant ? 1 : 2;
    const bool two = g->axis[flat].invariant; /* as the grid that the scheme has accepted */
    double fields = 0;                        /* bytes */
    size_t before = 0;
    char text[256];
    snprintf(text, sizeof text,
             "[grid]\nspacing = 1 mm\ncells = %s%c\n%s\n[run]\nsteps = 1\n"
             "[boundary.all]\ntype = pec\n",
             two ? "90, 90\ninvariant = " : "20, 20, 2", two ? 'x' + flat : '0',
             two ? g->active[flat] ? "mode = tm" : "mode = te" : "");
    for (int round = 0; round <= ROUNDS && !b->failed; round++) {
        bench own;
        trial t;
        if (round == 1) /* what is made once and kept is there by now */
            before = heap();
        if (bench_parse(b->c, b->sample, "destroy()", text, b->problem.precision == YEE_F64,
                        &own) == YEE_OK) {
            fields = (double)trial_offset(&own.problem.grid, YEE_COMPONENTS) *
                     (own.problem.precision == YEE_F64 ? 8 : 4);
            trial_open(&t, &own, own.own, 0);
            trial_close(&t);
            b->failed = own.failed;
        }
        bench_close(&own);
    }
    const double left = (double)heap() - (double)before;
    if (before && left > 0.5 * ROUNDS * fields)
        bench_fail(b, "destroy() leaves %.0f bytes of %d plans behind", left, ROUNDS);
}

void check_functions(bench *b)
{
    trial t;
    double *value = NULL;
    if (trial_open(&t, b, b->own, 0) && trial_read(&t)) {
        value = calloc(t.count + 1, sizeof *value);
        check_print(b, &t);
        check_cost(b, &t);
        check_pace(b, &t);
        if (value && check_write(b, &t, value)) {
            check_extrema(b, &t);
            check_not_finite(b, &t, value);
            check_peak(b, &t, value);
        }
    }
    free(value);
    trial_close(&t);
    if (!b->failed)
        check_aim(b);
    if (!b->failed)
        check_enqueue(b);
    if (!b->failed)
        check_refusals(b);
    if (!b->failed)
        check_destroy(b);
}
