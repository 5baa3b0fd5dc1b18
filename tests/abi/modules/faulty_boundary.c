/* tests/abi/modules/faulty_boundary.c: a graded layer, or graded damping, with one fault in one
 * of its functions: for each way of faulty_boundary.h a boundary. */
#include <math.h>
#include <yee/yee.h>
#undef YEE_MODULE
#define YEE_MODULE(version, license, ...) \
    static const yee_plugin *const yee_module_plugins[] = {__VA_ARGS__}; \
    extern YEE_EXPORT const yee_module YEE_MODULE_SYMBOL; \
    const yee_module YEE_MODULE_SYMBOL = { \
        YEE_ABI_MAJOR, YEE_ABI_NEEDS, sizeof(yee_module), "faulty_boundary", \
        version,       license,       yee_module_plugins}
#include "faulty_boundary.h"

#define X(id, words) id,
typedef enum way { FAULTY_BOUNDARIES(X) WAYS } way;
#undef X

typedef struct config {
    int way;
} config;

static way of(const void *self) { return (way)((const config *)self)->way; }

static yee_status close_face(const yee_host *host, const void *self, const yee_face *face,
                             yee_closure *closure)
{
    const way w = of(self);
    const bool damps = w >= damping_status;
    (void)host;
    closure->rule = w == close_rule                                         ? (yee_face_rule)77
                    : w == close_open                                       ? YEE_FACE_OPEN
                    : w == close_around || (w == close_half && !face->side) ? YEE_FACE_PERIODIC
                                                                            : YEE_FACE_PEC;
    closure->layer = w == close_negative  ? -5
                     : w == close_endless ? INT64_MAX
                     : w == close_both    ? 8
                     : w == close_half    ? 0
                     : damps              ? 0
                                          : 10;
    closure->damped = w == close_both ? 8 : damps ? 40 : 0;
    return w == close_status ? (yee_status)42 : w == close_mute ? YEE_INPUT : YEE_OK;
}

/* A cubic grading, 0.8 (m+1)/(eta0 width) at the wall. */
static yee_status stretch(const yee_host *host, const void *self, const yee_face *face,
                          double depth, double thickness, yee_stretch *s)
{
    const double x = depth / thickness;
    const way w = of(self);
    s->sigma = w == stretch_nothing ? 0
               : w == stretch_wall  ? 1e4
               : w == stretch_feeds ? -1
                                    : 3.2 / (YEE_ETA0 * face->width[0]) * x * x * x;
    s->kappa = w == stretch_nan ? NAN : 1;
    if (w == stretch_fails)
        return host->fail(host, YEE_INPUT, "not today");
    return w == stretch_status ? (yee_status)-1 : YEE_OK;
}

static yee_status damping(const yee_host *host, const void *self, const yee_face *face,
                          double depth, double thickness, double *rate)
{
    const double x = depth / thickness;
    const way w = of(self);
    (void)host, (void)face;
    *rate = w == damping_nothing ? 0
            : w == damping_wall  ? 1e13
            : w == damping_nan   ? NAN
            : w == damping_feeds ? -1
                                 : 14 * YEE_C0 / thickness * x * x * x;
    return w == damping_status ? (yee_status)43 : YEE_OK;
}

static const yee_boundary_ops faulty_ops = {
    .size = sizeof faulty_ops,
    .close = close_face,
    .stretch = stretch,
    .damping = damping,
};

#define X(id, words) "|" #id
static const char choices[] = FAULTY_BOUNDARIES(X);
#undef X

// clang-format off
#define X(id, words) \
    static const yee_param id##_params[] = { \
        YEE_PARAM_CHOICE(config, way, #id, choices + 1, "Way in which it is wrong."), \
        YEE_PARAM_END, \
    }; \
    static const yee_plugin id##_plugin = { \
        .size = sizeof id##_plugin, \
        .kind = YEE_BOUNDARY, \
        .name = #id, \
        .summary = "faulty", \
        .config_size = sizeof(config), \
        .params = id##_params, \
        .ops = &faulty_ops, \
    };
FAULTY_BOUNDARIES(X)
#undef X
#define X(id, words) &id##_plugin,
YEE_MODULE("1.0", "BSD-3-Clause", FAULTY_BOUNDARIES(X) NULL);
// clang-format on
