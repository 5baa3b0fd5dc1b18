/* core/problem/surface/surround.h: the medium of a Yee point, from what lies around it. */
#ifndef YEE_CORE_SURROUND_H
#define YEE_CORE_SURROUND_H

#include "pieces.h"
#include "problem/media/mixture.h"

/* Two (then UINT32_MAX) or four cells that take equal parts, in no order. */
typedef struct yee_equal_cells {
    uint32_t number[4];
} yee_equal_cells;

/* The media and fills of a mean by normal: yee_columns without columns. */
typedef struct yee_cut_mix {
    bool solid, joined;
    int media;
    uint32_t medium[YEE_BLEND_PARTS], group[YEE_BLEND_PARTS];
    double fill[YEE_BLEND_PARTS], along;
} yee_cut_mix;

/* A mean that was found. */
typedef struct yee_found {
    yee_equal_cells cells;
    uint32_t medium; /* YEE_NO_MEDIUM: none yet */
} yee_found;

/* The search for the media of one component after the other. */
typedef struct yee_surround {
    yee_voxels *v;
    const yee_grid *grid;
    yee_mixer *mixer;
    int component;
    yee_fills fills;
    bool negative;  /* some medium's response is, at some frequency */
    uint32_t *of;   /* medium of a paint or YEE_PIECES_UNUSUAL, shape [paints] */
    uint32_t *pure; /* medium of a material, YEE_NO_MEDIUM: of no paint that is left and not met
                       yet; shape [materials] */
    yee_found *found; /* the latest mean of every hash */
} yee_surround;

/* False: no memory. */
bool yee_surround_new(yee_surround *surround, yee_voxels *voxels, const yee_grid *grid,
                      yee_mixer *mixer, int threads);
void yee_surround_free(yee_surround *surround);
/* Turns to a component. Returns the medium of all paints that are left, if they have but one
 * there (mostly mu); YEE_NO_MEDIUM: they have not. */
uint32_t yee_surround_begin(yee_surround *surround, int component);
/* The medium of a material at the component; YEE_NO_MEDIUM: no memory. */
uint32_t yee_surround_pure(yee_surround *surround, int material);
/* Whether the point lies in a perfectly matched layer, where that makes a difference. */
bool yee_surround_in_layer(const yee_surround *surround, const int64_t index[3]);
/* The medium of a point that does not lie within one paint; YEE_NO_MEDIUM: no memory. */
uint32_t yee_surround_medium(yee_surround *surround, const int64_t index[3]);
/* Whether the point's medium is the mean of whole cells that take equal parts, and which. Safe to
 * ask from several threads. */
bool yee_surround_equal(const yee_surround *surround, const int64_t index[3],
                        yee_equal_cells *cells);
/* The medium of such a point; YEE_NO_MEDIUM: no memory. */
uint32_t yee_surround_of_equal(yee_surround *surround, const int64_t index[3],
                               const yee_equal_cells *cells);

/* Whether the point's medium is a mean by normal, of cells that a surface cuts, and which; false,
 * too, where that takes more than a look. Safe to ask from several threads. */
bool yee_surround_cut(const yee_surround *surround, const int64_t index[3], yee_cut_mix *mix);
/* The medium of such a point; YEE_OWNED: yee_surround_medium() says; YEE_NO_MEDIUM: no memory. */
uint32_t yee_surround_of_cut(yee_surround *surround, const yee_cut_mix *mix);

/* A hash of so many bits. */
static inline uint32_t yee_equal_cells_hash(const yee_equal_cells *cells, int bits)
{
    uint32_t hash = 0;
    for (int q = 0; q < 4; q++)
        hash = (hash ^ cells->number[q]) * UINT32_C(0x9e3779b1);
    return hash >> (32 - bits);
}

/* Puts the numbers of four cells, or of two and two that are none, into their order: a mean of
 * equal parts does not mind it. */
static inline void yee_equal_cells_sort(yee_equal_cells *cells)
{
    static const int pair[5][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}};
    uint32_t *number = cells->number;
    for (int n = 0; n < 5; n++) {
        const uint32_t a = number[pair[n][0]], b = number[pair[n][1]];
        number[pair[n][0]] = a < b ? a : b;
        number[pair[n][1]] = a < b ? b : a;
    }
}

#endif
