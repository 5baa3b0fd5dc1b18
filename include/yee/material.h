/* yee/material.h: a material is a constitutive law.
 *
 *     eps(s) = inf + sigma/(s eps0) + sum chi_p(s)
 *     mu(s)  = inf + sigma_m/(s mu0) + sum chi_p(s)
 *     chi(s) = (b1 s + b0)/(d2 s^2 + d1 s + d0), one pole
 *
 * with s = j omega, time factor e^{+j omega t}. The core turns the poles into update
 * coefficients; a material plugin never sees a time step. */
#ifndef YEE_MATERIAL_H
#define YEE_MATERIAL_H

#include <yee/law.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One pole, chi(s) = (b1 s + b0)/(d2 s^2 + d1 s + d0), s in rad/s.
 *
 *             b1  b0              d0    d1       d2
 *     Debye    0  delta_eps       1     tau      0
 *     Drude    0  wp^2            0     gamma    1
 *     Lorentz  0  delta_eps w0^2  w0^2  2 delta  1  */
typedef struct yee_pole {
    double b1, b0;
    double d0, d1, d2;
} yee_pole;

/* One diagonal entry of the permittivity or permeability tensor. */
typedef struct yee_response {
    double inf;   /* relative, at infinite frequency; > 0 */
    double sigma; /* S/m (electric) or Ohm/m (magnetic) */
    size_t pole_count;
    const yee_pole *poles; /* copied when describe() returns (not from its own stack) */
} yee_response;

typedef enum yee_conductor {
    YEE_NOT_CONDUCTOR,
    YEE_PERFECT_ELECTRIC, /* E = 0 on every edge of its cells */
    YEE_PERFECT_MAGNETIC, /* H = 0 on every face of its cells */
} yee_conductor;

typedef struct yee_material {
    uint32_t size;
    yee_conductor conductor;
    yee_response electric[3]; /* along x, y, z */
    yee_response magnetic[3];
    /* A law of the cells' E edges beside the linear medium above, and its parameters, which live
     * with the instance; NULL: none. See yee/law.h. A material that a shape makes has none. */
    const struct yee_law *law;
    const void *law_self;
    /* The admittance of a sheet without thickness, for E along x, y and z: a surface current
     * K = Y(s) E, A/m,
     *
     *     Y(s) = sigma + s eps0 (inf + sum chi_p(s))
     *
     * written as a response times a thickness: sigma in S, inf in m (eps0 inf is a capacitance of
     * the square, F), b1 and b0 of the poles with a factor m. Comes as 0. A material with a sheet
     * lies on faces of cells (yee_painter.faces), where Y over the width of the dual cell adds to
     * the media that are there; its eps and mu are not looked at. Y must be passive, Re Y >= 0. */
    yee_response sheet[3];
} yee_material;

/* Whether an entry of yee_material.sheet, or of yee_closure.sheet, is one. */
static inline bool yee_sheet_is_there(const yee_response *sheet)
{
    return sheet->inf != 0 || sheet->sigma != 0 || sheet->pole_count != 0;
}

/* Whether a material is a sheet. */
static inline bool yee_material_is_sheet(const yee_material *material)
{
    return yee_sheet_is_there(&material->sheet[0]) || yee_sheet_is_there(&material->sheet[1]) ||
           yee_sheet_is_there(&material->sheet[2]);
}

/* Vacuum, to begin a material with. */
static inline yee_material yee_material_vacuum(void)
{
    const yee_response one = {1, 0, 0, NULL}, none = {0, 0, 0, NULL};
    const yee_material m = {
        sizeof(yee_material), YEE_NOT_CONDUCTOR, {one, one, one}, {one, one, one}, NULL, NULL,
        {none, none, none}};
    return m;
}

typedef struct yee_material_ops {
    uint32_t size;
    /* Fills *material, which the core has set to vacuum. Called once per instance, before the
     * grid is known. band, for this call, is that of all sources together: low the lowest and
     * high the highest (Hz; both 0 where no source says one), end_time the latest (s). A law
     * that is fitted takes it for the frequencies that matter. */
    yee_status (*describe)(const yee_host *host, const void *config, const yee_band *band,
                           yee_material *material);
    /* Optional: a material whose keys give a quantity as a range, the water of a soil. Fills
     * `count` materials, all vacuum, with the laws in the middles of as many equal parts of it;
     * poles should have their denominators in common, for the means between such media are then
     * few. describe() is the law in the middle of the range. Called for shapes that ask for the
     * range, after describe(). */
    yee_status (*range)(const yee_host *host, const void *config, const yee_band *band,
                        size_t count, yee_material *material);
} yee_material_ops;

#ifdef __cplusplus
}
#endif
#endif
