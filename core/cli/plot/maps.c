/* core/cli/plot/maps.c: images of what names two abscissas by its attributes. */
#include "attributes.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void to_image(const source *s, const plot_array *v, plot_image *m)
{
    double peak = -INFINITY;
    for (size_t i = 0; i < v->count; i++) {
        const double *z = &v->v[i * (v->complex ? 2 : 1)];
        m->v[i] =
            drawn_value(s->scale, v->complex ? MAGNITUDE : VALUE, *z, v->complex ? z[1] : 0);
        peak = isfinite(m->v[i]) && m->v[i] > peak ? m->v[i] : peak;
        m->sign = m->sign || m->v[i] < 0;
    }
    if (!s->scale || strncmp(s->scale, "dB", 2))
        return;
    m->sign = false;
    m->low = peak - 60;
    m->high = peak;
}

/* A raster has its axes in rising order. */
static bool rises(const plot *p, const source *s, const plot_array *axis)
{
    for (size_t i = 1; i < axis->count; i++)
        if (!(axis->v[i] > axis->v[i - 1])) {
            cli_fail(YEE_OK, "%s: %s is not drawn: its abscissas must rise", p->path, s->path);
            return false;
        }
    return true;
}

/* Lines of a dataset [n, 4] in the units of the abscissas. */
static void add_lines(plot *p, const source *s, plot_scene *scene)
{
    char path[512];
    plot_array a;
    if (!s->lines)
        return;
    path_of(s, s->lines, path, sizeof path);
    if (!plot_read(p->file, path, &a)) {
        plot_note(p, true, "%s: its lines %s are no dataset", s->path, path);
        return;
    }
    if (a.rank == 2 && a.dims[1] == 4 && !a.complex)
        for (size_t n = 0; n < a.dims[0]; n++)
            plot_lines_add(&scene->media, a.v + 4 * n);
    else
        plot_note(p, true, "%s: its lines %s are no rows of x, y, x, y", s->path, path);
    plot_array_free(&a);
}

/* The title of an image, or of its group, to be freed; NULL: neither has one. */
static char *title_of(plot *p, const char *path)
{
    char group[600];
    char *title = plot_text(p->file, path, "title");
    snprintf(group, sizeof group, "%.*s", (int)(strrchr(path, '/') - path), path);
    return title || !*group ? title : plot_text(p->file, group, "title");
}

yee_status draw_map(plot *p, const source *s, const plot_array *v)
{
    char path[2][512], kind[256], name[256];
    plot_array x, y;
    yee_status status = YEE_OK;
    if (!read_axis(p, s, s->x, v->dims[1], path[0], &x))
        return YEE_OK;
    if (!read_axis(p, s, s->y, v->dims[0], path[1], &y)) {
        plot_array_free(&x);
        return YEE_OK;
    }
    char *x_units = plot_text(p->file, path[0], "units");
    char *y_units = plot_text(p->file, path[1], "units");
    char *x_label = plot_text(p->file, path[0], "label");
    char *y_label = plot_text(p->file, path[1], "label");
    const bool plane = is(x_units, "m") && is(y_units, "m"); /* a part of space */
    plot_scene scene = plot_scene_new();
    plot_numbers(p->file, path[0], "interior", 2, scene.interior[0]);
    plot_numbers(p->file, path[1], "interior", 2, scene.interior[1]);
    plot_image m = {.x_name = x_label ? x_label : last_part(path[0]),
                    .y_name = y_label ? y_label : last_part(path[1]),
                    .x_unit = plane ? NULL : unit_of(x_units),
                    .y_unit = plane ? NULL : unit_of(y_units),
                    .quantity = s->label ? s->label : last_part(s->path),
                    .unit = s->scale && !strncmp(s->scale, "dB", 2) ? "dB" : unit_of(s->units),
                    .nx = v->dims[1],
                    .ny = v->dims[0],
                    .x = x.v,
                    .y = y.v,
                    .v = malloc(v->count * sizeof *m.v),
                    .scene = plane ? &scene : NULL};
    file_names(s->path, kind, name);
    if (m.v && rises(p, s, &x) && rises(p, s, &y)) {
        if (plane)
            add_lines(p, s, &scene);
        to_image(s, v, &m);
        char *title = title_of(p, s->path);
        status = plot_draw_images(p, kind, name, title ? title : s->path + 1, 1, &m);
        free(title);
    }
    plot_scene_free(&scene);
    free(m.v);
    free(x_units);
    free(y_units);
    free(x_label);
    free(y_label);
    plot_array_free(&x);
    plot_array_free(&y);
    return status;
}

yee_status draw_columns(plot *p, const source *s, const plot_array *v)
{
    const size_t rows = v->dims[0], columns = v->dims[1];
    const double first = plot_number(p->file, s->path, "time_first", 0);
    const double step = plot_number(p->file, s->path, "time_step", 1);
    double *x = yee_ramp(columns, 1, 1), *y = yee_ramp(rows, first, step);
    plot_image m = {.x_name = "point",
                    .y_name = "time",
                    .x_unit = "",
                    .y_unit = "s",
                    .quantity = s->label ? s->label : last_part(s->path),
                    .unit = s->scale && !strncmp(s->scale, "dB", 2) ? "dB" : unit_of(s->units),
                    .field = true,
                    .nx = columns,
                    .ny = rows,
                    .x = x,
                    .y = y,
                    .v = malloc((v->count + 1) * sizeof *m.v)};
    char kind[256], name[256];
    yee_status status = YEE_OK;
    file_names(s->path, kind, name);
    if (x && y && m.v) {
        to_image(s, v, &m);
        status = plot_draw_images(p, kind, name, s->path + 1, 1, &m);
    }
    free(x);
    free(y);
    free(m.v);
    return status;
}
