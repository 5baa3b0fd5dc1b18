/* tiled/stretch.c: rows are cut along z where their physics changes.
 *
 * A stretch of chunks with one medium a component is uniform. Short ones join their neighbours
 * and are mixed: a call of a kernel costs more than its worth on a few chunks. Mixed stretches
 * are cut where the number of sections changes: every point has coefficients and words for as
 * many as the medium of its stretch that has most, which near a surface may be four times as
 * many as beside it. */
#include "segment.h"
#include <string.h>

enum { SHORT = 4 };        /* chunks of a stretch that stands alone */
enum { WORTH_A_CALL = 2 }; /* sections times chunks that are read and written for nothing */

/* The medium of a component within [from, to), and how far it goes on, if it is one: *same. Chunks
 * come in their order, and *same is of an earlier one or 0. */
static int64_t find(const tiled_plan *t, int c, int64_t i, int64_t j, int64_t from, int64_t to,
                    int64_t *same)
{
    uint32_t one;
    const uint32_t *id = ids(t, c, i, j, &one);
    clip(t, c, &from, &to);
    if (from >= to)
        return NO_MEDIUM;
    if (!id) {
        *same = INT64_MAX;
        return one;
    }
    const int64_t step = t->stride[c][2];
    if (from >= *same)
        *same = from + run_of(id + from * step, step, t->end[c][2] - from);
    return to <= *same ? (int64_t)id[from * step] : MIXED;
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

/* The cost of two neighbours as one, beyond that of two: sections times chunks. */
static int64_t waste(const tiled_plan *t, const stretch *a, const stretch *b)
{
    const stretch *less = a->slots < b->slots ? a : b;
    const int64_t more = a->slots < b->slots ? b->slots - a->slots : a->slots - b->slots;
    return more * (less->to - less->from) / t->chunk;
}

/* Cuts a mixed stretch into those of equal sections, written to s; their number. */
static int64_t cut(const tiled_cutter *c, const stretch *whole, int64_t i, int64_t j,
                   stretch *s)
{
    const tiled_plan *t = c->t;
    int64_t count = 0;
    int32_t words[2], slots;
    tiled_count_sections(c, whole, i, j, 0, &slots, &words[0]);
    tiled_count_sections(c, whole, i, j, 3, &slots, &words[1]);
    for (int64_t k = whole->from; k < whole->to; k += t->chunk) {
        stretch *own = &s[count];
        int32_t least;
        *own = *whole;
        memcpy(own->words, words, sizeof words);
        own->from = k;
        own->to = k + t->chunk;
        tiled_count_sections(c, own, i, j, 0, &own->slots, &least);
        if (count && s[count - 1].slots == own->slots)
            s[count - 1].to = own->to;
        else
            count++;
    }
    for (int64_t n = 0; n + 1 < count;) {
        if (waste(t, &s[n], &s[n + 1]) >= WORTH_A_CALL) {
            n++;
            continue;
        }
        s[n].to = s[n + 1].to;
        s[n].slots = s[n].slots > s[n + 1].slots ? s[n].slots : s[n + 1].slots;
        memmove(s + n + 1, s + n + 2, (size_t)(count - n - 2) * sizeof *s);
        count--;
        n -= n > 0;
    }
    return count;
}

/* Cuts all mixed stretches by their sections; the number of stretches then. */
static int64_t cut_all(tiled_cutter *c, int64_t count, int64_t i, int64_t j)
{
    int64_t all = 0;
    if (!c->slots)
        return count;
    memcpy(c->whole, c->stretch, (size_t)count * sizeof *c->whole);
    for (int64_t n = 0; n < count; n++) {
        if (mixed(&c->whole[n], 0))
            all += cut(c, &c->whole[n], i, j, c->stretch + all);
        else
            c->stretch[all++] = c->whole[n];
    }
    return all;
}

int64_t tiled_stretches(tiled_cutter *c, int set, int64_t i, int64_t j)
{
    const tiled_plan *t = c->t;
    stretch *s = c->stretch;
    int64_t same[6] = {0};
    int64_t count = 0;
    for (int64_t k = 0; k < t->to; k += t->chunk) {
        stretch new = {.from = k, .to = k + t->chunk};
        int64_t until = t->to;
        for (int q = 0; q < 6; q++) {
            new.medium[q] = NO_MEDIUM;
            if (!(set >> q & 1))
                continue;
            new.medium[q] = find(t, q, i, j, new.from, new.to, &same[q]);
            until = new.medium[q] == NO_MEDIUM ? 0 : same[q] < until ? same[q] : until;
        }
        bool fits = count > 0;
        for (int q = 0; fits && q < 6; q++) {
            const int64_t a = s[count - 1].medium[q], b = new.medium[q];
            fits = a == b || a == NO_MEDIUM || b == NO_MEDIUM;
        }
        if (fits)
            join(&s[count - 1], &new);
        else
            s[count++] = new;
        if (until > new.to) { /* the next chunks have the same media */
            const int64_t more = (until - new.to) / t->chunk * t->chunk;
            s[count - 1].to += more;
            k += more;
        }
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
    count = cut_all(c, count, i, j);
    /* The last chunk of a periodic z stands alone: its H comes before all else. */
    stretch *last = &s[count - 1];
    if (t->wrap[2] && last->to - last->from > t->chunk) {
        s[count] = *last;
        last->to -= t->chunk;
        s[count++].from = last->to;
    }
    return count;
}
