/* plugins/outputs/energy.c: electric and magnetic energy of the whole model over time.
 *
 * W_e = sum (1/2 eps_inf E^2 + what poles hold) dV at n dt, W_m of H(n-1/2) alike, less dt/2 H
 * curl E, without losses and poles 1/2 mu H(n-1/2) H(n+1/2): Yee's scheme keeps this sum to
 * rounding where media are lossless, and it never rises where they are passive
 * (yee_update.energy). */
#include "common/record.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct config {
    int64_t every;
} config;

static const yee_param params[] = {
    YEE_PARAM_INT(config, every, "10", 1, 1e9,
                  "Records every n-th step: the energy of E and H and what "
                  "the poles of media hold (motion and polarisation of charges). What sources "
                  "gave and is missing was turned into heat or left through layers. "
                  "Images beyond planes of symmetry are counted."),
    YEE_PARAM_END,
};

typedef struct self {
    const yee_record *record;
    const yee_grid *grid;
    int64_t every;
    yee_dataset *set[3]; /* electric, magnetic, total */
} self;

static yee_status plan(const yee_host *host, const void *config_, const yee_view *view,
                       yee_tap_list *tap_list, void **out)
{
    const config *c = config_;
    self *s = host->alloc(host, sizeof *s);
    if (!s)
        return host->fail(host, YEE_MEMORY, "no memory for an energy record");
    if (!(s->record = record_of(host)))
        return YEE_PLUGIN;
    s->grid = view->grid;
    s->every = c->every;
    *out = s;
    return tap_list->tap(tap_list, &(yee_tap){.kind = YEE_TAP_ENERGY,
                                              .first = c->every,
                                              .every = c->every,
                                              .last = view->steps}) < 0
               ? YEE_INPUT
               : YEE_OK;
}

static yee_status open_files(const yee_host *host, void *self_, const yee_opening *opening)
{
    self *s = self_;
    static const char *const name[3] = {"electric", "magnetic", "total"};
    const int64_t dims[1] = {0};
    yee_file *file = s->record->file(host, NULL);
    yee_status status = file ? YEE_OK : YEE_IO;
    (void)opening;
    for (int n = 0; n < 3 && !status; n++) {
        char path[512];
        snprintf(path, sizeof path, "/energy/%s/%s", host->instance, name[n]);
        if (!(s->set[n] = s->record->dataset(host, file, path, YEE_NUMBER_F64, 1, dims)))
            return YEE_IO;
        status = s->record->text(host, file, path, "units", "J");
        if (!status)
            status = s->record->text(host, file, path, "scale", "log");
        if (!status && n < 2)
            status = s->record->text(host, file, path, "style", "dashed");
        if (!status)
            status = describe_time(s->record, host, file, path, s->grid, s->every, 0);
    }
    return status;
}

static yee_status receive(const yee_host *host, void *self_, const yee_delivery *d)
{
    self *s = self_;
    const double *energy = d->data; /* shape [count, 2] */
    double *column = malloc((size_t)d->count * sizeof *column);
    if (!column)
        return host->fail(host, YEE_MEMORY, "no memory for %lld rows", (long long)d->count);
    yee_status status = YEE_OK;
    for (int n = 0; n < 3 && !status; n++) {
        for (int64_t r = 0; r < d->count; r++)
            column[r] = n < 2 ? energy[2 * r + n] : energy[2 * r] + energy[2 * r + 1];
        status = s->record->append(host, s->set[n], d->count, column);
    }
    free(column);
    return status;
}

static yee_status close_files(const yee_host *host, void *self_, yee_status status)
{
    (void)host, (void)self_, (void)status;
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
    .name = "energy",
    .summary = "electric and magnetic energy over time, fields and media",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[output.stored]\n"
               "type = energy\n"
               "every = 10\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
