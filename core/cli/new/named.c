/* core/cli/new/named.c: puts the name of a new plugin into the text of a skeleton. */
#include "skeletons.h"
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), own = strlen(end);
    return length >= own && !strcmp(text + length - own, end);
}

/* Whether the word at text + at, which ends before text + end, stands for the plugin. */
static bool is_name(const char *path, const char *text, size_t at, size_t end)
{
    static const char test[] = "test_";
    const size_t length = sizeof test - 1;
    if (at >= length && !strncmp(text + at - length, test, length))
        at -= length; /* the program that tests it */
    const char before = at ? text[at - 1] : '\n', after = text[end];
    if (is_word(before) || is_word(after))
        return false;
    if (ends_with(path, "CMakeLists.txt") || text == path)
        return true;
    if (before == ' ' && at > 2 &&
        text[at - 2] == '=') /* a value of a model, or of an example */
        return after == '\n' || after == '\\' || !after;
    return ((after == '"' || after == ':') && (before == '"' || before == '.')) ||
           (after == '.' && text[end + 1] == 'c' && !is_word(text[end + 2]));
}

char *cli_skeleton_named(const char *path, const char *text, const char *word, const char *name)
{
    const size_t old = strlen(word), new = strlen(name);
    size_t count = 0, length = 0;
    for (const char *at = text; (at = strstr(at, word)); at += old)
        count++;
    char *out = malloc(strlen(text) + count * new + 1);
    if (!out)
        return NULL;
    for (size_t i = 0; text[i];) {
        if (!strncmp(text + i, word, old) && is_name(path, text, i, i + old)) {
            memcpy(out + length, name, new);
            length += new;
            i += old;
        } else {
            out[length++] = text[i++];
        }
    }
    out[length] = '\0';
    return out;
}
