/* source_edges.c: the edges beside small sources that float32 plans keep in double
 * (schemes/common/source_edges.h), E and H in lists of their own. between.cu updates them. */
#include "../../common/source_edges.h"
#include "plan.h"
#include <stdlib.h>

static int by_place(const void *a, const void *b)
{
    const double_edge *p = a, *q = b;
    if (p->component != q->component)
        return p->component < q->component ? -1 : 1;
    return (p->at > q->at) - (p->at < q->at);
}

int plan_edge_find(const plan *p, int c, int64_t at)
{
    if (p->between.edges[1] == 0)
        return -1;
    const double_edge key = {.component = c, .at = at}, *all = p->edges[1];
    const double_edge *found =
        bsearch(&key, all, (size_t)p->between.edges[1], sizeof key, by_place);
    return found ? (int)(found - all) : -1;
}

/* The offset of point x of the problem's component. */
static int64_t offset(const void *scheme, int component, const int64_t x[3])
{
    const plan *p = scheme;
    int64_t y[3];
    (void)component;
    for (int a = 0; a < 3; a++)
        y[(a + p->rotation) % 3] = x[a];
    return plan_offset(p, y);
}

static double_edge converted(const plan *p, const source_edge *from)
{
    double_edge e = {.at = from->index,
                     .cb = from->cb,
                     .loss = from->loss,
                     .component = p->component_of[from->component],
                     .terms = from->terms};
    for (int n = 0; n < e.terms; n++) {
        const source_edge_term *t = &from->term[n];
        e.term[n] = (double_term){t->index, t->weight, p->component_of[t->component], -1};
    }
    return e;
}

/* Both lists are sorted by component and offset, as bsearch() needs those of E. */
static bool make_lists(plan *p, const source_edges *list)
{
    between *b = &p->between;
    for (int half = 0; half < 2; half++)
        p->edges[half] = plan_scratch(p, list->count, sizeof(double_edge));
    if (!p->edges[0] || !p->edges[1])
        return false;
    for (int64_t n = 0; n < list->count; n++) {
        const int half = yee_is_electric(list->edge[n].component);
        p->edges[half][b->edges[half]++] = converted(p, &list->edge[n]);
    }
    for (int half = 0; half < 2; half++)
        qsort(p->edges[half], (size_t)b->edges[half], sizeof(double_edge), by_place);
    for (int n = 0; n < b->edges[0]; n++)
        for (int m = 0; m < p->edges[0][n].terms; m++) {
            double_term *t = &p->edges[0][n].term[m];
            t->edge = plan_edge_find(p, t->component, t->at);
        }
    return true;
}

bool plan_edges_make(plan *p)
{
    source_edges list;
    bool ok = source_edges_make(p->problem, offset, p, &list) && make_lists(p, &list);
    source_edges_free(&list);
    for (int half = 0; half < 2 && ok; half++)
        ok = device_ask(&p->lists, &p->between.edge[half], p->between.edges[half],
                        sizeof(double_edge), p->edges[half]);
    return ok;
}
