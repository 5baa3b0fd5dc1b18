/* sources/plane_wave/orientation.c: the direction and the polarization of a plane wave. */
#include "orientation.h"
#include "../common/direction.h"
#include <math.h>

/* An angle (rad), 0 where it is not given. */
static double angle(double value) { return isnan(value) ? 0 : value; }

yee_status orientation_find(const yee_host *host, const struct orientation *c, struct wave *w)
{
    double ct = cos(angle(c->theta)), st = sin(angle(c->theta)), dot = 0, norm = 0;
    double cp = cos(angle(c->phi)), sp = sin(angle(c->phi)), *k = w->direction;
    yee_status status;

    if (c->direction) {
        if ((status = source_direction(host, "direction", c->direction, k)))
            return status;
        st = hypot(k[0], k[1]);
        ct = k[2];
        cp = st > 0 ? k[0] / st : 1;
        sp = st > 0 ? k[1] / st : 0;
    } else {
        k[0] = st * cp;
        k[1] = st * sp;
        k[2] = ct;
    }
    for (int a = 0; a < 3; a++)
        if (fabs(k[a]) < 1e-12)
            k[a] = 0;
    if (c->polarization) {
        if ((status = source_direction(host, "polarization", c->polarization, w->polarization)))
            return status;
    } else {
        double theta[3] = {ct * cp, ct * sp, -st}, phi[3] = {-sp, cp, 0};
        for (int a = 0; a < 3; a++)
            w->polarization[a] = cos(c->psi) * theta[a] + sin(c->psi) * phi[a];
    }
    for (int a = 0; a < 3; a++)
        dot += k[a] * w->polarization[a];
    for (int a = 0; a < 3; a++) {
        w->polarization[a] -= dot * k[a];
        norm = hypot(norm, w->polarization[a]);
    }
    if (norm < 1e-6)
        return host->fail(
            host, YEE_INPUT,
            "polarization (%s) is along the direction of the wave; E is across it",
            c->polarization);
    for (int a = 0; a < 3; a++) {
        w->polarization[a] /= norm;
        if (fabs(w->polarization[a]) < 1e-12)
            w->polarization[a] = 0;
    }
    return YEE_OK;
}
