/* core/problem/surface/pieces.c: two media around a Yee point, the common case of columns.c.
 *
 * A cell that is cut is divided into pieces, as many along an axis as it has places. How much
 * of each the cell's second paint fills is worked out once and kept with the cell. */
#include "pieces.h"

#include <math.h>

/* The part [from, to] of a line that the second paint fills, in units of the line. */
static double second(const yee_line *line, double from, double to)
{
    double begin = 0, sum = 0;
    for (int p = 0; p < line->parts; p++) {
        const double end = p + 1 < line->parts ? line->cut[p] : YEE_LINE_WHOLE;
        const double lo = begin > from ? begin : from, hi = end < to ? end : to;
        if (line->paint[p] == 1 && hi > lo)
            sum += hi - lo;
        begin = end;
    }
    return sum;
}

/* By the line through a piece's middle that is divided most evenly; columns.c. */
static void know(const yee_cuts *cuts, yee_cut *cut)
{
    int place[3], n = 0;
    for (place[0] = 0; place[0] < cuts->sub[0]; place[0]++)
        for (place[1] = 0; place[1] < cuts->sub[1]; place[1]++)
            for (place[2] = 0; place[2] < cuts->sub[2]; place[2]++) {
                double best = -1;
                for (int a = 0; a < 3; a++) {
                    if (cuts->first[a] < 0)
                        continue;
                    const double size = (double)YEE_LINE_WHOLE / cuts->sub[a];
                    const yee_line *line = yee_cut_line(cuts, cut, a, place[a == 0 ? 1 : 0],
                                                        place[a == 2 ? 1 : 2]);
                    const double own =
                        second(line, place[a] * size, (place[a] + 1) * size) / size;
                    if (best < 0 || fabs(own - 0.5) < fabs(best - 0.5))
                        best = own;
                }
                cut->fill[n++] = (float)best;
            }
    cut->known = true;
}

void yee_pieces_begin(yee_pieces *p, const yee_voxels *voxels, int component,
                      yee_paint_medium *medium_of, void *user)
{
    *p = (yee_pieces){.voxels = voxels,
                      .component = component,
                      .medium_of = medium_of,
                      .user = user,
                      .index = {-1, -1, -1}};
}

/* The cells beside the point along an axis. */
static void lay_slots(yee_pieces *p, int a, int64_t index)
{
    const yee_voxels *v = p->voxels;
    const yee_axis_data *x = &v->grid->axis[a];
    const int sub = v->cuts.sub[a];
    const bool half = yee_half(p->component, a);
    p->index[a] = index;
    p->slots[a] = 0;
    p->width[a] = p->moment[a] = 0;
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

/* What the second medium fills of the pieces of a cell: fill[piece],
 * or all where that is NULL. */
static void add_cell(const yee_pieces *p, const yee_piece_slot *x, const yee_piece_slot *y,
                     const yee_piece_slot *z, const float *fill, bool turned, sums *s)
{
    const int *sub = p->voxels->cuts.sub;
    const double volume = x->width * y->width * z->width;
    for (int i = 0; i < x->places; i++)
        for (int j = 0; j < y->places; j++)
            for (int k = 0; k < z->places; k++) {
                const int piece = (x->place[i] * sub[1] + y->place[j]) * sub[2] + z->place[k];
                const double part = !fill    ? 1
                                    : turned ? 1 - (double)fill[piece]
                                             : (double)fill[piece];
                add_piece(s, volume * part, x->at[i], y->at[j], z->at[k]);
            }
}

/* False: other media. */
static bool look(yee_pieces *p, const yee_piece_slot *x, const yee_piece_slot *y,
                 const yee_piece_slot *z, sums *s)
{
    const yee_voxels *v = p->voxels;
    const uint32_t number = v->cell[(x->cell * v->n[1] + y->cell) * v->n[2] + z->cell];
    int first, other;
    yee_cut *cut = NULL;
    if (number & YEE_CUT_CELL) {
        cut = yee_cuts_at(&v->cuts, number & ~YEE_CUT_CELL);
        if (cut->paints > 2)
            return false;
        if (!cut->known)
            know(&v->cuts, cut);
        first = number_of(p, p->medium_of(p->user, cut->paint[0]));
        other = cut->paints > 1 ? number_of(p, p->medium_of(p->user, cut->paint[1])) : first;
    } else {
        first = other = number_of(p, p->medium_of(p->user, number));
    }
    if (first < 0 || other < 0)
        return false;
    if (first != other)
        add_cell(p, x, y, z, cut->fill, first == 1, s);
    else if (first == 1)
        add_cell(p, x, y, z, NULL, false, s);
    return true;
}

bool yee_pieces_find(yee_pieces *p, const int64_t index[3])
{
    sums s = {.volume = 0};
    for (int a = 0; a < 3; a++)
        if (p->index[a] != index[a])
            lay_slots(p, a, index[a]);
    p->media = 0;
    for (int i = 0; i < p->slots[0]; i++)
        for (int j = 0; j < p->slots[1]; j++)
            for (int k = 0; k < p->slots[2]; k++)
                if (!look(p, &p->slot[0][i], &p->slot[1][j], &p->slot[2][k], &s))
                    return false;
    double square[3], all = 0;
    p->fill = s.volume / (p->width[0] * p->width[1] * p->width[2]);
    for (int a = 0; a < 3; a++) {
        /* Its first moment about the middle of the surroundings, which a wall may cut. */
        const double own =
            (s.moment[a] - s.volume * p->moment[a] / p->width[a]) / (p->width[a] * p->width[a]);
        square[a] = own * own;
        all += square[a];
    }
    p->along = all > 0 ? square[yee_direction(p->component)] / all : 1. / 3;
    return true;
}
