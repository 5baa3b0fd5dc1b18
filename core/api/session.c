/* core/api/session.c: a session holds the plugins that were found and the last error. */
#include "base/installed.h"
#include "base/process.h"
#include "files/record.h"
#include "model/model.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Folders that were searched, so that one reached twice is read once. */
typedef struct search {
    yee_session *session;
    size_t count;
    char *folder[64];
} search;

/* The sentence of a yee_session_open that failed: there is no session to ask. */
static _Thread_local char open_error[sizeof((yee_diag *)0)->error];

/* False where it is new, or where the list is full and reading it twice does no harm. */
static bool was_searched(search *s, const char *folder)
{
    char *real = realpath(folder, NULL);
    bool found = false;
    for (size_t i = 0; real && i < s->count && !found; i++)
        found = !strcmp(real, s->folder[i]);
    if (real && !found && s->count < sizeof s->folder / sizeof *s->folder)
        s->folder[s->count++] = real;
    else
        free(real);
    return found;
}

/* One entry of a search path. A named file must load; a folder may hold bad files. */
static yee_status search_entry(search *s, const char *path)
{
    yee_session *session = s->session;
    struct stat info;
    if (!stat(path, &info) && !S_ISDIR(info.st_mode))
        return yee_module_file(&session->registry, &session->diag, path);
    if (was_searched(s, path))
        return YEE_OK;
    return yee_module_folder(&session->registry, &session->diag, path);
}

/* A failure of a folder that the user did not name on this command line must not stop the
 * run: it becomes a warning. by: the variable that names the folder, "" none does. */
static void forgive(yee_session *session, const char *by, yee_status status)
{
    if (status)
        yee_diag_log(&session->diag, YEE_WARNING, NULL, "%s%s%s", by, *by ? ": " : "",
                     session->diag.error);
    yee_diag_clear(&session->diag);
}

/* Entries separated by ':'. An empty one is no entry: the working directory is never searched
 * unless it is named. by: the variable that holds the path; NULL: the first entry that fails ends
 * the search. */
static yee_status search_path(search *s, const char *path, const char *by)
{
    yee_diag *diag = &s->session->diag;
    while (path && *path) {
        char entry[PATH_MAX];
        size_t length = strcspn(path, ":");
        yee_status status = YEE_OK;
        if (length >= sizeof entry) {
            status = yee_diag_fail(diag, YEE_PLUGIN, NULL,
                                   "an entry of the plugin path is longer than %zu characters",
                                   sizeof entry - 1);
        } else if (length) {
            memcpy(entry, path, length);
            entry[length] = '\0';
            status = search_entry(s, entry);
        }
        if (status && !by)
            return status;
        forgive(s->session, by ? by : "", status);
        path += length + (path[length] == ':');
    }
    return YEE_OK;
}

/* <libdir>/yee/<abi major>, where it exists. */
static yee_status search_library(search *s, const char *libdir)
{
    char folder[PATH_MAX];
    struct stat info;
    int length = snprintf(folder, sizeof folder, "%s/yee/%d", libdir, YEE_ABI_MAJOR);
    if (length < 0 || (size_t)length >= sizeof folder || stat(folder, &info))
        return YEE_OK;
    return search_entry(s, folder);
}

/* The user's own folder, ~/.local/lib/yee/<abi major>. Where HOME is no absolute path there is
 * none. */
static yee_status search_user(search *s)
{
    const char *home = getenv("HOME");
    char libdir[PATH_MAX];
    if (!home || *home != '/' ||
        (size_t)snprintf(libdir, sizeof libdir, "%s/.local/lib", home) >= sizeof libdir)
        return YEE_OK;
    return search_library(s, libdir);
}

/* Beside libyee, or the program that holds its code, so that a build tree and a moved
 * installation find their own plugins: there, in its lib/, and where an installation has
 * libraries beside its programs. */
static yee_status search_beside(search *s)
{
    static const char *const place[] = {"", "/lib", "/../" YEE_LIBDIR_NAME};
    char folder[PATH_MAX], *own = yee_installed_beside();
    yee_status status = YEE_OK;
    for (size_t n = 0; own && !status && n < sizeof place / sizeof *place; n++)
        if ((size_t)snprintf(folder, sizeof folder, "%s%s", own, place[n]) < sizeof folder)
            status = search_library(s, folder);
    free(own);
    return status;
}

static yee_status search_all(yee_session *session, const char *plugin_path)
{
    search s = {.session = session};
    yee_status status = search_path(&s, plugin_path, NULL);
    if (!status) {
        search_path(&s, getenv("YEE_PLUGIN_PATH"), "YEE_PLUGIN_PATH");
        forgive(session, "", search_user(&s));
        forgive(session, "", search_beside(&s));
        forgive(session, "", search_library(&s, YEE_LIBDIR));
        if (!session->registry.count)
            yee_diag_log(&session->diag, YEE_WARNING, NULL,
                         "no plugins found; set YEE_PLUGIN_PATH to their folder");
    }
    for (size_t i = 0; i < s.count; i++)
        free(s.folder[i]);
    return status;
}

static yee_status prepare(yee_session *session, const char *plugin_path, bool *started)
{
    if (!session->arena)
        return yee_diag_fail(&session->diag, YEE_MEMORY, NULL, "no memory for a session");
    yee_status status = yee_module_start(&session->diag);
    *started = !status;
    return status ? status : search_all(session, plugin_path);
}

static void dispose(yee_session *session, bool started)
{
    if (started)
        yee_module_stop();
    yee_arena_free(session->arena);
    yee_diag_end(&session->diag);
    free(session);
}

yee_status yee_session_open(const yee_session_options *options, yee_session **out)
{
    static const yee_session_options none = {.size = sizeof none};
    const yee_session_options *o = options ? options : &none;
    bool started = false;
    open_error[0] = '\0';
    if (o->size != sizeof *o) {
        snprintf(open_error, sizeof open_error,
                 "yee_session_options.size is %u, must be sizeof(yee_session_options) = %zu",
                 (unsigned)o->size, sizeof *o);
        return YEE_USAGE;
    }
    yee_session *session = calloc(1, sizeof *session);
    if (!session) {
        snprintf(open_error, sizeof open_error, "no memory for a session");
        return YEE_MEMORY;
    }
    yee_diag_init(&session->diag, o->log, o->user);
    /* Read when a scheme brings OpenMP in: threads that wait must sleep, not spin, or a run on
     * a machine with other work falls to a twentieth of its speed. */
    setenv("OMP_WAIT_POLICY", "passive", 0);
    session->arena = session->registry.arena = yee_arena_new();
    session->registry.extension.name = YEE_RECORD;
    session->registry.extension.table = &yee_record_table;
    session->command =
        o->command && session->arena ? yee_arena_text(session->arena, o->command) : "";
    yee_process_enter();
    yee_status status = prepare(session, o->plugin_path, &started);
    yee_process_leave();
    if (status) {
        memcpy(open_error, session->diag.error, sizeof open_error);
        dispose(session, started);
        return status;
    }
    *out = session;
    return YEE_OK;
}

void yee_session_close(yee_session *session)
{
    if (session)
        dispose(session, true);
}

const char *yee_session_error(const yee_session *session)
{
    return session ? session->diag.error : open_error;
}

void yee_session_plugins(const yee_session *session,
                         bool (*visit)(void *user, const yee_plugin *plugin,
                                       const yee_module *module, const char *file),
                         void *user)
{
    for (size_t i = 0; i < session->registry.count; i++) {
        const yee_registered *r = &session->registry.entry[i];
        if (!visit(user, r->plugin, r->module, r->file))
            return;
    }
}

const yee_plugin *yee_session_plugin(const yee_session *session, yee_kind kind,
                                     const char *name)
{
    const yee_registered *found = yee_registry_find(&session->registry, kind, name);
    return found ? found->plugin : NULL;
}
