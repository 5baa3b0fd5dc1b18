/* laws.c: steps 1a, 2a, 3a, 5a and 5b, by threads: cells are independent of each other, and so are
 * edges. */
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

/* The work on the edges beside cells with laws, by the functions of common/cell_laws.h. */
typedef enum edge_work { TAKE, PART, KEEP } edge_work;

static void each_edge(plan *p, cell_laws *laws, edge_work work)
{
    const int64_t runs = laws->edges;
    void *field[3];
    fields_of(p, laws->first, field);
    if (!runs)
        return;
    PARALLEL(p->threads)
    {
        SHARED_LOOP
        for (int64_t n = 0; n < runs; n += TOGETHER) {
            const int64_t end = n + TOGETHER < runs ? n + TOGETHER : runs;
            if (work == TAKE)
                cell_laws_take(laws, field, n, end);
            else if (work == PART)
                cell_laws_part(laws, field, n, end);
            else
                cell_laws_keep(laws, field, n, end);
        }
    }
}

void laws_step_cells(plan *p) { step_cells(p, &p->cells); }

void laws_take_currents(plan *p) { each_edge(p, &p->cells, TAKE); }

void laws_part_fields(plan *p, cell_laws *laws) { each_edge(p, laws, PART); }

void laws_join_fields(plan *p, cell_laws *laws, bool act)
{
    each_edge(p, laws, KEEP);
    if (act)
        step_cells(p, laws);
    each_edge(p, laws, TAKE);
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
