/* plugins/shapes/common/staircase.c: how much lower a wire resonates as a staircase.
 *
 * Rayleigh's quotient of a thin wire (R. F. Harrington, Field Computation by Moment Methods
 * (Macmillan, 1968), sec. 4 gives the integrals of vector and scalar potential that are equal at
 * resonance): with the current I of the lowest mode, half a sine along the wire, and the charge
 * that its continuity leaves at the nodes,
 *
 *     (omega/c)^2 = sum q_m q_n G(m - n) / sum I_e I_f l_e.l_f G(e - f)
 *
 * over nodes m, n and edges e, f; edges of different axes do not act on each other's vector
 * potential. G is the Green's function of the Laplacian of the lattice, so that a wire has the
 * radius that the lattice gives it: G(0) = 0.252731 and G(1) = G(0) - 1/6 in units of a cell (E. W.
 * Montroll and G. H. Weiss, J. Math. Phys. 6 (1965) 167: Watson's integral over 6), 1/(4 pi r)
 * beyond, which is 2 % off at r = sqrt(2). The quotient of a staircase over that of points along
 * the path is good to 0.02 (tests/physics/test_wire.c); delays, which both leave out, nearly
 * cancel. A staircase has more charge near a charge, but no more current near a current along
 * each axis; its waves are slower, by logarithms: smaller cells help little. */
#include "staircase.h"
#include <math.h>

enum { MOST = 600 }; /* edges of a longer wire that are looked at */

#define SELF 0.25273100985866
#define NEXT (SELF - 1.0 / 6)

/* Currents along vectors at places, and charges at others, in cells. */
typedef struct wire {
    int64_t edges;
    double (*middle)[3], (*along)[3]; /* along: length and direction */
    double *current;                  /* at the middle of an edge */
    double (*end)[3], *charge;        /* shape [edges + 1] */
} wire;

static double distance(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

static double green(double r)
{
    return r < 1 ? SELF + (NEXT - SELF) * r : r < 1.0001 ? NEXT : 1 / (4 * YEE_PI * r);
}

double staircase_asked(const staircase *s)
{
    double sum = 0;
    for (size_t i = 3; i + 2 < s->points->count; i += 3)
        sum += distance(s->points->v + i, s->points->v + i - 3);
    return sum;
}

double staircase_taken(const staircase *s)
{
    double sum = 0;
    for (int64_t i = 1; i < s->nodes; i++)
        sum += distance(s->node[i], s->node[i - 1]);
    return sum;
}

/* Square of the wave number of the lowest mode. */
static double quotient(wire *w)
{
    double electric = 0, magnetic = 0;
    for (int64_t e = 0; e < w->edges; e++)
        w->current[e] = sin(YEE_PI * ((double)e + 0.5) / (double)w->edges);
    for (int64_t m = 0; m <= w->edges; m++)
        w->charge[m] = (m < w->edges ? w->current[m] : 0) - (m ? w->current[m - 1] : 0);
    for (int64_t m = 0; m <= w->edges; m++)
        for (int64_t n = 0; n <= w->edges; n++)
            electric += w->charge[m] * w->charge[n] * green(distance(w->end[m], w->end[n]));
    for (int64_t e = 0; e < w->edges; e++)
        for (int64_t f = 0; f < w->edges; f++) {
            double both = 0;
            for (int a = 0; a < 3; a++)
                both += w->along[e][a] * w->along[f][a];
            if (both != 0)
                magnetic += w->current[e] * w->current[f] * both *
                            green(distance(w->middle[e], w->middle[f]));
        }
    return electric / magnetic;
}

/* The point of the path at a distance from its beginning, m. */
static void point_at(const yee_reals *p, double at, double out[3])
{
    for (size_t i = 3; i + 2 < p->count; i += 3) {
        const double length = distance(p->v + i, p->v + i - 3);
        const bool last = i + 5 >= p->count;
        if (at <= length || last) {
            const double t = length > 0 ? fmin(1, at / length) : 0;
            for (int a = 0; a < 3; a++)
                out[a] = p->v[i - 3 + (size_t)a] +
                         t * (p->v[i + (size_t)a] - p->v[i - 3 + (size_t)a]);
            return;
        }
        at -= length;
    }
}

static bool make(const yee_host *host, wire *w, int64_t edges)
{
    const size_t n = (size_t)edges;
    w->edges = edges;
    w->middle = host->alloc(host, n * sizeof *w->middle);
    w->along = host->alloc(host, n * sizeof *w->along);
    w->current = host->alloc(host, n * sizeof *w->current);
    w->end = host->alloc(host, (n + 1) * sizeof *w->end);
    w->charge = host->alloc(host, (n + 1) * sizeof *w->charge);
    return w->middle && w->along && w->current && w->end && w->charge;
}

/* Edges between ends that are known. */
static void join(wire *w)
{
    for (int64_t e = 0; e < w->edges; e++)
        for (int a = 0; a < 3; a++) {
            w->middle[e][a] = 0.5 * (w->end[e][a] + w->end[e + 1][a]);
            w->along[e][a] = w->end[e + 1][a] - w->end[e][a];
        }
}

double staircase_slowness(const yee_host *host, const staircase *s)
{
    const int64_t edges = s->nodes - 1 < MOST ? s->nodes - 1 : MOST;
    const double cell = staircase_taken(s) / (double)(s->nodes - 1);
    const double part = (double)edges / (double)(s->nodes - 1); /* of the path */
    const double length = part * staircase_asked(s);
    const int64_t straight = llround(fmax(1, length / cell));
    wire stairs, line;
    if (!make(host, &stairs, edges) || !make(host, &line, straight))
        return 0;
    for (int64_t m = 0; m <= edges; m++)
        for (int a = 0; a < 3; a++)
            stairs.end[m][a] = s->node[m][a] / cell;
    for (int64_t m = 0; m <= straight; m++) {
        point_at(s->points, length * (double)m / (double)straight, line.end[m]);
        for (int a = 0; a < 3; a++)
            line.end[m][a] /= cell;
    }
    join(&stairs);
    join(&line);
    return sqrt(quotient(&stairs) / quotient(&line));
}
