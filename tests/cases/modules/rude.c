/* tests/cases/modules/rude.c: an output that changes what belongs to the whole process, or says
 * more than anybody reads, in each of its functions. */
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
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
