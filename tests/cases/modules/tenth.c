/* tests/cases/modules/tenth.c: an output that looks ten times at a run, whatever it was before:
 * it does not ask the tap_list for its interval. */
#include <yee/yee.h>

static const yee_param params[] = {YEE_PARAM_END};

static yee_status plan(const yee_host *host, const void *config, const yee_view *view,
                       yee_tap_list *tap_list, void **self)
{
    (void)host, (void)config;
    *self = NULL;
    const yee_tap tap = {.kind = YEE_TAP_ENERGY,
                         .first = view->steps / 10,
                         .every = view->steps / 10,
                         .last = view->steps};
    return tap_list->tap(tap_list, &tap) < 0 ? YEE_INPUT : YEE_OK;
}

static yee_status open_files(const yee_host *host, void *self, const yee_opening *opening)
{
    return (void)host, (void)self, (void)opening, YEE_OK;
}

static yee_status receive(const yee_host *host, void *self, const yee_delivery *delivery)
{
    return (void)host, (void)self, (void)delivery, YEE_OK;
}

static yee_status close_files(const yee_host *host, void *self, yee_status status)
{
    return (void)host, (void)self, (void)status, YEE_OK;
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
    .name = "tenth",
    .summary = "ten looks at a run",
    .params = params,
    .ops = &ops,
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
