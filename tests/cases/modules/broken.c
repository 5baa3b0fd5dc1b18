/* tests/cases/modules/broken.c: a boundary whose absorbing layer makes waves grow. */
#include <yee/yee.h>

enum { SQUEEZES, AMPLIFIES };

typedef struct config {
    int fault;
} config;

static const yee_param params[] = {
    YEE_PARAM_CHOICE(config, fault, "squeezes", "squeezes|amplifies",
                     "kappa below 1, or sigma and alpha that feed the wave."),
    YEE_PARAM_END,
};

static yee_status close_face(const yee_host *host, const void *self, const yee_face *face,
                             yee_closure *closure)
{
    (void)host, (void)self, (void)face;
    closure->rule = YEE_FACE_PEC;
    closure->layer = 6;
    return YEE_OK;
}

/* kappa = 0.9 makes the time step 1.1 of the limit. alpha < -sigma makes psi grow by
 * exp((|alpha| - sigma) dt/eps0), about exp(0.2) in cells of 1 mm. */
static yee_status stretch_at(const yee_host *host, const void *self, const yee_face *face,
                             double depth, double thickness, yee_stretch *stretch)
{
    const config *c = self;
    (void)host, (void)depth, (void)thickness;
    stretch->kappa = c->fault == SQUEEZES ? 0.9 : 1;
    stretch->sigma = c->fault == SQUEEZES ? 0 : 0.1;
    stretch->alpha = c->fault == SQUEEZES ? 0 : -0.1 - 0.2 * YEE_EPS0 / face->dt;
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
    .name = "broken",
    .summary = "a layer that makes waves grow",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
