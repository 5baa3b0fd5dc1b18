/* core/cli/post.c: `yee post`: a post-processing step of a result file, without a run. */
#include "cli.h"
#include <stdlib.h>
#include <string.h>

static struct {
    bool into, force, quiet;
    const char *type, *plugin_path;
    cli_list set;
} given;

static const cli_option options[] = {
    {"set", "SECTION.KEY=VALUE", "Sets a key of the step, post.NAME.KEY; may be repeated.",
     NULL, NULL, &given.set},
    {"type", "PLUGIN", "Makes a step that the model does not have, or of another plugin.", NULL,
     &given.type, NULL},
    {"into", NULL, "Writes the result into FILE, under /post/NAME, not into a file beside it.",
     &given.into, NULL, NULL},
    {"force", NULL, "Replaces a result of this step that exists.", &given.force, NULL, NULL},
    {"quiet", NULL, "Prints warnings and errors only.", &given.quiet, NULL, NULL},
    {"plugin-path", "FOLDERS",
     "Folders or files, separated by ':', that are searched for plugins first.", NULL,
     &given.plugin_path, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

static yee_status process(yee_session *session, const char *name, const char *file)
{
    char *written = NULL;
    const yee_post_options post = {.size = sizeof post,
                                   .name = strncmp(name, "post.", 5) ? name : name + 5,
                                   .file = file,
                                   .type = given.type,
                                   .sets = given.set.count,
                                   .set = given.set.v,
                                   .into = given.into,
                                   .force = given.force};
    const yee_status status = yee_post_process(session, &post, &written);
    if (status)
        return cli_fail_session(status, session);
    if (given.into && !given.quiet)
        printf("wrote %s:/post/%s\n", file, post.name);
    for (const char *line = written, *end; line && (end = strchr(line, '\n')); line = end + 1)
        if (!given.quiet)
            printf("wrote %.*s\n", (int)(end - line), line);
    free(written);
    return YEE_OK;
}

static yee_status run(int argc, char **argv)
{
    yee_session *session = NULL;
    yee_status status = cli_session_open(given.plugin_path, given.quiet, &session);
    for (int i = 1; i < argc && !status; i++)
        status = process(session, argv[0], argv[i]);
    yee_session_close(session);
    return status;
}

const cli_command cli_post = {
    .name = "post",
    .arguments = "NAME FILE.h5 ...",
    .summary = "Computes a post-processing step of result files anew, without a run.",
    .options = options,
    .least = 2,
    .most = -1,
    .run = run,
};
