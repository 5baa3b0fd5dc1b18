/* core/cli/geometry/draw.c: one picture of planes of the grid, with a legend. */
#include "base/units.h"
#include "drawing.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_PIXELS = 900, /* of a plane along an axis */
    MOST_LINES = 90    /* of the grid along an axis */
};
/* Pixels around a plane at 12 points. */
enum {
    LEFT = GEOMETRY_LEFT,
    RIGHT = GEOMETRY_RIGHT,
    ABOVE = GEOMETRY_ABOVE,
    BELOW = GEOMETRY_BELOW
};

static const char axis_name[] = "xyz";

/* -- the cells of a plane as pixels -- */

/* Pixels along an axis: enough for the narrowest cell, or one a cell; gnuplot draws no image that is one
 * pixel wide. */
static size_t pixels(const yee_axis_data *x)
{
    double least = INFINITY;
    for (int64_t i = 0; i < x->cells; i++)
        least = fmin(least, x->node[i + 1] - x->node[i]);
    const double want = ceil((x->node[x->cells] - x->node[0]) / least - 1e-6);
    return want < 2 ? 2 : want < MOST_PIXELS ? (size_t)want : MOST_PIXELS;
}

/* Whether a sheet covers the face above a node; bits as slice_claims() gives them. */
static bool is_sheet(const double *claims, const slice *s, int64_t i, int64_t j, int64_t nu)
{
    const int u = 1 << s->u, v = 1 << s->v;
    const double *c = claims + j * nu + i;
    return (int)c[0] & u && (int)c[0] & v && (int)c[nu] & u && (int)c[1] & v;
}

static bool write_pixels(drawing *d, const slice *s, const int *material, const double *claims,
                         const size_t n[2], const char *path)
{
    const yee_axis_data *x = &d->grid->axis[s->u], *y = &d->grid->axis[s->v];
    const double pitch[2] = {(x->node[x->cells] - x->node[0]) / (double)n[0],
                             (y->node[y->cells] - y->node[0]) / (double)n[1]};
    FILE *out = fopen(path, "wb");
    bool ok = out != NULL;
    for (size_t j = 0; ok && j < n[1]; j++) {
        const int64_t row =
            yee_grid_cell(d->grid, s->v, y->node[0] + ((double)j + 0.5) * pitch[1]);
        for (size_t i = 0; ok && i < n[0]; i++) {
            const int64_t column =
                yee_grid_cell(d->grid, s->u, x->node[0] + ((double)i + 0.5) * pitch[0]);
            const int group = d->groups->of[material[row * x->cells + column]];
            unsigned rgb = groups_colour(d->groups, group);
            if (is_sheet(claims, s, column, row, x->cells + 1)) {
                rgb = drawing_under_sheet(rgb);
                d->sheet = true;
            }
            const unsigned char c[3] = {(unsigned char)(rgb >> 16), (unsigned char)(rgb >> 8),
                                        (unsigned char)rgb};
            d->groups->shown[group] = true;
            ok = fwrite(c, sizeof c, 1, out) == 1;
        }
    }
    return (!out || !fclose(out)) && ok;
}

/* -- lines -- */

static void add_line(plot_lines *l, double x0, double y0, double x1, double y1)
{
    if (l->count == l->capacity) {
        void *v = realloc(l->v, (2 * l->capacity + 64) * sizeof *l->v);
        if (!v)
            return; /* a line is missing */
        l->v = v;
        l->capacity = 2 * l->capacity + 64;
    }
    const double line[4] = {x0, y0, x1, y1};
    memcpy(l->v[l->count++], line, sizeof line);
}

static bool send(FILE *out, const char *name, int panel, const plot_lines *l, double factor)
{
    if (!l->count)
        return false;
    fprintf(out, "$%s%d << EOD\n", name, panel);
    for (size_t n = 0; n < l->count; n++)
        fprintf(out, "%.9g %.9g\n%.9g %.9g\n\n", l->v[n][0] * factor, l->v[n][1] * factor,
                l->v[n][2] * factor, l->v[n][3] * factor);
    fputs("EOD\n", out);
    return true;
}

/* Every line, or every so many where there are more than can be told apart. */
static int64_t add_grid(const yee_grid *g, const slice *s, plot_lines *l)
{
    int64_t most = 1;
    for (int k = 0; k < 2; k++) {
        const int64_t n = g->axis[k ? s->v : s->u].cells;
        const int64_t step = 1 + (n - 1) / MOST_LINES;
        most = step > most ? step : most;
    }
    for (int k = 0; k < 2; k++) {
        const yee_axis_data *x = &g->axis[k ? s->v : s->u], *y = &g->axis[k ? s->u : s->v];
        for (int64_t i = 0; i <= x->cells; i += most) {
            const double a = x->node[i], from = y->node[0], to = y->node[y->cells];
            add_line(l, k ? from : a, k ? a : from, k ? to : a, k ? a : to);
        }
    }
    return most;
}

/* The edges of what no layer absorbs. */
static void add_layers(const yee_grid *g, const slice *s, plot_lines *l)
{
    double end[2][2];
    for (int k = 0; k < 2; k++) {
        const yee_axis_data *x = &g->axis[k ? s->v : s->u];
        end[k][0] = x->node[yee_axis_absorbing(x, 0)];
        end[k][1] = x->node[x->cells - yee_axis_absorbing(x, 1)];
    }
    for (int k = 0; k < 2; k++)
        for (int side = 0; side < 2; side++) {
            const double a = end[k][side];
            if (yee_axis_absorbing(&g->axis[k ? s->v : s->u], side))
                add_line(l, k ? end[0][0] : a, k ? a : end[1][0], k ? end[0][1] : a,
                         k ? a : end[1][1]);
        }
}

/* Faces of the grid that are planes of symmetry. */
static void add_symmetry(const yee_grid *g, const slice *s, plot_lines *l)
{
    for (int k = 0; k < 2; k++) {
        const yee_axis_data *x = &g->axis[k ? s->v : s->u], *y = &g->axis[k ? s->u : s->v];
        const double from = y->node[0], to = y->node[y->cells];
        for (int side = 0; side < 2; side++) {
            const double a = x->node[side ? x->cells : 0];
            if (x->symmetry[side])
                add_line(l, k ? from : a, k ? a : from, k ? to : a, k ? a : to);
        }
    }
}

/* A line, a rectangle or, in *points, a point. */
static void add_mark(const slice *s, const mark *m, plot_lines *lines, plot_lines *points)
{
    const double x[2] = {m->lo[s->u], m->hi[s->u]}, y[2] = {m->lo[s->v], m->hi[s->v]};
    if (x[0] == x[1] && y[0] == y[1])
        add_line(points, x[0], y[0], x[0], y[0]);
    else
        add_line(lines, x[0], y[0], x[1], y[0]);
    if (x[0] == x[1] || y[0] == y[1]) {
        if (y[0] != y[1])
            add_line(lines, x[0], y[0], x[0], y[1]);
        return;
    }
    add_line(lines, x[1], y[0], x[1], y[1]);
    add_line(lines, x[1], y[1], x[0], y[1]);
    add_line(lines, x[0], y[1], x[0], y[0]);
}

static const char *const line_name[MARK_KINDS] = {"source", "port", "probe", "box"};
static const char *const point_name[MARK_KINDS] = {"at_source", "at_port", "at_probe",
                                                   "at_box"};

/* The marks of each kind in a plane, and their names, each once. */
static void send_marks(drawing *d, const slice *s, int panel, const plot_cell *frame,
                       double factor, bool line[MARK_KINDS], bool point[MARK_KINDS])
{
    plot_lines lines[MARK_KINDS] = {{.count = 0}}, points[MARK_KINDS] = {{.count = 0}};
    drawing_names names = {.count = 0};
    for (size_t n = 0; n < d->marks->count; n++) {
        const mark *m = &d->marks->v[n];
        if (!slice_meets(d->grid, s, m))
            continue;
        add_mark(s, m, &lines[m->kind], &points[m->kind]);
        drawing_name(d, s, m, &names, frame, factor);
    }
    for (int k = 0; k < MARK_KINDS; k++) {
        line[k] = send(d->canvas.out, line_name[k], panel, &lines[k], factor);
        point[k] = send(d->canvas.out, point_name[k], panel, &points[k], factor);
        d->lined[k] = d->lined[k] || line[k];
        d->dotted[k] = d->dotted[k] || point[k];
        free(lines[k].v);
        free(points[k].v);
    }
}

/* -- a plane -- */

/* 1, 2 or 5 times a power of ten that divides a length into at most so many, and ten. */
static double tic_gap(double length, double most)
{
    const double part = length / fmax(1, fmin(10, most));
    const double power = pow(10, floor(log10(part))), n = part / power;
    return power * (n <= 1 ? 1 : n <= 2 ? 2 : n <= 5 ? 5 : 10);
}

static void send_axes(const drawing *d, const slice *s, const plot_cell *f, const char *prefix,
                      const double low[2], const double top[2])
{
    FILE *out = d->canvas.out;
    const plot_canvas *c = &d->canvas;
    const yee_axis_data *normal = &d->grid->axis[s->normal];
    fprintf(out,
            "set lmargin at screen %.6g\nset rmargin at screen %.6g\nset bmargin at screen "
            "%.6g\nset tmargin at screen %.6g\nset xlabel '%c (%sm)'\nset ylabel '%c (%sm)'\n",
            f->x / c->width, (f->x + f->width) / c->width, f->y / c->height,
            (f->y + f->height) / c->height, axis_name[s->u], prefix, axis_name[s->v], prefix);
    if (normal->invariant)
        fprintf(out, "set title ''\n");
    else if (f->width < d->font * 380)
        fprintf(out, "set title '%c = %s'\n", axis_name[s->normal],
                yee_units_si(s->at, "m").text);
    else
        fprintf(out, "set title 'cells of %c = %s to %s, sheets at %s'\n", axis_name[s->normal],
                yee_units_si(normal->node[s->cell], "m").text,
                yee_units_si(normal->node[s->cell + 1], "m").text,
                yee_units_si(normal->node[s->node], "m").text);
    fprintf(out, "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n", low[0], top[0], low[1],
            top[1]);
    fprintf(out, "set xtics %.9g\nset ytics %.9g\n",
            tic_gap(top[0] - low[0], f->width / (60 * d->font)),
            tic_gap(top[1] - low[1], f->height / (28 * d->font)));
}

static plot_cell frame_of(plot_cell cell, double ratio, double font)
{
    plot_cell f = {.x = cell.x + font * LEFT,
                   .y = cell.y + font * BELOW,
                   .width = fmax(20, cell.width - font * (LEFT + RIGHT)),
                   .height = fmax(20, cell.height - font * (ABOVE + BELOW))};
    const plot_cell all = f;
    if (ratio > 0.1 && ratio < 10) { /* strips fill their panel */
        if (ratio * all.width < all.height)
            f.height = ratio * all.width;
        else
            f.width = all.height / ratio;
    }
    f.x += 0.5 * (all.width - f.width);
    f.y += all.height - f.height;
    return f;
}

static yee_status draw_plane(drawing *d, const slice *s, int panel, int64_t *step)
{
    FILE *out = d->canvas.out;
    const yee_axis_data *x = &d->grid->axis[s->u], *y = &d->grid->axis[s->v];
    const size_t n[2] = {pixels(x), pixels(y)};
    const char *prefix;
    const double factor = plot_prefix(
        fmax(x->node[x->cells] - x->node[0], y->node[y->cells] - y->node[0]), &prefix);
    const double low[2] = {x->node[0] * factor, y->node[0] * factor},
                 top[2] = {x->node[x->cells] * factor, y->node[y->cells] * factor};
    char data[160];
    int *material = NULL;
    double *claims = NULL, *number = NULL;
    plot_scene scene = plot_scene_new();
    plot_lines grid = {.count = 0}, layers = {.count = 0}, symmetry = {.count = 0};
    bool line[MARK_KINDS], point[MARK_KINDS];
    bool ok = slice_materials(d->model, s, &material) && slice_claims(d->model, s, &claims);
    const size_t cells = (size_t)(x->cells * y->cells);
    ok = ok && (number = malloc(cells * sizeof *number)) != NULL;
    for (size_t q = 0; ok && q < cells; q++)
        number[q] = d->groups->of[material[q]];
    ok = ok && write_pixels(d, s, material, claims, n,
                            plot_canvas_data(&d->canvas, data, sizeof data));
    if (ok) {
        plot_scene_add(&scene, &(plot_plane){.axis = {s->u, s->v, s->normal},
                                             .nu = (size_t)x->cells,
                                             .nv = (size_t)y->cells,
                                             .u = x->node,
                                             .v = y->node,
                                             .material = number});
        plot_scene_add(&scene, &(plot_plane){.axis = {s->u, s->v, s->normal},
                                             .nu = (size_t)x->cells + 1,
                                             .nv = (size_t)y->cells + 1,
                                             .u = x->node,
                                             .v = y->node,
                                             .conductor = claims});
    }
    free(material);
    free(claims);
    free(number);
    if (!ok)
        return cli_fail(YEE_IO, "cannot write the data of %s", d->canvas.path);
    *step = add_grid(d->grid, s, &grid);
    add_layers(d->grid, s, &layers);
    add_symmetry(d->grid, s, &symmetry);
    const plot_cell cell = drawing_cell(d, panel);
    const plot_cell f = frame_of(cell, (top[1] - low[1]) / (top[0] - low[0]), d->font);
    drawing_names_end(out);
    const bool has[5] = {send(out, "grid", panel, &grid, factor),
                         send(out, "symmetry", panel, &symmetry, factor),
                         send(out, "media", panel, &scene.media, factor),
                         send(out, "layer", panel, &layers, factor),
                         send(out, "metal", panel, &scene.metal, factor)};
    d->symmetry = d->symmetry || has[1];
    d->layers = d->layers || has[3];
    d->metal = d->metal || has[4];
    send_marks(d, s, panel, &f, factor, line, point);
    send_axes(d, s, &f, prefix, low, top);
    fputs("plot ", out);
    plot_quote(out, data);
    fprintf(out,
            " binary array=(%zu,%zu) format='%%uchar' origin=(%.9g,%.9g) dx=%.9g dy=%.9g using "
            "1:2:3 with rgbimage notitle",
            n[0], n[1], low[0] + 0.5 * (top[0] - low[0]) / (double)n[0],
            low[1] + 0.5 * (top[1] - low[1]) / (double)n[1], (top[0] - low[0]) / (double)n[0],
            (top[1] - low[1]) / (double)n[1]);
    static const char *const lines[5] = {
        ", $grid%d with lines lc rgb '#c0808080' lw 0.5 notitle",
        ", $symmetry%d with lines lc rgb '" DRAWING_SYMMETRY "' lw 6 notitle",
        ", $media%d with lines lc rgb '#303030' lw 1 notitle",
        ", $layer%d with lines lc rgb '#303030' lw 1.4 dt (8,5) notitle",
        ", $metal%1$d with lines lc rgb '#000000' lw 3 notitle, $metal%1$d with points pt 7 ps "
        "0.4 lc rgb '#000000' notitle"};
    fprintf(out, lines[0], panel);
    for (int k = 1; k < 5; k++)
        if (has[k])
            fprintf(out, lines[k], panel);
    for (int k = 0; k < MARK_KINDS; k++) {
        if (line[k])
            fprintf(out, ", $%s%d with lines lc rgb '%s' lw %g %s notitle", line_name[k], panel,
                    mark_style[k].colour, k == MARK_PORT ? 3.5 : 1.6,
                    k == MARK_BOX ? "dt (4,3)" : "");
        if (point[k])
            fprintf(out, ", $%s%d with points pt 7 ps 0.6 lc rgb '%s' notitle", point_name[k],
                    panel, mark_style[k].colour);
    }
    fputs("\n", out);
    plot_scene_free(&scene);
    free(grid.v);
    free(layers.v);
    free(symmetry.v);
    return YEE_OK;
}

/* -- the picture -- */

yee_status geometry_draw(plot *p, const yee_model *m, const mark_list *marks,
                         group_list *groups, int slices, const slice *s)
{
    drawing d = {.model = m,
                 .grid = &m->problem.grid,
                 .marks = marks,
                 .groups = groups,
                 .font = p->look->points / 12};
    plot_sheet sheet = drawing_lay_out(&d, slices, s);
    char title[300];
    snprintf(title, sizeof title, "geometry of %s", p->stem);
    sheet.title = title;
    yee_status status = plot_canvas_open(p, &d.canvas, &sheet);
    if (status)
        return status;
    int64_t step = 1, most = 1;
    fputs("set border 15\nunset grid\nunset key\n", d.canvas.out);
    for (int i = 0; i < slices && !status; i++) {
        status = draw_plane(&d, &s[i], i, &step);
        most = step > most ? step : most;
    }
    drawing_names_end(d.canvas.out);
    if (!status)
        drawing_legend(&d, slices, most);
    const yee_status closed = plot_canvas_close(p, &d.canvas);
    return status ? status : closed;
}
