/* core/selftest/resonance.c: means of media that resonate as none of their parts does.
 *
 * Media in series have a pole where the mean of 1/eps is 0, which is where a metal's eps is
 * -share/(1 - share) of what it lies beside: charges on both sides of a thin film, or of the
 * interface that a cell smears out to one, swing against each other. E. N. Economou, Phys. Rev.
 * 182 (1969) 539. */
#include "base/units.h"
#include "selftest.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

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
    for (size_t i = 0; i < m->materials; i++)
        if (!strcmp(m->material_name[i], v->name))
            return false;
    return v->conductor == YEE_NOT_CONDUCTOR;
}

static bool alike(double a, double b) { return fabs(a - b) <= ALIKE * fmax(fabs(a), fabs(b)); }

/* Whether some material has this pole. */
static bool known(const yee_model *m, const yee_pole *p)
{
    for (size_t i = 0; i < m->materials; i++)
        for (int d = 0; d < 6; d++) {
            const yee_material *law = m->material[i];
            const yee_response *r = d < 3 ? &law->electric[d] : &law->magnetic[d - 3];
            for (size_t n = 0; n < r->pole_count; n++)
                if (r->poles[n].d2 != 0 &&
                    alike(r->poles[n].d0 / r->poles[n].d2, p->d0 / p->d2))
                    return true;
        }
    return false;
}

static bool resonates(const yee_model *m, const yee_medium *v, const yee_pole *p, resonance *r)
{
    if (!(p->d2 > 0) || !(p->d0 > 0))
        return false;
    const double omega = sqrt(p->d0 / p->d2);
    *r = (resonance){v->name, v->magnetic, omega / (2 * YEE_PI), sqrt(p->d0 * p->d2) / p->d1,
                     hypot(p->b0, omega * p->b1) / (p->d0 * v->response.inf)};
    return r->q > LEAST_Q && r->strength > LEAST_PART && r->frequency >= m->band[0] &&
           r->frequency <= m->band[1] && !known(m, p);
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
    for (int64_t i = 0; i < m->first_copy; i++) {
        const yee_medium *v = &p->medium[i];
        if (!points[i] || !v->response.pole_count || !is_mean(m, v))
            continue;
        for (size_t n = 0; n < v->response.pole_count; n++)
            if (resonates(m, v, &v->response.poles[n], &own)) {
                keep(strongest, &own);
                low = fmin(low, own.frequency);
                high = fmax(high, own.frequency);
                found++;
            }
    }
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
