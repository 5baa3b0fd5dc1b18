/* core/problem/answers.h: what lies in cells and at points that this process has not painted, as
 * the processes that have painted them said.
 *
 * Whoever asks about such a place gets what is known; if nothing is, the question is noted, and the
 * processes answer all that were noted together (api/clip.c). */
#ifndef YEE_CORE_ANSWERS_H
#define YEE_CORE_ANSWERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define YEE_NO_ANSWER UINT32_MAX

/* A question: 8 times the index of a cell or of a point of the whole grid, and which of both. */
enum { YEE_OF_POINT = 0, YEE_OF_CELL = 7 }; /* a point: and its component */

typedef struct yee_answers {
    bool noting; /* questions are noted; else they have no answer */
    size_t most; /* questions that are noted at once */
    bool more;   /* there were more, or no memory for them */
    size_t asked, ask_capacity;
    uint64_t *ask; /* noted questions, some of them several times */
    size_t count;
    uint64_t *key;   /* answered questions, increasing, shape [count] */
    uint32_t *value; /* numbers of media or materials, shape [count] */
} yee_answers;

/* The answer; YEE_NO_ANSWER where none is known, but 0 while questions are noted. */
uint32_t yee_answers_find(yee_answers *answers, uint64_t key);
/* Sorts questions, each once; returns how many there are. */
size_t yee_answers_sort(uint64_t *key, size_t count);
/* Adds answers to increasing questions that were not answered before. False: no memory. */
bool yee_answers_add(yee_answers *answers, size_t count, const uint64_t *key,
                     const uint32_t *value);
/* Forgets the questions that were noted. */
void yee_answers_begin(yee_answers *answers);
void yee_answers_free(yee_answers *answers);

#endif
