/* materials/four_level.c: a laser's medium: atoms of four levels with rate equations, along each
 * axis for itself. The pump takes atoms from level 0 to level 3, which falls to level 2; the line
 * is that between levels 2 and 1, and level 1 falls to level 0.
 *
 * A. S. Nagra, R. A. York, IEEE Trans. Antennas Propag. 46 (1998) 334; S.-H. Chang, A. Taflove,
 * Opt. Express 12 (2004) 3827. Where a wave of intensity I at the line's centre shifts populations
 * with the rate w = cross_section I/(hbar w0), n' = 0 of four_level.law.h gives
 *
 *     n2 - n1 = a/(a + 1/t21 + w),   a = (1 - t10/t21)/(1/pump + 2 t10 + t32)
 *
 * that is a gain of g0/(1 + I/Is) per length with Is = hbar w0 (a + 1/t21)/cross_section and
 * g0 = cross_section N a/(a + 1/t21). There is no spontaneous emission: a laser needs a pulse to
 * begin. */
#include "line.h"
#include <yee/yee.h>

#define LAW_NAME four_level
#define LAW_FILE "four_level.law.h"
#define LAW_WORDS 8
#define LAW_MAPS 0
#include <yee/law_rows.h>

enum { N1, N2, N3, LEVELS }; /* those that the law keeps */

typedef struct config {
    medium_constants base;
    double wavelength, linewidth, reach;
    double cross_section, density, pump, lifetime_32, lifetime_21, lifetime_10;
    yee_reals populations;
} config;

static const yee_param params[] = {
    LINE_PARAMS(config),
    YEE_PARAM_REAL(config, cross_section, "m^2", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Of emission at the line's centre."),
    YEE_PARAM_REAL(config, density, "1/m^3", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Atoms: N0 + N1 + N2 + N3."),
    YEE_PARAM_REAL(config, pump, "1/s", NULL, 0, YEE_INFINITY,
                   "Rate at which atoms of level 0 are brought to level 3."),
    YEE_PARAM_REAL(config, lifetime_32, "s", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Of level 3, which falls to level 2."),
    YEE_PARAM_REAL(config, lifetime_21, "s", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY,
                   "Of level 2 without a field; without it it does not decay."),
    YEE_PARAM_REAL(config, lifetime_10, "s", NULL, YEE_POSITIVE, YEE_INFINITY,
                   "Of level 1, which falls to level 0."),
    YEE_PARAM_REALS(
        config, populations, NULL, "", 0, 1,
        "Parts of the atoms in levels 0, 1, 2 and 3 before step 0; by default those "
        "that pump and lifetimes come to without a field."),
    LINE_REACH(config),
};

static double decay_21(const config *c)
{
    return isnan(c->lifetime_21) ? 0 : 1 / c->lifetime_21;
}

/* The populations that pump and lifetimes come to without a field, by the atoms that go round in a
 * second, `turns`. */
static void steady(const config *c, double n[LEVELS])
{
    const double decay = decay_21(c), filled = 1 - c->lifetime_10 * decay;
    const double round = 1 / c->pump + 2 * c->lifetime_10 + c->lifetime_32;
    const double inversion = c->pump > 0 ? filled / (filled + decay * round) : 0;
    const double turns = (1 - inversion) / round;
    n[N1] = turns * c->lifetime_10;
    n[N2] = inversion + n[N1];
    n[N3] = turns * c->lifetime_32;
}

static void first(const config *c, double n[LEVELS])
{
    steady(c, n);
    for (size_t i = 0; c->populations.count && i < LEVELS; i++)
        n[i] = c->populations.v[i + 1];
}

static double reach(const void *self)
{
    const config *c = self;
    const double photon = LINE_HBAR * line_centre(c->wavelength);
    return isnan(c->reach) ? line_reach(&c->base, c->linewidth, photon / c->cross_section)
                           : c->reach;
}

/* P of the step's end follows from the field at its begin: x rises as E^ does. */
static double least(const void *self)
{
    const config *c = self;
    return medium_least_eps(&c->base);
}

/* M b for M = (1 + G dt/2)^-1, by Cramer's rule. All of G's eigenvalues are of positive real part,
 * and the determinant is above 1. */
static void solve(double m[LEVELS][LEVELS], const double b[LEVELS], double x[LEVELS])
{
    double minor[LEVELS][LEVELS], det = 0;
    for (int i = 0; i < LEVELS; i++)
        for (int j = 0; j < LEVELS; j++) {
            const int r = (i + 1) % LEVELS, s = (i + 2) % LEVELS;
            const int u = (j + 1) % LEVELS, v = (j + 2) % LEVELS;
            minor[i][j] = m[r][u] * m[s][v] - m[r][v] * m[s][u];
        }
    for (int j = 0; j < LEVELS; j++)
        det += m[0][j] * minor[0][j];
    for (int j = 0; j < LEVELS; j++) {
        x[j] = 0;
        for (int i = 0; i < LEVELS; i++)
            x[j] += minor[i][j] * b[i] / det;
    }
}

static yee_status prepare(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param)
{
    const config *c = self;
    const double dt = place->dt, up = c->pump, d32 = 1 / c->lifetime_32, d21 = decay_21(c);
    const double d10 = 1 / c->lifetime_10;
    const double energy = LINE_HBAR * line_centre(c->wavelength) * c->density;
    const double g[LEVELS][LEVELS] = {{d10, -d21, 0}, {0, d21, -d32}, {up, up, up + d32}};
    const double share = dt / (2 * place->cb * energy);
    /* Columns of -G dt, and those of the pump and of the field's work. */
    const double column[LEVELS + 2][LEVELS] = {
        {-g[0][0] * dt, -g[1][0] * dt, -g[2][0] * dt},
        {-g[0][1] * dt, -g[1][1] * dt, -g[2][1] * dt},
        {-g[0][2] * dt, -g[1][2] * dt, -g[2][2] * dt},
        {0, 0, up * dt},
        {-share, share, 0},
    };
    double m[LEVELS][LEVELS], x[LEVELS];
    for (int i = 0; i < LEVELS; i++)
        for (int j = 0; j < LEVELS; j++)
            m[i][j] = (i == j) + g[i][j] * dt / 2;
    for (int k = 0; k < LEVELS + 2; k++) {
        solve(m, column[k], x);
        for (int r = 0; r < LEVELS; r++)
            param[3 + (LEVELS + 2) * r + k] = x[r];
    }
    param[18] = energy;
    return line_prepare(host, place, c->wavelength, c->linewidth,
                        line_strength(&c->base, c->linewidth, c->cross_section) * c->density,
                        param);
}

static void begin(const void *self, const yee_law_place *place, const double at[3],
                  double *state, double *map)
{
    (void)place, (void)at, (void)map;
    first(self, state + 2);
}

static const yee_law law = {
    YEE_LAW(four_level, 1, YEE_LAW_EDGE | YEE_LAW_ACTIVE),
    YEE_LAW_HELD(four_level),
    .params = 19,
    .prepare = prepare,
    .begin = begin,
    .least = least,
    .reach = reach,
};
/* Without a pump, and with no atom above level 1, the medium has no energy but what it took. */
static const yee_law absorber = {
    YEE_LAW(four_level, 1, YEE_LAW_EDGE),
    YEE_LAW_HELD(four_level),
    .params = 19,
    .prepare = prepare,
    .begin = begin,
    .least = least,
    .reach = reach,
};

static yee_status check_populations(const yee_host *host, const config *c)
{
    double sum = 0;
    if (c->populations.count != LEVELS + 1)
        return host->fail(host, YEE_INPUT,
                          "populations has %zu numbers; give four, for levels 0, 1, 2 and 3",
                          c->populations.count);
    for (size_t i = 0; i <= LEVELS; i++)
        sum += c->populations.v[i];
    if (fabs(sum - 1) > 1e-6)
        return host->fail(host, YEE_INPUT,
                          "populations: their sum is %.9g; they are parts of all atoms, and "
                          "their sum is 1",
                          sum);
    return YEE_OK;
}

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    const config *c = self;
    const double decay = decay_21(c), photon = LINE_HBAR * line_centre(c->wavelength);
    double n[LEVELS];
    yee_status status;
    (void)band;
    if (c->populations.count && (status = check_populations(host, c)))
        return status;
    first(c, n);
    if (c->pump == 0 && n[N1] + n[N2] + n[N3] == 0)
        return host->fail(host, YEE_INPUT,
                          "pump: with 0 all atoms stay in level 0 and the line is not there; "
                          "give a pump, or populations before step 0");
    const bool absorbs = c->pump == 0 && n[N2] + n[N3] == 0;
    steady(c, n);
    const double inversion = n[N2] - n[N1];
    if (c->pump > 0 && inversion < 1)
        host->log(host, YEE_INFO,
                  "gain of weak waves at the line's centre %.6g 1/m, halved at %.6g W/m^2",
                  c->cross_section * c->density * inversion,
                  photon / c->cross_section * decay / (1 - inversion));
    material->law = absorbs ? &absorber : &law;
    material->law_self = c;
    return medium_set_constants(host, &c->base, material);
}

static const yee_material_ops ops = {
    .size = sizeof ops,
    .describe = describe,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_MATERIAL,
    .name = "four_level",
    .summary =
        "a laser's medium: atoms of four levels with a pump and rate equations, along each "
        "axis for itself",
    .reference = "A. S. Nagra, R. A. York 1998, doi:10.1109/8.662652",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[material.core]\n"
               "type = four_level\n"
               "wavelength = 12.6 mm\n"
               "linewidth = 100 MHz\n"
               "cross_section = 1e-18 m^2\n"
               "density = 1e19 1/m^3\n"
               "pump = 1e6 1/s\n"
               "lifetime_32 = 1 ns\n"
               "lifetime_21 = 1 us\n"
               "lifetime_10 = 1 ns\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
