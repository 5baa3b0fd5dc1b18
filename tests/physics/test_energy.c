/* tests/physics/test_energy.c: Poynting's theorem in closed grids, with media that store energy
 * in poles.
 *
 * Leapfrog and the trapezoidal rule of the poles keep, exactly,
 *
 *     W = <E, E> + <H-, H-> + what the poles hold - dt/2 <H-, curl E> ,
 *
 * as yee_update.energy has it: work of sources = change of W + losses, and a loss is a sum of
 * squares in every step. */
#include "lab.h"

#define RUN "[run]\nsteps = 30000\nthreads = 1\nprecision = %s\n"
#define WALL "[boundary.wall]\ntype = pec\n"

/* Everything lies within 24 x 20 x 22 mm, the shortest wave is 10 cells of 2 mm and more. */
static const char *const grids[] = {
    "[grid]\nspacing = 2 mm\nsize = 24, 20, 22 mm\n" WALL,
    "[grid]\nx = 2 mm x 4, 1 mm x 4, 3 mm x 4\ny = 2 mm x 10\nz = 2 mm x 11\n"
    "[boundary.wall]\ntype = pec\nfaces = x, z\n[boundary.y]\ntype = periodic\nfaces = y\n",
    "[grid]\nspacing = 2 mm\nsize = 24, 20 mm\ninvariant = z\nmode = tm\n" WALL,
    "[grid]\nspacing = 2 mm\nsize = 24, 20 mm\ninvariant = z\nmode = te\n"
    "[boundary.wall]\ntype = pmc\nfaces = x\n[boundary.y]\ntype = pec\nfaces = y\n",
};
enum { GRIDS = sizeof grids / sizeof *grids };

/* Two bodies that meet, so that edges between them are filled with means of three media. */
#define BODIES \
    "[shape.a]\ntype = box\nmaterial = a\nfrom = 4, 4, 4 mm\nto = 14, 12, 18 mm\n" \
    "[shape.b]\ntype = sphere\nmaterial = b\ncenter = 16, 10, 11 mm\nradius = 5 mm\n"
#define LORENTZ(name, gamma, rest) \
    "[material." name "]\ntype = lorentz\ndelta_eps = 1.5\nf0 = 9 GHz\ngamma = " gamma \
    " rad/s\n" rest
#define DRUDE(name, gamma, rest) \
    "[material." name "]\ntype = drude\nfp = 12 GHz\ngamma = " gamma " rad/s\n" rest

static const char *const lossless[] = {
    LORENTZ("a", "0", "eps_inf = 2\n") DRUDE("b", "0", "") BODIES,
    LORENTZ("a", "0", "magnetic = yes\nmu_inf = 1.4\n")
        DRUDE("b", "0", "magnetic = yes\neps_inf = 2, 3, 4\n") BODIES,
    LORENTZ("a", "0", "magnetic = yes\nadd = e, b\n") LORENTZ("e", "0", "") DRUDE("b", "0", "")
        BODIES,
};
enum { LOSSLESS = sizeof lossless / sizeof *lossless };

static const char *const lossy[] = {
    LORENTZ("a", "3e9", "eps_inf = 2\n") DRUDE("b", "3e9", "") BODIES,
    "[material.a]\ntype = debye\ndelta_eps = 3\ntau = 20 ps\nsigma = 0.02 S/m\n"
    "[material.b]\ntype = dielectric\nmu = 2\nsigma_m = 4 kOhm/m\n" BODIES,
    LORENTZ("a", "3e9", "magnetic = yes\nsigma_m = 300 Ohm/m\n") DRUDE(
        "b", "3e9", "magnetic = yes\nadd = d\n") "[material.d]\ntype = debye\ndelta_eps = "
                                                 "1\ntau = 10 ps\nmagnetic = yes\n" BODIES,
    /* chi(s) with b1: a coil and a resistor, a second capacitor,
     * a constant with a Debye pole */
    "[material.a]\ntype = poles\nb0 = 3e21, 3e21\nb1 = 4e9, 1.5e11\nd0 = 3e21, 3e21\n"
    "d1 = 2e10, 2e11\nd2 = 1, 1\n"
    "[material.b]\ntype = poles\nb0 = 3\nb1 = 1e-11\nd0 = 1\nd1 = 2e-11\nmagnetic = "
    "yes\n" BODIES,
};
enum { LOSSY = sizeof lossy / sizeof *lossy };

/* Over after OVER steps, of 2 ps at least: what is played then is 1e-58 of the peak. */
#define PULSE "[waveform.pulse]\ntype = ricker\nfrequency = 9 GHz\n"
enum { OVER = 300 };

/* Currents in and beside the bodies, along z and y in TM and TE. */
#define CURRENTS \
    "[source.e]\ntype = dipole\nposition = 8, 8, 9 mm\ndirection = %s\ncurrent = 1 A\n" \
    "waveform = pulse\n" \
    "[source.h]\ntype = dipole\nposition = 16, 12, 11 mm\ndirection = %s\n" \
    "magnetic_current = 100 V\nwaveform = pulse\n"

static void open_cavity(lab *l, const char *media, int grid, bool single)
{
    static const char *const along[GRIDS][2] = {
        {"1, 1, 1", "1, -1, 1"}, {"1, 1, 1", "1, -1, 1"}, {"z", "x"}, {"y", "z"}};
    lab_open(l, RUN "%s%s" PULSE CURRENTS, single ? "f32" : "f64", grids[grid], media,
             along[grid][0], along[grid][1]);
    lab_run(l, OVER);
}

static double total(const lab *l)
{
    double w[2] = {0, 0};
    ck_assert_int_eq(yee_simulation_energy(l->simulation, w), YEE_OK);
    return w[0] + w[1];
}

/* Double as in an empty cavity (test_cavity.c): the roundings of 2e4 steps, both sweeps a dozen
 * each of both signs, leave sqrt(2*12*2e4)*epsilon/2 = 8e-14 at one point. In float32 the
 * rounded coefficients of a pole damp or feed it, every step by up to four times 2^-24 of the
 * part chi (w0 dt)^2 = 0.08 of the field's energy that it takes and gives in a step: 4e-4. */
START_TEST(undamped_poles_keep_the_energy_over_2e4_steps)
{
    const int i = few_index(_i, LOSSLESS);
    const int media = i % LOSSLESS, grid = i / LOSSLESS % GRIDS;
    const bool single = i >= LOSSLESS * GRIDS;
    lab l;
    open_cavity(&l, lossless[media], grid, single);
    const double first = total(&l);
    double most = 0;
    for (int n = 0; n < 40 && !l.over; n++) {
        lab_run(&l, 500 + n); /* at every phase */
        most = fmax(most, fabs(total(&l) - first));
    }
    ck_assert_double_gt(first, 0);
    ck_assert_msg(most <= (single ? 4e-4 : 1e-11) * first,
                  "media %d, grid %d, f%d: %g of the energy", media, grid, single ? 32 : 64,
                  most / first);
    lab_close(&l);
}
END_TEST

/* A step is two sweeps with a dozen roundings of epsilon/2 each; the energy is off by twice
 * that part of it at most. Means of lossy resonances in series may have poles that are
 * passive together only, of which a part is counted (core/problem/media/storage.c): here
 * the rest is less than what is lost. */
START_TEST(lossy_media_never_gain_energy)
{
    const int media = _i % LOSSY, grid = _i / LOSSY % GRIDS;
    const bool single = _i >= LOSSY * GRIDS;
    const double rounding = 2 * 2 * 12 * (single ? 0x1p-24 : 0x1p-53);
    lab l;
    open_cavity(&l, lossy[media], grid, single);
    const double first = total(&l);
    double last = first, gain = 0;
    for (int n = 0; n < 500 && !l.over; n++) {
        lab_run(&l, 1);
        const double now = total(&l);
        gain = fmax(gain, (now - last) / last);
        last = now;
    }
    ck_assert_double_gt(last, 0);
    ck_assert_msg(gain <= rounding, "media %d, grid %d, f%d: a step gains %g of the energy",
                  media, grid, single ? 32 : 64, gain);
    ck_assert_double_lt(last, 0.9 * first);
    lab_close(&l);
}
END_TEST

/* A port within the first body, along y: V and I of a step stand for its middle, so that V I dt
 * is what it does in it. That and the change of the energy are sums of the same products: a
 * thousand steps of roundings of both signs, 1000*2*12*epsilon/2 = 3e-12 of the largest energy
 * were they all of one. */
START_TEST(a_port_does_the_work_that_is_stored_or_lost)
{
    const bool loses = _i >= LOSSLESS * GRIDS;
    const int i = loses ? _i - LOSSLESS * GRIDS : _i, kinds = loses ? LOSSY : LOSSLESS;
    const int media = i % kinds, grid = i / kinds;
    if (grid == 2)
        return; /* no Ey in TM */
    lab l;
    lab_open(&l,
             RUN "%s%s" PULSE "[source.feed]\ntype = voltage\nnegative = 10, 6, %s mm\n"
                 "positive = 10, 10, %s mm\nwaveform = pulse\n"
                 "[output.v]\ntype = probe\nports = feed\n",
             "f64", grids[grid], loses ? lossy[media] : lossless[media], grid == 3 ? "0" : "8",
             grid == 3 ? "0" : "8");
    double work = 0, lost = 0, largest = 0, worst = 0, least = 0;
    for (int n = 0; n < 1000 && !l.over; n++) {
        lab_run(&l, 1);
        ck_assert_int_eq(l.trace[0].count, n + 1);
        work += l.trace[0].v[2 * n] * l.trace[0].v[2 * n + 1] * l.grid->dt;
        const double w = total(&l);
        largest = fmax(largest, w);
        worst = fmax(worst, fabs(work - w));
        least = fmin(least, work - w - lost); /* the smallest loss of a step */
        lost = work - w;
    }
    ck_assert_double_gt(largest, 0);
    if (loses) {
        ck_assert_msg(least >= -3e-12 * largest, "media %d, grid %d: a step loses %g", media,
                      grid, least / largest);
        ck_assert_double_gt(lost, 0.01 * largest);
    } else
        ck_assert_msg(worst <= 3e-12 * largest, "media %d, grid %d: off by %g", media, grid,
                      worst / largest);
    lab_close(&l);
}
END_TEST

/* Differences of high order whose two curls are transposes keep the sum with their own curl. */
START_TEST(high_order_schemes_keep_it_too)
{
    static const char *const scheme[] = {"me44", "me44x", "fang24", "t26"};
    lab l;
    lab_open(&l, RUN "scheme = %s\n%s%s" PULSE CURRENTS, "f64", scheme[_i], grids[0],
             lossless[2], "1, 1, 1", "1, -1, 1");
    lab_run(&l, OVER);
    const double first = total(&l);
    double most = 0;
    for (int n = 0; n < 20 && !l.over; n++) {
        lab_run(&l, 100 + n);
        most = fmax(most, fabs(total(&l) - first));
    }
    ck_assert_double_gt(first, 0);
    ck_assert_msg(most <= 1e-11 * first, "%s: %g of the energy", scheme[_i], most / first);
    lab_close(&l);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("energy");
    TCase *t = tcase_create("energy");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, undamped_poles_keep_the_energy_over_2e4_steps, 0,
                        LOSSLESS * (GRIDS + 1) / few_every(LOSSLESS));
    tcase_add_loop_test(t, lossy_media_never_gain_energy, 0, 2 * LOSSY * GRIDS);
    tcase_add_loop_test(t, a_port_does_the_work_that_is_stored_or_lost, 0,
                        (LOSSLESS + LOSSY) * GRIDS);
    tcase_add_loop_test(t, high_order_schemes_keep_it_too, 0, 4);
    suite_add_tcase(s, t);
    return lab_main(s);
}
