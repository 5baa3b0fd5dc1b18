/* core/cli/model.c: `yee model`: a model as INI text that stands for itself. */
#include "model/model.h"
#include "cli.h"
#include "model/made.h"
#include <string.h>

static struct {
    bool text;
    const char *importer, *plugin_path, *trace;
    cli_list set;
} given;

static const cli_option options[] = {
    {"set", "SECTION.KEY=VALUE", "Sets a key of the model file; may be repeated.", NULL, NULL,
     &given.set},
    {"text", NULL,
     "Prints the text that an importer makes of the file, with the lines it comes from, and "
     "reads it no further.",
     &given.text, NULL, NULL},
    CLI_TRACE(given.trace),
    CLI_IMPORTER(given.importer),
    {"plugin-path", "FOLDERS",
     "Folders or files, separated by ':', that are searched for plugins first.", NULL,
     &given.plugin_path, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

/* The text as it is, with a comment wherever the lines begin to come from another line. */
static void print_made(const yee_made *made)
{
    int before = 0;
    const char *s = made->text;
    for (size_t n = 0; *s; n++) {
        const int length = (int)strcspn(s, "\n");
        const int now = n < made->lines.count ? made->lines.line[n] : 0;
        if (now != before)
            printf("; line %d of %s\n", now, made->path);
        printf("%.*s\n", length, s);
        before = now;
        s += length + (s[length] == '\n');
    }
}

static yee_status print_text(yee_session *session, const char *path)
{
    yee_made made;
    yee_arena *arena = yee_arena_new();
    if (!arena)
        return cli_fail(YEE_MEMORY, "no memory for the text");
    yee_status status = yee_made_new(&session->registry, &session->diag, arena, path,
                                     given.set.count, given.set.v, &made);
    const char *preface =
        !status && made.importer ? yee_made_preface(arena, &session->registry, &made) : NULL;
    if (status)
        cli_fail_session(status, session);
    else if (!made.importer)
        status =
            cli_fail(YEE_USAGE, "no importer takes %s; --text prints what one makes", path);
    else if (!preface)
        status = cli_fail(YEE_MEMORY, "no memory for the text");
    if (!status) {
        fputs(preface, stdout);
        print_made(&made);
    }
    yee_arena_free(arena);
    return status;
}

static yee_status print_model(yee_session *session, const char *path)
{
    yee_model *model = NULL;
    const yee_status status =
        yee_model_read(session, path, given.set.count, given.set.v, &model);
    if (status)
        return cli_fail_session(status, session);
    fputs(yee_model_resolved(model), stdout);
    yee_model_free(model);
    return YEE_OK;
}

static yee_status run(int argc, char **argv)
{
    yee_session *session = NULL;
    (void)argc;
    cli_interrupt_catch(true);
    cli_importer(&given.set, given.importer);
    cli_trace(&given.set, given.trace);
    yee_status status = cli_session_open(given.plugin_path, true, &session);
    if (!status)
        status = given.text ? print_text(session, argv[0]) : print_model(session, argv[0]);
    yee_session_close(session);
    return status;
}

const cli_command cli_model = {
    .name = "model",
    .arguments = "MODEL.ini",
    .summary =
        "Prints a model, or that which a result file keeps, with every default filled in: "
        "INI text that runs alike.",
    .options = options,
    .least = 1,
    .most = 1,
    .run = run,
};
