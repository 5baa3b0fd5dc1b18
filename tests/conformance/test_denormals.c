/* The schemes "tiled" and "plain" in float32: what decays ends in zeros or normal numbers,
 * never in subnormal ones, which cost a hundred cycles each; and the caller's arithmetic stays
 * its own. */
#include "problem/media/section.h"
#include "suite.h"
#include "tiled.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef __x86_64__
#include <xmmintrin.h>
#endif

enum { DEBYE = 1, LORENTZ = 2, LAYERS = 4, KINDS = 8, STEPS = 1500 };
enum { FLUSH = 0x8040, STICKY = 0x3f }; /* of MXCSR */

/* Losses of about 0.4 a step in E and H, matched; poles that are damped by 0.1 a step and more:
 * without layers every number falls below the normal ones, 2^-126, within 87 / 0.1 steps. */
static test_case *decaying(int kind)
{
    static const int64_t cells[3] = {4, 9, 19};
    test_case *t = case_sized(1, kind & LAYERS ? CASE_LAYERS : 0, YEE_F32, STEPS, cells);
    ck_assert_ptr_nonnull(t);
    yee_problem *p = &t->problem;
    const double dt = p->grid.dt, w = 0.3 / dt;
    const yee_pole debye = {0, 1, 1, 10 * dt, 0}, lorentz = {0, w * w, w * w, 0.4 / dt, 1};
    yee_pole *pole = yee_arena_alloc(t->arena, 2 * sizeof *pole);
    yee_update *update = yee_arena_alloc(t->arena, 2 * sizeof *update);
    yee_section *section = yee_arena_alloc(t->arena, 2 * sizeof *section);
    yee_medium *medium = yee_arena_alloc(t->arena, 2 * sizeof *medium);
    ck_assert(pole && update && section && medium);
    size_t poles = 0;
    if (kind & DEBYE)
        pole[poles++] = debye;
    if (kind & LORENTZ)
        pole[poles++] = lorentz;
    ck_assert_int_eq(p->media, 2);
    for (int m = 0; m < 2; m++) {
        const double base = m ? YEE_MU0 : YEE_EPS0;
        medium[m] = p->medium[m];
        medium[m].response = (yee_response){1, 0.5 * base / dt, m ? 0 : poles, pole};
        yee_update_make(&medium[m].response, base, dt, &update[m], section);
        update[m].section = 0;
    }
    p->sections = (int64_t)poles;
    p->medium = medium;
    p->update = update;
    p->section = section;
    return t;
}

static bool subnormal(double v) { return v != 0 && fabs(v) < (double)FLT_MIN; }

/* Numbers of the fields that are subnormal, and that are not zero. */
static void count(const yee_scheme_ops *ops, void *plan, const yee_grid *g, int *subnormals,
                  int *others)
{
    *subnormals = *others = 0;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t points = yee_grid_points(g, c);
        double *f = calloc((size_t)points, sizeof *f);
        ck_assert_ptr_nonnull(f);
        ck_assert_int_eq(ops->read(plan, c, f), YEE_OK);
        for (int64_t n = 0; n < points; n++) {
            *subnormals += subnormal(f[n]);
            *others += f[n] != 0;
        }
        free(f);
    }
}

/* Fields and all auxiliary state, as a checkpoint has them: rows of floats. */
static yee_status inspect(yee_state *state, const char *name, void *data, int64_t bytes)
{
    int64_t *found = state->core;
    if (strncmp(name, "rows_", 5) != 0)
        return YEE_OK;
    for (const float *v = data; v < (const float *)data + bytes / 4; v++) {
        found[0]++;
        found[1] += subnormal((double)*v);
    }
    return YEE_OK;
}

static void *start(const test_host *h, const yee_scheme_ops *ops, const void *config,
                   test_case *t, int threads)
{
    void *plan = NULL;
    t->problem.threads = threads;
    ck_assert_int_eq(ops->plan(&h->host, config, &t->problem, &plan), YEE_OK);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        ck_assert_int_eq(ops->write(plan, c, t->initial[c]), YEE_OK);
    return plan;
}

START_TEST(what_decays_ends_without_subnormal_numbers)
{
    const yee_scheme_ops *tiled = scheme_ops("scheme_tiled"),
                         *plain = scheme_ops("scheme_plain");
    const yee_sink sink = {.size = sizeof sink};
    test_case *t = decaying(_i);
    test_host h;
    int subnormals, others;
    ck_assert(test_host_open(&h));
    /* Double has room for what float has not: some fields are there, below 2^-126. */
    t->problem.precision = YEE_F64;
    void *plan = start(&h, plain, NULL, t, 1);
    ck_assert_int_eq(plain->run(plan, STEPS, &sink), YEE_OK);
    count(plain, plan, &t->problem.grid, &subnormals, &others);
    ck_assert_int_gt(subnormals, 0);
    plain->destroy(plan);
    t->problem.precision = YEE_F32;
    plan = start(&h, plain, NULL, t, 1);
    ck_assert_int_eq(plain->run(plan, STEPS, &sink), YEE_OK);
    count(plain, plan, &t->problem.grid, &subnormals, &others);
    ck_assert_int_eq(subnormals, 0);
    plain->destroy(plan);
    for (int isa = AVX512; isa <= PORTABLE; isa++)
        for (int sweep = TILED; sweep <= PLAIN; sweep++) {
            const tiled_config config = {4, isa, sweep};
            int64_t found[2] = {0, 0};
            yee_state state = {.size = sizeof state, .core = found, .piece = inspect};
            if (tiled->available(&h.host, &config))
                continue;
            plan = start(&h, tiled, &config, t, 2);
            ck_assert_int_eq(tiled->run(plan, STEPS, &sink), YEE_OK);
            count(tiled, plan, &t->problem.grid, &subnormals, &others);
            ck_assert_int_eq(subnormals, 0);
            /* A pole may stop at normal numbers: s1 - c1 s1 where c1 s1 is flushed. In layers
             * some fields decay more slowly. */
            if (!_i)
                ck_assert_int_eq(others, 0);
            ck_assert_int_eq(tiled->save(plan, &state), YEE_OK);
            ck_assert_int_gt(found[0], 6 * 4 * 9 * 19);
            ck_assert_int_eq(found[1], 0);
            tiled->destroy(plan);
        }
    test_host_close(&h);
    case_free(t);
}
END_TEST

#ifdef __x86_64__
START_TEST(the_callers_arithmetic_stays_as_it_is)
{
    const unsigned before = _mm_getcsr(),
                   own = (before & ~(unsigned)(FLUSH | STICKY)) | (_i & 1 ? FLUSH : 0);
    const yee_scheme_ops *tiled = scheme_ops("scheme_tiled");
    const yee_sink sink = {.size = sizeof sink};
    test_case *t = decaying(DEBYE);
    test_host h;
    ck_assert(test_host_open(&h));
    _mm_setcsr(own);
    void *plan = start(&h, tiled, &(tiled_config){4, AUTO, TILED}, t, 1 + _i / 2);
    const unsigned planned = _mm_getcsr();
    const yee_status status = tiled->run(plan, 40, &sink);
    const unsigned ran = _mm_getcsr();
    _mm_setcsr(before);
    ck_assert_int_eq(status, YEE_OK);
    ck_assert_uint_eq(planned & ~(unsigned)STICKY, own);
    ck_assert_uint_eq(ran & ~(unsigned)STICKY, own);
    tiled->destroy(plan);
    test_host_close(&h);
    case_free(t);
}
END_TEST
#endif

int main(void)
{
    if (getenv("YEE_VALGRIND")) {
        puts("SKIPPED: valgrind does not flush what the processor would");
        return 77;
    }
    Suite *suite = suite_create("denormals");
    TCase *tcase = tcase_create("denormals");
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, what_decays_ends_without_subnormal_numbers, 0, KINDS);
#ifdef __x86_64__
    tcase_add_loop_test(tcase, the_callers_arithmetic_stays_as_it_is, 0, 4);
#endif
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
