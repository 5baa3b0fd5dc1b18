/* taps.c: what is read from fields: taps, energy, vital signs. */
#include "../common/taps.h"
#include "plan.h"
#include <math.h>

/* The answers of taps.h. */
static double field(const void *scheme, int component, int64_t index)
{
    const plan *p = scheme;
    return field_value(p, p->as[component], index);
}

static void port(const void *scheme, int64_t n, double record[2])
{
    const plan *p = scheme;
    record[0] = 0.5 * (p->port_before[n] + port_voltage(p, n));
    record[1] = p->port_current[n];
}

static taps taps_of(plan *p)
{
    return (taps){.host = p->host,
                  .problem = p->problem,
                  .dft = p->dft,
                  .scheme = p,
                  .field = field,
                  .port = port,
                  .energy = plan_energy};
}

yee_status plan_take_taps(plan *p, const yee_sink *sink)
{
    const taps t = taps_of(p);
    return taps_take(&t, p->step, sink);
}

yee_status plan_exchange_taps(plan *p, yee_state *state)
{
    const taps t = taps_of(p);
    return taps_exchange(&t, state);
}

yee_status plan_finish(void *made, const yee_sink *sink)
{
    plan *p = made;
    const taps t = taps_of(p);
    return taps_finish(&t, p->step, sink);
}

yee_status plan_sum(void *made, yee_sum sum[2])
{
    plan *p = made;
    p->fields->energy(p, sum);
    points_energy(p, &sum[1]);
    edge_laws_energy(&p->laws, field, p, &sum[0]);
    cell_laws_energy(&p->cells, field, p, &sum[0]);
    cell_laws_energy(&p->tensors, field, p, &sum[0]);
    cell_laws_energy(&p->magnets, field, p, &sum[1]);
    return YEE_OK;
}

yee_status plan_energy(void *made, double energy[2])
{
    yee_sum sum[2] = {0};
    plan_sum(made, sum);
    for (int n = 0; n < 2; n++)
        energy[n] = yee_sum_value(&sum[n]);
    return YEE_OK;
}

/* The largest value is the larger of |E| and eta0 |H|. */
void plan_extrema(const plan *p, yee_extrema *extrema)
{
    double largest = -1;
    extrema->electric = extrema->magnetic = 0;
    extrema->finite = true;
    for (int n = 0; n < YEE_COMPONENTS && extrema->finite; n++) {
        double *most = yee_is_electric(n) ? &extrema->electric : &extrema->magnetic;
        int64_t where;
        double top = p->fields->largest(p, p->as[n], &where);
        extrema->finite = top <= YEE_INFINITY;
        *most = top > *most || !extrema->finite ? top : *most;
        double scaled = yee_is_electric(n) ? top : YEE_ETA0 * top;
        if (scaled > largest || !extrema->finite) {
            largest = scaled;
            extrema->component = n;
            extrema->index = where;
        }
    }
}

double plan_peak_estimate(const plan *p)
{
    double top = 0;
    for (int n = 0; n < 3; n++)
        top = fmax(top, p->fields->peak_estimate(p, p->as[n]));
    return top;
}
