/* core/mixture.h: the media of a problem, each kept once. */
#ifndef YEE_CORE_MIXTURE_H
#define YEE_CORE_MIXTURE_H

#include "arena.h"
#include <yee/problem.h>

#define YEE_NO_MEDIUM UINT32_MAX /* no memory */
#define YEE_WHOLE (1u << 20)     /* a share of 1 */

/* What lies around an edge: up to four media and their shares of the edge's dual cell, in
 * units of 1/YEE_WHOLE. */
typedef struct yee_blend {
    uint32_t count;
    uint32_t medium[4], share[4];
} yee_blend;

typedef struct yee_mixer yee_mixer;

yee_mixer *yee_mixer_new(yee_arena *arena); /* NULL: no memory */
void yee_mixer_free(yee_mixer *mixer);
/* The number of a medium with this content; the first name stays. */
uint32_t yee_mixer_pure(yee_mixer *mixer, bool magnetic, yee_conductor conductor,
                        const yee_response *response, const char *name);
/* The mean of a blend: arithmetic, for magnetic media without poles and loss harmonic. The
 * blend is sorted and equal media are joined. */
uint32_t yee_mixer_mean(yee_mixer *mixer, yee_blend *blend);
int64_t yee_mixer_count(const yee_mixer *mixer);
/* All media, shape [count], copied into the arena; NULL: no memory. */
const yee_medium *yee_mixer_media(const yee_mixer *mixer);

#endif
