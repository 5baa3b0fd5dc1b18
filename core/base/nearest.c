/* core/base/nearest.c: optimal string alignment, the Damerau-Levenshtein distance in which no
 * piece is edited twice. */
#include "nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* No name of a key, plugin or instance is longer; longer words are near nothing. */
#define LONGEST 63

bool yee_text_same(const char *a, const char *b) { return !strcasecmp(a, b); }

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

yee_suggestion yee_text_suggest(const char *before, const char *near, const char *otherwise)
{
    yee_suggestion s;
    if (near)
        snprintf(s.text, sizeof s.text, "%sdid you mean '%s'?", before, near);
    else
        snprintf(s.text, sizeof s.text, "%s", otherwise);
    return s;
}

/* RFC 3629, section 4: the shortest form of a code point that is no surrogate. */
const char *yee_text_bad(const char *s, const char *end)
{
    static const unsigned least_of[] = {0, 0, 0x80, 0x800, 0x10000};
    while (s < end) {
        unsigned char c = (unsigned char)*s;
        if (c < 0x80) {
            if ((c < 0x20 && c != '\t') || c == 0x7F)
                return s;
            s++;
            continue;
        }
        int bytes = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
        if (c < 0xC2 || c > 0xF4 || end - s < bytes)
            return s;
        unsigned point = c & (0x7Fu >> bytes);
        for (int i = 1; i < bytes; i++) {
            if (((unsigned char)s[i] & 0xC0) != 0x80)
                return s;
            point = point << 6 | ((unsigned char)s[i] & 0x3F);
        }
        if (point < least_of[bytes] || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000))
            return s;
        s += bytes;
    }
    return NULL;
}

/* Unicode's separators of words (category Zs) and its marks without width. */
size_t yee_text_blank(const char *s, const char *end)
{
    const ptrdiff_t left = end - s;
    if (left > 0 && (*s == ' ' || *s == '\t'))
        return 1;
    if (left > 1 && !memcmp(s, "\xC2\xA0", 2)) /* no-break space */
        return 2;
    if (left > 2 && !memcmp(s, "\xE2\x80", 2)) {
        const unsigned char last = (unsigned char)s[2];
        return last <= 0x8D || last == 0xAF ? 3 : 0; /* en quad to zero-width joiner; narrow */
    }
    if (left > 2 && (!memcmp(s, "\xE2\x81\x9F", 3) || !memcmp(s, "\xE2\x81\xA0", 3) ||
                     !memcmp(s, "\xE3\x80\x80", 3) || !memcmp(s, "\xEF\xBB\xBF", 3)))
        return 3; /* of mathematics, word joiner, ideographic, byte order mark */
    return 0;
}

const char *yee_text_skip(const char *s, const char *end)
{
    for (size_t n; (n = yee_text_blank(s, end));)
        s += n;
    return s;
}

void yee_text_trim(const char **s, const char **end)
{
    *s = yee_text_skip(*s, *end);
    for (bool more = true; more;) {
        more = false;
        for (size_t k = 1; k <= 3 && !more; k++)
            if (*end - *s >= (ptrdiff_t)k && yee_text_blank(*end - k, *end) == k) {
                *end -= k;
                more = true;
            }
    }
}
