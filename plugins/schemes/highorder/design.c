/* design.c: what the schemes that are designed for one frequency share. */
#include "family.h"
#include <math.h>

/* Solves m x = r; x in r. False: singular. */
static bool solve(double m[3][3], double r[3])
{
    for (int i = 0; i < 3; i++) {
        int best = i;
        for (int j = i + 1; j < 3; j++)
            best = fabs(m[j][i]) > fabs(m[best][i]) ? j : best;
        if (!(fabs(m[best][i]) > 0))
            return false;
        for (int n = 0; n < 3; n++) {
            const double keep = m[i][n];
            m[i][n] = m[best][n];
            m[best][n] = keep;
        }
        const double keep = r[i];
        r[i] = r[best];
        r[best] = keep;
        for (int j = 0; j < 3; j++) {
            const double part = j == i ? 0 : m[j][i] / m[i][i];
            for (int n = 0; n < 3; n++)
                m[j][n] -= part * m[i][n];
            r[j] -= part * r[i];
        }
    }
    for (int i = 0; i < 3; i++)
        r[i] /= m[i][i];
    return true;
}

static void find_targets(const wide_wave *wave, wide_target target[3])
{
    const double delta = fmax(wave->d[0], fmax(wave->d[1], wave->d[2]));
    const double kappa = 2 * YEE_PI * delta / wave->length, step = wave->travel / delta;
    const double value = sin(0.5 * kappa * step) / step;
    for (int m = 1; m <= 3; m++) {
        const double q = kappa / sqrt(m), c = cos(q);
        target[m - 1] = (wide_target){.near = sin(0.5 * q),
                                      .far = sin(1.5 * q) / 3,
                                      .one = m == 1   ? 1
                                             : m == 2 ? 0.5 * (1 + c)
                                                      : c,
                                      .two = m == 1   ? 1
                                             : m == 2 ? c
                                                      : c * c,
                                      .value = value / sqrt(m)};
    }
}

bool wide_design(const wide_wave *wave, void (*groups)(const wide_target *t, double group[3]),
                 double k[3])
{
    wide_target target[3];
    double m[3][3];
    find_targets(wave, target);
    for (int n = 0; n < 3; n++) {
        groups(&target[n], m[n]);
        for (int i = 0; i < 3; i++)
            m[n][i] -= target[n].near;
        k[n] = target[n].value - target[n].near;
    }
    return solve(m, k);
}
