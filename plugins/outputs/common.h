/* plugins/outputs/common.h: what outputs share: component names, boxes, frequencies, and the
 * attributes that say where and when a number was taken. */
#ifndef YEE_OUTPUTS_COMMON_H
#define YEE_OUTPUTS_COMMON_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yee/yee.h>

static const char *const component_name[YEE_COMPONENTS] = {"ex", "ey", "ez", "hx", "hy", "hz"};

static inline const char *component_unit(int c) { return yee_is_electric(c) ? "V/m" : "A/m"; }

/* What every output needs to write; NULL after a sentence. */
static inline const yee_record *record_of(const yee_host *host)
{
    const yee_record *record = host->extension(host, YEE_RECORD);
    if (!record)
        host->fail(host, YEE_PLUGIN, "needs the extension %s, which this host has not",
                   YEE_RECORD);
    return record;
}

/* Words to components: ex ... hz, e, h, all. Those that a 2-D grid lacks are left out of the
 * groups and refused by name. */
static inline yee_status components_choose(const yee_host *host, const yee_grid *grid,
                                           const yee_texts *words, bool chosen[YEE_COMPONENTS])
{
    memset(chosen, 0, YEE_COMPONENTS * sizeof *chosen);
    for (size_t w = 0; w < words->count; w++) {
        const char *word = words->v[w];
        const bool all = !strcmp(word, "all");
        bool known = false;
        for (int c = 0; c < YEE_COMPONENTS; c++) {
            const bool group = all || !strcmp(word, yee_is_electric(c) ? "e" : "h");
            const bool named = !strcmp(word, component_name[c]);
            if (named && !grid->active[c])
                return host->fail(host, YEE_INPUT,
                                  "component %s is not carried by this 2-D grid", word);
            known = known || group || named;
            chosen[c] = chosen[c] || ((group || named) && grid->active[c]);
        }
        if (!known)
            return host->fail(host, YEE_INPUT,
                              "component '%s' is unknown; there are ex, ey, ez, hx, hy, hz, e, "
                              "h and all",
                              word);
    }
    return YEE_OK;
}

static inline double axis_low(const yee_axis_data *axis) { return axis->node[0]; }
static inline double axis_high(const yee_axis_data *axis) { return axis->node[axis->cells]; }

/* Fails unless x lies on the axis, rounding allowed for. */
static inline yee_status axis_check(const yee_host *host, const yee_grid *grid, int a, double x,
                                    const char *key)
{
    const yee_axis_data *axis = &grid->axis[a];
    const double slack = 1e-9 * (axis_high(axis) - axis_low(axis));
    if (axis->invariant || (x >= axis_low(axis) - slack && x <= axis_high(axis) + slack))
        return YEE_OK;
    return host->fail(host, YEE_INPUT, "%s: %c = %g m is outside the grid, %g m to %g m", key,
                      'x' + a, x, axis_low(axis), axis_high(axis));
}

/* The node nearest to x, the upper one half way between two whatever the last digit of x; 0 on
 * an invariant axis. */
static inline int64_t axis_node(const yee_axis_data *axis, double x)
{
    if (axis->invariant)
        return 0;
    const double slack = 1e-9 * (axis_high(axis) - axis_low(axis)) / (double)axis->cells;
    int64_t lo = 0, hi = axis->cells;
    while (lo < hi) {
        const int64_t mid = lo + (hi - lo) / 2;
        const bool above = x >= 0.5 * (axis->node[mid] + axis->node[mid + 1]) - slack;
        *(above ? &lo : &hi) = mid + above;
    }
    return lo;
}

/* The point of a component nearest to x, half way the upper one; node n of a periodic axis is
 * node 0. */
static inline int64_t component_nearest(const yee_grid *grid, int c, int a, double x)
{
    const yee_axis_data *axis = &grid->axis[a];
    const double slack = 1e-9 * (axis_high(axis) - axis_low(axis)) / (double)axis->cells;
    if (!yee_half(c, a) || axis->invariant) {
        const int64_t node = axis_node(axis, x);
        return axis->periodic ? node % axis->cells : node;
    }
    int64_t lo = 0, hi = axis->cells - 1;
    while (lo < hi) {
        const int64_t mid = lo + (hi - lo) / 2;
        const double here = yee_grid_position(grid, c, a, mid);
        const double next = yee_grid_position(grid, c, a, mid + 1);
        const bool above = x >= 0.5 * (here + next) - slack;
        *(above ? &lo : &hi) = mid + above;
    }
    return lo;
}

/* Points of a strided box: indices [lo, hi) that every component has. */
typedef struct box {
    int64_t lo[3], hi[3], stride[3], count[3];
    int64_t points;
} box;

static inline bool given(const yee_vec3 *v) { return !isnan(v->v[0]); }

/* One or three whole numbers to strides. */
static inline yee_status strides(const yee_host *host, const yee_reals *r, int64_t stride[3])
{
    if (r->count != 1 && r->count != 3)
        return host->fail(host, YEE_INPUT, "stride takes one number or three, not %zu",
                          r->count);
    for (int a = 0; a < 3; a++) {
        const double v = r->v[r->count == 1 ? 0 : a];
        if (v != floor(v))
            return host->fail(host, YEE_INPUT, "stride %g is not a whole number", v);
        stride[a] = (int64_t)v;
    }
    return YEE_OK;
}

/* The box between two corners, both included and each moved to the nearest node; a corner that
 * is not given is the grid's. */
static inline yee_status box_choose(const yee_host *host, const yee_grid *grid,
                                    const yee_vec3 *from, const yee_vec3 *to,
                                    const yee_reals *stride, box *b)
{
    if (strides(host, stride, b->stride))
        return YEE_INPUT;
    b->points = 1;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &grid->axis[a];
        if ((given(from) && axis_check(host, grid, a, from->v[a], "from")) ||
            (given(to) && axis_check(host, grid, a, to->v[a], "to")))
            return YEE_INPUT;
        if (given(from) && given(to) && from->v[a] > to->v[a])
            return host->fail(host, YEE_INPUT, "from lies above to: %c = %g m > %g m", 'x' + a,
                              from->v[a], to->v[a]);
        const int64_t last = axis->cells - 1;
        int64_t hi = given(to) ? axis_node(axis, to->v[a]) : last;
        int64_t lo = given(from) ? axis_node(axis, from->v[a]) : 0;
        hi = hi < last ? hi : last;
        lo = lo < hi ? lo : hi;
        b->lo[a] = lo;
        b->hi[a] = hi + 1;
        b->stride[a] = axis->invariant ? 1 : b->stride[a];
        b->count[a] = (hi - lo) / b->stride[a] + 1;
        b->points *= b->count[a];
    }
    return YEE_OK;
}

/* Position (m) of the node of point n of a box; the middle of an invariant axis. */
static inline double box_node(const yee_grid *grid, const box *b, int a, int64_t n)
{
    const yee_axis_data *axis = &grid->axis[a];
    return axis->invariant ? 0.5 * (axis_low(axis) + axis_high(axis))
                           : axis->node[b->lo[a] + n * b->stride[a]];
}

/* Keys of outputs that transform to frequency. */
typedef struct frequency_keys {
    yee_reals list;
    double lowest, highest;
    int64_t count;
} frequency_keys;

// clang-format off
#define FREQUENCY_PARAMS(config) \
    {"frequencies", YEE_TYPE_REALS, YEE_FIELD(config, frequency.list, yee_reals), \
     "Hz", YEE_UNSET, 0, YEE_INFINITY, NULL, \
     "Frequencies; or give frequency_min, frequency_max and frequency_count."}, \
    {"frequency_min", YEE_TYPE_REAL, YEE_FIELD(config, frequency.lowest, double), \
     "Hz", YEE_UNSET, 0, YEE_INFINITY, NULL, "Lowest of evenly spaced frequencies."}, \
    {"frequency_max", YEE_TYPE_REAL, YEE_FIELD(config, frequency.highest, double), \
     "Hz", YEE_UNSET, 0, YEE_INFINITY, NULL, "Highest of evenly spaced frequencies."}, \
    {"frequency_count", YEE_TYPE_INT, YEE_FIELD(config, frequency.count, int64_t), \
     NULL, "101", 1, 1e6, NULL, "Number of evenly spaced frequencies."}
// clang-format on

static inline yee_status frequencies_choose(const yee_host *host, const frequency_keys *keys,
                                            int64_t *count, const double **frequency)
{
    const bool range = !isnan(keys->lowest) && !isnan(keys->highest);
    if ((keys->list.count > 0) == range)
        return host->fail(host, YEE_INPUT,
                          "give either frequencies or both frequency_min and frequency_max");
    if (!range) {
        *count = (int64_t)keys->list.count;
        *frequency = keys->list.v;
        return YEE_OK;
    }
    if (keys->lowest > keys->highest || (keys->count > 1 && keys->lowest == keys->highest))
        return host->fail(host, YEE_INPUT,
                          "frequency_min = %g Hz must be below frequency_max = %g Hz",
                          keys->lowest, keys->highest);
    double *f = host->alloc(host, (size_t)keys->count * sizeof *f);
    if (!f)
        return host->fail(host, YEE_MEMORY, "no memory for %lld frequencies",
                          (long long)keys->count);
    const double gap = keys->highest - keys->lowest;
    for (int64_t i = 0; i < keys->count; i++)
        f[i] = keys->count == 1 ? keys->lowest
                                : keys->lowest + gap * (double)i / (double)(keys->count - 1);
    *count = keys->count;
    *frequency = f;
    return YEE_OK;
}

#define EVERY_PARAM(config) \
    YEE_PARAM_INT( \
        config, every, YEE_UNSET, 1, 1e9, \
        "Sums every n-th step; if not given, as seldom as the sources' band allows.")

/* Steps between the samples of a transform: the key's, or what the sources' band allows. */
static inline int64_t every_choose(const yee_view *view, int64_t every, int64_t count,
                                   const double *frequency)
{
    double highest = 0;
    if (every != INT64_MIN)
        return every;
    for (int64_t i = 0; i < count; i++)
        highest = fmax(highest, frequency[i]);
    const bool knows = view->size > offsetof(yee_view, cadence) && view->cadence;
    return knows ? view->cadence(view, highest) : 1;
}

/* Attributes of numbers taken from a component: unit, and its place and time against node
 * (i, j, k) and step n: offset in cells, time_offset in steps. */
static inline yee_status describe_component(const yee_record *record, const yee_host *host,
                                            yee_file *file, const char *path,
                                            const yee_grid *grid, int c, const char *units)
{
    double offset[3];
    for (int a = 0; a < 3; a++)
        offset[a] = yee_half(c, a) || grid->axis[a].invariant ? 0.5 : 0;
    const double time_offset = yee_is_electric(c) ? 0 : -0.5;
    yee_status status = record->text(host, file, path, "units", units);
    if (!status)
        status = record->numbers(host, file, path, "offset", YEE_NUMBER_F64, 3, offset);
    if (!status)
        status =
            record->numbers(host, file, path, "time_offset", YEE_NUMBER_F64, 1, &time_offset);
    return status;
}

/* Attributes of a growing dataset: when row r was taken, time_first + r*time_step (s). offset:
 * in steps. */
static inline yee_status describe_time(const yee_record *record, const yee_host *host,
                                       yee_file *file, const char *path, const yee_grid *grid,
                                       int64_t every, double offset)
{
    const double first = ((double)every + offset) * grid->dt, step = (double)every * grid->dt;
    yee_status status =
        record->numbers(host, file, path, "time_first", YEE_NUMBER_F64, 1, &first);
    if (!status)
        status = record->numbers(host, file, path, "time_step", YEE_NUMBER_F64, 1, &step);
    return status;
}

static inline yee_number number_of(yee_precision precision)
{
    return precision == YEE_F32 ? YEE_NUMBER_F32 : YEE_NUMBER_F64;
}

/* A fixed dataset written at once, with its unit. */
static inline yee_status write_array(const yee_record *record, const yee_host *host,
                                     yee_file *file, const char *path, yee_number type,
                                     int rank, const int64_t *dims, const void *data,
                                     const char *units)
{
    yee_dataset *set = record->dataset(host, file, path, type, rank, dims);
    if (!set)
        return YEE_IO;
    const yee_status status = record->append(host, set, dims[0], data);
    return status || !units ? status : record->text(host, file, path, "units", units);
}

/* Datasets x, y, z of a group: positions (m) of the nodes of a box, with the stride between
 * them in cells. */
static inline yee_status write_box_axes(const yee_record *record, const yee_host *host,
                                        yee_file *file, const char *group, const yee_grid *grid,
                                        const box *b)
{
    yee_status status = YEE_OK;
    for (int a = 0; a < 3 && !status; a++) {
        char path[600];
        double *x = malloc((size_t)b->count[a] * sizeof *x);
        if (!x)
            return host->fail(host, YEE_MEMORY, "no memory for %lld positions",
                              (long long)b->count[a]);
        for (int64_t n = 0; n < b->count[a]; n++)
            x[n] = box_node(grid, b, a, n);
        snprintf(path, sizeof path, "%s/%c", group, 'x' + a);
        status = write_array(record, host, file, path, YEE_NUMBER_F64, 1, &b->count[a], x, "m");
        free(x);
        if (!status)
            status =
                record->numbers(host, file, path, "stride", YEE_NUMBER_I64, 1, &b->stride[a]);
    }
    return status;
}

#endif
