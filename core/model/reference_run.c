/* core/model/reference_run.c: a record of another run is worth something here where both runs
 * differ in their objects alone: whether that is so, by the model that its file keeps.
 *
 * Both models are compared as resolved text, section by section. Objects and materials may
 * differ, but for the materials that grid, boundaries and sources name; so may titles, threads,
 * the scheme's options and outputs. A grid counts by its nodes, not by the keys that give them,
 * a run by its time step and its length, where it did not end by a criterion of its own. */
#include "base/nearest.h"
#include "files/results.h"
#include "model.h"
#include "problem/grid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED = 3 }; /* differences that are told one by one */

typedef struct judging {
    yee_model *m;
    const char *file;
    yee_arena *arena;
    yee_diag quiet;           /* for what is tried */
    yee_config *there, *here; /* the models */
    double dt;                /* s, of the run there */
    bool stepped;             /* its file has told it; else it is the one here */
    char text[1024];          /* the differences, in words */
    int count;
} judging;

__attribute__((format(printf, 2, 3))) static void differ(judging *j, const char *format, ...)
{
    const size_t used = strlen(j->text);
    va_list args;
    if (j->count++ >= NAMED)
        return;
    snprintf(j->text + used, sizeof j->text - used, "%s", used ? "; " : "");
    va_start(args, format);
    vsnprintf(j->text + strlen(j->text), sizeof j->text - strlen(j->text), format, args);
    va_end(args);
}

/* The value of a key; NULL: it is not given. */
static const char *value_of(const yee_block *block, const char *key)
{
    const yee_entry *entry = block ? yee_block_entry(block, key) : NULL;
    return entry ? entry->value : NULL;
}

static bool same_value(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

static void differ_key(judging *j, const char *section, const char *key, const char *there,
                       const char *here)
{
    differ(j, "[%s] %s = %.60s there and %.60s here", section, key, there ? there : "not given",
           here ? here : "not given");
}

/* All keys of a section, in the order of the model here; skip: NULL, or ends with NULL. */
static void compare_keys(judging *j, const yee_block *there, const yee_block *here,
                         const char *const *skip)
{
    for (int side = 0; side < 2; side++) {
        const yee_block *block = side ? there : here;
        for (size_t n = 0; n < block->count; n++) {
            const char *key = block->entry[n].key;
            bool seen = side && value_of(here, key);
            for (const char *const *s = skip; s && *s; s++)
                seen = seen || !strcmp(*s, key);
            if (!seen && !same_value(value_of(there, key), value_of(here, key)))
                differ_key(j, here->name, key, value_of(there, key), value_of(here, key));
        }
    }
}

/* A section that both need: what is in one model alone differs. */
static void compare_section(judging *j, const char *name)
{
    const yee_block *there = yee_config_block(j->there, name);
    const yee_block *here = yee_config_block(j->here, name);
    if (there && here)
        compare_keys(j, there, here, NULL);
    else if (there || here)
        differ(j, "[%s] is %s and not %s", name, there ? "there" : "here",
               there ? "here" : "there");
}

/* -- sections of a kind -- */

/* Waveforms that one model alone has are played by nobody, or by sources that differ. */
static void compare_kind(judging *j, yee_kind kind, bool both)
{
    for (int side = 0; side < 2; side++) {
        const yee_config *config = side ? j->there : j->here;
        yee_config *other = side ? j->here : j->there;
        for (size_t i = 0; i < config->count; i++) {
            const yee_block *block = &config->block[i];
            const bool matched = yee_config_block(other, block->name) != NULL;
            if (!strcmp(block->kind, yee_kind_name[kind]) && (matched ? !side : !both))
                compare_section(j, block->name);
        }
    }
}

static void compare_material(judging *j, const char *name, int depth)
{
    const yee_model *m = j->m;
    char section[256];
    snprintf(section, sizeof section, "material.%s", name);
    compare_section(j, section);
    for (size_t i = 0; i < m->of[YEE_MATERIAL].count && depth < 8; i++) {
        const yee_texts *add = &m->material_config[i].add;
        if (yee_text_same(m->of[YEE_MATERIAL].v[i]->host.instance, name))
            for (size_t n = 0; n < add->count; n++)
                compare_material(j, add->v[n], depth + 1);
    }
}

/* The materials that keys of an instance name, outside of objects. */
static void compare_named(judging *j, const yee_param *params, const void *config)
{
    for (const yee_param *p = params; p && p->key; p++) {
        const void *field = (const char *)config + p->offset;
        const bool one = p->type == YEE_TYPE_REF, many = p->type == YEE_TYPE_REFS;
        if ((!one && !many) || strcmp(p->choices, yee_kind_name[YEE_MATERIAL]))
            continue;
        const yee_texts *names = field;
        if (one && *(const char *const *)field)
            compare_material(j, *(const char *const *)field, 0);
        for (size_t n = 0; many && n < names->count; n++)
            compare_material(j, names->v[n], 0);
    }
}

static void compare_materials(judging *j)
{
    static const yee_kind kind[] = {YEE_BOUNDARY, YEE_SOURCE};
    compare_named(j, yee_grid_params, &j->m->grid_config);
    for (size_t k = 0; k < sizeof kind / sizeof *kind; k++)
        for (size_t i = 0; i < j->m->of[kind[k]].count; i++) {
            const yee_instance *it = j->m->of[kind[k]].v[i];
            compare_named(j, it->plugin->params, it->config);
        }
}

/* -- grid -- */

/* Keys that say where the nodes lie, in one way or another. */
static const char *const node_keys[] = {
    "spacing",  "size",     "cells",  "x",      "y",         "z",    "refine_x",
    "refine_y", "refine_z", "growth", "origin", "invariant", "mode", NULL};

static bool same_axis(const yee_axis_data *a, const yee_axis_data *b)
{
    if (a->cells != b->cells || a->invariant != b->invariant)
        return false;
    for (int64_t i = 0; i <= a->cells; i++) {
        const int64_t cell = i < a->cells ? i : i - 1;
        if (!(fabs(a->node[i] - b->node[i]) <= 1e-6 * (a->node[cell + 1] - a->node[cell])))
            return false;
    }
    return true;
}

static bool same_grid(judging *j, yee_block *there)
{
    const yee_grid *here = &j->m->problem.grid;
    yee_grid_config config = {.growth = 0};
    yee_grid grid = {.size = sizeof grid};
    const yee_place place = {j->file, 0, NULL};
    const yee_bind bind = {yee_grid_params, &config};
    if (yee_param_read(&j->quiet, j->arena, j->there, there, 1, &bind) ||
        yee_grid_build(&j->quiet, &place, j->arena, &config, &grid))
        return false;
    bool same = true;
    for (int a = 0; a < 3; a++)
        same = same && same_axis(&here->axis[a], &grid.axis[a]);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        same = same && here->active[c] == grid.active[c];
    return same;
}

static void compare_grid(judging *j)
{
    yee_block *there = yee_config_block(j->there, "grid");
    const yee_block *here = yee_config_block(j->here, "grid");
    if (there && here)
        compare_keys(j, there, here, same_grid(j, there) ? node_keys : NULL);
}

/* -- run -- */

/* The text of a number as resolved models have it, "2e-09 s". */
static double number_of(const yee_block *block, const char *key)
{
    const char *value = value_of(block, key);
    return value ? strtod(value, NULL) : NAN;
}

/* The time that a run lasts by its keys, s. */
static double length_of(const yee_block *run, double dt)
{
    const double time = number_of(run, "time");
    return isnan(time) ? number_of(run, "steps") * dt : time;
}

/* The time step follows from grid, factor, media and scheme: where none of the others is known to
 * differ, it is told itself, with the factor that would make it the same. */
static void compare_step(judging *j, const yee_block *there, const yee_block *here)
{
    const double own = j->m->problem.grid.dt, ratio = j->dt / own;
    const char *factor[2] = {value_of(there, "courant"), value_of(here, "courant")};
    if (j->stepped && fabs(ratio - 1) <= 1e-9)
        return;
    if (!same_value(factor[0], factor[1]))
        differ_key(j, "run", "courant", factor[0], factor[1]);
    else if (j->stepped && !j->count)
        differ(j,
               "the time step is %.9g s there and %.9g s here, since its media or its scheme "
               "allow another one; courant = %.9g %s would make it the same",
               j->dt, own, j->m->run.courant * (ratio < 1 ? ratio : 1 / ratio),
               ratio < 1 ? "here" : "there");
}

/* A run that ended by a criterion is complete whatever time it was given. */
static void compare_length(judging *j, const yee_block *there, const yee_block *here,
                           const char *ended)
{
    const double own = length_of(here, j->m->problem.grid.dt), other = length_of(there, j->dt);
    const char *const key[2] = {value_of(there, "time") ? "time" : "steps",
                                value_of(here, "time") ? "time" : "steps"};
    if (strcmp(ended, "after the last step") ||
        fabs(own - other) <= j->m->problem.grid.dt * (1 + 1e-9))
        return;
    differ(j, "[run] %s = %s there and %s%s%s here", key[0], value_of(there, key[0]),
           strcmp(key[0], key[1]) ? key[1] : "", strcmp(key[0], key[1]) ? " = " : "",
           value_of(here, key[1]));
}

static void compare_run(judging *j, const yee_instance *by, const char *ended)
{
    const yee_block *there = yee_config_block(j->there, "run");
    const yee_block *here = yee_config_block(j->here, "run");
    if (!there || !here)
        return;
    compare_step(j, there, here);
    compare_length(j, there, here, ended);
    if (!same_value(value_of(there, "precision"), value_of(here, "precision")))
        yee_diag_log(
            j->m->diag, YEE_WARNING, &by->place,
            "precision is %s in the run of %s and %s here: what is subtracted or divided "
            "is as good as the poorer of both",
            value_of(there, "precision"), j->file, value_of(here, "precision"));
}

/* -- the verdict -- */

static yee_status verdict(const judging *j, const yee_instance *by)
{
    char more[48] = "";
    if (!j->count)
        return YEE_OK;
    if (j->count > NAMED)
        snprintf(more, sizeof more, "; and %d more", j->count - NAMED);
    if (j->m->run.reference_differs) {
        yee_diag_log(j->m->diag, YEE_WARNING, &by->place,
                     "%s is of a run that differs from this one, which [run] allows: %s%s",
                     j->file, j->text, more);
        return YEE_OK;
    }
    return yee_diag_fail(j->m->diag, YEE_INPUT, &by->place,
                         "%s is of a run that differs from this one in more than its objects: "
                         "%s%s; run it anew, or say reference_differs = allowed in [run]",
                         j->file, j->text, more);
}

/* Both models as configurations; false: one cannot be read. */
static bool parse(judging *j, const char *there, const char *here)
{
    return there && here &&
           !yee_config_parse(&j->quiet, j->arena, j->file, there, strlen(there), &j->there) &&
           !yee_config_parse(&j->quiet, j->arena, "here", here, strlen(here), &j->here);
}

static yee_status judge(judging *j, const yee_instance *by)
{
    char *there = yee_results_text(j->file, "/provenance/resolved"), *here = NULL;
    char *ended = yee_results_text(j->file, "/provenance@ended");
    char *complete = yee_results_text(j->file, "/provenance@complete");
    yee_status status = YEE_OK;
    j->dt = j->m->problem.grid.dt;
    j->stepped = yee_results_number(j->file, "/provenance@time_step", &j->dt);
    if (!yee_model_resolve(j->m, &here)) {
        status = yee_diag_fail(j->m->diag, YEE_MEMORY, NULL, "no memory for a comparison");
    } else if (!parse(j, there, here)) {
        yee_diag_log(j->m->diag, YEE_WARNING, &by->place,
                     "%s keeps no model of the run that made it, so that nobody knows whether "
                     "it fits this one",
                     j->file);
    } else {
        if (!ended)
            differ(j, "it has not ended, and may still be written");
        else if (!complete || strcmp(complete, "yes"))
            differ(j, "it did not come to its end (%.200s)", ended);
        compare_grid(j);
        compare_kind(j, YEE_BOUNDARY, false);
        compare_kind(j, YEE_SOURCE, false);
        compare_kind(j, YEE_WAVEFORM, true);
        compare_materials(j);
        compare_run(j, by, ended ? ended : "");
        status = verdict(j, by);
    }
    free(there);
    free(here);
    free(ended);
    free(complete);
    return status;
}

static const char *base_name(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

static int stem_length(const char *file)
{
    const char *dot = strrchr(base_name(file), '.');
    return (int)(dot ? (size_t)(dot - file) : strlen(file));
}

yee_status yee_model_judge_file(void *model, const yee_instance *by, const char *file)
{
    yee_model *m = model;
    for (const yee_judged *done = m->judged; done; done = done->next)
        if (!strcmp(done->file, file))
            return YEE_OK;
    yee_judged *done = yee_arena_alloc(m->arena, sizeof *done);
    judging *j = yee_arena_alloc(m->arena, sizeof *j);
    if (!done || !j)
        return yee_diag_fail(m->diag, YEE_MEMORY, NULL, "no memory for a comparison");
    *done = (yee_judged){yee_arena_text(m->arena, file), m->judged};
    *j = (judging){.m = m, .file = done->file, .arena = m->arena};
    if (!done->file)
        return YEE_MEMORY;
    if (!yee_results_has(file, "/")) /* whoever reads it says so */
        return YEE_OK;
    if (yee_results_has(file, "/sweep/variables"))
        return yee_diag_fail(
            m->diag, YEE_INPUT, &by->place,
            "%s has all traces of a sweep; name the file of one of them, as in "
            "%.*s.sweep/000000/%s",
            file, stem_length(file), file, base_name(file));
    yee_diag_init(&j->quiet, NULL, NULL);
    const yee_status status = judge(j, by);
    yee_diag_end(&j->quiet);
    if (!status)
        m->judged = done;
    return status;
}
