/* tiled/segment.h: what cuts rows into segments and chooses their kernels.
 *
 * A row is cut along z into stretches (stretch.c), by threads that look ahead (seen.c); every
 * stretch gets kernels and the tables they read (choose.c) and becomes a segment with its place in
 * the row group (segment.c). */
#ifndef YEE_TILED_SEGMENT_H
#define YEE_TILED_SEGMENT_H

#include "plan.h"

enum { MIXED = -1, NO_MEDIUM = -2 };
enum { PALETTE_MOST = 32 }; /* entries of the widest registers' palettes */
#define NO_ENTRY UINT32_MAX /* no medium has this number */

/* Chunks [from, to) and the medium of each component: a number, MIXED, or NO_MEDIUM. */
typedef struct stretch {
    int64_t from, to;
    int64_t medium[6];
    int32_t slots;    /* of a part that was cut off: most sections of a medium of E */
    int32_t words[2]; /* and most words of a section of E and H in the whole, by which its
                         parts round as well */
    int64_t set;      /* of a mixed one: its media of E among those of the plane, or one of: */
} stretch;
enum { SET_TOO_LARGE = -1, SET_NOT_SOUGHT = -2 };

/* Media of E, as many as a palette may hold. */
typedef struct media_set {
    int count;
    uint32_t medium[PALETTE_MOST]; /* the first `count`; behind them NO_ENTRY */
    uint64_t bits;                 /* one of each medium, by its number */
} media_set;

typedef struct uniform {
    int64_t medium[6];
    void *u, *ze, *zh;
    struct uniform *next;
} uniform;

/* Segments keep the address of a palette's tables, from which fill_ids() finds the palette. */
typedef struct palette {
    media_set has;
    struct palette *next;
    _Alignas(TILED_LINE) char tables[]; /* shape [M_...][entries] */
} palette;

/* How many sections a medium has, and the most words of one. */
typedef struct medium_poles {
    int16_t slots, words;
} medium_poles;

struct tiled_cutter {
    tiled_plan *t;
    void *mask[64]; /* by the set of components a row has */
    uniform *uniforms;
    palette *palettes;
    stretch *stretch;    /* shape [chunks]: of the row at hand; each thread has its own */
    stretch *whole;      /* shape [chunks]: as they were before sections cut them; alike */
    tiled_seg *seg;      /* shape [chunks]: of the row at hand */
    int64_t slots;       /* most sections of a medium */
    medium_poles *poles; /* shape [media] */
};

/* A component updates points of row (i, j). */
static inline bool has_row(const tiled_plan *t, int c, int64_t i, int64_t j)
{
    return i >= t->begin[c][0] && i < t->end[c][0] && j >= t->begin[c][1] && j < t->end[c][1] &&
           t->begin[c][2] < t->end[c][2];
}

/* The components that update points of row (i, j), one bit each. */
static inline int row_set(const tiled_plan *t, int64_t i, int64_t j)
{
    int set = 0;
    for (int q = 0; q < 6; q++)
        set |= has_row(t, q, i, j) << q;
    return set;
}

/* Media of a component's row of points; NULL: all are *one. */
static inline const uint32_t *ids(const tiled_plan *t, int c, int64_t i, int64_t j,
                                  uint32_t *one)
{
    const int u = tiled_component(t, c);
    *one = t->p->uniform[u];
    return t->p->id[u] ? t->p->id[u] + i * t->stride[c][0] + j * t->stride[c][1] : NULL;
}

/* The part of [from, to) that a component updates. */
static inline void clip(const tiled_plan *t, int c, int64_t *from, int64_t *to)
{
    *from = *from > t->begin[c][2] ? *from : t->begin[c][2];
    *to = *to < t->end[c][2] ? *to : t->end[c][2];
}

/* Points from the first on that have its medium, of n; they lie `step` apart. */
static inline int64_t run_of(const uint32_t *id, int64_t step, int64_t n)
{
    enum { BLOCK = 16 }; /* points that are compared together */
    int64_t k = 0;
    for (uint32_t differ = 0; step == 1 && k + BLOCK <= n; k += BLOCK) {
        for (int q = 0; q < BLOCK; q++)
            differ |= id[k + q] ^ *id;
        if (differ)
            break;
    }
    while (k < n && id[k * step] == *id)
        k++;
    return k;
}

/* One of the sections of a medium. */
static inline const yee_section *section(const tiled_plan *t, int64_t medium, int slot)
{
    return &t->p->section[t->p->update[medium].section + slot];
}

/* Whether a set has a medium: all of its entries are compared at once. */
static inline bool has_entry(const media_set *p, uint32_t medium)
{
    uint32_t found = 0;
    for (int n = 0; n < PALETTE_MOST; n++)
        found |= p->medium[n] == medium;
    return found;
}

static inline uint64_t bit_of(uint32_t medium)
{
    return UINT64_C(1) << (medium * UINT32_C(0x9e3779b1) >> 26);
}

/* A medium's number in a set, -1: it is not there. */
static inline int entry(const media_set *p, uint32_t medium)
{
    for (int n = 0; n < p->count; n++)
        if (p->medium[n] == medium)
            return n;
    return -1;
}

/* Whether E (from: 0) or H (3) of a stretch has a component of several media. */
static inline bool mixed(const stretch *s, int from)
{
    return s->medium[from] == MIXED || s->medium[from + 1] == MIXED ||
           s->medium[from + 2] == MIXED;
}

/* choose.c: most sections, and most words of one, among the media of a stretch's E (from: 0) or
 * H (3). */
void tiled_count_sections(const tiled_cutter *c, const stretch *s, int64_t i, int64_t j,
                          int from, int32_t *slots, int32_t *words);

/* stretch.c: cuts a row that has a set of components into c->stretch; their number. Reads all else
 * of c. */
int64_t tiled_stretches(tiled_cutter *c, int set, int64_t i, int64_t j);

/* choose.c: the media of E in a stretch. false: more than a palette holds. */
bool tiled_collect(const tiled_cutter *c, const stretch *s, int64_t i, int64_t j,
                   media_set *set);

/* choose.c: the kinds of E and H for a stretch; sets the numbers of g that they read and the
 * size of its state. sets: those of the stretch's plane. false: no memory. */
bool tiled_choose(tiled_cutter *c, const stretch *s, const media_set *sets, int64_t i,
                  int64_t j, tiled_seg *g, int *e, int *h);

/* seen.c: stretches and media of the rows of some planes, found by all threads. NULL: no memory. */
tiled_seen *tiled_seen_new(tiled_cutter *cutter);
void tiled_seen_free(tiled_seen *seen);
/* Looks at plane i and those behind it where it has not yet; planes come in their order. False: no
 * memory. */
bool tiled_seen_plane(tiled_seen *seen, int64_t i);
/* The stretches of a row of the latest planes, and the sets that these number; how many there are. */
int64_t tiled_seen_row(const tiled_seen *seen, int64_t i, int64_t j, const stretch **stretches,
                       const media_set **sets);

#endif
