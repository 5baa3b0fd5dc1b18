/* core/problem/media/mixture.h: the media of a problem, each kept once. */
#ifndef YEE_CORE_MIXTURE_H
#define YEE_CORE_MIXTURE_H

#include "base/arena.h"
#include <yee/problem.h>

#define YEE_NO_MEDIUM UINT32_MAX   /* no memory */
#define YEE_OWNED (UINT32_MAX - 1) /* no mean: a metal owns the edges of its cells */
#define YEE_WHOLE (1u << 20)       /* a share of 1 */

enum { YEE_MEAN_LEVELS = 64 }; /* of log eps between the smallest and the largest medium */
enum { YEE_COLUMN_PARTS = 4, YEE_COLUMNS = 16, YEE_BLEND_PARTS = 6 };

/* The law of a medium's E edges (yee/law.h), and the part of an edge that its material fills. */
typedef struct yee_medium_law {
    const yee_law *law; /* NULL: none */
    const void *self;
    double share; /* (0, 1]; 0 without a law */
    bool dropped; /* another law has a smaller share of the edge, and is left out */
} yee_medium_law;

/* A column along an edge: media in series if they follow each other along it, else in parallel;
 * their shares add up to 1. */
typedef struct yee_column {
    bool series;
    int parts;
    double weight; /* beside other columns, in any unit */
    uint32_t medium[YEE_COLUMN_PARTS];
    double share[YEE_COLUMN_PARTS];
} yee_column;

/* The media around an edge, as columns along it. */
typedef struct yee_columns {
    bool cells;  /* of whole cells: no surface cuts any */
    bool solid;  /* 3-D */
    bool normal; /* the mean by fill and normal of the surface, else that of the columns */
    bool joined; /* cells have the part of the mean along the normal, the edge has 1/<eps> */
    int count;
    yee_column column[YEE_COLUMNS]; /* in parallel */
    int media;
    uint32_t medium[YEE_BLEND_PARTS];
    double fill[YEE_BLEND_PARTS];
    uint32_t
        group[YEE_BLEND_PARTS]; /* media of one group are one to the surface: their arithmetic
                                        mean; 0: of no group */
    double along;               /* n_a^2 of the surface's normal, a the edge's axis */
} yee_columns;

/* Two media whose means are numbers; safe to ask from several threads. */
typedef struct yee_pair {
    uint32_t medium[2];
    double inf[2], least,
        scale; /* scale: levels in the logarithm of their means; 0: no levels */
} yee_pair;

/* inf: yee_mixer_number() of each. */
yee_pair yee_pair_make(const uint32_t medium[2], const double inf[2]);
/* The level that the mean by normal is rounded to, 0 to YEE_MEAN_LEVELS; -1: it is not rounded,
 * or no number. */
int yee_pair_level(const yee_pair *pair, double fill, double along);

typedef struct yee_mixer yee_mixer;

/* band: the sources' angular frequencies, rad/s; 0, 0: not known. NULL: no memory. */
yee_mixer *yee_mixer_new(yee_arena *arena, const double band[2]);
void yee_mixer_free(yee_mixer *mixer);
/* The number of a medium with this content; the first name stays. law NULL: none. */
uint32_t yee_mixer_pure(yee_mixer *mixer, bool magnetic, yee_conductor conductor,
                        const yee_response *response, const yee_medium_law *law,
                        const char *name);
/* The mean of columns: 1/sum(share/response) of those in series, the arithmetic mean across.
 * The means of curved surfaces are rounded to levels, so that media stay few. */
uint32_t yee_mixer_mean(yee_mixer *mixer, const yee_columns *columns);
/* The mean by normal of two media in 3-D (solid) or 2-D: fill is the second one's. level: of
 * yee_pair_level(), or -1. */
uint32_t yee_mixer_pair(yee_mixer *mixer, const uint32_t medium[2], double fill, double along,
                        bool solid, int level);
/* Whether its response has a negative real part and little loss at any frequency. */
bool yee_mixer_negative(yee_mixer *mixer, uint32_t medium);
/* Whether its response has a negative real part and little loss somewhere in the band. */
bool yee_mixer_metal(const yee_mixer *mixer, uint32_t medium);
/* Its eps_inf or mu_inf if it has neither poles nor loss nor a law, else NAN. */
double yee_mixer_number(const yee_mixer *mixer, uint32_t medium);
int64_t yee_mixer_count(const yee_mixer *mixer);
/* Keeps of the exact means of plane surfaces those that most points have; points: of media [0,
 * count). *map: what media became, shape [media before], to be freed; NULL: all stay. False: no
 * memory. No means are asked for afterwards. */
bool yee_mixer_settle(yee_mixer *mixer, const int64_t *points, size_t count, uint32_t **map);
/* Means that are exact: those of the media that have most of them, and all. */
void yee_mixer_kept(const yee_mixer *mixer, int64_t kept[2]);
/* Whether so many are all kept, whatever points have them. */
bool yee_mixer_in_any_order(const int64_t kept[2]);
/* All media, shape [count], copied into the arena; NULL: no memory. */
const yee_medium *yee_mixer_media(const yee_mixer *mixer);
/* Their laws, shape [count], copied into the arena; NULL: no memory. */
yee_medium_law *yee_mixer_laws(const yee_mixer *mixer);

#endif
