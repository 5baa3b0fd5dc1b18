/* core/text.h: the nearest word, for messages that help. */
#ifndef YEE_CORE_TEXT_H
#define YEE_CORE_TEXT_H

#include <stddef.h>

/* Damerau-Levenshtein distance, case ignored. */
size_t yee_text_distance(const char *a, const char *b);
/* The nearest of n words, NULL when none is near enough to be a slip. */
const char *yee_text_nearest(const char *word, size_t n, const char *const *words);

#endif
