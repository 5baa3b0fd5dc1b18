/* mend.c: sweeps with links. The runs of a component along an axis share no point, so they go
 * side by side; those of different axes one after the other, so that every number of threads
 * gives the same bits. */
#include "mend.h"
#include "../plain/machine.h"
#include "steady.h"

/* Unlike SHARED_LOOP, all threads meet at its end. */
#ifdef _OPENMP
#define WAITING_LOOP PRAGMA(omp for schedule(static))
#else
#define WAITING_LOOP
#endif

static mend_run *mender(const plan *p)
{
    return p->word == sizeof(float) ? mend_f32 : mend_f64;
}

static void sweep(plan *p, bool electric)
{
    const cpu *own = p->scheme;
    const wide_links *l = own->links;
    own->bulk->sweep(p, electric);
    PARALLEL(p->threads)
    {
        const unsigned mode = denormals_off();
        for (int c = electric ? YEE_EX : YEE_HX, end = c + 3; c < end; c++)
            for (int a = 0; a < 3; a++) {
                const int64_t first = l->first[c][a], count = l->count[c][a];
                if (count == 0)
                    continue;
                WAITING_LOOP
                for (int64_t n = first; n < first + count; n++)
                    mender(p)(p, l, &l->run[n], p->as[c], (a + p->turn) % 3, false);
            }
        denormals_restore(mode);
    }
}

/* A cell's volume is the same everywhere; on walls of PMC half of it or less. */
static double volume(const plan *p, int c, int64_t index)
{
    const int64_t *e = p->grid.extent[c], row = index / e[2];
    return point_volume(p, c, row / e[1], row % e[1], index % e[2]);
}

/* H- times the H+ that the next sweep makes. */
static void energy(plan *p, yee_sum sum[2])
{
    const cpu *own = p->scheme;
    const wide_links *l = own->links;
    own->bulk->energy(p, sum);
    for (int c = YEE_HX; c < YEE_COMPONENTS; c++)
        for (int a = 0; a < 3; a++)
            for (int64_t n = l->first[c][a]; n < l->first[c][a] + l->count[c][a]; n++)
                for (int64_t k = 0; k < l->run[n].count; k++) {
                    link_run one = l->run[n];
                    one.to += k;
                    one.from += k;
                    one.count = 1;
                    yee_sum_add(&sum[1],
                                volume(p, p->as[c], one.to) *
                                    mender(p)(p, l, &one, p->as[c], (a + p->turn) % 3, true));
                }
}

static double largest(const plan *p, int c, int64_t *where)
{
    return ((const cpu *)p->scheme)->bulk->largest(p, c, where);
}

static double peak_estimate(const plan *p, int c)
{
    return ((const cpu *)p->scheme)->bulk->peak_estimate(p, c);
}

yee_status mend_plan(const yee_host *host, plan *p, cpu *own, const cpu_config *config)
{
    static const fields mended = {sweep, energy, largest, peak_estimate};
    const wide_config *design = own->scheme->designed ? &config->design : NULL;
    const yee_problem *q = p->problem;
    const double c = links_velocity(q);
    double d[3];
    wide_cell(&q->grid, d); /* the plan's may be turned */
    const wide_wave wave = wide_wave_of(design, d, q->grid.dt, c);
    yee_status status = links_make(host, own->scheme, design, &wave, q, &own->links);
    if (status || !own->links)
        return status;
    own->bulk = p->fields;
    p->fields = &mended;
    return steady_check(host, p, own, design, c);
}
