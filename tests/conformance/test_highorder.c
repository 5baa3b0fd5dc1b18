/* The high-order schemes on the processor and on a GPU. Waves in a periodic box against
 * frequencies computed elsewhere in double precision, to twelve digits; every form of a problem
 * against the definition, point by point; both machines against each other. Says so where there
 * is no GPU. */
#include "../highorder_figures.h"
#include "definition.h"
#include "problem/media/section.h"
#include "session.h"
#include <math.h>
#include <string.h>

enum { BOX = FIGURE_BOX, SCHEMES = FIGURE_SCHEMES };

typedef struct box {
    yee_model *model;
    yee_simulation *simulation;
    const yee_scheme_ops *ops;
    void *plan;
} box;

/* A periodic box of 20 cells of 1 mm in which a scheme runs at c dt/h = courant. */
static box open_box(const char *scheme, double courant)
{
    box b = {NULL, NULL, NULL, NULL};
    double part = 0.5;
    for (int pass = 0; pass < 2; pass++) { /* the first one tells the limit */
        char text[512];
        const void *config;
        yee_simulation_free(b.simulation);
        yee_model_free(b.model);
        b.simulation = NULL;
        snprintf(text, sizeof text,
                 "[grid]\nspacing = 1 mm\ncells = 20, 20, 20\n[run]\nsteps = 1000000\n"
                 "courant = %.17g\nscheme = %s\nprecision = f64\n"
                 "[boundary.all]\ntype = periodic\n",
                 part, scheme);
        yee_status status = yee_model_parse(session, "box.ini", text, 0, NULL, &b.model);
        if (status == YEE_OK)
            status = yee_simulation_plan(b.model, &b.simulation);
        ck_assert_msg(status == YEE_OK, "%s", yee_session_error(session));
        b.ops = yee_simulation_scheme(b.simulation, &config, &b.plan);
        const yee_grid *g = &yee_model_problem(b.model)->grid;
        part *= courant * 1e-3 / (YEE_C0 * g->dt);
    }
    yee_simulation_quiet(b.simulation);
    return b;
}

static void close_box(box *b)
{
    yee_simulation_free(b->simulation);
    yee_model_free(b->model);
}

/* A wave's amplitude in Ez, step by step. */
static void step_wave(box *b, const int m[3], int steps, double *amplitude)
{
    static double wave[BOX * BOX * BOX], now[BOX * BOX * BOX];
    double norm = 0;
    /* a polarisation that is normal to no mode, and a phase that no symmetry favours */
    for (int c = YEE_EX; c <= YEE_EZ; c++) {
        for (int n = 0; n < BOX * BOX * BOX; n++) {
            const int x[3] = {n / BOX / BOX, n / BOX % BOX, n % BOX};
            double phase = 0.3;
            for (int d = 0; d < 3; d++)
                phase += 2 * YEE_PI / BOX * m[d] * (x[d] + 0.5 * yee_half(c, d));
            wave[n] = cos(phase) * (c == YEE_EX ? 0.5 : c == YEE_EY ? -0.7 : 1);
        }
        ck_assert(b->ops->write(b->plan, c, wave) == YEE_OK);
    }
    for (int n = 0; n < BOX * BOX * BOX; n++)
        norm += wave[n] * wave[n];
    for (int s = 0; s < steps; s++) {
        ck_assert(b->ops->read(b->plan, YEE_EZ, now) == YEE_OK);
        amplitude[s] = 0;
        for (int n = 0; n < BOX * BOX * BOX; n++)
            amplitude[s] += wave[n] * now[n] / norm;
        ck_assert(b->ops->run(b->plan, 1, NULL) == YEE_OK);
    }
}

/* omega dt of a(n) = A r^n cos(n omega dt + phase) + constant (the part of the wave that is
 * static), by least squares: a(n+1) - 2 a(n) + a(n-1) = u a(n) + v (a(n) - a(n-1)) + w, with
 * r^2 = 1 + v and 2 r cos(omega dt) = 2 + u + v. Without fading v is 0. */
static double frequency(const double *a, int count, bool fades)
{
    long double m[3][4] = {{0}};
    for (int n = 1; n + 1 < count; n++) {
        const long double x[4] = {a[n], 1, fades ? (long double)a[n] - a[n - 1] : 0,
                                  (long double)a[n + 1] - 2 * (long double)a[n] + a[n - 1]};
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++)
                m[r][c] += x[r] * x[c];
    }
    const int unknowns = fades ? 3 : 2;
    for (int c = 0; c < unknowns; c++)
        for (int r = 0; r < unknowns; r++)
            if (r != c) {
                const long double f = m[r][c] / m[c][c];
                for (int k = 0; k < 4; k++)
                    m[r][k] -= f * m[c][k];
            }
    const long double u = m[0][3] / m[0][0], v = fades ? m[2][3] / m[2][2] : 0;
    return (double)acosl((2 + u + v) / (2 * sqrtl(1 + v)));
}

/* 1e-12: the figures have twelve decimals (5e-13), and 240 steps of waves of 1 leave errors of
 * some 1e-15 in the amplitudes, of which the sums average. The 30 of a short suite must do as
 * well. */
START_TEST(waves_in_a_periodic_box_have_the_frequencies_of_the_scheme)
{
    enum { STEPS = 240, SETTLE = 120, FEW = 30 };
    char name[32];
    const int number = _i % SCHEMES;
    const bool fades = !strcmp(figure[number].scheme, "s44");
    /* four levels that start from one have other roots too; they are gone after 120 steps */
    const int from = fades ? SETTLE : 0, steps = short_on() ? from + FEW : STEPS;
    snprintf(name, sizeof name, "%s%s", _i < SCHEMES ? "" : "cuda.", figure[number].scheme);
    /* of few the waves along an axis, along a diagonal and in no plane, or the other two, by turns */
    const int every = short_on() ? FIGURE_WAVES : few_every(2);
    for (int w = short_on() ? 0 : number % every; w < FIGURE_WAVES; w += every) {
        double a[STEPS];
        box b = open_box(name, figure[number].step);
        step_wave(&b, figure_mode[w], steps, a);
        const double got = frequency(a + from, steps - from, fades);
        ck_assert_msg(fabs(got - figure[number].angle[w]) <= 1e-12,
                      "%s, mode %d %d %d: omega dt = %.15f instead of %.12f", name,
                      figure_mode[w][0], figure_mode[w][1], figure_mode[w][2], got,
                      figure[number].angle[w]);
        close_box(&b);
    }
}
END_TEST

/* ---- beside the processor ---- */

/* isa: NULL, or the processor's instructions. */
static runner runner_of(const char *name, const char *isa)
{
    char keys[64];
    snprintf(keys, sizeof keys, "%s%s", isa ? "isa = " : "", isa ? isa : "");
    return configured(name, keys);
}

/* A form of this file: metal and media of several velocities. Not in the rest of them, where
 * every difference is that of one medium. */
enum { INSIDE = 1 << 20 };

/* The problem at a dt that the scheme can have; inside at one that Yee's curl can have, too. */
static void adapt(test_case *t, const runner *r, bool inside)
{
    yee_problem *p = &t->problem;
    yee_update *update = (yee_update *)p->update; /* the case's own arena */
    yee_medium *medium = (yee_medium *)p->medium;
    p->grid.dt = (inside ? 0.5 : 0.95) * r->ops->courant(r->config, &p->grid, YEE_C0);
    for (int64_t m = 0; m < p->media; m++) {
        const int64_t first = update[m].section;
        if (inside && medium[m].conductor != YEE_NOT_CONDUCTOR)
            continue;
        medium[m].conductor = YEE_NOT_CONDUCTOR;
        medium[m].response.inf = inside ? medium[m].response.inf : 1;
        yee_update_make(&medium[m].response, medium[m].magnetic ? YEE_MU0 : YEE_EPS0,
                        p->grid.dt, &update[m], (yee_section *)p->section + first);
        update[m].section = first;
    }
}

/* The part of few: every such case, from another one on with each scheme, so that every form comes
 * with some of them: the seeds of ten schemes lie
 * all over that range. From the third on: what ckc and s44 then get is a problem that they take. */
enum { PART = 23 };
static uint64_t first_of(int scheme)
{
    return few_on() && !short_on() ? (2 + 5 * (uint64_t)scheme) % PART : 0;
}

/* Every form alone, then random combinations of what such a scheme may carry. */
static test_case *draw(uint64_t seed, const runner *r, unsigned without)
{
    enum { STEPS = 20 };
    unsigned forms =
        seed < CASE_FORMS ? 1u << seed : (unsigned)(seed * 0x9e3779b97f4a7c15u >> 53);
    const bool inside = without & INSIDE;
    forms |= inside ? CASE_MEDIA : 0;
    if (forms & CASE_MAGNETIC)
        forms |= CASE_MEDIA | CASE_SECTIONS;
    forms &= ~(unsigned)CASE_GRADED & ~without;
    test_case *t = case_new(seed, forms | (short_on() ? 0 : CASE_LARGE),
                            seed % 2 ? YEE_F32 : YEE_F64, STEPS);
    ck_assert_ptr_nonnull(t);
    adapt(t, r, inside);
    return t;
}

/* In f32 both round at most some 40 times a half step (up to 24 terms, weights and sums) where
 * the battery's bound counts a dozen: four times that, for both together eight times. */
static void compare_machines(int number, unsigned inside, int least)
{
    enum { SEEDS = 120 };
    char name[32];
    int compared = 0, refused = 0;
    snprintf(name, sizeof name, "cuda.%s", figure[number].scheme);
    const runner host = runner_of(figure[number].scheme, NULL), card = runner_of(name, NULL);
    ck_assert_ptr_nonnull(card.name);
    if (!host.name) {
        printf("SKIPPED: there is no scheme %s on the processor\n", figure[number].scheme);
        return;
    }
    /* what four levels have no place for */
    const unsigned without =
        strcmp(figure[number].scheme, "s44") ? 0 : CASE_SECTIONS | CASE_MAGNETIC | CASE_PORTS;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        test_case *t = draw(seed, &card, without | inside);
        outcome *o = execute(&card, t, seed % 4 == 3 ? ROUTE_RELOADED : ROUTE_STRAIGHT);
        outcome *truth = execute(&host, t, ROUTE_STRAIGHT);
        if (o->status == YEE_OK && truth->status == YEE_OK) {
            char where[256] = "";
            const double error = outcome_difference(truth, o, where, sizeof where);
            const double most =
                (t->problem.precision == YEE_F32 ? 8 : 1) * battery_tolerance(t);
            ck_assert_msg(error <= most, "%s, %s: %g instead of %g at most (%s)", name, t->text,
                          error, most, where);
            compared++;
        }
        refused += o->status != YEE_OK;
        outcome_free(truth);
        outcome_free(o);
        case_free(t);
    }
    printf("%s: %d of %d problems%s compared, %d refused\n", name, compared, SEEDS,
           inside ? " with metal and media inside" : "", refused);
    ck_assert_msg(compared >= least, "%s took only %d of %d problems", name, compared, SEEDS);
}

START_TEST(both_machines_do_the_same) { compare_machines(_i, 0, 12); }
END_TEST

/* The scheme ckc takes no such problem, s44 few: its media must not lose much in a step. */
START_TEST(both_machines_do_the_same_beside_metal_and_media)
{
    const char *name = figure[_i].scheme;
    compare_machines(_i, INSIDE, !strcmp(name, "ckc") ? 0 : !strcmp(name, "s44") ? 2 : 12);
}
END_TEST

/* ---- beside itself ---- */

/* Nothing is fused and lanes do not mix, so that neither the width of the vectors nor the
 * threads' shares change a bit. */
START_TEST(widths_of_vectors_and_threads_do_not_change_the_bits)
{
    enum { SEEDS = 26 };
    static const char *const isas[] = {"portable", "avx2", "avx512"};
    const char *name = figure[_i].scheme;
    const runner widest = runner_of(name, NULL);
    test_host host;
    ck_assert(test_host_open(&host));
    for (uint64_t seed = first_of(_i); seed < SEEDS;
         seed += (uint64_t)(short_on() ? 23 : few_every(PART))) {
        test_case *t = draw(seed, &widest, 0);
        outcome *plain = execute(&widest, t, ROUTE_STRAIGHT);
        for (size_t n = 0; n < sizeof isas / sizeof *isas; n++) {
            const runner own = runner_of(name, isas[n]);
            if (own.ops->available(&host.host, own.config) != YEE_OK)
                continue;
            outcome *o = battery_run(&own, t, 1 + (int)((seed + n) % 4), ROUTE_SPLIT);
            ck_assert_ptr_nonnull(o);
            ck_assert_int_eq(o->status, plain->status);
            ck_assert_msg(o->status != YEE_OK || outcome_same(plain, o), "%s, %s: %s", name,
                          isas[n], t->text);
            outcome_free(o);
        }
        outcome_free(plain);
        case_free(t);
    }
    test_host_close(&host);
}
END_TEST

/* ---- beside its definition ---- */

/* Every form a field has, but points and ports, which are the engine's. Points that no sweep
 * updates keep what they were, in all levels but the first of four: those are left out. */
START_TEST(fields_are_what_the_definition_says)
{
    enum { SEEDS = 45 };
    static const wide_scheme *const defined[] = {
        &wide_fang24, &wide_t26,   &wide_fv24,    &wide_fv24wb, &wide_ztc,
        &wide_me44,   &wide_me44x, &wide_hodge44, &wide_ckc,    &wide_s44};
    int compared = 0;
    const wide_scheme *scheme = defined[_i % SCHEMES];
    const runner card = runner_of(_i < SCHEMES ? scheme->name : scheme->cuda, NULL);
    ck_assert_ptr_nonnull(card.name);
    for (uint64_t seed = first_of(_i); seed < SEEDS;
         seed += (uint64_t)(short_on() ? 15 : few_every(PART))) {
        unsigned levels = scheme->time == WIDE_BACKWARD ? CASE_SECTIONS | CASE_MAGNETIC : 0;
        if (scheme->inside == WIDE_LINKS) /* its links end where the medium changes */
            levels |= CASE_MEDIA | CASE_SECTIONS | CASE_MAGNETIC;
        test_case *t = draw(seed, &card, CASE_POINTS | CASE_PORTS | CASE_TAPS | levels);
        outcome *got = execute(&card, t, seed % 4 == 3 ? ROUTE_RELOADED : ROUTE_STRAIGHT);
        if (got->status == YEE_OK) {
            double *truth[YEE_COMPONENTS], largest = 0, error = 0;
            definition_run(t, scheme, truth);
            for (int c = 0; c < YEE_COMPONENTS; c++) {
                const double unit = yee_is_electric(c) ? 1 : YEE_ETA0;
                const int64_t n = yee_grid_points(&t->problem.grid, c);
                for (int64_t i = 0; i < n && t->problem.grid.active[c]; i++) {
                    largest = fmax(largest, unit * fabs(truth[c][i]));
                    error = fmax(error, unit * fabs(truth[c][i] - got->field[c][i]));
                }
            }
            const double most =
                (t->problem.precision == YEE_F32 ? 4 : 1) * battery_tolerance(t);
            ck_assert_msg(error <= most * fmax(largest, 1), "%s, %s: off by %g of %g, not %g",
                          card.name, t->text, error, largest, most);
            compared++;
        }
        outcome_free(got);
        case_free(t);
    }
    printf("%s: %d of %d problems beside the definition\n", card.name, compared, SEEDS);
    ck_assert_msg(compared >= (short_on() || few_on() ? 1 : SEEDS / 5),
                  "%s took only %d of %d problems", card.name, compared, SEEDS);
}
END_TEST

/* All of a scheme on a GPU; CK_RUN_CASE=cuda.me44 runs it alone. */
static void add_card(Suite *suite, int n)
{
    static char name[SCHEMES][32];
    snprintf(name[n], sizeof name[n], "cuda.%s", figure[n].scheme);
    TCase *t = tcase_create(name[n]);
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, waves_in_a_periodic_box_have_the_frequencies_of_the_scheme,
                        SCHEMES + n, SCHEMES + n + 1);
    tcase_add_loop_test(t, fields_are_what_the_definition_says, SCHEMES + n, SCHEMES + n + 1);
    tcase_add_loop_test(t, both_machines_do_the_same, n, n + 1);
    tcase_add_loop_test(t, both_machines_do_the_same_beside_metal_and_media, n, n + 1);
    suite_add_tcase(suite, t);
}

int main(void)
{
    if (!open_session())
        return EXIT_FAILURE;
    Suite *suite = suite_create("highorder");
    TCase *host = tcase_create("highorder");
    tcase_set_timeout(host, 600);
    tcase_add_loop_test(host, waves_in_a_periodic_box_have_the_frequencies_of_the_scheme, 0,
                        SCHEMES);
    tcase_add_loop_test(host, fields_are_what_the_definition_says, 0, SCHEMES);
    tcase_add_loop_test(host, widths_of_vectors_and_threads_do_not_change_the_bits, 0, SCHEMES);
    suite_add_tcase(suite, host);
    for (int n = 0; n < SCHEMES && battery_there(session, "cuda.fang24"); n++)
        add_card(suite, n);
    return play_suite(suite);
}
