/* taps.c: what is read from fields: taps, energy, vital signs. */
#include "plan.h"
#include <math.h>
#include <string.h>

static bool due(const yee_tap *t, int64_t step)
{
    return step >= t->first && step <= t->last && (step - t->first) % t->every == 0;
}

static int64_t tap_points(const yee_tap *t)
{
    int64_t count = 1;
    for (int a = 0; a < 3; a++)
        count *= (t->hi[a] - t->lo[a] + t->stride[a] - 1) / t->stride[a];
    return count;
}

/* Index of point n of a tap's strided box, C order. */
static int64_t box_index(const plan *p, const yee_tap *t, int64_t n)
{
    int64_t x[3];
    for (int a = 2; a >= 0; a--) {
        int64_t count = (t->hi[a] - t->lo[a] + t->stride[a] - 1) / t->stride[a];
        x[a] = t->lo[a] + n % count * t->stride[a];
        n /= count;
    }
    return yee_grid_index(&p->problem->grid, t->component, x[0], x[1], x[2]);
}

static void copy(const plan *p, int component, int64_t index, void *record, int64_t n)
{
    const char *field = p->field[p->as[component]];
    memcpy((char *)record + n * (int64_t)p->word, field + index * (int64_t)p->word, p->word);
}

/* sum += F*exp(-j 2 pi f t)*every*dt; H is sampled at its own time. */
static void transform(plan *p, const yee_tap *t, double *sum)
{
    double dt = p->problem->grid.dt, weight = (double)t->every * dt;
    double time = ((double)p->step - (yee_is_electric(t->component) ? 0 : 0.5)) * dt;
    int64_t points = tap_points(t);
    for (int64_t f = 0; f < t->frequencies; f++) {
        double turns = fmod(t->frequency[f] * time, 1.0);
        double re = weight * cos(2 * YEE_PI * turns), im = -weight * sin(2 * YEE_PI * turns);
        for (int64_t n = 0; n < points; n++, sum += 2) {
            double v = field_value(p, p->as[t->component], box_index(p, t, n));
            sum[0] += v * re;
            sum[1] += v * im;
        }
    }
}

static void fill(plan *p, const yee_tap *t, void *record)
{
    double *pair = record;
    switch (t->kind) {
    case YEE_TAP_BOX:
        for (int64_t n = 0; n < t->values; n++)
            copy(p, t->component, box_index(p, t, n), record, n);
        break;
    case YEE_TAP_POINTS:
        for (int64_t n = 0; n < t->count; n++)
            copy(p, t->point_component[n], t->point_index[n], record, n);
        break;
    case YEE_TAP_PORT:
        pair[0] = 0.5 * (p->port_before[t->port] + port_voltage(p, t->port));
        pair[1] = p->port_current[t->port];
        break;
    case YEE_TAP_ENERGY:
        plan_energy(p, pair);
        break;
    case YEE_TAP_DFT:
        break;
    }
}

static yee_status deliver(plan *p, const yee_sink *sink, int64_t tap)
{
    void *record = sink->reserve(sink, tap, p->step);
    if (!record)
        return p->host->fail(p->host, YEE_IO,
                             "there is no room for what output number %lld takes at step %lld",
                             (long long)tap, (long long)p->step);
    if (p->dft[tap])
        memcpy(record, p->dft[tap], (size_t)p->problem->tap[tap].values * sizeof(double));
    else
        fill(p, &p->problem->tap[tap], record);
    return sink->commit(sink, tap, record);
}

yee_status taps_take(plan *p, const yee_sink *sink)
{
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < p->problem->taps && status == YEE_OK; n++) {
        const yee_tap *t = &p->problem->tap[n];
        if (!due(t, p->step))
            continue;
        if (t->kind == YEE_TAP_DFT)
            transform(p, t, p->dft[n]);
        else if (sink)
            status = deliver(p, sink, n);
    }
    return status;
}

yee_status taps_finish(plan *p, const yee_sink *sink)
{
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < p->problem->taps && status == YEE_OK && sink; n++)
        if (p->problem->tap[n].kind == YEE_TAP_DFT)
            status = deliver(p, sink, n);
    return status;
}

void plan_energy(plan *p, double energy[2])
{
    p->fields->energy(p, energy);
    energy[1] += points_energy(p);
}

/* The largest value is the larger of |E| and eta0 |H|. */
void plan_vitals(const plan *p, yee_vitals *vitals)
{
    double largest = -1;
    vitals->electric = vitals->magnetic = 0;
    vitals->finite = true;
    for (int n = 0; n < YEE_COMPONENTS && vitals->finite; n++) {
        double *most = yee_is_electric(n) ? &vitals->electric : &vitals->magnetic;
        int64_t where;
        double top = p->fields->largest(p, p->as[n], &where);
        vitals->finite = top <= YEE_INFINITY;
        *most = top > *most || !vitals->finite ? top : *most;
        double scaled = yee_is_electric(n) ? top : YEE_ETA0 * top;
        if (scaled > largest || !vitals->finite) {
            largest = scaled;
            vitals->component = n;
            vitals->index = where;
        }
    }
}

double plan_glance(const plan *p)
{
    double top = 0;
    for (int n = 0; n < 3; n++)
        top = fmax(top, p->fields->glance(p, p->as[n]));
    return top;
}
