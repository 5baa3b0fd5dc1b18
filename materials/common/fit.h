/* materials/common/fit.h: laws that are no sum of poles become Debye poles, within a band.
 *
 *     eps(s) = eps_inf + sigma/(s eps0) + sum delta_p/(1 + s tau_p)
 *
 * with eps_inf >= 1 and no number negative, which is passive and obeys the relations of Kramers
 * and Kronig whatever the law does. D. F. Kelley, T. J. Destan and R. J. Luebbers, IEEE Trans.
 * Antennas Propag. 55 (2007) 1999, fit so, by a particle swarm around least squares. */
#ifndef YEE_MATERIALS_FIT_H
#define YEE_MATERIALS_FIT_H

#include <complex.h>
#include <yee/material.h>

/* Relative permittivity at an angular frequency > 0, rad/s; time factor e^{+j omega t}. */
typedef struct fit_law {
    double complex (*value)(const void *user, double omega);
    const void *user;
} fit_law;

/* The keys of every fitted material. */
typedef struct fit_keys {
    double frequency_min, frequency_max, max_error, max_loss_error;
    int64_t poles;
} fit_keys;

// clang-format off
#define FIT_REAL(config, key, unit, def, max, help) \
    {#key, YEE_TYPE_REAL, YEE_FIELD(config, fit.key, double), unit, def, YEE_POSITIVE, max, \
     NULL, help}
#define FIT_BAND_PARAMS(config) \
    FIT_REAL(config, frequency_min, "Hz", YEE_UNSET, YEE_INFINITY, \
             "Lowest frequency of the fit; by default that of the sources, but no less than a " \
             "thousandth of the highest."), \
    FIT_REAL(config, frequency_max, "Hz", YEE_UNSET, YEE_INFINITY, \
             "Highest frequency of the fit; by default that of the sources."), \
    YEE_PARAM_TOGETHER("frequency_min|frequency_max")
/* A wave's speed is wrong by half of what eps is; Yee's scheme at 20 cells a wavelength has up
 * to (pi/20)^2/6 = 0.4 % of it. The attenuation is wrong by as much as the loss. */
#define FIT_ERROR_PARAMS(config, error, loss) \
    FIT_REAL(config, max_error, NULL, error, 1, \
             "Largest error of the fit in the band, as a part of |eps|. Half a percent changes " \
             "the speed of a wave by less than a grid of 20 cells a wavelength does."), \
    FIT_REAL(config, max_loss_error, NULL, loss, 10, \
             "Largest error of the imaginary part in the band, as a part of it: by so much the " \
             "attenuation is wrong. Errors below 1e-4 of |eps|, 0.03 % of the amplitude in a " \
             "wavelength, do not count.")
#define FIT_PARAMS(config) \
    FIT_BAND_PARAMS(config), \
    FIT_ERROR_PARAMS(config, "0.005", "0.05"), \
    {"poles", YEE_TYPE_INT, YEE_FIELD(config, fit.poles, int64_t), NULL, \
     "8", 1, FIT_POLES, NULL, "Most Debye poles; as few are taken as the errors allow."}
// clang-format on
enum { FIT_POLES = 12 };

/* The band of a fit, Hz. */
yee_status fit_band(const yee_host *host, const fit_keys *keys, const yee_band *band,
                    double range[2]);
/* Fills the permittivities of `count` materials, which belong to one law or to a range of laws,
 * by poles of common relaxation times. */
yee_status fit_debye(const yee_host *host, const fit_keys *keys, const yee_band *band,
                     size_t count, const fit_law *law, yee_material *material);
/* Says how far responses are from their laws in a band (Hz), and refuses them where the keys do
 * not allow it. advice: the end of that sentence. */
yee_status fit_judge(const yee_host *host, const fit_keys *keys, const double range[2],
                     size_t count, const fit_law *law, const yee_material *material,
                     const char *advice);

#endif
