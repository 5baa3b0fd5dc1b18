/* paper.c: the problems that schemes named after papers take, the order of their step, and
 * their coefficients by points. */
#include "paper.h"
#include <stdio.h>
#include <stdlib.h>

/* Declines the forms that a mapping of the update of plain cells does not execute. */
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

static yee_status one_step(plan *p)
{
    const mapping *m = paper_of(p);
    yee_status status = YEE_OK;
    for (int electric = 0; electric < 2 && status == YEE_OK; electric++) {
        status = m->sweep(p, electric);
        if (status == YEE_OK)
            status = steps_between(p, electric, true);
    }
    return status;
}

yee_status paper_plan(const yee_host *host, const char *scheme, const void *config, bool poles,
                      const yee_problem *problem, plan **made)
{
    plan *p = NULL;
    yee_status status = decline(host, scheme, poles, problem);
    if (status == YEE_OK)
        status = plan_make(host, problem, NULL, &p);
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
    p->one_step = one_step;
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
    if (status == YEE_OK) /* memory is zeroed on another stream */
        status = DEVICE_CALL(host, cudaDeviceSynchronize());
    if (status == YEE_OK)
        status = DEVICE_CALL(host, tables_fill(&p->d, &m->tables, p->word, p->work));
    if (status != YEE_OK)
        paper_destroy(p);
    return status;
}

int paper_print(const void *made, char *text, size_t size)
{
    return plan_print(made, paper_of(made)->text, text, size);
}

yee_status paper_cost(void *made, yee_scheme_cost *cost)
{
    const yee_status status = ops_cost(made, cost);
    cost->memory += (double)paper_of(made)->memory.bytes;
    return status;
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
