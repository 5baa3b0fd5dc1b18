/* tiled/stretch.c: rows are cut along z where their physics changes.
 *
 * A stretch of chunks with one medium a component is uniform. Short ones join their neighbours
 * and are mixed: a call of a kernel costs more than its worth on a few chunks. */
#include "segment.h"
#include <string.h>

enum { SHORT = 4 }; /* chunks of a stretch that stands alone */

/* The medium of a component within [from, to). */
static int64_t find(const tiled_plan *t, int c, int64_t i, int64_t j, int64_t from, int64_t to)
{
    uint32_t one;
    const uint32_t *id = ids(t, c, i, j, &one);
    clip(t, c, &from, &to);
    if (from >= to)
        return NO_MEDIUM;
    if (!id)
        return one;
    const int64_t step = t->stride[c][2];
    one = id[from * step];
    for (int64_t k = from + 1; k < to; k++)
        if (id[k * step] != one)
            return MIXED;
    return one;
}

static int64_t unite(int64_t a, int64_t b)
{
    return a == NO_MEDIUM ? b : b == NO_MEDIUM || a == b ? a : MIXED;
}

static void join(stretch *a, const stretch *b)
{
    a->to = b->to;
    for (int c = 0; c < 6; c++)
        a->medium[c] = unite(a->medium[c], b->medium[c]);
}

int64_t tiled_stretches(tiled_cutter *c, int set, int64_t i, int64_t j)
{
    const tiled_plan *t = c->t;
    stretch *s = c->stretch;
    int64_t count = 0;
    for (int64_t k = 0; k < t->to; k += t->chunk) {
        stretch new = {k, k + t->chunk, {0}};
        for (int q = 0; q < 6; q++)
            new.medium[q] = set >> q & 1 ? find(t, q, i, j, new.from, new.to) : NO_MEDIUM;
        bool fits = count > 0;
        for (int q = 0; fits && q < 6; q++) {
            const int64_t a = s[count - 1].medium[q], b = new.medium[q];
            fits = a == b || a == NO_MEDIUM || b == NO_MEDIUM;
        }
        if (fits)
            join(&s[count - 1], &new);
        else
            s[count++] = new;
    }
    for (int64_t n = 0; n < count && count > 1;) {
        if (s[n].to - s[n].from >= SHORT * t->chunk) {
            n++;
            continue;
        }
        const int64_t a = n > 0 ? n - 1 : 0;
        join(&s[a], &s[a + 1]);
        memmove(s + a + 1, s + a + 2, (size_t)(count - a - 2) * sizeof *s);
        count--;
        n = a;
    }
    /* The last chunk of a periodic z stands alone: its H comes before all else. */
    stretch *last = &s[count - 1];
    if (t->wrap[2] && last->to - last->from > t->chunk) {
        s[count] = *last;
        last->to -= t->chunk;
        s[count++].from = last->to;
    }
    return count;
}
