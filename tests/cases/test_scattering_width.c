/* Scattering widths of cylinders in a plane wave, 2-D, against their series. */
#include "../physics/harmonics.h"
#include "numbers.h"
#include "plane.h"
#include "suite.h"
#include <math.h>

enum { WAVES = 3, TURNS = 73 }; /* k a = 1, 2, 3 */
#define RADIUS 20e-3
#define ANGLE (M_PI / 6)

static const struct body {
    const char *name;
    bool te, metal;
    const char *keys; /* of the shape */
    double surface;   /* its share in a field over (h/a)^2 */
} bodies[] = {
    {"eps 4, TM", false, false, "", 0},
    {"eps 4, TE", true, false, "average = tensor\n", 1},
    {"pec, TM", false, true, "", 0},
    {"pec, TE", true, true, "", 0},
};

/* A cylinder of so many cells a radius; the wave goes along ANGLE, in a box of 1.15 radii, and
 * the flux box at 1.5 has what is scattered. */
static void cylinder_model(int invariant, const struct body *b, int cells, const char *more)
{
    char text[4096];
    const double h = RADIUS / cells, half = 2.5 * RADIUS, box = 1.15 * RADIUS,
                 out = 1.5 * RADIUS;
    const double f = C0 / (2 * M_PI * RADIUS);
    snprintf(text, sizeof text,
             "[run]\ntime = %.12g s\nprecision = f64\n%s"
             "[grid]\ncells = %d, %d\nspacing = %.12g m\ninvariant = %.1s\nmode = %s\n"
             "origin = %s m\n[boundary.open]\ntype = cpml\ncells = %d\n"
             "[material.glass]\ntype = dielectric\neps = 4\n"
             "[shape.rod]\ntype = cylinder\nmaterial = %s\nfrom = %s m\nto = %s m\n"
             "radius = %.12g m\n%s[waveform.w]\ntype = ricker\nfrequency = %.12g Hz\n"
             "[source.s]\ntype = plane_wave\nwaveform = w\namplitude = 3 V/m\nfrom = %s m\n"
             "to = %s m\ndirection = %s\npolarization = %s\n"
             "[output.box]\ntype = flux\nfrom = %s m\nto = %s m\n"
             "frequencies = %.12g, %.12g, %.12g Hz\n"
             "[post.far]\ntype = far_field\nbox = box\nstep = 5 deg\n%s",
             200 * RADIUS / C0, *b->keys ? "scheme = plain\n" : "", 5 * cells, 5 * cells, h,
             &"xyz"[invariant], b -> te ? "te" : "tm", at(invariant, -half, -half, 0),
             cells / 2, b->metal ? "pec" : "glass", at(invariant, 0, 0, -1),
             at(invariant, 0, 0, 2), RADIUS, b->keys, 2 * f, at(invariant, -box, -box, 0),
             at(invariant, box, box, 1), at(invariant, cos(ANGLE), sin(ANGLE), 0),
             b->te ? at(invariant, -sin(ANGLE), cos(ANGLE), 0) : at(invariant, 0, 0, 1),
             at(invariant, -out, -out, 0), at(invariant, out, out, 0), f, 2 * f, 3 * f, more);
    write_file("m.ini", text);
}

/* The scattering width at n angles from -180 degrees, and the total one (m): of E = sum (-j)^n
 * a_n H_n^(2)(k r) e^{jn phi} it is (4/k) |sum a_n e^{jn phi}|^2, and its mean (4/k) sum
 * |a_n|^2 (C. A. Balanis, Advanced Engineering Electromagnetics, 2nd ed., 2012, section
 * 11.5.1). */
static double widths(const double complex a[HARMONICS], double ka, double width[TURNS])
{
    const double scale = 4 * RADIUS / ka;
    double total = 0;
    for (int n = 0; n < HARMONICS; n++)
        total += (n ? 2 : 1) * scale * pow(cabs(a[n]), 2);
    for (int i = 0; i < TURNS; i++) {
        const double phi = (5 * (i - 36)) * M_PI / 180 - ANGLE;
        double complex sum = a[0];
        for (int n = 1; n < HARMONICS; n++)
            sum += 2 * cos(n * phi) * a[n];
        width[i] = scale * pow(cabs(sum), 2);
    }
    return total;
}

/* The errors of the total width and, over the largest one, of those at all angles. */
typedef struct error {
    double total, pattern;
} error;

static error compare(const double total, const double width[TURNS], double to,
                     const double other[TURNS])
{
    error e = {fabs(total / to - 1), 0};
    double most = 0;
    for (int i = 0; i < TURNS; i++)
        most = fmax(most, other[i]);
    for (int i = 0; i < TURNS; i++)
        e.pattern = fmax(e.pattern, fabs(width[i] - other[i]) / most);
    return e;
}

static double read_widths(int wave, double width[TURNS])
{
    char path[64];
    double total[WAVES];
    snprintf(path, sizeof path, "/post/far/scattering_width_%d", wave + 1);
    read_numbers(path, NULL, TURNS, width);
    read_numbers("/post/far/total_scattering_width", NULL, WAVES, total);
    return total[wave];
}

/* The error of the series of other bodies than the true one. */
static error series_error(const struct body *b, double ka, double larger, double index,
                          double reactance)
{
    double complex a[HARMONICS], other[HARMONICS];
    double want[TURNS], got[TURNS];
    if (b->metal) {
        harmonics_conductor(ka, b->te, 0, a);
        harmonics_conductor(ka * larger, b->te, reactance, other);
    } else {
        harmonics_scattered(ka, 4, 1, b->te, a);
        harmonics_scattered(ka, 4 * index, index, b->te, other);
    }
    const double exact = widths(a, ka, want), its = widths(other, ka, got);
    return compare(its, got, exact, want);
}

/* The shares of the error, h = 1/cells of the radius. Inside of glass it is the lattice's
 * dispersion, an index larger by (k h)^2/24 (3/4 eps - (c dt/h)^2), and in TE the surface, 2.5e-3
 * of a field with 20 cells (physics/test_interface_cylinder.c), twice that of a power: 2 h^2 at
 * all k a. A conductor is a staircase of whole cells within h/sqrt(2) of the circle: E along it
 * is shorted by the outermost ones, and H along it fills the notches, short lines of at most that
 * depth, so that there is another radius and a reactance tan(k h/sqrt(2)) of either sign. On the
 * contour, to which H is brought from half a cell on both sides, half of the field is less by (k
 * h)^2/8, and sums by trapezoids are wrong by (k h)^2/12: 0.29 (k h)^2 of a power. */
static error limit_of(const struct body *b, double ka, double h)
{
    const double inside = 1 + ka * ka * h * h / 24 * (0.75 * 4 - 0.99 * 0.99 / 2);
    const double contour = 0.29 * ka * ka * h * h + 2 * b->surface * h * h;
    error most = {0, 0};
    for (int n = 0; n < 4; n++) {
        const double deep = h / sqrt(2);
        const error e = series_error(b, ka, n % 2 ? 1 + deep : 1 - deep, inside,
                                     (n / 2 ? 1 : -1) * tan(ka * deep));
        most.total = fmax(most.total, e.total);
        most.pattern = fmax(most.pattern, e.pattern);
    }
    return (error){most.total + contour, most.pattern + contour};
}

/* The errors of the run in m.h5. */
static error error_of(const struct body *b, int wave)
{
    double complex a[HARMONICS];
    double want[TURNS], got[TURNS];
    if (b->metal)
        harmonics_conductor(wave + 1, b->te, 0, a);
    else
        harmonics_scattered(wave + 1, 4, 1, b->te, a);
    const double exact = widths(a, wave + 1, want), total = read_widths(wave, got);
    return compare(total, got, exact, want);
}

/* The total width is that of the record of the same run to the share of the contour, and
 * patterns of glass are of second order: 1.8 and more from 20 to 40 cells. */
START_TEST(a_cylinder_scatters_as_wide_as_its_series)
{
    const struct body *b = &bodies[_i];
    error is[2][WAVES];
    bool holds = true;
    for (int n = 0; n < 2; n++) {
        double power[WAVES], record[WAVES], width[WAVES], wave[WAVES];
        cylinder_model(2, b, 20 << n, "");
        MUST("m.ini", "--force");
        ck_assert_ptr_null(strstr(said, "the far field has"));
        read_numbers("/post/far/power", NULL, WAVES, power);
        read_numbers("/post/far/total_scattering_width", NULL, WAVES, width);
        read_numbers("/post/far/incident", NULL, WAVES, wave);
        read_numbers("/flux/box/power", NULL, WAVES, record);
        for (int w = 0; w < WAVES; w++) {
            const double ka = w + 1, h = 1.0 / (20 << n), contour = 0.29 * ka * ka * h * h;
            const double own = record[w] * ETA / (2 * wave[w] * wave[w]);
            const error limit = limit_of(b, ka, h), e = is[n][w] = error_of(b, w);
            printf("%s, %d cells, k a = %d: total width off by %.1e (limit %.1e), pattern %.1e "
                   "(%.1e), from the record %.1e (%.1e)\n",
                   b->name, 20 << n, w + 1, e.total, limit.total, e.pattern, limit.pattern,
                   fabs(width[w] / own - 1), contour);
            holds = holds && e.total < limit.total && e.pattern < limit.pattern &&
                    fabs(width[w] / own - 1) < contour;
        }
    }
    ck_assert_msg(holds, "a figure above exceeds its limit");
    for (int w = 0; w < WAVES && !b->metal; w++) {
        const double order = log2(is[0][w].pattern / is[1][w].pattern);
        printf("k a = %d: order %.2f\n", w + 1, order);
        ck_assert_double_gt(order, 1.8);
    }
}
END_TEST

/* The other axes have the bits but for the order of sums, 1e-16 in 1e3 steps and as many
 * points: 1e-12. */
START_TEST(every_invariant_axis_has_the_same_widths)
{
    const struct body *b = &bodies[_i];
    double first[TURNS], width[TURNS], most = 0;
    for (int invariant = 2; invariant >= 0; invariant--) {
        cylinder_model(invariant, b, 10, "");
        MUST("m.ini", "--force");
        read_widths(1, invariant == 2 ? first : width);
        for (int n = 0; n < TURNS && invariant < 2; n++)
            most = fmax(most, fabs(width[n] / first[n] - 1));
    }
    printf("%s: x and y off by %.2g (limit 1e-12)\n", b->name, most);
    ck_assert_double_lt(most, 1e-12);
}
END_TEST

/* Half of a cylinder on a plane of symmetry along which the wave goes has the widths of the whole
 * one. Its fields are those of the whole to rounding, 1e-16 in 1e3 steps: 1e-12 with as many
 * points of the contour. */
START_TEST(a_half_of_a_symmetric_model_scatters_as_the_whole)
{
    const bool te = _i;
    double width[2][TURNS], total[2], most = 0;
    char text[4096];
    for (int half = 0; half < 2; half++) {
        const char *low = half ? "0" : "-26";
        snprintf(text, sizeof text,
                 "[run]\ntime = 3 ns\nprecision = f64\nforce = yes\n"
                 "[grid]\ncells = 60, %d\nspacing = 2 mm\ninvariant = z\nmode = %s\n"
                 "origin = -60, %d, 0 mm\n[boundary.all]\ntype = cpml\ncells = 8\n%s%s"
                 "[material.glass]\ntype = dielectric\neps = 4\n"
                 "[shape.rod]\ntype = cylinder\nmaterial = glass\nfrom = 0, 0, -1 m\n"
                 "to = 0, 0, 2 m\nradius = 20 mm\n[waveform.w]\ntype = ricker\n"
                 "frequency = 4 GHz\n[source.s]\ntype = plane_wave\nwaveform = w\n"
                 "from = -26, %s, 0 mm\nto = 26, 26, 0 mm\ndirection = x\npolarization = %s\n"
                 "[output.box]\ntype = flux\nfrom = -34, %s, 0 mm\nto = 34, 34, 0 mm\n"
                 "frequencies = 2, 4, 6 GHz\n"
                 "[post.far]\ntype = far_field\nbox = box\nstep = 5 deg\n",
                 half ? 30 : 60, te ? "te" : "tm", half ? 0 : -60,
                 half ? "[boundary.mirror]\ntype = symmetry\nfaces = y-\nkind = " : "",
                 !half ? ""
                 : te  ? "electric\n"
                       : "magnetic\n",
                 low, te ? "y" : "z", half ? "0" : "-34");
        write_file("m.ini", text);
        MUST("m.ini");
        total[half] = read_widths(1, width[half]);
    }
    for (int n = 0; n < TURNS; n++)
        most = fmax(most, fabs(width[1][n] / width[0][n] - 1));
    printf("%s: half and whole differ by %.2g, total widths by %.2g (limits 1e-12)\n",
           te ? "TE" : "TM", most, total[1] / total[0] - 1);
    ck_assert_double_lt(most, 1e-12);
    ck_assert_double_eq_tol(total[1] / total[0], 1, 1e-12);
}
END_TEST

/* The step anew, of the file alone, makes the wave of the model that the file keeps; a second
 * source makes the width of a plane wave none. */
START_TEST(widths_are_those_of_a_plane_wave_that_plays_alone)
{
    double width[TURNS], other[TURNS];
    cylinder_model(1, &bodies[1], 10, "");
    MUST("m.ini");
    const double total = read_widths(1, width);
    const char *const again[] = {"yee", "post", "far", "m.h5", NULL};
    ck_assert_msg(run_with(NULL, again) == YEE_OK, "%s", said);
    ck_assert_int_eq(rename("m_far.h5", "m.h5"), 0);
    ck_assert_double_eq(read_widths(1, other), total);
    for (int n = 0; n < TURNS; n++)
        ck_assert_double_eq(width[n], other[n]);
    cylinder_model(1, &bodies[1], 10,
                   "[source.more]\ntype = dipole\nposition = 0, 0, 0 mm\ndirection = x\n"
                   "current = 1 A\nwaveform = w\n");
    const char *const both[] = {"yee", "run", "m.ini", "--force", NULL};
    ck_assert_msg(run_with(NULL, both) == YEE_OK, "%s", said);
    says("scattering widths are left out: 2 sources play");
    ck_assert_int_eq(rows_of("m.h5", "/post/far/total_scattering_width"), -1);
    ck_assert_int_eq(rows_of("m.h5", "/post/far/pattern_1"), TURNS);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scattering width");
    TCase *tests = tcase_create("scattering width");
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, a_cylinder_scatters_as_wide_as_its_series, 0,
                        (int)(sizeof bodies / sizeof *bodies));
    tcase_add_loop_test(tests, every_invariant_axis_has_the_same_widths, 0,
                        (int)(sizeof bodies / sizeof *bodies));
    tcase_add_loop_test(tests, a_half_of_a_symmetric_model_scatters_as_the_whole, 0, 2);
    tcase_add_test(tests, widths_are_those_of_a_plane_wave_that_plays_alone);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
