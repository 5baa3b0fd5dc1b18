/* tests/physics/test_tensor.c: crystals with a full tensor of permittivity against the exact relation
 * of the discrete equations. Of a wave with wave vector k in a uniform grid, S_a = 2/d_a
 * sin(k_a d_a/2), c_a = cos(k_a d_a/2) and m_x = c_y c_z, cyclic,
 *
 *     (2/(c0 dt))^2 sin^2(w dt/2) D = -S x (S x (X D)),   X_aa = xi_aa,  X_ab = xi_ab m_a m_b
 *
 * whose eigenvalues are 0 and two others, A and B: A + B is the trace of the matrix on the right,
 * A B the sum of its principal minors. */
#include "trace.h"

enum { SCHEMES = 2 };
static const char *const scheme[SCHEMES] = {"reference", "plain"};

/* A lithium niobate near 1550 nm, its axis at (35, 25) degrees. */
#define NO 2.211
#define NE 2.138

static void optic_axis(double axis[3])
{
    const double theta = 35 * YEE_PI / 180, phi = 25 * YEE_PI / 180;
    axis[0] = sin(theta) * cos(phi);
    axis[1] = sin(theta) * sin(phi);
    axis[2] = cos(theta);
}

/* xi = (I - a a)/no^2 + a a/ne^2 */
static void impermittivity(double xi[3][3])
{
    double axis[3];
    optic_axis(axis);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            xi[a][b] = (a == b ? 1 / (NO * NO) : 0) +
                       (1 / (NE * NE) - 1 / (NO * NO)) * axis[a] * axis[b];
}

/* A + B and A B of kd, angles a cell, in cells of d (m). */
static void invariants(const double kd[3], const double d[3], double *sum, double *product)
{
    double xi[3][3], s[3], c[3], x[3][3], m[3][3];
    impermittivity(xi);
    for (int a = 0; a < 3; a++) {
        s[a] = 2 / d[a] * sin(kd[a] / 2);
        c[a] = cos(kd[a] / 2);
    }
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            const double ma = c[(a + 1) % 3] * c[(a + 2) % 3];
            const double mb = c[(b + 1) % 3] * c[(b + 2) % 3];
            x[a][b] = xi[a][b] * (a == b ? 1 : ma * mb);
        }
    const double square = s[0] * s[0] + s[1] * s[1] + s[2] * s[2];
    for (int a = 0; a < 3; a++) /* -S x (S x v) = S.S v - S (S.v) */
        for (int b = 0; b < 3; b++) {
            m[a][b] = square * x[a][b];
            for (int n = 0; n < 3; n++)
                m[a][b] -= s[a] * s[n] * x[n][b];
        }
    *sum = m[0][0] + m[1][1] + m[2][2];
    *product = 0;
    for (int a = 0; a < 3; a++) {
        const int b = (a + 1) % 3;
        *product += m[a][a] * m[b][b] - m[a][b] * m[b][a];
    }
}

/* The larger and the smaller index of a wave along u with so many cells in its ordinary wavelength:
 * |k|/sqrt of the eigenvalues, in continuous time. */
static void indices(const double u[3], double cells, double n[2])
{
    const double one[3] = {1, 1, 1}, k = 2 * YEE_PI / cells;
    const double kd[3] = {k * u[0], k * u[1], k * u[2]};
    double sum, product;
    invariants(kd, one, &sum, &product);
    const double root = sqrt(sum * sum / 4 - product);
    n[0] = k / sqrt(sum / 2 - root);
    n[1] = k / sqrt(sum / 2 + root);
}

/* The relation itself: of second order. n_e of a wave at theta to the axis is
 * (cos^2/no^2 + sin^2/ne^2)^(-1/2); half the cell is a quarter of the error, less what is of fourth
 * order, (k d)^2/20 of it at 20 cells: 0.5 %. */
START_TEST(the_relation_is_of_second_order)
{
    static const double exact[2] = {2.1861645268, 2.20003730756};
    static const double error[2] = {4.2e-3, 2.0e-3}; /* of n_e, 20 cells, 2 digits */
    static const double along[2][3] = {{0, 0, 1}, {1, 2, 3}};
    double axis[3];
    optic_axis(axis);
    for (int w = 0; w < 2; w++) {
        const double *v = along[w], length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        const double u[3] = {v[0] / length, v[1] / length, v[2] / length};
        const double cosine = u[0] * axis[0] + u[1] * axis[1] + u[2] * axis[2];
        const double ne =
            1 / sqrt(cosine * cosine / (NO * NO) + (1 - cosine * cosine) / (NE * NE));
        double coarse[2], fine[2];
        indices(u, 20, coarse);
        indices(u, 40, fine);
        printf("along %g %g %g: n_o off by %.3e, %.3e; n_e %.10g off by %.3e, %.3e\n", v[0],
               v[1], v[2], coarse[0] / NO - 1, fine[0] / NO - 1, ne, coarse[1] / ne - 1,
               fine[1] / ne - 1);
        ck_assert_double_le(fabs(ne - exact[w]), 1e-9);
        ck_assert_double_le(fabs(coarse[1] / ne - 1 - error[w]), 0.05e-3);
        for (int p = 0; p < 2; p++) {
            const double is = p ? ne : NO;
            ck_assert_double_le(fabs((coarse[p] / is - 1) / (fine[p] / is - 1) - 4), 0.04);
        }
    }
}
END_TEST

enum { STEPS = 200 };

/* A model between its plan and its end. */
typedef struct bench {
    yee_model *model;
    yee_simulation *sim;
    const yee_scheme_ops *ops;
    void *plan;
} bench;

static bench bench_begin(const char *ini)
{
    bench b = {.model = trace_model(ini)};
    const void *config;
    TRACE_OK(yee_simulation_plan(b.model, &b.sim));
    b.ops = yee_simulation_scheme(b.sim, &config, &b.plan);
    return b;
}

static void bench_end(bench *b)
{
    yee_simulation_quiet(b->sim);
    yee_simulation_free(b->sim);
    yee_model_free(b->model);
}

/* One wave vector in a periodic grid, L = inf^-1 D with D normal to S: with q = (c0 dt)^2, y = E of
 * any edge and T y = y+ - 2 y + y-,
 *
 *     T T y + q (A + B) T y + q^2 A B y = 0
 *
 * The four numbers of T T y have the rounding of a step each, 1e-16, and that of all steps before,
 * 200 with any sign: 3e-15 of y times 16; limit 2e-13. An error of xi_ab in any place, or of a mean,
 * is one of A + B, 1e-2 here. */
START_TEST(a_wave_in_a_crystal_has_the_exact_relation)
{
    static const int64_t cells[3] = {8, 6, 10};
    static const int turns[3] = {1, -1, 2};
    const double d[3] = {1e-3, 1.5e-3, 1.2e-3};
    double axis[3], xi[3][3], kd[3], s[3], sum, product, value[STEPS], worst = 0, largest = 0;
    optic_axis(axis);
    impermittivity(xi);
    for (int a = 0; a < 3; a++) {
        kd[a] = 2 * YEE_PI * turns[a] / (double)cells[a];
        s[a] = 2 / d[a] * sin(kd[a] / 2);
    }
    invariants(kd, d, &sum, &product);
    char *ini = trace_text(
        "[grid]\ncells = 8, 6, 10\nspacing = 1, 1.5, 1.2 mm\nbackground = c\n"
        "[run]\nsteps = 1000\ncourant = 0.9\nprecision = f64\nthreads = 1\nscheme = %s\n"
        "[boundary.all]\ntype = periodic\n"
        "[material.c]\ntype = tensor\nn = %.17g, %.17g\naxis = %.17g, %.17g, %.17g\n",
        scheme[_i], NO, NE, axis[0], axis[1], axis[2]);
    bench b = bench_begin(ini);
    const yee_grid *g = &b.model->problem.grid;
    const double v[3] = {0.3, -0.7, 1.1};
    double *field = calloc((size_t)yee_grid_points(g, 0), sizeof *field);
    for (int c = 0; c < 3; c++) {
        const int p = (c + 1) % 3, q = (c + 2) % 3;
        const double size = (s[p] * v[q] - s[q] * v[p]) / 1e3 * xi[c][c];
        for (int64_t i = 0; i < cells[0]; i++)
            for (int64_t j = 0; j < cells[1]; j++)
                for (int64_t k = 0; k < cells[2]; k++) {
                    const double phase = kd[0] * ((double)i + (c == 0 ? 0.5 : 0)) +
                                         kd[1] * ((double)j + (c == 1 ? 0.5 : 0)) +
                                         kd[2] * ((double)k + (c == 2 ? 0.5 : 0));
                    field[yee_grid_index(g, c, i, j, k)] = size * cos(phase + 0.4);
                }
        TRACE_OK(b.ops->write(b.plan, c, field));
    }
    const double q = pow(YEE_C0 * g->dt, 2);
    for (int c = 0; c < 3; c++) {
        for (int n = 0; n < STEPS; n++) {
            TRACE_OK(b.ops->read(b.plan, c, field));
            value[n] = field[yee_grid_index(g, c, 3, 2, 7)];
            largest = fmax(largest, fabs(value[n]));
            TRACE_OK(b.ops->run(b.plan, 1, NULL));
        }
        for (int n = 3; n < STEPS - 2; n++) { /* at step 0 E is L, without what cells add */
            const double *y = value + n, t = y[1] - 2 * y[0] + y[-1];
            const double tt = y[2] - 4 * y[1] + 6 * y[0] - 4 * y[-1] + y[-2];
            worst = fmax(worst, fabs(tt + q * sum * t + q * q * product * y[0]));
        }
    }
    printf("%s: the relation is off by %.2e of the field (limit 2e-13)\n", scheme[_i],
           worst / largest);
    ck_assert_double_gt(largest, 0.1);
    ck_assert_double_le(worst / largest, 2e-13);
    bench_end(&b);
    free(field);
    free(ini);
}
END_TEST

/* A crystal with three equal values is a dielectric, bit by bit, however its axes lie. */
START_TEST(an_isotropic_crystal_has_the_bits_of_a_dielectric)
{
    static const char *const made[] = {
        "dielectric\neps = 2.25\n", "tensor\nn = 1.5, 1.5\naxis = 1, 2, 3\n",
        "tensor\neps = 2.25, 2.25, 2.25\nangles = 20, 40, 60 deg\n",
        "tensor\neps = 2.25, 2.25, 2.25\noff_diagonal = 0, 0, 0\n"};
    trace t[4];
    for (int n = 0; n < 4; n++) {
        char *ini = trace_text(
            "[grid]\ncells = 9, 8, 7\nspacing = 1 mm\n[run]\nsteps = 60\nprecision = f64\n"
            "scheme = reference\n[boundary.all]\ntype = cpml\ncells = 2\n"
            "[material.c]\ntype = %s[shape.s]\ntype = sphere\nmaterial = c\nradius = 2 mm\n"
            "center = 4.2, 4, 3.6 mm\n[waveform.w]\ntype = ricker\nfrequency = 20 GHz\n"
            "[source.s]\ntype = dipole\nposition = 3, 3, 3 mm\ndirection = x\ncurrent = 1 A\n"
            "waveform = w\n",
            made[n]);
        const trace_point point = {YEE_EY, 5, 5, 4};
        t[n] = trace_run(ini, 1, &point);
        free(ini);
    }
    for (int n = 1; n < 4; n++)
        ck_assert_int_eq(memcmp(t[0].value, t[n].value, (size_t)t[0].steps * sizeof(double)),
                         0);
    ck_assert_double_gt(fabs(t[0].value[40]), 0);
    for (int n = 0; n < 4; n++)
        free(t[n].value);
}
END_TEST

/* Two strongly anisotropic crystals, a dielectric, a magnetic medium and metal in graded cells
 * between walls, periodic faces and PMC, at 0.99 of Yee's limit. What is kept is kept to rounding,
 * 1e-16 a step with any sign of sums of some hundred terms, 1e-14 in 4000 steps; limit 1e-11. */
static trace closed(int steps, const char *by)
{
    char *ini = trace_text(
        "[grid]\nx = 10 mm x 2, 7 mm x 3\ny = 9 mm x 3, 11 mm x 3\nz = 8 mm x 4, 12 mm x 3\n"
        "[run]\nsteps = %d\ncourant = 0.99\nprecision = f64\nthreads = 1\nscheme = %s\n"
        "unsafe = yes\n"
        "[boundary.x]\ntype = pec\nfaces = x\n"
        "[boundary.y]\ntype = periodic\nfaces = y\n"
        "[boundary.z]\ntype = pmc\nfaces = z\n"
        "[material.p]\ntype = tensor\neps = 1, 9, 4\nangles = 30, 50, 70 deg\n"
        "[material.q]\ntype = tensor\neps = 6, 5, 4\noff_diagonal = -2, 1.5, 2.5\nmu = 2\n"
        "[material.d]\ntype = dielectric\neps = 12\nmu = 1, 2, 3\n"
        "[shape.p]\ntype = box\nfrom = 0, 0, 0 m\nto = 1, 1, 0.04 m\nmaterial = p\n"
        "[shape.q]\ntype = box\nfrom = 0.01, 0.02, 0.021 m\nto = 0.04, 0.05, 1 m\nmaterial = "
        "q\n"
        "[shape.d]\ntype = box\nfrom = 0.022, 0, 0 m\nto = 1, 0.025, 0.05 m\nmaterial = d\n"
        "[shape.m]\ntype = box\nfrom = 0.02, 0.018, 0.032 m\nto = 0.027, 0.038, 0.044 m\n"
        "material = pec\n"
        "[waveform.w]\ntype = ricker\nfrequency = 4 GHz\n"
        "[source.s]\ntype = dipole\nposition = 25, 20, 50 mm\ndirection = x\ncurrent = 1 A\n"
        "waveform = w\n",
        steps, by);
    const trace_point point = {YEE_EY, 3, 3, 5};
    const trace t = trace_run(ini, 1, &point);
    free(ini);
    return t;
}

START_TEST(crystals_keep_the_energy)
{
    const int steps = 4000;
    trace early = closed(1200, scheme[_i]), late = closed(steps, scheme[_i]);
    const double drift = late.energy / early.energy - 1;
    printf("%s: energy %.6g J, drift in %d steps %.2e (limit 1e-11)\n", scheme[_i], late.energy,
           steps - 1200, drift);
    ck_assert_double_gt(late.energy, 0);
    ck_assert_double_le(fabs(drift), 1e-11);
    free(early.value);
    free(late.value);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tensor");
    TCase *tcase = tcase_create("tensor");
    tcase_set_timeout(tcase, 120);
    tcase_add_checked_fixture(tcase, trace_setup, trace_teardown);
    tcase_add_test(tcase, the_relation_is_of_second_order);
    tcase_add_loop_test(tcase, a_wave_in_a_crystal_has_the_exact_relation, 0, SCHEMES);
    tcase_add_test(tcase, an_isotropic_crystal_has_the_bits_of_a_dielectric);
    tcase_add_loop_test(tcase, crystals_keep_the_energy, 0, SCHEMES);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
