/* pass.h: the data that kernels of several steps a pass see, and their launches. Plain C.
 *
 * A brick is a tile of rows and columns over some planes. One block marches along its planes: a
 * warp is 32 columns wide (64 where a lane has two cells), a thread owns R rows of its columns,
 * a block has W warps. It reads the brick's cells and T around them, does T steps and writes
 * the cells that are right after them. Cells that depend on others further out are done once
 * more by a neighbour, except that skewed bricks get such rows sent (skewed.cuh). */
#ifndef CUDA_PASS_H
#define CUDA_PASS_H

#include "../../engine/law_tables.h"
#ifndef __CUDACC_RTC__
#include <cuda_runtime_api.h>
#include <stdbool.h>
#endif

enum { MOST_PASS = 6, LANES = 32 };

/* Words of a point's sections: any number, in sections of any form. */
enum { MANY_WORDS = 3 };

/* The capabilities that the media in some cells need of a kernel. */
typedef struct media_need {
    bool ids;    /* media differ from point to point */
    bool losses; /* some media of ids have losses */
    int words;   /* words of a point's sections, at most: 0, 1, 2 or MANY_WORDS */
    bool laws;   /* some media have a law; kernels with laws do others, too */
} media_need;

/* The capabilities that a launch needs of its kernel, beside the update in one spacing. */
typedef struct kernel_need {
    media_need media;
    int layers;   /* bit a: bricks meet layers along axis a; of a layered march also walls
                     other than PEC and other spacings */
    bool edge;    /* any walls, spacings and periodic axes, by masks and tables of each cell */
    bool layered; /* a layered march; false: a uniform, skewed or general one */
} kernel_need;

/* The facts of an axis that decide which kernels know it. */
typedef struct axis_facts {
    bool uniform;       /* all along it one spacing, no layer, and walls of PEC at most; along x
                           also where bricks of their own take what is not uniform */
    bool simple;        /* not invariant, with room between layers and around the grid */
    bool wall;          /* neither invariant nor periodic */
    bool e_zero_at_low; /* a wall, and E along the low one stays 0 */
    bool periodic;
} axis_facts;

typedef struct brick {
    int plane, end, row, column; /* the first of those that it writes; end: behind its planes */
    int write_end[2];            /* behind the last row and column that it writes */
    int read_from[2];            /* the first row and column that it reads */
    int below;                   /* place in the list of the brick that sends rows to this one,
                                    which is earlier there; -1: none does */
    int after;                   /* place of the brick that must be done before this one sends
                                    rows, since it reads the rows that lie in its slot; -1:
                                    none */
    int sends;                   /* 1: some brick awaits rows of this one */
} brick;

enum { PROGRESS_STRIDE = 32 }; /* words: a poll of one brick's progress touches no other's */

/* The memory through which bricks of a launch send rows to each other. */
typedef struct row_exchange {
    unsigned long long *ticket; /* blocks that have begun, in all launches */
    unsigned *progress; /* shape [count][PROGRESS_STRIDE]: plane steps that bricks have sent, in
                           all launches */
    unsigned char *rows; /* shape [slots][plane step][bytes]; brick n has slot n modulo slots */
    int64_t slot;        /* bytes */
    int slots, count;    /* count: bricks */
} row_exchange;

/* The numbers of uniform cells, in a problem's precision. */
typedef struct pass_numbers_f32 {
    float inverse[3][2];       /* 1/width in the uniform range, [axis][NODE or HALF] */
    float cb[6], loss[3];      /* loss: of E */
    float c1[3], r1[3];        /* coefficients of E's first word */
    float c0[3], c2[3], r2[3]; /* those of the second word: see pass.second_words */
} pass_numbers_f32;
typedef struct pass_numbers_f64 {
    double inverse[3][2], cb[6], loss[3], c1[3], r1[3], c0[3], c2[3], r2[3];
} pass_numbers_f64;

typedef struct pass {
    int steps;
    int end[3];        /* planes, rows and columns that are ever updated */
    int nodes[3];      /* nodes of the arrays */
    int uniform[3][2]; /* [low, high): one spacing, every component updated, no layer */
    axis_facts axis[3];
    int phase;            /* sectors of rows start at columns that leave this remainder */
    int ghost_width[3];   /* rows and columns of copies around periodic axes */
    int first_plane;      /* planes before this one do not exist */
    int period;           /* planes after which the first one comes again; 0: none does */
    int words;            /* words of sections, of a component's point at most */
    int words_read[3];    /* words that lie at a point of Ex, Ey, Ez */
    int media;            /* media in the tables */
    int layers;           /* kernel_need.layers of this launch */
    int rows_in_layer;    /* rows in layers of a brick that meets some along y, at most */
    int columns_in_layer; /* columns in layers of one that meets some along z */
    pass_numbers_f32 f32; /* one of the two is set */
    pass_numbers_f64 f64;
    row_exchange exchange;
    const unsigned *ids; /* shape [X, Y, row]: media of Ex, Ey, Ez, 10 bits each; 0 stays 0 */
    int row;             /* words */
    const void *table;   /* real, shape [media, 2]: cb, loss; medium 0 keeps its field */
    const void *pole;    /* real, shape [media, 2]: c1, r1 */
    /* real, shape [media, 4]: c0, c2, r2 and 0 of a second word: the second one of the same
       section if c0 is not 0 (c2 = 0, r2 = rd), else a section of its own (its c1 and r1) or
       none */
    const void *second_words;
    const medium_range *range;     /* shape [media] */
    const unsigned char *words_of; /* shape [media] */
} pass;

/* The shape of a kernel's bricks, and the resources of its blocks. */
typedef struct pass_shape {
    int rows, columns;         /* rows and columns that a brick writes */
    int threads, shared_bytes; /* threads and bytes of shared memory of a block */
    int blocks;                /* blocks that a processor holds */
    int registers, local;      /* registers and bytes of local memory of a thread */
    int width, read_before; /* columns that a brick reads, and those before the written ones */
    int longest;            /* planes of a brick that pay */
    bool reaches_walls;     /* it does PEC faces of uniform axes, too */
    int unit;               /* columns start at multiples of it */
    int sent_bytes; /* bytes that a brick sends to the one above in a plane step; 0: none */
} pass_shape;

/* A kernel with laws, compiled for a plan, and its laws; its entries are by place. */
typedef struct pass_law {
    void *kernel;
    law_tables tables;
} pass_law;

#ifndef __CUDACC_RTC__
#ifdef __cplusplus
extern "C" {
#endif

/* The shape of the cheapest kernel that covers a need. An error: there is none, or not so much
 * shared memory. word: bytes of a real; x has its steps, axes, words, media and rows and
 * columns in layers. */
cudaError_t pass_shape_of(const pass *x, size_t word, const kernel_need *need,
                          pass_shape *shape);
/* The kernel of a need with laws, as law_passes.cuh names it. ids: it has those of media. */
cudaError_t pass_law_name(const pass *x, size_t word, const kernel_need *need, char *name,
                          size_t size, bool *ids);
/* A launch of the kernel of a need over `count` bricks, from one buffer of the fields to the other.
 * law: that of a need with laws, else NULL. */
cudaError_t pass_launch(const domain *from, const domain *to, const pass *x, size_t word,
                        const kernel_need *need, const pass_law *law, const brick *bricks,
                        int64_t count, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif

#endif
