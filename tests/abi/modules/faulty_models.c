/* tests/abi/modules/faulty_models.c: shapes, materials and importers whose fault shows in a model
 * alone, or where a list has several elements. */
#include "faulty.h"
#include <stdio.h>
#include <string.h>
#include <yee/importer.h>

/* -- shapes that paint -- */

static yee_status paint_beyond(const yee_host *host, const void *config, const yee_view *view,
                               yee_painter *painter)
{
    const int64_t n = view->grid->axis[0].cells, here[2][3] = {{0, 0, 0}, {2, 2, 2}};
    const int64_t lo[3] = {n + 1, 0, 0}, hi[3] = {n + 2, 2, 2};
    (void)host;
    (void)config;
    const yee_status status = painter->cells(painter, here[0], here[1], 0);
    return status ? status : painter->cells(painter, lo, hi, 0);
}

static yee_status paint_by_calls(const yee_host *host, const void *config, const yee_view *view,
                                 yee_painter *painter)
{
    static int64_t calls;
    const int64_t lo[3] = {calls++ % 4, 0, 0}, hi[3] = {lo[0] + 2, 2, 2};
    (void)host;
    (void)config;
    (void)view;
    return painter->cells(painter, lo, hi, 0);
}

static yee_status paint_nothing(const yee_host *host, const void *config, const yee_view *view,
                                yee_painter *painter)
{
    (void)host;
    (void)config;
    (void)view;
    (void)painter;
    return YEE_OK;
}

#define PAINTER(name, function) \
    static const yee_shape_ops name##_ops = { \
        .size = sizeof name##_ops, \
        .paint = function, \
    }; \
    EXAMPLE_PLUGIN(YEE_SHAPE, name, name##_ops, \
                   "[shape.s]\ntype = " #name "\nmaterial = glass\n")
PAINTER(beyond, paint_beyond);
PAINTER(restless, paint_by_calls);
PAINTER(blank, paint_nothing);

/* -- materials -- */

/* Poles of critical points, with a strength of the wrong sign. */
typedef struct config {
    yee_reals strength;
} config;

static const yee_param list_params[] = {
    YEE_PARAM_REALS(config, strength, NULL, YEE_UNSET, 0, 100, "Of each pole."),
    YEE_PARAM_END,
};

static yee_status describe(const yee_host *host, const void *self, const yee_band *band,
                           yee_material *material)
{
    (void)band;
    const config *c = self;
    yee_pole *poles = host->alloc(host, (c->strength.count + 1) * sizeof *poles);
    if (!poles)
        return host->fail(host, YEE_MEMORY, "no memory");
    for (size_t p = 0; p < c->strength.count; p++)
        poles[p] = (yee_pole){.b0 = -1e20 * c->strength.v[p], .d0 = 1e20, .d1 = 1e9, .d2 = 1};
    material->electric[2].pole_count = c->strength.count;
    material->electric[2].poles = poles;
    return YEE_OK;
}

static yee_status describe_never(const yee_host *host, const void *self, const yee_band *band,
                                 yee_material *material)
{
    (void)band;
    (void)self;
    (void)material;
    return host->fail(host, YEE_INPUT, "nothing is good enough");
}

static const yee_material_ops wrong_sign_ops = {
    .size = sizeof wrong_sign_ops,
    .describe = describe,
};
static const yee_material_ops never_ops = {
    .size = sizeof never_ops,
    .describe = describe_never,
};
static const yee_plugin wrong_sign = {
    .size = sizeof wrong_sign,
    .kind = YEE_MATERIAL,
    .name = "wrong_sign",
    .summary = "faulty",
    .config_size = sizeof(config),
    .params = list_params,
    .ops = &wrong_sign_ops,
};
PLUGIN(YEE_MATERIAL, never, never_ops);

/* -- importers -- */

static yee_status convert_nonsense(const yee_host *host, const void *self, const char *path,
                                   yee_writer *writer)
{
    (void)host;
    (void)self;
    (void)path;
    return writer->write(writer, "[grid]\nspacing = 1 mm\ncells = 8, 8, 8\n[run]\nspeed = 3\n");
}

/* Never opens the file. */
static yee_status convert_blind(const yee_host *host, const void *self, const char *path,
                                yee_writer *writer)
{
    (void)host;
    (void)self;
    (void)path;
    return writer->write(
        writer, "[grid]\nspacing = 1 mm\ncells = 8, 8, 8\n[run]\nsteps = "
                "9\n[boundary.all]\ntype = pec\n"
                "[waveform.w]\ntype = ricker\nfrequency = 3 GHz\n[source.s]\ntype = dipole\n"
                "position = 4, 4, 4 mm\ndirection = z\ncurrent = 1 A\nwaveform = w\n");
}

/* Returns a status and says nothing. */
static yee_status convert_mute(const yee_host *host, const void *self, const char *path,
                               yee_writer *writer)
{
    FILE *file = fopen(path, "r");
    char word[8] = "";
    const int words = file ? fscanf(file, "%7s", word) : 0;
    if (file)
        fclose(file);
    return words == 1 && !strcmp(word, "model") ? convert_blind(host, self, path, writer)
                                                : YEE_INPUT;
}

#define IMPORTER(name, function, suffix, example) \
    static const yee_importer_ops name##_ops = { \
        .size = sizeof name##_ops, \
        .suffixes = suffix, \
        .convert = function, \
    }; \
    EXAMPLE_PLUGIN(YEE_IMPORTER, name, name##_ops, example)
IMPORTER(nonsense, convert_nonsense, ".nonsense", "model\n");
IMPORTER(blind, convert_blind, ".blind", "model\n");
IMPORTER(mute, convert_mute, ".mute", "model\n");
IMPORTER(unseen, convert_blind, ".unseen", NULL);

YEE_MODULE("1.0", "BSD-3-Clause", &beyond, &restless, &blank, &wrong_sign, &never, &nonsense,
           &blind, &mute, &unseen)
