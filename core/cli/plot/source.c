/* core/cli/plot/source.c: a dataset by its attributes, and numbers as they are drawn. */
#include "attributes.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool is(const char *text, const char *word) { return text && !strcmp(text, word); }

void source_free(source *s)
{
    char *const text[] = {s->x,     s->y,     s->units, s->label,
                          s->scale, s->parts, s->style, s->lines};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        free(text[i]);
}

source source_of(plot *p, const char *path)
{
    return (source){path,
                    plot_text(p->file, path, "x"),
                    plot_text(p->file, path, "y"),
                    plot_text(p->file, path, "units"),
                    plot_text(p->file, path, "label"),
                    plot_text(p->file, path, "scale"),
                    plot_text(p->file, path, "parts"),
                    plot_text(p->file, path, "style"),
                    plot_text(p->file, path, "lines")};
}

void path_of(const source *s, const char *name, char *path, size_t size)
{
    const int folder = *name == '/' ? 0 : (int)(last_part(s->path) - s->path);
    snprintf(path, size, "%.*s%s", folder, s->path, name);
}

bool read_axis(plot *p, const source *s, const char *name, size_t count, char path[512],
               plot_array *axis)
{
    path_of(s, name, path, 512);
    if (!plot_read(p->file, path, axis)) {
        cli_fail(YEE_OK, "%s: %s is not drawn: its abscissa %s is no dataset", p->path, s->path,
                 path);
        return false;
    }
    if (axis->count == count && axis->rank == 1 && !axis->complex)
        return true;
    cli_fail(YEE_OK, "%s: %s is not drawn: its abscissa %s has %zu numbers, not %zu", p->path,
             s->path, path, axis->count, count);
    plot_array_free(axis);
    return false;
}

const char *unit_of(const char *units) { return !units || is(units, "1") ? "" : units; }

double drawn_value(const char *scale, side part, double re, double im)
{
    const double size = part == MAGNITUDE ? hypot(re, im) : re;
    if (part == PHASE)
        return atan2(im, re) * 180 / YEE_PI;
    if (is(scale, "dB"))
        return size > 0 ? 20 * log10(size) : NAN;
    if (is(scale, "dB power"))
        return size > 0 ? 10 * log10(size) : NAN;
    return is(scale, "log") && !(size > 0) ? NAN : size;
}

void file_names(const char *group, char kind[256], char name[256])
{
    const char *first = group + (*group == '/');
    const size_t length = strcspn(first, "/");
    snprintf(kind, 256, "%.*s", length ? (int)length : 4, length ? first : "data");
    snprintf(name, 256, "%s", first[length] ? first + length + 1 : "");
    for (char *c = name; *c; c++)
        *c = *c == '/' ? '_' : *c;
}
