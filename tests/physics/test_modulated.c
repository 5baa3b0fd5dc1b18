/* tests/physics/test_modulated.c: one wave in a ring whose permittivity changes in time, against
 * the mode's own recurrence.
 *
 * Fields that go as cos(k z) (E) and sin(k z) (H) stay so when eps depends on time alone: of E and
 * D at n dt and H, times eta0, at (n+1/2) dt is left
 *
 *     H += q E,  D -= q H,  E = D/eps(n dt),   q = 2 (c dt/d) sin(k d/2). */
#include "lab.h"

enum { CELLS = 20, STEPS = 200 };
#define SIDE 1e-3 /* m */
#define DT (0.5 * SIDE / YEE_C0)

/* Sets the standing wave E = cos(k z), H = 0 half a step before. */
static void open_ring(lab *l, const char *material)
{
    lab_open(l,
             "[grid]\ncells = 1, 1, %d\nspacing = 1 mm\ninvariant = x\nmode = tm\n"
             "background = core\n"
             "[run]\nsteps = %d\ntime_step = %.17g s\nprecision = f64\nthreads = 1\n"
             "[boundary.all]\ntype = periodic\nfaces = y, z\n[material.core]\n%s",
             CELLS, STEPS, DT, material);
    double *e = l->field[YEE_EX];
    for (int64_t n = 0; n < yee_grid_points(l->grid, YEE_EX); n++)
        e[n] = cos(2 * YEE_PI * (double)(n % CELLS) / CELLS);
    ck_assert_int_eq(l->ops->write(l->plan, YEE_EX, e), YEE_OK);
}

/* Rounding: STEPS sweeps of a few roundings each, of numbers up to the largest field; those in
 * cos(k z), too, are other Fourier modes of 1e-16 that grow no faster. */
static void follow(const char *material, double (*eps)(double time), double least)
{
    lab l;
    open_ring(&l, material);
    const double q = 2 * 0.5 * sin(YEE_PI / CELLS);
    double e = 1, d = eps(0), h = 0, most = 1;
    for (int n = 0; n < STEPS; n++) {
        lab_run(&l, 1);
        h += q * e;
        d -= q * h;
        e = d / eps((n + 1) * DT);
        most = fmax(most, fabs(e));
        const double *f = lab_read(&l, YEE_EX);
        ck_assert_msg(fabs(f[0] - e) <= 100 * STEPS * 1.1e-16 * most,
                      "step %d: %.15g, not %.15g", n + 1, f[0], e);
    }
    printf("largest field %.6g\n", most);
    ck_assert_double_ge(most, least);
    lab_close(&l);
}

static double jumping(double time) { return time >= 20.5 * DT ? 4 : 1; }

START_TEST(a_step_of_the_permittivity_keeps_the_flux)
{
    char text[256];
    snprintf(text, sizeof text,
             "type = modulated\neps = 1\ndepth = 3\nform = step\nstart = %.17g s\n", 20.5 * DT);
    follow(text, jumping, 1);
}
END_TEST

/* At twice the wave's frequency, c dt sqrt(eps) k: it grows by m w t/4, over 200 steps of w dt =
 * 0.157 by exp(0.2*31.4/4) = 4.8, or falls so first, by its phase; the sum of both, half each,
 * reaches 2.2 at least. */
static double swing(double time)
{
    return 1 + 0.2 * cos(2 * YEE_PI * (2 * YEE_C0 / (CELLS * SIDE)) * time);
}

START_TEST(a_swinging_permittivity_amplifies)
{
    char text[256];
    snprintf(text, sizeof text,
             "type = modulated\neps = 1\ndepth = 0.2\nfrequency = %.17g Hz\n",
             2 * YEE_C0 / (CELLS * SIDE));
    follow(text, swing, 2.2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("modulated");
    TCase *tcase = tcase_create("ring");
    tcase_add_test(tcase, a_step_of_the_permittivity_keeps_the_flux);
    tcase_add_test(tcase, a_swinging_permittivity_amplifies);
    suite_add_tcase(suite, tcase);
    return lab_main(suite);
}
