/* tests/abi/modules/older.c: a plugin of each kind whose table is of the first headers there
 * could be: it ends behind the last function that its kind needs. What lies behind is none of
 * yee's business and ends the process. The scheme is the reference. */
#include <stdlib.h>
#include <yee/yee.h>
#undef YEE_MODULE
#define YEE_MODULE(...)
#include "../../../plugins/schemes/reference/reference.c"
#undef YEE_MODULE

static void never(void) { abort(); }
#define NEVER(type, function) (__typeof__(((type *)0)->function))never
/* A table that ends behind `last`. */
#define ENDS(type, last) (uint32_t)(offsetof(type, last) + sizeof(((type *)0)->last))

static yee_status close_face(const yee_host *host, const void *self, const yee_face *face,
                             yee_closure *closure)
{
    (void)host, (void)self, (void)face;
    closure->rule = YEE_FACE_PEC;
    return YEE_OK;
}

static void fill_one(void *self, int64_t n, double *value)
{
    (void)self;
    *value = n == 0;
}

static yee_status emit(const yee_host *host, const void *self, const yee_view *view,
                       yee_emitter *emitter)
{
    static const yee_signals signals = {.size = sizeof signals, .count = 1, .fill = fill_one};
    (void)host, (void)self, (void)view;
    const yee_status status = emitter->group(emitter, YEE_EZ, false, &signals);
    return status ? status : emitter->current(emitter, 5, 5, 5, 1, 0, 0);
}

static yee_status bounds(const yee_host *host, const void *self, double lo[3], double hi[3])
{
    (void)host, (void)self;
    for (int a = 0; a < 3; a++) {
        lo[a] = 2e-3;
        hi[a] = 4e-3;
    }
    return YEE_OK;
}

static void inside(const void *self, int64_t n, const double *x, double y, double z,
                   unsigned char *in)
{
    (void)self;
    for (int64_t i = 0; i < n; i++)
        in[i] = fabs(x[i] - 3e-3) <= 1e-3 && fabs(y - 3e-3) <= 1e-3 && fabs(z - 3e-3) <= 1e-3;
}

static yee_status plan_output(const yee_host *host, const void *self, const yee_view *view,
                              yee_tap_list *list, void **own)
{
    static const int component = YEE_EZ;
    static const int64_t index = 0;
    (void)host, (void)self, (void)view;
    *own = list;
    const yee_tap tap = {.kind = YEE_TAP_POINTS,
                         .every = 1,
                         .last = INT64_MAX,
                         .count = 1,
                         .point_component = &component,
                         .point_index = &index};
    return list->tap(list, &tap) < 0 ? YEE_PLUGIN : YEE_OK;
}

static yee_status open_output(const yee_host *h, void *self, const yee_opening *opening)
{
    (void)opening;
    return (void)h, (void)self, YEE_OK;
}
static yee_status receive(const yee_host *h, void *self, const yee_delivery *d)
{
    return (void)h, (void)self, (void)d, YEE_OK;
}
static yee_status close_output(const yee_host *h, void *self, yee_status status)
{
    return (void)h, (void)self, (void)status, YEE_OK;
}

static const yee_boundary_ops boundary_ops = {
    .size = ENDS(yee_boundary_ops, close),
    .close = close_face,
    .stretch = NEVER(yee_boundary_ops, stretch),
    .damping = NEVER(yee_boundary_ops, damping),
};
static const yee_source_ops source_ops = {
    .size = ENDS(yee_source_ops, emit),
    .emit = emit,
    .waveform = NEVER(yee_source_ops, waveform),
};
static const yee_shape_ops shape_ops = {
    .size = ENDS(yee_shape_ops, paint),
    .bounds = bounds,
    .inside = inside,
    .spans = NEVER(yee_shape_ops, spans),
};
static const yee_output_ops output_ops = {
    .size = ENDS(yee_output_ops, close),
    .plan = plan_output,
    .open = open_output,
    .receive = receive,
    .close = close_output,
    .state = NEVER(yee_output_ops, state),
    .gather = NEVER(yee_output_ops, gather),
};
static const yee_scheme_ops scheme_ops = {
    .size = ENDS(yee_scheme_ops, destroy),
    .available = leapfrog_available,
    .traits = leapfrog_traits,
    .courant = leapfrog_limit,
    .dispersion = leapfrog_residual,
    .plan = make,
    .run = run,
    .finish = finish,
    .read = read,
    .write = write,
    .energy = energy,
    .extrema = extrema,
    .save = save_or_load,
    .load = save_or_load,
    .step = step,
    .print = print,
    .destroy = destroy,
    .cost = NEVER(yee_scheme_ops, cost),
    .peak_estimate = NEVER(yee_scheme_ops, peak_estimate),
    .band = NEVER(yee_scheme_ops, band),
    .stencil = NEVER(yee_scheme_ops, stencil),
    .time_stencil = NEVER(yee_scheme_ops, time_stencil),
    .steps_per_pass = NEVER(yee_scheme_ops, steps_per_pass),
    .aim = NEVER(yee_scheme_ops, aim),
    .enqueue = NEVER(yee_scheme_ops, enqueue),
};

// clang-format off
#define OLDER(plugin_kind, id) \
    static const yee_plugin id##_plugin = { \
        .size = ENDS(yee_plugin, ops), \
        .kind = plugin_kind, \
        .name = "older", \
        .summary = "of older headers", \
        .params = params, \
        .ops = &id##_ops, \
        .example = (const char *)16, \
    }
// clang-format on
OLDER(YEE_BOUNDARY, boundary);
OLDER(YEE_SOURCE, source);
OLDER(YEE_SHAPE, shape);
OLDER(YEE_OUTPUT, output);
OLDER(YEE_SCHEME, scheme);

static const yee_plugin *const plugins[] = {
    &boundary_plugin, &source_plugin, &shape_plugin, &output_plugin, &scheme_plugin, NULL,
};
extern YEE_EXPORT const yee_module YEE_MODULE_SYMBOL;
const yee_module YEE_MODULE_SYMBOL = {
    YEE_ABI_MAJOR, 0, sizeof(yee_module), "older", "1.0", "BSD-3-Clause", plugins};
