/* paper.c: what the schemes named after papers share: which problems they take, the order of a
 * step, and the engine's functions as operations of a scheme. */
#include "paper.h"
#include <stdio.h>
#include <stdlib.h>

/* Forms that a mapping of the plain update has no place for. */
static yee_status decline(const yee_host *host, const char *scheme, bool poles,
                          const yee_problem *q)
{
    for (int a = 0; a < 3; a++)
        for (int side = 0; side < 2; side++)
            if (q->grid.axis[a].layer[side] > 0)
                return host->fail(host, YEE_DECLINED,
                                  "%s updates plain cells and has no absorbing layers; the %s "
                                  "%c face has one of %lld cells (cuda.split takes it)",
                                  scheme, side ? "high" : "low", ("xyz"[a]),
                                  (long long)q->grid.axis[a].layer[side]);
    for (int64_t m = 0; m < q->media && !poles; m++)
        if (q->update[m].sections > 0)
            return host->fail(host, YEE_DECLINED,
                              "%s updates plain cells and keeps no state of poles; medium %lld "
                              "has %d (cuda.split takes it)",
                              scheme, (long long)m, q->update[m].sections);
    return YEE_OK;
}

yee_status paper_plan(const yee_host *host, const char *scheme, const void *config, bool poles,
                      const yee_problem *problem, plan **made)
{
    plan *p = NULL;
    yee_status status = decline(host, scheme, poles, problem);
    if (status == YEE_OK)
        status = plan_make(host, problem, &p);
    if (status != YEE_OK)
        return status;
    mapping *m = calloc(1, sizeof *m);
    if (!m) {
        plan_free(p);
        return host->fail(host, YEE_MEMORY, "no host memory for a plan");
    }
    m->config = config;
    snprintf(m->text, sizeof m->text, "%s", scheme);
    p->scheme = m;
    *made = p;
    return YEE_OK;
}

yee_status paper_fits(const yee_host *host, plan *p, int64_t threads, int64_t down,
                      int64_t deep)
{
    yee_status status = YEE_OK;
    if (threads > 1024)
        status = host->fail(host, YEE_DECLINED,
                            "a block would have %lld threads; the card runs at most 1024",
                            (long long)threads);
    else if (down > 65535 || deep > 65535)
        status = host->fail(host, YEE_DECLINED,
                            "the launch would have %lld blocks along its second or third axis; "
                            "the card takes at most 65535",
                            (long long)(down > deep ? down : deep));
    if (status != YEE_OK)
        paper_destroy(p);
    return status;
}

bool paper_ask(plan *p, bool stretched)
{
    mapping *m = paper_of(p);
    const int64_t points = (p->d.cells[0] + 1) * p->d.plane;
    bool ok = true;
    for (int n = 0; n < YEE_COMPONENTS && ok; n++)
        ok = device_ask(&m->memory, &m->tables.cb[n], points, p->word, NULL) &&
             device_ask(&m->memory, &m->tables.loss[n], points, p->word, NULL) &&
             (!stretched ||
              device_ask(&m->memory, &m->tables.inverse[n], points, p->word, NULL));
    return ok;
}

yee_status paper_tables(const yee_host *host, plan *p, bool asked)
{
    mapping *m = paper_of(p);
    yee_status status = asked ? device_grant(host, &m->memory)
                              : host->fail(host, YEE_MEMORY, "no host memory for a plan");
    if (status == YEE_OK) /* what is granted is zeroed on another stream */
        status = DEVICE_CALL(host, cudaDeviceSynchronize());
    if (status == YEE_OK)
        status = DEVICE_CALL(host, tables_fill(&p->d, &m->tables, p->word, p->work));
    if (status != YEE_OK)
        paper_destroy(p);
    return status;
}

static yee_status one_step(plan *p)
{
    mapping *m = paper_of(p);
    yee_status status = m->sweep(p, 0);
    if (status == YEE_OK)
        status = steps_between(p, 0, true);
    if (status == YEE_OK)
        status = m->sweep(p, 1);
    return status == YEE_OK ? steps_between(p, 1, true) : status;
}

yee_status paper_available(const yee_host *host, const void *config)
{
    (void)config;
    return device_available(host);
}

yee_status paper_card(yee_scheme_card *card, double bytes_per_cell)
{
    card->radius = 1;
    card->f32 = card->f64 = card->device = true;
    card->bytes_per_cell = bytes_per_cell;
    return YEE_OK;
}

static yee_status launch(plan *p, int64_t steps) { return steps_launch(p, steps, one_step); }

yee_status paper_run(void *made, int64_t steps, const yee_sink *sink)
{
    return steps_run(made, steps, sink, launch);
}

yee_status paper_finish(void *made, const yee_sink *sink) { return watch_finish(made, sink); }

yee_status paper_read(void *made, int component, double *values)
{
    return fields_read(made, component, values);
}

yee_status paper_write(void *made, int component, const double *values)
{
    return fields_write(made, component, values);
}

yee_status paper_energy(void *made, double energy[2]) { return fields_energy(made, energy); }
yee_status paper_vitals(void *made, yee_vitals *vitals) { return fields_vitals(made, vitals); }
yee_status paper_glance(void *made, double *electric) { return fields_glance(made, electric); }
yee_status paper_save(void *made, yee_state *state)
{
    return fields_pieces(made, state, false);
}
yee_status paper_load(void *made, yee_state *state) { return fields_pieces(made, state, true); }
int64_t paper_step(const void *made) { return ((const plan *)made)->step; }

int paper_print(const void *made, char *text, size_t size)
{
    return plan_print(made, paper_of(made)->text, text, size);
}

yee_status paper_cost(void *made, yee_scheme_cost *cost)
{
    const yee_status status = plan_cost(made, cost);
    cost->memory += (double)paper_of(made)->memory.bytes;
    return status == YEE_OK ? plan_registers(made, one_step, &cost->registers) : status;
}

void paper_destroy(void *made)
{
    plan *p = made;
    mapping *m = paper_of(p);
    cudaStreamSynchronize(p->work);
    device_release(&m->memory);
    free(m->constants);
    free(m);
    plan_free(p);
}
