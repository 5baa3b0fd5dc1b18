/* tests/unit/picture_text.h: the texts of pictures in SVG, and of the data that gnuplot gets. */
#ifndef YEE_TESTS_PICTURE_TEXT_H
#define YEE_TESTS_PICTURE_TEXT_H

#include "plotting.h"

/* The whole of a file, with a 0 behind it. */
static inline const char *read_file(const char *name, size_t *size)
{
    static char text[1 << 22];
    FILE *f = fopen(name, "rb");
    ck_assert_msg(f != NULL, "%s is missing; plot said: %s", name, said);
    *size = fread(text, 1, sizeof text - 1, f);
    ck_assert_uint_lt(*size, sizeof text - 1);
    text[*size] = 0;
    fclose(f);
    return text;
}

static inline int count(const char *text, const char *word)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += strlen(word))
        n++;
    return n;
}

static inline const char *svg(const char *options, const char *name)
{
    char words[256];
    size_t size;
    snprintf(words, sizeof words, "plot m.h5 --format svg %s", options);
    ck_assert_msg(yee("", words) == YEE_OK, "%s", said);
    return read_file(name, &size);
}

static inline void shows(const char *text, const char *words)
{
    ck_assert_msg(strstr(text, words) != NULL, "the picture does not say '%s'", words);
}

/* Lines of a block of data, each of which ends with an empty one. */
static inline int lines_of(const char *told, const char *block)
{
    char begin[32];
    int n = 0;
    snprintf(begin, sizeof begin, "$%s0 << EOD\n", block);
    const char *at = strstr(told, begin), *end = at ? strstr(at, "\nEOD\n") : NULL;
    for (; at && (at = strstr(at, "\n\n")) && at < end; at += 2)
        n++;
    return n;
}

#endif
