/* core/cli/plugins.c: `yee plugins`: a table of what was found. */
#include "../model.h"
#include "cli.h"
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
        status = ops->available(&instance->host, instance->config);
    if (status) {
        printf("%*snot available: ", left, "");
        cli_wrap(stdout, left + 15, left + 2, yee_session_error(session));
    }
    yee_diag_clear(&session->diag);
    yee_arena_free(arena);
}

static void print_kind(yee_session *session, yee_kind kind)
{
    enum { LEFT = 48 };
    bool any = false;
    for (size_t i = 0; i < session->registry.count; i++) {
        const yee_registered *r = &session->registry.entry[i];
        if (r->plugin->kind != kind)
            continue;
        const char *slash = strrchr(r->file, '/');
        if (!any)
            printf("%s\n", yee_kind_name[kind]);
        any = true;
        int at = printf("  %-14s %-6s %-22s ", r->plugin->name, r->module->version,
                        slash ? slash + 1 : r->file);
        cli_wrap(stdout, at, LEFT, r->plugin->summary);
        if (kind == YEE_SCHEME)
            print_available(session, r->plugin, LEFT);
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
    for (int kind = 0; kind < YEE_KINDS; kind++)
        print_kind(session, (yee_kind)kind);
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
