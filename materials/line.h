/* materials/line.h: a line of atoms, for the materials whose populations it shifts.
 *
 *     P'' + dw P' + w0^2 P = -eps0 s n E
 *
 * with n = (N_upper - N_lower)/N, kept as (cb/dt) P and its rise in a step. */
#ifndef YEE_MATERIALS_LINE_H
#define YEE_MATERIALS_LINE_H

#include "medium.h"
#include <math.h>
#include <yee/law.h>

#define LINE_HBAR 1.054571817e-34 /* J s, 2019 SI */

// clang-format off
/* The first keys of a config with double wavelength and linewidth, and medium_constants base. */
#define LINE_PARAMS(config) \
    YEE_PARAM_REAL(config, wavelength, "m", NULL, YEE_POSITIVE, YEE_INFINITY, \
                   "Wavelength in vacuum of the line's centre."), \
    YEE_PARAM_REAL(config, linewidth, "Hz", NULL, YEE_POSITIVE, YEE_INFINITY, \
                   "Full width of the line at half its height."), \
    MEDIUM_EPS(config, "Relative permittivity beside the line: one number, or three for x, y, z.")
/* Its last keys, for a config with double reach besides. */
#define LINE_REACH(config) \
    YEE_PARAM_REAL(config, reach, "V/m", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY, \
                   "Largest field that is meant; by default where a rate is half the linewidth."), \
    MEDIUM_MU_AND_LOSSES(config), \
    YEE_PARAM_END
// clang-format on

/* w0 and dw, rad/s */
static inline double line_centre(double wavelength) { return 2 * YEE_PI * YEE_C0 / wavelength; }
static inline double line_width(double linewidth) { return 2 * YEE_PI * linewidth; }

static inline double line_index(const medium_constants *base)
{
    return sqrt(medium_least_eps(base));
}

/* s (rad^2/s^2) of a line with this gain (1/m) of intensity at its centre where n = 1: from chi =
 * -s n/(w0^2 - w^2 + j dw w) and gain w Im(chi)/(index c0). */
static inline double line_strength(const medium_constants *base, double linewidth, double gain)
{
    return line_index(base) * YEE_C0 * line_width(linewidth) * gain;
}

/* The field (V/m) of a wave whose intensity changes populations at half the rate at which the line
 * loses its phase; fluence: W/m^2 at which they change with a rate of 1/s. Rate equations say less
 * and less from there (L. Allen, J. H. Eberly, Optical Resonance and Two-Level Atoms (1975), sec.
 * 1.9). */
static inline double line_reach(const medium_constants *base, double linewidth, double fluence)
{
    const double intensity = fluence * line_width(linewidth) / 2;
    return sqrt(2 * intensity / (line_index(base) * YEE_C0 * YEE_EPS0));
}

/* param[0 ... 2]: the rise of (cb/dt) P in a step is param[0] times the rise before, param[1]
 * times (cb/dt) P and param[2] times n e. Fails where the time step does not resolve the line. */
static inline yee_status line_prepare(const yee_host *host, const yee_law_place *place,
                                      double wavelength, double linewidth, double strength,
                                      double *param)
{
    const double dt = place->dt, turn = line_centre(wavelength) * dt;
    const double k = 1 + line_width(linewidth) * dt / 2;
    if (!(turn < 1))
        return host->fail(
            host, YEE_INPUT,
            "wavelength: the time step, %.3g s, is longer than %.3g s, the line's "
            "period divided by 2 pi, and does not resolve it; take smaller cells",
            dt, dt / turn);
    param[0] = (2 - k) / k;
    param[1] = -turn * turn / k;
    param[2] = -place->cb * YEE_EPS0 * strength * dt / k;
    return YEE_OK;
}

#endif
