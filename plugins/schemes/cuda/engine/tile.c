/* tile.c: the grid in blocks of threads. */
#include "sweep.h"

enum { MOST_PLANES = 4, LINE = 32, LAYERED_BLOCKS = 4 };

/* Tiles have the shape that leaves the fewest threads without work, and of those the one with
 * the most rows; but a row of a tile is at least a line of memory, where the grid has that
 * many points. */
int64_t part_tile(part *p, int points, int planes)
{
    int64_t size[3], least = INT64_MAX;
    for (int a = 0; a < 3; a++)
        size[a] = p->to[a] > p->from[a] ? p->to[a] - p->from[a] : 0;
    for (int width = 16; width <= TILE; width *= 2) {
        const int64_t columns = width * points, rows = TILE / width;
        const int64_t across = (size[2] + columns - 1) / columns;
        const int64_t down = (size[1] + rows - 1) / rows;
        if ((columns < LINE && size[2] > 16) || across * down >= least)
            continue;
        least = across * down;
        p->width = width;
        p->rows = (int)rows;
        p->across = (int)across;
        p->down = (int)down;
    }
    const int64_t blocks = (size[0] + planes - 1) / planes * least;
    p->blocks = (int)blocks;
    return blocks;
}

void tiling_make(const domain *d, int processors, tiling *t)
{
    t->at_once = LAYERED_BLOCKS * processors;
    for (int electric = 0; electric < 2; electric++) {
        part *all = &t->all[electric];
        for (int a = 0; a < 3; a++) {
            all->from[a] = d->sweep[electric][0][a];
            all->to[a] = d->sweep[electric][1][a];
        }
        /* Marching saves reads; but first every processor needs some 64 blocks. */
        const int64_t planes = part_tile(all, 1, 1) / (64 * (int64_t)processors);
        t->planes[electric] = planes < 1 ? 1 : planes > MOST_PLANES ? MOST_PLANES : (int)planes;
    }
}
