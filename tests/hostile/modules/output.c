/* tests/hostile/modules/output.c: the energy, and a sum of it that checkpoints keep. */
#include "hostile.h"

static const yee_param params[] = HOSTILE_EMPTY;

typedef struct self {
    const yee_record *record;
    yee_dataset *set;
    double sum;
} self;

static yee_status plan(const yee_host *host, const void *config, const yee_view *view,
                       yee_tap_list *tap_list, void **out)
{
    self *s = *out = host->alloc(host, sizeof *s);
    (void)config;
    if (!s)
        return host->fail(host, YEE_MEMORY, "no memory");
    s->record = host->extension(host, YEE_RECORD);
    const yee_tap tap = {.kind = YEE_TAP_ENERGY, .first = 1, .every = 1, .last = view->steps};
    if (tap_list->tap(tap_list, &tap) < 0)
        return YEE_INPUT;
    if (hostile_way("plan", "nothing"))
        *out = NULL;
    return hostile(host, "plan", YEE_OK);
}

static yee_status open_files(const yee_host *host, void *self_, const yee_opening *opening)
{
    (void)opening;
    const int64_t dims[2] = {0, 2};
    self *s = self_;
    yee_file *file = s->record->file(host, NULL);
    if (!file)
        return YEE_IO;
    s->set = s->record->dataset(host, file, "/hostile", YEE_NUMBER_F64, 2, dims);
    return s->set ? hostile(host, "open", YEE_OK) : YEE_IO;
}

static yee_status receive(const yee_host *host, void *self_, const yee_delivery *d)
{
    self *s = self_;
    const double *energy = d->data;
    for (int64_t i = 0; i < 2 * d->count; i++)
        s->sum += energy[i];
    const yee_status status = s->record->append(host, s->set, d->count, d->data);
    return status ? status : hostile(host, "receive", YEE_OK);
}

static yee_status close_files(const yee_host *host, void *self_, yee_status status)
{
    (void)self_, (void)status;
    return hostile(host, "close", YEE_OK);
}

static yee_status state(const yee_host *host, void *self_, yee_state *state, bool loading)
{
    self *s = self_;
    const yee_status status = state->piece(state, "sum", &s->sum, sizeof s->sum);
    return status ? status : hostile(host, loading ? "load_state" : "state", YEE_OK);
}

static const yee_output_ops ops = {
    .size = sizeof ops,
    .plan = plan,
    .open = open_files,
    .receive = receive,
    .close = close_files,
    .state = state,
};
static const yee_plugin plugin = HOSTILE_PLUGIN(YEE_OUTPUT, 0, params);
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
