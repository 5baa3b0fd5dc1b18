/* materials/common/nnls.c: least squares with weights that are not negative. */
#include "nnls.h"

#include <math.h>
#include <stdbool.h>

#define DEPENDENT 1e-13 /* of a column's square: what is left of it beside the others */

/* Solves for the unknowns of the set by Cholesky's factors; one that depends on those before it
 * is 0. */
static void solve_set(size_t n, const double gram[][NNLS_MOST], const double *right,
                      const bool *in, double *x)
{
    double l[NNLS_MOST][NNLS_MOST], y[NNLS_MOST];
    size_t at[NNLS_MOST], count = 0;
    for (size_t i = 0; i < n; i++) {
        x[i] = 0;
        if (!in[i])
            continue;
        double rest = gram[i][i], sum = right[i];
        for (size_t k = 0; k < count; k++) {
            double v = gram[i][at[k]];
            for (size_t q = 0; q < k; q++)
                v -= l[count][q] * l[k][q];
            l[count][k] = v / l[k][k];
            rest -= l[count][k] * l[count][k];
            sum -= l[count][k] * y[k];
        }
        if (!(rest > DEPENDENT * gram[i][i]))
            continue;
        l[count][count] = sqrt(rest);
        y[count] = sum / l[count][count];
        at[count++] = i;
    }
    for (size_t k = count; k-- > 0;) {
        for (size_t q = k + 1; q < count; q++)
            y[k] -= l[q][k] * x[at[q]];
        x[at[k]] = y[k] / l[k][k];
    }
}

/* The largest step from x towards `to` that leaves x >= 0; what comes to 0 leaves the set. */
static bool step_within(size_t n, const double *to, bool *in, double *x)
{
    double step = 1;
    for (size_t i = 0; i < n; i++)
        if (in[i] && to[i] <= 0)
            step = fmin(step, x[i] / (x[i] - to[i]));
    bool whole = step >= 1;
    for (size_t i = 0; i < n; i++) {
        if (!in[i])
            continue;
        const bool out = to[i] <= 0 && x[i] <= step * (x[i] - to[i]) * (1 + 1e-12);
        x[i] += step * (to[i] - x[i]);
        if (out) {
            x[i] = 0;
            in[i] = whole = false;
        }
    }
    return whole;
}

void nnls_solve(size_t n, const double gram[][NNLS_MOST], const double *right, double *x)
{
    bool in[NNLS_MOST] = {false};
    double to[NNLS_MOST];
    for (size_t i = 0; i < n; i++)
        x[i] = 0;
    for (size_t turn = 0; turn < 3 * n; turn++) {
        /* the unknown that would lower the error most, in units of its column */
        size_t best = n;
        double most = 1e-12;
        for (size_t i = 0; i < n; i++) {
            double slope = right[i], scale = sqrt(gram[i][i]);
            for (size_t k = 0; k < n; k++)
                slope -= gram[i][k] * x[k];
            slope = scale > 0 ? slope / scale : 0;
            if (!in[i] && slope > most) {
                most = slope;
                best = i;
            }
        }
        if (best == n)
            return;
        in[best] = true;
        do
            solve_set(n, gram, right, in, to);
        while (!step_within(n, to, in, x));
    }
}
