/* domain.h: the parameters of kernels, passed to every one by value; plain C.
 *
 * Layout. All six components share one padded shape [X, Y, pitch]: X and Y count the nodes of
 * their axes, pitch is a multiple of 32 words above the nodes along z, so that every row starts
 * on a 128-byte line and a single offset (i*Y + j)*pitch + k serves every array. Words between
 * a component's extent and the padding are never written and stay 0: that is the H beyond a
 * face. A plane and a row of zeros lie in front of each array, so that position -1 may be read
 * along any axis. Along a periodic axis those words hold copies instead: a kernel that writes E
 * at node 0 writes node n too, one that writes H at n-1 writes -1 too (along y and z that is
 * the last word of the row before). A sweep does not ask where it is, except to keep these
 * copies.
 *
 * Interleaved plans have one array for all components, each row with their six parts side by
 * side: pitch counts all of them.
 *
 * "real" is float or double; such arrays are void * here. */
#ifndef CUDA_DOMAIN_H
#define CUDA_DOMAIN_H

#include <stdint.h>

enum { NODE, HALF };
enum { NO_SECTIONS, ONE_WORD, ANY_SECTIONS }; /* ONE_WORD: every point has one of one word */

/* The positions of one kind along an axis; [0, low) and [high, count) have psi. */
typedef struct line {
    int count, low, high;
    int slab;                    /* positions with psi along x and y; along z its row's pitch */
    int shift;                   /* psi of position p >= high is at p - shift, along z a
                                    multiple of 8 */
    const void *inverse, *b, *c; /* real, shape [count], readable up to the pitch */
    const double *width;         /* m, shape [count] */
} line;

/* Section words of a row of points: word w of point k is at first + w*width + k - begin. */
typedef struct state_row {
    int64_t first;
    int begin, width;
} state_row;

typedef struct medium_range {
    int first, count; /* sections */
} medium_range;

typedef struct domain {
    int64_t plane;     /* words from i to i+1 */
    int pitch;         /* words from j to j+1 */
    int rows;          /* Y */
    int64_t stride[3]; /* of a difference: 0 along an invariant axis */
    int cells[3];
    int periodic; /* bit a: axis a is periodic */
    int begin[6][3], end[6][3];
    int sweep[2][2][3]; /* [H or E][from, to]: hull of the points that are updated */
    line line[3][2];
    int id_bytes[2]; /* [H or E]: 0, 1, 2 or 4 */
    int sections[2]; /* [H or E]: NO_SECTIONS, ... */
    int layers;      /* whether any axis has an absorbing layer */
    unsigned active; /* bit c: component c is updated; 2-D modes have three */

    void *field[6];    /* real, points to (0, 0, 0) */
    void *psi[6][3];   /* real; x: [slab, Y, pitch], y: [X, slab, pitch], z: [X, Y, slab] */
    const void *id[6]; /* shape [X, Y, pitch]; NULL: uniform */
    unsigned uniform[6];
    const void *coefficient;    /* real, shape [media, 2]: cb, loss */
    const double *energy;       /* J/m^3, shape [media]: per E*E, per H*(next H) */
    const medium_range *range;  /* shape [media] */
    const void *section;        /* real, shape [sections, 4]: c1, c0, r1, rd */
    const unsigned char *words; /* shape [sections] */
    /* State of sections: by rows where media differ, else as a field lies, word by word. */
    void *state[6];          /* real */
    const state_row *row[6]; /* shape [X, Y]; NULL: word w of offset at is at + w*state_words */
    int64_t state_words;
    int words_as_fields; /* where there are rows: words of a point before those in the rows, which
                            lie as fields */
    /* J/m^3: square: yee_update.energy of H*H, shape [media], 0 for E; held:
     * yee_section.energy, shape [sections, 5] */
    const double *square, *held;
    int holds[2]; /* [H or E]: whether any medium has one of these */
} domain;

enum { THREADS = 256, TILE = 128 }; /* threads of a block; of a block of a sweep */

/* Most blocks of a launch that reduces fields: as many as keep a card busy. */
#ifndef BUSY_BLOCKS
#define BUSY_BLOCKS 1024
#endif

/* A box of cells, cut into tiles of width x rows threads, TILE in all. */
typedef struct part {
    int from[3], to[3];
    int width, rows, across, down, blocks;
} part;

#endif
