/* law_fields.c: the edges beside cells with laws of fields, and H edges beside those with
 * magnetic ones: L, factors, and the E edges that have sources or ports. */
#include "law_cells.h"
#include <stdlib.h>
#include <string.h>

/* Edges of E or of H, and their tables. */
typedef struct edge_form {
    const yee_field_run *run;
    int64_t runs;
    const cell_tables *cells;
    field_tables *tables;
} edge_form;

static edge_form form_of(const plan *p, bool magnetic)
{
    const yee_problem *q = p->problem;
    plan_laws *l = p->laws;
    return magnetic
               ? (edge_form){q->magnetic_run, q->magnetic_runs, &l->magnet_cells, &l->magnets}
               : (edge_form){q->field_run, q->field_runs, &l->tables.field_cells,
                             &l->tables.fields};
}

/* Whether all points of a component that are updated are edges with one pair of factors. */
static bool one_part(const plan *p, const edge_form *form, int component)
{
    const yee_problem *q = p->problem;
    const yee_field_run *first = NULL;
    int64_t edges = 0, all = 1;
    bool one = true;
    for (const yee_field_run *r = form->run; r < form->run + form->runs; r++) {
        if (r->component != component)
            continue;
        first = first ? first : r;
        edges += r->n;
        one = one && r->to_cell == first->to_cell && r->to_edge == first->to_edge;
    }
    for (int a = 0; a < 3; a++)
        all *= q->grid.end[component][a] - q->grid.begin[component][a];
    return one && edges == all;
}

/* Pairs of factors, each once: pair n > 0 is factors[2 n] and [2 n + 1]. */
typedef struct pairs {
    double *factors;
    uint16_t *place; /* numbers of pairs where their hashes lead, 0: none; shape [PLACES] */
    int count;
} pairs;

enum { PLACES = 2 * (UINT16_MAX + 1) };

/* G. Fowler, L. C. Noll, K.-P. Vo: FNV-1a. */
static uint32_t hash_of(const double pair[2])
{
    const unsigned char *byte = (const unsigned char *)pair;
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t n = 0; n < 2 * sizeof *pair; n++)
        hash = (hash ^ byte[n]) * 0x100000001b3u;
    return (uint32_t)(hash ^ hash >> 32);
}

/* The number of a pair of factors among those there are; 0: there are too many. */
static int part_of(pairs *all, const yee_field_run *r)
{
    const double own[2] = {r->to_cell, r->to_edge};
    uint32_t at = hash_of(own) % PLACES;
    for (; all->place[at]; at = (at + 1) % PLACES)
        if (!memcmp(all->factors + 2 * all->place[at], own, sizeof own))
            return all->place[at];
    if (all->count == UINT16_MAX)
        return 0;
    memcpy(all->factors + 2 * ++all->count, own, sizeof own);
    all->place[at] = (uint16_t)all->count;
    return all->count;
}

/* An edge's number, and that of the copy of E along z. */
static void set_part(const plan *p, const cell_tables *x, uint16_t *number, int c,
                     const int64_t at[3], int own)
{
    uint16_t *to = number + law_lead(p) + plan_offset(p, at) - x->from[0] * p->d.plane;
    *to = (uint16_t)own;
    if (p->d.periodic & 4 && c < 2 && at[2] == 0)
        to[p->d.cells[2]] = (uint16_t)own;
}

/* L of a component, and numbers where its edges differ. False: no host memory. */
static bool make_linear(plan *p, const edge_form *form, const yee_field_run *first,
                        uint16_t **number)
{
    const int c = p->component_of[first->component];
    const int64_t count = law_block(p, form->cells);
    form->tables->factor[c % 3][0] = first->to_cell;
    form->tables->factor[c % 3][1] = first->to_edge;
    p->use.sections += (size_t)count * p->word;
    return (one_part(p, form, first->component) ||
            (*number = plan_scratch(p, count, sizeof **number)) != NULL) &&
           plan_add_lone_state(p, &p->laws->linear_state[c], count, "linear_%d", c);
}

static bool make_edges(plan *p, const edge_form *form)
{
    plan_laws *l = p->laws;
    const cell_tables *x = form->cells;
    field_tables *f = form->tables;
    pairs all = {.factors = plan_scratch(p, 2 * (UINT16_MAX + 1), sizeof *all.factors),
                 .place = plan_scratch(p, PLACES, sizeof *all.place)};
    uint16_t *number[3] = {NULL};
    if (!all.factors || !all.place)
        return false;
    for (const yee_field_run *r = form->run; r < form->run + form->runs; r++) {
        const int c = p->component_of[r->component], own = part_of(&all, r);
        if (l->linear_state[c].n == 0 && !make_linear(p, form, r, &number[c % 3]))
            return false;
        l->too_many_parts = l->too_many_parts || own == 0;
        for (int64_t n = 0; number[c % 3] && n < r->n; n++) {
            const int64_t edge[3] = {r->edge[0], r->edge[1], r->edge[2] + n};
            int64_t at[3];
            law_turn(p, edge, at);
            set_part(p, x, number[c % 3], c, at, own);
        }
    }
    for (int c = 0; c < 3; c++)
        if (number[c] &&
            !device_ask(&p->memory, &f->part[c], law_block(p, x), sizeof **number, number[c]))
            return false;
    return device_ask(&p->memory, &f->factors, 2 * (all.count + 1), sizeof *all.factors,
                      all.factors);
}

static int by_place(const void *a, const void *b)
{
    const field_guest *p = a, *q = b;
    if (p->component != q->component)
        return p->component < q->component ? -1 : 1;
    return (p->at > q->at) - (p->at < q->at);
}

/* Adds an edge if it is one of fields; list NULL: counts it alone. */
static void add_guest(const plan *p, int component, int64_t index, field_guest *list,
                      int64_t *count)
{
    const int64_t *e = p->problem->grid.extent[component];
    const int64_t x[3] = {index / e[2] / e[1], index / e[2] % e[1], index % e[2]};
    if (!yee_is_electric(component) || !yee_problem_field_run(p->problem, component, x))
        return;
    const int c = p->component_of[component];
    if (list)
        list[*count] = (field_guest){plan_padded(p, c, index), c, 0};
    ++*count;
}

static int64_t list_guests(const plan *p, field_guest *list)
{
    const yee_problem *q = p->problem;
    int64_t count = 0;
    for (int64_t g = 0; g < q->groups; g++)
        for (int64_t n = 0; n < q->group[g].count; n++)
            add_guest(p, q->group[g].component, q->group[g].point[n].index, list, &count);
    for (int64_t g = 0; g < q->ports; g++)
        for (int64_t n = 0; n < q->port[g].count; n++)
            add_guest(p, q->port[g].component, q->port[g].edge[n].index, list, &count);
    p->laws->metered = p->laws->metered || (q->ports > 0 && count > 0);
    return count;
}

static bool make_guests(plan *p)
{
    law_tables *t = &p->laws->tables;
    const int64_t most = list_guests(p, NULL);
    field_guest *list = plan_scratch(p, most, sizeof *list);
    if (!list)
        return false;
    list_guests(p, list);
    qsort(list, (size_t)most, sizeof *list, by_place);
    for (int64_t n = 0; n < most; n++)
        if (t->guests == 0 || by_place(&list[t->guests - 1], &list[n]))
            list[t->guests++] = list[n];
    return device_ask(&p->memory, &t->guest, t->guests, sizeof *list, list);
}

bool law_fields_make(plan *p)
{
    const edge_form electric = form_of(p, false), magnetic = form_of(p, true);
    return (!law_fields_any(p) || (make_edges(p, &electric) && make_guests(p))) &&
           (!law_magnets_any(p) || make_edges(p, &magnetic));
}
