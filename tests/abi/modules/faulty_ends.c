/* tests/abi/modules/faulty_ends.c: plugins that end their process, or keep it. */
#include "faulty.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <yee/importer.h>

/* Writes to where nothing is; the compiler does not see that. */
static void crash(void)
{
    static int *volatile nowhere;
    *nowhere = 1;
}

static void hang(void)
{
    for (;;)
        pause();
}

static yee_status describe_exit(const yee_host *host, const void *self, const yee_band *all,
                                yee_material *material)
{
    (void)all;
    (void)host;
    (void)self;
    (void)material;
    exit(0);
}

static double value_crash(const void *self, double t)
{
    (void)self;
    if (t > 1)
        crash();
    return 0;
}

static yee_status band(const void *self, yee_band *b)
{
    (void)self;
    b->high = 1;
    b->end_time = 2;
    return YEE_OK;
}

static void fill_exit(void *self, int64_t step, double *value)
{
    (void)self;
    *value = 0;
    if (step > 10)
        _exit(0);
}

static yee_status emit(const yee_host *host, const void *self, const yee_view *view,
                       yee_emitter *emitter)
{
    static const yee_signals signals = {sizeof signals, 1, NULL, fill_exit};
    const yee_status status = emitter->group(emitter, YEE_EZ, false, &signals);
    (void)host;
    (void)self;
    (void)view;
    return status ? status : emitter->current(emitter, 5, 5, 5, 1, 0, 0);
}

static yee_status paint_hang(const yee_host *host, const void *self, const yee_view *view,
                             yee_painter *painter)
{
    (void)host;
    (void)self;
    (void)view;
    (void)painter;
    hang();
    return YEE_OK;
}

static yee_status plan(const yee_host *host, const void *self, const yee_view *view,
                       yee_tap_list *taps, void **out)
{
    const yee_tap tap = {.kind = YEE_TAP_ENERGY, .every = 5, .last = INT64_MAX};
    (void)self;
    (void)view;
    *out = host->alloc(host, 1);
    return taps->tap(taps, &tap) < 0 ? YEE_INPUT : YEE_OK;
}

static yee_status open_fine(const yee_host *host, void *self, const yee_opening *opening)
{
    (void)opening;
    (void)host;
    (void)self;
    return YEE_OK;
}

static yee_status receive_crash(const yee_host *host, void *self, const yee_delivery *d)
{
    (void)host;
    (void)self;
    (void)d;
    crash();
    return YEE_OK;
}

static yee_status close_exit(const yee_host *host, void *self, yee_status run)
{
    (void)host;
    (void)self;
    exit((int)run);
}

static yee_status receive_fine(const yee_host *host, void *self, const yee_delivery *d)
{
    (void)host;
    (void)self;
    (void)d;
    return YEE_OK;
}

static yee_status close_fine(const yee_host *host, void *self, yee_status run)
{
    (void)host;
    (void)self;
    (void)run;
    return YEE_OK;
}

static yee_status close_face(const yee_host *host, const void *self, const yee_face *face,
                             yee_closure *closure)
{
    (void)host;
    (void)self;
    (void)face;
    (void)closure;
    abort();
}

static yee_status convert_exit(const yee_host *host, const void *self, const char *path,
                               yee_writer *writer)
{
    (void)host;
    (void)self;
    (void)path;
    (void)writer;
    exit(3);
}

static const yee_material_ops exits_ops = {.size = sizeof exits_ops, .describe = describe_exit};
static const yee_waveform_ops crashes_ops = {
    .size = sizeof crashes_ops,
    .value = value_crash,
    .band = band,
};
static const yee_source_ops leaves_ops = {.size = sizeof leaves_ops, .emit = emit};
static const yee_shape_ops hangs_ops = {.size = sizeof hangs_ops, .paint = paint_hang};
static const yee_output_ops strikes_ops = {
    .size = sizeof strikes_ops,
    .plan = plan,
    .open = open_fine,
    .receive = receive_crash,
    .close = close_fine,
};
static const yee_output_ops quits_ops = {
    .size = sizeof quits_ops,
    .plan = plan,
    .open = open_fine,
    .receive = receive_fine,
    .close = close_exit,
};
static const yee_boundary_ops aborts_ops = {.size = sizeof aborts_ops, .close = close_face};
static const yee_importer_ops stops_ops = {
    .size = sizeof stops_ops,
    .suffixes = ".stops",
    .convert = convert_exit,
};
PLUGIN(YEE_MATERIAL, exits, exits_ops);
PLUGIN(YEE_WAVEFORM, crashes, crashes_ops);
EXAMPLE_PLUGIN(YEE_SOURCE, leaves, leaves_ops, "[source.s]\ntype = leaves\n");
EXAMPLE_PLUGIN(YEE_SHAPE, hangs, hangs_ops, "[shape.s]\ntype = hangs\n");
EXAMPLE_PLUGIN(YEE_OUTPUT, strikes, strikes_ops, "[output.o]\ntype = strikes\n");
EXAMPLE_PLUGIN(YEE_OUTPUT, quits, quits_ops, "[output.o]\ntype = quits\n");
PLUGIN(YEE_BOUNDARY, aborts, aborts_ops);
EXAMPLE_PLUGIN(YEE_IMPORTER, stops, stops_ops, "model\n");

YEE_MODULE("1.0", "BSD-3-Clause", &exits, &crashes, &leaves, &hangs, &strikes, &quits, &aborts,
           &stops)
