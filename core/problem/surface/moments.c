/* core/problem/surface/moments.c: the fills and the normal of what lies around a Yee point.
 *
 * Where media lie alike on both sides of it, lines say what first moments cannot. */
#include "around.h"

#include <math.h>

/* Volume and first moment of every medium around the point. */
typedef struct moments {
    int count;
    uint32_t medium[YEE_BLEND_PARTS], object[YEE_BLEND_PARTS]; /* yee_around_object() */
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
static double offset(const yee_around *f, int axis, const yee_around_slot *s, double middle)
{
    if (f->v->grid->axis[axis].invariant)
        return 0;
    const int sub = f->v->cuts.sub[axis];
    const double cell = s->width * sub / (s->end - s->begin);
    return (middle / sub - (s->end - s->begin == sub ? 0.5 : s->begin ? 1 : 0)) * cell;
}

/* The cells at one slot of each axis: whole, or piece by piece. */
static void add_cell(yee_around *f, moments *m, const yee_around_slot *const s[3])
{
    const int64_t at[3] = {s[0]->cell, s[1]->cell, s[2]->cell};
    const uint32_t number = yee_around_number(f, at);
    const yee_lines *cut = yee_around_cut(f, number);
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
        add_moment(m, medium, yee_around_object(f, number), volume, middle);
        return;
    }
    int place[3], pieces = 1;
    for (int a = 0; a < 3; a++)
        pieces *= s[a]->end - s[a]->begin;
    for (place[0] = s[0]->begin; place[0] < s[0]->end; place[0]++)
        for (place[1] = s[1]->begin; place[1] < s[1]->end; place[1]++)
            for (place[2] = s[2]->begin; place[2] < s[2]->end; place[2]++) {
                const yee_tally own = yee_around_piece(f, cut, place, volume / pieces);
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

/* How much lines along an axis change media: 0 where each has but one, in the mean over lines. */
static double changes(yee_around *f, const moments *m, const uint32_t *group, int axis)
{
    yee_columns lines = {.count = 0};
    double sum = 0, total = 0;
    yee_around_turn(f, axis);
    yee_around_columns(f, &lines);
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
static void find_by_lines(yee_around *f, const moments *m, const uint32_t *group,
                          const double width[3], double square[3])
{
    const int along = f->along;
    for (int a = 0; a < 3; a++) {
        const bool lines = f->v->cuts.first[a] >= 0;
        const double own = lines ? changes(f, m, group, a) / width[a] : 0;
        square[a] = own * own;
    }
    yee_around_turn(f, along);
}

/* Fills of all media and the normal: the first moment of a medium over the surroundings points
 * along it (over a cube; an edge's box is made one). Behind a wall is its image. */
void yee_around_normal(yee_around *f, yee_columns *c)
{
    moments m = {.count = 0};
    double width[3] = {0, 0, 0}, square[3] = {0, 0, 0}, total = 0, most = 0;
    for (int a = 0; a < 3; a++)
        for (int s = 0; s < f->slots[a]; s++)
            width[a] += (f->wall[a] ? 2 : 1) * f->slot[a][s].width;
    for (int s = 0; s < f->slots[0]; s++)
        for (int r = 0; r < f->slots[1]; r++)
            for (int q = 0; q < f->slots[2]; q++)
                add_cell(f, &m,
                         (const yee_around_slot *const[3]){&f->slot[0][s], &f->slot[1][r],
                                                           &f->slot[2][q]});
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
