/* builder.h: what the files that make links share. */
#ifndef HIGHORDER_BUILDER_H
#define HIGHORDER_BUILDER_H

#include "image.h"
#include "patterns.h"

/* What a point is to a link: the number of its site, or one of these. */
enum { BUILDER_BUCKETS = 1024, BUILDER_WINDOW = 2 * WIDE_REACH };
#define BUILDER_METAL UINT32_MAX
#define BUILDER_CUT (UINT32_MAX - 1)

/* A velocity, and where links end at interfaces a medium; both fields' weights in it. */
typedef struct site {
    double slow; /* (c of vacuum/velocity)^2 */
    uint32_t medium;
    int64_t set;
    int64_t next; /* of the same hash, -1: none */
} site;

typedef struct set {
    wide_weights w[2][3][3]; /* [H, E][axis of the difference][direction updated] */
} set;

typedef struct builder {
    const wide_scheme *scheme;
    const wide_config *config;
    const yee_problem *problem;
    const yee_grid *grid;
    double d[3];
    int64_t sites, sets, room, set_room;
    site *site;
    int64_t bucket[BUILDER_BUCKETS]; /* first site of a hash, -1: none */
    set *set;                        /* set[0]: the bulk's */
    uint32_t *code[YEE_COMPONENTS];
    uint32_t *low[YEE_COMPONENTS], *high[YEE_COMPONENTS]; /* of the codes within reach */
    bool metal;
    patterns out;
} builder;

/* One difference: of source along axis at the point x of a component. Weights of the source's
 * points by their places from the lower of Yee's two on, [.. - reach + 1][along the component's
 * direction][along the source's]. */
typedef struct stencil {
    const builder *b;
    int c, source, axis;
    int offsets, offset[9 * BUILDER_WINDOW][3]; /* links there are */
    int64_t x[3];
    double w[BUILDER_WINDOW][3][3];
} stencil;

static inline const yee_medium *builder_medium(const builder *b, int c, int64_t index)
{
    return &b->problem->medium[yee_problem_medium(b->problem, c, index)];
}

/* The image of a point beyond the ends of the axes, and its sign. */
static inline int builder_fold(const yee_grid *g, int c, int64_t x[3])
{
    int sign = 1;
    for (int a = 0; a < 3; a++)
        sign *= wide_image(g, c, a, &x[a]);
    return sign;
}

/* sites.c: what every point is. bulk: the wave whose weights all points have. False: no memory.
 */
bool sites_make(builder *b, const wide_wave *bulk);
void sites_free(builder *b);
/* cuts.c: ends all links at metal, then looks which codes are within reach of every point.
 * False: no memory. */
bool cuts_make(builder *b);
void cuts_free(builder *b);
/* stencils.c: which links there are; then the terms that the difference at s->x has beside the
 * bulk's, offsets from base. term: shape [9 * BUILDER_WINDOW]; returns how many there are. */
void stencil_open(stencil *s);
int64_t stencil_terms(stencil *s, int64_t base, link_term *term);

#endif
