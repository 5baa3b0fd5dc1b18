/* laws.c: from the laws of a problem to tables, words and kernels. */
#include "law_cells.h"
#include <stdlib.h>
#include <string.h>

static const yee_law *law_of(const plan *p, uint32_t medium)
{
    const int64_t n = yee_problem_law(p->problem, medium);
    return n < 0 ? NULL : p->problem->law[n].law;
}

static uint32_t medium_of(const plan *p, int c, int64_t index)
{
    return p->id[c] ? p->id[c][index] : p->d.uniform[c];
}

/* The problem's component that is the plan's component c. */
static int problems(const plan *p, int c)
{
    int n = 0;
    while (p->component_of[n] != c)
        n++;
    return n;
}

/* ---- tables ---- */

int laws_text(const plan *p, const yee_law *law)
{
    int n = 0;
    while (p->laws->text[n] != law)
        n++;
    return n;
}

static bool make_texts(plan *p)
{
    plan_laws *l = p->laws;
    l->text = calloc((size_t)p->problem->laws, sizeof(const yee_law *));
    for (int64_t n = 0; l->text && n < p->problem->laws; n++) {
        bool known = false;
        for (int m = 0; m < l->texts; m++)
            known = known || l->text[m] == p->problem->law[n].law;
        if (!known)
            l->text[l->texts++] = p->problem->law[n].law;
    }
    return l->text != NULL;
}

/* Places of coefficients: those of a medium and component begin at a multiple of LAW_ALIGNED. */
int64_t laws_places(const yee_law *law)
{
    return law ? (law->params + LAW_ALIGNED - 1) / LAW_ALIGNED * LAW_ALIGNED : 0;
}

void laws_give(const plan *p, law_few *few, int n, double value)
{
    if (p->word == sizeof(float))
        few->f32[n] = (float)value;
    else
        few->f64[n] = value;
}

/* The law of a component with one medium is an argument of kernels. */
static void give_alone(const plan *p, law_tables *t, const law_entry *entry,
                       const double *param)
{
    for (int c = 0; c < 3; c++) {
        const bool one = p->grid.active[c] && !p->id[c];
        const yee_law *law = one ? law_of(p, p->d.uniform[c]) : NULL;
        t->alone[c] = (law_entry){-1, 0, 0, 0};
        if (!law)
            continue;
        t->alone[c] = entry[3 * p->d.uniform[c] + (unsigned)c];
        for (int n = 0; n < law->params && n < LAW_FEW; n++)
            laws_give(p, &t->few[c], n, param[t->alone[c].param + n]);
    }
}

static bool make_entries(plan *p)
{
    const yee_problem *q = p->problem;
    law_tables *t = &p->laws->tables;
    law_entry *entry = calloc((size_t)(3 * q->media), sizeof *entry);
    double *share = plan_scratch(p, q->media, sizeof *share);
    p->laws->entry = entry;
    int64_t params = 0, used = 0;
    for (int64_t m = 0; m < q->media; m++)
        params += 3 * laws_places(law_of(p, (uint32_t)m));
    double *param = plan_scratch(p, params, sizeof *param);
    if (!entry || !share || !param)
        return false;
    for (int64_t m = 0; m < q->media; m++) {
        const yee_law *law = law_of(p, (uint32_t)m);
        const yee_law_medium *own = &q->law_medium[m];
        const yee_signals *signals = law ? q->law[own->law].signals : NULL;
        share[m] = law ? own->share : 0;
        for (int c = 0; c < 3; c++) {
            law_entry *e = &entry[3 * m + p->component_of[c]];
            *e = (law_entry){-1, 0, 0, 0};
            if (!law)
                continue;
            *e = (law_entry){laws_text(p, law), (int)used,
                             signals ? (int)points_signals(p, signals) : 0, 0};
            if (law->params > 0)
                memcpy(param + used, own->param[c], (size_t)law->params * sizeof *param);
            used += laws_places(law);
        }
    }
    give_alone(p, t, entry, param);
    void *rounded = plan_rounded(p, param, params, params);
    device_memory *m = &p->memory;
    return rounded && device_ask(m, &t->entry, 3 * q->media, sizeof *entry, entry) &&
           device_ask(m, &t->share, q->media, sizeof *share, share) &&
           device_ask(m, &t->param, params, p->word, rounded) &&
           device_ask(m, &t->exact, params, sizeof *param, param);
}

/* Words and maps of a point of each medium. */
static int *numbers_of_media(plan *p)
{
    int *numbers = plan_scratch(p, p->problem->media, sizeof *numbers);
    for (int64_t m = 0; numbers && m < p->problem->media; m++) {
        const yee_law *law = law_of(p, (uint32_t)m);
        numbers[m] = law ? law->edge_words + law->edge_maps : 0;
    }
    return numbers;
}

/* The numbers of a component: as a field lies where it has one medium, else by rows. */
static bool make_state(plan *p, int c, const int *numbers)
{
    plan_laws *l = p->laws;
    const int64_t block = (p->d.cells[0] + 1) * p->d.plane, rows = block / p->d.pitch;
    int64_t widest, words = p->id[c] ? 0 : block * numbers[p->d.uniform[c]];
    if (p->id[c]) {
        state_row *row = plan_scratch(p, rows, sizeof *row);
        if (!row)
            return false;
        words = media_rows(p, c, numbers, row, &widest);
        if (words > 0 && !device_ask(&p->memory, &l->tables.row[c], rows, sizeof *row, row))
            return false;
    }
    l->tables.state_words = block;
    p->use.sections += (size_t)words * p->word;
    return words == 0 || plan_add_lone_state(p, &l->state[c], words, "laws_%d", c);
}

/* ---- late edges ---- */

static int by_place(const void *a, const void *b)
{
    const late_edge *p = a, *q = b;
    if (p->component != q->component)
        return p->component < q->component ? -1 : 1;
    return (p->at > q->at) - (p->at < q->at);
}

/* Whether an edge of the problem has a law and is updated. */
static bool acts_on(const plan *p, int component, int64_t index)
{
    int64_t x[3];
    if (!yee_is_electric(component) ||
        !law_of(p, yee_problem_medium(p->problem, component, index)))
        return false;
    const int c = p->component_of[component];
    plan_split(p, c, index, x);
    for (int a = 0; a < 3; a++)
        if (x[a] < p->grid.begin[c][a] || x[a] >= p->grid.end[c][a])
            return false;
    return true;
}

/* Counts edges with points and ports, or lists them. */
static int64_t list_late(plan *p, late_edge *list)
{
    const yee_problem *q = p->problem;
    int64_t count = 0;
    for (int64_t g = 0; g < q->groups; g++)
        for (int64_t n = 0; n < q->group[g].count; n++) {
            const int c = q->group[g].component;
            const int64_t index = q->group[g].point[n].index;
            if (!acts_on(p, c, index))
                continue;
            if (list)
                list[count] = (late_edge){plan_padded(p, p->component_of[c], index), 0,
                                          p->component_of[c], 0};
            count++;
        }
    for (int64_t n = 0; n < q->ports; n++)
        for (int64_t m = 0; m < q->port[n].count; m++) {
            const int c = q->port[n].component;
            const int64_t index = q->port[n].edge[m].index;
            if (!acts_on(p, c, index))
                continue;
            p->laws->metered = true;
            if (list)
                list[count] = (late_edge){plan_padded(p, p->component_of[c], index), 0,
                                          p->component_of[c], 0};
            count++;
        }
    return count;
}

static bool make_late(plan *p)
{
    law_tables *t = &p->laws->tables;
    const int64_t most = list_late(p, NULL);
    const int64_t rows = p->d.plane / p->d.pitch * (p->d.cells[0] + 1);
    late_edge *list = plan_scratch(p, most, sizeof *list);
    if (!list)
        return false;
    list_late(p, list);
    qsort(list, (size_t)most, sizeof *list, by_place);
    for (int64_t n = 0; n < most; n++)
        if (t->lates == 0 || by_place(&list[t->lates - 1], &list[n]))
            list[t->lates++] = list[n];
    for (int c = 0, n = 0; c < 3 && n < t->lates; c++) {
        if (list[n].component != c)
            continue;
        int *begin = plan_scratch(p, rows + 1, sizeof *begin);
        if (!begin)
            return false;
        for (int64_t row = 0; row <= rows; row++) {
            begin[row] = n;
            while (n < t->lates && list[n].component == c && list[n].at / p->d.pitch == row)
                n++;
        }
        if (!device_ask(&p->memory, &t->late_begin[c], rows + 1, sizeof *begin, begin))
            return false;
    }
    return device_ask(&p->memory, &t->late, t->lates, sizeof *list, list);
}

bool laws_make(plan *p)
{
    bool any = p->problem->laws > 0;
    for (int64_t n = 0; n < p->problem->ports; n++)
        any = any || p->problem->port[n].law;
    if (!any)
        return true;
    p->laws = calloc(1, sizeof *p->laws);
    if (p->laws)
        p->laws->nvrtc = p->options->nvrtc;
    bool ok = p->laws && law_ports_make(p);
    if (!ok || p->problem->laws == 0)
        return ok;
    const int *numbers = numbers_of_media(p);
    ok = numbers && make_texts(p) && make_entries(p) && make_late(p);
    for (int c = 0; c < 3 && ok; c++)
        ok = !p->grid.active[c] || make_state(p, c, numbers);
    plan_laws *l = p->laws;
    return ok && law_cells_make(p) &&
           device_ask(&p->memory, &l->kept, l->metered ? p->problem->ports : 0, sizeof *l->kept,
                      NULL);
}

/* ---- words ---- */

typedef struct begun {
    const plan *p;
    int component; /* the plan's */
    void *numbers;
    const state_row *row;
} begun;

void laws_store(const plan *p, void *array, int64_t n, double value)
{
    if (p->word == sizeof(float))
        ((float *)array)[n] = (float)value;
    else
        ((double *)array)[n] = value;
}

/* Words before step 0 and maps of the edge at x. */
static void begin_edge(const begun *b, const int64_t x[3], uint32_t medium)
{
    const plan *p = b->p;
    const yee_law *law = law_of(p, medium);
    const int c = problems(p, b->component);
    const yee_law_place place = yee_problem_law_place(p->problem, medium, c);
    double at[3], state[YEE_LAW_MOST_WORDS] = {0}, map[YEE_LAW_MOST_WORDS] = {0};
    for (int a = 0; a < 3; a++)
        at[a] = yee_grid_position(&p->problem->grid, c, a, x[(a + p->rotation) % 3]);
    law->begin(p->problem->law[yee_problem_law(p->problem, medium)].self, &place, at, state,
               map);
    int64_t first = plan_offset(p, x), pitch = p->laws->tables.state_words;
    if (b->row) {
        const state_row r = b->row[x[0] * p->d.rows + x[1]];
        first = r.first + x[2] - r.begin;
        pitch = r.width;
    }
    for (int w = 0; w < law->edge_words; w++)
        laws_store(p, b->numbers, first + w * pitch, state[w]);
    for (int w = 0; w < law->edge_maps; w++)
        laws_store(p, b->numbers, first + (law->edge_words + w) * pitch, map[w]);
}

static yee_status upload_state(plan *p, int c, const int *numbers)
{
    plan_laws *l = p->laws;
    state_array *array = &p->state.array[l->state[c].n - 1];
    const size_t bytes = (size_t)array->words * p->word;
    const int64_t *b = p->grid.begin[c], *e = p->grid.end[c], *n = p->grid.extent[c];
    begun o = {p, c, calloc(bytes + 1, 1), NULL};
    state_row *row = calloc((size_t)(p->d.rows * (p->d.cells[0] + 1)), sizeof *row);
    int64_t x[3], widest;
    yee_status status = YEE_OK;
    if (!o.numbers || !row)
        status = p->host->fail(p->host, YEE_MEMORY, "no host memory for the words of laws");
    else if (p->id[c]) {
        media_rows(p, c, numbers, row, &widest);
        o.row = row;
    }
    for (x[0] = b[0]; x[0] < e[0] && status == YEE_OK; x[0]++)
        for (x[1] = b[1]; x[1] < e[1]; x[1]++)
            for (x[2] = b[2]; x[2] < e[2]; x[2]++) {
                const uint32_t medium = medium_of(p, c, (x[0] * n[1] + x[1]) * n[2] + x[2]);
                const yee_law *law = law_of(p, medium);
                if (law && law->begin && numbers[medium] > 0)
                    begin_edge(&o, x, medium);
            }
    l->tables.state[c] = array->buffer[1] = array->buffer[0];
    if (status == YEE_OK)
        status = DEVICE_CALL(
            p->host, cudaMemcpy(array->buffer[0], o.numbers, bytes, cudaMemcpyHostToDevice));
    free(o.numbers);
    free(row);
    return status;
}

yee_status laws_begin(plan *p)
{
    if (!p->laws)
        return YEE_OK;
    yee_status status = law_ports_begin(p);
    if (status != YEE_OK || !laws_act(p))
        return status;
    const int *numbers = numbers_of_media(p);
    if (!numbers)
        status = p->host->fail(p->host, YEE_MEMORY, "no host memory for the words of laws");
    for (int c = 0; c < 3 && status == YEE_OK; c++)
        if (p->laws->state[c].n > 0)
            status = upload_state(p, c, numbers);
    return status == YEE_OK ? law_cells_begin(p) : status;
}

yee_status laws_upload(plan *p)
{
    if (!p->laws)
        return YEE_OK;
    law_tables *t = &p->laws->tables;
    law_cells_bind(p);
    p->laws->with_h = laws_join_h(p);
    yee_status status = laws_compile(p);
    if (status == YEE_OK)
        status = laws_begin(p);
    t->clock = p->between.clock;
    t->signals = p->between.signals;
    t->span = p->between.span;
    t->values = p->between.values;
    return status;
}

void laws_free(plan *p)
{
    if (!p->laws)
        return;
    law_unload(&p->laws->kernels);
    law_ports_free(p);
    for (int n = 0; n < p->laws->passes; n++)
        law_unload_lone(p->laws->pass[n].library);
    free(p->laws->pass);
    free(p->laws->entry);
    free(p->laws->text);
    free(p->laws);
    p->laws = NULL;
}
