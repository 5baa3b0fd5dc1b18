/* pass.h: what kernels that do several steps at once see, and their launches. Plain C.
 *
 * A brick is a tile of rows and columns, marched along the planes: a thread owns R rows of one
 * column, a warp 32 columns, a block W warps. It reads its cells and T around them, does T
 * steps, and writes what is right after them. What depends on cells further out is done again
 * by a neighbour; slanted bricks are handed rows instead (slant.cuh). */
#ifndef CUDA_PASS_H
#define CUDA_PASS_H

#include "../../engine/domain.h"
#include <cuda_runtime_api.h>
#include <stdbool.h>

enum { MOST_PASS = 6, LANES = 32 };

/* What the bricks of a kernel have beside the plain update of uniform media. */
enum {
    FORM_IDS = 1,     /* media differ */
    FORM_EDGE = 2,    /* faces, graded axes */
    FORM_ENDS = 4,    /* absorbing layers along x */
    FORM_POLE = 8,    /* no medium has more than one section of one word */
    FORM_POLES = 16,  /* any sections; with FORM_IDS and FORM_LOSSES only */
    FORM_LOSSES = 32, /* some media of ids have losses */
    FORM_SIDES = 64,  /* absorbing layers along y and z; with FORM_EDGE */
    FORM_RICH = 128,  /* calm but along the axes of pass.layers, or a pole */
    FORM_PAIR = 256   /* with FORM_POLE: of two words, of two sections or of one; rich only */
};

typedef struct brick {
    int plane, end, row, column; /* first of those it writes; end: of its planes */
    int last[2];                 /* behind the last row and column that it writes */
    int from[2];                 /* the first row and column that it reads */
    int below;                   /* place in the list of the brick that hands rows to this one,
                                    which is earlier there; -1: none does */
    int after;                   /* of the one that is to be done before this one hands rows, as
                                    it reads what lies in the same slot; -1: none */
    int hands;                   /* 1: some brick awaits rows of this one */
} brick;

enum { TURNS_APART = 32 }; /* words: whoever looks for one leaves the next alone */

/* What bricks of a list hand each other. */
typedef struct handing {
    unsigned long long *ticket; /* blocks that have begun, in all launches */
    unsigned *turns;            /* shape [count][TURNS_APART]: that bricks have handed, in all
                                   launches */
    unsigned char *rows; /* shape [slots][turn][bytes]; brick n has slot n modulo slots */
    int64_t slot;        /* bytes */
    int slots, count;    /* count: bricks */
} handing;

/* Numbers of uniform cells in a problem's precision. */
typedef struct pass_numbers_f32 {
    float inverse[3][2];       /* of calm positions, [NODE or HALF] */
    float cb[6], loss[3];      /* loss: of E */
    float c1[3], r1[3];        /* of E's first word */
    float c0[3], c2[3], r2[3]; /* of the second: see pass.pair */
} pass_numbers_f32;
typedef struct pass_numbers_f64 {
    double inverse[3][2], cb[6], loss[3], c1[3], r1[3], c0[3], c2[3], r2[3];
} pass_numbers_f64;

typedef struct pass {
    int steps;
    int end[3];           /* planes, rows and columns that are ever updated */
    int nodes[3];         /* of the arrays */
    int calm[3][2];       /* [low, high): one spacing, every component updated, no layer */
    int bare;             /* bit a: along axis a all is calm but for PEC faces, or along x what
                             kernels of their own do */
    int plain;            /* bit a: not invariant, with room between layers and around */
    int walls;            /* bit a: neither invariant nor periodic */
    int shut;             /* bit a: a wall, and E along the low one stays 0 */
    int phase;            /* sectors of rows start at columns that leave this over */
    int margin[3];        /* rows and columns of copies around periodic axes */
    int before;           /* planes before this one are not there */
    int round;            /* planes after which the first one comes again; 0: none does */
    int words;            /* of sections, of a component's point at most */
    int reads[3];         /* of a point of Ex, Ey, Ez: those that lie there */
    int media;            /* of the table */
    int layers;           /* bit a: the bricks of this launch are not calm along axis a */
    int deep_rows;        /* of a brick that meets layers along y: rows in them, at most */
    int deep_columns;     /* of one that meets layers along z: columns in them */
    pass_numbers_f32 f32; /* one of them */
    pass_numbers_f64 f64;
    handing hand;
    const unsigned *ids; /* shape [X, Y, row]: media of Ex, Ey, Ez, 10 bits each; 0 stays 0 */
    int row;             /* words */
    const void *table;   /* real, shape [media, 2]: cb, loss; medium 0 keeps its field */
    const void *pole;    /* real, shape [media, 2]: c1, r1 */
    /* real, shape [media, 4]: c0, c2, r2 and 0 of a second word: that of the same section if
       c0 is not 0 (c2 = 0, r2 = rd), else a section of its own (c1 and r1 of it) or none */
    const void *pair;
    const medium_range *range;     /* shape [media] */
    const unsigned char *words_of; /* shape [media] */
} pass;

/* The shape of a kernel's bricks. */
typedef struct pass_shape {
    int rows, columns;   /* that it writes */
    int threads, shared; /* of a block; bytes */
    int blocks;          /* that a processor holds */
    int registers, local;
    int width, before; /* columns that it reads, and of them before those it writes */
    int longest;       /* planes of a brick that pay */
    bool reaches;      /* PEC faces of bare axes */
    int unit;          /* columns start at multiples of it */
    int handed;        /* bytes that bricks hand to those above in a turn; 0: they do not */
} pass_shape;

#ifdef __cplusplus
extern "C" {
#endif

/* An error: there is no such kernel, or not so much shared memory. word: bytes of a real; x
 * has its steps, words, media and layers. */
cudaError_t pass_shape_of(const pass *x, size_t word, int form, pass_shape *shape);
cudaError_t pass_launch(const domain *from, const domain *to, const pass *x, size_t word,
                        int form, const brick *bricks, int64_t count, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
