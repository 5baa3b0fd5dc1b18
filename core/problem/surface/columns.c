/* core/problem/surface/columns.c: what lies around a Yee point, as columns along its edge.
 *
 * Along a column D (or B) is the same everywhere, so its media are in series; across the
 * columns E (or H) is, so the columns are in parallel. A column along which nothing changes may
 * still be cut lengthwise: the lines across it say by how much. */
#include "around.h"

#include <math.h>

static void set_slots(yee_around *f, int component, const int64_t index[3])
{
    const yee_voxels *v = f->v;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &v->grid->axis[a];
        const int sub = v->cuts.sub[a];
        f->wall[a] = false;
        if (x->invariant) {
            f->slot[a][0] = (yee_around_slot){0, 0, 1, 1};
            f->slots[a] = 1;
        } else if (component == YEE_CELL_MIDDLE || yee_half(component, a)) {
            const int64_t i = index[a];
            f->slot[a][0] = (yee_around_slot){i, 0, sub, x->node[i + 1] - x->node[i]};
            f->slots[a] = 1;
        } else {
            f->slots[a] = 0;
            for (int s = 0; s < 2; s++) {
                int64_t i = index[a] - 1 + s;
                i = x->periodic ? (i + v->n[a]) % v->n[a] : i;
                if (i >= 0 && i < v->n[a])
                    f->slot[a][f->slots[a]++] =
                        (yee_around_slot){i, s ? 0 : sub / 2, s ? sub / 2 : sub,
                                          0.5 * (x->node[i + 1] - x->node[i])};
            }
            f->wall[a] = f->slots[a] < 2;
        }
    }
}

/* There is no capacity for more than YEE_COLUMN_PARTS media; the last one then stands for them. */
static void put(yee_tally *t, uint32_t medium, uint32_t object, double length)
{
    int n = 0;
    while (n < t->count && t->medium[n] != medium)
        n++;
    if (n == YEE_COLUMN_PARTS)
        n--;
    if (n == t->count) {
        t->medium[t->count] = medium;
        t->object[t->count] = object;
        t->share[t->count++] = 0;
    }
    t->object[n] = object < t->object[n] ? object : t->object[n];
    t->share[n] += length;
    t->total += length;
}

uint32_t yee_around_object(const yee_around *f, uint32_t paint)
{
    const yee_paint *p = &f->v->paint[paint];
    return p->volume ? 0 : p->object;
}

static void add(yee_around *f, yee_tally *t, uint32_t paint, double length)
{
    const int material = f->v->paint[paint].material;
    if (length <= 0)
        return;
    if (f->v->material[material]->conductor != YEE_NOT_CONDUCTOR) {
        t->conductors += length;
        return;
    }
    const uint32_t medium = f->medium(f->user, material);
    f->ok = f->ok && medium != YEE_NO_MEDIUM;
    put(t, medium, yee_around_object(f, paint), length);
}

/* The part [from, to] (0 to 1) of a line, as a piece of a length. */
static void add_line(yee_around *f, yee_tally *t, const yee_lines *cut, const yee_line *line,
                     double from, double to, double length)
{
    const double scale = length / (to - from);
    double begin = 0;
    for (int p = 0; p < line->parts; p++) {
        const double end = p + 1 < line->parts ? line->cut[p] / (double)YEE_LINE_WHOLE : 1;
        add(f, t, cut->paint[line->paint[p]], (fmin(end, to) - fmax(begin, from)) * scale);
        begin = end;
    }
}

uint32_t yee_around_number(const yee_around *f, const int64_t at[3])
{
    const int64_t *n = f->v->n;
    return f->v->cell[(at[0] * n[1] + at[1]) * n[2] + at[2]];
}

const yee_lines *yee_around_cut(yee_around *f, uint32_t number)
{
    const yee_cuts *cuts = &f->v->cuts;
    return number & YEE_CUT_CELL
               ? yee_cuts_lines(cuts, yee_cuts_at(cuts, number & ~YEE_CUT_CELL), &f->lines)
               : NULL;
}

static const yee_line *line_of(const yee_around *f, const yee_lines *cut, int axis,
                               const int place[3])
{
    return &cut->line[yee_cuts_line_at(&f->v->cuts, axis, place[axis == 0 ? 1 : 0],
                                       place[axis == 2 ? 1 : 2])];
}

/* The largest part of a length, conductors being one medium: only then do two lines that meet
 * some of them compare. */
static double largest(const yee_tally *t)
{
    const double whole = t->total + t->conductors;
    double most = t->conductors;
    for (int n = 0; n < t->count; n++)
        most = fmax(most, t->share[n]);
    return whole > 0 ? most / whole : 1;
}

/* The filling of a piece of the surroundings, one place long and wide, by that line through
 * its middle which is divided most evenly: a surface that cuts a line near the middle of the
 * piece divides the piece as it divides the line. */
yee_tally yee_around_piece(yee_around *f, const yee_lines *cut, const int place[3], double size)
{
    yee_tally best = {.count = 0};
    for (int axis = 0; axis < 3; axis++) {
        const int sub = f->v->cuts.sub[axis];
        if (f->v->cuts.first[axis] < 0)
            continue;
        yee_tally own = {.count = 0};
        add_line(f, &own, cut, line_of(f, cut, axis, place), (double)place[axis] / sub,
                 (place[axis] + 1.) / sub, size);
        if (!(best.total + best.conductors > 0) || largest(&own) < largest(&best))
            best = own;
    }
    return best;
}

/* Along the column's own line, then, where that meets one medium only, piece by piece. */
static void fill(yee_around *f, int64_t at[3], int place[3], yee_tally *t, bool *series)
{
    const int d = f->along, sub = f->v->cuts.sub[d];
    const bool lines = f->v->cuts.first[d] >= 0;
    bool cuts = false;
    *t = (yee_tally){.count = 0};
    for (int s = 0; s < f->slots[d]; s++) {
        const yee_around_slot *w = &f->slot[d][s];
        at[d] = w->cell;
        const uint32_t number = yee_around_number(f, at);
        const yee_lines *cut = yee_around_cut(f, number);
        cuts = cuts || cut;
        if (!cut)
            add(f, t, number, w->width);
        else if (lines)
            add_line(f, t, cut, line_of(f, cut, d, place), (double)w->begin / sub,
                     (double)w->end / sub, w->width);
    }
    *series = t->count > 1;
    if (!cuts || *series)
        return;
    *t = (yee_tally){.count = 0};
    for (int s = 0; s < f->slots[d]; s++) {
        const yee_around_slot *w = &f->slot[d][s];
        at[d] = w->cell;
        const uint32_t number = yee_around_number(f, at);
        const yee_lines *cut = yee_around_cut(f, number);
        const double length = w->width / (w->end - w->begin);
        if (!cut)
            add(f, t, number, w->width);
        for (place[d] = w->begin; cut && place[d] < w->end; place[d]++) {
            const yee_tally own = yee_around_piece(f, cut, place, length);
            for (int n = 0; n < own.count; n++)
                put(t, own.medium[n], own.object[n], own.share[n]);
        }
    }
}

static void add_column(yee_around *f, yee_columns *c, int64_t at[3], int place[3],
                       double weight)
{
    yee_tally t;
    bool series;
    fill(f, at, place, &t, &series);
    if (!(t.total > 0))
        return;
    yee_column *column = &c->column[c->count++];
    *column = (yee_column){.series = series, .parts = t.count, .weight = weight};
    for (int n = 0; n < t.count; n++) {
        column->medium[n] = t.medium[n];
        column->share[n] = t.share[n] / t.total;
    }
}

void yee_around_turn(yee_around *f, int along)
{
    f->along = along;
    f->across[0] = along == 0 ? 1 : 0;
    f->across[1] = along == 2 ? 1 : 2;
}

void yee_around_columns(yee_around *f, yee_columns *c)
{
    const int u = f->across[0], v = f->across[1];
    int64_t at[3];
    int place[3];
    for (int s = 0; s < f->slots[u]; s++)
        for (int r = 0; r < f->slots[v]; r++) {
            const yee_around_slot *own = &f->slot[u][s], *other = &f->slot[v][r];
            const int places = (own->end - own->begin) * (other->end - other->begin);
            at[u] = own->cell;
            at[v] = other->cell;
            for (place[u] = own->begin; place[u] < own->end; place[u]++)
                for (place[v] = other->begin; place[v] < other->end; place[v]++)
                    add_column(f, c, at, place, own->width * other->width / places);
        }
}

void yee_columns_places(const yee_voxels *v, const int64_t at[3], yee_number_of *number,
                        double *mean)
{
    yee_around f = {.v = v, .medium = yee_material_itself, .ok = true};
    const uint32_t paint = yee_around_number(&f, at);
    const yee_lines *cut = yee_around_cut(&f, paint);
    const int *sub = v->cuts.sub, places = sub[0] * sub[1] * sub[2];
    for (int p = 0; p < places; p++) {
        const int place[3] = {p / (sub[1] * sub[2]), p / sub[2] % sub[1], p % sub[2]};
        const yee_tally own =
            cut ? yee_around_piece(&f, cut, place, 1) : (yee_tally){.count = 0};
        mean[p] = cut ? 0 : number(v->material[v->paint[paint].material]);
        for (int n = 0; n < own.count; n++)
            mean[p] += own.share[n] * number(v->material[own.medium[n]]);
    }
}

bool yee_columns_find(const yee_voxels *voxels, int component, const int64_t index[3],
                      bool normal, yee_medium_of *medium, void *user, yee_columns *columns)
{
    yee_around f = {.v = voxels, .medium = medium, .user = user, .ok = true};
    const yee_axis_data *x = voxels->grid->axis;
    yee_around_turn(&f, component == YEE_CELL_MIDDLE ? 0 : yee_direction(component));
    set_slots(&f, component, index);
    *columns = (yee_columns){.normal = normal,
                             .solid = !x[0].invariant && !x[1].invariant && !x[2].invariant};
    if (normal)
        yee_around_normal(&f, columns);
    else
        yee_around_columns(&f, columns);
    return f.ok;
}
