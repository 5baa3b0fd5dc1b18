/* cubic_layer.c: an absorbing layer whose conductivity rises with the third power of the depth.
 *
 * A wave that crosses a layer of thickness d to the wall and back at normal incidence fades by
 * R = exp(-2 eta int_0^d sigma dx), so sigma = sigma_max (x/d)^3 needs
 *
 *     sigma_max = -2 ln R/(eta0 sqrt(eps_r mu_r) d)
 *
 * J.-P. Berenger, J. Comput. Phys. 114 (1994) 185. */
#include <math.h>
#include <yee/yee.h>

typedef struct config {
    int64_t cells;
    double reflection;
} config;

static const yee_param params[] = {
    YEE_PARAM_INT(config, cells, "10", 1, 1000, "Thickness of the layer in cells."),
    YEE_PARAM_REAL(config, reflection, NULL, "1e-6", YEE_POSITIVE, 0.5, "R of the field."),
    YEE_PARAM_END,
};

static yee_status close_face(const yee_host *host, const void *self, const yee_face *face,
                             yee_closure *closure)
{
    const config *c = self;
    if (c->cells >= face->cells)
        return host->fail(host, YEE_INPUT, "%lld cells of layer on an axis of %lld",
                          (long long)c->cells, (long long)face->cells);
    closure->rule = YEE_FACE_PEC;
    closure->layer = c->cells;
    return YEE_OK;
}

static yee_status stretch_at(const yee_host *host, const void *self, const yee_face *face,
                             double depth, double thickness, yee_stretch *stretch)
{
    const config *c = self;
    const double eta = YEE_ETA0 * sqrt(face->eps_r * face->mu_r);
    (void)host;
    stretch->kappa = 1;
    stretch->sigma = -2 * log(c->reflection) / (eta * thickness) * pow(depth / thickness, 3);
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
    .name = "cubic_layer",
    .summary = "absorbing layer of a given reflection",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[boundary.all]\n"
               "type = cubic_layer\n"
               "cells = 8\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
