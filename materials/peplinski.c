/* materials/peplinski.c: a moist soil by what it is made of.
 *
 *     eps'  = A [1 + rho_b/rho_s (eps_s^a - 1) + m^b' eps_w'^a - m]^(1/a) - B,  a = 0.65
 *     eps'' = m^(b''/a) eps_w''
 *     eps_w'  = 4.9 + 75.2/(1 + (omega tau)^2)
 *     eps_w'' = 75.2 omega tau/(1 + (omega tau)^2)
 *             + sigma_e/(omega eps0) (rho_s - rho_b)/(rho_s m)
 *     eps_s = (1.01 + 0.44 rho_s)^2 - 0.062
 *     b' = 1.2748 - 0.519 S - 0.152 C,  b'' = 1.33797 - 0.603 S - 0.166 C
 *
 * for mass fractions S of sand and C of clay, a volume fraction m of water, densities in
 * g/cm^3, tau = 9.231 ps. From 0.3 to 1.3 GHz A = 1.15, B = 0.68 and
 *
 *     sigma_e = 0.0467 + 0.2204 rho_b - 0.411 S + 0.6614 C  (S/m):
 *
 * N. R. Peplinski, F. T. Ulaby and M. C. Dobson, IEEE Trans. Geosci. Remote Sens. 33 (1995)
 * 803, with the correction ibid. 1340. From 1.4 to 18 GHz A = 1, B = 0 and sigma_e = -1.645 +
 * 1.939 rho_b - 2.25622 S + 1.594 C: M. C. Dobson, F. T. Ulaby, M. T. Hallikainen and M. A.
 * El-Rayes, ibid. GE-23 (1985) 35.
 *
 * The imaginary part is one Debye pole and a conductivity, exactly. The real part is another
 * regression, and no passive law has both: eps_inf is what brings the pole's real part nearest
 * to it in the band, or equal at one frequency. All soils have the pole's relaxation time in
 * common, so that the means of a mixture of them stay few. */
#include "common/fit.h"
#include "medium.h"

#include <math.h>

#define TAU 9.231e-12 /* s, water at 20 degrees Celsius */
#define WATER_INF 4.9
#define WATER_DELTA 75.2
#define SHAPE 0.65 /* a */

enum { LOW_BAND, HIGH_BAND };
static const double valid[2][2] = {{0.3e9, 1.3e9}, {1.4e9, 18e9}}; /* Hz */

typedef struct config {
    double sand, clay, bulk_density, particle_density, frequency;
    yee_reals water;
    int regression;
    fit_keys fit;
} config;

static const yee_param params[] = {
    YEE_PARAM_REAL(config, sand, NULL, NULL, 0, 1, "Mass fraction of sand in the dry soil."),
    YEE_PARAM_REAL(config, clay, NULL, NULL, 0, 1, "Mass fraction of clay; silt is the rest."),
    YEE_PARAM_REAL(config, bulk_density, "kg/m^3", NULL, YEE_POSITIVE, 3000,
                   "Density of the dry soil with its pores."),
    YEE_PARAM_REAL(config, particle_density, "kg/m^3", "2660 kg/m^3", YEE_POSITIVE, 6000,
                   "Density of the soil's grains."),
    YEE_PARAM_REALS(config, water, NULL, NULL, YEE_POSITIVE, 1,
                    "Volume fraction of water: one number, or the ends of a range for shapes "
                    "that take one; the material itself is in its middle."),
    YEE_PARAM_CHOICE(config, regression, "low", "low|high",
                     "low: Peplinski's, 0.3 to 1.3 GHz; high: Dobson's, 1.4 to 18 GHz."),
    YEE_PARAM_REAL(config, frequency, "Hz", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Where the real part is that of the regression; by default it is as near as "
                   "can be in the whole band."),
    FIT_BAND_PARAMS(config),
    FIT_ERROR_PARAMS(config, "0.02", "0.05"),
    YEE_PARAM_END,
};

/* One soil of a range. */
typedef struct soil {
    const config *c;
    double water, delta, sigma; /* delta and sigma: of its pole and conductivity */
} soil;

static soil soil_of(const config *c, double at)
{
    const double last = c->water.v[c->water.count - 1];
    const double bulk = 1e-3 * c->bulk_density, grain = 1e-3 * c->particle_density;
    const double effective = c->regression == LOW_BAND
                                 ? 0.0467 + 0.2204 * bulk - 0.411 * c->sand + 0.6614 * c->clay
                                 : -1.645 + 1.939 * bulk - 2.25622 * c->sand + 1.594 * c->clay;
    soil s = {.c = c, .water = c->water.v[0] + at * (last - c->water.v[0])};
    const double share = pow(s.water, (1.33797 - 0.603 * c->sand - 0.166 * c->clay) / SHAPE);
    s.delta = share * WATER_DELTA;
    s.sigma = share * effective * (grain - bulk) / (grain * s.water);
    return s;
}

static double real_part(const soil *s, double omega)
{
    const config *c = s->c;
    const double bulk = 1e-3 * c->bulk_density, grain = 1e-3 * c->particle_density;
    const double solid = pow(1.01 + 0.44 * grain, 2) - 0.062;
    const double water = WATER_INF + WATER_DELTA / (1 + pow(omega * TAU, 2));
    const double power = 1.2748 - 0.519 * c->sand - 0.152 * c->clay;
    const double sum = 1 + bulk / grain * (pow(solid, SHAPE) - 1) +
                       pow(s->water, power) * pow(water, SHAPE) - s->water;
    return c->regression == LOW_BAND ? 1.15 * pow(sum, 1 / SHAPE) - 0.68 : pow(sum, 1 / SHAPE);
}

static double complex value(const void *user, double omega)
{
    const soil *s = user;
    const double x = omega * TAU;
    return real_part(s, omega) -
           I * (s->delta * x / (1 + x * x) + s->sigma / (omega * YEE_EPS0));
}

/* The mean of the largest and the smallest eps_inf that the regression asks for in the band:
 * the error, which changes evenly with it, is then least. */
static double infinite(const soil *s, const double range[2])
{
    enum { POINTS = 64 };
    double least = INFINITY, most = -INFINITY;
    for (int m = 0; m < POINTS; m++) {
        const double at = isnan(s->c->frequency)
                              ? range[0] * pow(range[1] / range[0], m / (POINTS - 1.0))
                              : s->c->frequency;
        const double x = 2 * YEE_PI * at * TAU;
        const double here = real_part(s, 2 * YEE_PI * at) - s->delta / (1 + x * x);
        least = fmin(least, here);
        most = fmax(most, here);
    }
    return 0.5 * (least + most);
}

/* count: of the laws that are asked for; of one, which comes first, what is doubtful is said. */
static yee_status check(const yee_host *host, const config *c, const double range[2],
                        size_t count)
{
    if (c->sand + c->clay > 1)
        return host->fail(
            host, YEE_INPUT,
            "sand = %g and clay = %g are more than the soil; their sum is at most "
            "1",
            c->sand, c->clay);
    if (c->bulk_density >= c->particle_density)
        return host->fail(host, YEE_INPUT,
                          "bulk_density = %g kg/m^3 is not below particle_density = %g kg/m^3: "
                          "a soil has pores",
                          c->bulk_density, c->particle_density);
    if (c->water.count > 2 || c->water.v[c->water.count - 1] < c->water.v[0])
        return host->fail(host, YEE_INPUT,
                          "water is one number, or a range from the driest to the wettest");
    const double pores = 1 - c->bulk_density / c->particle_density;
    if (count > 1)
        return YEE_OK;
    if (c->water.v[c->water.count - 1] > pores)
        host->log(host, YEE_WARNING,
                  "water = %g is more than the pores hold, 1 - bulk_density/particle_density = "
                  "%.3g",
                  c->water.v[c->water.count - 1], pores);
    const double *of = valid[c->regression];
    if (range[0] < of[0] || range[1] > of[1])
        host->log(host, YEE_INFO,
                  "the band, %.4g to %.4g GHz, is not within the %g to %g GHz that the "
                  "regression was made for",
                  1e-9 * range[0], 1e-9 * range[1], 1e-9 * of[0], 1e-9 * of[1]);
    return YEE_OK;
}

static yee_status range(const yee_host *host, const void *self, const yee_band *band,
                        size_t count, yee_material *material)
{
    const config *c = self;
    double of[2];
    yee_status status;
    if ((status = fit_band(host, &c->fit, band, of)) || (status = check(host, c, of, count)))
        return status;
    soil *s = host->alloc(host, count * sizeof *s);
    fit_law *law = host->alloc(host, count * sizeof *law);
    yee_pole *pole = host->alloc(host, count * sizeof *pole);
    if (!s || !law || !pole)
        return host->fail(host, YEE_MEMORY, "no memory for %zu soils", count);
    for (size_t n = 0; n < count; n++) {
        s[n] = soil_of(c, ((double)n + 0.5) / (double)count);
        law[n] = (fit_law){value, &s[n]};
        pole[n] = (yee_pole){.b0 = s[n].delta, .d0 = 1, .d1 = TAU};
        const double inf = infinite(&s[n], of);
        if (!(s[n].sigma >= 0))
            return host->fail(host, YEE_INPUT,
                              "the regression gives a conductivity of %g S/m for this soil, "
                              "which is outside its data; give less sand, or more clay",
                              s[n].sigma);
        if (!(inf >= 1))
            return host->fail(host, YEE_INPUT,
                              "the regression gives eps_inf = %g for a water fraction of %g, "
                              "which is outside its data",
                              inf, s[n].water);
        for (int a = 0; a < 3; a++)
            material[n].electric[a] = (yee_response){inf, s[n].sigma, 1, &pole[n]};
    }
    return fit_judge(host, &c->fit, of, count, law, material,
                     "give a narrower band (frequency_min, frequency_max), or larger errors");
}

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    return range(host, self, band, 1, material);
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
    .range = range,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "peplinski",
    .summary = "moist soil by its sand, clay, density and water",
    .reference = "https://doi.org/10.1109/36.387598",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.soil]\n"
               "type = peplinski\n"
               "sand = 0.5\n"
               "clay = 0.1\n"
               "bulk_density = 1.5 g/cm^3\n"
               "water = 0.05, 0.15\n"
               "frequency_min = 0.3 GHz\n"
               "frequency_max = 1.3 GHz\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
