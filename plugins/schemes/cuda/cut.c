/* cut.c: the grid in parts. The bulk has no layers and is swept by kernels that know none; the
 * layers around it are up to six boxes of one launch. A grid too small to fill the card twice
 * is not cut: there a launch costs more than what a kernel need not do. */
#include "sweep.h"

enum { WIDE = 64, NARROW = 16, MOST_PLANES = 8, SMALL = 4 << 20, ALIGN = 8 };

int64_t part_tile(part *p, int points, int planes)
{
    int64_t size[3];
    for (int a = 0; a < 3; a++)
        size[a] = p->to[a] > p->from[a] ? p->to[a] - p->from[a] : 0;
    p->width = (size[2] > NARROW ? WIDE : NARROW) / points;
    const int rows = THREADS / p->width, columns = p->width * points;
    p->across = (int)((size[2] + columns - 1) / columns);
    p->down = (int)((size[1] + rows - 1) / rows);
    const int64_t blocks = (size[0] + planes - 1) / planes * p->across * p->down;
    p->blocks = (int)blocks;
    return blocks;
}

static int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }

static int64_t points_of(const part *p)
{
    int64_t n = 1;
    for (int a = 0; a < 3; a++)
        n *= p->to[a] > p->from[a] ? p->to[a] - p->from[a] : 0;
    return n;
}

static void cut_sweep(const domain *d, int electric, cut *c)
{
    part all = {.width = 0}, rest;
    parts *s = &c->shell[electric];
    for (int a = 0; a < 3; a++) {
        all.from[a] = d->sweep[electric][0][a];
        all.to[a] = d->sweep[electric][1][a];
    }
    s->count = 0;
    c->bulk[electric] = all;
    if (!d->layers)
        return;
    if (points_of(&all) <= SMALL) {
        s->part[s->count++] = all;
        c->bulk[electric].to[0] = all.from[0];
        return;
    }
    rest = all;
    for (int a = 0; a < 3; a++) {
        const line *l = &d->line[a][electric ? NODE : HALF];
        int low = clamp(l->low, all.from[a], all.to[a]), high = clamp(l->high, low, all.to[a]);
        if (a == 2) { /* threads of the bulk start on whole sectors */
            low = clamp((low + ALIGN - 1) / ALIGN * ALIGN, all.from[a], all.to[a]);
            high = high < all.to[a] ? clamp(high / ALIGN * ALIGN, low, all.to[a]) : high;
        }
        part below = rest, above = rest;
        below.to[a] = rest.from[a] = low;
        above.from[a] = rest.to[a] = high;
        if (points_of(&below) > 0)
            s->part[s->count++] = below;
        if (points_of(&above) > 0)
            s->part[s->count++] = above;
    }
    c->bulk[electric] = rest;
}

void cut_make(const domain *d, int processors, cut *c)
{
    for (int electric = 0; electric < 2; electric++) {
        cut_sweep(d, electric, c);
        /* Marching saves reads; but first every processor needs some 64 blocks. */
        part all = c->bulk[electric];
        for (int a = 0; a < 3; a++) {
            all.from[a] = d->sweep[electric][0][a];
            all.to[a] = d->sweep[electric][1][a];
        }
        const int64_t planes = part_tile(&all, 1, 1) / (64 * (int64_t)processors);
        c->planes[electric] = planes < 1 ? 1 : planes > MOST_PLANES ? MOST_PLANES : (int)planes;
    }
}
