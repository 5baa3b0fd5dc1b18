/* temporal.h: what the scheme "cuda.temporal" adds to a plan. */
#ifndef CUDA_TEMPORAL_H
#define CUDA_TEMPORAL_H

#include "../engine/plan.h"
#include "block_map.h"
#include "kernels/pass.h"
#include "kernels/periodic.h"
#include "kernels/stepwise.h"

/* Of bricks: those that meet layers along the axes of the bits 0 to 2 and nothing else; those
 * that may be like anything, without and with layers along x. */
enum { ALL_LAYERS = 7, EDGE = 8, EDGE_LAYERS = 9, CLASSES = 10 };
/* A class has a list of bricks whose media need all that forms say, one of those with one word
 * at most, one of those without poles, one of those without losses. */
enum { KINDS = 4, LISTS = KINDS * CLASSES };

/* Bricks of one kernel: [first, first + count) of the list. */
typedef struct bricks {
    int forms, layers; /* layers: bit a, along axis a */
    int64_t first, count;
    double cells; /* that they write */
    handing hand;
} bricks;

typedef struct passes {
    pass x;               /* of every launch but for `layers` */
    bricks bricks[LISTS]; /* [kind * CLASSES + class] */
    const brick *list;    /* on the device */
    patches redo, copy;   /* where steps are done one by one; what is copied from there */
    double redone;        /* cells */
    bool apart;           /* transforms are due between passes only, which begin at multiples
                             of their steps */
    device_memory memory;
} passes;

/* Media that are islands: those that the tables of passes have no room for, where the way to do
 * passes says so those with poles, and for H whatever is not the plain one. */
enum { ISLAND_RARE = 1, ISLAND_POLES = 2 };
#define NO_MEDIUM UINT32_MAX

/* How passes may be done: what kernels know of media, and which media of E are islands. */
typedef struct pass_way {
    int forms, words; /* words: of a point, at most */
    int islands;      /* ISLAND_RARE, ... */
} pass_way;

typedef struct temporal {
    const char *reason; /* why there are no passes; NULL: there are */
    const char *origin; /* of the number of steps */
    bool trimmed;       /* plan_trim() when bricks were made */
    bool outside;       /* fields were set: the next step may take some from conductors */
    bool stale;         /* copies around periodic axes are not those of the fields */
    passes passes;
    int *place; /* of a medium in the tables of passes; 0: it has none */
    /* FORM_PAIR, FORM_POLE and FORM_LOSSES; closed: all cells need what forms say */
    mosaic map;
    /* Ways to do passes, the first one without islands of poles; taken: the one that lists are
     * for. */
    pass_way way[2];
    int ways, taken;
    unsigned char *strange;      /* of a medium of E: ISLAND_RARE, ... */
    uint32_t plain[3];           /* the medium of Hx, Hy, Hz that is no island, or NO_MEDIUM */
    int64_t points, poled, rare; /* of E: all, those with poles, those without a place */
    int64_t magnetic;            /* points of H that are islands */
    regions islands;
    device_memory memory;
    /* Kernels of different classes run side by side. */
    cudaStream_t branch[LISTS];
    cudaEvent_t start, end[LISTS];
    cudaGraphExec_t graph; /* two passes from side 0 on */
} temporal;

static inline temporal *temporal_of(const plan *p) { return p->scheme; }

extern const yee_plugin temporal_scheme;

/* media.c: ways and tables. False: no host memory. */
bool pass_media(plan *p);
yee_status pass_media_upload(plan *p);
/* where.c, islands.c. False: no host memory. */
bool pass_look(plan *p);
bool pass_islands(plan *p);
/* What the media of cells [from, to) need; there is a map. */
int pass_needs(const plan *p, const int from[3], const int to[3]);
/* bricks.c: what axes are like. */
void pass_axes(plan *p);
/* passes.x.steps is 0 where there is no kernel. */
yee_status pass_bricks(plan *p, int forms, int wanted);
/* spots.c. False: no host memory. */
bool pass_spots(plan *p);
/* temporal.c: looks where media are as way n has it; after pass_axes(). */
yee_status pass_take(plan *p, int n);
/* All lists of passes of so many steps, or fewer, in place of those there were. */
yee_status pass_cut(plan *p, int wanted);
/* The same, but fewer where the card has no room for what bricks of many hand each other. */
yee_status pass_fit(plan *p, int *steps);
/* Running transforms are due only where passes of so many steps end, so that these need not
 * know of them. */
bool pass_apart(const plan *p, int steps);
/* tune.c: which way and number of steps are fastest, by the clock; 0: single steps are. Leaves
 * it taken and cut. */
yee_status pass_tune(plan *p, int *steps);

/* passes.c: streams that kernels of different classes run in. */
yee_status pass_open(plan *p);
void pass_close(temporal *t);
/* What is done for single steps and passes; what acts on fields only if asked. */
yee_status pass_single(plan *p, bool acts);
yee_status pass_launch_all(plan *p, bool acts);
yee_status pass_one_step(plan *p);
yee_status pass_one(plan *p);
/* So many steps, in passes where there are any. */
yee_status pass_stretch(plan *p, int64_t steps);
void pass_turn_to(plan *p, int side); /* of the arrays */

#endif
