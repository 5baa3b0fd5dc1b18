/* core/cli/plot/lines.c: snapshots and spectra along a line, and spectra at a point. */
#include "base/units.h"
#include "box.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const axis_name[3] = {"x", "y", "z"};

/* A curve over frequency. */
static void add_point(const field *f, const cut *c, plot_panel *panel)
{
    const size_t frames = f->b->frames;
    double peak, *x = calloc(frames, sizeof *x), *y = calloc(frames, sizeof *y);
    for (size_t i = 0; x && y && i < frames; i++) {
        double *v = box_read_cut(f->b, f->component, i, c, &peak);
        x[i] = f->value[i];
        y[i] = v ? *v : NAN;
        free(v);
    }
    plot_panel_add(panel, "", frames, x, y);
}

static yee_status draw_frames(const field *f, const cut *c, const char *name, plot_panel *panel,
                              size_t count, const size_t *frame)
{
    char title[600], more[64];
    const size_t n = f->b->axis[c->u].count;
    for (size_t i = 0; i < count; i++) {
        char label[64];
        field_frame_title(f, frame[i], label, sizeof label);
        plot_panel_add(
            panel, label, mirror_count(&f->mirror[0], n),
            mirror_positions(&f->mirror[0], box_positions(f->b, f->component, c->u), n),
            field_read(f, frame[i], c));
    }
    field_count_title(f, f->p->frames ? 0 : count, more, sizeof more);
    snprintf(title, sizeof title, "%s %s%s", f->kind, f->name, more);
    const yee_status status = plot_draw_panels(f->p, f->kind, name, title, 1, panel, 1);
    plot_panel_free(panel);
    return status;
}

yee_status field_draw_line(field *f)
{
    const box *b = f->b;
    int along = 0;
    for (int a = 1; a < 3; a++)
        along = b->axis[a].count > b->axis[along].count ? a : along;
    const bool point = b->axis[along].count == 1;
    const cut c = {along, along == 0 ? 1 : 0, 3 - along - (along == 0 ? 1 : 0), 0, true};
    frame_list list = {0, NULL};
    char quantity[8], name[300];
    if (f->p->movie) {
        cli_fail(YEE_OK, "%s: %s %s is no plane: it has pictures (--frames) and no movie",
                 f->p->path, f->kind, f->name);
        return YEE_OK;
    }
    if (!field_choose_component(f, &c))
        return YEE_OK;
    yee_status status = YEE_OK;
    field_mirror(f, &c);
    if (!point)
        status = field_choose_frames(f, &c, &list);
    if (!point && (status || !list.count))
        return status;
    snprintf(quantity, sizeof quantity, f->spectrum ? "|%c%c|" : "%c%c",
             f->component[0] - 'a' + 'A', f->component[1]);
    plot_panel panel = {.x_name = point ? "frequency" : axis_name[along],
                        .x_unit = point ? "Hz" : "m",
                        .y_name = quantity,
                        .y_unit = field_unit(f),
                        .y_low = NAN,
                        .y_high = NAN};
    if (!status && point) {
        add_point(f, &c, &panel);
        status = draw_frames(f, &c, f->name, &panel, 0, NULL);
    } else if (!status && !f->p->frames) {
        snprintf(name, sizeof name, "%s", f->name);
        if (f->p->frame)
            field_frame_name(f, list.v[0], name, sizeof name);
        status = draw_frames(f, &c, name, &panel, list.count, list.v);
    }
    for (size_t i = 0; i < list.count && f->p->frames && !status; i++) {
        field_frame_name(f, list.v[i], name, sizeof name);
        status = draw_frames(f, &c, name, &panel, 1, &list.v[i]);
    }
    free(list.v);
    return status;
}
