/* core/api/read.c: models are read from files and texts, and varied. */
#include "base/grow.h"
#include "base/process.h"
#include "choose.h"
#include "clip.h"
#include "config/include.h"
#include "files/results.h"
#include "join.h"
#include "model/made.h"
#include "model/model.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static yee_status no_memory(yee_session *session)
{
    return yee_diag_fail(&session->diag, YEE_MEMORY, NULL, "no memory for the model");
}

void yee_origin_free(yee_origin *origin)
{
    if (origin && !--origin->users)
        yee_arena_free(origin->arena);
}

static yee_status set_all(yee_model *m, size_t sets, const char *const *set)
{
    yee_status status = YEE_OK;
    for (size_t i = 0; !status && i < sets; i++)
        status = yee_config_set(m->diag, m->arena, m->config, set[i]);
    return status;
}

/* The sweep of the origin, which all its traces have alike: a million values are made once. NULL:
 * it cannot be had, and reading it anew will say why. */
static const yee_sweep *sweep_of(yee_model *m)
{
    yee_origin *o = m->origin;
    yee_config *config = o->sweep ? NULL : yee_config_copy(o->arena, o->config);
    yee_sweep *sweep = config ? yee_arena_alloc(o->arena, sizeof *sweep) : NULL;
    yee_status status = sweep ? YEE_OK : YEE_MEMORY;
    for (size_t i = 0; !status && i < o->sets; i++)
        status = yee_config_set(m->diag, o->arena, config, o->set[i]);
    if (!status && !yee_sweep_read(m->diag, o->arena, config, sweep))
        o->sweep = sweep;
    if (!o->sweep)
        yee_diag_clear(m->diag);
    return o->sweep;
}

/* The trace that overrides ask for and nothing else, but for the name of its file, which no variable is;
 * -1: others. */
static long long trace_of(size_t sets, const char *const *set)
{
    static const char trace[] = "sweep.trace=", output[] = "run.output=";
    long long number = -1;
    for (size_t i = 0; i < sets; i++) {
        char *end = "?";
        if (!strncmp(set[i], output, sizeof output - 1))
            continue;
        if (number < 0 && !strncmp(set[i], trace, sizeof trace - 1))
            number = strtoll(set[i] + sizeof trace - 1, &end, 10);
        if (*end || number < 0)
            return -1;
    }
    return number;
}

/* sets, set: behind the overrides of the origin, and in the configuration already. */
static yee_status read_sweep(yee_model *m, size_t sets, const char *const *set)
{
    const long long number = trace_of(sets, set);
    const yee_sweep *sweep = number < 0 ? NULL : sweep_of(m);
    if (!sweep || number >= (long long)sweep->traces)
        return yee_sweep_read(m->diag, m->arena, m->config, &m->sweep);
    m->sweep = *sweep;
    m->sweep.trace = number;
    return YEE_OK;
}

/* Warnings that are kept back until a model is made, as it may be made anew. */
typedef struct held {
    void (*log)(void *, yee_level, const char *);
    void *user;
    size_t count, capacity, before; /* before: warnings that were said before */
    char **line;
} held;

static void hold(void *user, yee_level level, const char *line)
{
    held *h = user;
    char *copy = level == YEE_WARNING ? strdup(line) : NULL;
    if (copy && yee_grow(&h->line, h->count, &h->capacity, sizeof *h->line))
        h->line[h->count++] = copy;
    else {
        free(copy);
        h->log(h->user, level, line);
    }
}

static void hold_begin(yee_diag *diag, held *h)
{
    *h = (held){.log = diag->log, .user = diag->user, .before = yee_diag_warnings(diag)};
    if (!h->log)
        return;
    diag->log = hold;
    diag->user = h;
}

/* Says what was kept back, or that it was never said. */
static void hold_end(yee_diag *diag, held *h, bool say)
{
    diag->log = h->log;
    diag->user = h->user;
    for (size_t n = 0; n < h->count; n++) {
        if (say)
            h->log(h->user, YEE_WARNING, h->line[n]);
        free(h->line[n]);
    }
    free(h->line);
    if (!say)
        diag->warnings = h->before;
}

static yee_status make_once(yee_session *session, yee_origin *origin, yee_model *base,
                            size_t sets, const char *const *set, yee_painting *next,
                            yee_model **out)
{
    yee_model *m = calloc(1, sizeof *m);
    *next = session->painting;
    if (!m)
        return no_memory(session);
    *m = (yee_model){.session = session, .diag = &session->diag, .origin = origin, .users = 1};
    origin->users++;
    const size_t warned = yee_diag_warnings(m->diag);
    yee_status status = YEE_MEMORY;
    if ((m->arena = yee_arena_new()) &&
        (m->config = yee_config_copy(m->arena, origin->config)) &&
        !(status = set_all(m, origin->sets, origin->set)) &&
        !(status = set_all(m, sets, set)) && !(status = read_sweep(m, sets, set)) &&
        !(status = yee_sweep_apply(m->diag, m->arena, m->config, &m->sweep)) &&
        !(status = yee_include_expand(m->diag, m->arena, m->config)))
        status = yee_model_build(m, base);
    if (status == YEE_MEMORY)
        no_memory(session); /* unless somebody said more */
    if (status) {
        *next = m->clip && m->clip->whole ? m->clip->next : session->painting;
        yee_model_free(m);
        return status;
    }
    m->warnings = origin->warnings + yee_diag_warnings(m->diag) - warned;
    if (m->shares)
        m->warnings += m->shares->cell_warnings;
    else if (m->painted_by)
        m->warnings += m->painted_by->paint_warnings;
    *out = m;
    return YEE_OK;
}

/* Makes a model of the origin, with its overrides and then more. base: the model that it may share
 * with; NULL: none. */
static yee_status make(yee_session *session, yee_origin *origin, yee_model *base, size_t sets,
                       const char *const *set, yee_model **out)
{
    yee_diag *diag = &session->diag;
    yee_painting next;
    held warnings;
    if (!session->communicator)
        return make_once(session, origin, base, sets, set, &next, out);
    for (;;) {
        hold_begin(diag, &warnings);
        const yee_status status = make_once(session, origin, base, sets, set, &next, out);
        hold_end(diag, &warnings, next == session->painting);
        if (next == session->painting)
            return status;
        yee_diag_log(diag, YEE_INFO, NULL, "%s", diag->error);
        yee_diag_clear(diag);
        session->painting = next;
        session->voted = next == YEE_KEEP_ALL;
    }
}

/* Takes over arena and config. imported: overrides of an importer have been used; warned: the
 * warnings of the session before it was read. */
static yee_status finish(yee_session *session, yee_arena *arena, yee_config *config,
                         bool imported, size_t warned, size_t sets, const char *const *set,
                         yee_model **out)
{
    yee_status status = YEE_MEMORY;
    yee_origin *origin = yee_arena_alloc(arena, sizeof *origin);
    if (!origin) {
        yee_arena_free(arena);
        return no_memory(session);
    }
    *origin = (yee_origin){.arena = arena,
                           .config = config,
                           .set = yee_arena_alloc(arena, (sets + 1) * sizeof *origin->set),
                           .warnings = yee_diag_warnings(&session->diag) - warned,
                           .users = 1};
    bool ok = origin->set;
    for (size_t i = 0; ok && i < sets; i++)
        if (!imported || !yee_made_by_override(set[i]))
            ok = (origin->set[origin->sets++] = yee_arena_text(arena, set[i])) != NULL;
    status = ok ? make(session, origin, NULL, 0, NULL, out) : no_memory(session);
    yee_origin_free(origin);
    return status;
}

static yee_status parse(yee_session *session, const char *name, const char *text, size_t sets,
                        const char *const *set, yee_model **model)
{
    yee_diag_clear(&session->diag);
    const size_t warned = yee_diag_warnings(&session->diag);
    yee_config *config;
    yee_arena *arena = yee_arena_new();
    if (!arena)
        return yee_diag_fail(&session->diag, YEE_MEMORY, NULL, "no memory for the model");
    yee_status status =
        yee_config_parse(&session->diag, arena, name, text, strlen(text), &config);
    if (status) {
        yee_arena_free(arena);
        return status;
    }
    return finish(session, arena, config, false, warned, sets, set, model);
}

/* Whether it is an HDF5 file: a result, perhaps. Only regular files are looked into. */
static bool is_hdf5(const char *path)
{
    static const unsigned char signature[8] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
    unsigned char begin[8] = {0};
    struct stat info;
    FILE *file = stat(path, &info) || !S_ISREG(info.st_mode) ? NULL : fopen(path, "re");
    const bool read = file && fread(begin, sizeof begin, 1, file) == 1;
    if (file)
        fclose(file);
    return read && !memcmp(begin, signature, sizeof begin);
}

/* The model that a result file keeps. */
static yee_status read_result(yee_session *session, yee_arena *arena, const char *path,
                              yee_config **config)
{
    const char *name = yee_arena_format(arena, "%s (its model)", path);
    char *sweep = yee_results_text(path, "/sweep/model");
    char *text = sweep ? sweep : yee_results_text(path, "/provenance/resolved");
    const bool opens = text || yee_results_has(path, "/");
    const yee_status status =
        !opens  ? yee_diag_fail(&session->diag, YEE_IO, &(yee_place){.file = path},
                                "is an HDF5 file that HDF5 cannot open: it is damaged, or was "
                                 "copied in part")
        : !text ? yee_diag_fail(&session->diag, YEE_INPUT, &(yee_place){.file = path},
                                "is an HDF5 file that keeps no model: it is no result of yee")
        : !name ? YEE_MEMORY
                : yee_config_parse(&session->diag, arena, name, text, strlen(text), config);
    free(text);
    return status;
}

/* The file once more where a sweep varies keys of its importer: with those of the trace. */
static yee_status import_trace(yee_session *session, yee_arena *arena, const char *path,
                               size_t sets, const char *const *set, yee_config **config)
{
    yee_sweep sweep;
    yee_status status = YEE_OK;
    bool asked = false;
    for (size_t i = 0; i < sets; i++) {
        const size_t key = strlen("sweep.trace");
        asked = asked || (!strncmp(set[i], "sweep.trace", key) &&
                          set[i][key + strspn(set[i] + key, " \t")] == '=');
    }
    if (!asked)
        return YEE_OK;
    for (size_t i = 0; !status && i < sets; i++)
        if (!yee_made_by_override(set[i]))
            status = yee_config_set(&session->diag, arena, *config, set[i]);
    if (!status)
        status = yee_sweep_read(&session->diag, arena, *config, &sweep);
    const size_t count = status ? 0 : yee_sweep_imports(arena, *config, &sweep, NULL);
    if (!count)
        return status;
    const char **all = yee_arena_alloc(arena, (sets + count) * sizeof *all);
    if (!all)
        return YEE_MEMORY;
    memcpy(all, set, sets * sizeof *all);
    yee_sweep_imports(arena, *config, &sweep, all + sets);
    for (size_t i = 0; i < count; i++)
        if (!all[sets + i])
            return YEE_MEMORY;
    return yee_model_import(session, arena, path, sets + count, all, config);
}

static yee_status read_model(yee_session *session, const char *path, size_t sets,
                             const char *const *set, yee_model **model)
{
    yee_diag_clear(&session->diag);
    const size_t warned = yee_diag_warnings(&session->diag);
    yee_config *config;
    yee_arena *arena = yee_arena_new();
    if (!arena)
        return yee_diag_fail(&session->diag, YEE_MEMORY, NULL, "no memory for the model");
    yee_status status = yee_model_import(session, arena, path, sets, set, &config);
    const bool imported = !status && config;
    if (imported)
        status = import_trace(session, arena, path, sets, set, &config);
    if (!status && !config)
        status = is_hdf5(path) ? read_result(session, arena, path, &config)
                               : yee_config_read(&session->diag, arena, path, &config);
    if (!status && !yee_inputs_add(config->inputs, path, "the model itself"))
        status = yee_diag_fail(&session->diag, YEE_MEMORY, NULL, "no memory for the model");
    if (status) {
        yee_arena_free(arena);
        return status;
    }
    return finish(session, arena, config, imported, warned, sets, set, model);
}

/* The status that all processes of a run have agreed on; a model that is of no use is freed. */
static yee_status joined(yee_session *session, yee_model **model, yee_status status)
{
    yee_choose_abstain(session);
    yee_clip_abstain(session);
    const yee_status all = yee_join_model(session, status ? NULL : *model, status);
    if (all && !status)
        yee_model_free(*model);
    return all;
}

yee_status yee_model_parse(yee_session *session, const char *name, const char *text,
                           size_t sets, const char *const *set, yee_model **model)
{
    yee_process_enter();
    const yee_status status =
        joined(session, model, parse(session, name, text, sets, set, model));
    yee_process_leave();
    return status;
}

yee_status yee_model_read(yee_session *session, const char *path, size_t sets,
                          const char *const *set, yee_model **model)
{
    yee_process_enter();
    const yee_status status =
        joined(session, model, read_model(session, path, sets, set, model));
    yee_process_leave();
    return status;
}

yee_status yee_model_vary(yee_model *base, size_t sets, const char *const *set,
                          yee_model **model)
{
    yee_process_enter();
    yee_diag_clear(base->diag);
    const yee_status status =
        yee_sweep_imports(base->arena, base->config, &base->sweep, NULL)
            ? yee_diag_fail(base->diag, YEE_USAGE, NULL,
                            "the sweep varies keys of the importer: each of its traces is read "
                            "from the file")
            : make(base->session, base->origin, base, sets, set, model);
    yee_process_leave();
    return status;
}

bool yee_model_shares(const yee_model *model, const yee_model *other)
{
    const yee_model *a = model->shares ? model->shares : model;
    const yee_model *b = other->shares ? other->shares : other;
    return a == b;
}
