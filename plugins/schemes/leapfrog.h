/* schemes/leapfrog.h: what every scheme of Yee's second-order leapfrog has in common. */
#ifndef YEE_SCHEMES_LEAPFROG_H
#define YEE_SCHEMES_LEAPFROG_H

#include <math.h>
#include <yee/problem.h>

/* c dt <= 1/sqrt(sum 1/d^2), d the smallest cell of each axis: exact in a uniform grid, safe in
 * a graded one, where no dual cell between two cells is smaller than both. */
static inline double leapfrog_courant(const yee_grid *grid, double c)
{
    double sum = 0;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &grid->axis[a];
        if (x->invariant)
            continue;
        double least = INFINITY;
        for (int64_t i = 0; i < x->cells; i++)
            least = fmin(least, x->node[i + 1] - x->node[i]);
        sum += 1 / (least * least);
    }
    return 1 / (c * sqrt(sum));
}

/* (sin(omega dt/2)/(c dt))^2 = sum (sin(k d/2)/d)^2; A. Taflove and S. C. Hagness,
 * Computational Electrodynamics, 3rd ed., ch. 4. */
static inline double leapfrog_dispersion(const double d[3], double dt, double c, double omega,
                                         const double k[3])
{
    const double time = sin(0.5 * omega * dt) / (c * dt);
    double residual = time * time;
    for (int a = 0; a < 3; a++)
        if (d[a] > 0) {
            const double space = sin(0.5 * k[a] * d[a]) / d[a];
            residual -= space * space;
        }
    return residual;
}

#endif
