/* core/cli/check/check.c: loads plugin files and puts all they hold to the test. */
#include "check.h"
#include "config/place.h"
#include "process.h"
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The table says all that `yee help` prints. */
static void check_help(check *c)
{
    const yee_plugin *plugin = c->plugin;
    int keys = 0;
    for (const yee_param *p = plugin->params; p->key; p++) {
        if (!yee_param_is_key(p))
            continue;
        keys++;
        if (!p->help || !*p->help)
            check_judge(c, false, "the key %s has no sentence of help", p->key);
        for (const yee_param *q = plugin->params; q < p; q++)
            if (yee_param_is_key(q) && !strcmp(p->key, q->key))
                check_judge(c, false, "the key %s is there twice", p->key);
    }
    check_judge(c, true, "%d keys, their types, defaults and ranges", keys);
    const yee_param *unsaid = yee_place_unsaid(plugin->params, true);
    if (unsaid && plugin->kind != YEE_SCHEME && plugin->kind != YEE_BOUNDARY)
        check_skip(
            c,
            "placement: no row says what the key %s is in space (YEE_PARAM_POINTS, ...), "
            "so that sections cannot be placed by [include.NAME]",
            unsaid->key);
}

/* -- samples of the table -- */

/* False: there is no such configuration, or the plugin refuses it. */
static bool try_sample(check *c, const check_variant *variant)
{
    yee_arena *arena = yee_arena_new();
    yee_diag_clear(&c->session->diag);
    yee_block *block = arena ? check_block(c->plugin, arena, NULL, variant) : NULL;
    const bool accepted = block && check_block_alone(c, arena, block);
    yee_arena_free(arena);
    return accepted;
}

/* A plugin may need keys that no rule of its table asks for: where it refuses, single optional
 * keys are added, then pairs; of lists that all have several elements they are left out. */
static bool find_sample(check *c, int number, int elements)
{
    int keys = 0;
    while (c->plugin->params[keys].key)
        keys++;
    for (int i = -1; i < keys; i++)
        for (int j = -1; j < i || (j == -1 && i == -1); j++) {
            check_variant v = {number, {i, j}, 0, {-1, -1}};
            if (elements)
                v = (check_variant){number, {-1, -1}, elements, {i, j}};
            if (try_sample(c, &v))
                return true;
        }
    return false;
}

static bool has_optional_lists(const yee_plugin *plugin)
{
    for (const yee_param *p = plugin->params; p->key; p++)
        if (p->type == YEE_TYPE_REALS && p->def && !*p->def)
            return true;
    return false;
}

static void check_samples(check *c)
{
    /* a scheme's own numbers hold for every configuration */
    const bool one = c->plugin->kind == YEE_SCHEME || !c->plugin->params->key;
    const int samples = one ? 1 : CHECK_SAMPLES;
    const bool other = c->plugin->example || c->models->count; /* to try */
    int accepted = 0, failed = c->failed;
    char refused[512] = "";
    for (int number = 0; number < samples && c->failed == failed; number++) {
        const bool found = find_sample(c, number, 0);
        accepted += found;
        if (!found && !*refused)
            snprintf(refused, sizeof refused, "%s", yee_session_error(c->session));
    }
    /* Several poles; where there is an example its own lists are made longer. */
    for (int elements = 2; !c->plugin->example && has_optional_lists(c->plugin) &&
                           elements < 4 && c->failed == failed;
         elements++)
        accepted += find_sample(c, 0, elements);
    check_trying(c, NULL);
    if (!accepted && !other)
        check_judge(c, false,
                    "no configuration was accepted: %s; its example (yee_plugin.example), or a "
                    "model by --model, would be tried",
                    refused);
    else if (accepted && c->failed == failed)
        check_judge(c, true, "%d configuration%s%s%s", accepted, accepted == 1 ? "" : "s",
                    *c->note ? ": " : "", c->note);
    c->note[0] = '\0';
    yee_diag_clear(&c->session->diag);
}

/* -- a plugin, in a process of its own -- */

static void check_plugin(check *c, void *user)
{
    yee_registered *r = user;
    const int failed = c->failed;
    char calls[512];
    printf("%s %s: %s\n", yee_kind_name[r->plugin->kind], r->plugin->name, r->plugin->summary);
    check_watch_plugin(&c->watch, r);
    c->plugin = r->plugin;
    c->note[0] = '\0';
    c->radius = c->order[1] = c->apart = 0;
    c->order[0] = c->loss = INFINITY;
    check_trying(c, NULL);
    check_help(c);
    if (check_alone(c->plugin))
        check_samples(c);
    if (c->failed == failed)
        check_examples(c);
    if (check_watch_list(&c->watch, c->plugin, calls, sizeof calls))
        printf("  calls: %s\n", calls);
    yee_session_close(c->session);
}

/* -- a file, in a process of its own -- */

typedef struct file {
    const char *path;
    double seconds;
    yee_status status; /* of loading it */
    int plugins;
    const char *missing; /* a name of --plugin that none of its plugins has */
} file;

static cli_list chosen; /* names of plugins; none: all */

static bool is_chosen(const yee_plugin *plugin)
{
    for (size_t i = 0; i < chosen.count; i++)
        if (!strcmp(chosen.v[i], plugin->name))
            return true;
    return !chosen.count;
}

/* A chosen name that no plugin of the file has, or NULL. */
static const char *missing_of(const yee_registry *registry, const char *path)
{
    for (size_t n = 0; n < chosen.count; n++) {
        bool found = false;
        for (size_t i = 0; i < registry->count; i++)
            found |= !strcmp(registry->entry[i].file, path) &&
                     !strcmp(registry->entry[i].plugin->name, chosen.v[n]);
        if (!found)
            return chosen.v[n];
    }
    return NULL;
}

static void check_file(check *c, void *user)
{
    file *f = user;
    yee_session *session = NULL;
    f->status = cli_session_open(f->path, true, &session);
    if (f->status)
        return;
    c->session = session;
    atomic_store(&c->watch.loaded, true);
    char *real = realpath(f->path, NULL);
    f->missing = real ? missing_of(&session->registry, real) : NULL;
    for (size_t i = 0; real && !f->missing && i < session->registry.count; i++)
        if (!strcmp(session->registry.entry[i].file, real) &&
            is_chosen(session->registry.entry[i].plugin)) {
            f->plugins++;
            check_process(c, check_plugin, &session->registry.entry[i], f->seconds);
        }
    free(real);
    yee_session_close(session);
}

static const char *seconds_text;
static cli_list models;
static const cli_option options[] = {
    {"model", "FILE",
     "Plans and runs this model too, which uses the plugin; for importers, a file of theirs. A "
     "short one: outputs run it three times. May be given again.",
     NULL, NULL, &models},
    {"plugin", "NAME", "Tries the plugin of this name alone. May be given again.", NULL, NULL,
     &chosen},
    {"timeout", "SECONDS", "A plugin in which nothing happens for so long hangs (20).", NULL,
     &seconds_text, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

/* One file of the command line; its plugins come first in its session. */
static yee_status check_path(const char *path, double seconds)
{
    check *c = check_shared(sizeof *c);
    file *f = check_shared(sizeof *f);
    char folder[PATH_MAX];
    const char *place = getenv("TMPDIR");
    yee_status status = YEE_OK;
    snprintf(folder, sizeof folder, "%s/yee-check-XXXXXX", place && *place ? place : "/tmp");
    if (!c || !f)
        status = cli_fail(YEE_MEMORY, "no memory for a check");
    else if (!mkdtemp(folder))
        status = cli_fail(YEE_IO, "cannot make the folder %s: %s", folder, strerror(errno));
    if (!status) {
        c->folder = folder;
        c->models = &models;
        *f = (file){.path = path, .seconds = seconds};
        /* the process within it is given up first */
        check_process(c, check_file, f, 2 * seconds);
        check_remove(c, "");
        status = f->status;
        if (!status && f->missing && !c->failed)
            status =
                cli_fail(YEE_USAGE, "%s: it holds no plugin '%s' (--plugin)", path, f->missing);
        else if (!status && !f->plugins && !c->failed)
            status = cli_fail(YEE_PLUGIN, "%s: none of its plugins was registered", path);
        else if (!status)
            printf("%s: %d plugin%s, %d passed, %d failed, %d skipped, %d not tried\n", path,
                   f->plugins, f->plugins == 1 ? "" : "s", c->passed, c->failed, c->skipped,
                   c->untried);
        if (!status && c->failed)
            status = YEE_PLUGIN;
    }
    if (c)
        munmap(c, sizeof *c);
    if (f)
        munmap(f, sizeof *f);
    return status;
}

static yee_status run(int argc, char **argv)
{
    yee_status worst = YEE_OK;
    char *end = NULL;
    const double seconds = seconds_text ? strtod(seconds_text, &end) : 20;
    if (end && (*end || end == seconds_text || !(seconds > 0)))
        return cli_fail(YEE_USAGE, "--timeout %s: a number of seconds above 0 is wanted",
                        seconds_text);
    for (size_t i = 0; i < models.count; i++) {
        const char *path = realpath(models.v[i], NULL);
        if (!path)
            return cli_fail(YEE_IO, "%s: %s", models.v[i], strerror(errno));
        models.v[i] = path;
    }
    for (int i = 0; i < argc; i++) {
        char *path = realpath(argv[i], NULL);
        const yee_status status = check_path(path ? path : argv[i], seconds);
        free(path);
        worst = worst ? worst : status;
    }
    for (size_t i = 0; i < models.count; i++)
        free((void *)(uintptr_t)models.v[i]);
    return worst;
}

const cli_command cli_check = {
    .name = "check",
    .arguments = "PLUGIN.so ...",
    .summary =
        "Puts a plugin file to the test: its tables, its help, its physics, its example.",
    .options = options,
    .least = 1,
    .most = -1,
    .run = run,
};
