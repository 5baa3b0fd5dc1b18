/* plugins/posts/far_field/sphere.c: directions over the whole sphere: nodes of Gauss and Legendre
 * in cos(theta), equal steps in phi; or over the circle in the plane of a 2-D model. */
#include "sphere.h"
#include <math.h>

#define FEWEST 24 /* directions from pole to pole */

/* Nodes and weights of Gauss and Legendre on (-1, 1), by Newton from Tricomi's estimate. */
static void gauss(int64_t n, double *x, double *w)
{
    for (int64_t i = 0; i < n; i++) {
        double at = cos(YEE_PI * ((double)i + 0.75) / ((double)n + 0.5)), slope = 1;
        for (int round = 0; round < 20; round++) {
            double p = 1, before = 0;
            for (int64_t l = 1; l <= n; l++) {
                const double next =
                    ((double)(2 * l - 1) * at * p - (double)(l - 1) * before) / (double)l;
                before = p;
                p = next;
            }
            slope = (double)n * (at * p - before) / (at * at - 1);
            const double by = p / slope;
            at -= by;
            if (fabs(by) < 1e-15)
                break;
        }
        x[i] = at;
        w[i] = 2 / ((1 - at * at) * slope * slope);
    }
}

/* Directions from pole to pole; around there are twice as many. */
static int64_t up(double kr) { return (int64_t)fmax(FEWEST, ceil(kr) + 12) / 2 * 2; }

double sphere_count(double kr, bool circle)
{
    const double n = (double)up(kr);
    return circle ? 2 * n : 2 * n * n + 2 + 2 * n;
}

static bool reserve(const yee_host *host, double count, sphere *s)
{
    const size_t bytes = (size_t)count * sizeof(double);
    s->theta = host->alloc(host, bytes);
    s->phi = host->alloc(host, bytes);
    s->weight = host->alloc(host, bytes);
    return s->theta && s->phi && s->weight;
}

/* 2 n equal steps are exact for U of a field whose harmonics are below n. */
bool circle_new(const yee_host *host, double kr, sphere *s)
{
    s->n = s->of_integral = 2 * up(kr);
    s->step = 2 * YEE_PI / (double)s->n;
    if (!reserve(host, (double)s->n, s))
        return false;
    for (int64_t i = 0; i < s->n; i++) {
        s->theta[i] = 0.5 * YEE_PI;
        s->phi[i] = s->step * (double)i;
        s->weight[i] = s->step;
    }
    return true;
}

bool sphere_new(const yee_host *host, double kr, sphere *s)
{
    const int64_t n = up(kr), turns = 2 * n;
    double *x = host->alloc(host, (size_t)n * sizeof *x);
    double *w = host->alloc(host, (size_t)n * sizeof *w);
    if (!x || !w || !reserve(host, sphere_count(kr, false), s))
        return false;
    gauss(n, x, w);
    s->step = YEE_PI / (double)n;
    s->n = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < turns; k++) {
            s->theta[s->n] = acos(x[i]);
            s->phi[s->n] = 2 * YEE_PI * (double)k / (double)turns;
            s->weight[s->n++] = w[i] * 2 * YEE_PI / (double)turns;
        }
    s->of_integral = s->n;
    for (int64_t k = -2; k < turns; k++) {
        s->theta[s->n] = k == -2 ? 0 : k == -1 ? YEE_PI : 0.5 * YEE_PI;
        s->phi[s->n] = k < 0 ? 0 : 2 * YEE_PI * (double)k / (double)turns;
        s->weight[s->n++] = 0;
    }
    return true;
}
