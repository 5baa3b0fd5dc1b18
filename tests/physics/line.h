/* tests/physics/line.h: plane waves at normal incidence on layers, in one dimension.
 *
 * A TM grid along z, invariant along x, one periodic cell along y. The grid is so long that
 * nothing comes back from its ends within the run: no absorber blurs what is measured. */
#ifndef YEE_TESTS_LINE_H
#define YEE_TESTS_LINE_H

#include "trace.h"

/* eps, or mu, of a medium at a frequency, Hz */
typedef double complex line_law(double frequency);

typedef struct line {
    const char *material; /* the lines of [material.m]; NULL: vacuum */
    double cell;          /* m */
    double courant;
    double thickness; /* m: of the slab; INFINITY: a half-space */
    double range;     /* m: how far light goes during the run */
    const char *waveform;
    bool magnetic; /* the law of the medium is that of mu, and eps is 1 */
} line;

enum { LINE_BACK, LINE_FORTH, LINE_POINTS }; /* in front of the slab and behind it */
enum { LINE_GAP = 4 };                       /* cells from source to probe to face to probe */

static inline trace line_run(const line *l)
{
    bool half_space = isinf(l->thickness);
    int64_t range = (int64_t)ceil(l->range / l->cell);
    int64_t slab = half_space ? 0 : (int64_t)llround(l->thickness / l->cell);
    int64_t source = range / 2 + 1, front = source + 2 * LINE_GAP, back = front + slab;
    int64_t cells = back + LINE_GAP + range / 2 + 1;
    double h = l->cell, wide = 1e4 * h;
    char *box = l->material ? trace_text("[material.m]\n%s[shape.s]\ntype = box\nmaterial = m\n"
                                         "from = 0, 0, %.17g m\nto = 1, %.17g, %.17g m\n",
                                         l->material, (double)front * h, wide,
                                         (double)(half_space ? cells : back) * h)
                            : trace_text("\n");
    char *ini = trace_text(
        "[grid]\ncells = 1, 1, %lld\nspacing = 1, %.17g, %.17g m\ninvariant = x\nmode = tm\n"
        "[run]\nsteps = %lld\ncourant = %.17g\nprecision = f64\n"
        "threads = 1\n%s"
        "[boundary.sides]\ntype = periodic\nfaces = y\n[boundary.ends]\ntype = pec\nfaces = z\n"
        "[waveform.w]\n%s"
        "[source.s]\ntype = current_sheet\ndirection = x\ncurrent = 1 A/m\nwaveform = w\n"
        "from = 0, 0, %.17g m\nto = 1, %.17g, %.17g m\n%s",
        (long long)cells, wide, h, (long long)ceil((double)range / l->courant), l->courant,
        l->material ? "" : trace_quick(), l->waveform, (double)source * h, wide,
        (double)source * h, box);
    const trace_point point[LINE_POINTS] = {{YEE_EX, 0, 0, front - LINE_GAP},
                                            {YEE_EX, 0, 0, back + LINE_GAP}};
    trace t = trace_run(ini, LINE_POINTS, point);
    free(ini);
    free(box);
    return t;
}

/* Power reflected and transmitted, and the amplitude of the reflection, at a frequency.
 * vacuum: the same run without the slab, whose far probe is somewhere else:
 * powers do not mind. */
typedef struct line_result {
    double gamma, r, t;
} line_result;

static inline line_result line_measure(const trace *run, const trace *vacuum, double frequency)
{
    double omega = 2 * YEE_PI * frequency;
    double complex in = trace_spectrum(vacuum, LINE_BACK, omega);
    double complex back = trace_spectrum(run, LINE_BACK, omega) - in;
    double complex forth = trace_spectrum(run, LINE_FORTH, omega);
    double gamma = cabs(back / in), through = cabs(forth / in);
    return (line_result){gamma, gamma * gamma, through * through};
}

/* Airy's sum over the reflections in a slab (Born and Wolf, Principles of Optics, sec. 7.6.1),
 * or the single face of a half-space: face is the reflection of one face from outside, once
 * what a wave becomes on its way through. */
static inline line_result line_airy(double complex face, double complex once, double thickness)
{
    if (isinf(thickness))
        return (line_result){cabs(face), cabs(face) * cabs(face), NAN};
    double complex down = 1 - face * face * once * once;
    double gamma = cabs(face * (1 - once * once) / down);
    double through = cabs((1 - face * face) * once / down);
    return (line_result){gamma, gamma * gamma, through * through};
}

static inline line_result line_exact(line_law *law, const line *l, double frequency)
{
    double complex n = csqrt(law(frequency)), admittance = l->magnetic ? 1 / n : n;
    double complex once = cexp(-I * 2 * YEE_PI * frequency / YEE_C0 * n * l->thickness);
    return line_airy((1 - admittance) / (1 + admittance), once, l->thickness);
}

/* The reflection that the grid itself must give, exactly. A pole under the bilinear transform
 * has its value at omega' = (2/dt) tan(omega dt/2). A wave in medium i goes as exp(-j k_i z)
 * with
 *
 *     sin(k_i h/2) = h/(c dt) sqrt(eps_i mu_i) sin(omega dt/2).
 *
 * On the edge at the face eps is (eps_1 + eps_2)/2, the H points beside it have mu_1 and mu_2,
 * so
 *
 *     (E[-1] - E[0])/mu_1 + (E[1] - E[0])/mu_2
 *         = ((cos k_1 h - 1)/mu_1 + (cos k_2 h - 1)/mu_2) E[0];
 *
 * put in 1 + Gamma in front and T behind:
 *
 *     Gamma = (Y_1 - Y_2)/(Y_1 + Y_2),   Y_i = sin(k_i h)/mu_i. */
static inline double complex line_phase(double complex index2, double h, double dt,
                                        double omega)
{
    return 2 * casin(h / (YEE_C0 * dt) * csqrt(index2) * sin(0.5 * omega * dt));
}

static inline line_result line_discrete(line_law *law, const line *l, double dt,
                                        double frequency)
{
    double omega = 2 * YEE_PI * frequency;
    double complex warped = law(tan(0.5 * omega * dt) / (YEE_PI * dt));
    double complex outside = line_phase(1, l->cell, dt, omega);
    double complex inside = line_phase(warped, l->cell, dt, omega);
    double complex y1 = csin(outside), y2 = csin(inside) / (l->magnetic ? warped : 1);
    double complex once =
        isinf(l->thickness) ? 0 : cexp(-I * inside * round(l->thickness / l->cell));
    return line_airy((y1 - y2) / (y1 + y2), once, l->thickness);
}

#endif
