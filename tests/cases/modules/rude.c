/* tests/cases/modules/rude.c: an output and a source that change what belongs to the whole process,
 * or say more than anybody reads, in each of their functions. */
#include <fenv.h>
#include <locale.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yee/yee.h>

enum { FOLDER, LOCALE, MASK, ROUNDING, TRAPS, EQUAL, LINES, ESCAPE, LEVEL };

typedef struct config {
    int way;
} config;

static const yee_param params[] = {
    YEE_PARAM_CHOICE(config, way, NULL,
                     "folder|locale|mask|rounding|traps|equal|lines|escape|level",
                     "What it does."),
    YEE_PARAM_END,
};

static void misbehave(const yee_host *host, int way)
{
    switch (way) {
    case FOLDER:
        if (chdir("/"))
            abort();
        break;
    case LOCALE:
        if (!setlocale(LC_ALL, ""))
            abort();
        host->log(host, YEE_WARNING, "half is %g", 0.5);
        break;
    case MASK:
        umask(0777);
        break;
    case ROUNDING:
        fesetround(FE_UPWARD);
        break;
    case TRAPS:
        feenableexcept(FE_ALL_EXCEPT);
        break;
    case EQUAL:
        for (int i = 0; i < 5000; i++)
            host->log(host, YEE_INFO, "again");
        break;
    case LINES:
        for (int i = 0; i < 5000; i++)
            host->log(host, YEE_INFO, "line %d", i);
        break;
    case ESCAPE:
        host->log(host, YEE_WARNING, "\033[2Jfine\nyee: all is well");
        break;
    default:
        host->log(host, (yee_level)77, "heard");
        break;
    }
}

static yee_status plan(const yee_host *host, const void *config_, const yee_view *view,
                       yee_tap_list *tap_list, void **self)
{
    const config *c = config_;
    int *way = host->alloc(host, sizeof *way);
    if (!way)
        return YEE_MEMORY;
    *way = c->way;
    *self = way;
    misbehave(host, *way);
    const yee_tap tap = {.kind = YEE_TAP_ENERGY, .first = 1, .every = 1, .last = view->steps};
    return tap_list->tap(tap_list, &tap) < 0 ? YEE_INPUT : YEE_OK;
}

static yee_status open_files(const yee_host *host, void *self, const yee_opening *opening)
{
    (void)opening;
    misbehave(host, *(int *)self);
    return YEE_OK;
}

static yee_status receive(const yee_host *host, void *self, const yee_delivery *delivery)
{
    (void)delivery;
    misbehave(host, *(int *)self);
    return YEE_OK;
}

static yee_status close_files(const yee_host *host, void *self, yee_status status)
{
    (void)status;
    misbehave(host, *(int *)self);
    return YEE_OK;
}

static const yee_output_ops ops = {
    .size = sizeof ops,
    .plan = plan,
    .open = open_files,
    .receive = receive,
    .close = close_files,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_OUTPUT,
    .name = "rude",
    .summary = "changes the process",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
};

/* -- a source: a current in the middle, and the same faults whenever its signal is asked for -- */

static const yee_param source_params[] = {
    YEE_PARAM_CHOICE(config, way, NULL, "folder|locale|mask|rounding|traps|none", "Its fault."),
    YEE_PARAM_END,
};

typedef struct played {
    yee_signals signals;
    const yee_host *host;
    int way;
} played;

static void fill(void *self, int64_t step, double *value)
{
    const played *s = self;
    value[0] = 1.0 / (3 + (double)(step % 7));
    if (s->way <= TRAPS && s->way != LOCALE)
        misbehave(s->host, s->way);
}

static yee_status emit(const yee_host *host, const void *config_, const yee_view *view,
                       yee_emitter *emitter)
{
    const config *c = config_;
    played *s = host->alloc(host, sizeof *s);
    const int64_t *n = view->grid->extent[YEE_EZ];
    if (!s)
        return YEE_MEMORY;
    *s = (played){
        {.size = sizeof s->signals, .count = 1, .self = s, .fill = fill}, host, c->way};
    yee_status status = emitter->group(emitter, YEE_EZ, false, &s->signals);
    if (!status)
        status = emitter->current(emitter, n[0] / 2, n[1] / 2, n[2] / 2, 1e6, 0, 0);
    if (s->way <= TRAPS && s->way != LOCALE)
        misbehave(host, s->way);
    return status;
}

static const yee_source_ops source_ops = {
    .size = sizeof source_ops,
    .emit = emit,
};
static const yee_plugin source = {
    .size = sizeof source,
    .kind = YEE_SOURCE,
    .name = "rude_source",
    .summary = "changes the process at every step",
    .config_size = sizeof(config),
    .params = source_params,
    .ops = &source_ops,
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin, &source)
