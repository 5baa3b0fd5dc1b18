/* fv24.c: finite volumes of one and of three cells, exact at a design wavelength.
 *
 *     w[0][0] = 1 - Kb - Kc - Kd,  w[1][0] = Kb/3,  w[1][1] = w[1][2] = Kc/12,  w[1][3] = Kd/12
 *
 * The stencil of M. F. Hadi, IEEE Trans. Antennas Propag. 55 (2007) 2287; Kb, Kc, Kd are a
 * closed form of ours: with the near and far differences and the transverse means of
 * wide_target, for m = 1, 2, 3,
 *
 *     (far - near) Kb + (far one - near) Kc + (far two - near) Kd = value - near.
 *
 * Limit 0.520 to 0.521 in 3-D, from max Q = 1/(c dt)^2 with these weights; halo 2. Declines
 * unequal cells. At wavelengths other than the design's it is of low order: 1.2e-4 at twice. */
#include "family.h"

static void groups(const wide_target *t, double group[3])
{
    group[0] = t->far;
    group[1] = t->far * t->one;
    group[2] = t->far * t->two;
}

static void weights(const wide_wave *wave, bool electric, int a, int d, int s, wide_weights w)
{
    (void)electric, (void)a, (void)d, (void)s;
    double k[3];
    if (!wide_design(wave, groups, k))
        return;
    w[0][0] = 1 - k[0] - k[1] - k[2];
    w[1][0] = k[0] / 3;
    w[1][1] = w[1][2] = k[1] / 12;
    w[1][3] = k[2] / 12;
}

const wide_scheme wide_fv24 = {
    .name = "fv24",
    .cuda = "cuda.fv24",
    .reach = 2,
    .flops = 45,
    .cubic = true,
    .designed = true,
    .inside = WIDE_HYBRID,
    .weights = weights,
};
