/* plugins/posts/far_field/kept.c: what a far field needs of the model that a file keeps. */
#include "kept.h"
#include <stdio.h>
#include <string.h>

const char *kept_value(const char *at, const char *key, char *value, size_t size)
{
    const size_t length = strlen(key);
    for (at = strchr(at, '\n'); at && at[1] != '['; at = strchr(at + 1, '\n'))
        if (!strncmp(at + 1, key, length) && !strncmp(at + 1 + length, " = ", 3)) {
            const char *text = at + 1 + length + 3;
            snprintf(value, size, "%.*s", (int)strcspn(text, "\n"), text);
            return value;
        }
    return NULL;
}

/* Whether a list "x-, y" has a word. */
static bool lists(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (; *list; list += strcspn(list, ", "), list += strspn(list, ", "))
        if (strcspn(list, ", ") == length && !strncmp(list, word, length))
            return true;
    return false;
}

const char *kept_boundary(const char *model, const char *face, char type[64])
{
    const char axis[] = {face[0], 0};
    const char *const word[] = {face, axis, "all"};
    char faces[256];
    snprintf(type, 64, "none");
    for (int w = 0; w < 3; w++)
        for (const char *at = model; (at = strstr(at, "[boundary.")); at++)
            if (kept_value(at, "faces", faces, sizeof faces) && lists(faces, word[w]) &&
                kept_value(at, "type", type, 64))
                return at;
    return NULL;
}

bool kept_difference(const char *model, const char *name)
{
    char head[300], other[256];
    snprintf(head, sizeof head, "[output.%s]", name);
    const char *at = strstr(model, head);
    return at && kept_value(at, "reference", other, sizeof other);
}

yee_status kept_grid_check(const yee_host *host, const char *model)
{
    const char *grid = strstr(model, "[grid]");
    char invariant[64] = "none", background[256] = "vacuum";
    if (grid) {
        kept_value(grid, "invariant", invariant, sizeof invariant);
        kept_value(grid, "background", background, sizeof background);
    }
    if (strcmp(invariant, "none"))
        return host->fail(host, YEE_INPUT, "far fields are those of 3-D models; invariant = %s",
                          invariant);
    if (strcmp(background, "vacuum"))
        return host->fail(host, YEE_INPUT,
                          "far fields are those in vacuum; the background is '%s'", background);
    return YEE_OK;
}
