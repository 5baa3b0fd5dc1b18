/* schemes/common/edge_laws.c: the runs of edge_laws.h. */
#include "edge_laws.h"
#include "denormals.h"
#include "law_names.h"
#include "places.h"
#include "spans.h"
#include <stdlib.h>
#include <string.h>

static const yee_law *law_of(const edge_laws *l, uint32_t medium)
{
    return l->problem->law[l->problem->law_medium[medium].law].law;
}

static double get(const edge_laws *l, const void *array, int64_t n)
{
    return l->word == sizeof(float) ? (double)((const float *)array)[n]
                                    : ((const double *)array)[n];
}

static void set(const edge_laws *l, void *array, int64_t n, double value)
{
    if (l->word == sizeof(float))
        ((float *)array)[n] = (float)value;
    else
        ((double *)array)[n] = value;
}

/* A rounded copy, and room for a vector; NULL: no memory. */
static char *rounded(const edge_laws *l, const double *from, int64_t count)
{
    char *to = calloc((size_t)count + 8, l->word);
    for (int64_t n = 0; to && n < count; n++)
        set(l, to, n, from[n]);
    return to;
}

/* The run that begins at point x, which has a law. */
static edge_law_run run_from(const edge_laws *l, int c, const int64_t x[3], int axis)
{
    const yee_problem *p = l->problem;
    const int64_t *e = p->grid.extent[c];
    const int64_t stride = axis == YEE_X ? e[1] * e[2] : axis == YEE_Y ? e[2] : 1;
    const int64_t at = yee_grid_index(&p->grid, c, x[0], x[1], x[2]);
    edge_law_run r = {c,      yee_problem_medium(p, c, at), at, 1, stride, l->edges, l->words,
                      l->maps};
    while (x[axis] + r.n < p->grid.end[c][axis] &&
           yee_problem_medium(p, c, at + r.n * stride) == r.medium)
        r.n++;
    return r;
}

/* Counts the runs, or stores them. */
static void find_runs(edge_laws *l)
{
    const yee_problem *p = l->problem;
    const int axis = l->axis, u = (axis + 1) % 3, v = (axis + 2) % 3;
    l->runs = l->edges = l->words = l->maps = 0;
    for (int c = 0; c < 3; c++) {
        const int64_t *b = p->grid.begin[c], *e = p->grid.end[c];
        int64_t x[3], n;
        for (x[u] = b[u]; p->grid.active[c] && x[u] < e[u]; x[u]++)
            for (x[v] = b[v]; x[v] < e[v]; x[v]++)
                for (x[axis] = b[axis]; x[axis] < e[axis]; x[axis] += n) {
                    const int64_t at = yee_grid_index(&p->grid, c, x[0], x[1], x[2]);
                    n = 1;
                    if (yee_problem_law(p, yee_problem_medium(p, c, at)) < 0)
                        continue;
                    const edge_law_run r = run_from(l, c, x, axis);
                    if (l->run)
                        l->run[l->runs] = r;
                    n = r.n;
                    l->runs++;
                    l->edges += n;
                    l->words += n * law_of(l, r.medium)->edge_words;
                    l->maps += n * law_of(l, r.medium)->edge_maps;
                }
    }
}

static bool make_params(edge_laws *l)
{
    const yee_problem *p = l->problem;
    int64_t most = 1;
    l->param = calloc(3 * (size_t)p->media + 1, sizeof *l->param);
    l->signal = calloc((size_t)p->laws, sizeof *l->signal);
    bool ok = l->param && l->signal;
    for (int64_t m = 0; ok && m < p->media; m++)
        for (int c = 0; c < 3 && p->law_medium[m].law >= 0 && ok; c++) {
            const int32_t params = law_of(l, (uint32_t)m)->params;
            l->param[3 * m + c] = rounded(l, p->law_medium[m].param[c], params);
            ok = l->param[3 * m + c] != NULL;
        }
    for (int64_t n = 0; ok && n < p->laws; n++) {
        const int64_t signals = p->law[n].law->signals;
        most = signals > most ? signals : most;
        l->signal[n] = calloc((size_t)signals + 8, l->word);
        ok = l->signal[n] != NULL;
    }
    l->playing = calloc((size_t)most, sizeof *l->playing);
    return ok && l->playing;
}

static void place_of(const yee_grid *g, const edge_law_run *r, int64_t n, int64_t index[3])
{
    const int64_t q = r->at + n * r->stride, *e = g->extent[r->component];
    index[0] = q / e[1] / e[2];
    index[1] = q / e[2] % e[1];
    index[2] = q % e[2];
}

/* State and maps of the edges before the first step. */
static void begin(edge_laws *l)
{
    const yee_grid *g = &l->problem->grid;
    for (const edge_law_run *r = l->run; r < l->run + l->runs; r++) {
        const yee_law *law = law_of(l, r->medium);
        const yee_law_place place = yee_problem_law_place(l->problem, r->medium, r->component);
        for (int64_t n = 0; law->begin && n < r->n; n++) {
            int64_t index[3];
            double at[3], state[YEE_LAW_MOST_WORDS] = {0}, map[YEE_LAW_MOST_WORDS] = {0};
            place_of(g, r, n, index);
            places_point(l->problem, r->component, index, at);
            law->begin(l->problem->law[l->problem->law_medium[r->medium].law].self, &place, at,
                       state, map);
            for (int w = 0; w < law->edge_words; w++)
                set(l, l->state, r->state + w * r->n + n, state[w]);
            for (int w = 0; w < law->edge_maps; w++)
                set(l, l->map, r->map + w * r->n + n, map[w]);
        }
    }
}

bool edge_laws_make(const yee_problem *problem, int axis, bool keeps, edge_laws *l)
{
    *l = (edge_laws){.problem = problem,
                     .axis = axis,
                     .word = problem->precision == YEE_F32 ? sizeof(float) : sizeof(double)};
    if (!problem->laws)
        return true;
    find_runs(l);
    l->run = calloc((size_t)l->runs + 1, sizeof *l->run);
    if (!l->run)
        return false;
    find_runs(l);
    l->old = calloc((keeps ? (size_t)l->edges : 0) + 8, l->word);
    l->state = calloc((size_t)l->words + 8, l->word);
    l->map = calloc((size_t)l->maps + 8, l->word);
    if (!l->old || !l->state || !l->map || !make_params(l))
        return false;
    begin(l);
    return true;
}

void edge_laws_free(edge_laws *l)
{
    for (int64_t n = 0; l->param && n < 3 * l->problem->media; n++)
        free(l->param[n]);
    for (int64_t n = 0; l->signal && n < l->problem->laws; n++)
        free(l->signal[n]);
    free(l->run);
    free(l->old);
    free(l->state);
    free(l->map);
    free(l->param);
    free(l->signal);
    free(l->playing);
    *l = (edge_laws){.runs = 0};
}

void edge_laws_play(edge_laws *l, int64_t step)
{
    for (int64_t n = 0; n < l->problem->laws; n++) {
        const yee_signals *s = l->problem->law[n].signals;
        if (!s)
            continue;
        s->fill(s->self, step, l->playing);
        for (int64_t i = 0; i < s->count; i++)
            set(l, l->signal[n], i, l->playing[i]);
    }
}

static void apply_run(edge_laws *l, int64_t n, void *e, const void *signal)
{
    const edge_law_run *r = &l->run[n];
    const yee_law *law = law_of(l, r->medium);
    const yee_law_row row = {
        .size = sizeof row,
        .n = r->n,
        .pitch = r->n,
        .param = l->param[3 * (int64_t)r->medium + r->component],
        .signal = signal,
        .old = l->old + (size_t)r->old * l->word,
        .e = e,
        .state = law->edge_words ? l->state + (size_t)r->state * l->word : NULL,
        .map = law->edge_maps ? l->map + (size_t)r->map * l->word : NULL,
    };
    law->edge_row[l->word == sizeof(double)](&row);
}

static char *edges_of(const edge_laws *l, void *const field[3], int64_t n)
{
    return (char *)field[l->run[n].component] + (size_t)l->run[n].at * l->word;
}

void edge_laws_keep(edge_laws *l, void *const field[3], int64_t first, int64_t end)
{
    for (const edge_law_run *r = l->run + first; r < l->run + end; r++)
        memcpy(l->old + (size_t)r->old * l->word, edges_of(l, field, r - l->run),
               (size_t)r->n * l->word);
}

void edge_laws_apply(edge_laws *l, void *const field[3], int64_t first, int64_t end)
{
    const unsigned mode = denormals_off();
    for (int64_t n = first; n < end; n++)
        apply_run(l, n, edges_of(l, field, n),
                  l->signal[l->problem->law_medium[l->run[n].medium].law]);
    denormals_restore(mode);
}

void edge_laws_energy(const edge_laws *l, edge_laws_field *field, const void *scheme,
                      yee_sum *sum)
{
    const yee_grid *g = &l->problem->grid;
    for (const edge_law_run *r = l->run; r < l->run + l->runs; r++) {
        const yee_law *law = law_of(l, r->medium);
        const yee_law_medium *own = &l->problem->law_medium[r->medium];
        for (int64_t n = 0; law->energy && n < r->n; n++) {
            int64_t index[3];
            double state[YEE_LAW_MOST_WORDS] = {0}, volume = own->share;
            place_of(g, r, n, index);
            if (!yee_owns_point(l->problem, r->component, index))
                continue;
            for (int a = 0; a < 3; a++)
                volume *= yee_grid_width(g, r->component, a, index[a]);
            for (int w = 0; w < law->edge_words; w++)
                state[w] = get(l, l->state, r->state + w * r->n + n);
            const double e = field(scheme, r->component, r->at + n * r->stride);
            yee_sum_add(sum, volume * law->energy(own->param[r->component], e, state));
        }
    }
}

/* Runs end where the medium changes, and so within a box at the same edges in every subdomain. */
yee_status edge_laws_spans(const edge_laws *l, const int64_t low[3], const int64_t high[3],
                           yee_state_spans *to)
{
    const yee_grid *g = &l->problem->grid;
    yee_status status = YEE_OK;
    for (const edge_law_run *r = l->run; r < l->run + l->runs && !status; r++) {
        const int32_t words = law_of(l, r->medium)->edge_words;
        int64_t x[3], first = 0, end = r->n;
        place_of(g, r, 0, x);
        for (int a = 0; a < 3; a++) {
            int64_t from, before;
            yee_box_points(g, r->component, a, low[a], high[a], &from, &before);
            if (a != l->axis && (x[a] < from || x[a] >= before))
                end = 0;
            if (a == l->axis && from - x[a] > first)
                first = from - x[a];
            if (a == l->axis && before - x[a] < end)
                end = before - x[a];
        }
        yee_state_place place = {.size = sizeof place,
                                 .axis = {(l->axis + 1) % 3, (l->axis + 2) % 3, l->axis},
                                 .point = {x[0], x[1], x[2]},
                                 .bytes = (int64_t)l->word};
        place.point[l->axis] += first;
        for (int32_t w = 0; w < words && first < end && !status; w++) {
            const yee_state_span span = {
                .base = l->state + (size_t)(r->state + w * r->n + first) * l->word,
                .bytes = (end - first) * (int64_t)l->word,
                .count = {1, 1}};
            place.array = spans_number(SPANS_LAW, r->component, w);
            status = spans_add(to, &span, &place);
        }
    }
    return status;
}

yee_status edge_laws_exchange(edge_laws *l, yee_state *state)
{
    yee_status status = law_names(l->problem, state);
    if (!status && l->words && !YEE_HAS(state, apart))
        status = state->piece(state, "laws", l->state, l->words * (int64_t)l->word);
    return status;
}
