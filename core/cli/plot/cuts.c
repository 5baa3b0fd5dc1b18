/* core/cli/plot/cuts.c: planes of snapshots and spectra: as panels, one by one, or as a movie. */
#include "base/units.h"
#include "box.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const axis_name[3] = {"x", "y", "z"};

/* An image without numbers; positions are to be freed. */
static plot_image model_of(const field *f, const cut *c, const plot_scene *scene,
                           const char *quantity)
{
    const size_t nx = f->b->axis[c->u].count, ny = f->b->axis[c->v].count;
    return (plot_image){
        .x_name = axis_name[c->u],
        .y_name = axis_name[c->v],
        .quantity = quantity,
        .unit = field_unit(f),
        .field = true,
        .nx = mirror_count(&f->mirror[0], nx),
        .ny = mirror_count(&f->mirror[1], ny),
        .x = mirror_positions(&f->mirror[0], box_positions(f->b, f->component, c->u), nx),
        .y = mirror_positions(&f->mirror[1], box_positions(f->b, f->component, c->v), ny),
        .sign = !f->spectrum,
        .scene = scene};
}

static bool fill(const field *f, const cut *c, size_t frame, plot_image *m)
{
    m->v = field_read(f, frame, c);
    field_frame_title(f, frame, m->title, sizeof m->title);
    return m->v != NULL;
}

static yee_status unreadable(const field *f)
{
    return cli_fail(YEE_IO, "%s: cannot read %s %s", f->p->path, f->kind, f->name);
}

/* One range for the colours of all frames. */
static yee_status common_range(const field *f, const cut *c, const plot_image *model,
                               const frame_list *list, plot_range *all)
{
    *all = (plot_range){INFINITY, -INFINITY, INFINITY, -INFINITY};
    for (size_t i = 0; i < list->count; i++) {
        plot_image m = *model;
        if (!fill(f, c, list->v[i], &m))
            return unreadable(f);
        const plot_range r = plot_range_of(f->p, &m);
        all->low = fmin(all->low, r.low);
        all->high = fmax(all->high, r.high);
        all->least = fmin(all->least, r.least);
        all->most = fmax(all->most, r.most);
        free(m.v);
    }
    return YEE_OK;
}

/* All frames as panels of one picture. */
static yee_status draw_panels(const field *f, const cut *c, const char *title,
                              const plot_image *model, const frame_list *list)
{
    plot_image image[PLOT_CURVES];
    const int count = (int)list->count;
    yee_status status = YEE_OK;
    int drawn = 0;
    for (; drawn < count && !status; drawn++) {
        image[drawn] = *model;
        if (!fill(f, c, list->v[drawn], &image[drawn]))
            status = unreadable(f);
    }
    char name[300];
    snprintf(name, sizeof name, "%s", f->name);
    if (f->p->frame)
        field_frame_name(f, list->v[0], name, sizeof name);
    if (!status)
        status = plot_draw_images(f->p, f->kind, name, title, count, image);
    for (int i = 0; i < drawn; i++)
        free(image[i].v);
    return status;
}

/* Every frame a picture, with the same colours. */
static yee_status draw_pictures(const field *f, const cut *c, const char *title,
                                const plot_image *model, const frame_list *list)
{
    yee_status status = YEE_OK;
    for (size_t i = 0; i < list->count && !status; i++) {
        plot_image m = *model;
        char name[300];
        field_frame_name(f, list->v[i], name, sizeof name);
        status = fill(f, c, list->v[i], &m)
                     ? plot_draw_images(f->p, f->kind, name, title, 1, &m)
                     : unreadable(f);
        free(m.v);
    }
    return status;
}

/* Every frame a page of a movie. */
static yee_status draw_movie(const field *f, const cut *c, const char *title,
                             const plot_image *model, const frame_list *list)
{
    plot_movie movie;
    yee_status status = plot_movie_begin(f->p, &movie, f->kind, f->name, title, model);
    for (size_t i = 0; i < list->count && !status; i++) {
        plot_image m = *model;
        status = fill(f, c, list->v[i], &m) ? plot_movie_add(f->p, &movie, &m) : unreadable(f);
        free(m.v);
    }
    return plot_movie_end(f->p, &movie, status);
}

static void write_title(const field *f, const cut *c, size_t drawn, char *title, size_t size)
{
    const plot_array *normal = &f->b->axis[c->normal];
    char count[64], where[64] = "";
    field_count_title(f, drawn, count, sizeof count);
    if (c->normal != f->p->invariant)
        snprintf(where, sizeof where, " at %s = %s", axis_name[c->normal],
                 yee_units_si(normal->v[c->at], "m").text);
    snprintf(title, size, "%s%s%s%s", f->kind, *f->name ? " " : "", f->name, where);
    if (!f->p->frames && !f->p->movie)
        strncat(title, count, size - strlen(title) - 1);
}

yee_status field_draw_cut(field *f)
{
    cut c;
    frame_list list = {0, NULL};
    char title[600], quantity[8];
    yee_status status = field_choose_cut(f, &c);
    if (status || !c.there || !field_choose_component(f, &c))
        return status;
    status = field_choose_frames(f, &c, &list);
    if (status || !list.count)
        return status;
    snprintf(quantity, sizeof quantity, f->spectrum ? "|%c%c|" : "%c%c",
             f->component[0] - 'a' + 'A', f->component[1]);
    field_mirror(f, &c);
    plot_scene scene = box_scene(f->b, &c);
    mirror_scene(f->mirror, &scene);
    plot_image model = model_of(f, &c, &scene, quantity);
    plot_range all;
    write_title(f, &c, list.count, title, sizeof title);
    if (!model.x || !model.y)
        status = cli_fail(YEE_MEMORY, "no memory for %s %s", f->kind, f->name);
    if (!status && (f->p->frames || f->p->movie)) {
        status = common_range(f, &c, &model, &list, &all);
        model.common = &all;
    }
    if (!status)
        status = (f->p->movie    ? draw_movie
                  : f->p->frames ? draw_pictures
                                 : draw_panels)(f, &c, title, &model, &list);
    plot_scene_free(&scene);
    free(list.v);
    free(model.x);
    free(model.y);
    return status;
}
