/* laws.c: from the laws of a problem to tables, words and kernels. */
#include "../compile/law_list.h"
#include "law_cells.h"
#include <stdlib.h>
#include <string.h>

const yee_law *laws_of(const plan *p, uint32_t medium)
{
    const int64_t n = yee_problem_law(p->problem, medium);
    return n < 0 ? NULL : p->problem->law[n].law;
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
    l->texts = l->text ? law_list_make(p->problem, l->text) : 0;
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
        const yee_law *law = one ? laws_of(p, p->d.uniform[c]) : NULL;
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
        params += 3 * laws_places(laws_of(p, (uint32_t)m));
    double *param = plan_scratch(p, params, sizeof *param);
    if (!entry || !share || !param)
        return false;
    for (int64_t m = 0; m < q->media; m++) {
        const yee_law *law = laws_of(p, (uint32_t)m);
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
        const yee_law *law = laws_of(p, (uint32_t)m);
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
        state_row *row = l->row[c] = calloc((size_t)rows, sizeof *row);
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
        !laws_of(p, yee_problem_medium(p->problem, component, index)))
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

void laws_store(const plan *p, void *array, int64_t n, double value)
{
    if (p->word == sizeof(float))
        ((float *)array)[n] = (float)value;
    else
        ((double *)array)[n] = value;
}

yee_status laws_begin(plan *p)
{
    if (!p->laws)
        return YEE_OK;
    p->laws->made_at = 0;
    yee_status status = law_ports_begin(p);
    if (status != YEE_OK || !laws_act(p))
        return status;
    const int *numbers = numbers_of_media(p);
    if (!numbers)
        status = p->host->fail(p->host, YEE_MEMORY, "no host memory for the words of laws");
    for (int c = 0; c < 3 && status == YEE_OK; c++)
        if (p->laws->state[c].n > 0)
            status = law_words_begin(p, c, numbers);
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
    for (int c = 0; c < 3; c++)
        free(p->laws->row[c]);
    free(p->laws->pass);
    free(p->laws->entry);
    free(p->laws->text);
    free(p->laws);
    p->laws = NULL;
}
