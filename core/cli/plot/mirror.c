/* core/cli/plot/mirror.c: fields of a part of a model as those of the whole, by their images beyond
 * planes of symmetry. */
#include "base/units.h"
#include "box.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int number_of(const char *component)
{
    int c = 0;
    while (c + 1 < YEE_COMPONENTS && strcmp(component, yee_component_key(c)))
        c++;
    return c;
}

/* The plane at one end of the box along an axis: at the low one where both are planes, for the whole
 * is then a period of that. */
static mirror at_end(const field *f, int axis)
{
    const plot_array *x = &f->b->axis[axis];
    for (int high = 0; high < 2 && x->count > 1; high++) {
        char path[32];
        double position, parity[6];
        snprintf(path, sizeof path, "/symmetry/%c%c", 'x' + axis, high ? '+' : '-');
        if (!plot_numbers(f->b->file, path, "position", 1, &position) ||
            !plot_numbers(f->b->file, path, "parity", 6, parity))
            continue;
        const double end = x->v[high ? x->count - 1 : 0];
        const double gap = high ? end - x->v[x->count - 2] : x->v[1] - end;
        /* The file leaves out the node on a high face. */
        if (fabs(end - position) > 1.01 * gap)
            continue;
        return (mirror){high ? MIRROR_HIGH : MIRROR_LOW, position,
                        f->spectrum ? 1 : parity[number_of(f->component)], 0};
    }
    return (mirror){MIRROR_NONE, 0, 1, 0};
}

void field_mirror(field *f, const cut *c)
{
    for (int k = 0; k < 2 && f->p->whole; k++) {
        const int axis = k ? c->v : c->u;
        mirror *m = &f->mirror[k];
        *m = at_end(f, axis);
        if (!m->side)
            continue;
        const size_t n = f->b->axis[axis].count;
        double *x = box_positions(f->b, f->component, axis);
        if (x) {
            const double end = x[m->side == MIRROR_HIGH ? n - 1 : 0];
            m->shared = fabs(end - m->at) < 1e-6 * fabs(x[n - 1] - x[0]);
        }
        free(x);
        f->p->mirrored = true;
        plot_note(f->p, false, "beyond %c = %s: the image", 'x' + axis,
                  yee_units_si(m->at, "m").text);
    }
}

size_t mirror_count(const mirror *m, size_t n) { return m->side ? 2 * n - m->shared : n; }

/* The number of the point, of n in the box, whose field point i of the whole has; *image: beyond the
 * plane. */
static size_t source_of(const mirror *m, size_t n, size_t i, bool *image)
{
    const size_t images = n - m->shared;
    *image = m->side && (m->side == MIRROR_LOW ? i < images : i >= n);
    if (!m->side)
        return i;
    if (m->side == MIRROR_LOW)
        return *image ? n - 1 - i : i - images;
    return *image ? images - 1 - (i - n) : i;
}

double *mirror_positions(const mirror *m, double *x, size_t n)
{
    if (!m->side || !x)
        return x;
    const size_t count = mirror_count(m, n);
    double *all = malloc(count * sizeof *all);
    for (size_t i = 0; all && i < count; i++) {
        bool image;
        const size_t from = source_of(m, n, i, &image);
        all[i] = image ? 2 * m->at - x[from] : x[from];
    }
    free(x);
    return all;
}

double *field_read(const field *f, size_t frame, const cut *c)
{
    const mirror *m = f->mirror;
    const size_t nu = f->b->axis[c->u].count, nv = f->b->axis[c->v].count;
    const size_t wide = mirror_count(&m[0], nu), high = mirror_count(&m[1], nv);
    double peak, *v = box_read_cut(f->b, f->component, frame, c, &peak);
    if (!v || (!m[0].side && !m[1].side))
        return v;
    double *all = malloc(wide * high * sizeof *all);
    for (size_t j = 0; all && j < high; j++)
        for (size_t i = 0; i < wide; i++) {
            bool image[2];
            const size_t row = source_of(&m[1], nv, j, &image[1]);
            const size_t from = row * nu + source_of(&m[0], nu, i, &image[0]);
            all[j * wide + i] =
                v[from] * (image[0] ? m[0].sign : 1) * (image[1] ? m[1].sign : 1);
        }
    free(v);
    return all;
}

/* Lines and their images along one axis, 0 or 1. */
static void add_images(plot_lines *l, int along, double at)
{
    const size_t count = l->count;
    for (size_t n = 0; n < count; n++) {
        double line[4];
        memcpy(line, l->v[n], sizeof line);
        line[along] = 2 * at - line[along];
        line[2 + along] = 2 * at - line[2 + along];
        plot_lines_add(l, line);
    }
}

void mirror_scene(const mirror m[2], plot_scene *s)
{
    for (int k = 0; k < 2; k++) {
        if (!m[k].side)
            continue;
        add_images(&s->media, k, m[k].at);
        add_images(&s->metal, k, m[k].at);
        add_images(&s->ports, k, m[k].at);
        const int far = m[k].side == MIRROR_LOW; /* the end that has an image */
        s->interior[k][!far] = 2 * m[k].at - s->interior[k][far];
    }
}
