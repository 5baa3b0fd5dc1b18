/* core/cli/plan/lists.c: the media, the objects and the findings of a model, for people: what there
 * is much of becomes one line with its number and the first names. */
#include "lists.h"
#include "model/findings.h"
#include "model/pointwise.h"
#include "problem/paint.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEFT = 13,    /* column of texts */
    SUBJECT = 10, /* letters of a subject that has its line with a text */
    MEDIA = 16,   /* shown one by one */
    EACH = 12,    /* instances that have a line each */
    NAMED = 4     /* of a group */
};

/* -- media -- */

/* chi(0) = b0/d0; NAN where a pole has none: free charges. */
static double static_value(const yee_response *r)
{
    double sum = r->inf;
    for (size_t p = 0; p < r->pole_count; p++)
        sum += r->poles[p].d0 != 0 ? r->poles[p].b0 / r->poles[p].d0 : (double)NAN;
    return sum;
}

/* ", law kerr", and of means the part of the edges that it has. */
static void name_law(const yee_problem *p, uint32_t medium, char *text, size_t size)
{
    const int64_t law = yee_problem_law(p, medium);
    const double share = law < 0 ? 0 : p->law_medium[medium].share;
    if (law >= 0 && share < 1)
        snprintf(text, size, ", law %s in %.3g %%", p->law[law].law->name, 100 * share);
    else if (law >= 0)
        snprintf(text, size, ", law %s", p->law[law].law->name);
}

static void print_medium(const yee_problem *p, uint32_t medium)
{
    const yee_medium *m = &p->medium[medium];
    const yee_response *r = &m->response;
    const char *word = m->magnetic ? "mu" : "eps";
    const double low = static_value(r);
    char text[512];
    size_t used = (size_t)snprintf(text, sizeof text, "%s: ", m->name);
    used = used < 300 ? used : 300;
    if (m->conductor != YEE_NOT_CONDUCTOR) {
        snprintf(text + used, sizeof text - used, "perfect conductor");
    } else {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %.6g", word,
                                 r->pole_count ? "_inf" : "", r->inf);
        if (r->pole_count && isfinite(low))
            used += (size_t)snprintf(text + used, sizeof text - used, ", static %s %.6g", word,
                                     low);
        if (r->sigma != 0)
            used += (size_t)snprintf(text + used, sizeof text - used, ", sigma%s %.6g %s",
                                     m->magnetic ? "_m" : "", r->sigma,
                                     m->magnetic ? "Ohm/m" : "S/m");
        if (r->pole_count)
            used += (size_t)snprintf(text + used, sizeof text - used, ", %zu pole%s",
                                     r->pole_count, r->pole_count == 1 ? "" : "s");
        name_law(p, medium, text + used, sizeof text - used);
    }
    cli_wrap(stdout, printf("  %-10s ", m->magnetic ? "H" : "E"), LEFT, text);
}

/* "plasma: law magnetised_plasma in 1234 cells" */
static void print_cell_law(const yee_model *m, int64_t law)
{
    const yee_problem *p = &m->problem;
    const yee_law_use *use = &p->law[law];
    int64_t cells = 0;
    char text[512];
    for (const yee_cell_run *r = p->cell_run; r < p->cell_run + p->cell_runs; r++)
        cells += r->law == law ? r->n : 0;
    for (const yee_cell_run *r = p->field_cell; r < p->field_cell + p->field_cells; r++)
        cells += r->law == law ? r->n : 0;
    for (const yee_cell_run *r = p->magnetic_cell; r < p->magnetic_cell + p->magnetic_cells;
         r++)
        cells += r->law == law ? r->n : 0;
    const yee_instance *owner = yee_model_law_owner(m, use->law, use->self);
    snprintf(text, sizeof text, "%.200s: law %.100s in %lld cells",
             owner ? owner->host.instance : "average = tensor", use->law->name,
             (long long)cells);
    cli_wrap(stdout, printf("  %-10s ", "cells"), LEFT, text);
}

void plan_print_media(const yee_model *model)
{
    const yee_problem *p = &model->problem;
    const int64_t own = model->first_copy, copies = p->media - own;
    printf("media        %lld\n", (long long)p->media);
    for (int64_t i = 0; i < own && i < MEDIA; i++)
        print_medium(p, (uint32_t)i);
    if (own > MEDIA)
        printf("             and %lld more\n", (long long)own - MEDIA);
    if (copies)
        printf("             and %lld %s of them, damped or with a sheet\n", (long long)copies,
               copies == 1 ? "copy" : "copies");
    for (int64_t n = 0; n < p->laws; n++)
        if (p->law[n].cell_param)
            print_cell_law(model, n);
}

/* -- instances -- */

/* The material of a shape, "": it names none, or the kind has none. */
static const char *material_of(const yee_model *m, const yee_instance *it)
{
    const char *name =
        it->plugin->kind == YEE_SHAPE ? m->shape_config[it->order].material : NULL;
    return name ? name : "";
}

/* How many materials a shape made. */
static size_t made_by(const yee_model *m, const yee_instance *it)
{
    return it->plugin->kind == YEE_SHAPE ? yee_voxels_made_by(m->voxels, it) : 0;
}

static void print_instance(const yee_model *m, const yee_instance *it)
{
    const size_t made = made_by(m, it);
    char text[512];
    snprintf(text, sizeof text, "%.300s: %.100s", it->host.instance, it->plugin->name);
    if (made)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 ", of %zu material%s of its own", made, made == 1 ? "" : "s");
    cli_wrap(stdout, LEFT, LEFT, text);
}

/* The number, plugin and material of those like `first`, and the first names. */
static void print_group(const yee_model *m, const yee_instances *of, size_t first, bool *done)
{
    const yee_instance *it = of->v[first];
    const char *material = material_of(m, it);
    char names[400] = "";
    size_t count = 0, used = 0;
    for (size_t i = first; i < of->count; i++) {
        if (done[i] || of->v[i]->plugin != it->plugin ||
            strcmp(material_of(m, of->v[i]), material) != 0)
            continue;
        done[i] = true;
        if (count++ < NAMED && used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%.80s",
                                     count > 1 ? ", " : "", of->v[i]->host.instance);
    }
    char text[800];
    if (count == 1) {
        print_instance(m, it);
        return;
    }
    snprintf(text, sizeof text, "%zu x %.100s%s%.100s: %s%s", count, it->plugin->name,
             *material ? ", material " : "", material, names, count > NAMED ? ", ..." : "");
    cli_wrap(stdout, LEFT, LEFT, text);
}

void plan_print_instances(const yee_model *m, const char *title, yee_kind kind)
{
    const yee_instances *of = &m->of[kind];
    bool *done = of->count > EACH ? calloc(of->count, sizeof *done) : NULL;
    if (!of->count)
        printf("%-12s none\n", title);
    if (done)
        printf("%-12s %zu\n", title, of->count);
    for (size_t i = 0; i < of->count; i++) {
        if (done && done[i])
            continue;
        printf("%-12s ", i || done ? "" : title);
        if (done)
            print_group(m, of, i, done);
        else
            print_instance(m, of->v[i]);
    }
    free(done);
}

/* -- findings -- */

static void print_counts(const yee_model *m)
{
    const yee_finding *f;
    const size_t n = yee_model_findings(m, &f);
    size_t of[YEE_ERROR + 1] = {0};
    for (size_t i = 0; i < n; i++)
        of[f[i].level]++;
    const size_t remarks = n - of[YEE_WARNING] - of[YEE_ERROR];
    printf("%-12s ", "self-test");
    if (of[YEE_ERROR])
        printf("%zu error%s, ", of[YEE_ERROR], of[YEE_ERROR] == 1 ? "" : "s");
    if (of[YEE_WARNING])
        printf("%zu warning%s, ", of[YEE_WARNING], of[YEE_WARNING] == 1 ? "" : "s");
    if (!of[YEE_ERROR] && !of[YEE_WARNING])
        printf("nothing is wrong; ");
    printf("%zu remark%s\n", remarks, remarks == 1 ? "" : "s");
}

void plan_print_findings(const yee_model *m)
{
    static const char *const word[] = {"", "", "WARNING: ", "ERROR: "};
    const yee_finding *f;
    const size_t n = yee_model_findings(m, &f);
    print_counts(m);
    for (size_t i = 0; i < n; i++) {
        const yee_block *block = yee_config_block(m->config, f[i].subject);
        char text[1100], line[32] = "", others[256];
        if (yee_finding_is_other(m, i))
            continue;
        yee_finding_others(m, i, others, sizeof others);
        if (block && block->line)
            snprintf(line, sizeof line, "(line %d)", block->line);
        const bool whole = strlen(f[i].subject) > SUBJECT; /* it has a line of its own */
        snprintf(text, sizeof text, "%s%s%s%s%s%s", whole ? "" : line,
                 *line && !whole ? " " : "", word[f[i].level], f[i].text, *others ? "; " : "",
                 others);
        int at = 0;
        if (whole)
            printf("  %s%s%s\n", f[i].subject, *line ? " " : "", line);
        else
            at = printf("  %-10s ", f[i].subject);
        cli_wrap(stdout, at, LEFT, text);
    }
}
