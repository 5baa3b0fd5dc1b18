/* plugins/outputs/gprmax/cells.c: boxes of cells and their materials. */
#include "cells.h"
#include <math.h>
#include <string.h>

yee_status gprmax_uniform(const yee_host *host, const yee_grid *grid)
{
    for (int a = 0; a < 3; a++) {
        const double *x = grid->axis[a].node, width = x[1] - x[0];
        for (int64_t i = 0; i < grid->axis[a].cells; i++)
            if (fabs(x[i + 1] - x[i] - width) > 1e-6 * width)
                return host->fail(host, YEE_DECLINED,
                                  "the cells along %c are not alike, and gprMax has one width; "
                                  "probe and snapshot record on any grid",
                                  "xyz"[a]);
    }
    return YEE_OK;
}

yee_status gprmax_choose(const yee_host *host, const yee_grid *grid, const yee_vec3 *from,
                         const yee_vec3 *to, const yee_reals *stride, gprmax_cells *c)
{
    const yee_status status = gprmax_uniform(host, grid);
    if (status)
        return status;
    if (stride && stride->count != 1 && stride->count != 3)
        return host->fail(host, YEE_INPUT, "stride takes one number or three, not %zu",
                          stride->count);
    c->all = 1;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &grid->axis[a];
        const bool whole = axis->invariant || isnan(from->v[0]);
        c->lo[a] = whole ? 0 : yee_axis_nearest(axis, fmin(from->v[a], to->v[a]));
        c->hi[a] = whole ? axis->cells : yee_axis_nearest(axis, fmax(from->v[a], to->v[a]));
        const double step = stride ? stride->v[stride->count == 1 ? 0 : a] : 1;
        if (!(step >= 1) || step != floor(step) || step > 1e9)
            return host->fail(host, YEE_INPUT, "stride %g is not a whole number from 1 on",
                              step);
        c->stride[a] = (int64_t)step;
        c->count[a] = (c->hi[a] - c->lo[a] + c->stride[a] - 1) / c->stride[a];
        if (c->count[a] < 1)
            return host->fail(host, YEE_INPUT, "no cell lies between from and to along %c",
                              "xyz"[a]);
        c->all *= c->count[a];
    }
    return YEE_OK;
}

/* Nothing moves where none are given. */
static yee_status read_steps(const yee_host *host, const char *key, const yee_reals *list,
                             int64_t steps[3])
{
    if (list->count != 3 && list->count)
        return host->fail(host, YEE_INPUT, "%s has %zu numbers; it takes three", key,
                          list->count);
    for (size_t a = 0; a < list->count; a++) {
        if (!(fabs(list->v[a]) < 1e9) || list->v[a] != floor(list->v[a]))
            return host->fail(host, YEE_INPUT, "%s: %g is no number of cells", key, list->v[a]);
        steps[a] = (int64_t)list->v[a];
    }
    return YEE_OK;
}

yee_status gprmax_read_moving(const yee_host *host, int64_t trace,
                              const yee_reals *source_steps, const yee_reals *receiver_steps,
                              gprmax_moving *moving)
{
    moving->trace = trace;
    const yee_status status =
        read_steps(host, "source_steps", source_steps, moving->source_steps);
    return status ? status
                  : read_steps(host, "receiver_steps", receiver_steps, moving->receiver_steps);
}

/* Only dipoles move: voltage sources and lines belong to antennas. */
void gprmax_shift(const gprmax_moving *moving, const char *type, int64_t by[3])
{
    const bool moves = !strcmp(type, "HertzianDipole") || !strcmp(type, "MagneticDipole");
    for (int a = 0; a < 3; a++)
        by[a] = moves ? moving->trace * moving->source_steps[a] : 0;
}

/* The entry of a number, made where it is new; -1: no memory. */
static int32_t entry(const yee_host *host, gprmax_materials *m, int64_t number,
                     const char *name)
{
    for (int64_t n = m->count; n-- > 0;)
        if (m->number[n] == number)
            return (int32_t)n;
    if (m->count == m->capacity) {
        const int64_t capacity = m->capacity ? 2 * m->capacity : 64;
        const char **names = host->alloc(host, (size_t)capacity * sizeof *names);
        int64_t *numbers = host->alloc(host, (size_t)capacity * sizeof *numbers);
        if (!names || !numbers)
            return -1;
        if (m->count) {
            memcpy(names, m->name, (size_t)m->count * sizeof *names);
            memcpy(numbers, m->number, (size_t)m->count * sizeof *numbers);
        }
        m->name = names;
        m->number = numbers;
        m->capacity = capacity;
    }
    m->name[m->count] = name ? name : "";
    m->number[m->count] = number;
    return (int32_t)m->count++;
}

yee_status gprmax_list(const yee_host *host, const yee_view *view, const gprmax_cells *c,
                       gprmax_materials *m)
{
    int64_t at = 0, last = -1;
    int32_t kept = 0;
    *m = (gprmax_materials){.count = 0};
    if (!view->material_number || !view->material) /* no cell is there (yee plan --estimate) */
        return YEE_OK;
    m->of = host->alloc(host, (size_t)c->all * sizeof *m->of);
    if (!m->of)
        return host->fail(host, YEE_MEMORY, "no memory for %lld cells", (long long)c->all);
    for (int64_t i = c->lo[0]; i < c->hi[0]; i += c->stride[0])
        for (int64_t j = c->lo[1]; j < c->hi[1]; j += c->stride[1])
            for (int64_t k = c->lo[2]; k < c->hi[2]; k += c->stride[2]) {
                const int64_t number = view->material_number(view, i, j, k);
                if (number != last)
                    kept = entry(host, m, number, view->material(view, i, j, k));
                if (kept < 0)
                    return host->fail(host, YEE_MEMORY, "no memory for the materials");
                last = number;
                m->of[at++] = kept;
            }
    return YEE_OK;
}
