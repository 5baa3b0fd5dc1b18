/* core/cli/geometry.c: `yee geometry`: pictures, and a file for ParaView, of what will be run. */
#include "cli/geometry/geometry.h"
#include <stdlib.h>
#include <string.h>

static struct {
    const char *importer, *plugin_path, *trace;
    cli_list set, slice;
    plot_look_words look;
} given;

static const cli_option options[] = {
    {"slice", "AXIS=POSITION",
     "Plane through the grid: z=2mm; may be repeated. By default the three that show most.",
     NULL, NULL, &given.slice},
    {"set", "SECTION.KEY=VALUE", "Sets a key of the model file; may be repeated.", NULL, NULL,
     &given.set},
    {"output", "PLACE",
     "The folder of picture and file, made where it is missing; by default the working folder. "
     "Or "
     "the picture's file, NAME.png, .pdf or .svg.",
     NULL, &given.look.output, NULL},
    {"format", "NAME", "png (the default), pdf or svg.", NULL, &given.look.format, NULL},
    {"size", "WIDTHxHEIGHT",
     "160x100mm (PNG: 300 dots in an inch), or 1200x800, pixels of 1/96 inch.", NULL,
     &given.look.size, NULL},
    {"font", "NAME,SIZE", "Helvetica,11; name or size alone, too. By default DejaVu Sans,12.",
     NULL, &given.look.font, NULL},
    CLI_TRACE(given.trace),
    CLI_IMPORTER(given.importer),
    {"plugin-path", "FOLDERS",
     "Folders or files, separated by ':', that are searched for plugins first.", NULL,
     &given.plugin_path, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

enum { MOST = 8 }; /* planes of a picture */

static yee_status choose(const yee_model *m, const mark_list *marks, const group_list *groups,
                         slice *s, int *count)
{
    const yee_grid *g = &m->problem.grid;
    yee_status status = YEE_OK;
    *count = 0;
    if (given.slice.count > MOST)
        return cli_fail(YEE_USAGE,
                        "--slice is given %zu times; a picture has %d planes at most",
                        given.slice.count, MOST);
    for (size_t i = 0; i < given.slice.count && !status; i++)
        status = slice_read(given.slice.v[i], g, &s[(*count)++]);
    if (*count)
        return status;
    for (int a = 0; a < 3; a++)
        if (g->axis[a].cells == 1 && !*count) /* in 2-D, or nearly so */
            s[(*count)++] = slice_at(g, a, 0.5 * (g->axis[a].node[0] + g->axis[a].node[1]));
    const bool flat = *count > 0;
    for (int a = 2; a >= 0 && !status && !flat; a--)
        status = slice_choose(m, marks, groups, a, &s[(*count)++]);
    return status;
}

static yee_status draw(const char *path, const yee_model *m)
{
    static plot_look look;
    static plot p;
    mark_list marks = {.count = 0};
    group_list groups = {.count = 0};
    slice s[MOST];
    int count = 0;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    p = (plot){.path = path, .look = &look, .invariant = -1};
    strcpy(p.folder, ".");
    snprintf(p.stem, sizeof p.stem, "%.*s", dot ? (int)(dot - name) : (int)strlen(name), name);
    snprintf(p.title, sizeof p.title, "%s", m->run.title ? m->run.title : "");
    yee_status status = plot_look_read(&given.look, false, &look, p.folder);
    char picture[4600];
    snprintf(picture, sizeof picture, "%s/%s_geometry.%s", p.folder, p.stem,
             plot_ending(look.format));
    if (!status)
        status = geometry_check_free(m, *look.file ? look.file : picture);
    if (!status && (!marks_collect(m, &marks) || !groups_make(m, &groups)))
        status = cli_fail(YEE_MEMORY, "no memory for sources and outputs");
    if (!status)
        status = choose(m, &marks, &groups, s, &count);
    if (!status)
        status = geometry_draw(&p, m, &marks, &groups, count, s);
    if (!status)
        status = geometry_write(&p, m);
    if (!status && yee_model_traces(m))
        cli_fail(YEE_OK,
                 "this is the model as it stands; --trace N draws one of its %zu traces",
                 yee_model_traces(m));
    free(marks.v);
    groups_free(&groups);
    return status;
}

static yee_status run(int argc, char **argv)
{
    yee_session *session = NULL;
    yee_model *model = NULL;
    (void)argc;
    cli_interrupt_catch(true);
    cli_importer(&given.set, given.importer);
    cli_trace(&given.set, given.trace);
    yee_status status = cli_session_open(given.plugin_path, true, &session);
    if (!status) {
        status = yee_model_read(session, argv[0], given.set.count, given.set.v, &model);
        status = status ? cli_fail_session(status, session) : draw(argv[0], model);
    }
    yee_model_free(model);
    yee_session_close(session);
    return status;
}

const cli_command cli_geometry = {
    .name = "geometry",
    .arguments = "MODEL.ini",
    .summary =
        "Draws what will be run: media, sheets and wires, ports, sources, outputs, layers "
        "and cells; with a file for ParaView.",
    .options = options,
    .least = 1,
    .most = 1,
    .run = run,
};
