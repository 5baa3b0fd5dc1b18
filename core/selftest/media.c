/* core/selftest/media.c: whether media are passive, and have the response that they should.
 *
 * A model may have any number of media: graded ones, and their means. Each of the first is spoken
 * of, then the worst of the others and of those that shapes made. */
#include "base/parallel.h"
#include "base/units.h"
#include "problem/media/relaxations.h"
#include "problem/media/section.h"
#include "selftest.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EPS_LIMIT 0.02 /* relative error of the permittivity that is worth a warning */
#define STABLE (1 + 1e-12)

enum { SHOWN = 40 };

enum {
    SAMPLES = 65,
    FEW = 8,    /* every one of so many is looked at first */
    BLOCK = 256 /* media that a thread takes at once */
};

/* The worst relative difference of every medium's discrete and analytic response in the band. */
typedef struct differences {
    const yee_problem *problem;
    int64_t media;
    double frequency[SAMPLES]; /* Hz */
    double *worst,
        *where; /* of media that are not simple(), and at which frequency, Hz; shape [media] */
    bool *closer; /* the media that all samples are taken of; NULL: few of those that relax */
} differences;

static double response_error(const differences *d, int64_t medium, int step, double *where)
{
    const yee_problem *p = d->problem;
    const yee_medium *v = &p->medium[medium];
    const double base = v->magnetic ? YEE_MU0 : YEE_EPS0;
    double worst = 0;
    for (int s = 0; s < SAMPLES; s += step) {
        const double f = d->frequency[s], omega = 2 * YEE_PI * f;
        const yee_complex run =
            yee_update_value(&p->update[medium], p->section, base, p->grid.dt, omega);
        const yee_complex exact = yee_response_value(&v->response, base, omega);
        const double re = run.re - exact.re, im = run.im - exact.im;
        const double square = (re * re + im * im) / (exact.re * exact.re + exact.im * exact.im);
        if (square > worst) {
            worst = square;
            *where = f;
        }
    }
    return sqrt(worst);
}

static bool simple(const yee_medium *v)
{
    return v->conductor != YEE_NOT_CONDUCTOR ||
           (!v->response.pole_count && v->response.sigma == 0);
}

static bool compare_block(void *user, int thread, int64_t block)
{
    differences *d = user;
    const int64_t end = (block + 1) * BLOCK < d->media ? (block + 1) * BLOCK : d->media;
    (void)thread;
    for (int64_t i = block * BLOCK; i < end; i++) {
        const yee_medium *v = &d->problem->medium[i];
        const bool smooth = yee_response_relaxes(&v->response);
        if (simple(v) || (d->closer && !d->closer[i]))
            continue;
        d->where[i] = d->frequency[SAMPLES - 1];
        d->worst[i] = response_error(d, i, smooth && !d->closer ? FEW : 1, &d->where[i]);
    }
    return true;
}

/* "0.9, 0.8": of every section of a medium; the largest is returned. */
static double radii(const yee_problem *p, const yee_update *u, char *text, size_t size)
{
    double most = 0;
    *text = '\0';
    for (int s = 0, at = 0; s < u->sections; s++) {
        const double radius = yee_section_radius(&p->section[u->section + s]);
        most = fmax(most, radius);
        if ((size_t)at < size)
            at += snprintf(text + at, size - (size_t)at, "%s%.9g", s ? ", " : "", radius);
    }
    return most;
}

/* Without run.unsafe such a medium has been refused; the fastest growth is what a run shows. */
static yee_status passive(yee_model *m, int64_t medium)
{
    const yee_problem *p = &m->problem;
    const yee_medium *v = &p->medium[medium];
    const yee_update *u = &p->update[medium];
    const double base = v->magnetic ? YEE_MU0 : YEE_EPS0, top = YEE_PI / p->grid.dt;
    double omega;
    char each[512];
    const double radius = radii(p, u, each, sizeof each);
    const bool active = !yee_response_passive(&v->response, base, 1e-6 * top, top, &omega);
    if (active)
        return yee_finding_note(m, YEE_WARNING, v->name,
                                "the %s is active: it gains energy at %s; the run may diverge",
                                v->magnetic ? "mu" : "eps",
                                yee_units_si(omega / (2 * YEE_PI), "Hz").text);
    /* one finding for all copies of a medium */
    if (!u->sections || (medium >= m->first_copy && radius <= STABLE))
        return yee_finding_note(m, YEE_INFO, v->name, "the %s is passive",
                                v->magnetic ? "mu" : "eps");
    return yee_finding_note(m, radius <= STABLE ? YEE_INFO : YEE_WARNING, v->name,
                            "the %s is passive; its %d pole%s of radius %s a step",
                            v->magnetic ? "mu" : "eps", u->sections,
                            u->sections == 1 ? " is" : "s are", each);
}

/* Whether a medium neither gains energy nor grows. */
static bool well(const yee_problem *p, int64_t medium)
{
    const yee_medium *v = &p->medium[medium];
    const yee_update *u = &p->update[medium];
    const double top = YEE_PI / p->grid.dt;
    double omega, most = 0;
    for (int s = 0; s < u->sections; s++)
        most = fmax(most, yee_section_radius(&p->section[u->section + s]));
    return most <= STABLE &&
           yee_response_passive(&v->response, v->magnetic ? YEE_MU0 : YEE_EPS0, 1e-6 * top, top,
                                &omega);
}

/* Whether a medium is spoken of by itself: one of the first without a material that a shape made,
 * "SHAPE/name". met: how many such there were. */
static bool is_shown(const yee_medium *v, size_t *met)
{
    return !strchr(v->name, '/') && (*met)++ < SHOWN;
}

static yee_status passivity(yee_model *m)
{
    yee_status status = YEE_OK;
    size_t met = 0, more = 0, ill = 0;
    for (int64_t i = 0; !status && i < m->problem.media; i++) {
        if (simple(&m->problem.medium[i]))
            continue;
        if (is_shown(&m->problem.medium[i], &met))
            status = passive(m, i);
        else if (well(&m->problem, i))
            more++;
        else if (!ill++)
            status = passive(m, i);
    }
    if (!status && more)
        status = yee_finding_note(m, YEE_INFO, "media", "%zu more are passive", more);
    if (!status && ill > 1)
        status = yee_finding_note(m, YEE_WARNING, "media", "%zu more are active", ill - 1);
    return status;
}

static yee_status differs(yee_model *m, const yee_medium *v, double error, double where)
{
    return yee_finding_note(
        m, error > EPS_LIMIT ? YEE_WARNING : YEE_INFO, v->name,
        "the %s of the run differs from the formula by up to %.2g %% (at %s)%s",
        v->magnetic ? "mu" : "eps", 100 * error, yee_units_si(where, "Hz").text,
        error > EPS_LIMIT ? "; a smaller time step would help" : "");
}

/* A ground may have 100000 means, of which the worst is told. Where media relax the difference has no
 * resonances, so that few samples tell which of them may be that one. */
static bool choose_closer(differences *d)
{
    size_t met = 0;
    double most = 0;
    d->closer = calloc((size_t)d->media + 1, sizeof *d->closer);
    for (int64_t i = 0; d->closer && i < d->media; i++) {
        if (simple(&d->problem->medium[i]))
            continue;
        d->closer[i] = is_shown(&d->problem->medium[i], &met);
        most = fmax(most, d->closer[i] ? 0 : d->worst[i]);
    }
    for (int64_t i = 0; d->closer && i < d->media; i++)
        if (!simple(&d->problem->medium[i]))
            d->closer[i] = (d->closer[i] || d->worst[i] >= 0.5 * most) &&
                           yee_response_relaxes(&d->problem->medium[i].response);
    return d->closer;
}

static bool compare(differences *d)
{
    return yee_parallel_run(yee_thread_count(d->problem->threads),
                            (d->media + BLOCK - 1) / BLOCK, compare_block, NULL, d);
}

static yee_status tell_differences(yee_model *m, const differences *d)
{
    const yee_problem *p = &m->problem;
    yee_status status = YEE_OK;
    size_t met = 0, more = 0;
    int64_t worst = -1;
    double most = -1, there = 0;
    for (int64_t i = 0; !status && i < d->media; i++) {
        if (simple(&p->medium[i]))
            continue;
        const double error = d->worst[i], where = d->where[i];
        if (is_shown(&p->medium[i], &met)) {
            status = differs(m, &p->medium[i], error, where);
            continue;
        }
        more++;
        if (error > most) {
            worst = i;
            most = error;
            there = where;
        }
    }
    if (!status && worst >= 0)
        status = differs(m, &p->medium[worst], most, there);
    if (!status && more > 1)
        status = yee_finding_note(m, YEE_INFO, "media",
                                  "%zu more differ by less than '%s' from their formulas",
                                  more - 1, p->medium[worst].name);
    return status;
}

static yee_status responses(yee_model *m, double low, double high)
{
    differences d = {.problem = &m->problem, .media = m->first_copy};
    const size_t size = ((size_t)d.media + 1) * sizeof *d.worst;
    low = fmax(low, 1e-3 * high);
    for (int s = 0; s < SAMPLES; s++)
        d.frequency[s] = low * pow(high / low, (double)s / (SAMPLES - 1));
    d.worst = malloc(size);
    d.where = malloc(size);
    const bool ok = d.worst && d.where && compare(&d) && choose_closer(&d) && compare(&d);
    const yee_status status =
        ok ? tell_differences(m, &d)
           : yee_diag_fail(m->diag, YEE_MEMORY, NULL, "no memory to compare %lld media",
                           (long long)d.media);
    free(d.worst);
    free(d.where);
    free(d.closer);
    return status;
}

yee_status yee_selftest_media(yee_model *m)
{
    const yee_status status = passivity(m);
    return status || !(m->band[1] > 0) ? status : responses(m, m->band[0], m->band[1]);
}
