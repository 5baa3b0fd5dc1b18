/* law_list.c: laws by name, and the forms of kernels that are prebuilt. */
#include "law_list.h"
#include "../engine/domain.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Plugins of one name may bring laws of one name: then their texts tell which is first. */
static int by_name(const char *name, const char *text, const char *other_name,
                   const char *other_text)
{
    const int names = strcmp(name, other_name);
    return names ? names : strcmp(text ? text : "", other_text ? other_text : "");
}

static int by_law(const void *a, const void *b)
{
    const yee_law *p = *(const yee_law *const *)a, *q = *(const yee_law *const *)b;
    return by_name(p->name, p->text, q->name, q->text);
}

static int by_port_law(const void *a, const void *b)
{
    const yee_port_law *p = *(const yee_port_law *const *)a,
                       *q = *(const yee_port_law *const *)b;
    return by_name(p->name, p->text, q->name, q->text);
}

int law_list_make(const yee_problem *q, const yee_law **list)
{
    int count = 0;
    for (int64_t n = 0; n < q->laws; n++) {
        bool known = false;
        for (int m = 0; m < count; m++)
            known = known || list[m] == q->law[n].law;
        if (!known)
            list[count++] = q->law[n].law;
    }
    if (count > 0)
        qsort(list, (size_t)count, sizeof *list, by_law);
    return count;
}

int law_list_ports(const yee_problem *q, const yee_port_law **list)
{
    int count = 0;
    for (int64_t n = 0; n < q->ports; n++) {
        bool known = !q->port[n].law;
        for (int m = 0; m < count; m++)
            known = known || list[m] == q->port[n].law;
        if (!known)
            list[count++] = q->port[n].law;
    }
    if (count > 0)
        qsort(list, (size_t)count, sizeof *list, by_port_law);
    return count;
}

void law_list_name(law_order o, char *text, size_t size)
{
    const int laws = o.laws + o.ports;
    size_t used = (size_t)snprintf(text, size, "the law%s ", laws > 1 ? "s" : "");
    for (int n = 0; n < laws && used < size; n++)
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 n == 0          ? ""
                                 : n + 1 == laws ? " and "
                                                 : ", ",
                                 n < o.laws ? o.law[n]->name : o.port[n - o.laws]->name);
}

/* ---- forms ---- */

law_sweep_form law_form_normal(law_order o)
{
    law_sweep_form f = o.form;
    if (o.laws == 0)
        return (law_sweep_form){.single = f.single};
    if (!f.cells && !f.fields && !f.magnets)
        f.rotation = 0;
    if (!f.with_h)
        f.h = (sweep_form){0};
    return f;
}

/* A sweep of E that knows all borders. */
static sweep_form with_borders(sweep_form e, bool single)
{
    enum { DIRECT = 1, STAGED = 2 }; /* sweep.cuh */
    e.points = e.ids == 0 || e.sections == NO_SECTIONS ? (single ? 4 : 2) : 1;
    e.borders = e.points == 1 ? DIRECT : STAGED;
    return e;
}

law_sweep_form law_form_general(law_order o)
{
    law_sweep_form f = o.form;
    if (o.laws > 0) {
        f.e = with_borders(f.e, f.single);
        f.with_h = false;
        f.late = f.boxes = true;
        f.pure = o.laws == 1 && law_is_pure(o.law[0]);
    }
    o.form = f;
    return law_form_normal(o);
}

bool law_form_prebuilt(law_order o, int n, law_sweep_form *form)
{
    /* Bytes of ids and sections of media: 4 bytes, of more than 65536 media, are not among them. */
    static const struct {
        int ids, sections;
    } media[] = {{1, NO_SECTIONS},  {0, NO_SECTIONS}, {2, NO_SECTIONS}, {1, ANY_SECTIONS},
                 {2, ANY_SECTIONS}, {0, ONE_WORD},    {0, ANY_SECTIONS}};
    enum { MEDIA = sizeof media / sizeof *media };
    law_sweep_form f = {.single = o.form.single};
    for (int m = 0; m < o.laws; m++) {
        const uint32_t has = o.law[m]->has;
        f.cells = f.cells || has & YEE_LAW_CELL;
        f.magnets = f.magnets || (has & YEE_LAW_FIELD && has & YEE_LAW_MAGNETIC);
        f.fields = f.fields || (has & YEE_LAW_FIELD && !(has & YEE_LAW_MAGNETIC));
    }
    const int turns = f.cells || f.fields || f.magnets ? 2 : 1; /* orient.h */
    if (n >= (o.laws > 0 ? MEDIA * turns : 1))
        return false;
    f.e.ids = media[n % MEDIA].ids;
    f.e.sections = media[n % MEDIA].sections;
    f.rotation = n / MEDIA;
    o.form = f;
    *form = law_form_general(o);
    return true;
}
