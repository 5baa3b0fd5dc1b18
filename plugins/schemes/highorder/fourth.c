/* fourth.c: what the schemes of fourth order in space and time share that have weights for
 * unequal cells. */
#include "family.h"

static double square(const wide_wave *wave, int axis)
{
    const double s = wave->d[axis] > 0 ? wave->travel / wave->d[axis] : 0;
    return s * s;
}

void wide_fourth(const wide_wave *wave, int a, int d, int s, double share, wide_weights w)
{
    w[1][0] = (square(wave, a) - 1) / 24;
    w[0][1] = (square(wave, d) - share) / 24;
    w[0][2] = (square(wave, s) + share) / 24;
    w[0][0] = 1 - 3 * w[1][0] - 2 * w[0][1] - 2 * w[0][2];
}
