/* schemes/common/cell_state.c: what the words of cell_laws.h hold, where they lie, and how they are
 * kept. */
#include "cell_laws.h"
#include "leapfrog.h"

static double get(const cell_laws *l, const void *array, int64_t n)
{
    return l->word == sizeof(float) ? (double)((const float *)array)[n]
                                    : ((const double *)array)[n];
}

/* The mean E of a cell, V/m. */
static void mean_at(const cell_laws *l, const cell_law_run *r, int64_t k,
                    edge_laws_field *field, const void *scheme, double e[3])
{
    const yee_axis_data *along = &l->problem->grid.axis[l->axis[2]];
    for (int c = 0; c < 3; c++) {
        const int two = cell_laws_two(l, c, l->axis[2]);
        int points = 0;
        e[c] = 0;
        for (int n = 0; n < 4 * (1 + two); n++) {
            int64_t at[2], x = k + n / 4;
            if (!cell_laws_about(l, r->row, c, n % 4, at))
                continue;
            x = along->periodic && x == along->cells ? 0 : x;
            e[c] += field(scheme, c, cell_laws_index(l, c, at, x));
            points++;
        }
        e[c] /= points ? points : 1;
    }
}

/* L*E in place of E*E at the edges of fields. Of the next H the scheme adds what follows from H and
 * the curl. */
static void edge_energy(const cell_laws *l, const cell_law_edges *r, edge_laws_field *field,
                        const void *scheme, yee_sum *sum)
{
    const yee_grid *g = &l->problem->grid;
    const int64_t *extent = g->extent[r->component];
    for (int64_t n = 0; n < r->n; n++) {
        int64_t x[3] = {r->at / (extent[1] * extent[2]), r->at / extent[2] % extent[1],
                        r->at % extent[2]};
        x[l->axis[2]] += n;
        const int64_t at = yee_grid_index(g, r->component, x[0], x[1], x[2]);
        if (!yee_owns_point(l->problem, r->component, x))
            continue;
        const double e = field(scheme, r->component, at);
        const yee_update *u =
            &l->problem->update[yee_problem_medium(l->problem, r->component, at)];
        yee_sum_add(sum, leapfrog_volume(g, r->component, x[0], x[1], x[2]) *
                             (u->energy[0] + u->energy[1] * u->ca) * e *
                             (get(l, l->linear, r->linear + n) - e));
    }
}

void cell_laws_energy(const cell_laws *l, edge_laws_field *field, const void *scheme,
                      yee_sum *sum)
{
    for (const cell_law_edges *r = l->edge; l->fields && r < l->edge + l->edges; r++)
        edge_energy(l, r, field, scheme, sum);
    for (const cell_law_run *r = l->run; r < l->run + l->runs; r++) {
        const yee_law_use *use = &l->problem->law[r->law];
        const cell_law_row *own = &l->row[r->row];
        const int64_t at[3] = {own->at[0], own->at[1], 0};
        for (int64_t k = r->k; use->law->cell_energy && k < r->k + r->n; k++) {
            double state[YEE_LAW_MOST_WORDS] = {0}, e[3] = {0}, volume = 1;
            bool owned = true;
            for (int q = 0; q < 3; q++) {
                const double *x = l->problem->grid.axis[l->axis[q]].node;
                const int64_t i = q < 2 ? at[q] : k;
                volume *= x[i + 1] - x[i];
                owned = owned && yee_owns_cell(l->problem, l->axis[q], i);
            }
            if (!owned)
                continue;
            for (int w = 0; w < use->law->cell_words; w++)
                state[w] = get(l, l->state, own->state + w * own->pitch + 1 + k - own->k0);
            if (!l->fields)
                mean_at(l, r, k, field, scheme, e);
            yee_sum_add(sum, volume * use->law->cell_energy(use->cell_param, e, state));
        }
    }
}

/* A span of `words` words of points k to k + n - 1 of a run from `first` on, as far as these are in
 * [low, high); where: of word 0 of the first in an array. */
static yee_status add_span(const cell_laws *l, char *array, int64_t where, int64_t pitch,
                           int words, int64_t first, int64_t n, int64_t low, int64_t high,
                           yee_state_spans *to)
{
    const int64_t from = first > low ? first : low;
    const int64_t end = first + n < high ? first + n : high;
    const int64_t real = (int64_t)l->word;
    const yee_state_span span = {.base = array + (where + from - first) * real,
                                 .bytes = (end - from) * real,
                                 .count = {words, 1},
                                 .pitch = {pitch * real, 0}};
    return from < end ? to->add(to, &span) : YEE_OK;
}

static bool is_within(const cell_laws *l, int q, int64_t at, const int64_t low[3],
                      const int64_t high[3])
{
    return at >= low[l->axis[q]] && at < high[l->axis[q]];
}

/* L of the edges of fields in a box. */
static yee_status edge_spans(const cell_laws *l, const int64_t low[3], const int64_t high[3],
                             yee_state_spans *to)
{
    yee_status status = YEE_OK;
    for (const cell_law_edges *r = l->edge; r < l->edge + l->edges && !status; r++) {
        const int64_t *extent = l->problem->grid.extent[r->component];
        const int64_t x[3] = {r->at / (extent[1] * extent[2]), r->at / extent[2] % extent[1],
                              r->at % extent[2]};
        int64_t b[3], e[3];
        for (int a = 0; a < 3; a++)
            yee_box_points(&l->problem->grid, r->component, a, low[a], high[a], &b[a], &e[a]);
        const int w = l->axis[2];
        if (is_within(l, 0, x[l->axis[0]], b, e) && is_within(l, 1, x[l->axis[1]], b, e))
            status = add_span(l, l->linear, r->linear, 0, 1, r->k, r->n, b[w], e[w], to);
    }
    return status;
}

/* Runs end where the law changes, and so within a box at the same cells in every subdomain. */
yee_status cell_laws_spans(const cell_laws *l, const int64_t low[3], const int64_t high[3],
                           yee_state_spans *to)
{
    yee_status status = YEE_OK;
    for (const cell_law_run *r = l->run; r < l->run + l->runs && !status; r++) {
        const cell_law_row *own = &l->row[r->row];
        if (is_within(l, 0, own->at[0], low, high) && is_within(l, 1, own->at[1], low, high))
            status = add_span(l, l->state, own->state + 1 + r->k - own->k0, own->pitch,
                              l->problem->law[r->law].law->cell_words, r->k, r->n,
                              low[l->axis[2]], high[l->axis[2]], to);
    }
    return l->fields && !status ? edge_spans(l, low, high, to) : status;
}

yee_status cell_laws_exchange(cell_laws *l, yee_state *state)
{
    yee_status status = YEE_OK;
    if (l->words)
        status = state->piece(state,
                              l->first    ? "law_magnetic"
                              : l->fields ? "law_fields"
                                          : "law_cells",
                              l->state, l->words * (int64_t)l->word);
    if (l->linears && !status)
        status = state->piece(state, l->first ? "law_linear_h" : "law_linear", l->linear,
                              l->linears * (int64_t)l->word);
    return status;
}
