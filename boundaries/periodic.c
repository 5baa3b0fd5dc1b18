/* boundaries/periodic.c: the field at one face continues at the opposite one.
 *
 *     F(x + L) = F(x) e^{-j phase}
 *
 * A phase needs complex fields; no scheme has them yet, so only phase = 0 is accepted. */
#include <yee/boundary.h>

typedef struct config {
    double phase;
} config;

static const yee_param params[] = {
    YEE_PARAM_REAL(config, phase, "rad", "0", 0, 0,
                   "Bloch phase across the grid; only 0 is executed so far: a wave at an angle "
                   "falls on a finite piece of the structure, within a box of plane_wave."),
    YEE_PARAM_END,
};

static yee_status close_face(const yee_host *host, const void *self, const yee_face *face,
                             yee_closure *closure)
{
    const config *c = self;
    if (c->phase != 0)
        return host->fail(
            host, YEE_DECLINED,
            "phase is %g degrees: Bloch phases need complex fields, which no "
            "scheme has yet; only phase = 0 can run. At an angle a plane_wave falls on a "
            "finite piece of the structure, within its box and open walls",
            c->phase * 180 / YEE_PI);
    (void)face;
    closure->rule = YEE_FACE_PERIODIC;
    closure->layer = 0;
    return YEE_OK;
}

static const yee_boundary_ops ops = {
    .size = sizeof ops,
    .close = close_face,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_BOUNDARY,
    .name = "periodic",
    .summary = "the field continues at the opposite face",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[boundary.sides]\n"
               "type = periodic\n"
               "faces = x, y\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
