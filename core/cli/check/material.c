/* core/cli/check/material.c: a material is finite, passive, stable at every time step, and runs
 * as what it says it is. */
#include "check.h"
#include "plugin/call.h"
#include "problem/media/section.h"
#include <math.h>
#include <stdlib.h>

/* One response under test; base is YEE_EPS0 or YEE_MU0. */
typedef struct subject {
    const yee_response *response;
    double base;
    const char *name;
    double omega; /* rad/s: the fastest rate in it */
    yee_section *section;
} subject;

static bool is_finite(const yee_response *r)
{
    bool ok = isfinite(r->inf) && isfinite(r->sigma) && (!r->pole_count || r->poles);
    for (size_t i = 0; ok && i < r->pole_count; i++) {
        const yee_pole *p = &r->poles[i];
        ok = isfinite(p->b1) && isfinite(p->b0) && isfinite(p->d0) && isfinite(p->d1) &&
             isfinite(p->d2) && (p->d0 != 0 || p->d1 != 0 || p->d2 != 0);
    }
    return ok;
}

/* The fastest of the rates that the numbers hold: resonances, dampings, conduction; 2 pi GHz
 * for a medium without any. */
static double fastest(const yee_response *r, double base)
{
    double omega = fabs(r->sigma) / (base * r->inf);
    for (size_t i = 0; i < r->pole_count; i++) {
        const yee_pole *p = &r->poles[i];
        if (p->d2 != 0) {
            omega = fmax(omega, sqrt(fabs(p->d0 / p->d2)));
            omega = fmax(omega, sqrt(fabs(p->b0 / p->d2)));
            omega = fmax(omega, fabs(p->d1 / p->d2));
        } else if (p->d1 != 0) {
            omega = fmax(omega, fabs(p->d0 / p->d1));
        }
    }
    return omega > 0 && isfinite(omega) ? omega : 2e9 * YEE_PI;
}

/* Passive up to a hundred times its fastest rate. */
static bool check_passive(check *c, const subject *s)
{
    double omega = 0;
    if (yee_response_passive(s->response, s->base, 1e-6 * s->omega, 100 * s->omega, &omega))
        return true;
    check_judge(c, false, "%s gains energy at %.4g Hz: %.6g %+.6gj", s->name,
                omega / (2 * YEE_PI), yee_response_value(s->response, s->base, omega).re,
                yee_response_value(s->response, s->base, omega).im);
    return false;
}

/* At steps from far below to far above the period of the fastest rate. */
static bool check_stable(check *c, const subject *s)
{
    static const double step[] = {1e-3, 1e-2, 0.1, 1, 10, 100};
    for (size_t n = 0; n < sizeof step / sizeof *step; n++) {
        yee_update update;
        double dt = step[n] / s->omega;
        yee_update_make(s->response, s->base, dt, &update, s->section);
        bool ok = isfinite(update.ca) && isfinite(update.cb) && update.cb > 0;
        double radius = 0;
        for (int i = 0; i < update.sections; i++)
            radius = fmax(radius, yee_section_radius(&s->section[i]));
        c->radius = fmax(c->radius, radius);
        /* rounding of the coefficients: a few units of the last place of 1 */
        if (ok && radius <= 1 + 1e-14)
            continue;
        check_judge(c, false, "%s grows by %.15g per step of %.4g s", s->name, radius, dt);
        return false;
    }
    return true;
}

/* |discrete - analytic| / |analytic| at omega/2 for dt = step/omega. */
static double error_at(const subject *s, double step)
{
    yee_update update;
    double dt = step / s->omega, omega = 0.5 * s->omega;
    yee_update_make(s->response, s->base, dt, &update, s->section);
    yee_complex run = yee_update_value(&update, s->section, s->base, dt, omega);
    yee_complex exact = yee_response_value(s->response, s->base, omega);
    return hypot(run.re - exact.re, run.im - exact.im) / hypot(exact.re, exact.im);
}

/* Second order in dt: halving the step divides the error by 4. The next term of the series is
 * of relative size (omega dt)^2 < 2.5e-3 here, which moves the order by less than 0.01; near a
 * sharp resonance it grows with the quality, so the step is made small enough first. */
static bool check_order(check *c, const subject *s)
{
    double step = 0.1, error = error_at(s, step);
    while (error > 1e-3 && step > 1e-5)
        error = error_at(s, step /= 2);
    double half = error_at(s, step / 2), order = log2(error / half);
    /* 1e-10: rounding of coefficients that are divided by dt */
    if (error < 1e-10)
        return true;
    c->order[0] = fmin(c->order[0], order);
    c->order[1] = fmax(c->order[1], order);
    if (fabs(order - 2) < 0.05)
        return true;
    check_judge(
        c, false,
        "%s: the run's value differs from the analytic one by %.3g, and by %.3g at half "
        "the step: order %.3f, not 2",
        s->name, error, half, order);
    return false;
}

static bool check_response(check *c, const yee_response *response, double base,
                           const char *name)
{
    if (!is_finite(response) || !(response->inf > 0)) {
        check_judge(c, false, "%s: numbers are not finite, or inf = %g is not positive", name,
                    response->inf);
        return false;
    }
    subject s = {response, base, name, fastest(response, base), NULL};
    s.section = calloc(response->pole_count + 1, sizeof *s.section);
    bool ok = s.section && check_passive(c, &s) && check_stable(c, &s) && check_order(c, &s);
    free(s.section);
    return ok;
}

/* A sheet as a medium, in vacuum over a micrometre. */
static bool check_sheet(check *c, const yee_response *sheet, const char *name)
{
    const double width = 1e-6;
    yee_response medium = {1 + sheet->inf / width, sheet->sigma / width, sheet->pole_count,
                           NULL};
    yee_pole *pole = calloc(sheet->pole_count + 1, sizeof *pole);
    for (size_t n = 0; pole && n < sheet->pole_count; n++) {
        pole[n] = sheet->poles[n];
        pole[n].b1 /= width;
        pole[n].b0 /= width;
    }
    medium.poles = pole;
    const bool ok = pole && check_response(c, &medium, YEE_EPS0, name);
    free(pole);
    return ok;
}

bool check_material(check *c, const yee_instance *instance)
{
    static const char *const name[2][3] = {{"eps_x", "eps_y", "eps_z"},
                                           {"mu_x", "mu_y", "mu_z"}};
    const yee_material_ops *ops = instance->plugin->ops;
    const yee_band band = {.size = sizeof band};
    yee_material material = yee_material_vacuum();
    if (YEE_CALL(instance, ops, describe, &instance->host, instance->config, &band, &material))
        return false;
    c->sheet = yee_material_is_sheet(&material);
    if (material.conductor < YEE_NOT_CONDUCTOR || material.conductor > YEE_PERFECT_MAGNETIC)
        check_judge(
            c, false,
            "describe() says the conductor %d; 0 (none) to %d (perfect magnetic) are right",
            (int)material.conductor, (int)YEE_PERFECT_MAGNETIC);
    if (material.conductor != YEE_NOT_CONDUCTOR)
        return true;
    bool ok = true;
    for (int a = 0; ok && a < 3; a++)
        ok = check_response(c, &material.electric[a], YEE_EPS0, name[0][a]) &&
             check_response(c, &material.magnetic[a], YEE_MU0, name[1][a]) &&
             (!yee_sheet_is_there(&material.sheet[a]) ||
              check_sheet(c, &material.sheet[a], "the sheet"));
    if (c->order[1] > 0)
        snprintf(c->note, sizeof c->note,
                 "passive, growth at most %.12g per step, order of the time step %.3f to %.3f",
                 c->radius, c->order[0], c->order[1]);
    if (ok && material.law)
        check_law(c, instance, &material);
    return true;
}
