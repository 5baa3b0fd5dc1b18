/* core/base/nearest.h: equal names; the nearest word, for messages that help; bytes that are no
 * text. */
#ifndef YEE_CORE_NEAREST_H
#define YEE_CORE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

/* Whether two names are one: capitals do not count. */
bool yee_text_same(const char *a, const char *b);
/* Damerau-Levenshtein distance, case ignored. */
size_t yee_text_distance(const char *a, const char *b);
/* The nearest of n words, NULL when none is near enough to be a slip. */
const char *yee_text_nearest(const char *word, size_t n, const char *const *words);
/* The end of a sentence about a word that is not known: before and "did you mean 'NEAR'?", or
 * `otherwise` where near is NULL; cut off at the end of text. */
typedef struct yee_suggestion {
    char text[512];
} yee_suggestion;
yee_suggestion yee_text_suggest(const char *before, const char *near, const char *otherwise);
/* The first byte of [s, end) that is neither printable UTF-8 nor a tab, NULL: all are. */
const char *yee_text_bad(const char *s, const char *end);
/* The bytes of the blank at s, 0: there is none. Blanks, tabs, and what web pages and word
 * processors put in their place: no-break, thin and ideographic spaces, and those of no width. */
size_t yee_text_blank(const char *s, const char *end);
/* Where the blanks end that begin at s; end. */
const char *yee_text_skip(const char *s, const char *end);
/* Moves both ends of a piece of text inwards over such blanks. */
void yee_text_trim(const char **s, const char **end);

#endif
