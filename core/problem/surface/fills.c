/* core/problem/surface/fills.c: what fills the pieces of the cells that surfaces cut, in the
 * cells' order. */
#include "fills.h"
#include "base/parallel.h"

#include <math.h>
#include <stdlib.h>

bool yee_fills_usual(const yee_voxels *v, uint32_t paint)
{
    const yee_paint *p = &v->paint[paint];
    return v->material[p->material]->conductor == YEE_NOT_CONDUCTOR &&
           (p->average == YEE_AVERAGE_NORMAL || p->average == YEE_AVERAGE_CELLS);
}

/* How much the second material fills of each place along each line, in units of the line. */
enum { PLACES = 4 };
typedef struct sections {
    int places, size; /* along a line; of each, units */
    int second[YEE_CUT_LINES][PLACES];
} sections;

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

/* The sections of a cell that two paints fill. */
static inline void divide_two(int lines, const yee_cell_cut *cut, sections *s)
{
    for (int n = 0; n < lines; n++)
        for (int p = 0; p < s->places; p++) {
            const int first = clamp(cut->cut[n] - p * s->size, 0, s->size);
            s->second[n][p] = cut->turned >> n & 1 ? first : s->size - first;
        }
}

/* The sections of a cell of many paints, which count as one of two by second[]. */
static void divide_many(const yee_cuts *cuts, const yee_lines *lines, const bool *second,
                        sections *s)
{
    for (int n = 0; n < cuts->lines; n++)
        for (int p = 0; p < s->places; p++) {
            const yee_line *line = &lines->line[n];
            const int from = p * s->size, to = from + s->size;
            s->second[n][p] = 0;
            for (int part = 0, begin = 0, end; part < line->parts; part++, begin = end) {
                end = part + 1 < line->parts ? line->cut[part] : YEE_LINE_WHOLE;
                if (second[line->paint[part]])
                    s->second[n][p] += clamp(end, from, to) - clamp(begin, from, to);
            }
        }
}

/* Whether a line of so many units out of `size` is divided more evenly than another one: of two
 * that are each other's complement the one that its rounded part says. */
static bool more_even(int own, int other, int size)
{
    const int far = abs(2 * own - size), most = abs(2 * other - size);
    return far < most || (far == most && own != other &&
                          fabs((double)own / size - 0.5) < fabs((double)other / size - 0.5));
}

/* Every piece by the line through its middle that is divided most evenly; columns.c. */
static inline void fill_pieces(const int sub[3], const int first[3], const sections *s,
                               uint16_t *part)
{
    int place[3];
    for (place[0] = 0; place[0] < sub[0]; place[0]++)
        for (place[1] = 0; place[1] < sub[1]; place[1]++)
            for (place[2] = 0; place[2] < sub[2]; place[2]++) {
                int best = -1;
                for (int a = 0; a < 3; a++) {
                    if (first[a] < 0)
                        continue;
                    const int n = first[a] + place[a == 0 ? 1 : 0] * sub[a == 2 ? 1 : 2] +
                                  place[a == 2 ? 1 : 2];
                    const int own = s->second[n][place[a]];
                    if (best < 0 || more_even(own, best, s->size))
                        best = own;
                }
                *part++ = (uint16_t)best;
            }
}

/* In 3-D, whose places and lines are numbers that compilers know: fill_pieces() without branches but
 * for pieces of which two lines say as much. */
static void fill_solid(const yee_cell_cut *cut, uint16_t *part)
{
    enum { SIZE = YEE_LINE_WHOLE / 2 };
    int second[3][2][4], of[3][8], tie = 0; /* of axis, place along it, line; of axis, piece */
    for (int a = 0; a < 3; a++)
        for (int n = 0; n < 4; n++) {
            const int end = cut->cut[4 * a + n], turned = cut->turned >> (4 * a + n) & 1;
            const int low = end < SIZE ? end : SIZE, high = end - low;
            second[a][0][n] = turned ? low : SIZE - low;
            second[a][1][n] = turned ? high : SIZE - high;
        }
    for (int n = 0; n < 8; n++) {
        const int x = n >> 2, y = n >> 1 & 1, z = n & 1;
        of[0][n] = second[0][x][2 * y + z];
        of[1][n] = second[1][y][2 * x + z];
        of[2][n] = second[2][z][2 * x + y];
    }
    for (int n = 0; n < 8; n++) {
        const int a = of[0][n], b = of[1][n], c = of[2][n];
        const int far_a = abs(2 * a - SIZE), far_b = abs(2 * b - SIZE),
                  far_c = abs(2 * c - SIZE);
        const int ab = far_b < far_a ? b : a, far_ab = far_b < far_a ? far_b : far_a;
        tie |= ((far_a == far_b) & (a != b)) | ((far_ab == far_c) & (ab != c));
        part[n] = (uint16_t)(far_c < far_ab ? c : ab);
    }
    if (!tie)
        return;
    sections s = {.places = 2, .size = SIZE};
    divide_two(YEE_CUT_LINES, cut, &s);
    fill_pieces((const int[3]){2, 2, 2}, (const int[3]){0, 4, 8}, &s, part);
}

/* The two materials on the lines of a record of many paints. False: there are more. */
static bool find_two(const yee_voxels *v, const yee_lines *lines, yee_fill *fill, bool *second)
{
    bool met[YEE_CUT_PAINTS] = {false};
    int count = 0, material[2] = {-1, -1};
    for (int n = 0; n < v->cuts.lines; n++)
        for (int p = 0; p < lines->line[n].parts; p++)
            met[lines->line[n].paint[p]] = true;
    for (uint32_t n = 0; n < lines->paints; n++) {
        const int own = v->paint[lines->paint[n]].material;
        if (!met[n])
            continue;
        int at = 0;
        while (at < count && material[at] != own)
            at++;
        if (at == 2)
            return false;
        if (at == count) {
            material[count++] = own;
            fill->paint[at] = lines->paint[n];
        }
        second[n] = at == 1;
    }
    fill->paint[1] = count == 2 ? fill->paint[1] : fill->paint[0];
    return true;
}

static void find(const yee_voxels *v, const yee_cell_cut *cut, yee_fill *fill, uint16_t *part)
{
    const yee_cuts *cuts = &v->cuts;
    const uint32_t *paint;
    const uint32_t paints = yee_cuts_paints(cuts, cut, &paint);
    bool second[YEE_CUT_PAINTS] = {false, true};
    fill->known = true;
    for (uint32_t n = 0; n < paints; n++)
        fill->known = fill->known && yee_fills_usual(v, paint[n]);
    fill->rounded = paints <= 2;
    fill->paint[0] = paint[0];
    fill->paint[1] = paint[paints > 1];
    if (paints > 2)
        fill->known = fill->known && find_two(v, yee_cuts_more(cuts, cut->more), fill, second);
    if (!fill->known || fill->paint[0] == fill->paint[1])
        return;
    if (cut->more == YEE_NO_RECORD && cuts->lines == YEE_CUT_LINES) {
        fill_solid(cut, part);
        return;
    }
    sections s = {.places = 1};
    for (int a = 0; a < 3; a++) /* axes that have lines have the same number of places */
        s.places = cuts->sub[a] > s.places ? cuts->sub[a] : s.places;
    s.size = YEE_LINE_WHOLE / s.places;
    if (cut->more == YEE_NO_RECORD)
        divide_two(cuts->lines, cut, &s);
    else
        divide_many(cuts, yee_cuts_more(cuts, cut->more), second, &s);
    fill_pieces(cuts->sub, cuts->first, &s, part);
}

/* Both passes go over planes of rows. */
typedef struct work {
    const yee_voxels *v;
    yee_fills *f;
} work;

static bool count(void *user, int thread, int64_t i)
{
    const work *w = user;
    const int64_t *n = w->v->n;
    (void)thread;
    for (int64_t row = i * n[1]; row < (i + 1) * n[1]; row++) {
        const uint32_t *cell = w->v->cell + row * n[2];
        size_t cuts = 0;
        if (!w->v->held[0][i] || !w->v->held[1][row % n[1]])
            continue;
        for (int64_t k = 0; k < n[2]; k++)
            cuts += cell[k] / YEE_CUT_CELL;
        w->f->first[row + 1] = cuts;
    }
    return true;
}

static bool fill_plane(void *user, int thread, int64_t i)
{
    const work *w = user;
    const int64_t *n = w->v->n;
    (void)thread;
    for (int64_t row = i * n[1]; row < (i + 1) * n[1]; row++) {
        const uint32_t *cell = w->v->cell + row * n[2];
        size_t at = w->f->first[row];
        if (at == w->f->first[row + 1])
            continue;
        yee_voxels_fetch(w->v, cell, n[2]);
        for (int64_t k = 0; k < n[2]; k++)
            if (cell[k] & YEE_CUT_CELL) {
                w->f->cell[at].z = (uint32_t)k;
                find(w->v, yee_cuts_at(&w->v->cuts, cell[k] & ~YEE_CUT_CELL), &w->f->cell[at],
                     w->f->part + at * (size_t)w->f->pieces);
                at++;
            }
    }
    return true;
}

bool yee_fills_new(yee_fills *f, const yee_voxels *v, int threads)
{
    const int *sub = v->cuts.sub;
    const size_t rows = (size_t)(v->n[0] * v->n[1]);
    work w = {v, f};
    *f = (yee_fills){.pieces = sub[0] * sub[1] * sub[2],
                     .first = calloc(rows + 1, sizeof *f->first)};
    /* Axes that have lines have the same number of places. */
    for (int a = 0; a < 3; a++)
        f->unit = fmax(f->unit, (double)sub[a] / YEE_LINE_WHOLE);
    if (!f->first)
        return false;
    if (v->cuts.chunks)
        yee_parallel_run(threads, v->n[0], count, NULL, &w);
    for (size_t row = 0; row < rows; row++)
        f->first[row + 1] += f->first[row];
    const size_t cells = f->first[rows];
    f->cell = malloc((cells + 1) * sizeof *f->cell);
    f->part = malloc((cells + 1) * (size_t)f->pieces * sizeof *f->part);
    return f->cell && f->part &&
           (!cells || yee_parallel_run(threads, v->n[0], fill_plane, NULL, &w));
}

void yee_fills_free(yee_fills *f)
{
    free(f->first);
    free(f->cell);
    free(f->part);
}
