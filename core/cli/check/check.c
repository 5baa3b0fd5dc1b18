/* core/cli/check/check.c: loads one plugin file and puts all it holds to the test. */
#include "check.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool (*const check_kind[YEE_KINDS])(check *, const yee_instance *) = {
    [YEE_MATERIAL] = check_material, [YEE_BOUNDARY] = check_boundary,
    [YEE_WAVEFORM] = check_waveform, [YEE_SHAPE] = check_shape,
    [YEE_SCHEME] = check_scheme,
};

static void print_line(const char *verdict, const char *format, va_list args)
{
    printf("  %s  ", verdict);
    vprintf(format, args);
    fputc('\n', stdout);
}

void check_judge(check *c, bool pass, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line(pass ? "pass" : "FAIL", format, args);
    va_end(args);
    c->passed += pass;
    c->failed += !pass;
}

void check_skip(check *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_line("skip", format, args);
    va_end(args);
    c->skipped++;
}

/* The table says all that `yee help` prints. */
static void check_help(check *c)
{
    const yee_plugin *plugin = c->plugin;
    int keys = 0;
    for (const yee_param *p = plugin->params; p->key; p++) {
        keys++;
        if (!p->help || !*p->help)
            check_judge(c, false, "the key %s has no sentence of help", p->key);
        for (const yee_param *q = plugin->params; q < p; q++)
            if (!strcmp(p->key, q->key))
                check_judge(c, false, "the key %s is there twice", p->key);
    }
    check_judge(c, true, "%d keys, their types, defaults and ranges", keys);
}

/* False: there is no such configuration, or the plugin refuses it. */
static bool try_sample(check *c, int number, const int with[2])
{
    bool (*const judge)(check *, const yee_instance *) = check_kind[c->plugin->kind];
    yee_arena *arena = yee_arena_new();
    yee_diag_clear(&c->session->diag);
    yee_instance *instance = arena ? check_sample(c, arena, number, with) : NULL;
    bool accepted = instance && (!judge || judge(c, instance));
    yee_arena_free(arena);
    return accepted;
}

/* "One of these keys" is no part of a table: where the plugin refuses, single optional keys are
 * added, then pairs. */
static bool find_sample(check *c, int number)
{
    int keys = 0;
    while (c->plugin->params[keys].key)
        keys++;
    for (int i = -1; i < keys; i++)
        for (int j = -1; j < i || (j == -1 && i == -1); j++)
            if (try_sample(c, number, (const int[2]){i, j}))
                return true;
    return false;
}

static void check_samples(check *c)
{
    /* a scheme's own numbers hold for every configuration */
    int samples = c->plugin->kind == YEE_SCHEME ? 1 : CHECK_SAMPLES;
    int accepted = 0, failed = c->failed;
    for (int number = 0; number < samples && c->failed == failed; number++)
        accepted += find_sample(c, number);
    if (!accepted)
        check_skip(c, "no configuration to try: %s", yee_session_error(c->session));
    else if (c->failed == failed)
        check_judge(c, true, "%d configuration%s%s%s", accepted, accepted == 1 ? "" : "s",
                    *c->note ? ": " : "", c->note);
    yee_diag_clear(&c->session->diag);
}

static void check_plugin(check *c, const yee_registered *r)
{
    c->plugin = r->plugin;
    c->note[0] = '\0';
    c->radius = c->order[1] = 0;
    c->order[0] = INFINITY;
    printf("%s %s: %s\n", yee_kind_name[r->plugin->kind], r->plugin->name, r->plugin->summary);
    check_help(c);
    check_samples(c);
}

static yee_status check_file(yee_session *session, const char *path)
{
    check c = {.session = session};
    int plugins = 0;
    char *real = realpath(path, NULL);
    for (size_t i = 0; real && i < session->registry.count; i++)
        if (!strcmp(session->registry.entry[i].file, real)) {
            plugins++;
            check_plugin(&c, &session->registry.entry[i]);
        }
    free(real);
    if (!plugins)
        return cli_fail(YEE_PLUGIN, "%s: none of its plugins was registered", path);
    printf("%s: %d plugin%s, %d passed, %d failed, %d skipped\n", path, plugins,
           plugins == 1 ? "" : "s", c.passed, c.failed, c.skipped);
    return c.failed ? YEE_PLUGIN : YEE_OK;
}

/* Every file has its own session, in which it comes first. */
static yee_status run(int argc, char **argv)
{
    yee_status worst = YEE_OK;
    for (int i = 0; i < argc; i++) {
        yee_session *session = NULL;
        yee_status status = cli_session_open(argv[i], true, &session);
        if (!status)
            status = check_file(session, argv[i]);
        yee_session_close(session);
        worst = worst ? worst : status;
    }
    return worst;
}

static const cli_option options[] = {{NULL, NULL, NULL, NULL, NULL, NULL}};

const cli_command cli_check = {
    .name = "check",
    .arguments = "PLUGIN.so ...",
    .summary = "Puts a plugin file to the test: its tables, its help, its physics.",
    .options = options,
    .least = 1,
    .most = -1,
    .run = run,
};
