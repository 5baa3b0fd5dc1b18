/* tests/physics/test_laser.c: a slab of atoms with four levels, between vacuum and vacuum, is a
 * laser above its threshold. */
#include "trace.h"

/* An index of 3 and a thickness of three wavelengths in it: the line's centre is the mode m = 6,
 * and in a round trip of 6 periods a weak wave loses (1/2)^4 of its power at the faces, whence the
 * gain of a threshold is ln(4)/thickness. */
#define WAVELENGTH 1e-6 /* m, in vacuum */
#define INDEX 3.0
#define FACE 0.5 /* (n - 1)/(n + 1) */

enum { CELLS = 90, SLAB = CELLS }; /* a wavelength; cells of the slab */
static const double cell = WAVELENGTH / CELLS, linewidth = 20e12;
static const double pump = 5e12, t32 = 8e-15, t21 = 200e-15, t10 = 4e-15, section = 1e-19;

/* n2 - n1 is a/(a + 1/t21 + w) where the field shifts populations with the rate w: four_level.c.
 * */
static double inversion(double rate)
{
    const double a = (1 - t10 / t21) / (1 / pump + 2 * t10 + t32);
    return a / (a + 1 / t21 + rate);
}

static double centre(void) { return 2 * YEE_PI * YEE_C0 / WAVELENGTH; }
static double threshold(void) { return -2 * log(FACE) / (SLAB * cell); }

/* (z^2)^SLAB F^2 - 1 for what a wave becomes in a cell, z = exp(-j k d), and at a face, F: 0 where
 * fields in the slab go as exp(j omega t). With the line's discrete chi at omega,
 *
 *     chi = -c n dw g/(w0^2 - ((2/dt) sin(omega dt/2))^2 + j dw sin(omega dt)/dt)
 *     sin(k d/2) = d/(c dt) sqrt(eps + chi) sin(omega dt/2)
 *
 * and the face's edges, which have the mean of both media: F = (Y1 - Y2)/(Y1 + Y2), Y = sin(k d).
 * */
static double complex round_trip(double gain, double dt, double complex omega)
{
    const double w0 = centre(), width = 2 * YEE_PI * linewidth;
    const double complex s = 2 / dt * csin(omega * dt / 2);
    const double complex chi =
        -YEE_C0 * INDEX * width * gain / (w0 * w0 - s * s + I * width * csin(omega * dt) / dt);
    const double complex inside =
        2 * casin(cell * s / (2 * YEE_C0) * csqrt(INDEX * INDEX + chi));
    const double complex outside = 2 * casin(cell * s / (2 * YEE_C0));
    const double complex face = (csin(inside) - csin(outside)) / (csin(inside) + csin(outside));
    return face * face * cexp(-2 * I * inside * SLAB) - 1;
}

/* The mode's omega by secants, from the line's centre. */
static double complex mode(double gain, double dt)
{
    double complex a = centre(), b = centre() * (1 + 1e-3 * I);
    for (int n = 0; n < 40 && cabs(b - a) > 1e-14 * centre(); n++) {
        const double complex fa = round_trip(gain, dt, a), fb = round_trip(gain, dt, b);
        const double complex next = b - fb * (b - a) / (fb - fa);
        a = b, b = next;
    }
    ck_assert_double_le(cabs(round_trip(gain, dt, b)), 1e-9);
    return b;
}

/* A slab whose weak gain is `part` of the threshold's, with `space` cells of vacuum on both sides,
 * and a pulse from its middle. */
static trace laser(double part, int periods, int space, double current)
{
    const double source = (space + SLAB / 3) * cell;
    const int steps = (int)(periods * CELLS / 0.9);
    char *ini = trace_text(
        "[grid]\ncells = 1, 1, %d\nspacing = %.17g m\ninvariant = y\nmode = te\n"
        "[run]\nsteps = %d\ncourant = 0.9\nprecision = f64\nthreads = 1\n"
        "[boundary.sides]\ntype = periodic\nfaces = x\n"
        "[boundary.ends]\ntype = cpml\nfaces = z\ncells = 40\n"
        "[material.core]\ntype = four_level\neps = %.17g\nwavelength = %.17g m\n"
        "linewidth = %.17g Hz\ncross_section = %.17g m^2\ndensity = %.17g 1/m^3\n"
        "pump = %.17g 1/s\nlifetime_32 = %.17g s\nlifetime_21 = %.17g s\n"
        "lifetime_10 = %.17g s\n"
        "[shape.slab]\ntype = box\nmaterial = core\nfrom = 0, 0, %.17g m\nto = 1, 1, %.17g m\n"
        "[waveform.w]\ntype = modulated_gaussian\nfrequency = %.17g Hz\n"
        "bandwidth = 50 THz\n"
        "[source.s]\ntype = current_sheet\ndirection = x\ncurrent = %.17g A/m\nwaveform = w\n"
        "from = 0, 0, %.17g m\nto = %.17g, 0, %.17g m\n",
        2 * space + SLAB, cell, steps, INDEX * INDEX, WAVELENGTH, linewidth, section,
        part * threshold() / (section * inversion(0)), pump, t32, t21, t10, space * cell,
        (space + SLAB) * cell, YEE_C0 / WAVELENGTH, current, source, cell, source);
    const trace_point point = {YEE_EX, 0, 0, space + SLAB};
    const trace t = trace_run(ini, 1, &point);
    free(ini);
    return t;
}

/* omega of a record v that is one mode, from its last `count` values: v(n+1) + q v(n-1) = p v(n)
 * by least squares, z^2 - p z + q = 0, z = exp(j omega dt). */
static double complex frequency(const trace *t, int64_t count)
{
    double aa = 0, ab = 0, bb = 0, ac = 0, bc = 0;
    for (int64_t n = t->steps - count; n < t->steps - 1; n++) {
        const double a = t->value[n], b = -t->value[n - 1], c = t->value[n + 1];
        aa += a * a, ab += a * b, bb += b * b, ac += a * c, bc += b * c;
    }
    const double det = aa * bb - ab * ab;
    const double p = (ac * bb - bc * ab) / det, q = (bc * aa - ac * ab) / det;
    return clog(p / 2 + csqrt((double complex)(p * p / 4 - q))) / (I * t->dt);
}

/* Weak fields, so long that all else is gone: other modes lose 3/4 of their amplitude in a round
 * trip of 6 periods, and atoms that no mode joins fall as exp(-dw t/2), exp(-46) in 220 periods.
 * If the cpml sends back 1e-6 of what comes, it changes what a wave becomes at a face, F, by 1e-6
 * (1 - F^2), 1.5e-6 of itself, and two of them omega by 3e-6/(6 2 pi) w0 = 8e-8 w0. The growth is
 * +-3.5e-3 w0 at 0.8 and 1.2 of the threshold; at the threshold the slab's grid, of 30 cells a
 * wavelength, leaves 3e-5 w0, as the discrete mode does. */
START_TEST(weak_fields_grow_above_the_threshold_and_fall_below)
{
    static const double part[] = {0.8, 1, 1.2};
    for (int n = 0; n < 3; n++) {
        trace t = laser(part[n], 240, 3 * CELLS, 1e-3);
        const double complex run = frequency(&t, 20 * CELLS) / centre();
        const double complex exact = mode(part[n] * threshold(), t.dt) / centre();
        printf("%.1f of the threshold: omega/w0 %.9f, growth %+.9f; exact %.9f, %+.9f\n",
               part[n], creal(run), -cimag(run), creal(exact), -cimag(exact));
        ck_assert_double_le(cabs(run - exact), 1e-7);
        free(t.value);
    }
}
END_TEST

/* The field that would have to come from behind the slab, relative to `face`, the amplitude on its
 * front, where fields of one frequency leave it there: 0 where both numbers are the laser's. On each
 * edge the line has the inversion that the field there leaves:
 *
 *     E[i+1] - 2 E[i] + E[i-1] = -(d s/c)^2 (eps + chi_i) E[i],   s = (2/dt) sin(omega dt/2)
 *     w_i = eps0 (sin(omega dt)/dt)^2 c n dw cross_section |E[i]|^2/(2 hbar w0 |D|^2)
 *
 * with chi = -c n dw g/D of round_trip(). w is the mean of E P' in a period. */
static double complex behind(double gain, double dt, double omega, double face)
{
    const double w0 = centre(), width = 2 * YEE_PI * linewidth, along = sin(omega * dt) / dt;
    const double s = 2 / dt * sin(omega * dt / 2), line = YEE_C0 * INDEX * width;
    const double complex D = w0 * w0 - s * s + I * width * along;
    const double per_field = YEE_EPS0 * along * along * line * width * section /
                             (2 * 1.054571817e-34 * w0 * cabs(D) * cabs(D));
    const double complex out = cexp(-2 * I * asin(cell * s / (2 * YEE_C0)));
    double complex before = face * out, e = face;
    for (int i = 0; i <= SLAB; i++) {
        const double part = i == 0 || i == SLAB ? 0.5 : 1;
        const double rate = per_field * cabs(e) * cabs(e);
        const double complex chi = -line * gain * inversion(rate) / inversion(0) / D;
        const double complex eps = 1 - part + part * (INDEX * INDEX + chi);
        const double complex next =
            2 * e - before - cell * cell * s * s / (YEE_C0 * YEE_C0) * eps * e;
        before = e, e = next;
    }
    return (e - before * out) / face;
}

/* Omega and amplitude of the laser, by Newton's method from what a run has. */
static void steady(double gain, double dt, double *omega, double *face)
{
    for (int n = 0; n < 50; n++) {
        const double h = 1e-6;
        const double complex f = behind(gain, dt, *omega, *face);
        const double complex x = (behind(gain, dt, *omega * (1 + h), *face) - f) / h;
        const double complex y = (behind(gain, dt, *omega, *face * (1 + h)) - f) / h;
        const double det = creal(x) * cimag(y) - cimag(x) * creal(y);
        *omega *= 1 - (creal(f) * cimag(y) - cimag(f) * creal(y)) / det;
        *face *= 1 - (creal(x) * cimag(f) - cimag(x) * creal(f)) / det;
    }
    ck_assert_double_le(cabs(behind(gain, dt, *omega, *face)), 1e-9);
}

/* Twice the threshold: the field grows until each place has the gain that it leaves, knots of the
 * standing wave among them. What that steady state leaves out is that populations follow the
 * field's square: w/(2 omega) of the inversion, 1e13/4e15 = 0.0025, in quadrature. Amplitudes are
 * off by less than that, and as the gain of the threshold is |chi|/eps = ln(4)/(6 pi), 0.07,
 * frequencies by half of 0.07 times 0.0025. */
START_TEST(a_laser_settles_where_its_gain_is_used_up)
{
    const int periods = 700, last = 20 * CELLS;
    trace t = laser(2, periods, CELLS, 1e6);
    const double complex run = frequency(&t, last);
    double square = 0;
    for (int64_t n = t.steps - last; n < t.steps; n++)
        square += 2 * t.value[n] * t.value[n] / last;
    double omega = creal(run), face = sqrt(square);
    steady(2 * threshold(), t.dt, &omega, &face);
    printf("omega/w0 %.7f, growth %.1e, amplitude %.6g V/m; steady %.7f, %.6g V/m\n",
           creal(run) / centre(), -cimag(run) / centre(), sqrt(square), omega / centre(), face);
    ck_assert_double_le(fabs(creal(run) / omega - 1), 1e-4);
    ck_assert_double_le(fabs(sqrt(square) / face - 1), 0.0025);
    free(t.value);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {weak_fields_grow_above_the_threshold_and_fall_below,
                                  a_laser_settles_where_its_gain_is_used_up};
    return trace_main("laser", 60, sizeof tests / sizeof *tests, tests);
}
