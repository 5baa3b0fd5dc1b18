/* core/problem/surface/columns.c: what lies around a Yee point, as columns along its edge.
 *
 * Along a column D (or B) is the same everywhere, so its media are in series; across the
 * columns E (or H) is, so the columns are in parallel. A column along which nothing changes may
 * still be cut lengthwise: the lines across it say by how much. */
#include "columns.h"

#include <math.h>

/* A cell beside the point along one axis, and which of its places (quarters or halves) belong
 * to the point. */
typedef struct slot {
    int64_t cell;
    int begin, end;
    double width; /* of all of them, m; 1 along an invariant axis */
} slot;

typedef struct search {
    const yee_voxels *v;
    int along, across[2]; /* axes */
    int slots[3];         /* of each axis */
    bool wall[3];         /* half of the surroundings along it lies behind a wall: an image */
    slot slot[3][2];
    yee_medium_of *medium;
    void *user;
    bool ok;
    yee_lines lines; /* of the cell at work */
} search;

/* Lengths of media, in the order of meeting them. */
typedef struct tally {
    int count;
    uint32_t medium[YEE_COLUMN_PARTS], object[YEE_COLUMN_PARTS]; /* object_of() */
    double share[YEE_COLUMN_PARTS], total;
    double conductors; /* length of these, which is in no share and not in the total */
} tally;

static void set_slots(search *f, int component, const int64_t index[3])
{
    const yee_voxels *v = f->v;
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &v->grid->axis[a];
        const int sub = v->cuts.sub[a];
        f->wall[a] = false;
        if (x->invariant) {
            f->slot[a][0] = (slot){0, 0, 1, 1};
            f->slots[a] = 1;
        } else if (component == YEE_CELL_MIDDLE || yee_half(component, a)) {
            const int64_t i = index[a];
            f->slot[a][0] = (slot){i, 0, sub, x->node[i + 1] - x->node[i]};
            f->slots[a] = 1;
        } else {
            f->slots[a] = 0;
            for (int s = 0; s < 2; s++) {
                int64_t i = index[a] - 1 + s;
                i = x->periodic ? (i + v->n[a]) % v->n[a] : i;
                if (i >= 0 && i < v->n[a])
                    f->slot[a][f->slots[a]++] = (slot){i, s ? 0 : sub / 2, s ? sub / 2 : sub,
                                                       0.5 * (x->node[i + 1] - x->node[i])};
            }
            f->wall[a] = f->slots[a] < 2;
        }
    }
}

/* There is no capacity for more than YEE_COLUMN_PARTS media; the last one then stands for them. */
static void put(tally *t, uint32_t medium, uint32_t object, double length)
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

/* The number of an object that paints itself, cell by cell; 0: of any other one. */
static uint32_t object_of(const search *f, uint32_t paint)
{
    const yee_paint *p = &f->v->paint[paint];
    return p->volume ? 0 : p->object;
}

static void add(search *f, tally *t, uint32_t paint, double length)
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
    put(t, medium, object_of(f, paint), length);
}

/* The part [from, to] (0 to 1) of a line, as a piece of a length. */
static void add_line(search *f, tally *t, const yee_lines *cut, const yee_line *line,
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

static uint32_t number_at(const search *f, const int64_t at[3])
{
    const int64_t *n = f->v->n;
    return f->v->cell[(at[0] * n[1] + at[1]) * n[2] + at[2]];
}

/* The lines of a cell that is cut, until the next one is asked for; NULL: it is not. */
static const yee_lines *cut_of(search *f, uint32_t number)
{
    const yee_cuts *cuts = &f->v->cuts;
    return number & YEE_CUT_CELL
               ? yee_cuts_lines(cuts, yee_cuts_at(cuts, number & ~YEE_CUT_CELL), &f->lines)
               : NULL;
}

static const yee_line *line_of(const search *f, const yee_lines *cut, int axis,
                               const int place[3])
{
    return &cut->line[yee_cuts_line_at(&f->v->cuts, axis, place[axis == 0 ? 1 : 0],
                                       place[axis == 2 ? 1 : 2])];
}

/* The largest part of a length, conductors being one medium: only then do two lines that meet
 * some of them compare. */
static double largest(const tally *t)
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
static tally piece(search *f, const yee_lines *cut, const int place[3], double size)
{
    tally best = {.count = 0};
    for (int axis = 0; axis < 3; axis++) {
        const int sub = f->v->cuts.sub[axis];
        if (f->v->cuts.first[axis] < 0)
            continue;
        tally own = {.count = 0};
        add_line(f, &own, cut, line_of(f, cut, axis, place), (double)place[axis] / sub,
                 (place[axis] + 1.) / sub, size);
        if (!(best.total + best.conductors > 0) || largest(&own) < largest(&best))
            best = own;
    }
    return best;
}

/* Along the column's own line, then, where that meets one medium only, piece by piece. */
static void fill(search *f, int64_t at[3], int place[3], tally *t, bool *series)
{
    const int d = f->along, sub = f->v->cuts.sub[d];
    const bool lines = f->v->cuts.first[d] >= 0;
    bool cuts = false;
    *t = (tally){.count = 0};
    for (int s = 0; s < f->slots[d]; s++) {
        const slot *w = &f->slot[d][s];
        at[d] = w->cell;
        const uint32_t number = number_at(f, at);
        const yee_lines *cut = cut_of(f, number);
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
    *t = (tally){.count = 0};
    for (int s = 0; s < f->slots[d]; s++) {
        const slot *w = &f->slot[d][s];
        at[d] = w->cell;
        const uint32_t number = number_at(f, at);
        const yee_lines *cut = cut_of(f, number);
        const double length = w->width / (w->end - w->begin);
        if (!cut)
            add(f, t, number, w->width);
        for (place[d] = w->begin; cut && place[d] < w->end; place[d]++) {
            const tally own = piece(f, cut, place, length);
            for (int n = 0; n < own.count; n++)
                put(t, own.medium[n], own.object[n], own.share[n]);
        }
    }
}

static void add_column(search *f, yee_columns *c, int64_t at[3], int place[3], double weight)
{
    tally t;
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

/* Volume and first moment of every medium around the point. */
typedef struct moments {
    int count;
    uint32_t medium[YEE_BLEND_PARTS], object[YEE_BLEND_PARTS]; /* object_of() */
    double volume[YEE_BLEND_PARTS], moment[YEE_BLEND_PARTS][3];
} moments;

static void add_moment(moments *m, uint32_t medium, uint32_t object, double volume,
                       const double at[3])
{
    int n = 0;
    while (n < m->count && m->medium[n] != medium)
        n++;
    if (n == YEE_BLEND_PARTS)
        n--;
    if (n == m->count) {
        m->object[m->count] = object;
        m->medium[m->count++] = medium;
    }
    m->object[n] = object < m->object[n] ? object : m->object[n];
    m->volume[n] += volume;
    for (int a = 0; a < 3; a++)
        m->moment[n][a] += volume * at[a];
}

/* From the point to the middle of places of a slot, m. */
static double offset(const search *f, int axis, const slot *s, double middle)
{
    if (f->v->grid->axis[axis].invariant)
        return 0;
    const int sub = f->v->cuts.sub[axis];
    const double cell = s->width * sub / (s->end - s->begin);
    return (middle / sub - (s->end - s->begin == sub ? 0.5 : s->begin ? 1 : 0)) * cell;
}

/* The cells at one slot of each axis: whole, or piece by piece. */
static void add_cell(search *f, moments *m, const slot *const s[3])
{
    const int64_t at[3] = {s[0]->cell, s[1]->cell, s[2]->cell};
    const uint32_t number = number_at(f, at);
    const yee_lines *cut = cut_of(f, number);
    const double volume = s[0]->width * s[1]->width * s[2]->width;
    double middle[3];
    if (!cut) {
        const int material = f->v->paint[number].material;
        if (f->v->material[material]->conductor != YEE_NOT_CONDUCTOR)
            return;
        for (int a = 0; a < 3; a++)
            middle[a] = offset(f, a, s[a], 0.5 * (s[a]->begin + s[a]->end));
        const uint32_t medium = f->medium(f->user, material);
        f->ok = f->ok && medium != YEE_NO_MEDIUM;
        add_moment(m, medium, object_of(f, number), volume, middle);
        return;
    }
    int place[3], pieces = 1;
    for (int a = 0; a < 3; a++)
        pieces *= s[a]->end - s[a]->begin;
    for (place[0] = s[0]->begin; place[0] < s[0]->end; place[0]++)
        for (place[1] = s[1]->begin; place[1] < s[1]->end; place[1]++)
            for (place[2] = s[2]->begin; place[2] < s[2]->end; place[2]++) {
                const tally own = piece(f, cut, place, volume / pieces);
                for (int a = 0; a < 3; a++)
                    middle[a] = offset(f, a, s[a], place[a] + 0.5);
                for (int n = 0; n < own.count; n++)
                    add_moment(m, own.medium[n], own.object[n], own.share[n], middle);
            }
}

/* Boundaries between the materials of one object that paints itself are of whole cells, where E
 * takes means by area: beside a surface these materials count as one. Their groups are set if
 * that leaves two sides of the surface. */
static void find_groups(const moments *m, uint32_t *group)
{
    int sides = 0;
    for (int n = 0; n < m->count; n++) {
        bool first = true;
        for (int k = 0; k < n && m->object[n]; k++)
            first = first && m->object[k] != m->object[n];
        sides += first;
    }
    for (int n = 0; n < m->count; n++)
        group[n] = sides > 1 && sides < m->count ? m->object[n] : 0;
}

/* The first moment of a medium's group about the middle of all; 0: an earlier medium of the
 * group stands for it. all: the moment of all, m^4, total: their volume, m^3. */
static double group_moment(const moments *m, const uint32_t *group, int n, int axis, double all,
                           double total)
{
    double moment = 0, volume = 0;
    for (int k = 0; k < m->count; k++)
        if (k == n || (group[n] && group[k] == group[n])) {
            if (k < n)
                return 0;
            moment += m->moment[k][axis];
            volume += m->volume[k];
        }
    return moment - volume * all / total;
}

static void turn(search *f, int along)
{
    f->along = along;
    f->across[0] = along == 0 ? 1 : 0;
    f->across[1] = along == 2 ? 1 : 2;
}

static void add_columns(search *f, yee_columns *c)
{
    const int u = f->across[0], v = f->across[1];
    int64_t at[3];
    int place[3];
    for (int s = 0; s < f->slots[u]; s++)
        for (int r = 0; r < f->slots[v]; r++) {
            const slot *own = &f->slot[u][s], *other = &f->slot[v][r];
            const int places = (own->end - own->begin) * (other->end - other->begin);
            at[u] = own->cell;
            at[v] = other->cell;
            for (place[u] = own->begin; place[u] < own->end; place[u]++)
                for (place[v] = other->begin; place[v] < other->end; place[v]++)
                    add_column(f, c, at, place, own->width * other->width / places);
        }
}

/* How much lines along an axis change media: 0 where each has but one, in the mean over lines. */
static double changes(search *f, const moments *m, const uint32_t *group, int axis)
{
    yee_columns lines = {.count = 0};
    double sum = 0, total = 0;
    turn(f, axis);
    add_columns(f, &lines);
    for (int q = 0; q < lines.count; q++) {
        const yee_column *own = &lines.column[q];
        double alike = 0; /* that two points of the line have one medium */
        for (int i = 0; i < own->parts; i++)
            for (int k = 0; k < own->parts; k++) {
                uint32_t of[2] = {0, 0};
                for (int n = 0; n < m->count; n++) {
                    of[0] = own->medium[i] == m->medium[n] ? group[n] : of[0];
                    of[1] = own->medium[k] == m->medium[n] ? group[n] : of[1];
                }
                if (i == k || (of[0] && of[0] == of[1]))
                    alike += own->share[i] * own->share[k];
            }
        sum += own->series ? own->weight * (1 - alike) : 0;
        total += own->weight;
    }
    return total > 0 ? sum / total : 0;
}

/* Media that lie alike on both sides of the point, as films and gaps about a node do and all that
 * a wall mirrors, have no moments: lines along the normal change media there, lines across it do
 * not. square: of the normal's components, in any unit. */
static void find_by_lines(search *f, const moments *m, const uint32_t *group,
                          const double width[3], double square[3])
{
    const int along = f->along;
    for (int a = 0; a < 3; a++) {
        const bool lines = f->v->cuts.first[a] >= 0;
        const double own = lines ? changes(f, m, group, a) / width[a] : 0;
        square[a] = own * own;
    }
    turn(f, along);
}

/* Fills of all media and the normal: the first moment of a medium over the surroundings points
 * along it (over a cube; an edge's box is made one). Behind a wall is its image. */
static void find_normal(search *f, yee_columns *c)
{
    moments m = {.count = 0};
    double width[3] = {0, 0, 0}, square[3] = {0, 0, 0}, total = 0, most = 0;
    for (int a = 0; a < 3; a++)
        for (int s = 0; s < f->slots[a]; s++)
            width[a] += (f->wall[a] ? 2 : 1) * f->slot[a][s].width;
    for (int s = 0; s < f->slots[0]; s++)
        for (int r = 0; r < f->slots[1]; r++)
            for (int q = 0; q < f->slots[2]; q++)
                add_cell(
                    f, &m,
                    (const slot *const[3]){&f->slot[0][s], &f->slot[1][r], &f->slot[2][q]});
    for (int n = 0; n < m.count; n++)
        total += m.volume[n];
    c->media = total > 0 ? m.count : 0;
    find_groups(&m, c->group);
    for (int n = 0; n < m.count; n++) {
        /* Media that lie alike on both sides cancel. */
        for (int a = 0; a < 3; a++) {
            double middle = 0;
            for (int k = 0; k < m.count; k++)
                middle += m.moment[k][a];
            const double part = f->wall[a] ? 0
                                           : group_moment(&m, c->group, n, a, middle, total) /
                                                 (total * width[a]);
            most = fmax(most, fabs(part));
            square[a] += part / width[a] * (part / width[a]);
        }
        c->medium[n] = m.medium[n];
        c->fill[n] = m.volume[n] / total;
    }
    if (most <= YEE_NO_MOMENT && c->media > 1)
        find_by_lines(f, &m, c->group, width, square);
    const double all = square[0] + square[1] + square[2];
    c->along = all > 0 ? square[f->along] / all : 1. / 3;
}

void yee_columns_places(const yee_voxels *v, const int64_t at[3], yee_number_of *number,
                        double *mean)
{
    search f = {.v = v, .medium = yee_material_itself, .ok = true};
    const uint32_t paint = number_at(&f, at);
    const yee_lines *cut = cut_of(&f, paint);
    const int *sub = v->cuts.sub, places = sub[0] * sub[1] * sub[2];
    for (int p = 0; p < places; p++) {
        const int place[3] = {p / (sub[1] * sub[2]), p / sub[2] % sub[1], p % sub[2]};
        const tally own = cut ? piece(&f, cut, place, 1) : (tally){.count = 0};
        mean[p] = cut ? 0 : number(v->material[v->paint[paint].material]);
        for (int n = 0; n < own.count; n++)
            mean[p] += own.share[n] * number(v->material[own.medium[n]]);
    }
}

bool yee_columns_find(const yee_voxels *voxels, int component, const int64_t index[3],
                      bool normal, yee_medium_of *medium, void *user, yee_columns *columns)
{
    search f = {.v = voxels, .medium = medium, .user = user, .ok = true};
    const yee_axis_data *x = voxels->grid->axis;
    turn(&f, component == YEE_CELL_MIDDLE ? 0 : yee_direction(component));
    set_slots(&f, component, index);
    *columns = (yee_columns){.normal = normal,
                             .solid = !x[0].invariant && !x[1].invariant && !x[2].invariant};
    if (normal)
        find_normal(&f, columns);
    else
        add_columns(&f, columns);
    return f.ok;
}
