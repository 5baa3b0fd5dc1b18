/* core/problem/taps.c: what outputs ask for becomes taps: every request is checked once, here,
 * so that no scheme has to. */
#include "taps.h"
#include "plugin/call.h"

#include <math.h>
#include <string.h>

static const char axis_name[3] = {'x', 'y', 'z'};

/* One output while it plans. */
typedef struct planning {
    yee_taps *taps;
    const yee_problem *problem;
    yee_instance *output;
    int64_t count; /* taps of this output so far */
    bool late;     /* one looks first behind the end, which has been said */
    yee_status status;
} planning;

#define FAIL(p, code, ...) \
    ((p)->status = yee_diag_fail((p)->taps->diag, code, &(p)->output->place, __VA_ARGS__))

/* The plugin broke its contract. */
#define BREACH(p, format, ...) \
    FAIL(p, YEE_PLUGIN, "plugin '%s' " format, (p)->output->plugin->name, __VA_ARGS__)

/* count*factor into *product; false when it does not fit. */
static bool times(int64_t *product, int64_t factor)
{
    return !__builtin_mul_overflow(*product, factor, product);
}

static yee_status check_component(planning *p, int component)
{
    if (component < 0 || component >= YEE_COMPONENTS)
        return BREACH(p, "asks for component %d; there are 0 (ex) to 5 (hz)", component);
    if (!p->problem->grid.active[component])
        return FAIL(p, YEE_INPUT, "%s is not among the components of this 2-D grid",
                    yee_component_key(component));
    return YEE_OK;
}

/* When it is due. */
static yee_status check_steps(planning *p, const yee_tap *tap)
{
    const bool late = tap->last < tap->first && tap->last >= p->problem->steps;
    if (tap->every < 1 || tap->first < 0 || (tap->last < tap->first && !late))
        return BREACH(p,
                      "asks for every %lld-th step from %lld to %lld; every must be at least 1 "
                      "and the steps must grow from 0",
                      (long long)tap->every, (long long)tap->first, (long long)tap->last);
    const int64_t due = tap->first > 0 ? tap->first : tap->every;
    const int64_t last = tap->last < p->problem->steps ? tap->last : p->problem->steps;
    if (due > last && !p->late) /* what a short run leaves of a tap that begins later */
        yee_diag_log(p->taps->diag, YEE_WARNING, &p->output->place,
                     "records nothing: it first looks at step %lld, the last one is %lld",
                     (long long)due, (long long)last);
    p->late = p->late || due > last;
    return YEE_OK;
}

/* Box and stride; *values becomes the number of points. */
static yee_status check_box(planning *p, const yee_tap *tap, int64_t *values)
{
    if (check_component(p, tap->component))
        return p->status;
    const int64_t *extent = p->problem->grid.extent[tap->component];
    for (int a = 0; a < 3; a++) {
        const int64_t lo = tap->lo[a], hi = tap->hi[a], stride = tap->stride[a];
        if (lo < 0 || lo >= hi || hi > extent[a] || stride < 1)
            return BREACH(p,
                          "asks for %s at %c indices %lld to %lld, stride %lld; there are 0 to "
                          "%lld (the end is exclusive), and the stride is at least 1",
                          yee_component_key(tap->component), axis_name[a], (long long)lo,
                          (long long)hi, (long long)stride, (long long)extent[a]);
        if (!times(values, (hi - lo + stride - 1) / stride))
            return FAIL(p, YEE_INPUT, "asks for more numbers than can be counted");
    }
    return YEE_OK;
}

static yee_status check_points(planning *p, const yee_tap *tap, int64_t *values)
{
    if (tap->count < 1 || !tap->point_component || !tap->point_index)
        return BREACH(p, "asks for %lld points", (long long)tap->count);
    for (int64_t i = 0; i < tap->count; i++) {
        const int c = tap->point_component[i];
        if (check_component(p, c))
            return p->status;
        const int64_t points = yee_grid_points(&p->problem->grid, c);
        if (tap->point_index[i] < 0 || tap->point_index[i] >= points)
            return BREACH(p, "asks for point %lld of %s, which has %lld points",
                          (long long)tap->point_index[i], yee_component_key(c),
                          (long long)points);
    }
    *values = tap->count;
    return YEE_OK;
}

static yee_status check_frequencies(planning *p, const yee_tap *tap, int64_t *values)
{
    if (tap->frequencies < 1 || !tap->frequency)
        return FAIL(p, YEE_INPUT, "needs at least one frequency");
    const double highest = 0.5 / (p->problem->grid.dt * (double)tap->every);
    for (int64_t i = 0; i < tap->frequencies; i++)
        if (!(tap->frequency[i] >= 0 && tap->frequency[i] < highest))
            return FAIL(p, YEE_INPUT,
                        "frequency %g Hz is outside 0 to %g Hz, all that %lld step%s of %g s "
                        "between two samples can tell",
                        tap->frequency[i], highest, (long long)tap->every,
                        tap->every == 1 ? "" : "s", p->problem->grid.dt);
    if (!times(values, tap->frequencies) || !times(values, 2))
        return FAIL(p, YEE_INPUT, "asks for more numbers than can be counted");
    return YEE_OK;
}

static yee_status check(planning *p, const yee_tap *tap, int64_t *values)
{
    *values = 1;
    if (check_steps(p, tap))
        return p->status;
    switch (tap->kind) {
    case YEE_TAP_BOX:
        return check_box(p, tap, values);
    case YEE_TAP_POINTS:
        return check_points(p, tap, values);
    case YEE_TAP_DFT:
        return check_box(p, tap, values) ? p->status : check_frequencies(p, tap, values);
    case YEE_TAP_PORT:
        if (tap->port < 0 || tap->port >= p->problem->ports)
            return BREACH(p, "asks for port %lld; the model has %lld", (long long)tap->port,
                          (long long)p->problem->ports);
        *values = 2;
        return YEE_OK;
    case YEE_TAP_ENERGY:
        *values = 2;
        return YEE_OK;
    }
    return BREACH(p, "asks for a tap of unknown kind %d", (int)tap->kind);
}

/* Room for one more tap; the arena keeps the outgrown table, the sizes double. */
static bool grow(yee_taps *taps)
{
    if (taps->count < taps->capacity)
        return true;
    const int64_t capacity = taps->capacity ? 2 * taps->capacity : 16;
    yee_tap *tap = yee_arena_alloc(taps->arena, (size_t)capacity * sizeof *tap);
    yee_tap_owner *owner = yee_arena_alloc(taps->arena, (size_t)capacity * sizeof *owner);
    if (!tap || !owner)
        return false;
    if (taps->count) {
        memcpy(tap, taps->tap, (size_t)taps->count * sizeof *tap);
        memcpy(owner, taps->owner, (size_t)taps->count * sizeof *owner);
    }
    taps->tap = tap;
    taps->owner = owner;
    taps->capacity = capacity;
    return true;
}

/* Own copies of the arrays a tap points to. */
static bool keep(yee_taps *taps, yee_tap *tap)
{
    if (tap->kind == YEE_TAP_POINTS) {
        const size_t n = (size_t)tap->count;
        tap->point_component =
            yee_arena_copy(taps->arena, tap->point_component, n * sizeof(int));
        tap->point_index = yee_arena_copy(taps->arena, tap->point_index, n * sizeof(int64_t));
        return tap->point_component && tap->point_index;
    }
    if (tap->kind == YEE_TAP_DFT) {
        tap->frequency = yee_arena_copy(taps->arena, tap->frequency,
                                        (size_t)tap->frequencies * sizeof(double));
        return tap->frequency != NULL;
    }
    return true;
}

static int64_t add(yee_tap_list *tap_list, const yee_tap *request)
{
    planning *p = tap_list->core;
    yee_taps *taps = p->taps;
    yee_tap tap = *request;
    if (p->status || check(p, &tap, &tap.values))
        return -1;
    if (!grow(taps) || !keep(taps, &tap)) {
        FAIL(p, YEE_MEMORY, "no memory for what it asks for");
        return -1;
    }
    taps->tap[taps->count] = tap;
    taps->owner[taps->count] =
        (yee_tap_owner){.output = p->output, .number = p->count, .array = -1};
    taps->count++;
    return p->count++;
}

static int64_t interval(yee_tap_list *tap_list, int64_t proposed)
{
    planning *p = tap_list->core;
    if (!p->output->interval)
        p->output->interval = proposed;
    return p->output->interval;
}

/* Whether records of two taps can be rows of one array. */
static bool same_boxes(const yee_tap *a, const yee_tap *b)
{
    return a->kind == b->kind && !memcmp(a->lo, b->lo, sizeof a->lo) &&
           !memcmp(a->hi, b->hi, sizeof a->hi) &&
           !memcmp(a->stride, b->stride, sizeof a->stride) &&
           (a->kind != YEE_TAP_DFT || a->frequencies == b->frequencies);
}

static yee_status in_parts(yee_tap_list *tap_list, int64_t tap, int array, bool turned)
{
    planning *p = tap_list->core;
    if (p->status)
        return p->status;
    if (tap < 0 || tap >= p->count || array < 0)
        return BREACH(p, "says that tap %lld is of array %d; it has %lld taps, from 0 on",
                      (long long)tap, array, (long long)p->count);
    const int64_t at = p->taps->count - p->count + tap;
    const yee_tap *t = &p->taps->tap[at];
    if (t->kind != YEE_TAP_BOX && t->kind != YEE_TAP_DFT)
        return BREACH(p,
                      "says that tap %lld, which is of kind %d, has parts; boxes and "
                      "transforms do",
                      (long long)tap, (int)t->kind);
    for (int64_t n = p->taps->count - p->count; n < p->taps->count; n++) {
        const yee_tap_owner *o = &p->taps->owner[n];
        if (o->array == array && (o->turned != turned || !same_boxes(&p->taps->tap[n], t)))
            return BREACH(
                p,
                "says that taps %lld and %lld are of array %d, but their boxes differ; "
                "equal ones would be right",
                (long long)o->number, (long long)tap, array);
    }
    p->taps->owner[at].array = array;
    p->taps->owner[at].turned = turned;
    return YEE_OK;
}

yee_status yee_taps_plan(yee_taps *taps, const yee_problem *problem, yee_instance *output,
                         const yee_view *view, void **self)
{
    const yee_output_ops *ops = output->plugin->ops;
    planning p = {.taps = taps, .problem = problem, .output = output};
    yee_tap_list tap_list = {sizeof tap_list, &p, add, interval, in_parts};
    const int64_t first = taps->count;
    *self = NULL;
    yee_status status =
        YEE_CALL(output, ops, plan, &output->host, output->config, view, &tap_list, self);
    for (int64_t i = first; i < taps->count; i++)
        taps->owner[i].self = *self;
    return p.status ? p.status : status;
}
