/* tests/cases/modules/silent.c: a cube whose keys do not say what they are in space. */
#include <math.h>
#include <yee/yee.h>

typedef struct config {
    yee_vec3 middle;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, middle, "m", NULL, 0, 0, "Middle of the cube."),
    YEE_PARAM_END,
};

static yee_status bounds(const yee_host *host, const void *self, double lo[3], double hi[3])
{
    const config *c = self;
    (void)host;
    for (int a = 0; a < 3; a++) {
        lo[a] = c->middle.v[a] - 1e-3;
        hi[a] = c->middle.v[a] + 1e-3;
    }
    return YEE_OK;
}

static void inside(const void *self, int64_t n, const double *x, double y, double z,
                   unsigned char *in)
{
    const double *at = ((const config *)self)->middle.v;
    for (int64_t i = 0; i < n; i++)
        in[i] =
            fabs(x[i] - at[0]) <= 1e-3 && fabs(y - at[1]) <= 1e-3 && fabs(z - at[2]) <= 1e-3;
}

static const yee_shape_ops ops = {
    .size = sizeof ops,
    .bounds = bounds,
    .inside = inside,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SHAPE,
    .name = "silent",
    .summary = "a cube",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
