/* core/cli/geometry/labels.c: names of sources, ports and outputs beside their marks in a plane. */
#include "drawing.h"
#include <math.h>
#include <string.h>

enum {
    LETTER = 7, /* pixels of one of a name, about, at 12 points */
    LINE = 16,  /* pixels of its height */
    FIRST = 11  /* of gnuplot's labels */
};

static bool is_free(const drawing_spot *one, int count, const drawing_spot *others)
{
    for (int n = 0; n < count; n++)
        if (one->x[0] < others[n].x[1] && others[n].x[0] < one->x[1] &&
            one->y[0] < others[n].y[1] && others[n].y[0] < one->y[1])
            return false;
    return true;
}

/* A name stands within its box or, in turn above and below, beside its point: to the left of the
 * upper right corner where there is room, else to the right of the left one, and above what lies
 * at the lower end of the plane. Where another name stands already it takes another side. */
static void send_name(const drawing *d, const slice *s, const mark *m, drawing_names *names,
                      const plot_cell *frame, double factor)
{
    const yee_axis_data *x = &d->grid->axis[s->u], *y = &d->grid->axis[s->v];
    const double from = x->node[0], to = x->node[x->cells], low = y->node[0];
    const double wide = (LETTER * (double)strlen(m->name) + LETTER) * d->font * (to - from) /
                        frame->width; /* about */
    const double line = LINE * d->font * (y->node[y->cells] - low) / frame->height;
    const bool box = m->kind == MARK_BOX || m->lo[s->u] != m->hi[s->u];
    const bool left = m->hi[s->u] - wide > from && (box || m->hi[s->u] + wide > to);
    const bool below = (box || names->count % 2 == 0) && m->hi[s->v] - line > low;
    const double ends[2] = {box ? fmax(from, m->lo[s->u]) : m->hi[s->u], m->hi[s->u]};
    const double top = m->hi[s->v];
    bool side[2] = {left, below}; /* of the name that is sent: to the left, below */
    const int number = names->count;
    drawing_spot *spots = names->spot;
    FILE *out = d->canvas.out;
    for (int try = 0; try < 5; try++) { /* the fifth is the first one again: there is no room */
        side[0] = left != ((try & 2) != 0);
        side[1] = below != ((try & 1) != 0);
        const double at = ends[side[0]];
        spots[number] =
            (drawing_spot){{side[0] ? at - wide : at, side[0] ? at : at + wide},
                           {side[1] ? top - line : top, side[1] ? top : top + line}};
        const bool inside = spots[number].x[0] >= from && spots[number].y[0] >= low &&
                            spots[number].y[1] <= y->node[y->cells];
        if ((inside || !(try % 4)) && is_free(&spots[number], number, spots))
            break;
    }
    fprintf(out, "set label %d ", FIRST + number);
    plot_quote(out, m->name);
    fprintf(out, " at %.9g,%.9g %s offset %g,%g font ',%g' tc rgb '%s' front\n",
            ends[side[0]] * factor, top * factor, side[0] ? "right" : "left",
            side[0] ? -0.5 : 0.6, side[1] ? -0.6 : 0.6, 10 * d->font,
            mark_style[m->kind].colour);
}

void drawing_name(const drawing *d, const slice *s, const mark *m, drawing_names *names,
                  const plot_cell *frame, double factor)
{
    int known = 0;
    while (known < names->count && names->name[known] != m->name)
        known++;
    if (known < names->count || known == DRAWING_NAMES)
        return;
    send_name(d, s, m, names, frame, factor);
    names->name[names->count++] = m->name;
}

void drawing_names_end(FILE *out)
{
    for (int i = 0; i < DRAWING_NAMES; i++)
        fprintf(out, "unset label %d\n", FIRST + i);
}
