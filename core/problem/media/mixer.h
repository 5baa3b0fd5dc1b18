/* core/problem/media/mixer.h: the inside of a mixer, as its files see it. */
#ifndef YEE_CORE_MIXER_H
#define YEE_CORE_MIXER_H

#include "base/hash.h"
#include "mixture.h"

/* A mean in its final form: media in parallel, and one group of media in series. Shares are in
 * units of 1/YEE_WHOLE; those of parallel media and `series` add up to YEE_WHOLE, and so do
 * those in series. */
typedef struct yee_blend {
    uint32_t parallel, medium[YEE_BLEND_PARTS], share[YEE_BLEND_PARTS];
    uint32_t series, parts, of[YEE_BLEND_PARTS], part[YEE_BLEND_PARTS];
    uint32_t along; /* by normal: of parallel media, n_a^2 */
    /* By normal: parallel media of one number, that of their first one, are one part. */
    uint32_t group[YEE_BLEND_PARTS];
} yee_blend;

/* A mean that was made, and its medium. */
typedef struct yee_known {
    yee_blend blend;
    uint32_t medium;
} yee_known;

enum {
    YEE_LEVEL_TABLES = 64,
    YEE_EXACT_MEANS = 1 << 16 /* that are kept as they are; graded media may have any number */
};

/* Media that meet somewhere, and how many of their means are exact. */
typedef struct yee_family {
    uint32_t count, medium[YEE_BLEND_PARTS];
    bool metal; /* one of them is, yee_mixer_metal() */
    int exact;  /* means of plane surfaces, as they are */
} yee_family;

/* A mean that is kept as it is, unless settle.c rounds it. */
typedef struct yee_exact_mean {
    uint32_t medium, family;
    uint32_t blend; /* YEE_NO_MEDIUM: a number */
} yee_exact_mean;

/* The means of two media by level, as far as they were met. */
typedef struct yee_level_table {
    bool used;
    uint32_t medium[2], level[YEE_MEAN_LEVELS + 1];
} yee_level_table;

struct yee_mixer {
    yee_arena *arena;
    double band[2]; /* rad/s */
    size_t media, media_capacity;
    yee_medium *medium;
    size_t law_capacity;
    yee_medium_law *law; /* shape [media] */
    yee_hash by_content;
    size_t blends, blend_capacity;
    yee_known *blend;
    yee_hash by_blend;
    size_t sums; /* media that yee_mixer_sum() made */
    size_t families, family_capacity;
    yee_family *family;
    yee_hash by_family;
    size_t exacts, exact_capacity;
    yee_exact_mean *exact; /* of all families */
    size_t signs, sign_capacity;
    bool *sign;                              /* of media, whether they are negative somewhere */
    yee_level_table table[YEE_LEVEL_TABLES]; /* of the latest pairs of every hash */
};

/* The number of a medium with this content; takes over v. law NULL: none. */
uint32_t yee_mixer_intern(yee_mixer *mixer, const yee_medium *v, const yee_medium_law *law);
/* The law with the largest share of a blend, of two alike the one of the later medium. */
yee_medium_law yee_mixer_law(const yee_mixer *mixer, const yee_blend *blend);
/* The logarithm of the range of a family's media without poles and loss, and its lower end. */
double yee_mixer_range(const yee_mixer *mixer, const yee_family *family, double *least);
/* The medium of a level, 0 to `levels`, of that range; YEE_NO_MEDIUM: no memory. */
uint32_t yee_mixer_of_level(yee_mixer *mixer, yee_family *family, double level, double levels,
                            bool exact);
/* The blend of columns, of exact or of rounded shares. */
yee_blend yee_mixer_blend_of(const yee_columns *columns, const yee_family *family, bool exact);
/* An exact blend with rounded shares. */
yee_blend yee_blend_rounded(const yee_blend *blend);
/* "soil + air": the names of media, each once; NULL: no memory. */
const char *yee_mixer_names(const yee_mixer *mixer, uint32_t count, const uint32_t *medium);
/* The medium of a blend, made where it is new (then *made is set). */
uint32_t yee_mixer_blend(yee_mixer *mixer, const yee_blend *blend, const yee_family *family,
                         bool *made);
/* The medium of a blend in parallel of media without poles. */
uint32_t yee_mixer_sum(yee_mixer *mixer, const yee_blend *blend, const yee_family *family);
/* Whether a medium is a number: without poles, loss and law. */
static inline bool yee_mixer_simple(const yee_mixer *m, uint32_t medium)
{
    const yee_response *r = &m->medium[medium].response;
    return !r->pole_count && r->sigma == 0 && !m->law[medium].law;
}

#endif
