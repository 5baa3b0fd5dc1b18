/* Cross sections of a dielectric ball in a plane wave, 3-D, against Mie's series. */
#include "../physics/mie.h"
#include "numbers.h"
#include "suite.h"

#define C0 299792458.0
#define ETA 376.730313668
#define EPS 4
#define SIZE 1.5 /* k a */

enum { ANGLES = 37, CUTS = 2, WHOLE_THETA = 13, WHOLE_PHI = 24 };

/* A ball of so many cells of 1 mm a radius; the wave goes along z with E along x. `half`: its
 * half x > 0 beside a plane of symmetry, to which E is normal. */
static void ball_model(int radius, bool half, const char *more)
{
    char text[4096];
    const double f = SIZE * C0 / (2 * M_PI * 1e-3 * radius);
    const int in = radius + 2, out = radius + 5, end = radius + 16;
    snprintf(text, sizeof text,
             "[run]\ntime = %.12g s\nprecision = f64\nscheme = plain\nforce = yes\n"
             "[grid]\ncells = %d, %d, %d\nspacing = 1 mm\norigin = %d, %d, %d mm\n"
             "[boundary.open]\ntype = cpml\ncells = 8\n%s"
             "[material.glass]\ntype = dielectric\neps = %d\n"
             "[shape.ball]\ntype = sphere\nmaterial = glass\ncenter = 0, 0, 0 mm\n"
             "radius = %d mm\naverage = tensor\n"
             "[waveform.w]\ntype = ricker\nfrequency = %.12g Hz\n"
             "[source.s]\ntype = plane_wave\nwaveform = w\namplitude = 3 V/m\n"
             "from = %d, %d, %d mm\nto = %d, %d, %d mm\ndirection = z\npolarization = x\n"
             "[output.box]\ntype = flux\nfrom = %d, %d, %d mm\nto = %d, %d, %d mm\n"
             "frequencies = %.12g Hz\n"
             "[post.far]\ntype = far_field\nbox = box\nstep = 10 deg\nsphere = 15 deg\n%s",
             160 * radius * 1e-3 / (C0 * sqrt(3)), half ? end : 2 * end, 2 * end, 2 * end,
             half ? 0 : -end, -end, -end,
             half ? "[boundary.mirror]\ntype = symmetry\nfaces = x-\nkind = electric\n" : "",
             EPS, radius, f, half ? 0 : -in, -in, -in, in, in, in, half ? 0 : -out, -out, -out,
             out, out, out, f, more);
    write_file("m.ini", text);
}

/* Cross sections (m^2) of the series along the cuts phi = 0, where E lies in the plane of
 * scattering, and 90 degrees; returns the total one. a: m, k: 1/m. */
static double series(double k, double a, double eps, double section[CUTS][ANGLES])
{
    for (int n = 0; n < ANGLES; n++) {
        double complex s[2];
        mie_amplitudes(k * a, eps, fabs(10 * (n - 18) * M_PI / 180), s);
        for (int cut = 0; cut < CUTS; cut++)
            section[cut][n] = 4 * M_PI / (k * k) * pow(cabs(s[1 - cut]), 2);
    }
    return mie_sphere(k * a, eps).scattering * M_PI * a * a;
}

/* The errors of the total section and, over the largest one, of those at all angles. */
typedef struct error {
    double total, pattern;
} error;

static error compare(double total, double section[CUTS][ANGLES], double to,
                     double other[CUTS][ANGLES])
{
    error e = {fabs(total / to - 1), 0};
    double most = 0;
    for (int n = 0; n < CUTS * ANGLES; n++)
        most = fmax(most, other[n / ANGLES][n % ANGLES]);
    for (int n = 0; n < CUTS * ANGLES; n++)
        e.pattern =
            fmax(e.pattern,
                 fabs(section[n / ANGLES][n % ANGLES] - other[n / ANGLES][n % ANGLES]) / most);
    return e;
}

static double read_sections(double section[CUTS][ANGLES])
{
    read_numbers("/post/far/cross_section_1_1", NULL, ANGLES, section[0]);
    read_numbers("/post/far/cross_section_1_2", NULL, ANGLES, section[1]);
    return read_number("/post/far/total_cross_section");
}

/* The errors that the grid makes, h = 1 mm: within the ball the lattice's dispersion, an index larger
 * by (k h)^2/24 (0.6 eps - (c dt/h)^2), 0.6 being the mean of the sum of fourth powers of a
 * direction's cosines; its surface, as if the radius were another one by 0.375 (h/a)^2
 * (physics/test_interface_ball.c); and on the box H brought from half a cell on both sides and sums
 * by trapezoids, 0.29 (k h)^2 of a power (test_scattering_width.c). */
static error limit_of(int radius)
{
    const double a = 1e-3 * radius, k = SIZE / a, kh = k * 1e-3;
    const double index = 1 + kh * kh / 24 * (0.6 * EPS - 0.99 * 0.99 / 3);
    const double surface = 0.375 / (radius * radius), contour = 0.29 * kh * kh;
    double want[CUTS][ANGLES], got[CUTS][ANGLES];
    const double exact = series(k, a, EPS, want);
    error most = {0, 0};
    for (int n = 0; n < 2; n++) {
        const double its =
            series(k, a * (n ? 1 + surface : 1 - surface), EPS * index * index, got);
        const error e = compare(its, got, exact, want);
        most.total = fmax(most.total, e.total);
        most.pattern = fmax(most.pattern, e.pattern);
    }
    return (error){most.total + contour, most.pattern + contour};
}

/* The order is 1.5 and more from 7 to 14 cells, that of the surface being 1.3 to 1.6 where it is
 * all (docs/surfaces.md). */
START_TEST(a_ball_scatters_as_wide_as_its_series)
{
    error is[2];
    bool holds = true;
    for (int n = 0; n < 2; n++) {
        const int radius = 7 << n;
        const double a = 1e-3 * radius, k = SIZE / a, contour = 0.29 * k * k * 1e-6;
        double want[CUTS][ANGLES], got[CUTS][ANGLES];
        ball_model(radius, false, "");
        MUST("m.ini");
        const double exact = series(k, a, EPS, want), total = read_sections(got);
        const double wave = read_number("/post/far/incident");
        const double record = read_number("/flux/box/power") * ETA / (2 * wave * wave);
        const error e = is[n] = compare(total, got, exact, want), limit = limit_of(radius);
        printf(
            "%d cells: total off by %.1e (limit %.1e), pattern by %.1e (%.1e), from the record "
            "%.1e (%.1e)\n",
            radius, e.total, limit.total, e.pattern, limit.pattern, fabs(total / record - 1),
            contour);
        holds = holds && e.total < limit.total && e.pattern < limit.pattern &&
                fabs(total / record - 1) < contour;
    }
    ck_assert_msg(holds, "a figure above exceeds its limit");
    const double order = log2(is[0].pattern / is[1].pattern);
    printf("order %.2f\n", order);
    ck_assert_double_gt(order, 1.5);
}
END_TEST

/* All directions have what the cuts have, and half a model the sections of the whole one: fields
 * alike to rounding, 1e-16 in 1e3 steps and 1e4 points. */
START_TEST(half_a_ball_and_all_directions_have_the_same_sections)
{
    double section[2][CUTS][ANGLES], all[WHOLE_THETA][WHOLE_PHI], total[2];
    for (int half = 0; half < 2; half++) {
        ball_model(7, half, "");
        MUST("m.ini");
        total[half] = read_sections(section[half]);
        read_numbers("/post/far/sphere_1/cross_section", NULL, WHOLE_THETA * WHOLE_PHI, *all);
        for (int cut = 0; cut < CUTS; cut++)
            for (int n = 0; n < ANGLES; n += 3) /* each 30 degrees */
                ck_assert_double_eq_tol(
                    all[abs(n - 18) / 3 * 2]
                       [(cut * 6 + (n < 18 ? WHOLE_PHI / 2 : 0)) % WHOLE_PHI] /
                        section[half][cut][n],
                    1, 1e-9);
    }
    const char *const plot[] = {"yee", "plot",     "m.h5", "--only",
                                "far", "--format", "svg",  NULL};
    ck_assert_msg(run_with(NULL, plot) == YEE_OK, "%s", said);
    ck_assert_int_eq(system("grep -q 'total scattering cross section (m^2)' m_post_far.svg && "
                            "grep -q 'cross section over 1 m^2 (dB)' m_post_far.svg"),
                     0);
    ck_assert_double_eq_tol(total[1] / total[0], 1, 1e-11);
    for (int n = 0; n < CUTS * ANGLES; n++)
        ck_assert_double_eq_tol(
            section[1][n / ANGLES][n % ANGLES] / section[0][n / ANGLES][n % ANGLES], 1, 1e-9);
}
END_TEST

START_TEST(sections_are_those_of_a_plane_wave_that_plays_alone)
{
    ball_model(7, false,
               "[source.more]\ntype = dipole\nposition = 0, 0, 0.5 mm\ndirection = z\n"
               "current = 1 A\nwaveform = w\n");
    const char *const run[] = {"yee", "run", "m.ini", NULL};
    ck_assert_msg(run_with(NULL, run) == YEE_OK, "%s", said);
    says("cross sections are left out: 2 sources play");
    ck_assert_int_eq(rows_of("m.h5", "/post/far/total_cross_section"), -1);
    ck_assert_int_eq(rows_of("m.h5", "/post/far/pattern_1_1"), ANGLES);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cross section");
    TCase *tests = tcase_create("cross section");
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, a_ball_scatters_as_wide_as_its_series);
    tcase_add_test(tests, half_a_ball_and_all_directions_have_the_same_sections);
    tcase_add_test(tests, sections_are_those_of_a_plane_wave_that_plays_alone);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
