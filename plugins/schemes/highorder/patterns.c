/* patterns.c: runs, patterns and terms grow side by side; patterns are found by a hash. */
#include "patterns.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_offset(const void *a, const void *b)
{
    const link_term *p = a, *q = b;
    return (p->offset > q->offset) - (p->offset < q->offset);
}

int64_t patterns_merge(link_term *term, int64_t count, double least)
{
    int64_t kept = 0, whole = 0;
    qsort(term, (size_t)count, sizeof *term, by_offset);
    for (int64_t n = 0; n < count; n++)
        if (whole && term[whole - 1].offset == term[n].offset)
            term[whole - 1].weight += term[n].weight;
        else
            term[whole++] = term[n];
    for (int64_t n = 0; n < whole; n++) {
        /* sums of the same weights in another order are the same pattern */
        term[n].weight = rint(term[n].weight * 0x1p52) * 0x1p-52;
        if (fabs(term[n].weight) >= least)
            term[kept++] = term[n];
    }
    return kept;
}

void patterns_open(patterns *p, int component, int axis)
{
    p->component = component;
    p->axis = axis;
    p->links.first[component][axis] = p->links.runs;
}

/* Room for count more; false: no memory. */
static bool grow(void **block, int64_t used, int64_t count, int64_t *room, size_t size)
{
    if (used + count <= *room)
        return true;
    const int64_t more = 2 * *room + count + 64;
    void *to = realloc(*block, (size_t)more * size);
    if (!to)
        return false;
    *block = to;
    *room = more;
    return true;
}

/* G. Fowler, L. C. Noll, K.-P. Vo: the FNV-1a hash, of eight bytes at a time. */
static uint64_t hash(const link_term *term, int64_t count)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (int64_t n = 0; n < count; n++) {
        uint64_t word[2];
        memcpy(word, &term[n], sizeof word);
        for (int m = 0; m < 2; m++)
            h = (h ^ word[m]) * 0x100000001b3u, h ^= h >> 29;
    }
    return h;
}

static void put(patterns *p, int64_t number)
{
    const link_pattern *q = &p->links.pattern[number];
    uint64_t at = hash(p->links.term + q->first, q->terms);
    while (p->slot[at & (uint64_t)(p->slots - 1)] >= 0)
        at++;
    p->slot[at & (uint64_t)(p->slots - 1)] = number;
}

static bool widen(patterns *p)
{
    if (2 * (p->links.patterns + 1) <= p->slots)
        return true;
    const int64_t slots = p->slots ? 4 * p->slots : 256;
    int64_t *slot = malloc((size_t)slots * sizeof *slot);
    if (!slot)
        return false;
    free(p->slot);
    p->slot = slot;
    p->slots = slots;
    for (int64_t n = 0; n < slots; n++)
        slot[n] = -1;
    for (int64_t n = 0; n < p->links.patterns; n++)
        put(p, n);
    return true;
}

/* The number of the pattern of these terms; -1: no memory. */
static int64_t find(patterns *p, const link_term *term, int64_t count)
{
    wide_links *l = &p->links;
    if (!widen(p))
        return -1;
    for (uint64_t at = hash(term, count);; at++) {
        const int64_t n = p->slot[at & (uint64_t)(p->slots - 1)];
        if (n < 0)
            break;
        if (l->pattern[n].terms == count &&
            !memcmp(l->term + l->pattern[n].first, term, (size_t)count * sizeof *term))
            return n;
    }
    if (!grow((void **)&l->term, l->terms, count, &p->term_room, sizeof *l->term) ||
        !grow((void **)&l->pattern, l->patterns, 1, &p->pattern_room, sizeof *l->pattern))
        return -1;
    memcpy(l->term + l->terms, term, (size_t)count * sizeof *term);
    l->pattern[l->patterns] = (link_pattern){l->terms, count};
    l->terms += count;
    put(p, l->patterns);
    return l->patterns++;
}

bool patterns_again(patterns *p, int64_t to, int64_t from, bool joins, int64_t pattern)
{
    wide_links *l = &p->links;
    int64_t *count = &l->count[p->component][p->axis];
    link_run *last = *count ? &l->run[l->runs - 1] : NULL;
    l->points++;
    if (joins && last && last->pattern == pattern && last->to + last->count == to &&
        last->from + last->count == from) {
        last->count++;
        return true;
    }
    if (!grow((void **)&l->run, l->runs, 1, &p->run_room, sizeof *l->run))
        return false;
    l->run[l->runs++] = (link_run){to, from, 1, pattern};
    ++*count;
    return true;
}

int64_t patterns_add(patterns *p, int64_t to, int64_t from, bool joins, const link_term *term,
                     int64_t count)
{
    const int64_t number = find(p, term, count);
    return number >= 0 && patterns_again(p, to, from, joins, number) ? number : -1;
}

wide_links *patterns_close(patterns *p)
{
    wide_links *made = malloc(sizeof *made);
    if (!made)
        return NULL;
    *made = p->links;
    p->links = (wide_links){0};
    return made;
}

void patterns_free(patterns *p)
{
    free(p->links.run);
    free(p->links.pattern);
    free(p->links.term);
    free(p->slot);
    *p = (patterns){0};
}

size_t links_bytes(const wide_links *l)
{
    return l ? (size_t)l->runs * sizeof *l->run + (size_t)l->patterns * sizeof *l->pattern +
                   (size_t)l->terms * sizeof *l->term
             : 0;
}

void links_free(wide_links *links)
{
    if (!links)
        return;
    free(links->run);
    free(links->pattern);
    free(links->term);
    free(links);
}
