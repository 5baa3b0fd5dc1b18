/* schemes/common/taps.c: the taps of taps.h. */
#include "taps.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static void put(const taps *t, void *record, int64_t n, double value)
{
    if (t->problem->precision == YEE_F32)
        ((float *)record)[n] = (float)value;
    else
        ((double *)record)[n] = value;
}

/* The points of a strided box, C order. A BOX has a record of its values; a DFT has sums, to
 * which they go times the weights (re, im) of each frequency, in C order too. */
static void sample_box(const taps *t, const yee_tap *x, void *record, double *sum, double re,
                       double im)
{
    int64_t n = 0;
    for (int64_t i = x->lo[0]; i < x->hi[0]; i += x->stride[0])
        for (int64_t j = x->lo[1]; j < x->hi[1]; j += x->stride[1])
            for (int64_t k = x->lo[2]; k < x->hi[2]; k += x->stride[2], n++) {
                const int64_t at = yee_grid_index(&t->problem->grid, x->component, i, j, k);
                const double f = t->field(t->scheme, x->component, at);
                if (record) {
                    put(t, record, n, f);
                } else {
                    sum[2 * n] += f * re;
                    sum[2 * n + 1] += f * im;
                }
            }
}

/* sum += F*exp(-j 2 pi f t)*every*dt; H is sampled at its own time, half a step before E. */
static void transform(const taps *t, const yee_tap *x, int64_t step, double *sum)
{
    const double dt = t->problem->grid.dt, weight = (double)x->every * dt;
    const double time = ((double)step - (yee_is_electric(x->component) ? 0 : 0.5)) * dt;
    for (int64_t f = 0; f < x->frequencies; f++) {
        const double turns = fmod(x->frequency[f] * time, 1.0);
        sample_box(t, x, NULL, sum + f * (x->values / x->frequencies),
                   weight * cos(2 * YEE_PI * turns), -weight * sin(2 * YEE_PI * turns));
    }
}

static yee_status deliver(const taps *t, int64_t tap, int64_t step, const yee_sink *sink)
{
    const yee_tap *x = &t->problem->tap[tap];
    yee_status status = YEE_OK;
    void *record = sink->reserve(sink, tap, step);
    if (!record)
        return t->host->fail(t->host, YEE_IO,
                             "there is no room for what output number %lld takes at step %lld",
                             (long long)tap, (long long)step);
    switch (x->kind) {
    case YEE_TAP_BOX:
        sample_box(t, x, record, NULL, 0, 0);
        break;
    case YEE_TAP_POINTS:
        for (int64_t n = 0; n < x->count; n++)
            put(t, record, n, t->field(t->scheme, x->point_component[n], x->point_index[n]));
        break;
    case YEE_TAP_DFT:
        memcpy(record, t->dft[tap], (size_t)x->values * sizeof **t->dft);
        break;
    case YEE_TAP_PORT:
        t->port(t->scheme, x->port, record);
        break;
    case YEE_TAP_ENERGY:
        status = t->energy(t->scheme, record);
        break;
    }
    return status ? status : sink->commit(sink, tap, record);
}

yee_status taps_take(const taps *t, int64_t step, const yee_sink *sink)
{
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < t->problem->taps && !status; n++) {
        const yee_tap *x = &t->problem->tap[n];
        if (!yee_tap_due(x, step))
            continue;
        if (x->kind == YEE_TAP_DFT)
            transform(t, x, step, t->dft[n]);
        else if (sink)
            status = deliver(t, n, step, sink);
    }
    return status;
}

yee_status taps_finish(const taps *t, int64_t step, const yee_sink *sink)
{
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < t->problem->taps && sink && !status; n++)
        if (t->problem->tap[n].kind == YEE_TAP_DFT)
            status = deliver(t, n, step, sink);
    return status;
}

yee_status taps_exchange(const taps *t, yee_state *state)
{
    yee_status status = YEE_OK;
    char name[32];
    for (int64_t n = 0; n < t->problem->taps && !status; n++) {
        const yee_tap *x = &t->problem->tap[n];
        snprintf(name, sizeof name, "dft_%lld", (long long)n);
        if (x->kind == YEE_TAP_DFT)
            status = state->piece(state, name, t->dft[n], x->values * (int64_t)sizeof **t->dft);
    }
    return status;
}
