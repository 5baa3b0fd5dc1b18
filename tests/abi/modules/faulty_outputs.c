/* tests/abi/modules/faulty_outputs.c: outputs with one fault each; they record one field value
 * every fifth step, as the sound one does. */
#include "faulty.h"
#include <math.h>
#include <string.h>

typedef struct recorder {
    const yee_record *record;
    yee_file *file;
    yee_dataset *rows;
    double sum; /* of all so far */
    int64_t count;
} recorder;

static yee_status plan(const yee_host *host, const void *config, const yee_view *view,
                       yee_tap_list *taps, void **self)
{
    const int component = view->grid->active[YEE_EZ] ? YEE_EZ : YEE_EX;
    const int64_t index = yee_grid_points(view->grid, component) / 2;
    const yee_tap tap = {.kind = YEE_TAP_POINTS,
                         .every = 5,
                         .last = INT64_MAX,
                         .count = 1,
                         .point_component = &component,
                         .point_index = &index};
    recorder *r = host->alloc(host, sizeof *r);
    (void)config;
    if (!r)
        return host->fail(host, YEE_MEMORY, "no memory");
    r->record = host->extension(host, YEE_RECORD);
    *self = r;
    return taps->tap(taps, &tap) < 0 ? YEE_INPUT : YEE_OK;
}

static yee_status open_rows(const yee_host *host, void *self, const yee_opening *opening)
{
    (void)opening;
    recorder *r = self;
    r->file = r->record->file(host, NULL);
    r->rows = r->file ? r->record->dataset(host, r->file, "/rows/value", YEE_NUMBER_F64, 1,
                                           &(int64_t){0})
                      : NULL;
    return r->rows ? YEE_OK : YEE_IO;
}

static double value_of(const yee_delivery *d, int64_t n)
{
    return d->precision == YEE_F32 ? (double)((const float *)d->data)[n]
                                   : ((const double *)d->data)[n];
}

static yee_status receive(const yee_host *host, void *self, const yee_delivery *d)
{
    recorder *r = self;
    yee_status status = YEE_OK;
    for (int64_t n = 0; !status && n < d->count; n++) {
        const double value = value_of(d, n);
        r->sum += (double)++r->count + value;
        status = r->record->append(host, r->rows, 1, &value);
    }
    return status;
}

static yee_status close_rows(const yee_host *host, void *self, yee_status run)
{
    (void)host;
    (void)self;
    (void)run;
    return YEE_OK;
}

/* A sum that nobody saves: after a restart it is of the rest alone. */
static yee_status close_sum(const yee_host *host, void *self, yee_status run)
{
    recorder *r = self;
    (void)run;
    return r->record->numbers(host, r->file, "/rows", "sum", YEE_NUMBER_F64, 1, &r->sum);
}

static yee_status receive_nothing(const yee_host *host, void *self, const yee_delivery *d)
{
    (void)host;
    (void)self;
    (void)d;
    return YEE_OK;
}

static yee_status receive_nan(const yee_host *host, void *self, const yee_delivery *d)
{
    recorder *r = self;
    const double value = NAN;
    (void)d;
    return r->record->append(host, r->rows, 1, &value);
}

static yee_status close_nan(const yee_host *host, void *self, yee_status run)
{
    recorder *r = self;
    (void)run;
    return r->record->numbers(host, r->file, "/rows", "sum", YEE_NUMBER_F64, 1, &(double){NAN});
}

static yee_status open_nothing(const yee_host *host, void *self, const yee_opening *opening)
{
    (void)opening;
    (void)host;
    (void)self;
    return YEE_OK;
}

/* Right where the run comes to its end. */
static yee_status close_whole(const yee_host *host, void *self, yee_status run)
{
    (void)self;
    return run ? host->fail(host, YEE_IO, "the run was cut") : YEE_OK;
}

static yee_status plan_nothing(const yee_host *host, const void *config, const yee_view *view,
                               yee_tap_list *taps, void **self)
{
    (void)config;
    (void)view;
    (void)taps;
    (void)self;
    return host->fail(host, YEE_INPUT, "not on a Monday");
}

/* A medium is asked for whether or not there are cells. */
static yee_status plan_media(const yee_host *host, const void *config, const yee_view *view,
                             yee_tap_list *taps, void **self)
{
    const char *name = view->material(view, 0, 0, 0);
    return name ? plan(host, config, view, taps, self) : YEE_INPUT;
}

#define OUTPUT(name, plan_, open_, receive_, close_) \
    static const yee_output_ops name##_ops = { \
        .size = sizeof name##_ops, \
        .plan = plan_, \
        .open = open_, \
        .receive = receive_, \
        .close = close_, \
    }; \
    EXAMPLE_PLUGIN(YEE_OUTPUT, name, name##_ops, "[output.o]\ntype = " #name "\n")
OUTPUT(forgets, plan, open_rows, receive, close_sum);
OUTPUT(empty_rows, plan, open_rows, receive_nothing, close_rows);
OUTPUT(nan_rows, plan, open_rows, receive_nan, close_rows);
OUTPUT(nan_sum, plan, open_rows, receive, close_nan);
OUTPUT(no_file, plan, open_nothing, receive_nothing, close_rows);
OUTPUT(uncut, plan, open_rows, receive, close_whole);
OUTPUT(hurries, plan_media, open_rows, receive, close_rows);
OUTPUT(refuses, plan_nothing, open_rows, receive, close_rows);

YEE_MODULE("1.0", "BSD-3-Clause", &forgets, &empty_rows, &nan_rows, &nan_sum, &no_file, &uncut,
           &hurries, &refuses)
