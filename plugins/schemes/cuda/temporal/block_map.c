/* block_map.c: a map of small blocks of cells and their marks. */
#include "block_map.h"
#include <stdlib.h>

enum { PLANES = 4, ROWS = 4, COLUMNS = 8 };
static const int block_size[3] = {PLANES, ROWS, COLUMNS};

void regions_add(regions *s, region n)
{
    if (s->count == s->capacity) {
        int64_t capacity = 2 * s->capacity + 64;
        region *grown = realloc(s->region, (size_t)capacity * sizeof *grown);
        s->ok = s->ok && grown;
        if (!grown)
            return;
        s->region = grown;
        s->capacity = capacity;
    }
    s->region[s->count++] = n;
}

static uint16_t *row_of(const block_map *b, int64_t i, int64_t j)
{
    return b->marked + (i * b->count[1] + j) * b->count[2];
}

bool block_map_open(block_map *b, const int end[3])
{
    int64_t total = 1;
    for (int a = 0; a < 3; a++) {
        b->end[a] = end[a];
        total *= b->count[a] = (end[a] + block_size[a] - 1) / block_size[a];
    }
    b->marked = calloc((size_t)total + 1, sizeof *b->marked);
    return b->marked != NULL;
}

void block_map_close(block_map *b)
{
    free(b->marked);
    b->marked = NULL;
}

void block_map_add_media(block_map *b, const plan *p, int c, const uint16_t *bits)
{
    const int64_t *n = p->grid.extent[c], *begin = p->grid.begin[c];
    int64_t end[3];
    for (int a = 0; a < 3; a++)
        end[a] = !p->grid.active[c]              ? 0
                 : p->grid.end[c][a] < b->end[a] ? p->grid.end[c][a]
                                                 : b->end[a];
    for (int64_t i = begin[0]; i < end[0]; i++)
        for (int64_t j = begin[1]; j < end[1]; j++) {
            const uint32_t *id = p->id[c] ? p->id[c] + (i * n[1] + j) * n[2] : NULL;
            uint16_t *row = row_of(b, i / PLANES, j / ROWS);
            for (int64_t k = begin[2]; k < end[2]; k++)
                row[k / COLUMNS] |= bits[id ? id[k] : p->d.uniform[c]];
        }
}

/* The blocks [low, high) that a region meets; empty regions meet none. */
static void meet(const region *s, int64_t low[3], int64_t high[3])
{
    for (int a = 0; a < 3; a++) {
        low[a] = s->from[a] / block_size[a];
        high[a] = s->to[a] > s->from[a] ? (s->to[a] - 1) / block_size[a] + 1 : low[a];
    }
}

int block_map_bits(const block_map *b, const region *s)
{
    int64_t low[3], high[3];
    int bits = 0;
    meet(s, low, high);
    for (int64_t i = low[0]; i < high[0]; i++)
        for (int64_t j = low[1]; j < high[1]; j++)
            for (int64_t k = low[2]; k < high[2]; k++)
                bits |= row_of(b, i, j)[k];
    return bits;
}

void block_map_mark(block_map *b, const region *s)
{
    int64_t low[3], high[3];
    meet(s, low, high);
    for (int64_t i = low[0]; i < high[0]; i++)
        for (int64_t j = low[1]; j < high[1]; j++)
            for (int64_t k = low[2]; k < high[2]; k++)
                row_of(b, i, j)[k] = 1;
}

/* The cells of plane i and row j of blocks, columns [from, to) of blocks. */
static region run_of(const block_map *b, int64_t i, int64_t j, int64_t from, int64_t to)
{
    const int64_t low[3] = {i, j, from}, high[3] = {i + 1, j + 1, to};
    region n;
    for (int a = 0; a < 3; a++) {
        n.from[a] = (int)low[a] * block_size[a];
        n.to[a] = (int)high[a] * block_size[a];
        n.to[a] = n.to[a] < b->end[a] ? n.to[a] : b->end[a];
    }
    return n;
}

/* Regions are runs of blocks along rows. Larger ones would leave slivers of others beside them,
 * in which most threads of a block have no cells. */
void block_map_regions(const block_map *b, regions *to)
{
    for (int64_t i = 0; i < b->count[0]; i++)
        for (int64_t j = 0; j < b->count[1]; j++) {
            const uint16_t *row = row_of(b, i, j);
            for (int64_t from = 0, end; from < b->count[2]; from = end + 1) {
                for (end = from; end < b->count[2] && row[end]; end++)
                    ;
                if (end > from)
                    regions_add(to, run_of(b, i, j, from, end));
            }
        }
}
