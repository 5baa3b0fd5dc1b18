/* laws.c: steps 1a, 2a, 3a, 5a and 5b, by threads: cells are independent of each other, and so are edges. */
#include "machine.h"
#include "plan.h"

/* Runs are some hundred edges: a thread takes some in a row. */
enum { TOGETHER = 16 };

/* E by the problem's components, or H: a rotation of the axes changes no index. */
static void fields_of(const plan *p, int first, void *field[3])
{
    for (int c = 0; c < 3; c++)
        field[c] = p->field[p->as[first + c]];
}

static int64_t end_of(const plan *p, int64_t first)
{
    return first + TOGETHER < p->laws.runs ? first + TOGETHER : p->laws.runs;
}

void laws_keep(plan *p)
{
    void *field[3];
    fields_of(p, YEE_EX, field);
    edge_laws_play(&p->laws, p->step);
    if (!p->laws.runs)
        return;
    PARALLEL(p->threads)
    {
        SHARED_LOOP
        for (int64_t n = 0; n < p->laws.runs; n += TOGETHER)
            edge_laws_keep(&p->laws, field, n, end_of(p, n));
    }
}

static void step_cells(plan *p, cell_laws *laws)
{
    const int64_t runs = laws->runs;
    void *field[3];
    fields_of(p, laws->first, field);
    if (!runs)
        return;
    PARALLEL(p->threads)
    {
        SHARED_LOOP
        for (int64_t n = 0; n < runs; n += TOGETHER)
            cell_laws_step(laws, field, p->laws.signal, n,
                           n + TOGETHER < runs ? n + TOGETHER : runs);
    }
}

static void take(plan *p, const cell_laws *laws)
{
    const int64_t runs = laws->edges;
    void *field[3];
    fields_of(p, laws->first, field);
    if (!runs)
        return;
    PARALLEL(p->threads)
    {
        SHARED_LOOP
        for (int64_t n = 0; n < runs; n += TOGETHER)
            cell_laws_take(laws, field, n, n + TOGETHER < runs ? n + TOGETHER : runs);
    }
}

void laws_step_cells(plan *p) { step_cells(p, &p->cells); }

void laws_take_currents(plan *p) { take(p, &p->cells); }

void laws_part_fields(plan *p, const cell_laws *laws)
{
    const int64_t runs = laws->edges;
    void *field[3];
    fields_of(p, laws->first, field);
    if (!runs)
        return;
    PARALLEL(p->threads)
    {
        SHARED_LOOP
        for (int64_t n = 0; n < runs; n += TOGETHER)
            cell_laws_part(laws, field, n, n + TOGETHER < runs ? n + TOGETHER : runs);
    }
}

void laws_join_fields(plan *p, cell_laws *laws, bool act)
{
    const int64_t runs = laws->edges;
    void *field[3];
    fields_of(p, laws->first, field);
    if (!runs)
        return;
    PARALLEL(p->threads)
    {
        SHARED_LOOP
        for (int64_t n = 0; n < runs; n += TOGETHER)
            cell_laws_keep(laws, field, n, n + TOGETHER < runs ? n + TOGETHER : runs);
    }
    if (act)
        step_cells(p, laws);
    take(p, laws);
}

void laws_apply(plan *p)
{
    void *field[3];
    fields_of(p, YEE_EX, field);
    if (!p->laws.runs)
        return;
    PARALLEL(p->threads)
    {
        SHARED_LOOP
        for (int64_t n = 0; n < p->laws.runs; n += TOGETHER)
            edge_laws_apply(&p->laws, field, n, end_of(p, n));
    }
}
