/* law_cells.c: from cells with laws of cells or of fields, magnetic ones among them, and the edges
 * beside those of fields, to tables and words. */
#include "law_cells.h"
#include "../../common/places.h"
#include <stdlib.h>
#include <string.h>

/* Runs of cells of one form, and what becomes of them. */
typedef struct cell_form {
    const yee_cell_run *run;
    int64_t runs;
    cell_tables *tables;
    state_address *state;
    const char *name; /* of its words in checkpoints */
} cell_form;

static cell_form form_of(const plan *p, law_form form)
{
    const yee_problem *q = p->problem;
    plan_laws *l = p->laws;
    const cell_form forms[LAW_FORMS] = {
        [LAW_FORM_CELLS] = {q->cell_run, q->cell_runs, &l->tables.cells,
                            &l->cell_state[LAW_FORM_CELLS], "law_cells"},
        [LAW_FORM_FIELDS] = {q->field_cell, q->field_cells, &l->tables.field_cells,
                             &l->cell_state[LAW_FORM_FIELDS], "law_fields"},
        [LAW_FORM_MAGNETS] = {q->magnetic_cell, q->magnetic_cells, &l->magnet_cells,
                              &l->cell_state[LAW_FORM_MAGNETS], "law_magnetic"}};
    return forms[form];
}

bool law_cells_any(const plan *p) { return p->laws && p->problem->cell_runs > 0; }
bool law_fields_any(const plan *p) { return p->laws && p->problem->field_cells > 0; }
bool law_fields_pure(const plan *p)
{
    const law_tables *t = p->laws ? &p->laws->tables : NULL;
    bool pure = law_fields_any(p) && !t->field_cells.use;
    for (int a = 0; pure && a < 3; a++)
        pure = !p->grid.axis[a].invariant && t->fields.linear[a] && !t->fields.part[a];
    for (int64_t n = 0; pure && n < p->problem->field_cells; n++)
        pure = law_is_pure(p->problem->law[p->problem->field_cell[n].law].law);
    return pure;
}
bool law_magnets_any(const plan *p) { return p->laws && p->problem->magnetic_cells > 0; }

void law_turn(const plan *p, const int64_t x[3], int64_t to[3])
{
    for (int a = 0; a < 3; a++)
        to[(a + p->rotation) % 3] = x[a];
}

/* The place of cell n of a run in the planes of a form. */
static int64_t cell_place(const plan *p, const cell_tables *x, const yee_cell_run *run,
                          int64_t n)
{
    const int64_t cell[3] = {run->cell[0], run->cell[1], run->cell[2] + n};
    int64_t at[3];
    law_turn(p, cell, at);
    return plan_offset(p, at) - x->from[0] * p->d.plane;
}

int64_t law_lead(const plan *p) { return 2 * (int64_t)p->d.pitch; }
int64_t law_block(const plan *p, const cell_tables *x)
{
    return (x->to[0] - x->from[0] + 1) * p->d.plane + 2 * law_lead(p);
}

static void find_cells(const plan *p, const cell_form *f)
{
    cell_tables *x = f->tables;
    for (const yee_cell_run *r = f->run; r < f->run + f->runs; r++) {
        const int64_t end[3] = {r->cell[0] + 1, r->cell[1] + 1, r->cell[2] + r->n};
        int64_t low[3], high[3];
        law_turn(p, r->cell, low);
        law_turn(p, end, high);
        for (int a = 0; a < 3; a++) {
            x->from[a] = r == f->run || low[a] < x->from[a] ? (int)low[a] : x->from[a];
            x->to[a] = high[a] > x->to[a] ? (int)high[a] : x->to[a];
        }
    }
    for (int a = 0; a < 3; a++)
        if (p->d.periodic >> a & 1 && (x->from[a] == 0 || x->to[a] == p->d.cells[a])) {
            x->from[a] = 0;
            x->to[a] = p->d.cells[a];
        }
}

/* Whether all cells of the box have one law. */
static bool one_law(const cell_form *f)
{
    const cell_tables *x = f->tables;
    int64_t cells = 0, all = 1;
    bool one = true;
    for (const yee_cell_run *r = f->run; r < f->run + f->runs; r++) {
        cells += r->n;
        one = one && r->law == f->run->law;
    }
    for (int a = 0; a < 3; a++)
        all *= x->to[a] - x->from[a];
    return one && cells == all;
}

static bool make_uses(plan *p, const cell_form *f)
{
    cell_tables *x = f->tables;
    const int64_t count = law_block(p, x);
    uint16_t *use = plan_scratch(p, count, sizeof *use);
    for (const yee_cell_run *r = f->run; use && r < f->run + f->runs; r++)
        for (int64_t n = 0; n < r->n; n++)
            use[law_lead(p) + cell_place(p, x, r, n)] = (uint16_t)(1 + r->law);
    return use && device_ask(&p->memory, &x->use, count, sizeof *use, use);
}

/* Laws of cells by their numbers, and their coefficients. */
static bool make_entries(plan *p)
{
    const yee_problem *q = p->problem;
    law_tables *t = &p->laws->tables;
    int64_t params = 0, used = 0;
    for (int64_t n = 0; n < q->laws; n++)
        params += q->law[n].cell_param ? laws_places(q->law[n].law) : 0;
    law_entry *entry = plan_scratch(p, q->laws, sizeof *entry);
    double *param = plan_scratch(p, params, sizeof *param);
    if (!entry || !param)
        return false;
    for (int64_t n = 0; n < q->laws; n++) {
        const yee_law_use *use = &q->law[n];
        if (!use->cell_param)
            continue;
        entry[n] = (law_entry){laws_text(p, use->law), (int)used,
                               use->signals ? (int)points_signals(p, use->signals) : 0, 0};
        memcpy(param + used, use->cell_param, (size_t)use->law->params * sizeof *param);
        used += laws_places(use->law);
    }
    for (law_form form = 0; form < LAW_FORMS; form++) {
        const cell_form f = form_of(p, form);
        if (f.runs == 0)
            continue;
        f.tables->alone = entry[f.run->law];
        for (int n = 0; n < q->law[f.run->law].law->params && n < LAW_FEW; n++)
            laws_give(p, &f.tables->few, n, param[f.tables->alone.param + n]);
        if (!device_ask(&p->memory, &f.tables->entry, q->laws, sizeof *entry, entry))
            return false;
    }
    void *rounded = plan_rounded(p, param, params, params);
    return rounded && device_ask(&p->memory, &t->cell_param, params, p->word, rounded) &&
           device_ask(&p->memory, &t->cell_exact, params, sizeof *param, param);
}

/* Words and maps of a cell, at most. */
static int64_t most_numbers(const plan *p, const cell_form *f)
{
    int64_t most = 0;
    for (const yee_cell_run *r = f->run; r < f->run + f->runs; r++) {
        const yee_law *law = p->problem->law[r->law].law;
        const int64_t own = law->cell_words + law->cell_maps;
        most = own > most ? own : most;
    }
    return most;
}

static bool make_form(plan *p, const cell_form *f)
{
    if (f->runs == 0)
        return true;
    find_cells(p, f);
    f->tables->words = law_block(p, f->tables);
    const int64_t words = f->tables->words * most_numbers(p, f) + 2 * law_lead(p);
    p->use.sections += (size_t)words * p->word;
    return (one_law(f) || make_uses(p, f)) &&
           plan_add_lone_state(p, f->state, words, "%s", f->name);
}

static bool make_shares(plan *p)
{
    bool ok = true;
    for (int a = 0; a < 3 && ok; a++) {
        const yee_axis_data *x = &p->grid.axis[a];
        const int64_t nodes = x->invariant ? 0 : x->cells + !x->periodic;
        double *below = plan_scratch(p, nodes, sizeof *below);
        for (int64_t i = 0; below && i < nodes; i++)
            below[i] = yee_cell_share(x, i, 0);
        const int64_t room = nodes + 128; /* threads beyond the end read it */
        void *rounded = below ? plan_rounded(p, below, nodes, room) : NULL;
        ok = rounded &&
             device_ask(&p->memory, &p->laws->tables.share_below[a], room, p->word, rounded);
    }
    return ok;
}

bool law_cells_make(plan *p)
{
    bool ok = true;
    if (!law_cells_any(p) && !law_fields_any(p) && !law_magnets_any(p))
        return true;
    for (law_form form = 0; form < LAW_FORMS && ok; form++) {
        const cell_form f = form_of(p, form);
        ok = make_form(p, &f);
    }
    return ok && make_entries(p) && make_shares(p) && law_fields_make(p);
}

/* ---- memory ---- */

void law_cells_bind(plan *p)
{
    plan_laws *l = p->laws;
    for (law_form form = 0; form < LAW_FORMS; form++) {
        const cell_form f = form_of(p, form);
        field_tables *edges = form == LAW_FORM_FIELDS ? &l->tables.fields : &l->magnets;
        const state_address *linear = &l->linear_state[form == LAW_FORM_FIELDS ? 0 : 3];
        if (f.runs == 0)
            continue;
        const int64_t shift = law_lead(p) - f.tables->from[0] * p->d.plane;
        f.tables->use = f.tables->use ? f.tables->use + shift : NULL;
        f.tables->state =
            (char *)p->state.array[f.state->n - 1].buffer[0] + shift * (int64_t)p->word;
        for (int c = 0; c < 3 && form != LAW_FORM_CELLS; c++) {
            if (linear[c].n == 0)
                continue;
            const uint16_t *number = edges->part[c];
            edges->part[c] = number ? number + shift : NULL;
            edges->linear[c] =
                (char *)p->state.array[linear[c].n - 1].buffer[0] + shift * (int64_t)p->word;
        }
    }
    for (law_form form = 0; form < LAW_FORMS; form++) {
        const state_address *s = &l->cell_state[form];
        if (s->n > 0)
            p->state.array[s->n - 1].buffer[1] = p->state.array[s->n - 1].buffer[0];
    }
}

/* The words and maps of a form, [words][cells], in host memory. */
static void begin_form(const plan *p, const cell_form *f, void *numbers)
{
    const yee_problem *q = p->problem;
    const yee_law_place place = {sizeof place, -1, q->grid.dt, 0, 0};
    for (const yee_cell_run *r = f->run; r < f->run + f->runs; r++) {
        const yee_law_use *use = &q->law[r->law];
        for (int64_t n = 0; use->law->begin && n < r->n; n++) {
            const int64_t cell[3] = {r->cell[0], r->cell[1], r->cell[2] + n};
            const int64_t at = law_lead(p) + cell_place(p, f->tables, r, n);
            double x[3], state[YEE_LAW_MOST_WORDS] = {0}, map[YEE_LAW_MOST_WORDS] = {0};
            int64_t turned[3];
            law_turn(p, cell, turned);
            places_cell(q, cell, x);
            use->law->begin(use->self, &place, x, state, map);
            for (int w = 0; w < use->law->cell_words; w++)
                laws_store(p, numbers, at + w * f->tables->words, state[w]);
            for (int w = 0; w < use->law->cell_maps; w++)
                laws_store(p, numbers, at + (use->law->cell_words + w) * f->tables->words,
                           map[w]);
            for (int w = 0; w < 3 && p->d.periodic & 4 && turned[2] == p->d.cells[2] - 1; w++)
                laws_store(p, numbers, at + w * f->tables->words - p->d.cells[2], state[w]);
        }
    }
}

/* Words are zeros where no law says what they are. */
static yee_status upload_form(plan *p, const cell_form *f)
{
    bool begins = false;
    for (const yee_cell_run *r = f->run; r < f->run + f->runs; r++)
        begins = begins || p->problem->law[r->law].law->begin;
    if (!begins)
        return YEE_OK;
    const state_array *array = &p->state.array[f->state->n - 1];
    const size_t bytes = (size_t)array->words * p->word;
    void *numbers = calloc(bytes + 1, 1);
    if (!numbers)
        return p->host->fail(p->host, YEE_MEMORY, "no host memory for the words of cells");
    begin_form(p, f, numbers);
    const yee_status status = DEVICE_CALL(
        p->host, cudaMemcpy(array->buffer[0], numbers, bytes, cudaMemcpyHostToDevice));
    free(numbers);
    return status;
}

yee_status law_cells_begin(plan *p)
{
    const plan_laws *l = p->laws;
    if (l->too_many_parts)
        return p->host->fail(p->host, YEE_DECLINED,
                             "the edges of laws of fields have more than %d pairs of factors, "
                             "which this scheme numbers in 16 bits; take scheme = plain",
                             UINT16_MAX);
    if ((l->tables.cells.use || l->tables.field_cells.use || l->magnet_cells.use) &&
        p->problem->laws > UINT16_MAX)
        return p->host->fail(
            p->host, YEE_DECLINED,
            "the model has %lld laws; this scheme numbers those of cells in 16 "
            "bits, %d at most; take scheme = plain",
            (long long)p->problem->laws, UINT16_MAX);
    yee_status status = YEE_OK;
    for (law_form form = 0; form < LAW_FORMS && status == YEE_OK; form++) {
        const cell_form f = form_of(p, form);
        status = upload_form(p, &f);
    }
    return status;
}
