/* tests/physics/test_kerr_vector.c: the isotropic Kerr medium, D = eps0 (inf E + chi3 |E|^2 E), held
 * against a wave that solves the discrete equations. A circular wave along z has one |D| everywhere and
 * always: with L = D/(eps0 inf) of size A at the edges and m = cos(k d/2), cells see inf A m, their
 * field is A m (1 - h) with h = r (1 - h)^3, r = chi3 A^2 m^2/inf, and edges have E = (1 - h m^2) L, so
 *
 *     inf (2/(c0 dt))^2 sin^2(w dt/2) = (1 - h m^2) (2/d)^2 sin^2(k d/2)
 *
 * The index of a wave of peak A rises by chi3 A^2/(2 n), 4/3 of that of a linear wave. */
#include "trace.h"

enum { CELLS = 24, STEPS = 200, SCHEMES = 3 };
static const char *const scheme[SCHEMES] = {"reference", "plain", "tiled"};
static const double size = 2e8, inf = 2.25, d = 1e-7;

/* 200 steps of roundings of the phase, 1e-16 each of up to 30 rad, some 1e-13 if all had one sign, and
 * what Newton's four steps leave, 1e-15 at r = 0.05: limit 2e-12. Without what joins the components, 3/4
 * of h or more at the peak, the phase is off by 0.006 of 30 rad. */
START_TEST(a_circular_wave_has_the_exact_relation)
{
    const double k = 2 * YEE_PI / CELLS, m = cos(k / 2), chi3 = 0.05 * inf / (size * size);
    const double r = chi3 * size * size * m * m / inf;
    double h = r, worst = 0, energy[2];
    for (int n = 0; n < 200; n++)
        h -= (h - r * pow(1 - h, 3)) / (1 + 3 * r * pow(1 - h, 2));
    char *ini = trace_text("[grid]\ncells = 1, 1, %d\nspacing = 100 nm\nbackground = c\n"
                           "[run]\nsteps = 1000\ncourant = 0.9\nprecision = f64\nthreads = 1\n"
                           "scheme = %s\n[boundary.all]\ntype = periodic\n"
                           "[material.c]\ntype = kerr\nkind = vector\neps = %.17g\n"
                           "chi3 = %.17g m^2/V^2\n",
                           CELLS, scheme[_i], inf, chi3);
    yee_model *model = trace_model(ini);
    yee_simulation *sim;
    const void *config;
    void *plan;
    TRACE_OK(yee_simulation_plan(model, &sim));
    const yee_scheme_ops *ops = yee_simulation_scheme(sim, &config, &plan);
    const yee_grid *g = &model->problem.grid;
    const double xi = 1 - h * m * m, sk = 2 / d * sin(k / 2);
    const double sw = sqrt(xi / inf) * sk * YEE_C0, w = 2 / g->dt * asin(sw * g->dt / 2);
    double *field = calloc((size_t)yee_grid_points(g, YEE_EX), sizeof *field);
    /* L is written, and E is L until cells have taken their first step: H at -dt/2 is such
     * that it is right at dt/2. */
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        if (yee_direction(c) == 2)
            continue;
        for (int n = 0; n < CELLS; n++) {
            const double phase = k * n, half = k * (n + 0.5) - w * g->dt / 2;
            const double y = xi * size * sk / (YEE_MU0 * sw),
                         back = g->dt / YEE_MU0 * size * sk;
            field[n] = c == YEE_EX   ? size * cos(phase)
                       : c == YEE_EY ? size * sin(phase)
                       : c == YEE_HX ? -y * sin(half) - back * cos(k * (n + 0.5))
                                     : y * cos(half) - back * sin(k * (n + 0.5));
        }
        TRACE_OK(ops->write(plan, c, field));
    }
    for (int n = 1; n <= STEPS; n++) {
        TRACE_OK(ops->run(plan, 1, NULL));
        for (int c = 0; c < 2; c++) {
            TRACE_OK(ops->read(plan, c, field));
            const double phase = k * 7 - w * g->dt * n;
            worst = fmax(worst, fabs(field[7] / (xi * size) - (c ? sin(phase) : cos(phase))));
        }
    }
    TRACE_OK(ops->energy(plan, energy));
    const double held =
        CELLS * d * d * d * YEE_EPS0 *
        (0.5 * inf * xi * size * size + 0.25 * chi3 * pow(size * m * (1 - h), 4));
    printf("%s: h = %.4f, off by %.2e of the field (limit 2e-12), energy by %.2e (1e-11)\n",
           scheme[_i], h, worst, energy[0] / held - 1);
    ck_assert_double_le(worst, 2e-12);
    ck_assert_double_le(fabs(energy[0] / held - 1), 1e-11);
    free(field);
    free(ini);
    yee_simulation_quiet(sim);
    yee_simulation_free(sim);
    yee_model_free(model);
}
END_TEST

/* Between walls, beside a dielectric and metal, in graded cells at 0.99 of the limit. A step changes the
 * energy of the medium by the trapezoidal rule's error, (w dt)^2/12 of chi3 E^2/eps of it: with 0.05 and
 * w dt up to 1 in these coarse cells 4e-3. What is measured from the first thousand steps to 20000 is a
 * slow fall of 4e-4, of half the time step a third: waves of high frequency take part of it up. */
START_TEST(a_cavity_keeps_its_energy)
{
    double energy[2];
    for (int n = 0; n < 2; n++) {
        char *ini = trace_text(
            "[grid]\nx = 10 mm x 3, 7 mm x 3\ny = 9 mm x 3, 11 mm x 3\nz = 8 mm x 4, 12 mm x "
            "3\n"
            "[run]\nsteps = %d\ncourant = 0.99\nprecision = f64\nthreads = 1\nscheme = %s\n"
            "unsafe = yes\n"
            "[boundary.x]\ntype = pec\nfaces = x\n[boundary.y]\ntype = periodic\nfaces = y\n"
            "[boundary.z]\ntype = pmc\nfaces = z\n"
            "[material.p]\ntype = kerr\nkind = vector\neps = 4\nchi3 = 1e-7 m^2/V^2\n"
            "[material.d]\ntype = dielectric\neps = 12\nmu = 1, 2, 3\n"
            "[shape.p]\ntype = box\nfrom = 0, 0, 0 m\nto = 1, 1, 0.05 m\nmaterial = p\n"
            "[shape.d]\ntype = box\nfrom = 0.03, 0, 0 m\nto = 1, 0.025, 0.05 m\nmaterial = d\n"
            "[shape.m]\ntype = box\nfrom = 0.02, 0.018, 0.032 m\nto = 0.027, 0.038, 0.044 m\n"
            "material = pec\n"
            "[waveform.w]\ntype = ricker\nfrequency = 0.25 GHz\n"
            "[source.s]\ntype = dipole\nposition = 25, 20, 50 mm\ndirection = x\ncurrent = 10 "
            "A\n"
            "waveform = w\n",
            n ? 20000 : 1000, scheme[_i]);
        const trace_point point = {YEE_EY, 3, 3, 5};
        trace t = trace_run(ini, 1, &point);
        energy[n] = t.energy;
        free(t.value);
        free(ini);
    }
    printf("%s: energy %.6g J, then %.3e of it more (limit 4e-3)\n", scheme[_i], energy[0],
           energy[1] / energy[0] - 1);
    ck_assert_double_gt(energy[0], 0);
    ck_assert_double_le(fabs(energy[1] / energy[0] - 1), 4e-3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kerr_vector");
    TCase *tcase = tcase_create("kerr_vector");
    tcase_set_timeout(tcase, 240);
    tcase_add_checked_fixture(tcase, trace_setup, trace_teardown);
    tcase_add_loop_test(tcase, a_circular_wave_has_the_exact_relation, 0, SCHEMES);
    tcase_add_loop_test(tcase, a_cavity_keeps_its_energy, 0, SCHEMES);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
