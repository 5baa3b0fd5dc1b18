/* schemes/common/leapfrog.h: functions that every scheme of Yee's second-order leapfrog has. */
#ifndef YEE_SCHEMES_LEAPFROG_H
#define YEE_SCHEMES_LEAPFROG_H

#include <math.h>
#include <yee/scheme.h>

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

/* The two above, and more, as members of yee_scheme_ops. */
static inline double leapfrog_limit(const void *config, const yee_grid *grid, double c)
{
    (void)config;
    return leapfrog_courant(grid, c);
}

static inline double leapfrog_residual(const void *config, const double d[3], double dt,
                                       double c, double omega, const double k[3])
{
    (void)config;
    return leapfrog_dispersion(d, dt, c, omega, k);
}

/* Of a scheme that every processor runs. */
static inline yee_status leapfrog_available(const yee_host *host, const void *config)
{
    (void)host;
    (void)config;
    return YEE_OK;
}

/* In vacuum a sweep reads three components, and reads and writes three: 9 words, twice. Any
 * number of links. */
static inline yee_status leapfrog_traits(const void *config, yee_scheme_traits *traits)
{
    (void)config;
    traits->radius = 1;
    traits->f32 = traits->f64 = true;
    traits->bytes_per_cell = 2 * 9 * sizeof(float);
    traits->links = INT64_MAX;
    return YEE_OK;
}

/* The length (m) that a node stands for: half of the cells beside it. */
static inline double leapfrog_width(const yee_axis_data *a, int64_t i)
{
    double below = i > 0 ? a->node[i] - a->node[i - 1] : 0;
    double above = i < a->cells ? a->node[i + 1] - a->node[i] : 0;
    if (a->periodic && i == 0)
        below = a->node[a->cells] - a->node[a->cells - 1];
    return 0.5 * (below + above);
}

/* The length (m) that a point of a component stands for along an axis: its cell's, or as a
 * node; half: whether the component is on half positions there. */
static inline double leapfrog_length(const yee_axis_data *a, bool half, int64_t i)
{
    return half || a->invariant ? a->node[i + 1] - a->node[i] : leapfrog_width(a, i);
}

/* The volume (m^3) that point (i, j, k) of component c stands for. */
static inline double leapfrog_volume(const yee_grid *g, int c, int64_t i, int64_t j, int64_t k)
{
    return leapfrog_length(&g->axis[0], yee_half(c, 0), i) *
           leapfrog_length(&g->axis[1], yee_half(c, 1), j) *
           leapfrog_length(&g->axis[2], yee_half(c, 2), k);
}

#endif
