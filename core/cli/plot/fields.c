/* core/cli/plot/fields.c: slices of snapshots and spectra, with the outlines of materials. */
#include "base/units.h"
#include "box.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES 6
#define LOOKS 48 /* frames that are looked at to choose from */

/* The plane asked for, or through the middle of the thinnest axis. */
static yee_status choose_cut(const plot *p, const box *b, cut *c)
{
    int thin = 2;
    for (int a = 1; a >= 0; a--)
        if (b->axis[a].count < b->axis[thin].count)
            thin = a;
    c->normal = thin;
    c->at = b->axis[thin].count / 2;
    if (p->slice) {
        const char *reason = "", *equals = strchr(p->slice, '=');
        double x = 0;
        if (!equals || equals != p->slice + 1 || *p->slice < 'x' || *p->slice > 'z' ||
            !yee_units_read(equals + 1, "m", &x, &reason))
            return cli_fail(YEE_USAGE, "--slice %s is not of the form z=2mm%s%s", p->slice,
                            *reason ? ": " : "", reason);
        c->normal = *p->slice - 'x';
        c->at = 0;
        const plot_array *axis = &b->axis[c->normal];
        const size_t last = axis->count - 1;
        const double end = 0.5 * (last ? axis->v[last] - axis->v[last - 1] : INFINITY);
        if (x < axis->v[0] - end || x > axis->v[last] + end)
            return cli_fail(YEE_USAGE, "--slice %s is outside %s, which has %c = %g to %g m",
                            p->slice, b->root, *p->slice, axis->v[0], axis->v[last]);
        for (size_t i = 1; i < axis->count; i++)
            if (fabs(axis->v[i] - x) < fabs(axis->v[c->at] - x))
                c->at = i;
    }
    c->u = c->normal == 0 ? 1 : 0;
    c->v = c->normal == 2 ? 1 : 2;
    return YEE_OK;
}

/* Frame number i of n that are evenly spread over all and end with the last. */
static size_t spread(size_t i, size_t n, size_t frames)
{
    return n == frames ? i : (i + 1) * frames / n - 1;
}

/* The component asked for, or the electric one, else the magnetic one, that is strongest. */
static const char *choose_component(const plot *p, const box *b, const cut *c)
{
    const size_t samples = b->frames < FRAMES ? b->frames : FRAMES;
    const char *best = NULL;
    double most = -1;
    for (int i = 0; i < 6; i++) {
        if (p->component ? strcmp(p->component, yee_component_key(i)) != 0
                         : i >= 3 && best && most > 0)
            continue;
        for (size_t k = 0; k < samples; k++) {
            double peak = 0, *v = box_read_cut(b, yee_component_key(i),
                                               spread(k, samples, b->frames), c, &peak);
            if (v && peak > most) {
                best = yee_component_key(i);
                most = peak;
            }
            free(v);
        }
    }
    return best;
}

/* Mean magnitude over a cut, which a peak near a source does not rule. */
static double strength(const box *b, const char *name, size_t frame, const cut *c)
{
    const size_t count = b->axis[c->u].count * b->axis[c->v].count;
    double peak, sum = 0, *v = box_read_cut(b, name, frame, c, &peak);
    for (size_t i = 0; v && i < count; i++)
        sum += fabs(v[i]);
    free(v);
    return sum / (double)count;
}

/* The frame asked for; or up to six, evenly spread over the time in which the field is not yet,
 * or no longer, a thousand times weaker than at its strongest. */
static int choose_frames(const plot *p, const box *b, const cut *c, const char *name,
                         size_t chosen[FRAMES])
{
    double size[LOOKS], most = 0;
    if (p->frame) {
        char *end;
        const long long n = strtoll(p->frame, &end, 10);
        if (end == p->frame || *end || n < 0 || (size_t)n >= b->frames) {
            cli_fail(YEE_USAGE, "--frame %s is no frame of %s, which has 0 to %zu", p->frame,
                     b->root, b->frames - 1);
            return 0;
        }
        chosen[0] = (size_t)n;
        return 1;
    }
    const size_t samples = b->frames < LOOKS ? b->frames : LOOKS;
    for (size_t i = 0; i < samples; i++) {
        size[i] = strength(b, name, spread(i, samples, b->frames), c);
        most = fmax(most, size[i]);
    }
    size_t first = 0, last = samples - 1;
    while (first < last && size[first] < 1e-3 * most)
        first++;
    while (last > first && size[last] < 1e-3 * most)
        last--;
    const size_t low = spread(first, samples, b->frames);
    const size_t frames = spread(last, samples, b->frames) - low + 1;
    const size_t count = frames < FRAMES ? frames : FRAMES;
    for (size_t i = 0; i < count; i++)
        chosen[i] = low + spread(i, count, frames);
    return (int)count;
}

static const char *unit_of(const char *component, bool spectrum)
{
    if (*component == 'e')
        return spectrum ? "V s/m" : "V/m";
    return spectrum ? "A s/m" : "A/m";
}

/* frame_value: time or frequency of each frame. */
static yee_status draw_cut(plot *p, const box *b, const char *kind, const char *name,
                           const double *frame_value, const char *frame_unit)
{
    static const char *const axis_name[3] = {"x", "y", "z"};
    plot_image image[FRAMES] = {0};
    size_t frame[FRAMES], edges = 0;
    const bool spectrum = !strcmp(kind, "spectrum");
    cut c;
    yee_status status = choose_cut(p, b, &c);
    if (status || !b->frames)
        return status;
    const char *component = choose_component(p, b, &c);
    if (!component)
        return p->component ? YEE_OK : cli_fail(YEE_INPUT, "%s holds no field", b->root);
    const int count = choose_frames(p, b, &c, component, frame);
    if (!count)
        return YEE_USAGE;
    double *x = box_positions(b, component, c.u), *y = box_positions(b, component, c.v);
    double *edge = spectrum ? NULL : box_outlines(b, &c, &edges);
    char title[600], where[64] = "";
    bool ok = x && y;
    int drawn = 0;
    for (int i = 0; i < count && ok; i++) {
        const char *prefix;
        const double factor = plot_prefix(frame_value[frame[i]], &prefix);
        double peak;
        plot_image *m = &image[drawn];
        m->v = box_read_cut(b, component, frame[i], &c, &peak);
        ok = m->v != NULL;
        snprintf(m->title, sizeof m->title, "%.4g %s%s", frame_value[frame[i]] * factor, prefix,
                 frame_unit);
        m->x_name = axis_name[c.u];
        m->y_name = axis_name[c.v];
        m->unit = unit_of(component, spectrum);
        m->nx = b->axis[c.u].count;
        m->ny = b->axis[c.v].count;
        m->x = x;
        m->y = y;
        m->sign = !spectrum;
        m->edge = edge;
        m->edges = edges;
        memcpy(m->interior[0], b->interior[c.u], sizeof m->interior[0]);
        memcpy(m->interior[1], b->interior[c.v], sizeof m->interior[1]);
        drawn++;
    }
    if (b->axis[c.normal].count > 1 || p->slice)
        snprintf(where, sizeof where, " at %s = %.4g mm", axis_name[c.normal],
                 1e3 * b->axis[c.normal].v[c.at]);
    snprintf(title, sizeof title, spectrum ? "%s %s: |%c%c|%s" : "%s %s: %c%c%s", kind, name,
             *component - 'a' + 'A', component[1], where);
    status = ok ? plot_draw_images(p, kind, name, title, drawn, image)
                : cli_fail(YEE_IO, "cannot read %s", b->root);
    for (int i = 0; i < drawn; i++)
        free(image[i].v);
    free(edge);
    free(x);
    free(y);
    return status;
}

/* A line of points: a curve for each frame. A single point of a spectrum:
 * one over frequency. */
static yee_status draw_line(plot *p, const box *b, const char *kind, const char *name,
                            const double *frame_value, const char *frame_unit)
{
    static const char *const axis_name[3] = {"x", "y", "z"};
    const bool spectrum = !strcmp(kind, "spectrum");
    size_t frame[FRAMES];
    int along = 0;
    for (int a = 1; a < 3; a++)
        along = b->axis[a].count > b->axis[along].count ? a : along;
    const bool point = b->axis[along].count == 1;
    const cut c = {along, along == 0 ? 1 : 0, 3 - along - (along == 0 ? 1 : 0), 0};
    const char *component = b->frames ? choose_component(p, b, &c) : NULL;
    if (!component)
        return YEE_OK;
    const int count = choose_frames(p, b, &c, component, frame);
    if (!count)
        return YEE_USAGE;
    char label[64], title[600];
    snprintf(label, sizeof label, spectrum ? "|%c%c|" : "%c%c", *component - 'a' + 'A',
             component[1]);
    plot_panel panel = {.x_name = point ? "frequency" : axis_name[along],
                        .x_unit = point ? "Hz" : "m",
                        .y_name = label,
                        .y_unit = unit_of(component, spectrum),
                        .y_low = NAN,
                        .y_high = NAN};
    double peak;
    if (point) {
        double *x = calloc(b->frames, sizeof *x), *y = calloc(b->frames, sizeof *y);
        for (size_t f = 0; x && y && f < b->frames; f++) {
            double *v = box_read_cut(b, component, f, &c, &peak);
            x[f] = frame_value[f];
            y[f] = v ? *v : NAN;
            free(v);
        }
        plot_panel_add(&panel, "", b->frames, x, y);
    }
    for (int i = 0; i < count && !point; i++) {
        const char *prefix;
        const double factor = plot_prefix(frame_value[frame[i]], &prefix);
        char frame_name[64];
        snprintf(frame_name, sizeof frame_name, "%.4g %s%s", frame_value[frame[i]] * factor,
                 prefix, frame_unit);
        plot_panel_add(&panel, frame_name, b->axis[along].count,
                       box_positions(b, component, along),
                       box_read_cut(b, component, frame[i], &c, &peak));
    }
    snprintf(title, sizeof title, "%s %s", kind, name);
    const yee_status status = plot_draw_panels(p, kind, name, title, 1, &panel, 1);
    plot_panel_free(&panel);
    return status;
}

static yee_status draw(plot *p, const box *b, const char *kind, const char *name,
                       const double *frame_value, const char *frame_unit)
{
    int axes = 0;
    for (int a = 0; a < 3; a++)
        axes += b->axis[a].count > 1;
    return axes > 1 ? draw_cut(p, b, kind, name, frame_value, frame_unit)
                    : draw_line(p, b, kind, name, frame_value, frame_unit);
}

yee_status plot_spectra(plot *p)
{
    char **names = plot_names(p->file, "/spectrum");
    yee_status status = YEE_OK;
    for (char **n = names; n && *n && !status; n++) {
        box b = {.file = p->file};
        char group[512], path[600];
        plot_array f = {0};
        snprintf(group, sizeof group, "/spectrum/%s", *n);
        snprintf(path, sizeof path, "%s/frequency", group);
        b.root = group;
        if (plot_wanted(p, *n) && box_read_axes(p->file, group, &b) &&
            plot_read(p->file, path, &f)) {
            b.frames = f.count;
            status = draw(p, &b, "spectrum", *n, f.v, "Hz");
        }
        plot_array_free(&f);
        box_free(&b);
    }
    plot_names_free(names);
    return status;
}

/* A snapshot's own file, beside the main one. */
static yee_status draw_snapshot_file(plot *p, hid_t file, const char *name)
{
    const char *root = plot_exists(file, "/VTKHDF") ? "/VTKHDF" : "/snapshot";
    char data[64], path[64];
    plot_array time = {0};
    box b = {.file = file, .z_slowest = true};
    snprintf(data, sizeof data, "%s/PointData", root);
    snprintf(path, sizeof path, "%s/Steps/Values", root);
    b.root = data;
    yee_status status = YEE_OK;
    if (box_read_axes(file, "/axes", &b) && plot_read(file, path, &time)) {
        b.frames = time.count;
        status = draw(p, &b, "snapshot", name, time.v, "s");
    }
    plot_array_free(&time);
    box_free(&b);
    return status;
}

static yee_status draw_snapshot(plot *p, const char *name)
{
    char path[4700];
    snprintf(path, sizeof path, "/snapshot/%s", name);
    char *file_name = plot_text(p->file, path, "file");
    if (!file_name)
        return YEE_OK;
    const char *slash = strrchr(p->path, '/');
    snprintf(path, sizeof path, "%.*s%s", slash ? (int)(slash - p->path + 1) : 0, p->path,
             file_name);
    free(file_name);
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0)
        return cli_fail(YEE_IO, "cannot read %s, the snapshots of %s", path, p->path);
    const yee_status status = draw_snapshot_file(p, file, name);
    H5Fclose(file);
    return status;
}

yee_status plot_snapshots(plot *p)
{
    /* a snapshot file itself may be given too */
    if (plot_exists(p->file, "/axes"))
        return draw_snapshot_file(p, p->file, "");
    char **names = plot_names(p->file, "/snapshot");
    yee_status status = YEE_OK;
    for (char **n = names; n && *n && !status; n++)
        if (plot_wanted(p, *n))
            status = draw_snapshot(p, *n);
    plot_names_free(names);
    return status;
}
