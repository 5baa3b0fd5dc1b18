/* mosaic.c: sets of cells: unions of regions in small blocks, taken apart into regions. */
#include "mosaic.h"
#include <stdlib.h>

static const int block_size[3] = {MOSAIC_PLANES, MOSAIC_ROWS, MOSAIC_COLUMNS};

void regions_add(regions *s, region n)
{
    if (s->count == s->room) {
        int64_t room = 2 * s->room + 64;
        region *grown = realloc(s->region, (size_t)room * sizeof *grown);
        s->ok = s->ok && grown;
        if (!grown)
            return;
        s->region = grown;
        s->room = room;
    }
    s->region[s->count++] = n;
}

bool mosaic_open(mosaic *b, const int end[3])
{
    int64_t total = 1;
    for (int a = 0; a < 3; a++) {
        b->end[a] = end[a];
        total *= b->count[a] = (end[a] + block_size[a] - 1) / block_size[a];
    }
    b->marked = calloc((size_t)total + 1, 1);
    return b->marked != NULL;
}

void mosaic_mark(mosaic *b, const region *s)
{
    int64_t x[3];
    for (int a = 0; a < 3; a++)
        if (s->from[a] >= s->to[a])
            return;
    for (x[0] = s->from[0] / block_size[0]; x[0] * block_size[0] < s->to[0]; x[0]++)
        for (x[1] = s->from[1] / block_size[1]; x[1] * block_size[1] < s->to[1]; x[1]++)
            for (x[2] = s->from[2] / block_size[2]; x[2] * block_size[2] < s->to[2]; x[2]++)
                b->marked[mosaic_block(b, x[0], x[1], x[2])] = 1;
}

/* Runs of blocks along rows. Larger regions would leave slivers of others beside them, in which
 * most threads of a block have no cells. */
void mosaic_take_apart(const mosaic *b, regions *to)
{
    int64_t x[3], end;
    for (x[0] = 0; x[0] < b->count[0]; x[0]++)
        for (x[1] = 0; x[1] < b->count[1]; x[1]++)
            for (x[2] = 0; x[2] < b->count[2]; x[2] = end + 1) {
                const unsigned char *row = b->marked + mosaic_block(b, x[0], x[1], 0);
                for (end = x[2]; end < b->count[2] && row[end]; end++)
                    ;
                const int64_t size[3] = {1, 1, end - x[2]};
                region n;
                for (int a = 0; a < 3; a++) {
                    n.from[a] = (int)x[a] * block_size[a];
                    n.to[a] = (int)(x[a] + size[a]) * block_size[a];
                    n.to[a] = n.to[a] < b->end[a] ? n.to[a] : b->end[a];
                }
                if (end > x[2])
                    regions_add(to, n);
            }
}
