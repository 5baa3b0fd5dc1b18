/* core/cli/plot/radar/radar.c: radargrams: reads traces, processes them, draws and writes them. */
#include "radar.h"
#include <math.h>
#include <string.h>

static radar_file *file; /* --write; NULL: none */

bool plot_is_radargram(const plot *p) { return radar_is_gprmax(p) || radar_is_written(p); }

/* Traces of a file that does not say where they are lie as far apart as --spacing says. */
static void space_out(plot *p, const radar_want *w, radargram *g)
{
    if (isnan(w->spacing))
        return;
    if (!strcmp(g->x_unit, "m") && strcmp(g->x_name, "distance")) {
        plot_note(p, true,
                  "%s: --spacing has no effect, for its file says where its traces are",
                  g->output);
        return;
    }
    for (size_t t = 0; t < g->traces; t++)
        g->x[t] = w->spacing * (double)t;
    strcpy(g->x_name, "distance");
    strcpy(g->x_unit, "m");
}

static yee_status take(plot *p, const radar_want *w, radargram *g)
{
    space_out(p, w, g);
    yee_status status = radar_process(w, g);
    if (!status && file)
        status = radar_file_add(file, w, g);
    if (status)
        return status;
    if (radar_single(w, g))
        return radar_draw_traces(p, w, g);
    return w->slice ? radar_draw_slice(p, w, g) : radar_draw_lines(p, w, g);
}

yee_status plot_radargrams(plot *p)
{
    const radar_want *w = p->radar;
    yee_status status = YEE_OK;
    const int before = p->drawn;
    file = NULL;
    if (w->write)
        status = radar_file_open(p, w->write, &file);
    if (!status)
        status = p->files > 1          ? radar_join(p, w, take)
                 : radar_is_written(p) ? radar_read_written(p, w, take)
                 : radar_is_gprmax(p)  ? radar_read_gprmax(p, w, take)
                                       : radar_read(p, w, take);
    if (!status && p->drawn == before) {
        char names[300] = "";
        if (p->only)
            plot_say_names(p->file, names, sizeof names);
        status = cli_fail(YEE_USAGE,
                          "%s has no traces%s%s%s%s to draw; radargrams are of probes "
                          "and ports over time%s",
                          p->path, p->only ? " of " : "", p->only ? p->only : "",
                          p->component ? " of the component " : "",
                          p->component ? p->component : "", names);
    }
    return file ? radar_file_close(file, status) : status;
}
