/* plugins/posts/far_field/beam.c: the power of a far field and the top of its highest lobe.
 *
 * The sphere's integral is that of Gauss and Legendre in cos(theta) and of equal steps in phi,
 * exact for the spherical harmonics that a source of its size has: l up to k times its radius,
 * and a few more (J. E. Hansen, Spherical Near-Field Antenna Measurements, 1988, section
 * 2.2.3). In 2-D it is that of the circle, by equal steps, exact for as many cylindrical
 * harmonics. */
#include "beam.h"
#include "radiation.h"
#include "sphere.h"
#include <math.h>

#define LOWEST 0.5 /* of the highest direction: lobes that look lower are not climbed */
#define AROUND 8   /* directions that are tried around one */

bool beam_behind(const surface *s, double theta, double phi)
{
    double to[3];
    surface_direction(s, theta, phi, to);
    for (int i = 0; i < s->planes; i++)
        if (to[s->plane[i].axis] * s->plane[i].wall < -1e-9)
            return true;
    return false;
}

/* A direction that is `by` (rad) from another one, at an angle from its theta towards its phi. */
static void beside(const direction *d, double by, double angle, double *theta, double *phi)
{
    const double st = sin(d->theta), ct = cos(d->theta), sp = sin(d->phi), cp = cos(d->phi);
    const double a = sin(by) * cos(angle), b = sin(by) * sin(angle), c = cos(by);
    const double x = c * st * cp + a * ct * cp - b * sp;
    const double y = c * st * sp + a * ct * sp + b * cp;
    *theta = acos(fmax(-1, fmin(1, c * ct - a * st)));
    *phi = atan2(y, x);
    if (*phi < 0)
        *phi += 2 * YEE_PI;
}

/* Goes from a direction to the top of its lobe: to the best of those around it, and nearer where
 * none is better. A lobe of a ball of k r radians is 1/(k r) wide and `step` less than pi/(k r):
 * the last round, step/256, leaves (pi/256)^2 = 1.5e-4 of its height. */
static void climb(const surface *s, int64_t number, double frequency, double step, direction *d)
{
    const int tries = s->invariant < 0 ? AROUND : 2; /* in 2-D along phi, to either side */
    for (double by = 0.5 * step; by > step / 300;) {
        double theta[AROUND], phi[AROUND], u[AROUND];
        direction best = *d;
        for (int i = 0; i < tries; i++)
            beside(d, by, s->invariant < 0 ? 2 * YEE_PI * i / AROUND : YEE_PI * (i - 0.5),
                   &theta[i], &phi[i]);
        surface_far(s, number, frequency, tries, theta, phi, u);
        for (int i = 0; i < tries; i++)
            if (u[i] > best.u && !beam_behind(s, theta[i], phi[i]))
                best = (direction){theta[i], phi[i], u[i]};
        if (best.u > (1 + 1e-6) * d->u)
            *d = best;
        else
            by *= 0.5;
    }
}

/* The largest U, of the lobes that look highest, three steps and more apart: between the
 * directions of the integral another one than the best may reach higher. */
static direction find_top(const surface *s, int64_t number, double frequency, const sphere *all,
                          const double *u)
{
    direction lobe[LOBES], top = {NAN, NAN, -1};
    for (int n = 0; n < LOBES; n++) {
        lobe[n] = (direction){NAN, NAN, -1};
        for (int64_t d = 0; d < all->n; d++) {
            bool apart = u[d] > lobe[n].u && !beam_behind(s, all->theta[d], all->phi[d]);
            for (int i = 0; i < n && apart; i++)
                apart =
                    sin(all->theta[d]) * sin(lobe[i].theta) * cos(all->phi[d] - lobe[i].phi) +
                        cos(all->theta[d]) * cos(lobe[i].theta) <
                    cos(3 * all->step);
            if (apart)
                lobe[n] = (direction){all->theta[d], all->phi[d], u[d]};
        }
        direction d = lobe[n];
        if (!(d.u > LOWEST * lobe[0].u))
            break;
        climb(s, number, frequency, all->step, &d);
        if (d.u > (1 + 1e-6) * top.u)
            top = d;
    }
    return top;
}

yee_status beam_find(const yee_host *host, const surface *s, int64_t number, double frequency,
                     double *power, direction *top)
{
    sphere all = {0};
    *power = 0;
    *top = (direction){NAN, NAN, NAN};
    if (!(frequency > 0)) /* a charge that stays radiates nothing */
        return YEE_OK;
    const double kr = surface_k(s, frequency) * s->radius;
    if (!(s->invariant < 0 ? sphere_new : circle_new)(host, kr, &all))
        return host->fail(host, YEE_MEMORY, "no memory for directions");
    double *u = host->alloc(host, (size_t)all.n * sizeof *u);
    if (!u)
        return host->fail(host, YEE_MEMORY, "no memory for directions");
    const double work = (double)all.n * surface_points(s);
    if (work > 60 * SPEED)
        host->log(host, YEE_INFO, "%.4g Hz: %lld directions of %.3g points, about %.0f min",
                  frequency, (long long)all.n, surface_points(s), work / SPEED / 60);
    surface_far(s, number, frequency, all.n, all.theta, all.phi, u);
    for (int64_t d = 0; d < all.n; d++)
        *power += all.weight[d] * u[d] / (double)(1 << s->walls);
    if (!(*power > 0))
        return host->fail(host, YEE_INPUT, "nothing leaves the box at %g Hz", frequency);
    *top = find_top(s, number, frequency, &all, u);
    return YEE_OK;
}
