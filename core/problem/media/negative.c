/* core/problem/media/negative.c: media whose response is negative, in the sources' band or
 * anywhere. */
#include "base/grow.h"
#include "mixer.h"
#include "relaxations.h"
#include "section.h"

#include <math.h>

#define METAL_LOSS 0.5 /* -Im/|Re| of a medium that rings rather than absorbs */

/* Frequencies at which the sources' band is looked at, rad/s. */
enum { SAMPLES = 48 };
static double sample(const yee_mixer *m, int n)
{
    const double low = fmax(m->band[0], 1e-2 * m->band[1]);
    return low * pow(m->band[1] / low, (double)n / SAMPLES);
}

static bool rings(const yee_medium *v, double omega)
{
    const yee_complex e =
        yee_response_value(&v->response, v->magnetic ? YEE_MU0 : YEE_EPS0, omega);
    return e.re < 0 && -e.im < METAL_LOSS * -e.re;
}

/* Between and beyond the frequencies of its poles. */
static bool negative(const yee_medium *v)
{
    enum { STEPS = 160 };
    double low = INFINITY, high = 0;
    for (size_t i = 0; i < v->response.pole_count; i++) {
        const yee_pole *p = &v->response.poles[i];
        if (p->d2 == 0) /* a relaxation alone never is */
            continue;
        const double own = sqrt(fabs(p->d0 / p->d2));
        const double drive = sqrt(fabs(p->b0 / (p->d2 * v->response.inf)));
        low = fmin(low, own > 0 ? own : 1e-2 * drive);
        high = fmax(high, hypot(own, drive));
    }
    for (int n = 0; n <= STEPS && high > 0; n++) {
        const double omega = low * pow(high / low, (double)n / STEPS);
        if (rings(v, omega))
            return true;
    }
    return false;
}

bool yee_mixer_negative(yee_mixer *m, uint32_t medium)
{
    while (m->signs <= medium && m->signs < m->media) {
        if (!yee_grow(&m->sign, m->signs, &m->sign_capacity, sizeof *m->sign))
            return false;
        m->sign[m->signs] = negative(&m->medium[m->signs]);
        m->signs++;
    }
    return medium < m->signs && m->sign[medium];
}

bool yee_mixer_metal(const yee_mixer *m, uint32_t medium)
{
    const yee_medium *v = &m->medium[medium];
    if (!(m->band[1] > 0) || v->conductor != YEE_NOT_CONDUCTOR || !v->response.pole_count ||
        yee_response_relaxes(&v->response)) /* whose real part is above its inf */
        return false;
    for (int n = 0; n <= SAMPLES; n++)
        if (rings(v, sample(m, n)))
            return true;
    return false;
}
