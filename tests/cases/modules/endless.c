/* tests/cases/modules/endless.c: an importer, a shape and a scheme that say that they begin and
 * never end: asleep, or at work. */
#define PIECE "word"
#define WORDS 1
#include "still.h"

#include <unistd.h>

static const yee_param params[] = {YEE_PARAM_END};

static void begin(const yee_host *host, const char *what)
{
    host->log(host, YEE_WARNING, "%s for ever", what); /* said with --quiet too */
}

static void work(void)
{
    for (volatile int n = 0;; n ^= 1)
        ;
}

static yee_status convert(const yee_host *host, const void *self, const char *path,
                          yee_writer *writer)
{
    (void)self, (void)path, (void)writer;
    begin(host, "reading");
    for (;;)
        pause();
    return YEE_OK;
}

static const yee_host *painter;

static yee_status bounds(const yee_host *host, const void *self, double lo[3], double hi[3])
{
    (void)self;
    painter = host;
    for (int a = 0; a < 3; a++) {
        lo[a] = 0;
        hi[a] = 1;
    }
    return YEE_OK;
}

static void inside(const void *self, int64_t n, const double *x, double y, double z,
                   unsigned char *in)
{
    (void)self, (void)n, (void)x, (void)y, (void)z, (void)in;
    begin(painter, "painting");
    work();
}

static yee_status make_never(const yee_host *host, const void *config,
                             const yee_problem *problem, void **plan)
{
    begin(host, "planning");
    work();
    return make(host, config, problem, plan);
}

static const yee_importer_ops importer_ops = {
    .size = sizeof importer_ops,
    .suffixes = ".endless",
    .convert = convert,
};
static const yee_shape_ops shape_ops = {
    .size = sizeof shape_ops,
    .bounds = bounds,
    .inside = inside,
};
static const yee_scheme_ops still_ops = STILL_OPS;
static yee_scheme_ops scheme_ops;

__attribute__((constructor)) static void fill_ops(void)
{
    scheme_ops = still_ops;
    scheme_ops.plan = make_never;
}

// clang-format off
#define ENDLESS(plugin_kind, plugin_ops) \
    { \
        .size = sizeof(yee_plugin), \
        .kind = plugin_kind, \
        .name = "endless", \
        .summary = "never ends", \
        .params = params, \
        .ops = &plugin_ops, \
    }
// clang-format on

static const yee_plugin importer = ENDLESS(YEE_IMPORTER, importer_ops),
                        shape = ENDLESS(YEE_SHAPE, shape_ops),
                        scheme = ENDLESS(YEE_SCHEME, scheme_ops);
YEE_MODULE("1.0", "BSD-3-Clause", &importer, &shape, &scheme)
