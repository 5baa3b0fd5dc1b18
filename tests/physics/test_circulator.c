/* tests/physics/test_circulator.c: three guides that meet at 120 degrees around a post of ferrite
 * along E: the H-plane junction of J. B. Davies, IRE Trans. MTT 10 (1962) 596. A junction of
 * three lossless guides that is matched and not reciprocal sends all of a wave to the next guide
 * (H. J. Carlin, Proc. IRE 43 (1955) 608); the post's radius and magnetisation are two numbers for
 * the two parts of its reflection.
 *
 * The power that goes in is that which comes out, and by L. Onsager, Phys. Rev. 37 (1931) 405,
 * the field at B of a current at A is that at A of the current at B with the bias turned round.
 * Both hold exactly on the grid, whose means to the cells and back are each other's transposes. */
#include "trace.h"

/* Cells of 0.762 mm; guides of 22.86 mm, 30 cells. The middle is a node. */
#define D 0.762
enum { HALF = 168, SOURCE = 60, PROBE = 45, IN = 30, OUT = 22, FAR = 96, B_X = 30, B_Y = 52 };
enum { LINE = 2 * FAR - 1, POINTS = 2 + 4 * LINE }; /* probes A and B, then E, H of two lines */

/* The wedges between guides at 180, 60 and -60 degrees, or walls of a straight guide. */
static char *walls(bool straight)
{
    const double c = HALF * D, a = 30 * D, far = 3 * c, r = a / sqrt(3), s = sqrt(3) / 2;
    return straight
               ? trace_text(
                     "[shape.v]\ntype = box\nfrom = 0, 0, 0 mm\nto = %.9g, %.9g, 1 "
                     "mm\nmaterial = "
                     "pec\n[shape.w]\ntype = box\nfrom = 0, %.9g, 0 mm\nto = %.9g, %.9g, 1 mm\n"
                     "material = pec\n",
                     2 * c, c - a / 2, c + a / 2, 2 * c, 2 * c)
               : trace_text(
                     "[shape.u]\ntype = prism\npoints = %.9g, %.9g, %.9g, %.9g, %.9g, %.9g mm\n"
                     "from = 0 mm\nto = 1 mm\nmaterial = pec\n"
                     "[shape.v]\ntype = prism\npoints = %.9g, %.9g, %.9g, %.9g, %.9g, %.9g mm\n"
                     "from = 0 mm\nto = 1 mm\nmaterial = pec\n"
                     "[shape.w]\ntype = prism\npoints = %.9g, %.9g, %.9g, %.9g, %.9g, %.9g mm\n"
                     "from = 0 mm\nto = 1 mm\nmaterial = pec\n",
                     c + r, c, c + r + far / 2, c - s * far, c + r + far / 2, c + s * far,
                     c - r / 2, c + s * r, c - r / 2 + far / 2, c + s * r + s * far,
                     c - r / 2 - far, c + s * r, c - r / 2, c - s * r, c - r / 2 - far,
                     c - s * r, c - r / 2 + far / 2, c - s * r - s * far);
}

/* A current at A, in the first guide, or at B, in the one at 60 degrees; bias: of the post, kA/m.
 * */
static trace junction(bool straight, bool at_b, double bias)
{
    const double c = HALF * D;
    char *metal = walls(straight);
    char *ini = trace_text(
        "[grid]\nx = %.9g mm x %d\ny = %.9g mm x %d\ninvariant = z\nmode = tm\n"
        "[run]\ntime = 8 ns\nprecision = f64\nthreads = 1\nscheme = tiled\n"
        "[boundary.all]\ntype = absorber\ncells = 90\n%s"
        "[material.garnet]\ntype = ferrite\nsaturation_magnetization = 90 kA/m\n"
        "bias = 0, 0, %.9g kA/m\neps = 14\n"
        "[shape.post]\ntype = cylinder\nfrom = %.9g, %.9g, 0 mm\nto = %.9g, %.9g, 1 mm\n"
        "radius = 3 mm\nmaterial = %s\n"
        "[waveform.p]\ntype = modulated_gaussian\nfrequency = 10 GHz\nbandwidth = 3 GHz\n"
        "[source.s]\ntype = dipole\nposition = %.9g, %.9g, 0 mm\ndirection = z\ncurrent = 1 A\n"
        "waveform = p\n",
        D, 2 * HALF, D, 2 * HALF, metal, bias, c, c, c, c, straight ? "vacuum" : "garnet",
        c + (at_b ? B_X : -SOURCE) * D, c + (at_b ? B_Y : 0) * D);
    trace_point *point = calloc(POINTS, sizeof *point);
    ck_assert_ptr_nonnull(point);
    point[0] = (trace_point){YEE_EZ, HALF - PROBE, HALF, 0};
    point[1] = at_b ? (trace_point){YEE_EZ, HALF - SOURCE, HALF, 0}
                    : (trace_point){YEE_EZ, HALF + B_X, HALF + B_Y, 0};
    for (int n = 0; n < LINE; n++) {
        trace_point *own = point + 2 + 4 * n;
        const int j = HALF - FAR + 1 + n;
        own[0] = (trace_point){YEE_EZ, HALF - IN, j, 0};
        own[1] = (trace_point){YEE_HY, HALF - IN - 1, j, 0};
        own[2] = (trace_point){YEE_EZ, HALF + OUT, j, 0};
        own[3] = (trace_point){YEE_HY, HALF + OUT, j, 0};
    }
    const trace t = trace_run(ini, POINTS, point);
    free(point);
    free(ini);
    free(metal);
    return t;
}

/* A phasor; H is half a step before E. */
static double complex phasor(const trace *t, int64_t point, bool magnetic, double omega)
{
    const double complex turn = cexp(-I * omega * t->dt), half = cexp(I * omega * t->dt / 2);
    double complex sum = 0, at = turn;
    for (int64_t n = 0; n < t->steps; n++, at *= turn)
        sum += t->value[n * t->points + point] * at;
    return magnetic ? sum * half : sum;
}

/* Power, in no unit, that goes along x through points [from, to) of a line. */
static double power(const trace *t, int line, int from, int to, double omega)
{
    double sum = 0;
    for (int n = from; n < to; n++)
        sum -= creal(phasor(t, 2 + 4 * n + 2 * line, false, omega) *
                     conj(phasor(t, 3 + 4 * n + 2 * line, true, omega)));
    return sum;
}

static double decibel(double ratio) { return 10 * log10(ratio); }

/* The largest field of the last steps, of the largest of all. */
static double rest(const trace *t)
{
    double last = 0, most = 0;
    for (int64_t n = 0; n < t->steps * t->points; n++) {
        const bool electric = n % t->points < 2 || (n % t->points - 2) % 2 == 0;
        const double v = electric ? fabs(t->value[n]) : 0;
        most = fmax(most, v);
        last = n / t->points >= t->steps - 200 ? fmax(last, v) : last;
    }
    return last / most;
}

/* The layers are 2.4 waves thick and send back -43 dB, 0.007 of the field (`yee help absorber`),
 * which is in the sum of all powers twice, times the reflection of the junction, below 0.1: limit
 * 1.4e-3. Powers that go in and come out differ by what has not left: some tens of the last
 * fields, limit 100 of them. A circulator is one from 20 dB on. */
START_TEST(a_post_of_ferrite_makes_a_circulator)
{
    const double omega = 2 * YEE_PI * 10.3e9;
    const trace guide = junction(true, false, 10), t = junction(false, false, 10);
    const double complex e0 = phasor(&guide, 0, false, omega);
    const double p0 = power(&guide, 0, 0, LINE, omega), left = rest(&t);
    const double s11 = cabs(phasor(&t, 0, false, omega) / e0 - 1);
    const double in = power(&t, 0, 0, LINE, omega) / p0;
    const double low = power(&t, 1, 0, LINE / 2, omega) / p0;
    const double high = power(&t, 1, LINE / 2, LINE, omega) / p0;
    const double all = s11 * s11 + low + high;
    printf("reflected %.1f dB, isolated %.1f dB (limits -20), through %.3f dB (limit -0.1)\n",
           decibel(s11 * s11), decibel(low), decibel(high));
    printf("all powers %.5f (limit 1.4e-3 off), in less out %.1e (limit %.1e)\n", all,
           in - low - high, 100 * left);
    ck_assert_double_le(decibel(s11 * s11), -20);
    ck_assert_double_le(decibel(low), -20);
    ck_assert_double_ge(decibel(high), -0.1);
    ck_assert_double_le(fabs(all - 1), 1.4e-3);
    ck_assert_double_le(left, 1e-7);
    ck_assert_double_le(fabs(in - low - high), 100 * left);
    free(guide.value);
    free(t.value);
}
END_TEST

/* Onsager's relation to 1e-16 a step of 4500, with any sign, on a path of some hundred cells:
 * limit 1e-12. */
START_TEST(the_way_back_is_that_of_the_reversed_bias)
{
    const double omega = 2 * YEE_PI * 10.3e9;
    const trace a = junction(false, false, 10), b = junction(false, true, 10),
                back = junction(false, true, -10);
    const double complex to_b = phasor(&a, 1, false, omega), to_a = phasor(&b, 1, false, omega);
    double off = 0, most = 0;
    for (int64_t n = 0; n < a.steps; n++) {
        most = fmax(most, fabs(a.value[n * a.points + 1]));
        off = fmax(off, fabs(a.value[n * a.points + 1] - back.value[n * a.points + 1]));
    }
    printf(
        "A to B beside B to A: %.1f dB (limit 20); B to A with the bias turned round is off by "
        "%.1e (limit 1e-12)\n",
        2 * decibel(cabs(to_b / to_a)), off / most);
    ck_assert_double_ge(2 * decibel(cabs(to_b / to_a)), 20);
    ck_assert_double_le(off / most, 1e-12);
    free(a.value);
    free(b.value);
    free(back.value);
}
END_TEST

int main(void)
{
    const TTest *const test[] = {a_post_of_ferrite_makes_a_circulator,
                                 the_way_back_is_that_of_the_reversed_bias};
    return trace_main("circulator", 240, 2, test);
}
