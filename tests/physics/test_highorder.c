/* tests/physics/test_highorder.c: the high-order schemes step as their relation says. The name
 * of a scheme is $YEE_HIGHORDER_PREFIX and then that of the family, so that the suite serves
 * every backend.
 *
 * From E = e cos(k.r) (or a mode of a box), H = 0 and e across the symbol of the update of E,
 * leapfrog gives a(n+1) - 2 a(n) + a(n-1) = -4 sin(omega dt/2)^2 a(n) for the projection a(n)
 * of E on its start. The sums over n of products of a round by epsilon each; a frequency from
 * 240 steps is right to 1e-12 of omega dt in float64. */
#include "../../plugins/schemes/highorder/family.h"
#include "lab.h"

static const wide_scheme *const leapfrog[] = {
    &wide_fang24, &wide_t26,   &wide_fv24,    &wide_fv24wb, &wide_ztc,
    &wide_me44,   &wide_me44x, &wide_hodge44, &wide_ckc,
};
enum { SCHEMES = sizeof leapfrog / sizeof *leapfrog, STEPS = 240 };

static const wide_config config = {NAN, 10};
static const double unit[3] = {1, 1, 1};

/* A box of cells of 1 m; S = c dt/1 m, or the factor on the limit where it is negative. */
static void open_box(lab *l, const wide_scheme *s, const int n[3], double step,
                     const char *wall, const char *more)
{
    static const double node[] = {0, 1};
    const char *prefix = getenv("YEE_HIGHORDER_PREFIX");
    yee_grid grid = {.size = sizeof grid};
    for (int a = 0; a < 3; a++)
        grid.axis[a] = (yee_axis_data){.cells = 1, .invariant = n[a] == 0, .node = node};
    const double limit = YEE_C0 * wide_courant(s, &config, &grid, YEE_C0);
    char cells[64], mode[64] = "";
    if (n[2])
        snprintf(cells, sizeof cells, "%d, %d, %d", n[0], n[1], n[2]);
    else
        snprintf(cells, sizeof cells, "%d, %d", n[0], n[1]);
    if (!n[2])
        snprintf(mode, sizeof mode, "invariant = z\nmode = %s\n", more);
    lab_open(l,
             "[grid]\nspacing = 1 m\ncells = %s\n%s[run]\nscheme = %s%s\nsteps = 100\n"
             "precision = f64\ncourant = %.17g\nunsafe = yes\n[boundary.all]\ntype = %s\n",
             cells, mode, prefix ? prefix : "", s->name, step < 0 ? -step : step / limit, wall);
}

/* The three symbols of the update of E, up to a factor. */
static void symbols(const wide_scheme *s, const wide_wave *wave, const double k[3],
                    double out[3])
{
    for (int a = 0; a < 3; a++) {
        wide_weights w;
        out[a] = 0;
        if (!(wave->d[a] > 0))
            continue;
        if (s->inside == WIDE_LINKS) { /* its smoothing is the same for all three */
            out[a] = sin(0.5 * k[a]);
            continue;
        }
        const int d = (a + 1) % 3, o = (a + 2) % 3;
        wide_weigh(s, wave, true, a, d, w);
        for (int p = 0; p < WIDE_REACH; p++)
            out[a] += sin((p + 0.5) * k[a]) *
                      (w[p][0] + 2 * w[p][1] * cos(k[d]) + 2 * w[p][2] * cos(k[o]) +
                       4 * w[p][3] * cos(k[d]) * cos(k[o]));
    }
}

/* cos(k.r), or a product of sines that fits PEC walls: Ez of kz = 0. */
static double pattern(const yee_grid *g, int c, const int64_t at[3], const double k[3],
                      const char *wall)
{
    double x[3], sum = 0;
    for (int a = 0; a < 3; a++) {
        x[a] = yee_grid_position(g, c, a, at[a]);
        sum += k[a] * x[a];
    }
    return strcmp(wall, "pec") ? cos(sum) : sin(k[0] * x[0]) * sin(k[1] * x[1]);
}

/* omega dt from the projections of one component. */
static double angle(lab *l, const double k[3], const double e[3], const char *wall)
{
    const yee_grid *g = l->grid;
    double a[STEPS + 1], cross = 0, square = 0, *start = NULL;
    int best = 0;
    for (int c = 0; c < 3; c++) {
        best = fabs(e[c]) > fabs(e[best]) ? c : best;
        const int64_t *n = g->extent[c];
        for (int64_t i = 0; i < yee_grid_points(g, c); i++) {
            const int64_t at[3] = {i / n[2] / n[1], i / n[2] % n[1], i % n[2]};
            l->field[c][i] = g->active[c] ? e[c] * pattern(g, c, at, k, wall) : 0;
        }
        if (g->active[c])
            ck_assert_int_eq(yee_simulation_write(l->simulation, c, l->field[c]), YEE_OK);
    }
    const int64_t points = yee_grid_points(g, best);
    start = malloc((size_t)points * sizeof *start);
    ck_assert_ptr_nonnull(start);
    memcpy(start, l->field[best], (size_t)points * sizeof *start);
    for (int n = 0; n <= STEPS; n++) {
        const double *f = lab_read(l, best);
        a[n] = 0;
        for (int64_t i = 0; i < points; i++)
            a[n] += f[i] * start[i];
        if (n < STEPS)
            lab_run(l, 1);
    }
    free(start);
    for (int n = 1; n < STEPS; n++) {
        cross -= (a[n + 1] - 2 * a[n] + a[n - 1]) * a[n];
        square += a[n] * a[n];
    }
    return 2 * asin(0.5 * sqrt(cross / square));
}

static double predicted(const wide_scheme *s, const double d[3], double step, const double k[3])
{
    const wide_wave wave = wide_wave_of(&config, d, step, 1);
    wide_wave own = wave;
    own.length = 10; /* ten cells, as config says for vacuum */
    return 2 * asin(step * sqrt(wide_symbol(s, &own, k)));
}

START_TEST(a_wave_has_the_frequency_of_the_relation)
{
    static const int m[3][3] = {{2, 0, 0}, {1, 1, 1}, {1, 2, 3}}, n[3] = {20, 20, 20};
    const wide_scheme *s = leapfrog[_i];
    for (int w = 0; w < 3; w++) {
        double k[3], d[3], e[3];
        lab l;
        for (int a = 0; a < 3; a++)
            k[a] = 2 * YEE_PI * m[w][a] / 20;
        const wide_wave wave = {{1, 1, 1}, 0.4, 10};
        symbols(s, &wave, k, d);
        e[0] = d[1] * 0.5 - d[2] * -0.8; /* d x (0.3, -0.8, 0.5) */
        e[1] = d[2] * 0.3 - d[0] * 0.5;
        e[2] = d[0] * -0.8 - d[1] * 0.3;
        open_box(&l, s, n, 0.4, "periodic", "");
        const double found = angle(&l, k, e, "periodic"), want = predicted(s, unit, 0.4, k);
        lab_close(&l);
        ck_assert_msg(fabs(found - want) <= 1e-12, "%s, wave %d: %.15g, not %.15g", s->name, w,
                      found, want);
    }
}
END_TEST

/* 2-D, TM: E along z. */
START_TEST(a_wave_in_2d_has_the_frequency_of_the_relation)
{
    static const int n[3] = {20, 20, 0};
    const double k[3] = {2 * YEE_PI / 20, 4 * YEE_PI / 20, 0}, d[3] = {1, 1, 0};
    const wide_scheme *s = leapfrog[_i % SCHEMES];
    const bool te = _i >= SCHEMES;
    const wide_wave wave = {{1, 1, 0}, 0.4, 10};
    double q[3];
    symbols(s, &wave, k, q);
    const double e[3] = {te ? -q[1] : 0, te ? q[0] : 0, te ? 0 : 1};
    lab l;
    open_box(&l, s, n, 0.4, "periodic", te ? "te" : "tm");
    const double found = angle(&l, k, e, "periodic"), want = predicted(s, d, 0.4, k);
    lab_close(&l);
    ck_assert_msg(fabs(found - want) <= 1e-12, "%s: %.15g, not %.15g", s->name, found, want);
}
END_TEST

/* A box of walls holds the modes of the infinite grid: Ez = sin sin. */
START_TEST(a_mode_between_walls_has_the_frequency_of_the_relation)
{
    static const int n[3] = {12, 9, 4};
    const double k[3] = {YEE_PI * 2 / 12, YEE_PI / 9, 0}, e[3] = {0, 0, 1};
    const wide_scheme *s = leapfrog[_i];
    const char *wall = "pec";
    lab l;
    open_box(&l, s, n, 0.4, wall, "");
    const double found = angle(&l, k, e, wall), want = predicted(s, unit, 0.4, k);
    lab_close(&l);
    ck_assert_msg(fabs(found - want) <= 1e-11, "%s, %s: %.15g, not %.15g", s->name, wall, found,
                  want);
}
END_TEST

/* Largest |E| after steps from random fields of 1 V/m at a factor on the limit. */
static double growth(const wide_scheme *s, double factor, int64_t steps, const char *wall)
{
    static const int n[3] = {8, 8, 8};
    uint32_t random = 1;
    yee_vitals v = {.size = sizeof v};
    lab l;
    open_box(&l, s, n, -factor, wall, "");
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        for (int64_t i = 0; i < yee_grid_points(l.grid, c); i++) {
            random = random * 1664525u + 1013904223u;
            l.field[c][i] =
                ((double)random * 0x1p-31 - 1) / (yee_is_electric(c) ? 1 : YEE_ETA0);
        }
        ck_assert_int_eq(yee_simulation_write(l.simulation, c, l.field[c]), YEE_OK);
    }
    lab_run(&l, steps);
    ck_assert_int_eq(l.ops->vitals(l.plan, &v), YEE_OK);
    lab_close(&l);
    return v.finite ? v.electric : INFINITY;
}

/* At 0.99 of the limit the energy norm of a mode exceeds its start by at most 1/sqrt(1 -
 * 0.99^2) = 7.1, and 3072 values of 1 have a norm of 32 (the mean square is 1/3): 227. At 1.01
 * the worst mode grows by 2 acosh(1.01) = 0.28 a step: e^560 after 2000. */
START_TEST(the_limit_is_bracketed_within_a_hundredth)
{
    const wide_scheme *s = leapfrog[_i];
    const double low = growth(s, 0.99, 2000, "periodic");
    const double high = growth(s, 1.01, 2000, "periodic");
    const double walls = growth(s, 0.99, 2000, "pec"), pmc = growth(s, 0.99, 2000, "pmc");
    ck_assert_msg(low < 227 && walls < 227 && pmc < 227, "%s at 0.99: %g, %g, %g", s->name, low,
                  walls, pmc);
    ck_assert_msg(high > 1e6, "%s at 1.01: %g", s->name, high);
}
END_TEST

/* The mode of a box of one wave across: the error of its frequency against c|k| at 10 and 20
 * cells with the same Courant number falls by 2^4; the next term, of sixth order, is (k h)^2
 * times a factor of order 1 smaller: 0.1 at 20 cells a period. */
START_TEST(frequencies_converge_with_the_fourth_power_of_the_cell)
{
    static const wide_scheme *const fourth[] = {&wide_fv24wb, &wide_me44, &wide_me44x,
                                                &wide_hodge44};
    const wide_scheme *s = fourth[_i];
    const double e[3] = {0, 0, 1};
    double error[2];
    for (int fine = 1; fine <= 2; fine++) {
        const int n[3] = {10 * fine, 5 * fine, 3};
        const double k[3] = {YEE_PI / n[0], YEE_PI / n[1], 0};
        lab l;
        open_box(&l, s, n, 0.4, "pec", "");
        error[fine - 1] = fabs(angle(&l, k, e, "pec") / (0.4 * hypot(k[0], k[1])) - 1);
        lab_close(&l);
    }
    ck_assert_msg(fabs(log2(error[0] / error[1]) - 4) <= 0.1, "%s: slope %g", s->name,
                  log2(error[0] / error[1]));
}
END_TEST

static double noise(uint32_t *random)
{
    *random = *random * 1664525u + 1013904223u;
    return (double)*random * 0x1p-31 - 1;
}

/* Blocks of eps 4 and 2.5 in vacuum, at 0.99 of the limit of vacuum (those with a limit above
 * Yee's lose some hundredths of it beside the blocks): a growth of 1e-3 a step
 * would be e^20 after 20000. The bound is 1e4: the norm of the start is 32, times 7.1 at 0.99
 * of the limit, times 4 for the ratios of eps, times 10 for the norm that ckc keeps instead. */
START_TEST(several_media_do_not_grow)
{
    const wide_scheme *s = leapfrog[_i];
    uint32_t random = 7;
    yee_vitals v = {.size = sizeof v};
    lab l;
    static const double node[] = {0, 1};
    yee_grid grid = {.size = sizeof grid};
    for (int a = 0; a < 3; a++)
        grid.axis[a] = (yee_axis_data){.cells = 1, .node = node};
    const double limit = YEE_C0 * wide_courant(s, &config, &grid, YEE_C0);
    const char *prefix = getenv("YEE_HIGHORDER_PREFIX");
    if (s->inside == WIDE_NOTHING)
        return; /* declines them */
    lab_open(&l,
             "[grid]\nspacing = 1 m\ncells = 9, 8, 7\n[run]\nscheme = %s%s\nsteps = 20000\n"
             "precision = f64\ncourant = %g\n[boundary.all]\ntype = pec\n"
             "[boundary.z]\ntype = periodic\nfaces = z\n"
             "[material.a]\ntype = dielectric\neps = 4\n"
             "[material.b]\ntype = dielectric\neps = 2.5\n"
             "[shape.a]\ntype = box\nmaterial = a\nfrom = 0, 0, 0 m\nto = 4, 8, 5 m\n"
             "[shape.b]\ntype = box\nmaterial = b\nfrom = 3, 4, 2 m\nto = 7, 6, 7 m\n",
             prefix ? prefix : "", s->name, limit > 0.6 ? 0.95 : 0.99);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        for (int64_t i = 0; i < yee_grid_points(l.grid, c); i++)
            l.field[c][i] = noise(&random) / (yee_is_electric(c) ? 1 : YEE_ETA0);
        ck_assert_int_eq(yee_simulation_write(l.simulation, c, l.field[c]), YEE_OK);
    }
    lab_run(&l, 20000);
    ck_assert_int_eq(l.ops->vitals(l.plan, &v), YEE_OK);
    lab_close(&l);
    ck_assert_msg(v.finite && v.electric < 1e4, "%s: %g V/m", s->name, v.electric);
}
END_TEST

/* In a medium of index 2 a wave has the frequency of the weights for half the step. */
START_TEST(a_wave_in_a_medium_has_its_own_weights)
{
    const wide_scheme *s = leapfrog[_i];
    const double k[3] = {2 * YEE_PI / 20, 2 * YEE_PI / 20, 0}, e[3] = {0, 0, 1};
    const char *prefix = getenv("YEE_HIGHORDER_PREFIX");
    lab l;
    lab_open(&l,
             "[grid]\nspacing = 1 m\ncells = 20, 20, 4\n[run]\nscheme = %s%s\nsteps = 100\n"
             "precision = f64\ncourant = 0.8\n[boundary.all]\ntype = periodic\n"
             "[material.a]\ntype = dielectric\neps = 4\n"
             "[shape.a]\ntype = box\nmaterial = a\nfrom = 0, 0, 0 m\nto = 20, 20, 4 m\n",
             prefix ? prefix : "", s->name);
    const wide_wave wave = {{1, 1, 1}, 0.5 * YEE_C0 * l.grid->dt, 5};
    const double found = angle(&l, k, e, "periodic");
    const double want = 2 * asin(wave.travel * sqrt(wide_symbol(s, &wave, k)));
    lab_close(&l);
    ck_assert_msg(fabs(found - want) <= 1e-12, "%s: %.15g, not %.15g", s->name, found, want);
}
END_TEST

/* Ez in the middle of a strip of n cells between layers of ten, each step from a packet of ten
 * cells a wave that goes both ways; to be freed. */
static double *packet(const char *name, double courant, int n, int steps)
{
    double *trace = malloc((size_t)steps * sizeof *trace);
    lab l;
    ck_assert_ptr_nonnull(trace);
    lab_open(&l,
             "[grid]\nspacing = 1 m\ncells = %d, 4\ninvariant = z\nmode = tm\n[run]\n"
             "scheme = %s\nsteps = 100\nprecision = f64\ncourant = %.17g\n"
             "[boundary.x]\ntype = cpml\ncells = 10\nfaces = x\n"
             "[boundary.y]\ntype = periodic\nfaces = y\n",
             n, name, courant);
    const int64_t *e = l.grid->extent[YEE_EZ];
    for (int64_t i = 0; i < e[0]; i++)
        for (int64_t j = 0; j < e[1]; j++) {
            const double x = (double)(i - n / 2);
            l.field[YEE_EZ][i * e[1] + j] = exp(-x * x / 200) * cos(2 * YEE_PI * x / 10);
        }
    ck_assert_int_eq(yee_simulation_write(l.simulation, YEE_EZ, l.field[YEE_EZ]), YEE_OK);
    for (int k = 0; k < steps; k++) {
        lab_run(&l, 1);
        trace[k] = lab_read(&l, YEE_EZ)[n / 2 * e[1]];
    }
    lab_close(&l);
    return trace;
}

/* The packet is back from 60 cells after 120 cells of travel, from 360 after 720. */
static double reflected(const char *name, double step, double limit)
{
    const int steps = (int)(240 / step);
    double *near = packet(name, step / limit, 140, steps), worst = 0;
    double *far = packet(name, step / limit, 740, steps);
    for (int k = 0; k < steps; k++)
        worst = fmax(worst, fabs(near[k] - far[k]));
    free(near);
    free(far);
    return 2 * worst; /* half of it went each way */
}

START_TEST(a_layer_returns_at_most_half_again_what_it_returns_of_yees_waves)
{
    static const double node[] = {0, 1};
    const wide_scheme *s = _i < SCHEMES ? leapfrog[_i] : &wide_s44;
    const char *prefix = getenv("YEE_HIGHORDER_PREFIX");
    const double step = _i < SCHEMES ? 0.4 : 0.2; /* S44 has half the limit */
    yee_grid grid = {.size = sizeof grid};
    for (int a = 0; a < 3; a++)
        grid.axis[a] = (yee_axis_data){.cells = 1, .invariant = a == 2, .node = node};
    char name[64];
    snprintf(name, sizeof name, "%s%s", prefix ? prefix : "", s->name);
    const double limit = YEE_C0 * wide_courant(s, &config, &grid, YEE_C0);
    const double own = reflected(name, step, limit);
    const double yee = reflected("reference", 0.4, sqrt(0.5));
    ck_assert_msg(yee > 1e-6 && own <= 1.5 * yee, "%s: %g, Yee %g", s->name, own, yee);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("highorder");
    TCase *t = tcase_create("highorder");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, a_wave_has_the_frequency_of_the_relation, 0, SCHEMES);
    tcase_add_loop_test(t, a_wave_in_2d_has_the_frequency_of_the_relation, 0, 2 * SCHEMES);
    tcase_add_loop_test(t, a_mode_between_walls_has_the_frequency_of_the_relation, 0, SCHEMES);
    tcase_add_loop_test(t, the_limit_is_bracketed_within_a_hundredth, 0, SCHEMES);
    tcase_add_loop_test(t, frequencies_converge_with_the_fourth_power_of_the_cell, 0, 4);
    tcase_add_loop_test(t, several_media_do_not_grow, 0, SCHEMES);
    tcase_add_loop_test(t, a_wave_in_a_medium_has_its_own_weights, 0, SCHEMES);
    tcase_add_loop_test(t, a_layer_returns_at_most_half_again_what_it_returns_of_yees_waves, 0,
                        SCHEMES + 1);
    suite_add_tcase(suite, t);
    return lab_main(suite);
}
