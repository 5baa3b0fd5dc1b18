/* core/selftest/resonance.c: means of media that resonate as none of their parts does.
 *
 * Media in series have a pole where the mean of 1/eps is 0, which is where a metal's eps is
 * -share/(1 - share) of what it lies beside: charges on both sides of a thin film, or of the
 * interface that a cell smears out to one, swing against each other. E. N. Economou, Phys. Rev.
 * 182 (1969) 539. */
#include "base/units.h"
#include "problem/paint.h"
#include "selftest.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LEAST_Q 50.0
#define LEAST_PART 0.05 /* of inf: what a pole adds at 0 Hz */
#define ALIKE 1e-6      /* of poles, relative */
enum { SAID = 3 };

typedef struct resonance {
    const char *name;
    bool magnetic;
    double frequency, q, strength; /* Hz; q may be infinite; strength of inf */
} resonance;

/* A mean has the name of no material. */
static bool is_mean(const yee_model *m, const yee_medium *v)
{
    return v->conductor == YEE_NOT_CONDUCTOR && yee_voxels_named(m->voxels, v->name) < 0;
}

static bool alike(double a, double b) { return fabs(a - b) <= ALIKE * fmax(fabs(a), fabs(b)); }

/* The squares of the angular frequencies, ascending, at which poles of materials ring. */
typedef struct rings {
    size_t count;
    double *square; /* (rad/s)^2 */
} rings;

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static const yee_response *response(const yee_material *law, int d)
{
    return d < 3 ? &law->electric[d] : &law->magnetic[d - 3];
}

/* False: no memory. */
static bool find_rings(const yee_model *m, rings *known)
{
    size_t poles = 0;
    for (size_t i = 0; i < m->materials; i++)
        for (int d = 0; d < 6; d++)
            poles += response(m->material[i], d)->pole_count;
    *known = (rings){.square = malloc((poles + 1) * sizeof *known->square)};
    for (size_t i = 0; known->square && i < m->materials; i++)
        for (int d = 0; d < 6; d++) {
            const yee_response *r = response(m->material[i], d);
            for (size_t n = 0; n < r->pole_count; n++)
                if (r->poles[n].d2 != 0)
                    known->square[known->count++] = r->poles[n].d0 / r->poles[n].d2;
        }
    if (known->square)
        qsort(known->square, known->count, sizeof *known->square, by_size);
    return known->square;
}

/* Whether some material has this pole. */
static bool is_known(const rings *known, const yee_pole *p)
{
    const double square = p->d0 / p->d2;
    size_t low = 0, high = known->count;
    while (low < high) { /* the first that is not below it, but for rounding */
        const size_t middle = low + (high - low) / 2;
        if (known->square[middle] < square * (1 - 2 * ALIKE))
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < known->count && known->square[low] <= square * (1 + 2 * ALIKE); low++)
        if (alike(known->square[low], square))
            return true;
    return false;
}

static bool resonates(const yee_model *m, const rings *known, const yee_medium *v,
                      const yee_pole *p, resonance *r)
{
    if (!(p->d2 > 0) || !(p->d0 > 0))
        return false;
    const double omega = sqrt(p->d0 / p->d2);
    *r = (resonance){v->name, v->magnetic, omega / (2 * YEE_PI), sqrt(p->d0 * p->d2) / p->d1,
                     hypot(p->b0, omega * p->b1) / (p->d0 * v->response.inf)};
    return r->q > LEAST_Q && r->strength > LEAST_PART && r->frequency >= m->band[0] &&
           r->frequency <= m->band[1] && !is_known(known, p);
}

/* Puts one among the strongest, strongest first. */
static void keep(resonance strongest[SAID], const resonance *r)
{
    resonance own = *r;
    for (int n = 0; n < SAID; n++)
        if (own.strength > strongest[n].strength) {
            const resonance next = strongest[n];
            strongest[n] = own;
            own = next;
        }
}

static yee_status note(yee_model *m, const resonance *r)
{
    char loss[64] = "without loss";
    if (isfinite(r->q))
        snprintf(loss, sizeof loss, "with Q = %.3g (for about so many periods)", r->q);
    return yee_finding_note(
        m, YEE_INFO, r->name,
        "in series within a cell they have a mean %s that rings at %s %s, as that of none of "
        "them does: the surface plasmon of a thin film or of an interface",
        r->magnetic ? "mu" : "eps", yee_units_si(r->frequency, "Hz").text, loss);
}

yee_status yee_selftest_resonances(yee_model *m)
{
    const yee_problem *p = &m->problem;
    const int64_t *points = yee_voxels_points(m->voxels);
    resonance strongest[SAID] = {{.strength = 0}}, own;
    size_t found = 0;
    double low = INFINITY, high = 0;
    rings known;
    if (!find_rings(m, &known))
        return YEE_MEMORY;
    for (int64_t i = 0; i < m->first_copy; i++) {
        const yee_medium *v = &p->medium[i];
        if (!points[i] || !v->response.pole_count || !is_mean(m, v))
            continue;
        for (size_t n = 0; n < v->response.pole_count; n++)
            if (resonates(m, &known, v, &v->response.poles[n], &own)) {
                keep(strongest, &own);
                low = fmin(low, own.frequency);
                high = fmax(high, own.frequency);
                found++;
            }
    }
    free(known.square);
    yee_status status = YEE_OK;
    for (size_t n = 0; !status && n < SAID && n < found; n++)
        status = note(m, &strongest[n]);
    if (!status && found > SAID)
        status = yee_finding_note(m, YEE_INFO, "media",
                                  "%zu more means of media in series ring like that; all are "
                                  "from %s to %s",
                                  found - SAID, yee_units_si(low, "Hz").text,
                                  yee_units_si(high, "Hz").text);
    return status;
}
