/* core/problem/surface/pieces.c: two media around a Yee point, the common case of columns.c. */
#include "pieces.h"
#include "columns.h"

#include <math.h>
#include <stdlib.h>

void yee_pieces_begin(yee_pieces *p, const yee_voxels *voxels, const yee_fills *fills,
                      int component, const uint32_t *medium_of)
{
    *p = (yee_pieces){.voxels = voxels,
                      .fills = fills,
                      .component = component,
                      .medium_of = medium_of,
                      .index = {-1, -1, -1}};
}

/* The cells beside the point along an axis. */
static void set_slots(yee_pieces *p, int a, int64_t index)
{
    const yee_voxels *v = p->voxels;
    const yee_axis_data *x = &v->grid->axis[a];
    const int sub = v->cuts.sub[a];
    const bool half = yee_half(p->component, a);
    p->index[a] = index;
    p->slots[a] = 0;
    p->width[a] = p->moment[a] = 0;
    p->wall[a] = false;
    if (x->invariant) {
        p->slot[a][p->slots[a]++] = (yee_piece_slot){.places = 1, .width = 1};
        p->width[a] = 1;
        return;
    }
    for (int s = 0; s < 2 - half; s++) {
        int64_t i = half ? index : index - 1 + s;
        i = x->periodic ? (i + v->n[a]) % v->n[a] : i;
        if (i < 0 || i >= v->n[a])
            continue;
        yee_piece_slot *own = &p->slot[a][p->slots[a]++];
        const double cell = x->node[i + 1] - x->node[i];
        const double low = half ? -0.5 * cell : s ? 0 : -cell; /* of the cell, from the point */
        *own = (yee_piece_slot){.cell = i, .places = half ? sub : sub / 2, .width = cell / sub};
        for (int n = 0; n < own->places; n++) {
            own->place[n] = half || s ? n : n + sub / 2;
            own->at[n] = low + (own->place[n] + 0.5) * own->width;
            p->width[a] += own->width;
            p->moment[a] += own->width * own->at[n];
        }
    }
    p->wall[a] = !half && p->slots[a] < 2;
}

/* The medium's number among the two, -1: a third one or an unusual one. */
static int number_of(yee_pieces *p, uint32_t medium)
{
    for (int n = 0; n < p->media; n++)
        if (p->medium[n] == medium)
            return n;
    if (p->media == YEE_PIECE_MEDIA || medium >= YEE_PIECES_UNUSUAL)
        return -1;
    p->medium[p->media] = medium;
    return p->media++;
}

/* Volume and first moments of the second medium. */
typedef struct sums {
    double volume, moment[3];
} sums;

static void add_piece(sums *s, double volume, double x, double y, double z)
{
    s->volume += volume;
    s->moment[0] += volume * x;
    s->moment[1] += volume * y;
    s->moment[2] += volume * z;
}

/* A cell that is all of the second medium. */
static void add_whole(const yee_piece_slot *x, const yee_piece_slot *y, const yee_piece_slot *z,
                      sums *s)
{
    const double volume = x->width * y->width * z->width;
    for (int i = 0; i < x->places; i++)
        for (int j = 0; j < y->places; j++)
            for (int k = 0; k < z->places; k++)
                add_piece(s, volume, x->at[i], y->at[j], z->at[k]);
}

/* A cell that a surface cuts; turned: the second medium is the cell's first one. */
static void add_cut(const yee_pieces *p, const yee_piece_slot *x, const yee_piece_slot *y,
                    const yee_piece_slot *z, const yee_fill *fill, bool turned, sums *s)
{
    const int *sub = p->voxels->cuts.sub;
    const uint16_t *units =
        p->fills->part + (size_t)(fill - p->fills->cell) * (size_t)p->fills->pieces;
    const double volume = x->width * y->width * z->width, unit = p->fills->unit;
    for (int i = 0; i < x->places; i++)
        for (int j = 0; j < y->places; j++)
            for (int k = 0; k < z->places; k++) {
                const double own =
                    unit * units[(x->place[i] * sub[1] + y->place[j]) * sub[2] + z->place[k]];
                const double part = fill->rounded ? (double)(float)own : own;
                add_piece(s, volume * (turned ? 1 - part : part), x->at[i], y->at[j], z->at[k]);
            }
}

/* The record of a cell that is cut. */
static const yee_fill *cut_at(const yee_pieces *p, yee_piece_row *row, int64_t z)
{
    const yee_fill *cell = p->fills->cell;
    if (row->at == row->end || cell[row->at].z > z)
        row->at = row->begin;
    while (cell[row->at].z < z)
        row->at++;
    return &cell[row->at];
}

/* False: other media. */
static bool look(yee_pieces *p, yee_piece_row *row, const yee_piece_slot *x,
                 const yee_piece_slot *y, const yee_piece_slot *z, sums *s)
{
    const uint32_t number = row->number[z->cell];
    int first, other;
    const yee_fill *fill = NULL;
    if (number & YEE_CUT_CELL) {
        fill = cut_at(p, row, z->cell);
        if (!fill->known)
            return false;
        first = number_of(p, p->medium_of[fill->paint[0]]);
        other = number_of(p, p->medium_of[fill->paint[1]]);
    } else {
        first = other = number_of(p, p->medium_of[number]);
    }
    if (first < 0 || other < 0)
        return false;
    if (first != other)
        add_cut(p, x, y, z, fill, first == 1, s);
    else if (first == 1)
        add_whole(x, y, z, s);
    return true;
}

static void lay_rows(yee_pieces *p)
{
    for (int i = 0; i < p->slots[0]; i++)
        for (int j = 0; j < p->slots[1]; j++) {
            const int64_t *n = p->voxels->n;
            const int64_t row = p->slot[0][i].cell * n[1] + p->slot[1][j].cell;
            const size_t *first = p->fills->first + row;
            p->row[i][j] =
                (yee_piece_row){p->voxels->cell + row * n[2], first[0], first[1], first[0]};
        }
}

bool yee_pieces_find(yee_pieces *p, const int64_t index[3])
{
    sums s = {.volume = 0};
    const bool same = p->index[0] == index[0] && p->index[1] == index[1];
    for (int a = 0; a < 3; a++)
        if (p->index[a] != index[a])
            set_slots(p, a, index[a]);
    if (!same)
        lay_rows(p);
    p->media = 0;
    for (int i = 0; i < p->slots[0]; i++)
        for (int j = 0; j < p->slots[1]; j++)
            for (int k = 0; k < p->slots[2]; k++)
                if (!look(p, &p->row[i][j], &p->slot[0][i], &p->slot[1][j], &p->slot[2][k], &s))
                    return false;
    const double volume = p->width[0] * p->width[1] * p->width[2];
    double square[3], all = 0, most = 0;
    p->fill = s.volume / volume;
    for (int a = 0; a < 3; a++) {
        /* Its first moment about the middle of the surroundings, of which a wall mirrors half. */
        const double width = p->width[a] * (p->wall[a] ? 2 : 1);
        const double part = p->wall[a] ? 0
                                       : (s.moment[a] - s.volume * p->moment[a] / p->width[a]) /
                                             (volume * width);
        square[a] = part / width * (part / width);
        most = fmax(most, fabs(part));
        all += square[a];
    }
    if (most <= YEE_NO_MOMENT && p->fill > 0 && p->fill < 1)
        return false;
    p->along = all > 0 ? square[yee_direction(p->component)] / all : 1. / 3;
    return true;
}

enum { EIGHTH = YEE_LINE_WHOLE / 2 }; /* units of fills.h */

/* A cell around the point: what the second medium fills of its eighths, in units, is
 * base + sign part[], shape [2, 2, 2]. */
typedef struct eighths {
    const uint16_t *part;
    int base, sign;
} eighths;

/* Media around the point; see yee_pieces. */
typedef struct pair {
    int media;
    uint32_t medium[YEE_PIECE_MEDIA];
} pair;

/* number_of() of a pair. */
static inline int number_in(pair *m, uint32_t medium)
{
    if (m->media > 0 && medium == m->medium[0])
        return 0;
    if (m->media > 1 && medium == m->medium[1])
        return 1;
    if (m->media == YEE_PIECE_MEDIA || medium >= YEE_PIECES_UNUSUAL)
        return -1;
    m->medium[m->media] = medium;
    return m->media++;
}

/* False: other media. */
static inline bool look_even(const yee_pieces *p, yee_piece_row *row, int64_t z, pair *m,
                             eighths *e)
{
    static const uint16_t none[8] = {0};
    const uint32_t number = row->number[z];
    *e = (eighths){none, 0, 0};
    if (!(number & YEE_CUT_CELL)) {
        const int medium = number_in(m, p->medium_of[number]);
        e->base = medium * EIGHTH;
        return medium >= 0;
    }
    const yee_fill *fill = cut_at(p, row, z);
    if (!fill->known)
        return false;
    const int first = number_in(m, p->medium_of[fill->paint[0]]);
    const int other = number_in(m, p->medium_of[fill->paint[1]]);
    if (first < 0 || other < 0)
        return false;
    e->base = first * EIGHTH;
    e->sign = other - first;
    if (e->sign)
        e->part = p->fills->part + 8 * (size_t)(fill - p->fills->cell);
    return true;
}

/* Finds what the second medium fills of the eighths of a point's surroundings, for a component that
 * compilers know. False: other media. */
__attribute__((always_inline)) static inline bool
find_eighths(yee_pieces *p, const int component, int64_t z, int u[8])
{
    const int hx = yee_half(component, 0), hy = yee_half(component, 1),
              hz = yee_half(component, 2);
    eighths cell[2][2][2];
    pair m = {.media = 0};
    for (int i = 0; i < 2 - hx; i++)
        for (int j = 0; j < 2 - hy; j++)
            for (int k = 0; k < 2 - hz; k++)
                if (!look_even(p, &p->row[i][j], z + k - !hz, &m, &cell[i][j][k]))
                    return false;
    p->media = m.media;
    p->medium[0] = m.medium[0];
    p->medium[1] = m.medium[1];
    for (int n = 0; n < 8; n++) { /* the parts of a cell between nodes are on its far side */
        const int i = n >> 2, j = n >> 1 & 1, k = n & 1;
        const eighths *e = &cell[hx ? 0 : i][hy ? 0 : j][hz ? 0 : k];
        u[n] =
            e->base + e->sign * e->part[4 * (hx ? i : !i) + 2 * (hy ? j : !j) + (hz ? k : !k)];
    }
    return true;
}

static bool find_all_eighths(yee_pieces *p, int64_t z, int u[8])
{
    switch (p->component) {
    case YEE_EX:
        return find_eighths(p, YEE_EX, z, u);
    case YEE_EY:
        return find_eighths(p, YEE_EY, z, u);
    case YEE_EZ:
        return find_eighths(p, YEE_EZ, z, u);
    case YEE_HX:
        return find_eighths(p, YEE_HX, z, u);
    case YEE_HY:
        return find_eighths(p, YEE_HY, z, u);
    default:
        return find_eighths(p, YEE_HZ, z, u);
    }
}

bool yee_pieces_find_even(yee_pieces *p, const int64_t index[3])
{
    const double *z = p->voxels->grid->axis[2].node + index[2];
    const bool same = p->index[0] == index[0] && p->index[1] == index[1];
    int u[8];
    for (int a = 0; a < 2; a++)
        if (p->index[a] != index[a])
            set_slots(p, a, index[a]);
    if (!same)
        lay_rows(p);
    if (!find_all_eighths(p, index[2], u))
        return false;
    const int sum = u[0] + u[1] + u[2] + u[3] + u[4] + u[5] + u[6] + u[7];
    /* Upper less lower ones along each axis. */
    const int across[3] = {sum - 2 * (u[0] + u[1] + u[2] + u[3]),
                           sum - 2 * (u[0] + u[1] + u[4] + u[5]),
                           sum - 2 * (u[0] + u[2] + u[4] + u[6])};
    /* Pieces lie a quarter of the surroundings' width off their middle. */
    const int no = (int)(YEE_NO_MOMENT * 4 * 8 * EIGHTH);
    if (abs(across[0]) <= no && abs(across[1]) <= no && abs(across[2]) <= no && sum > 0 &&
        sum < 8 * EIGHTH)
        return false;
    /* First moments, each over the surroundings' square along its axis and what all have. */
    const double width[3] = {p->width[0], p->width[1],
                             yee_half(p->component, 2) ? z[1] - z[0] : 0.5 * (z[1] - z[-1])};
    double square[3], all = 0;
    for (int a = 0; a < 3; a++) {
        const double own = across[a] / width[a];
        square[a] = own * own;
        all += square[a];
    }
    p->fill = sum / (8. * EIGHTH);
    p->along = all > 0 ? square[yee_direction(p->component)] / all : 1. / 3;
    return true;
}
