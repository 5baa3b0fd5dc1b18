/* boundaries/cpml.c: convolutional perfectly matched layer in front of a PEC wall.
 *
 *     s(d) = kappa + sigma/(alpha + j omega eps0),    x = d/thickness,
 *     sigma = sigma_max x^m,  kappa = 1 + (kappa_max - 1) x^mk,  alpha = alpha_max (1 - x)^ma
 *
 * J. A. Roden and S. D. Gedney, Microw. Opt. Technol. Lett. 27 (2000) 334; the grading and
 * sigma_opt = 0.8 (m+1)/(eta0 width sqrt(eps_r mu_r)) as in A. Taflove and S. C. Hagness,
 * Computational Electrodynamics (Artech House, 3rd ed. 2005), sec. 7.6.
 *
 * The defaults are a compromise that was measured with 10 cells: -82 dB of a dipole 15 cells
 * away and -73 dB of a plate three cells away, whose near field wants kappa and alpha, and at
 * normal incidence below -90 dB at 75 cells to a wavelength, -60 dB at 300, -30 dB at 1200,
 * where alpha is in the way. */
#include <math.h>
#include <yee/boundary.h>

typedef struct config {
    int64_t cells;
    double order, kappa_order, sigma_factor, sigma_max;
    double kappa_max;
    double alpha_factor, alpha_max, alpha_order;
    int sigma_of; /* 0: the face itself; else 1 + its number among all faces */
} config;

static const yee_param params[] = {
    YEE_PARAM_INT(config, cells, "10", 1, 1000, "Thickness of the layer, inside the grid."),
    YEE_PARAM_REAL(config, order, NULL, "3", 0, 10,
                   "Power m of the grading of sigma and kappa."),
    YEE_PARAM_REAL(config, kappa_order, NULL, YEE_UNSET, 0, 10,
                   "Power of the grading of kappa; m where it is not given."),
    YEE_PARAM_REAL(config, sigma_factor, NULL, "1", 0, 100,
                   "sigma at the wall as a multiple of sigma_opt."),
    YEE_PARAM_REAL(config, sigma_max, "S/m", YEE_UNSET, 0, YEE_INFINITY,
                   "sigma at the wall itself, instead of sigma_factor."),
    YEE_PARAM_REAL(config, kappa_max, NULL, "6", 1, 1000, "kappa at the wall."),
    YEE_PARAM_REAL(config, alpha_factor, NULL, "0.07", 0, 100,
                   "alpha at the inner edge as a multiple of 1/(eta0 cell); less absorbs "
                   "waves of more than 300 cells better, more the near field of objects."),
    YEE_PARAM_REAL(config, alpha_max, "S/m", YEE_UNSET, 0, YEE_INFINITY,
                   "alpha at the inner edge itself, instead of alpha_factor."),
    YEE_PARAM_REAL(config, alpha_order, NULL, "2", 0, 10, "Power of the grading of alpha."),
    YEE_PARAM_CHOICE(config, sigma_of, "own", "own|x-|x+|y-|y+|z-|z+",
                     "Face whose cell and medium sigma_factor counts from, for comparison with "
                     "programs that take one for all."),
    YEE_PARAM_END,
};

static yee_status close_face(const yee_host *host, const void *self, const yee_face *face,
                             yee_closure *closure)
{
    const config *c = self;
    const char axis = "xyz"[face->axis];
    if (face->cells == 1)
        return host->fail(
            host, YEE_INPUT,
            "there is one cell along %c, which leaves no room for a layer; for 2-D "
            "give [grid] invariant = %c, or another boundary to the faces of %c",
            axis, axis, axis);
    if (c->cells >= face->cells)
        return host->fail(host, YEE_INPUT,
                          "cells = %lld leaves nothing of the %lld cells along %c; the layer "
                          "lies inside the grid and must be thinner",
                          (long long)c->cells, (long long)face->cells, axis);
    closure->rule = YEE_FACE_PEC;
    closure->layer = c->cells;
    return YEE_OK;
}

static yee_status stretch_at(const yee_host *host, const void *self, const yee_face *face,
                             double depth, double thickness, yee_stretch *stretch)
{
    const config *c = self;
    const yee_face *from = c->sigma_of ? &face->faces[c->sigma_of - 1] : face;
    double width = thickness / (double)c->cells;
    double cell = c->sigma_of && from->cells ? from->width[0] : width;
    double sigma_opt =
        0.8 * (c->order + 1) / (YEE_ETA0 * cell * sqrt(from->eps_r * from->mu_r));
    double sigma_max = isnan(c->sigma_max) ? c->sigma_factor * sigma_opt : c->sigma_max;
    double alpha_max =
        isnan(c->alpha_max) ? c->alpha_factor / (YEE_ETA0 * width) : c->alpha_max;
    double x = fmin(fmax(depth / thickness, 0), 1);
    (void)host;
    stretch->sigma = sigma_max * pow(x, c->order);
    stretch->kappa =
        1 + (c->kappa_max - 1) * pow(x, isnan(c->kappa_order) ? c->order : c->kappa_order);
    stretch->alpha = alpha_max * pow(1 - x, c->alpha_order);
    return YEE_OK;
}

static const yee_boundary_ops ops = {
    .size = sizeof ops,
    .close = close_face,
    .stretch = stretch_at,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_BOUNDARY,
    .name = "cpml",
    .summary = "convolutional PML: absorbs what leaves the grid",
    .reference = "https://doi.org/10.1002/1098-2760(20001205)27:5<334::AID-MOP14>3.0.CO;2-A",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[boundary.all]\n"
               "type = cpml\n"
               "cells = 8\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
