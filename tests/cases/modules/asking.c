/* tests/cases/modules/asking.c: a source and a shape whose keys are texts, not references: what
 * they use is known only because they ask for it. */
#include <yee/yee.h>

typedef struct config {
    const char *name;
} config;

static const yee_param params[] = {
    YEE_PARAM_TEXT(config, name, NULL, "Name of a waveform, or of a material."),
    YEE_PARAM_END,
};

/* Nothing is emitted. */
static yee_status emit(const yee_host *host, const void *self, const yee_view *view,
                       yee_emitter *emitter)
{
    yee_waveform waveform;
    (void)host, (void)emitter;
    return view->waveform(view, ((const config *)self)->name, &waveform);
}

static yee_status paint(const yee_host *host, const void *self, const yee_view *view,
                        yee_painter *painter)
{
    (void)host, (void)view;
    return painter->cells(painter, (const int64_t[3]){1, 1, 1}, (const int64_t[3]){2, 2, 2},
                          painter->named(painter, ((const config *)self)->name));
}

static const yee_source_ops source_ops = {
    .size = sizeof source_ops,
    .emit = emit,
};
static const yee_shape_ops shape_ops = {
    .size = sizeof shape_ops,
    .paint = paint,
};
static const yee_plugin source = {
    .size = sizeof source,
    .kind = YEE_SOURCE,
    .name = "asking",
    .summary = "asks for a waveform",
    .config_size = sizeof(config),
    .params = params,
    .ops = &source_ops,
};
static const yee_plugin shape = {
    .size = sizeof shape,
    .kind = YEE_SHAPE,
    .name = "asking",
    .summary = "paints a material that it names itself",
    .config_size = sizeof(config),
    .params = params,
    .ops = &shape_ops,
};
YEE_MODULE("1.0", "BSD-3-Clause", &source, &shape)
