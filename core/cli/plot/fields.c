/* core/cli/plot/fields.c: snapshots and spectra: which plane, component and frames are drawn. */
#include "base/units.h"
#include "box.h"
#include "files/sources.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES 6
#define LOOKS 48 /* frames that are looked at to choose from */

/* "z = 2 mm" without its blanks around '='. */
static bool read_slice(const char *text, int *axis, double *x, const char **reason)
{
    text += strspn(text, " ");
    const char letter = *text ? *text++ : 0;
    text += strspn(text, " ");
    if (letter < 'x' || letter > 'z' || *text != '=')
        return false;
    *axis = letter - 'x';
    text++;
    return yee_units_read(text + strspn(text, " "), "m", x, reason);
}

/* The plane that --slice asks for. A box without it is said and left out: another one may have it.
 */
static yee_status slice(const field *f, cut *c)
{
    const box *b = f->b;
    const char *reason = "";
    double x = 0;
    int axis = 0;
    plot *p = f->p;
    if (!read_slice(p->slice, &axis, &x, &reason))
        return cli_fail(YEE_USAGE, "--slice %s is not of the form z=2mm%s%s", p->slice,
                        *reason ? ": " : "", reason);
    for (int a = 0; a < 3; a++)
        if (b->axis[a].count == 1) {
            cli_fail(YEE_OK,
                     "%s: %s %s is a plane and drawn as it is; --slice is for boxes of three "
                     "axes",
                     p->path, f->kind, f->name);
            return YEE_OK;
        }
    const plot_array *at = &b->axis[axis];
    const size_t last = at->count - 1;
    const double end = 0.5 * (at->v[last] - at->v[last - 1]);
    c->there = x >= at->v[0] - end && x <= at->v[last] + end;
    if (!c->there)
        return cli_fail(YEE_OK, "--slice %s is outside %s %s, which has %c = %s to %s",
                        p->slice, f->kind, f->name, 'x' + axis,
                        yee_units_si(at->v[0], "m").text, yee_units_si(at->v[last], "m").text);
    c->normal = axis;
    c->at = 0;
    for (size_t i = 1; i < at->count; i++)
        if (fabs(at->v[i] - x) < fabs(at->v[c->at] - x))
            c->at = i;
    p->sliced = true;
    return YEE_OK;
}

/* The plane asked for, or through the middle of the thinnest axis. */
yee_status field_choose_cut(const field *f, cut *c)
{
    const box *b = f->b;
    int thin = 2;
    for (int a = 1; a >= 0; a--)
        if (b->axis[a].count < b->axis[thin].count)
            thin = a;
    c->normal = thin;
    c->at = b->axis[thin].count / 2;
    c->there = true;
    const yee_status status = f->p->slice ? slice(f, c) : YEE_OK;
    c->u = c->normal == 0 ? 1 : 0;
    c->v = c->normal == 2 ? 1 : 2;
    return status;
}

/* Frame number i of n that are evenly spread over all and end with the last. */
static size_t spread(size_t i, size_t n, size_t frames)
{
    return n == frames ? i : (i + 1) * frames / n - 1;
}

bool field_choose_component(field *f, const cut *c)
{
    const box *b = f->b;
    const size_t samples = b->frames < FRAMES ? b->frames : FRAMES;
    double most = -1;
    for (int i = 0; i < 6; i++) {
        if (f->p->component ? strcmp(f->p->component, yee_component_key(i)) != 0
                            : i >= 3 && f->component && most > 0)
            continue;
        for (size_t k = 0; k < samples; k++) {
            double peak = 0, *v = box_read_cut(b, yee_component_key(i),
                                               spread(k, samples, b->frames), c, &peak);
            if (v && peak > most) {
                f->component = yee_component_key(i);
                most = peak;
            }
            free(v);
        }
    }
    if (f->component)
        f->p->components = true;
    else if (f->p->component)
        cli_fail(YEE_OK, "%s: %s %s holds no %s and is not drawn", f->p->path, f->kind, f->name,
                 f->p->component);
    else
        cli_fail(YEE_OK, "%s: %s %s holds no field yet and is not drawn", f->p->path, f->kind,
                 f->name);
    return f->component != NULL;
}

/* Mean magnitude over a cut, which a peak near a source does not rule. */
static double strength(const field *f, size_t frame, const cut *c)
{
    const size_t count = f->b->axis[c->u].count * f->b->axis[c->v].count;
    double peak, sum = 0, *v = box_read_cut(f->b, f->component, frame, c, &peak);
    for (size_t i = 0; v && i < count; i++)
        sum += isfinite(v[i]) ? fabs(v[i]) : 0;
    free(v);
    return sum / (double)count;
}

static const char *frame_word(const field *f) { return f->spectrum ? "frequencies" : "times"; }

/* The first and last frame of the time in which the field is not yet, or no longer, a thousand
 * times weaker than at its strongest. */
static void bound_frames(const field *f, const cut *c, size_t *first, size_t *last)
{
    const size_t frames = f->b->frames, samples = frames < LOOKS ? frames : LOOKS;
    double size[LOOKS], most = 0;
    for (size_t i = 0; i < samples; i++) {
        size[i] = strength(f, spread(i, samples, frames), c);
        most = fmax(most, size[i]);
    }
    size_t low = 0, high = samples - 1;
    while (low < high && size[low] < 1e-3 * most)
        low++;
    while (high > low && size[high] < 1e-3 * most)
        high--;
    *first = spread(low, samples, frames);
    *last = spread(high, samples, frames);
    const size_t left = *first + frames - 1 - *last;
    if (left)
        plot_note(
            f->p, true,
            "%s %s: %zu of %zu %s are left out, the field is a thousand times weaker there "
            "(--frames draws all)",
            f->kind, f->name, left, frames, frame_word(f));
}

yee_status field_choose_frames(const field *f, const cut *c, frame_list *list)
{
    plot *p = f->p;
    const size_t frames = f->b->frames;
    const bool all = p->frames || p->movie;
    size_t first = 0, last = frames - 1;
    *list = (frame_list){0, NULL};
    if (p->frame) {
        char *end;
        const long long n = strtoll(p->frame, &end, 10);
        if (end == p->frame || *end || n < 0)
            return cli_fail(YEE_USAGE, "--frame %s is no whole number from 0", p->frame);
        if ((size_t)n >= frames)
            return cli_fail(YEE_OK, "--frame %s is no frame of %s %s, which has 0 to %zu",
                            p->frame, f->kind, f->name, frames - 1);
        first = last = (size_t)n;
    } else if (!all) {
        bound_frames(f, c, &first, &last);
    }
    const size_t span = last - first + 1, count = all || span < FRAMES ? span : FRAMES;
    list->v = malloc(count * sizeof *list->v);
    if (!list->v)
        return cli_fail(YEE_MEMORY, "no memory for %zu pictures", count);
    for (size_t i = 0; i < count; i++)
        list->v[i] = first + spread(i, count, span);
    list->count = count;
    p->framed = true;
    return YEE_OK;
}

const char *field_unit(const field *f)
{
    if (*f->component == 'e')
        return f->spectrum ? "V s/m" : "V/m";
    return f->spectrum ? "A s/m" : "A/m";
}

void field_frame_title(const field *f, size_t frame, char *text, size_t size)
{
    const char *prefix;
    const double factor = plot_prefix(f->value[frame], &prefix);
    snprintf(text, size, "%.4g %s%s", f->value[frame] * factor, prefix, f->unit);
}

void field_count_title(const field *f, size_t drawn, char *text, size_t size)
{
    *text = 0;
    if (drawn > 1 && drawn < f->b->frames)
        snprintf(text, size, ", %zu of %zu %s", drawn, f->b->frames, frame_word(f));
}

void field_frame_name(const field *f, size_t frame, char *text, size_t size)
{
    const int digits = snprintf(NULL, 0, "%zu", f->b->frames - 1);
    snprintf(text, size, "%s%s%0*zu", f->name, *f->name ? "_" : "", digits, frame);
}

static yee_status draw(field *f)
{
    int axes = 0;
    for (int a = 0; a < 3; a++)
        axes += f->b->axis[a].count > 1;
    if (!f->b->frames) {
        cli_fail(YEE_OK, "%s: %s %s holds no field yet and is not drawn", f->p->path, f->kind,
                 f->name);
        return YEE_OK;
    }
    return axes > 1 ? field_draw_cut(f) : field_draw_line(f);
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
            status = draw(&(field){.p = p,
                                   .b = &b,
                                   .kind = "spectrum",
                                   .name = *n,
                                   .value = f.v,
                                   .unit = "Hz",
                                   .spectrum = true});
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
        status = draw(&(field){
            .p = p, .b = &b, .kind = "snapshot", .name = name, .value = time.v, .unit = "s"});
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
    char why[2200];
    const yee_status status = yee_h5_file_has_sources(file, why, sizeof why)
                                  ? draw_snapshot_file(p, file, name)
                                  : cli_fail(YEE_IO, "cannot draw %s: %s", path, why);
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
