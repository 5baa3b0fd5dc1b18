/* peak.c: the largest magnitude that a component has at each of its points during the run.
 *
 * Writes /peak/<name>/<component>, shape [x, y, z] as the component's own array. */
#include <math.h>
#include <stdio.h>
#include <yee/yee.h>

typedef struct config {
    int component;
    int64_t every;
} config;

static const yee_param params[] = {
    YEE_PARAM_CHOICE(config, component, "ez", "ex|ey|ez|hx|hy|hz", "Which field."),
    YEE_PARAM_INT(config, every, "1", 1, 1e9, "Looks at every n-th step."),
    YEE_PARAM_COMPONENTS("component"),
    YEE_PARAM_END,
};

typedef struct self {
    const yee_record *record;
    yee_dataset *set;
    int component;
    int64_t extent[3], points;
    double *peak; /* shape [points] */
} self;

static yee_status plan(const yee_host *host, const void *config_, const yee_view *view,
                       yee_tap_list *tap_list, void **out)
{
    const config *c = config_;
    self *s = host->alloc(host, sizeof *s);
    yee_tap tap = {.kind = YEE_TAP_BOX,
                   .first = c->every,
                   .every = c->every,
                   .last = view->steps,
                   .component = c->component,
                   .stride = {1, 1, 1}};
    if (!s)
        return host->fail(host, YEE_MEMORY, "no memory for a peak");
    s->component = c->component;
    s->points = yee_grid_points(view->grid, c->component);
    for (int a = 0; a < 3; a++)
        tap.hi[a] = s->extent[a] = view->grid->extent[c->component][a];
    s->record = host->extension(host, YEE_RECORD);
    s->peak = host->alloc(host, (size_t)s->points * sizeof *s->peak);
    if (!s->record || !s->peak)
        return host->fail(host, YEE_MEMORY, "no memory for %lld peaks", (long long)s->points);
    *out = s;
    return tap_list->tap(tap_list, &tap) < 0 ? YEE_INPUT : YEE_OK; /* tap() has said why */
}

static yee_status open_file(const yee_host *host, void *self_, const yee_opening *opening)
{
    self *s = self_;
    char path[256];
    yee_file *file = s->record->file(host, NULL);
    (void)opening; /* for outputs that write files of their own */
    snprintf(path, sizeof path, "/peak/%s/%s", host->instance, yee_component_key(s->component));
    if (!file)
        return YEE_IO;
    s->set = s->record->dataset(host, file, path, YEE_NUMBER_F64, 3, s->extent);
    if (!s->set)
        return YEE_IO;
    return s->record->text(host, file, path, "units", s->component < 3 ? "V/m" : "A/m");
}

static yee_status receive(const yee_host *host, void *self_, const yee_delivery *d)
{
    self *s = self_;
    const float *f = d->data;
    const double *g = d->data;
    (void)host;
    for (int64_t n = 0; n < d->count * s->points; n++) {
        const double v = fabs(d->precision == YEE_F32 ? (double)f[n] : g[n]);
        s->peak[n % s->points] = fmax(s->peak[n % s->points], v);
    }
    return YEE_OK;
}

static yee_status close_file(const yee_host *host, void *self_, yee_status run)
{
    self *s = self_;
    (void)run; /* a run that was interrupted has peaks, too */
    return s->record->append(host, s->set, s->extent[0], s->peak);
}

static yee_status state(const yee_host *host, void *self_, yee_state *pieces, bool loading)
{
    self *s = self_;
    (void)host, (void)loading;
    return pieces->piece(pieces, "peak", s->peak, s->points * (int64_t)sizeof *s->peak);
}

static const yee_output_ops ops = {
    .size = sizeof ops,
    .plan = plan,
    .open = open_file,
    .receive = receive,
    .close = close_file,
    .state = state,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_OUTPUT,
    .name = "peak",
    .summary = "largest magnitude of a component over the run",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[output.largest]\n"
               "type = peak\n"
               "component = ey\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
