/* tests/hostile/modules/boundary.c: a layer, or damped cells. */
#include "hostile.h"

typedef struct config {
    bool damps;
} config;

static const yee_param params[] = {
    YEE_PARAM_BOOL(config, damps, "no", "Damps the media instead of stretching the grid."),
    YEE_PARAM_END,
};

static yee_status close_face(const yee_host *host, const void *self, const yee_face *face,
                             yee_closure *closure)
{
    const config *c = self;
    (void)face;
    closure->rule = YEE_FACE_PEC;
    closure->layer = c->damps ? 0 : 3;
    closure->damped = c->damps ? 3 : 0;
    if (hostile_way("close", "huge"))
        closure->layer = INT64_MAX;
    return hostile(host, "close", YEE_OK);
}

static yee_status stretch(const yee_host *host, const void *self, const yee_face *face,
                          double depth, double thickness, yee_stretch *s)
{
    (void)self, (void)face;
    *s = (yee_stretch){.kappa = 1, .sigma = depth / thickness, .alpha = 0};
    if (hostile_way("stretch", "negative"))
        s->kappa = -1;
    return hostile(host, "stretch", YEE_OK);
}

static yee_status damping(const yee_host *host, const void *self, const yee_face *face,
                          double depth, double thickness, double *rate)
{
    (void)self, (void)face;
    *rate = 1e9 * depth / thickness;
    if (hostile_way("damping", "nan"))
        *rate = NAN;
    if (hostile_way("damping", "negative"))
        *rate = -1;
    return hostile(host, "damping", YEE_OK);
}

static const yee_boundary_ops ops = {
    .size = sizeof ops,
    .close = close_face,
    .stretch = stretch,
    .damping = damping,
};
static const yee_plugin plugin = HOSTILE_PLUGIN(YEE_BOUNDARY, sizeof(config), params);
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
