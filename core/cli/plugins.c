/* core/cli/plugins.c: `yee plugins`: a table of what was found. */
#include "cli.h"
#include "model/model.h"
#include "plugin/call.h"
#include <string.h>

static const char *plugin_path;
static const cli_option options[] = {
    {"plugin-path", "FOLDERS",
     "Folders or files, separated by ':', that are searched for plugins first.", NULL,
     &plugin_path, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

/* Why a scheme cannot run on this machine, "" if it can. Its configuration is the default. */
static void print_available(yee_session *session, const yee_plugin *plugin, int left)
{
    const yee_scheme_ops *ops = plugin->ops;
    yee_instance *instance = NULL;
    yee_arena *arena = yee_arena_new();
    if (!arena)
        return;
    yee_diag_clear(&session->diag);
    yee_status status = yee_instance_new(&session->registry, &session->diag, arena, NULL, NULL,
                                         YEE_SCHEME, plugin->name, 0, NULL, &instance);
    if (!status)
        status = YEE_CALL(instance, ops, available, &instance->host, instance->config);
    if (status) {
        printf("%*snot available: ", left, "");
        cli_wrap(stdout, left + 15, left + 2, yee_session_error(session));
    }
    yee_diag_clear(&session->diag);
    yee_arena_free(arena);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Widths of the columns name, version and file. */
static void measure(const yee_registry *registry, int width[3])
{
    for (size_t i = 0; i < registry->count; i++) {
        const yee_registered *r = &registry->entry[i];
        const char *text[3] = {r->plugin->name, r->module->version, base_name(r->file)};
        for (int column = 0; column < 3; column++) {
            int length = (int)strlen(text[column]);
            width[column] = length > width[column] ? length : width[column];
        }
    }
}

static void print_kind(yee_session *session, yee_kind kind, const int width[3])
{
    const int left = 2 + width[0] + 2 + width[1] + 2 + width[2] + 2;
    bool any = false;
    for (size_t i = 0; i < session->registry.count; i++) {
        const yee_registered *r = &session->registry.entry[i];
        if (r->plugin->kind != kind)
            continue;
        if (!any)
            printf("%s\n", yee_kind_name[kind]);
        any = true;
        int at = printf("  %-*s  %-*s  %-*s  ", width[0], r->plugin->name, width[1],
                        r->module->version, width[2], base_name(r->file));
        cli_wrap(stdout, at, left, r->plugin->summary);
        if (kind == YEE_SCHEME)
            print_available(session, r->plugin, left);
    }
}

static yee_status run(int argc, char **argv)
{
    yee_session *session = NULL;
    (void)argc;
    (void)argv;
    yee_status status = cli_session_open(plugin_path, false, &session);
    if (status)
        return status;
    int width[3] = {0, 0, 0};
    measure(&session->registry, width);
    for (int kind = 0; kind < YEE_KINDS; kind++)
        print_kind(session, (yee_kind)kind, width);
    yee_session_close(session);
    return YEE_OK;
}

const cli_command cli_plugins = {
    .name = "plugins",
    .arguments = "",
    .summary = "Lists all plugins by kind: name, version, file, summary.",
    .options = options,
    .run = run,
};
