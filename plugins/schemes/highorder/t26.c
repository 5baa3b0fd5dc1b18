/* t26.c: (2,6): sixth order in space, second in time.
 *
 *     w[0] = 75/64,  w[1] = -25/384,  w[2] = 3/640
 *
 * The staggered first difference of sixth order: B. Fornberg, Math. Comput. 51 (1988) 699,
 * table 2. Limit c dt = 120/(149 sqrt(sum 1/delta^2)); Q as in fang24.c; halo 3. The error in
 * time dominates: at Courant number 0.4 it is no better than fang24. Unequal cells are fine. */
#include "family.h"

static void weights(const wide_wave *wave, bool electric, int a, int d, int s, wide_weights w)
{
    (void)wave, (void)electric, (void)a, (void)d, (void)s;
    w[0][0] = 75.0 / 64;
    w[1][0] = -25.0 / 384;
    w[2][0] = 3.0 / 640;
}

const wide_scheme wide_t26 = {
    .name = "t26",
    .cuda = "cuda.t26",
    .reach = 3,
    .flops = 16,
    .inside = WIDE_HYBRID,
    .weights = weights,
};
