/* core/api/join.c: the processes that a launcher has started become one run.
 *
 * They are joined before the model is read, so that an error of one is known to all from then on. */
#include "join.h"
#include "base/hash.h"
#include "base/launcher.h"
#include "base/nearest.h"
#include "base/process.h"
#include "base/version.h"
#include "clip.h"
#include "plugin/call.h"
#include <gnu/libc-version.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- joining ---- */

/* The first transport that can be; NULL: none, and session->unjoined says why. */
static yee_instance *choose(yee_session *session)
{
    const yee_registry *r = &session->registry;
    snprintf(session->unjoined, sizeof session->unjoined, "there is no transport plugin");
    for (size_t n = 0; n < r->count; n++) {
        const yee_plugin *plugin = r->entry[n].plugin;
        yee_instance *it = NULL;
        if (plugin->kind != YEE_TRANSPORT)
            continue;
        yee_status status = yee_instance_new(r, &session->diag, session->arena, NULL, NULL,
                                             YEE_TRANSPORT, plugin->name, 0, NULL, &it);
        const yee_transport_ops *ops = plugin->ops;
        if (!status)
            status = YEE_CALL(it, ops, available, &it->host, it->config);
        if (!status)
            return it;
        snprintf(session->unjoined, sizeof session->unjoined, "%.500s", session->diag.error);
        yee_diag_clear(&session->diag);
    }
    return NULL;
}

/* Threads for this process: the cores that it may use, shared with the processes of its host that
 * may use just the same ones. */
static yee_status share_cores(yee_session *session, yee_communicator *c)
{
    struct place {
        char host[sizeof c->host];
        cpu_set_t cores;
    } own;
    int *threads = calloc((size_t)c->ranks, sizeof *threads);
    struct place *all = calloc((size_t)c->ranks, sizeof *all);
    memset(&own, 0, sizeof own);
    memcpy(own.host, c->host, sizeof own.host);
    const bool known = !sched_getaffinity(0, sizeof own.cores, &own.cores);
    yee_status status = threads && all ? YEE_OK : YEE_MEMORY;
    if (!status)
        status = yee_gather(c, &own, sizeof own, all);
    for (int n = 0; n < c->ranks && !status && !c->rank; n++) {
        int with = 0;
        for (int k = 0; k < c->ranks; k++)
            with += !memcmp(&all[n], &all[k], sizeof *all);
        threads[n] = known ? CPU_COUNT(&all[n].cores) / with : 1;
        threads[n] = threads[n] > 1 ? threads[n] : 1;
    }
    if (!status)
        status = yee_broadcast(c, threads, c->ranks * (int64_t)sizeof *threads);
    session->threads = status ? 1 : threads[c->rank];
    free(threads);
    free(all);
    return status;
}

/* Which of the processes of its host it is that see the same devices, which they share. */
static yee_status share_devices(yee_session *session, yee_communicator *c)
{
    const char *seen = getenv("CUDA_VISIBLE_DEVICES");
    struct place {
        char host[sizeof c->host], seen[256];
    } own;
    int *turn = calloc((size_t)c->ranks, 2 * sizeof *turn);
    struct place *all = calloc((size_t)c->ranks, sizeof *all);
    memset(&own, 0, sizeof own);
    memcpy(own.host, c->host, sizeof own.host);
    snprintf(own.seen, sizeof own.seen, "%s", seen ? seen : "all of them");
    yee_status status = turn && all ? yee_gather(c, &own, sizeof own, all) : YEE_MEMORY;
    for (int n = 0; n < c->ranks && !status && !c->rank; n++)
        for (int k = 0; k < c->ranks; k++)
            if (!memcmp(&all[n], &all[k], sizeof *all)) {
                turn[2 * n] += k < n;
                turn[2 * n + 1]++;
            }
    if (!status)
        status = yee_broadcast(c, turn, c->ranks * 2 * (int64_t)sizeof *turn);
    session->turn = status ? 0 : turn[2 * c->rank];
    session->beside = status ? 0 : turn[2 * c->rank + 1];
    free(turn);
    free(all);
    return status;
}

static yee_status join(yee_session *session)
{
    const yee_launch launch = yee_launcher_read();
    yee_ranks ranks = {.size = sizeof ranks};
    if (launch.ranks < 2 || session->communicator)
        return YEE_OK;
    yee_instance *it = choose(session);
    yee_communicator *c = it ? yee_arena_alloc(session->arena, sizeof *c) : NULL;
    if (!it)
        return YEE_OK;
    if (!c)
        return yee_diag_fail(&session->diag, YEE_MEMORY, NULL, "no memory for a session");
    const yee_transport_ops *ops = it->plugin->ops;
    const yee_status status = YEE_CALL(it, ops, join, &it->host, it->config, &ranks, &c->self);
    if (status)
        return status;
    if (ranks.ranks != launch.ranks || ranks.rank < 0 || ranks.rank >= ranks.ranks) {
        snprintf(session->unjoined, sizeof session->unjoined,
                 "transport '%s' knows of %d of them: the launcher is that of another library",
                 it->plugin->name, ranks.ranks);
        if (ranks.ranks > 1)
            return yee_diag_fail(&session->diag, YEE_DECLINED, NULL,
                                 "the launcher says that it has started %d processes, but %s",
                                 launch.ranks, session->unjoined);
        YEE_CALL_VOID(it, ops, leave, c->self);
        return YEE_OK;
    }
    session->unjoined[0] = '\0';
    c->diag = &session->diag;
    c->transport = it;
    c->rank = ranks.rank;
    c->ranks = ranks.ranks;
    c->sent = yee_arena_alloc(session->arena, (size_t)c->ranks * sizeof *c->sent);
    c->received = yee_arena_alloc(session->arena, (size_t)c->ranks * sizeof *c->received);
    if (!c->sent || !c->received)
        return yee_diag_fail(&session->diag, YEE_MEMORY, NULL, "no memory for a session");
    if (gethostname(c->host, sizeof c->host - 1))
        snprintf(c->host, sizeof c->host, "a host");
    session->communicator = c;
    session->ranks = c->ranks;
    const yee_status shared = share_cores(session, c);
    return shared ? shared : share_devices(session, c);
}

yee_status yee_session_join(yee_session *session)
{
    yee_process_enter();
    yee_diag_clear(&session->diag);
    const yee_status status = join(session);
    yee_process_leave();
    return status;
}

int yee_session_rank(const yee_session *session, int *ranks)
{
    const yee_communicator *c = session->communicator;
    *ranks = yee_ranks_of(c);
    return c ? c->rank : 0;
}

bool yee_session_agreed(const yee_session *session)
{
    const yee_communicator *c = session->communicator;
    return c && c->agreed && !c->lost;
}

void yee_session_leave(yee_session *session, yee_status status)
{
    yee_communicator *c = session->communicator;
    if (!c)
        return;
    const yee_transport_ops *ops = c->transport->plugin->ops;
    session->communicator = NULL;
    session->ranks = 0;
    if (c->lost || (status && !c->agreed))
        YEE_CALL_VOID(c->transport, ops, abort, c->self, (int)status);
    else
        YEE_CALL_VOID(c->transport, ops, leave, c->self);
    yee_communicator_free(c);
}

/* ---- the model ---- */

enum { NONE = 1, JOINED = 2, FAILED = 4 };

/* The key transport, in the bits that processes unite. */
static yee_status transport_of(yee_session *session, const yee_model *m, unsigned *says)
{
    const yee_communicator *c = session->communicator;
    const char *name = m->run.transport;
    const yee_place place = yee_model_run_place(m, "transport");
    *says = yee_text_same(name, "none") ? NONE : JOINED;
    if (*says == NONE || yee_text_same(name, "auto"))
        return YEE_OK;
    if (!yee_registry_find(&session->registry, YEE_TRANSPORT, name))
        return yee_diag_fail(
            m->diag, YEE_INPUT, &place,
            "transport: there is no transport '%s'; `yee help transport` lists "
            "them, and auto and none are words of their own",
            name);
    if (c && !yee_text_same(name, c->transport->plugin->name))
        return yee_diag_fail(
            m->diag, YEE_DECLINED, &place,
            "transport: the processes were joined by '%s', the first transport "
            "that could, and not by '%s'",
            c->transport->plugin->name, name);
    return YEE_OK;
}

/* Refuses a launch whose processes know nothing of each other. */
static yee_status alone(const yee_session *session, const yee_model *m, unsigned says)
{
    if (!*session->unjoined || says == NONE)
        return YEE_OK;
    return yee_diag_fail(
        m->diag, YEE_USAGE, NULL,
        "a launcher has started this process and others, and each would run the "
        "whole model and write its files: %s; start one process, or give [run] "
        "transport = none where each has a model of its own",
        session->unjoined);
}

yee_status yee_join_model(yee_session *session, const yee_model *m, yee_status status)
{
    yee_communicator *c = session->communicator;
    unsigned says = 0;
    if (!status)
        status = transport_of(session, m, &says);
    if (!c)
        return status ? status : alone(session, m, says);
    unsigned all = status ? FAILED : says;
    const yee_status known = yee_unite(c, &all);
    if (known)
        return known;
    if ((all & NONE) && !(all & JOINED)) { /* each for itself, and those that have failed */
        yee_session_leave(session, YEE_OK);
        session->threads = 0;
        return status;
    }
    if ((all & NONE) && !status)
        status = yee_diag_fail(m->diag, YEE_INPUT, NULL,
                               "transport = %s here, and others of the %d processes have %s",
                               m->run.transport, c->ranks,
                               says == NONE ? "another" : "transport = none");
    return yee_agree(c, status);
}

/* ---- what must be the same ---- */

/* A file by the sum of its bytes. */
static void write_file(const char *path, FILE *out)
{
    char block[65536];
    uint64_t sum = YEE_HASH_START;
    FILE *file = fopen(path, "re");
    for (size_t n; file && (n = fread(block, 1, sizeof block, file)) > 0;)
        sum = yee_hash_bytes(sum, block, n);
    if (file)
        fclose(file);
    const char *slash = strrchr(path, '/');
    fprintf(out, "the file %s with the sum %016llx\n", slash ? slash + 1 : path,
            (unsigned long long)sum);
}

/* The files of the plugins that the model uses, and where processes paint cells of their own those
 * that shapes read. */
static void write_files(const yee_model *m, FILE *out)
{
    for (int k = 0; k < YEE_KINDS; k++)
        for (size_t i = 0; i < m->of[k].count + (k == YEE_SCHEME); i++)
            write_file(i < m->of[k].count ? m->of[k].v[i]->file : m->scheme->file, out);
    for (const yee_input *i = m->config->inputs->first; i && m->clip; i = i->next)
        if (!strncmp(i->reader, "[shape.", 7))
            write_file(i->path, out);
}

/* The lines of [run] but those that concern one process alone: a restart may change some of them, but
 * processes that differ in one would not do the same calls. */
static void write_run(const yee_model *m, FILE *out)
{
    static const char *const own[] = {"title", "threads",   "output",
                                      "force", "transport", "devices"};
    const char *line = strstr(m->resolved, "[run]");
    for (; line && *line && (*line != '[' || !strncmp(line, "[run]", 5));) {
        const int length = (int)strcspn(line, "\n");
        bool leave = false;
        for (size_t n = 0; n < sizeof own / sizeof *own; n++)
            leave = leave || !strncmp(line, own[n], strlen(own[n]));
        if (!leave)
            fprintf(out, "[run] %.*s\n", length, line);
        line += length + (line[length] == '\n');
    }
}

static void write_cut(const yee_simulation *s, FILE *out)
{
    const yee_cut *cut = &s->cut.cut;
    fprintf(out, "subdomains %lld, %lld, %lld of %lld steps, cut before the cells",
            (long long)cut->count[0], (long long)cut->count[1], (long long)cut->count[2],
            (long long)s->cut.stride);
    for (int a = 0; a < 3; a++)
        for (int64_t n = 1; n < cut->count[a]; n++)
            fprintf(out, " %c%lld", ("xyz"[a]), (long long)cut->at[a][n]);
    fprintf(out, "\n");
}

/* malloc; NULL: no memory. */
static char *describe(const yee_simulation *s)
{
    char *text = NULL, *identity = yee_restart_identity(s);
    size_t length = 0;
    FILE *out = identity ? open_memstream(&text, &length) : NULL;
    if (!out) {
        free(identity);
        return NULL;
    }
    fprintf(out, "yee %s (%s)\nC library %s\n", yee_version(), yee_revision(),
            gnu_get_libc_version());
    fprintf(out, "%ssteps %lld of %.17g s\n", identity, (long long)s->model->problem.steps,
            s->model->problem.grid.dt);
    free(identity);
    write_run(s->model, out);
    write_cut(s, out);
    write_files(s->model, out);
    if (!fclose(out))
        return text;
    free(text);
    return NULL;
}

/* The first line in which two differ. */
static yee_status differ(const yee_communicator *c, int rank, const char *first,
                         const char *other)
{
    char name[128];
    int a = 0, b = 0;
    while (*first || *other) {
        a = (int)strcspn(first, "\n");
        b = (int)strcspn(other, "\n");
        if (a != b || strncmp(first, other, (size_t)a) != 0)
            break;
        first += a + (first[a] == '\n');
        other += b + (other[b] == '\n');
    }
    yee_communicator_name(c, rank, name, sizeof name);
    return yee_diag_fail(
        c->diag, YEE_PLUGIN, NULL,
        "the processes do not run the same: %s has \"%.*s\" where the first has "
        "\"%.*s\"; give all of them the same model, yee and plugins",
        name, b, other, a, first);
}

/* The sum over all cells, of which processes that paint their own have parts. */
static yee_status sum_cells(yee_model *m)
{
    yee_status status = YEE_OK;
    if (m->clip && !m->ids_summed) {
        m->ids_sum = yee_problem_cells_sum(&m->problem);
        status = yee_clip_sum(m, &m->ids_sum);
        m->ids_summed = true;
    }
    return status;
}

yee_status yee_join_compare(const yee_simulation *s)
{
    yee_communicator *c = s->model->session->communicator;
    char **all = NULL;
    yee_status status = c ? sum_cells(s->model) : YEE_OK;
    if (!c || status)
        return status;
    char *own = describe(s);
    status =
        own ? YEE_OK
            : yee_diag_fail(c->diag, YEE_MEMORY, NULL, "no memory to compare the processes");
    status = yee_agree(c, status);
    if (!status)
        status = yee_gather_texts(c, own, &all);
    for (int n = 1; n < c->ranks && all && !c->rank; n++)
        if (!status && strcmp(all[0], all[n]) != 0)
            status = differ(c, n, all[0], all[n]);
    for (int n = 0; n < c->ranks && all; n++)
        free(all[n]);
    free(all);
    free(own);
    return yee_agree(c, status);
}
