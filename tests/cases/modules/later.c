/* tests/cases/modules/later.c: a post-processing step that sums a dataset, and fails in the ways
 * it is told; and an output that writes a text file by itself. */
#include <stdio.h>
#include <unistd.h>
#include <yee/yee.h>

enum { SUM, FAIL, OUTSIDE, NOTHING, ROOT, TEXT, WAIT };

typedef struct config {
    int way;
    const char *path;
    double factor, seconds;
} config;

static const yee_param params[] = {
    YEE_PARAM_CHOICE(config, way, "sum", "sum|fail|outside|nothing|root|text|wait",
                     "What it does."),
    YEE_PARAM_TEXT(config, path, "/energy/e/total", "The dataset."),
    YEE_PARAM_REAL(config, factor, NULL, "1", 0, 0, "Multiplies the sum."),
    YEE_PARAM_REAL(config, seconds, "s", YEE_UNSET, 0, 0, "It says that it takes so long."),
    YEE_PARAM_END,
};

typedef struct seen {
    int groups, datasets;
    int64_t rows;
} seen;

static bool look(void *user, const yee_result *r)
{
    seen *s = user;
    s->groups += !r->dataset;
    s->datasets += r->dataset;
    s->rows = r->dataset && r->numeric ? r->dims[0] : s->rows;
    return true;
}

static yee_status needs(const yee_host *host, const void *config_, const yee_plan *plan)
{
    const config *c = config_;
    const char *type, *every, *name = plan->output(plan, 0);
    if (!name || plan->output(plan, 1000) || plan->output(plan, -1))
        return host->fail(host, YEE_INTERNAL, "the outputs are told wrongly");
    yee_status status = plan->output_key(plan, "e", "type", &type);
    if (!status)
        status = plan->output_key(plan, "e", "every", &every);
    if (!status && (!type || !every || plan->view->steps < 1))
        return host->fail(host, YEE_INTERNAL, "the keys are told wrongly");
    return status || c->factor < 1e9 ? status : host->fail(host, YEE_INPUT, "too large");
}

static yee_status process(const yee_host *host, const void *config_, const yee_results *results)
{
    const config *c = config_;
    const yee_record *record = host->extension(host, YEE_RECORD);
    char path[512];
    int rank;
    int64_t dims[8], one = 1;
    double sum = 0;
    seen s = {0};
    const double *v = results->read(results, NULL, c->path, &rank, dims);
    if (!v || c->way == NOTHING)
        return v ? YEE_OK : YEE_INPUT;
    for (int64_t i = 0; i < dims[0]; i++)
        sum += c->factor * v[i];
    if (results->each(results, NULL, "/energy", "units", "J", look, &s) || s.groups ||
        s.datasets != 3 || s.rows != dims[0] ||
        !results->has(results, NULL, "/energy/e@x") ==
            !results->has(results, NULL, "/provenance@ended"))
        return host->fail(host, YEE_INTERNAL, "the objects are told wrongly");
    yee_file *file = record->file(host, NULL);
    snprintf(path, sizeof path, "%s/sum", c->way == ROOT ? "" : results->group);
    yee_dataset *set = file ? record->dataset(host, file, path, YEE_NUMBER_F64, 1, &one) : NULL;
    if (!set)
        return YEE_IO;
    yee_status status = record->append(host, set, 1, &sum);
    if (!status && c->way == OUTSIDE)
        status = record->text(host, file, "/provenance", "model", "mine");
    if (c->way == WAIT) {
        host->log(host, YEE_WARNING, "waits");
        sleep(60);
    }
    const char *name = !status && c->way == TEXT ? record->path_for(host, ".txt") : NULL;
    FILE *text = name ? fopen(name, "w") : NULL;
    if (c->way == TEXT && !text)
        return YEE_IO;
    if (text && (fprintf(text, "%.17g\n", sum) < 0 || fclose(text)))
        return host->fail(host, YEE_IO, "cannot write %s", name);
    return !status && c->way == FAIL ? host->fail(host, YEE_DECLINED, "does not want to")
                                     : status;
}

static void cost(const yee_host *host, const void *config_, const yee_plan *plan,
                 yee_post_cost *cost)
{
    const config *c = config_;
    (void)host, (void)plan;
    cost->seconds = c->seconds;
    cost->bytes = 1e12;
}

static const yee_post_ops post_ops = {
    .size = sizeof post_ops,
    .needs = needs,
    .process = process,
    .cost = cost,
};
static const yee_plugin later = {
    .size = sizeof later,
    .kind = YEE_POST,
    .name = "later",
    .summary = "a sum",
    .config_size = sizeof(config),
    .params = params,
    .ops = &post_ops,
};

/* -- an output with a file of its own: a line a record -- */

static const yee_param none[] = {YEE_PARAM_END};

typedef struct lines {
    FILE *file;
    int64_t bytes; /* of the file, for checkpoints */
} lines;

static yee_status plan_lines(const yee_host *host, const void *config_, const yee_view *view,
                             yee_tap_list *tap_list, void **self)
{
    (void)config_;
    const yee_tap tap = {.kind = YEE_TAP_ENERGY, .first = 1, .every = 1, .last = view->steps};
    *self = host->alloc(host, sizeof(lines));
    return !*self ? YEE_MEMORY : tap_list->tap(tap_list, &tap) < 0 ? YEE_INPUT : YEE_OK;
}

static yee_status open_lines(const yee_host *host, void *self, const yee_opening *opening)
{
    lines *s = self;
    const yee_record *record = host->extension(host, YEE_RECORD);
    const char *path = record->path_for(host, ".txt");
    s->file = path ? fopen(path, opening->restart ? "r+" : "w") : NULL;
    return s->file ? YEE_OK : path ? host->fail(host, YEE_IO, "cannot open %s", path) : YEE_IO;
}

static yee_status receive_lines(const yee_host *host, void *self, const yee_delivery *d)
{
    lines *s = self;
    const double *v = d->data;
    (void)host;
    for (int64_t n = 0; n < d->count; n++)
        fprintf(s->file, "%lld %.17g %.17g\n", (long long)d->step[n], v[2 * n], v[2 * n + 1]);
    return YEE_OK;
}

static yee_status close_lines(const yee_host *host, void *self, yee_status status)
{
    lines *s = self;
    (void)status;
    return fclose(s->file) ? host->fail(host, YEE_IO, "cannot write the lines") : YEE_OK;
}

static yee_status state_lines(const yee_host *host, void *self, yee_state *state, bool loading)
{
    lines *s = self;
    fflush(s->file);
    s->bytes = ftell(s->file);
    const yee_status status = state->piece(state, "bytes", &s->bytes, sizeof s->bytes);
    if (status || !loading)
        return status;
    return ftruncate(fileno(s->file), s->bytes) || fseek(s->file, s->bytes, SEEK_SET)
               ? host->fail(host, YEE_IO, "cannot go on with the lines")
               : YEE_OK;
}

static const yee_output_ops output_ops = {
    .size = sizeof output_ops,
    .plan = plan_lines,
    .open = open_lines,
    .receive = receive_lines,
    .close = close_lines,
    .state = state_lines,
};
static const yee_plugin text_lines = {
    .size = sizeof text_lines,
    .kind = YEE_OUTPUT,
    .name = "lines",
    .summary = "a text file",
    .params = none,
    .ops = &output_ops,
};
YEE_MODULE("1.0", "BSD-3-Clause", &later, &text_lines)
