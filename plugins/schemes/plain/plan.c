/* plan.c: from a problem to the arrays of a plan, and their life. */
#include "plan.h"
#include "../common/faces.h"
#include "../common/leapfrog.h"
#include "../common/orient.h"
#include "../common/ports.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif
#ifdef _OPENMP
#include <omp.h>
#endif

enum { APART = 256 }; /* bytes: processors fetch lines of 64 or 128 in pairs */

/* What reads whole vectors may look up to 64 bytes past the end. Large arrays ask for large
 * pages: a plane and its neighbours lie on more small ones than a processor remembers. */
static void *zeroed(size_t count, size_t size)
{
#ifdef MADV_HUGEPAGE
    enum { LARGE = 2 << 20 };
    if (count * size >= LARGE && count < SIZE_MAX / 2 / size) {
        const size_t bytes = (count * size + 64 + LARGE - 1) / LARGE * LARGE;
        void *block = aligned_alloc(LARGE, bytes);
        if (block) {
            (void)madvise(block, bytes, MADV_HUGEPAGE);
            memset(block, 0, bytes);
        }
        return block;
    }
#endif
    return calloc(count + 64 / size + 1, size);
}

void *plan_take(plan *p, int64_t count, size_t size)
{
    if (p->blocks == p->room) {
        size_t room = 2 * p->room + 64;
        void **memory = realloc(p->memory, room * sizeof *memory);
        if (!memory)
            return NULL;
        p->memory = memory;
        p->room = room;
    }
    void *block = zeroed((size_t)count, size);
    if (block) {
        p->memory[p->blocks++] = block;
        p->bytes += (size_t)count * size;
    }
    return block;
}

/* A rounded copy; a NULL source gives zeros. */
static void *rounded(plan *p, const double *from, int64_t count)
{
    void *to = plan_take(p, count, p->word);
    for (int64_t i = 0; to && from && i < count; i++)
        if (p->word == sizeof(float))
            ((float *)to)[i] = (float)from[i];
        else
            ((double *)to)[i] = from[i];
    return to;
}

static void turn_plan(plan *p)
{
    const yee_grid *g = &p->grid;
    p->turn = orient_grid(p->problem, &p->grid, p->as, p->id, p->uniform);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        for (int a = 0; a < 3; a++) {
            int64_t *own = p->counted[p->as[c]][orient_axis(p->turn, a)];
            yee_own_points(p->problem, c, a, &own[0], &own[1]);
        }
        for (int a = 0; a < 2 && g->active[c]; a++) {
            int64_t *rows = &p->rows[yee_is_electric(c)][a];
            *rows = *rows > g->end[c][a] ? *rows : g->end[c][a];
        }
        p->row = p->row > g->extent[c][2] ? p->row : g->extent[c][2];
    }
}

static bool make_line(plan *p, int axis, int half)
{
    const yee_axis_data *a = &p->grid.axis[axis];
    line *l = &p->line[axis][half];
    bool node = half == NODE && !a->invariant;
    l->count = a->invariant ? 1 : node && !a->periodic ? a->cells + 1 : a->cells;
    l->low = a->layer[0] < l->count ? a->layer[0] : l->count;
    l->high = l->count - a->layer[1] > l->low ? l->count - a->layer[1] : l->low;
    l->slab = l->low + l->count - l->high;
    l->inverse = rounded(p, half ? a->half_inverse : a->node_inverse, l->count);
    double *width = plan_take(p, l->count, sizeof *width);
    if (!width || !l->inverse)
        return false;
    for (int64_t i = 0; i < l->count; i++)
        width[i] = leapfrog_length(a, half, i);
    l->width = width;
    if (l->slab > 0) {
        l->b = rounded(p, half ? a->half_b : a->node_b, l->count);
        l->c = rounded(p, half ? a->half_c : a->node_c, l->count);
    }
    return l->slab == 0 || (l->b && l->c);
}

static bool make_media(plan *p)
{
    const yee_problem *q = p->problem;
    medium_data *list = plan_take(p, q->media, sizeof *list);
    double *part = plan_take(p, q->media + 4 * q->sections, sizeof *part);
    int *words = plan_take(p, q->sections, sizeof *words);
    if (!list || !part || !words)
        return false;
    for (int64_t s = 0; s < q->sections; s++) {
        const yee_section *x = &q->section[s];
        words[s] = x->words;
        memcpy(part + 4 * s, (double[]){x->c1, x->c0, x->r1, x->rd}, 4 * sizeof *part);
    }
    p->section = rounded(p, part, 4 * q->sections);
    for (int64_t m = 0; m < q->media; m++) {
        const yee_medium *medium = &q->medium[m];
        list[m] = (medium_data){
            .source = 1, .section = q->update[m].section, .sections = q->update[m].sections};
        if (medium->conductor == YEE_NOT_CONDUCTOR) {
            list[m].now = q->update[m].energy[0];
            list[m].next = q->update[m].energy[1];
        }
        for (int s = 0; s < list[m].sections; s++)
            list[m].words += words[list[m].section + s];
        part[m] = 1 - q->update[m].ca;
    }
    p->loss = rounded(p, part, q->media);
    for (int64_t m = 0; m < q->media; m++)
        part[m] = q->update[m].cb;
    p->cb = rounded(p, part, q->media);
    p->medium = list;
    p->words = words;
    return p->section && p->loss && p->cb;
}

static bool make_states(plan *p, int c)
{
    const int64_t *n = p->grid.extent[c], *b = p->grid.begin[c], *e = p->grid.end[c];
    int64_t rows = n[0] * n[1], words = 0;
    bool any = false;
    for (int64_t m = 0; m < p->problem->media; m++)
        any = any || p->medium[m].words > 0;
    if (!any || !p->grid.active[c])
        return true;
    int64_t *first = plan_take(p, rows + 1, sizeof *first);
    if (!first)
        return false;
    for (int64_t row = 0; row < rows; row++) {
        int64_t i = row / n[1], j = row % n[1];
        first[row] = words;
        if (i >= b[0] && i < e[0] && j >= b[1] && j < e[1])
            for (int64_t k = b[2]; k < e[2]; k++)
                words += p->medium[point_medium(p, c, row * n[2] + k)].words;
    }
    first[rows] = words;
    if (words == 0)
        return true;
    p->first[c] = first;
    p->state[c] = plan_take(p, words, p->word);
    return p->state[c] != NULL;
}

static bool make_fields(plan *p)
{
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t *n = p->grid.extent[c];
        p->field[c] = plan_take(p, n[0] * n[1] * n[2], p->word);
        if (!p->field[c] || !make_states(p, c))
            return false;
        for (int a = 0; a < 3; a++) {
            int64_t slab = p->line[a][yee_half(c, a)].slab;
            if (slab == 0 || a == yee_direction(c) || !p->grid.active[c])
                continue;
            p->psi_count[c][a] = n[0] * n[1] * n[2] / n[a] * slab;
            p->psi[c][a] = plan_take(p, p->psi_count[c][a], p->word);
            if (!p->psi[c][a])
                return false;
        }
    }
    return true;
}

/* The player of these signals, made when it is new; -1: no memory. */
static int64_t find_player(plan *p, const yee_signals *signals)
{
    for (int64_t n = 0; n < p->players; n++)
        if (p->player[n].signals == signals)
            return n;
    player *new = &p->player[p->players];
    new->signals = signals;
    new->value = plan_take(p, signals->count, sizeof *new->value);
    return new->value ? p->players++ : -1;
}

static bool make_players(plan *p)
{
    const yee_problem *q = p->problem;
    p->player = plan_take(p, q->groups + q->ports, sizeof *p->player);
    p->group_player = plan_take(p, q->groups, sizeof *p->group_player);
    p->port_player = plan_take(p, q->ports, sizeof *p->port_player);
    p->port_before = plan_take(p, q->ports, sizeof *p->port_before);
    p->port_current = plan_take(p, q->ports, sizeof *p->port_current);
    p->link = plan_take(p, ports_words(q, q->ports), sizeof *p->link);
    p->link_first = plan_take(p, q->ports + 1, sizeof *p->link_first);
    p->dft = plan_take(p, q->taps, sizeof *p->dft);
    if (!p->player || !p->group_player || !p->port_player || !p->port_before ||
        !p->port_current || !p->link || !p->link_first || !p->dft)
        return false;
    for (int64_t n = 0; n <= q->ports; n++)
        p->link_first[n] = ports_words(q, n);
    for (int64_t g = 0; g < q->groups; g++)
        if ((p->group_player[g] = find_player(p, q->group[g].signals)) < 0)
            return false;
    for (int64_t n = 0; n < q->ports; n++)
        if ((p->port_player[n] = find_player(p, q->port[n].signals)) < 0)
            return false;
    for (int64_t t = 0; t < q->taps; t++)
        if (q->tap[t].kind == YEE_TAP_DFT &&
            !(p->dft[t] = plan_take(p, q->tap[t].values, sizeof **p->dft)))
            return false;
    return true;
}

/* As many as asked for; left to us, no thread for less than 2^14 cells. */
static int choose_threads(const yee_problem *q)
{
#ifdef _OPENMP
    if (q->threads > 0)
        return q->threads;
    int64_t cells = q->grid.axis[0].cells * q->grid.axis[1].cells * q->grid.axis[2].cells;
    int64_t useful = 1 + (cells >> 14), most = omp_get_max_threads();
    return (int)(useful < most ? useful : most);
#else
    (void)q;
    return 1;
#endif
}

yee_status plan_make(const yee_host *host, const yee_problem *problem, plan **made)
{
    yee_status status = faces_check_subdomain(host, problem, "plain");
    if (status || (status = ports_check(host, problem)))
        return status;
    plan *p = calloc(1, sizeof *p);
    bool ok = p != NULL;
    if (ok) {
        p->host = host;
        p->problem = problem;
        p->threads = choose_threads(problem);
        p->fields = problem->precision == YEE_F32 ? &fields_f32 : &fields_f64;
        p->word = problem->precision == YEE_F32 ? sizeof(float) : sizeof(double);
        turn_plan(p);
    }
    for (int a = 0; a < 3; a++)
        ok = ok && make_line(p, a, NODE) && make_line(p, a, HALF);
    p->own = 2 * p->row + APART / (int64_t)p->word;
    ok = ok && make_media(p) && make_fields(p) && make_players(p) && edges_make(p) &&
         edge_laws_make(problem, edge_laws_axis(problem), true, &p->laws) &&
         cell_laws_make(problem, edge_laws_axis(problem), YEE_LAW_CELL, &p->cells) &&
         cell_laws_make(problem, edge_laws_axis(problem), YEE_LAW_FIELD, &p->tensors) &&
         cell_laws_make(problem, edge_laws_axis(problem), YEE_LAW_MAGNETIC, &p->magnets) &&
         (p->scratch = plan_take(p, p->own * p->threads, p->word)) &&
         (p->zero = plan_take(p, p->row, p->word));
    if (!ok) {
        size_t bytes = p ? p->bytes : 0;
        plan_free(p);
        return host->fail(host, YEE_MEMORY,
                          "no memory for the fields: the allocation after %zu MB failed",
                          bytes >> 20);
    }
    *made = p;
    return YEE_OK;
}

void plan_free(plan *p)
{
    if (!p)
        return;
    source_edges_free(&p->edges);
    edge_laws_free(&p->laws);
    cell_laws_free(&p->cells);
    cell_laws_free(&p->tensors);
    cell_laws_free(&p->magnets);
    for (size_t n = 0; n < p->blocks; n++)
        free(p->memory[n]);
    free(p->memory);
    free(p);
}

/* What spans.c names, which the core may keep itself. */
static yee_status point_pieces(plan *p, yee_state *state)
{
    yee_status status = YEE_OK;
    int64_t word = (int64_t)p->word;
    char name[64];
    for (int n = 0; n < YEE_COMPONENTS && status == YEE_OK; n++) {
        int c = p->as[n];
        status = state->piece(state, yee_component_key(n), p->field[c],
                              yee_grid_points(&p->grid, c) * word);
        if (status == YEE_OK && p->state[c]) {
            snprintf(name, sizeof name, "%s_sections", yee_component_key(n));
            int64_t rows = p->grid.extent[c][0] * p->grid.extent[c][1];
            status = state->piece(state, name, p->state[c], p->first[c][rows] * word);
        }
        for (int a = 0; a < 3 && status == YEE_OK; a++) {
            int to = orient_axis(p->turn, a);
            snprintf(name, sizeof name, "%s_psi_%c", yee_component_key(n), "xyz"[a]);
            if (p->psi[c][to])
                status = state->piece(state, name, p->psi[c][to], p->psi_count[c][to] * word);
        }
    }
    const int64_t words = p->link_first[p->problem->ports];
    if (status == YEE_OK && words > 0)
        status = state->piece(state, "links", p->link, words * (int64_t)sizeof *p->link);
    return status == YEE_OK ? edges_piece(p, state) : status;
}

yee_status plan_pieces(plan *p, yee_state *state)
{
    yee_status status = state->piece(state, "step", &p->step, sizeof p->step);
    if (status == YEE_OK && !YEE_HAS(state, apart))
        status = point_pieces(p, state);
    if (status == YEE_OK)
        status = edge_laws_exchange(&p->laws, state);
    if (status == YEE_OK)
        status = cell_laws_exchange(&p->cells, state);
    if (status == YEE_OK)
        status = cell_laws_exchange(&p->tensors, state);
    if (status == YEE_OK)
        status = cell_laws_exchange(&p->magnets, state);
    return status == YEE_OK ? plan_exchange_taps(p, state) : status;
}

int plan_print(const plan *p, char *text, size_t size)
{
    const yee_axis_data *a = p->problem->grid.axis;
    int64_t sections = 0, psi = 0;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        sections += p->state[c] ? p->first[c][p->grid.extent[c][0] * p->grid.extent[c][1]] : 0;
        for (int n = 0; n < 3; n++)
            psi += p->psi_count[c][n];
    }
    return snprintf(text, size,
                    "plain: rows in plain loops, float%d, %d thread%s, rows along %c\n"
                    "%lld x %lld x %lld cells, %lld words in sections, %lld in layers, %.1f MB",
                    p->word == sizeof(float) ? 32 : 64, p->threads, p->threads == 1 ? "" : "s",
                    p->turn ? 'y' : 'z', (long long)a[0].cells, (long long)a[1].cells,
                    (long long)a[2].cells, (long long)sections, (long long)psi,
                    (double)p->bytes / 1e6);
}
