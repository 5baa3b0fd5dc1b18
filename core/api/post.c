/* core/api/post.c: post-processing steps, at the end of a run and of a file alone. */
#include "base/nearest.h"
#include "base/process.h"
#include "files/results.h"
#include "model/waveform_guard.h"
#include "simulation.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* -- the text of a model -- */

/* Where the section "[NAME]" begins; NULL: it is not there. */
static const char *find_section(const char *text, const char *name)
{
    const size_t length = strlen(name);
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (*line == '[' && !strncmp(line + 1, name, length) && line[length + 1] == ']')
            return line;
    return NULL;
}

/* Where the next section begins, or the text ends. */
static const char *section_end(const char *section)
{
    const char *next = strstr(section, "\n[");
    return next ? next + 1 : section + strlen(section);
}

/* -- at the end of a run -- */

static bool find_waveform(void *user, const char *name, yee_waveform *out)
{
    const yee_model *m = user;
    for (size_t i = 0; i < m->of[YEE_WAVEFORM].count; i++)
        if (yee_text_same(m->waveform[i].name, name)) {
            *out = m->waveform[i];
            return true;
        }
    return false;
}

static yee_status run_step(yee_simulation *s, yee_instance *step, const char *path,
                           const yee_provenance *provenance, FILE *list)
{
    yee_model *m = s->model;
    const yee_registered *r =
        yee_registry_find(&m->session->registry, YEE_POST, step->plugin->name);
    const char *begin = find_section(m->resolved, step->place.block);
    const char *section =
        begin ? yee_arena_format(m->arena, "%.*s", (int)(section_end(begin) - begin), begin)
              : "";
    const yee_post_job job = {.step = step,
                              .path = path,
                              .section = section ? section : "",
                              .version = r ? r->module->version : "",
                              .into = true,
                              .force = m->run.force || s->opening.restart,
                              .provenance = provenance,
                              .waveforms = {find_waveform, m}};
    char *written;
    yee_status status = yee_post_run(m->diag, &job, &written);
    if (written && list)
        fputs(written, list);
    free(written);
    return status;
}

bool yee_simulation_post_brief(yee_model *m, const yee_instance *step, yee_post_cost *cost)
{
    enum { MOMENT = 500 }; /* ms */
    yee_model_post_cost(m, step, cost);
    return 1e3 * cost->seconds <= MOMENT;
}

/* A step that fails is no reason to leave the others out: the first sentence is kept. */
static yee_status run_all(yee_simulation *s, const char *path, FILE *list)
{
    yee_model *m = s->model;
    const yee_instances *of = &m->of[YEE_POST];
    yee_status first = YEE_OK;
    char lines[4096], sentence[sizeof m->diag->error] = "";
    const yee_provenance provenance = yee_simulation_provenance(s, lines, sizeof lines);
    for (size_t i = 0; i < of->count; i++) {
        yee_post_cost cost;
        yee_diag_clear(m->diag);
        if (s->trial && !yee_simulation_post_brief(m, of->v[i], &cost))
            continue;
        const yee_status status = run_step(s, of->v[i], path, &provenance, list);
        if (!status)
            continue;
        if (!first)
            memcpy(sentence, m->diag->error, sizeof sentence);
        else
            yee_diag_log(m->diag, YEE_ERROR, NULL, "%s", m->diag->error);
        yee_diag_log(m->diag, YEE_WARNING, &of->v[i]->place,
                     "left no result; the run's own records are whole, and `yee post %s %s` "
                     "tries again",
                     of->v[i]->host.instance, path);
        first = first ? first : status;
    }
    yee_diag_clear(m->diag);
    return first ? yee_diag_fail(m->diag, first, NULL, "%s", sentence) : YEE_OK;
}

yee_status yee_simulation_posts(yee_simulation *s, const char *path)
{
    if (!s->model->of[YEE_POST].count || !path)
        return YEE_OK;
    char *text = NULL;
    size_t length = 0;
    FILE *list = open_memstream(&text, &length);
    if (list)
        fputs(yee_simulation_written(s), list);
    const yee_status status = run_all(s, path, list);
    if (list && !fclose(list)) {
        free(s->written);
        s->written = text;
    }
    return status;
}

/* -- of a file alone -- */

typedef struct from_file {
    yee_session *session;
    const yee_post_options *options;
    yee_arena *arena;
    const char *block;  /* "post.NAME" */
    char *text[5];      /* what the file says: model, resolved, scheme, ended, complete */
    yee_config *config; /* its model */
} from_file;

static yee_status read_file(from_file *f)
{
    static const char *const path[5] = {"/provenance/model", "/provenance/resolved",
                                        "/provenance/scheme", "/provenance@ended",
                                        "/provenance@complete"};
    yee_diag *diag = &f->session->diag;
    const char *file = f->options->file;
    if (access(file, R_OK))
        return yee_diag_fail(diag, YEE_IO, NULL, "cannot read %s: %s", file, strerror(errno));
    for (int i = 0; i < 5; i++)
        f->text[i] = yee_results_text(file, path[i]);
    if (!f->text[0] || !f->text[1] || !f->text[2])
        return yee_diag_fail(diag, YEE_INPUT, NULL,
                             "%s is no main file of a run of yee: it holds no model", file);
    if (yee_results_has(file, "/sweep/variables"))
        return yee_diag_fail(
            diag, YEE_INPUT, NULL,
            "%s has all traces of a sweep, and a step is that of one: with "
            "[post.%s] in the model each trace computes its own; a trace's own "
            "file lies in the folder of the sweep",
            file, f->options->name);
    if (!f->text[3] && f->options->into)
        return yee_diag_fail(diag, YEE_INPUT, NULL,
                             "%s is of a run that has not ended, and may still be written: "
                             "leave out --into",
                             file);
    if (!f->text[3] || !f->text[4] || strcmp(f->text[4], "yes"))
        yee_diag_log(diag, YEE_WARNING, NULL, "%s is of a run that %s: its records are short",
                     file, f->text[3] ? "did not come to its end" : "has not ended");
    const char *name = yee_arena_format(f->arena, "%s (its model)", file);
    return name ? yee_config_parse(diag, f->arena, name, f->text[1], strlen(f->text[1]),
                                   &f->config)
                : YEE_MEMORY;
}

/* The model has no such section, and no type was given. */
static yee_status no_section(const from_file *f)
{
    const char *word[32], *name = f->options->name;
    size_t words = 0;
    for (size_t i = 0; i < f->config->count && words < 32; i++)
        if (!strcmp(f->config->block[i].kind, "post"))
            word[words++] = f->config->block[i].instance;
    const char *nearest = words ? yee_text_nearest(name, words, word) : NULL;
    return yee_diag_fail(&f->session->diag, YEE_USAGE, NULL,
                         "the model of %s has no [post.%s]%s%s%s; --type PLUGIN makes one",
                         f->options->file, name, nearest ? ", but [post." : "",
                         nearest ? nearest : "", nearest ? "]" : "");
}

static yee_status set_keys(from_file *f)
{
    const yee_post_options *o = f->options;
    yee_diag *diag = &f->session->diag;
    const size_t length = strlen(f->block);
    yee_status status = YEE_OK;
    if (!yee_config_block(f->config, f->block) && !o->type)
        return no_section(f);
    if (o->type) {
        const char *set = yee_arena_format(f->arena, "%s.type=%s", f->block, o->type);
        status = set ? yee_config_set(diag, f->arena, f->config, set) : YEE_MEMORY;
    }
    for (size_t i = 0; i < o->sets && !status; i++)
        status =
            strncmp(o->set[i], f->block, length) || o->set[i][length] != '.'
                ? yee_diag_fail(diag, YEE_USAGE, NULL,
                                "--set %s: only keys of this step can be set, %s.KEY=VALUE",
                                o->set[i], f->block)
                : yee_config_set(diag, f->arena, f->config, o->set[i]);
    return status;
}

/* The model as this step followed it: the run's, with the step's own section. */
static const char *resolved(const from_file *f, const char *section)
{
    const char *text = f->text[1], *old = find_section(text, f->block);
    const char *rest = old ? section_end(old) : "";
    const int before = (int)(old ? (size_t)(old - text) : strlen(text));
    return yee_arena_format(f->arena, "%.*s%s%s", before, text, rest, section);
}

/* Makes a waveform of the model in the file; what cannot be made leaves no sentence. */
static bool make_waveform(void *user, const char *name, yee_waveform *out)
{
    from_file *f = user;
    yee_session *session = f->session;
    yee_instance *it;
    const char *section = yee_arena_format(f->arena, "waveform.%s", name);
    yee_block *block = section ? yee_config_block(f->config, section) : NULL;
    if (!block)
        return false;
    yee_status status = yee_instance_new(&session->registry, &session->diag, f->arena,
                                         f->config, block, YEE_WAVEFORM, NULL, 0, NULL, &it);
    if (!status)
        status = yee_instance_open(it, ((const yee_waveform_ops *)it->plugin->ops)->open);
    const bool made = !status && yee_waveform_guarded(it, yee_instance_self(it), out);
    if (!made)
        yee_diag_clear(&session->diag);
    return made;
}

static yee_status process(from_file *f, yee_instance *step, char **written)
{
    const yee_post_options *o = f->options;
    const yee_registered *r =
        yee_registry_find(&f->session->registry, YEE_POST, step->plugin->name);
    const yee_bind bind = {step->plugin->params, step->config};
    char *section = NULL;
    if (!yee_param_resolved(step->block, step->plugin->name, 1, &bind, &section))
        return YEE_MEMORY;
    const yee_provenance provenance = {.model = f->text[0],
                                       .resolved = resolved(f, section),
                                       .plugins = yee_plugin_line(f->arena, r),
                                       .scheme = f->text[2],
                                       .command = f->session->command};
    const yee_post_job job = {.step = step,
                              .path = o->file,
                              .section = section,
                              .version = r->module->version,
                              .source = o->file,
                              .into = o->into,
                              .force = o->force,
                              .provenance = &provenance,
                              .waveforms = {make_waveform, f}};
    const yee_status status = provenance.resolved && provenance.plugins
                                  ? yee_post_run(&f->session->diag, &job, written)
                                  : YEE_MEMORY;
    free(section);
    return status;
}

static yee_status post(from_file *f, char **written)
{
    yee_session *session = f->session;
    yee_instance *step;
    yee_status status;
    if (!f->arena || !(f->block = yee_arena_format(f->arena, "post.%s", f->options->name)))
        return YEE_MEMORY;
    if ((status = read_file(f)) || (status = set_keys(f)) ||
        (status = yee_instance_new(&session->registry, &session->diag, f->arena, f->config,
                                   yee_config_block(f->config, f->block), YEE_POST, NULL, 0,
                                   NULL, &step)))
        return status;
    return process(f, step, written);
}

yee_status yee_post_process(yee_session *session, const yee_post_options *options,
                            char **written)
{
    from_file f = {.session = session, .options = options};
    char *lines = NULL;
    yee_diag_clear(&session->diag);
    if (options->size != sizeof *options || !options->name || !options->file)
        return yee_diag_fail(&session->diag, YEE_USAGE, NULL,
                             "yee_post_options needs its size, a name and a file");
    yee_process_enter();
    f.arena = yee_arena_new();
    yee_status status = post(&f, &lines);
    yee_process_leave();
    if (status == YEE_MEMORY)
        yee_diag_fail(&session->diag, status, NULL, "no memory for a post-processing step");
    for (int i = 0; i < 5; i++)
        free(f.text[i]);
    yee_arena_free(f.arena);
    if (written && !status)
        *written = lines;
    else
        free(lines);
    return status;
}
