/* core/api/identity.c: what a restart must share with its checkpoint: the model, its plugins and laws,
 * and what its outputs record, as lines of text, so that a difference can be named. */
#include "base/hash.h"
#include "problem/local_ids.h"
#include "simulation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Keys of [run] that a restart may change. */
static bool may_change(const char *line)
{
    static const char *const keys[] = {
        "title",       "time",       "steps",      "threads", "output",   "force",
        "flush",       "checkpoint", "strict",     "stop_",   "sentinel", "transport",
        "make_folder", "subdomain",  "part_files", "devices", "cut_"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!strncmp(line, keys[i], strlen(keys[i])))
            return true;
    return false;
}

/* Every key with its block in front. */
static void write_model(const yee_model *m, FILE *out)
{
    const char *block = "";
    int width = 0;
    for (const char *line = m->resolved, *next; line && *line; line = next) {
        const int length = (int)strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        if (*line == '[') {
            block = line;
            width = length;
        } else if (length && *line != ';' && strncmp(block, "[plugins]", 9) &&
                   strncmp(block, "[post.", 6) && /* they come after the run */
                   !(!strncmp(block, "[run]", 5) && may_change(line))) {
            fprintf(out, "%.*s %.*s\n", width, block, length, line);
        }
    }
}

/* Which cell is made of what, which no key may show (voxel files): a sum over the media. A pass
 * over all of them, which a run does once. */
static void write_cells(const yee_simulation *s, FILE *out)
{
    uint64_t *sum = &s->model->ids_sum;
    if (!s->model->ids_summed)
        *sum = yee_problem_cells_sum(&s->model->problem);
    s->model->ids_summed = true;
    fprintf(out, "cells with the sum %016llx\n", (unsigned long long)*sum);
}

static void write_plugins(const yee_model *m, FILE *out)
{
    for (int k = 0; k < YEE_KINDS; k++)
        for (size_t i = 0; k != YEE_POST && i < m->of[k].count + (k == YEE_SCHEME); i++) {
            const yee_plugin *plugin =
                i < m->of[k].count ? m->of[k].v[i]->plugin : m->scheme->plugin;
            const yee_registered *r =
                yee_registry_find(&m->session->registry, plugin->kind, plugin->name);
            fprintf(out, "%s %s of version %s\n", yee_kind_name[k], plugin->name,
                    r ? r->module->version : "?");
        }
}

/* A law, as far as its words and coefficients depend on it. */
static void write_law(FILE *out, const char *name, int version, int params, int words, int maps,
                      const char *text)
{
    const uint64_t sum = text ? yee_hash_bytes(YEE_HASH_START, text, strlen(text)) : 0;
    fprintf(out, "law %s of version %d, %d parameters, %d words, %d maps, text %016llx\n", name,
            version, params, words, maps, (unsigned long long)sum);
}

static void write_laws(const yee_problem *p, FILE *out)
{
    for (int64_t n = 0; n < p->laws; n++) {
        const yee_law *l = p->law[n].law;
        write_law(out, l->name, (int)l->version, (int)l->params,
                  (int)(l->edge_words + l->cell_words), (int)(l->edge_maps + l->cell_maps),
                  l->text);
    }
    for (int64_t n = 0; n < p->ports; n++) {
        const yee_port_law *l = p->port[n].law;
        if (l)
            write_law(out, l->name, (int)l->version, (int)l->params, (int)l->words, 0, l->text);
    }
}

/* An output may take its interval from the length of the run. */
static void write_taps(const yee_model *m, FILE *out)
{
    for (int64_t i = 0; i < m->taps.count; i++) {
        const yee_tap *tap = &m->taps.tap[i];
        fprintf(out,
                "[%s] records %lld numbers every %lld steps, from step %lld on (give its "
                "`every`)\n",
                m->taps.owner[i].output->place.block, (long long)tap->values,
                (long long)tap->every, (long long)tap->first);
    }
}

char *yee_restart_identity(const yee_simulation *s)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    write_model(s->model, out);
    const bool summed = yee_inputs_write_sums(s->model->config->inputs, "", out);
    write_cells(s, out);
    write_plugins(s->model, out);
    write_laws(&s->model->problem, out);
    if (!s->quiet)
        write_taps(s->model, out);
    if (!fclose(out) && summed)
        return text;
    free(text);
    return NULL;
}

/* A line of another law, of the same model: its plugin was built anew. */
static bool both_are_laws(const char *now, const char *then)
{
    static const char law[] = "law ";
    return !strncmp(now, law, sizeof law - 1) && !strncmp(then, law, sizeof law - 1);
}

yee_status yee_restart_compare(const yee_simulation *s, const char *path, const char *now,
                               const char *then)
{
    while (*now || *then) {
        const int a = (int)strcspn(now, "\n"), b = (int)strcspn(then, "\n");
        const bool differ = a != b || strncmp(now, then, (size_t)a) != 0;
        if (differ && both_are_laws(now, then))
            return yee_diag_fail(s->model->diag, YEE_INPUT, NULL,
                                 "cannot use the checkpoint %s: a law is another one than when "
                                 "it was written; the plugin has \"%.*s\" where the checkpoint "
                                 "has \"%.*s\"; go on with the plugin that wrote it, or begin "
                                 "anew (--force without --restart)",
                                 path, a, now, b, then);
        if (differ)
            return yee_diag_fail(s->model->diag, YEE_INPUT, NULL,
                                 "cannot use the checkpoint %s: it is of another model; the "
                                 "model has \"%.*s\" where the checkpoint has \"%.*s\"; put "
                                 "that back, or begin anew (--force without --restart)",
                                 path, a, now, b, then);
        now += a + (now[a] == '\n');
        then += b + (then[b] == '\n');
    }
    return YEE_OK;
}
