/* core/text.c: optimal string alignment, the Damerau-Levenshtein distance in which no piece is
 * edited twice. */
#include "text.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* No name of a key, plugin or instance is longer; longer words are near nothing. */
#define LONGEST 63

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

size_t yee_text_distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST)
        return n > m ? n : m;
    /* d[i % 3][j]: distance of the first i characters of a from the first j of b */
    size_t d[3][LONGEST + 1];
    for (size_t j = 0; j <= m; j++)
        d[0][j] = j;
    int last = 0;
    for (size_t i = 1; i <= n; i++) {
        size_t *row = d[i % 3], *above = d[(i - 1) % 3], *above2 = d[(i + 1) % 3];
        int ai = tolower((unsigned char)a[i - 1]), left = 0;
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            int bj = tolower((unsigned char)b[j - 1]);
            row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + (ai != bj));
            if (i > 1 && j > 1 && ai == left && last == bj)
                row[j] = least(row[j], above2[j - 2] + 1);
            left = bj;
        }
        last = ai;
    }
    return d[n % 3][m];
}

/* One is the beginning of the other: "freq" and "frequency". */
static int begins(const char *a, const char *b)
{
    size_t n = least(strlen(a), strlen(b));
    return n >= 3 && !strncasecmp(a, b, n);
}

const char *yee_text_nearest(const char *word, size_t n, const char *const *words)
{
    const char *best = NULL;
    size_t reach = strlen(word) / 3 + 1; /* slips that are forgiven, plus one */
    if (reach < 2)
        reach = 2;
    if (reach > 4)
        reach = 4;
    for (size_t i = 0; i < n; i++) {
        size_t d = yee_text_distance(word, words[i]);
        /* In a word of one or two letters a slip leaves nothing in common. */
        if (d < reach && d < strlen(words[i])) {
            best = words[i];
            reach = d;
        }
    }
    for (size_t i = 0; i < n && !best; i++)
        if (begins(word, words[i]))
            best = words[i];
    return best;
}
