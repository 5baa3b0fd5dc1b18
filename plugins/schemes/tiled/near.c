/* tiled/near.c: the points of source_edges.h, in double over what a row's kernels wrote. */
#include "../common/source_edges.h"
#include "extras.h"

/* A point of a row, with its neighbours where they lie. */
typedef struct link {
    char *f;
    int64_t at, slot; /* reals from f; number of a source_edges E edge, -1: none */
    double weight;
} link;

typedef struct point {
    char *f;
    int64_t at;
    double cb, loss;
    int links;
    link link[4];
} point;

struct tiled_near {
    source_edges list;
    point *point;  /* shape [list.count] */
    double *value; /* V/m: E unrounded; A/m: H from before the row; shape [list.count] */
};

static char *find(const tiled_plan *t, int component, int64_t index, int64_t *at, int64_t *row)
{
    int c;
    int64_t place[3];
    tiled_locate(t, component, index, &c, place);
    *row = place[0] * t->ny + place[1];
    *at = t->slot[c] * t->n + place[2];
    return tiled_row_at(t, place[0], place[1])->f;
}

bool tiled_near_new(tiled_plan *t)
{
    tiled_near *x = t->extras->near = tiled_alloc(t, sizeof *x);
    if (!x || !source_edges_make(t->p, NULL, NULL, &x->list))
        return false;
    x->point = tiled_alloc(t, x->list.count * (int64_t)sizeof *x->point);
    x->value = tiled_alloc(t, x->list.count * (int64_t)sizeof *x->value);
    int64_t row;
    for (int64_t n = 0; x->point && n < x->list.count; n++) {
        const source_edge *from = &x->list.edge[n];
        point *to = &x->point[n];
        *to = (point){.cb = from->cb, .loss = from->loss, .links = from->terms};
        to->f = find(t, from->component, from->index, &to->at, &row);
        for (int m = 0; m < from->terms; m++) {
            link *own = &to->link[m];
            own->f = find(t, from->term[m].component, from->term[m].index, &own->at, &row);
            own->slot = from->term[m].slot;
            own->weight = from->term[m].weight;
        }
    }
    return x->point && x->value;
}

void tiled_near_free(tiled_plan *t)
{
    if (t->extras && t->extras->near)
        source_edges_free(&t->extras->near->list);
}

int64_t tiled_near_count(const tiled_plan *t) { return t->extras->near->list.count; }

bool tiled_near_item(const tiled_plan *t, int64_t n, int64_t *row)
{
    const source_edge *from = &t->extras->near->list.edge[n];
    int64_t at;
    find(t, from->component, from->index, &at, row);
    return yee_is_electric(from->component);
}

int64_t tiled_near_find(const tiled_plan *t, int component, int64_t index)
{
    return yee_is_electric(component)
               ? source_edges_find(&t->extras->near->list, component, index)
               : -1;
}

static double field(const tiled_plan *t, const point *p)
{
    return tiled_load_real(t, p->f, p->at);
}

void tiled_near_keep(const tiled_plan *t, int64_t n)
{
    t->extras->near->value[n] = field(t, &t->extras->near->point[n]);
}

void tiled_near_update(const tiled_plan *t, int64_t n)
{
    const tiled_near *x = t->extras->near;
    const point *p = &x->point[n];
    double curl = 0;
    for (const link *l = p->link; l < p->link + p->links; l++)
        curl +=
            l->weight * (l->slot >= 0 ? x->value[l->slot] : tiled_load_real(t, l->f, l->at));
    x->value[n] += p->cb * curl - p->loss * x->value[n];
    tiled_store_real(t, p->f, p->at, x->value[n]);
}

void tiled_near_add(const tiled_plan *t, int64_t n, double value)
{
    const tiled_near *x = t->extras->near;
    x->value[n] += value;
    tiled_store_real(t, x->point[n].f, x->point[n].at, x->value[n]);
}

void tiled_near_reset(const tiled_plan *t)
{
    for (int64_t n = 0; n < tiled_near_count(t); n++)
        tiled_near_keep(t, n);
}

yee_status tiled_near_piece(const tiled_plan *t, yee_state *state)
{
    const int64_t bytes = tiled_near_count(t) * (int64_t)sizeof(double);
    return bytes ? state->piece(state, "near", t->extras->near->value, bytes) : YEE_OK;
}

yee_status tiled_near_spans(const tiled_plan *t, const int64_t low[3], const int64_t high[3],
                            yee_state_spans *to)
{
    const tiled_near *x = t->extras->near;
    return source_edges_spans(&x->list, t->p, x->value, low, high, to);
}
