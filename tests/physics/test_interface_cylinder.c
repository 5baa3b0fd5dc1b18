/* tests/physics/test_interface_cylinder.c: a cylinder in an oblique plane wave against the
 * series of harmonics: the scattered field on a ring, absolute.
 *
 * The figure is ||run - exact||/||exact|| of 64 points. Two shares make it. Yee's dispersion
 * makes k in the cylinder too large by (k h)^2/24 (3/4 - (c dt/n h)^2), 3/4 the mean of cos^4 +
 * sin^4 over the directions: what that is worth comes from the series itself (dispersion()).
 * The surface's share is `surface` below. Along the cylinder E (in TM of eps) or H (in TE of
 * mu) is tangential everywhere and the fill of a cell is its mean, of second order: it stays
 * what it was with cells told by their middle, where their number is right by chance, and else
 * (wp h/c)^2 /8 = 8.8e-4 and 2.2e-4 for the first moment of eps in the cells that are cut.
 * Across (eps in TE, mu in TM) the field jumps where it is normal to the surface, and the part
 * of eps' tensor off its diagonal, which couples two components there, is left out: order 1.
 * The same difference equations solved at one frequency with exact fills and normals have, for
 * eps = 4 at 20 cells a radius, 1.2e-2 8.3e-3 1.8e-2, which is 0.24 0.17 0.36 cells over the
 * radius; held to 0.26 0.21 0.30 with dispersion beside it. An arithmetic mean of cells
 * had 1.4e-2 2.4e-2 5.8e-2 at 20 cells, 5.5e-3 6.7e-3 1.3e-2 at 40, 2.8e-3 3.6e-3 6.1e-3 at 80:
 * no mean with one number an edge gets below a third of that at every k a. For Drude's eps =
 * -1.8 near the cylinder's own resonance (eps = -1 for a thin one) cells had 0.40, 0.29, 0.15;
 * asked for are 0.12, 0.07, 0.035. At eps = -10 and -0.24 it is not to be much worse than
 * cells, 4.5e-2 and 4.3e-2, 2.1e-2 and 1.8e-2, 1.1e-2 and 9.9e-3 (in the dual problem 0.11
 * and 6.8e-2, 5.0e-2 and 2.1e-2, 2.5e-2 and 1.2e-2): thin fills of a metal resonate in the
 * band, at other cells for every radius, so that the error does not fall smoothly.
 *
 * With average = tensor cells have all of the tensor (problem/surface/oblique.h). What is left is of
 * second order: along the surface the normal turns by h/a from one cell to the next, in cells that are
 * some h/a of the cylinder; the shares are (h/a)^2, with dispersion beside it. The order from 20 to
 * 40 cells is to be 1.8 and more at k a = 2 and 3; at k a = 1, where some 1e-4 do not come from the
 * cylinder, it is looked at by its shares alone.
 *
 * mu and H in TM are eps and E in TE: duality, on the grid too, but for half a cell. */
#include "harmonics.h"
#include "interface.h"
#include "lattice.h"

#define PLASMA 11.2    /* (wp a/c)^2: eps is -10.1, -1.8 and -0.24 at k a = 1, 2, 3 */
#define COLLISIONS 0.1 /* gamma a/c */
#define BOX 1.15       /* half of the total-field box over the radius */
#define RING 1.8
#define WALL 2.5
#define ANGLE (YEE_PI / 6)
enum { SIZES = 3, WAVES = 3, POINTS = 64 }; /* 20, 40, 80 cells a radius; k a = 1, 2, 3 */

/* s in c/a */
static double complex glass(double complex s) { return 4 + 0 * s; }
static double complex drude(double complex s) { return 1 + PLASMA / (s * (s + COLLISIONS)); }

/* Shares of the surface at k a = 1, 2, 3. */
typedef const double shares[SIZES][WAVES];
static shares glass_along = {{1e-2, 9e-3, 4.4e-2}, {7e-4, 1e-3, 1.2e-2}, {2e-4, 3e-4, 3e-3}};
static shares glass_across = {
    {1.3e-2, 1.05e-2, 1.5e-2}, {6.5e-3, 5.3e-3, 7.5e-3}, {3.3e-3, 2.7e-3, 3.8e-3}};
static shares glass_joint = {
    {2.5e-3, 2.5e-3, 2.5e-3}, {6.3e-4, 6.3e-4, 6.3e-4}, {1.6e-4, 1.6e-4, 1.6e-4}};
static shares drude_along = {
    {6e-3, 9.6e-3, 1.1e-2}, {8.8e-4, 8.8e-4, 1.2e-3}, {2.2e-4, 2.8e-4, 2.8e-4}};
static shares drude_across = {
    {4.5e-2, 0.12, 4.3e-2}, {2.4e-2, 0.07, 2.4e-2}, {1.6e-2, 0.035, 1e-2}};
static shares dual_across = {
    {0.11, 0.12, 6.8e-2}, {5e-2, 0.07, 2.1e-2}, {2.5e-2, 0.035, 1.2e-2}};

static const struct body {
    const char *name, *average; /* NULL: interface_average() */
    interface_law *law;
    bool magnetic, te;
    double record; /* a/c: of eps 4 along, k a = 3 is a narrow resonance */
    shares *surface;
} bodies[] = {
    {"eps 4, TM", NULL, glass, false, false, 400, &glass_along},
    {"eps 4, TE", NULL, glass, false, true, 200, &glass_across},
    {"Drude, TM", NULL, drude, false, false, 200, &drude_along},
    {"Drude, TE", NULL, drude, false, true, 200, &drude_across},
    {"mu 4, TM", NULL, glass, true, false, 200, &glass_across},
    {"mu 4, TE", NULL, glass, true, true, 400, &glass_along},
    {"magnetic Drude, TM", NULL, drude, true, false, 200, &dual_across},
    {"magnetic Drude, TE", NULL, drude, true, true, 200, &drude_along},
    {"eps 4, TE, tensor", "average = tensor\n", glass, false, true, 200, &glass_joint},
};
enum { BODIES = sizeof bodies / sizeof *bodies };

static char *material(const struct body *b)
{
    return b->law == drude
               ? trace_text(
                     "type = drude\nmagnetic = %s\nwp = %.17g rad/s\ngamma = %.17g rad/s",
                     b->magnetic ? "yes" : "no", sqrt(PLASMA) * YEE_C0, COLLISIONS * YEE_C0)
               : trace_text("type = dielectric\n%s = 4", b->magnetic ? "mu" : "eps");
}

/* index: times the true one */
static void scattered(const struct body *b, double ka, double complex index,
                      double complex a[HARMONICS])
{
    const double complex value = b->law(I * ka), eps = b->magnetic ? 1 : value;
    const double complex mu = b->magnetic ? value : 1;
    harmonics_scattered(ka, eps * index, mu * index, b->te, a);
}

/* The error by the grid's larger k inside, as L2 on the ring. */
static double dispersion(const struct body *b, int radius, double ka)
{
    const double h = 1.0 / radius;
    const double complex square = b->law(I * ka);
    double complex a[HARMONICS], grid[HARMONICS];
    double off = 0, all = 0;
    scattered(b, ka, 1, a);
    scattered(b, ka, 1 + ka * ka * h * h / 24 * (0.75 * square - 0.5 * 0.99 * 0.99), grid);
    for (int n = 0; n < POINTS; n++) {
        const double phi = 2 * YEE_PI * n / POINTS;
        const double complex want = harmonics_field(a, ka * RING, phi);
        off += pow(cabs(harmonics_field(grid, ka * RING, phi) - want), 2);
        all += pow(cabs(want), 2);
    }
    return sqrt(off / all);
}

/* L2 of the scattered field at the ring at k a = 1, 2, 3, from the series, and of eps 4 in TE from a
 * perfect surface on the grid, lattice.h; surface: NULL, or so. */
static void run(const struct body *b, int radius, double error[WAVES], double surface[WAVES])
{
    const double h = 1.0 / radius, pulse = 2 * YEE_C0 / (2 * YEE_PI); /* a = 1 m, k a = 2 */
    const int half = (int)lround(WALL * radius), box = (int)lround(BOX * radius);
    char *medium = material(b);
    char *ini = trace_text(
        "[grid]\ncells = %d, %d\nspacing = %.17g m\ninvariant = z\nmode = %s\n"
        "origin = %.17g, %.17g, 0 m\n"
        "[run]\ntime = %.17g s\nprecision = f64\n%s[boundary.open]\ntype = cpml\ncells = %d\n"
        "[material.m]\n%s\n"
        "[shape.rod]\ntype = cylinder\nmaterial = m\nfrom = 0, 0, -1 m\nto = 0, 0, 2 m\n"
        "radius = 1 m\n%s[waveform.w]\ntype = ricker\nfrequency = %.17g Hz\n"
        "[source.s]\ntype = plane_wave\nwaveform = w\nfrom = %.17g, %.17g, 0 m\n"
        "to = %.17g, %.17g, 1 m\ndirection = %.17g, %.17g, 0\npolarization = %s\n",
        2 * half, 2 * half, h, b->te ? "te" : "tm", -half * h, -half * h, b->record / YEE_C0,
        b->average ? "scheme = plain\n" : "", radius / 2, medium,
        b->average ? b->average : interface_average(), pulse, -box * h, -box * h, box * h,
        box * h, cos(ANGLE), sin(ANGLE), b->te ? "y" : "z");
    const double shift = b->te ? 0.5 : 0;
    trace_point point[POINTS];
    double at[POINTS][2];
    for (int n = 0; n < POINTS; n++) {
        const double phi = 2 * YEE_PI * n / POINTS;
        point[n] = (trace_point){b->te ? YEE_HZ : YEE_EZ,
                                 half + lround(RING * radius * cos(phi) - shift),
                                 half + lround(RING * radius * sin(phi) - shift), 0};
        at[n][0] = ((double)(point[n].i - half) + shift) * h;
        at[n][1] = ((double)(point[n].j - half) + shift) * h;
    }
    trace t = trace_run(ini, POINTS, point);
    for (int w = 0; w < WAVES; w++) {
        const double ka = w + 1;
        const double complex s = I * ka * YEE_C0;
        /* E is 1 V/m times the pulse at the box's low corner */
        const double late = box * h * (cos(ANGLE) + sin(ANGLE)) / YEE_C0;
        const double complex in =
            interface_ricker(s, pulse) * cexp(-s * late) * (b->te ? 1 / YEE_ETA0 : 1);
        double complex a[HARMONICS];
        double off = 0, all = 0, own = 0;
        lattice grid = {0};
        scattered(b, ka, 1, a);
        if (surface)
            grid = lattice_cylinder(ka, 4, h, t.dt * YEE_C0, ANGLE, late * YEE_C0);
        for (int n = 0; n < POINTS; n++) {
            const double x = at[n][0], y = at[n][1];
            const double complex want =
                in * harmonics_field(a, ka * hypot(x, y), atan2(y, x) - ANGLE);
            const double complex got =
                trace_spectrum(&t, n, ka * YEE_C0) * cexp(s * shift * t.dt);
            off += pow(cabs(got - want), 2);
            all += pow(cabs(want), 2);
            if (surface)
                own += pow(cabs(got - in * lattice_field(&grid, hypot(x, y), atan2(y, x))), 2);
        }
        error[w] = sqrt(off / all);
        if (surface)
            surface[w] = sqrt(own / all);
    }
    free(t.value);
    free(ini);
    free(medium);
}

/* J_n against the library's at a real argument, and J_n(jx) = j^n I_n(x) by I_0(2) and I_1(2)
 * of Abramowitz and Stegun, table 9.8. */
START_TEST(the_functions_have_their_known_values)
{
    double complex j[HARMONICS + 1];
    harmonics_bessel(6, j);
    for (int n = 1; n <= HARMONICS; n++)
        ck_assert_double_le(cabs(j[n] / j[0] * jn(0, 6) - jn(n, 6)), 1e-14);
    harmonics_bessel(2 * I, j);
    ck_assert_double_le(cabs(j[1] / j[0] - I * 1.5906368546373291 / 2.2795853023360673), 1e-14);
}
END_TEST

/* Without a cylinder nothing is scattered; a cylinder without loss scatters what it takes out
 * of the wave: Re a_n = -|a_n|^2, for every order on its own. */
START_TEST(the_series_conserves_power)
{
    double complex a[HARMONICS];
    for (int te = 0; te < 2; te++)
        for (int ka = 1; ka <= WAVES; ka++) {
            harmonics_scattered(ka, 1, 1, te, a);
            for (int n = 0; n < HARMONICS; n++)
                ck_assert_double_le(cabs(a[n]), 1e-13);
            harmonics_scattered(ka, -1.8, 4, te, a);
            for (int n = 0; n < HARMONICS; n++)
                ck_assert_double_le(fabs(creal(a[n]) + pow(cabs(a[n]), 2)), 1e-13);
        }
}
END_TEST

/* L2 between a perfect surface on the grid and the series. */
static double perfect(double ka, double h)
{
    const lattice grid = lattice_cylinder(ka, 4, h, 0.99 * h / sqrt(2), ANGLE, 1.5);
    double complex a[HARMONICS];
    double off = 0, all = 0;
    harmonics_scattered(ka, 4, 1, true, a);
    for (int n = 0; n < POINTS; n++) {
        const double phi = 2 * YEE_PI * n / POINTS;
        const double complex want = harmonics_field(a, ka * RING, phi - ANGLE);
        off += pow(cabs(lattice_field(&grid, RING, phi) - want), 2);
        all += pow(cabs(want), 2);
    }
    return sqrt(off / all);
}

/* Order 2, and at 1e4 cells a radius what that leaves, beside 1e-9 of series that end. */
START_TEST(a_perfect_surface_on_the_grid_comes_to_the_series)
{
    for (int ka = 1; ka <= WAVES; ka++) {
        const double coarse = perfect(ka, 0.05), fine = perfect(ka, 0.025);
        fprintf(stderr, "perfect surface, k a = %d: %.3e, %.3e, %.3e with 20, 40, 80 cells\n",
                ka, coarse, fine, perfect(ka, 0.0125));
        ck_assert_double_eq_tol(log2(coarse / fine), 2, 0.02);
        ck_assert_double_le(perfect(ka, 1e-4), coarse * pow(1e-4 / 0.05, 2) * 1.02 + 1e-9);
    }
}
END_TEST

/* A third of the error of cells was asked for, at every k a. At k a = 3 not even a perfect surface
 * has it with 20 and 40 cells: 2.6e-2 and 6.5e-3, where a third of the error of cells is 1.9e-2 and
 * 4.2e-3. So the third is asked of the surface's share, the distance to the perfect surface. */
START_TEST(the_share_of_a_surface_is_a_third_with_tensors)
{
    const struct body whole = {"cells", "average = cells\n", glass, false, true, 200, NULL};
    const struct body joint = {"tensor", "average = tensor\n", glass, false, true, 200, NULL};
    bool holds = true;
    for (int n = 0; n < (interface_long() ? SIZES : few_on() ? 1 : 2); n++) {
        double before[WAVES], cells[WAVES], error[WAVES], surface[WAVES];
        run(&whole, 20 << n, before, cells);
        run(&joint, 20 << n, error, surface);
        for (int w = 0; w < WAVES; w++) {
            char what[64];
            snprintf(what, sizeof what, "surface, %d cells, k a = %d (all %.1e of %.1e)",
                     20 << n, w + 1, error[w], before[w]);
            holds = interface_holds(what, surface[w], cells[w] / 3) && holds;
        }
    }
    ck_assert_msg(holds, "a figure above exceeds its limit");
}
END_TEST

START_TEST(a_cylinder_scatters_as_its_harmonics_say)
{
    const struct body *b = &bodies[few_index(_i, 2)];
    bool holds = true;
    double error[WAVES], coarse[WAVES] = {0};
    for (int n = 0; n < (interface_long() ? SIZES : 2); n++) {
        run(b, 20 << n, error, NULL);
        for (int w = 0; w < WAVES; w++) {
            const double limit = (*b->surface)[n][w] + dispersion(b, 20 << n, w + 1);
            char what[64];
            snprintf(what, sizeof what, "%s, %d cells, k a = %d", b->name, 20 << n, w + 1);
            holds = interface_holds(what, error[w], limit) && holds;
            if (b->average && n == 1 && w > 0)
                holds = interface_order(coarse[w], error[w], 1.8) && holds;
            coarse[w] = error[w];
        }
    }
    ck_assert_msg(holds, "%s: a figure above exceeds its limit", b->name);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("interface_cylinder");
    TCase *tcase = tcase_create("cylinder");
    tcase_add_checked_fixture(tcase, trace_setup, trace_teardown);
    tcase_set_timeout(tcase, 300);
    tcase_add_test(tcase, the_functions_have_their_known_values);
    tcase_add_test(tcase, the_series_conserves_power);
    tcase_add_test(tcase, a_perfect_surface_on_the_grid_comes_to_the_series);
    tcase_add_test(tcase, the_share_of_a_surface_is_a_third_with_tensors);
    tcase_add_loop_test(tcase, a_cylinder_scatters_as_its_harmonics_say, 0,
                        (BODIES + few_every(2) - 1) / few_every(2));
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
