/* core/problem/plane.h: the search for the media of one plane of points, and what it leaves. */
#ifndef YEE_CORE_PLANE_H
#define YEE_CORE_PLANE_H

#include "planes.h"

/* Pairs of media, and bits of hashes of cells, that a thread keeps. */
enum {
    YEE_KNOWN_PAIRS = 16,
    YEE_MET_BITS = 14,
    YEE_KNOWN_BITS = 16,
};

/* The kind of a point's surroundings; else surround.c is asked. */
typedef enum yee_late_kind {
    YEE_LATE_OTHERS,
    YEE_LATE_TWO_MEDIA,
    YEE_LATE_EQUAL_CELLS,
    YEE_LATE_AS_BEFORE,
    YEE_LATE_CUT_CELLS
} yee_late_kind;

/* A point whose medium is found at the end of its plane. */
typedef struct yee_late_point {
    int64_t at; /* in the plane */
    yee_late_kind kind;
    union {
        struct { /* YEE_LATE_TWO_MEDIA: yee_mixer_pair() */
            uint32_t medium[2];
            int level;
            double fill, along;
        } two;
        struct { /* YEE_LATE_EQUAL_CELLS and YEE_LATE_AS_BEFORE */
            yee_equal_cells cells;
            uint32_t first; /* AS_BEFORE: the late point of the plane that had them first */
            uint32_t found; /* EQUAL_CELLS: the medium, at the end of the plane */
        } equal;
        size_t mix; /* YEE_LATE_CUT_CELLS: yee_surround_of_cut() */
    } of;
} yee_late_point;

/* Equal cells whose medium a thread has found in an earlier plane. */
typedef struct yee_known_cells {
    yee_equal_cells cells;
    uint32_t next; /* the medium's number + 1; 0: none */
} yee_known_cells;

/* Two media, and those of the levels of their means that a thread has found in earlier planes. */
typedef struct yee_known_levels {
    yee_pair pair;
    uint32_t next[YEE_MEAN_LEVELS + 1]; /* the medium's number + 1; 0: none */
} yee_known_levels;

/* The work of one thread on a plane. */
typedef struct yee_finder {
    yee_pieces pieces;
    yee_known_levels pair[YEE_KNOWN_PAIRS];
    yee_late_point *late;
    size_t lates, capacity;
    yee_cut_mix *mix; /* of late points of the plane */
    size_t mixes, mix_capacity;
    /* A late point of equal cells by their hash, of this plane or an earlier one; shape
     * [1 << YEE_MET_BITS]. */
    uint32_t *met;
    yee_known_cells *known;  /* the latest of every hash, shape [1 << YEE_KNOWN_BITS] */
    yee_point_counts counts; /* of what is found at once */
    uint32_t *id;            /* of the plane at work */
    uint32_t *plane;         /* memory for it where it is copied to subdomains; NULL: none */
} yee_finder;

typedef struct yee_planes {
    yee_surround *around;
    yee_problem *problem;
    int64_t rows, columns; /* of a plane */
    uint32_t *id;          /* of the whole component; NULL: subdomains keep them */
    bool *wanted[3];       /* along each axis, where points have held cells alone around them */
    bool *even[3];         /* and where these are two as wide as each other, or one */
    yee_point_counts *counts;
    size_t pure;        /* media that there were before the first plane */
    double *number;     /* of each, yee_mixer_number() */
    bool solid;         /* 3-D */
    yee_finder *finder; /* shape [threads] */
} yee_planes;

/* Finds the media of a plane's points into finder->id; those that are left are finder->late. False:
 * no memory. */
bool yee_plane_find(const yee_planes *planes, yee_finder *finder, int64_t i);
/* The pair of two media that a thread keeps, made where it is new. */
yee_known_levels *yee_plane_pair(const yee_planes *planes, yee_finder *finder,
                                 const uint32_t medium[2]);

#endif
