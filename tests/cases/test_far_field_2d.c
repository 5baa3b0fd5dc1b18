/* Far fields of 2-D models against closed forms: line sources, with their images, and cylinders
 * that scatter a plane wave. */
#include "../physics/harmonics.h"
#include "numbers.h"
#include "suite.h"
#include <math.h>

#define C0 299792458.0
#define ETA 376.730313668

/* Three numbers of the plane's first and second axis and of the invariant one, in the order x,
 * y, z. */
static const char *at(int invariant, double u, double v, double w)
{
    static char text[16][96];
    static int next;
    double x[3];
    char *to = text[next++ % 16];
    x[(invariant + 1) % 3] = u;
    x[(invariant + 2) % 3] = v;
    x[invariant] = w;
    snprintf(to, sizeof *text, "%.12g, %.12g, %.12g", x[0], x[1], x[2]);
    return to;
}

/* -- a line source -- */

#define K (2 * M_PI * 4e9 / C0) /* 1/m, at 4 GHz */

/* int w exp(-j 2 pi f t) dt of the pulse below at 4 GHz. */
static double complex pulse(void)
{
    const double spread = sqrt(2 * log(100)) / (M_PI * 6e9), dt = 1e-12;
    double complex sum = 0;
    for (double t = 0; t < 2.6e-9; t += dt) {
        const double u = (t - 1.1e-9) / spread;
        sum +=
            exp(-0.5 * u * u) * sin(8e9 * M_PI * (t - 1.1e-9)) * cexp(-8e9 * M_PI * I * t) * dt;
    }
    return sum;
}

/* A line current of 1 A, or of 1 V in TE, in the middle of 120 x 120 mm, in cells of h mm;
 * `grid`: its lines beside size, origin and mode. */
static void line_model(int invariant, bool te, double h, const char *grid, const char *more)
{
    char text[4096];
    const double middle = te ? 60 + 0.5 * h : 60;
    const char *name = &"xyz"[invariant];
    snprintf(text, sizeof text,
             "[run]\ntime = 2.6 ns\nprecision = f64\n"
             "[grid]\n%s\ninvariant = %.1s\nmode = %s\n"
             "[boundary.all]\ntype = cpml\ncells = %d\n"
             "[waveform.w]\ntype = modulated_gaussian\nfrequency = 4 GHz\nbandwidth = 6 GHz\n"
             "delay = 1.1 ns\n"
             "[source.s]\ntype = dipole\nposition = %s mm\ndirection = %.1s\n%s\nwaveform = w\n"
             "[output.box]\ntype = flux\nfrom = %s mm\nto = %s mm\nfrequencies = 4 GHz\n"
             "[post.far]\ntype = far_field\nbox = box\nstep = 15 deg\norigin = %s mm\n%s",
             grid, name, te ? "te" : "tm", (int)lround(20 / h),
             at(invariant, middle, middle, 0), name,
             te ? "magnetic_current = 1 V" : "current = 1 A", at(invariant, 40, 40, 0),
             at(invariant, 80, 80, 0), at(invariant, middle, middle, 0), more);
    write_file("m.ini", text);
}

static const char *even(double h)
{
    static char text[96];
    snprintf(text, sizeof text, "size = 120, 120 mm\nspacing = %g mm", h);
    return text;
}

enum { ANGLES = 25 };

static const char *field_path(int invariant, bool te)
{
    static char path[64];
    snprintf(path, sizeof path, "/post/far/field_1/e_%.*s", te ? 3 : 1,
             te ? "phi" : &"xyz"[invariant]);
    return path;
}

/* A line current I has E = -(omega mu0 I/4) H0^(2)(k r); a magnetic one H = -(omega eps0 K/4)
 * H0^(2), E_phi = eta H (R. F. Harrington, Time-Harmonic Electromagnetic Fields, 1961, eq.
 * (5-84), and its dual). H0^(2)(x) is sqrt(2 j/(pi x)) exp(-j x) far away (Abramowitz and
 * Stegun, eq. (9.2.4)). */
static double complex line_field_in(bool te, double eps, double mu)
{
    const double k = K * sqrt(eps * mu), eta = ETA * sqrt(mu / eps);
    return -0.25 * k * (te ? 1 : eta) * pulse() * csqrt(2 * I / (M_PI * k));
}

static double complex line_field(bool te) { return line_field_in(te, 1, 1); }

/* The largest error of the far field, over the field. */
static double line_error(int invariant, bool te, double complex want)
{
    double complex e[ANGLES];
    double worst = 0;
    read_complex(field_path(invariant, te), ANGLES, e);
    for (int n = 0; n < ANGLES; n++)
        worst = fmax(worst, cabs(e[n] / want - 1));
    return worst;
}

/* 37 cells a wave: k is wrong by (pi/37)^2/6 = 1.2e-3, the amplitude by that and by as much of
 * the box, the phase by k times the 20 mm to it, 2e-3: 5e-3 in all (test_far_field.c), powers
 * twice that. The power of a metre is 2 pi U, U = 2 |sqrt(r) E|^2/eta, and the directivity that
 * of all directions alike: 1, and at most as much more as the fields differ, once with the
 * power of the mean. */
START_TEST(a_line_source_radiates_alike_into_all_directions)
{
    const int invariant = _i / 2;
    const bool te = _i % 2;
    double angle[ANGLES], pattern[ANGLES], record;
    line_model(invariant, te, 2, even(2), "");
    MUST("m.ini");
    const double error = line_error(invariant, te, line_field(te));
    const double power = read_number("/post/far/power");
    const double want = 2 * M_PI * 2 * pow(cabs(line_field(te)), 2) / ETA;
    read_numbers("/flux/box/power", NULL, 1, &record);
    read_numbers("/post/far/angle", NULL, ANGLES, angle);
    read_numbers("/post/far/pattern_1", NULL, ANGLES, pattern);
    printf(
        "invariant %c, %s: field wrong by %.2g (limit 5e-3), power by %.2g, of the record by "
        "%.2g (limit 1e-2), directivity %.6f\n",
        "xyz"[invariant], te ? "TE" : "TM", error, power / want - 1, power / record - 1,
        read_number("/post/far/directivity"));
    ck_assert_double_lt(error, 5e-3);
    ck_assert_double_eq_tol(power / want, 1, 1e-2);
    ck_assert_double_eq_tol(power / record, 1, 1e-2); /* the grid is 1 m deep */
    ck_assert_double_eq_tol(read_number("/post/far/directivity"), 1, 1e-2);
    for (int n = 0; n < ANGLES; n++) {
        ck_assert_double_eq_tol(angle[n], 15 * (n - 12), 1e-9);
        ck_assert_double_eq_tol(pattern[n], 1, 1e-2);
    }
    ck_assert_int_eq(rows_of("m.h5", "/post/far/theta"), -1);
    ck_assert_int_eq(rows_of("m.h5", "/post/far/sense"), -1);
    ck_assert_int_eq(rows_of("m.h5", "/post/far/total_scattering_width"), -1);
}
END_TEST

/* All errors of the field are of second order in the cells, (k h)^2; the next order is (k h)^2
 * = 3e-2 of them at 2 mm, times a number below 6, as in physics/test_dipole.c: log2(1.18) =
 * 0.24. */
START_TEST(the_field_of_a_line_source_is_of_second_order)
{
    double error[2];
    for (int n = 0; n < 2; n++) {
        line_model(2, _i, n ? 1 : 2, even(n ? 1 : 2), "");
        MUST("m.ini", "--force");
        error[n] = line_error(2, _i, line_field(_i));
    }
    printf("%s: %.3g, %.3g: order %.3f (limit 0.24 from 2)\n", _i ? "TE" : "TM", error[0],
           error[1], log2(error[0] / error[1]));
    ck_assert_double_eq_tol(log2(error[0] / error[1]), 2, 0.24);
}
END_TEST

/* Cells of 1 and 2 mm, and a grid of another depth than 1 m: no worse than even ones of 2
 * mm. */
START_TEST(graded_cells_and_the_depth_of_the_grid_change_nothing)
{
    double record;
    line_model(2, _i, 2,
               "x = 2 mm x 24, 1 mm x 34, 2 mm x 19\ny = 2 mm x 35, 1 mm x 10, 2 mm x 20\n"
               "z = 5 mm",
               "");
    if (_i) /* in the middle of a cell */
        MUST("m.ini", "--set", "post.far.origin=60.5, 61, 0 mm", "--set",
             "source.s.position=60.5, 61, 0 mm");
    else
        MUST("m.ini");
    const double error = line_error(2, _i, line_field(_i)),
                 power = read_number("/post/far/power");
    read_numbers("/flux/box/power", NULL, 1, &record);
    printf(
        "graded: field wrong by %.2g (limit 5e-3), power of the record by %.2g (limit 1e-2)\n",
        error, power * 5e-3 / record - 1);
    ck_assert_double_lt(error, 5e-3);
    ck_assert_double_eq_tol(power * 5e-3 / record, 1, 1e-2);
    ck_assert_double_eq_tol(power / (2 * M_PI * 2 * pow(cabs(line_field(_i)), 2) / ETA), 1,
                            1e-2);
}
END_TEST

/* In eps 2 and mu 1.5 a wave has 43 cells of 1 mm. */
START_TEST(a_background_without_loss_radiates_as_its_own_hankel_function)
{
    line_model(2, _i, 1, even(1), "[material.oil]\ntype = dielectric\neps = 2\nmu = 1.5\n");
    MUST("m.ini", "--set", "grid.background=oil");
    const double error = line_error(2, _i, line_field_in(_i, 2, 1.5));
    const double power = read_number("/post/far/power"),
                 record = read_number("/flux/box/power");
    printf("in eps 2, mu 1.5: field wrong by %.2g (limit 5e-3), power of the record by %.2g "
           "(limit "
           "1e-2)\n",
           error, power / record - 1);
    ck_assert_double_lt(error, 5e-3);
    ck_assert_double_eq_tol(power / record, 1, 1e-2);
}
END_TEST

/* A port gives all that it accepts to the fields: per metre what the record of the box has, by the
 * scheme's own Poynting theorem (test_gain.c). Samples are taken so seldom that 6e-8 of the largest
 * spectrum is folded onto a field (docs/results.md), and twice that onto a power, of both. */
START_TEST(a_port_radiates_what_it_accepts)
{
    char text[4096];
    snprintf(
        text, sizeof text,
        "[run]\ntime = 2.6 ns\nprecision = f64\n[grid]\nsize = 120, 120 mm\nspacing = 2 mm\n"
        "z = 5 mm\ninvariant = z\nmode = %s\n[boundary.all]\ntype = cpml\n"
        "[waveform.w]\ntype = modulated_gaussian\nfrequency = 4 GHz\nbandwidth = 6 GHz\n"
        "[source.s]\ntype = voltage\nnegative = 60, 60, 0 mm\npositive = %s mm\n%s"
        "resistance = 50 Ohm\nwaveform = w\n[output.p]\ntype = probe\nports = s\n"
        "[output.box]\ntype = flux\nfrom = 40, 40, 0 mm\nto = 80, 80, 0 mm\n"
        "frequencies = 4 GHz\n[post.far]\ntype = far_field\nbox = box\nstep = 90 deg\n",
        _i ? "te" : "tm", _i ? "62, 60, 0" : "60, 60, 5", _i ? "across = 0, 0, 5 mm\n" : "");
    write_file("m.ini", text);
    MUST("m.ini");
    const double accepted = read_number("/post/far/accepted");
    const double record = read_number("/flux/box/power"),
                 power = read_number("/post/far/power");
    const double gain = read_number("/post/far/gain");
    printf("%s: the box has %.3g more than the port accepts (limit 2.4e-7), the far field %.2g "
           "(limit "
           "1e-2), gain %.4f\n",
           _i ? "TE" : "TM", record / (5e-3 * accepted) - 1, power / accepted - 1, gain);
    ck_assert_double_eq_tol(record / (5e-3 * accepted), 1, 2.4e-7);
    ck_assert_double_eq_tol(read_number("/post/far/radiation_efficiency"), power / accepted,
                            1e-12);
    ck_assert_double_eq_tol(power / accepted, 1, 1e-2);
    ck_assert_double_eq_tol(gain, _i ? 2 : 1, 2e-2); /* 2 cos^2: a short dipole in the plane */
}
END_TEST

/* -- images -- */

/* A line 30 mm beside the plane x = 0, where the grid ends on a wall or a plane of symmetry;
 * the box ends there, too. */
static const struct image {
    const char *type, *kind;
    bool te;
    int sign; /* of the image: that of E along a conductor is the reverse */
} images[] = {
    {"pec", NULL, false, -1},
    {"pec", NULL, true, 1},
    {"pmc", NULL, false, 1},
    {"symmetry", "kind = magnetic\n", false, 1},
    {"symmetry", "kind = electric\n", false, -1},
    {"symmetry", "kind = electric\n", true, 1},
};

/* The field is that of one line times exp(j k d cos(phi)) +- exp(-j k d cos(phi)), from a point
 * of the plane; a wall has it on one side alone, and half of the power. Limits as above; the
 * phases are wrong by 1.2e-3 k times the 30 mm to the plane and twice the box, too: 1e-2 of the
 * largest field. */
START_TEST(a_line_source_has_images_in_walls_and_planes)
{
    enum { N = 720 };
    const struct image *m = &images[_i];
    const bool wall = m->kind == NULL;
    char text[4096];
    double complex e[ANGLES];
    double sum = 0, most = 0, worst = 0;
    const double d = m->te ? 31e-3 : 30e-3, y = m->te ? 61 : 60;
    snprintf(
        text, sizeof text,
        "[run]\ntime = 2.6 ns\nprecision = f64\n[grid]\nsize = 90, 120 mm\nspacing = 2 mm\n"
        "invariant = z\nmode = %s\n[boundary.all]\ntype = cpml\n"
        "[boundary.plane]\ntype = %s\nfaces = x-\n%s"
        "[waveform.w]\ntype = modulated_gaussian\nfrequency = 4 GHz\nbandwidth = 6 GHz\n"
        "delay = 1.1 ns\n"
        "[source.s]\ntype = dipole\nposition = %g, %g, 0 mm\ndirection = z\n%s\n"
        "waveform = w\n[output.box]\ntype = flux\nfrom = 0, 40, 0 mm\nto = 50, 80, 0 mm\n"
        "frequencies = 4 GHz\n"
        "[post.far]\ntype = far_field\nbox = box\nstep = 15 deg\norigin = 0, %g, 0 mm\n",
        m->te ? "te" : "tm", m->type, wall ? "" : m->kind, 1e3 * d, y,
        m->te ? "magnetic_current = 1 V" : "current = 1 A", y);
    write_file("m.ini", text);
    MUST("m.ini");
    read_complex(field_path(2, m->te), ANGLES, e);
    const double complex one = line_field(m->te);
    for (int n = 0; n < N; n++) {
        const double c = cos(2 * M_PI * n / N),
                     part = m->sign > 0 ? cos(K * d * c) : sin(K * d * c);
        const double u = 2 * pow(2 * cabs(one) * part, 2) / ETA;
        sum += u * 2 * M_PI / N / (wall ? 2 : 1);
        most = fmax(most, u);
    }
    for (int n = 0; n < ANGLES; n++) {
        const double c = cos(15 * (n - 12) * M_PI / 180);
        const double complex want =
            wall && c < -1e-9 ? 0
                              : one * (cexp(I * K * d * c) + m->sign * cexp(-I * K * d * c));
        worst = fmax(worst, cabs(e[n] - want) / (2 * cabs(one)));
    }
    const double power = read_number("/post/far/power"),
                 best = read_number("/post/far/directivity");
    printf("%s %s: field wrong by %.2g (limit 1e-2), power by %.2g, directivity by %.2g (limit "
           "2e-2)\n",
           m->type, m->te ? "TE" : "TM", worst, power / sum - 1,
           best * sum / (2 * M_PI * most) - 1);
    ck_assert_double_lt(worst, 1e-2);
    ck_assert_double_eq_tol(power / sum, 1, 2e-2);
    ck_assert_double_eq_tol(best * sum / (2 * M_PI * most), 1, 2e-2);
    ck_assert_double_eq_tol(power / read_number("/flux/box/power"), 1, 2e-2);
}
END_TEST

/* -- a cylinder in a plane wave -- */

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

/* All of it before the run, by `yee plan` too. */
static const struct {
    const char *set, *more, *says;
} refused[] = {
    {"post.far.sphere=5 deg", "",
     "the key sphere is for 3-D models; this one has invariant = z"},
    {"post.far.axis=x", "", "the key axis is for 3-D models"},
    {"post.far.copolar=10 deg", "", "the key copolar is for 3-D models"},
    {"post.far.axis=z", "[boundary.p]\ntype = periodic\nfaces = y\n",
     "the model is periodic along y, and its images have no end"},
    {"output.box.to=40, 80, 0 mm", "", "[output.box] is flat along x"},
    {"output.box.to=118, 80, 0 mm", "", "lies in the absorbing layer"},
    {"grid.background=glass", "", "the background is 'glass'"},
    {"output.box.fields=no", "", "[output.box] has fields = no"},
};

START_TEST(what_a_plane_has_not_is_refused)
{
    char text[256];
    snprintf(text, sizeof text, "[material.glass]\ntype = dielectric\nsigma = 1 S/m\n%s",
             refused[_i].more);
    line_model(2, false, 2, even(2), text);
    for (int plan = 0; plan < 2; plan++) {
        const char *const line[] = {"yee",   plan ? "plan" : "run", "m.ini",
                                    "--set", refused[_i].set,       NULL};
        ck_assert_int_eq(run_with(NULL, line), YEE_INPUT);
        says(refused[_i].says);
        says("m.ini:");
    }
    ck_assert(!there("m.h5"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("far field 2-D");
    TCase *tests = tcase_create("far field 2-D");
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, a_line_source_radiates_alike_into_all_directions, 0, 6);
    tcase_add_loop_test(tests, the_field_of_a_line_source_is_of_second_order, 0, 2);
    tcase_add_loop_test(tests, graded_cells_and_the_depth_of_the_grid_change_nothing, 0, 2);
    tcase_add_loop_test(tests, a_background_without_loss_radiates_as_its_own_hankel_function, 0,
                        2);
    tcase_add_loop_test(tests, a_port_radiates_what_it_accepts, 0, 2);
    tcase_add_loop_test(tests, a_line_source_has_images_in_walls_and_planes, 0,
                        (int)(sizeof images / sizeof *images));
    tcase_add_loop_test(tests, a_cylinder_scatters_as_wide_as_its_series, 0,
                        (int)(sizeof bodies / sizeof *bodies));
    tcase_add_loop_test(tests, every_invariant_axis_has_the_same_widths, 0,
                        (int)(sizeof bodies / sizeof *bodies));
    tcase_add_loop_test(tests, a_half_of_a_symmetric_model_scatters_as_the_whole, 0, 2);
    tcase_add_test(tests, widths_are_those_of_a_plane_wave_that_plays_alone);
    tcase_add_loop_test(tests, what_a_plane_has_not_is_refused, 0,
                        (int)(sizeof refused / sizeof *refused));
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
