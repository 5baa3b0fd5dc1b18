/* ztc.c: the balanced stencil, near and far pairs each with neighbours one cell across, exact
 * at a design wavelength.
 *
 *     w[0][0] = 1 - Cb - Cc - Cd,  w[1][0] = Cb/3,  w[0][1] = w[0][2] = Cc/4,
 *     w[1][1] = w[1][2] = Cd/12
 *
 * A closed form of ours in the spirit of T. T. Zygiridis and T. D. Tsiboukis, J. Comput. Phys.
 * 226 (2007) 2372: with wide_target, for m = 1, 2, 3,
 *
 *     (far - near) Cb + (near one - near) Cc + (far one - near) Cd = value - near.
 *
 * Limit 0.81 in 3-D and 2-D, from max Q = 1/(c dt)^2 with these weights; halo 2. Declines
 * unequal cells. Off the design it is of low order: 1.2e-4 at twice the wavelength. */
#include "family.h"

static void weights(const wide_wave *wave, bool electric, int a, int d, int s, wide_weights w)
{
    (void)electric, (void)a, (void)d, (void)s;
    wide_target t[3];
    double m[3][3], k[3];
    wide_targets(wave, t);
    for (int n = 0; n < 3; n++) {
        m[n][0] = t[n].far - t[n].near;
        m[n][1] = t[n].near * t[n].one - t[n].near;
        m[n][2] = t[n].far * t[n].one - t[n].near;
        k[n] = t[n].value - t[n].near;
    }
    if (!wide_solve(m, k))
        return;
    w[0][0] = 1 - k[0] - k[1] - k[2];
    w[1][0] = k[0] / 3;
    w[0][1] = w[0][2] = k[1] / 4;
    w[1][1] = w[1][2] = k[2] / 12;
}

const wide_scheme wide_ztc = {
    .name = "ztc",
    .cuda = "cuda.ztc",
    .summary = "Balanced: exact in three directions at a design frequency, limit 0.81",
    .reference = "T. T. Zygiridis, T. D. Tsiboukis 2007, J. Comput. Phys. 226, 2372",
    .reach = 2,
    .flops = 45,
    .cubic = true,
    .designed = true,
    .inside = WIDE_HYBRID,
    .weights = weights,
};
