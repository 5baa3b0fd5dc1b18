/* core/cli/compare/refusals.c: what did not run, and what runs with a smaller time step.
 * Schemes that have one reason share a sentence. */
#include "compare.h"
#include <stdlib.h>
#include <string.h>

/* Without "model.ini:4: [scheme.NAME] ", which differs from scheme to scheme. */
static const char *bare(const char *reason)
{
    const char *block = strstr(reason, ": [scheme"), *end = block ? strstr(block, "] ") : NULL;
    return end ? end + 2 : reason;
}

static const char *reason_of(const compare_row *r, bool slower)
{
    return slower ? *r->reason ? "" : r->slower : r->reason;
}

static bool alike(const compare_row *a, const compare_row *b, bool slower)
{
    return a->courant == b->courant &&
           !strcmp(bare(reason_of(a, slower)), bare(reason_of(b, slower)));
}

/* Whether both rows are of one scheme, in two precisions that are listed next to each other. */
static bool twin(const compare_row *a, const compare_row *b)
{
    return !strcmp(a->label, b->label);
}

/* The rows with the reason of row `first`, which is the first of them. */
static void print_group(const compare *c, size_t first, bool slower)
{
    const compare_row *r = &c->row[first], *last = NULL;
    const size_t size = c->rows * (sizeof r->label + 8) + 2 * COMPARE_REASON;
    char *text = malloc(size);
    size_t used = 0;
    if (!text)
        return;
    for (size_t i = first; i < c->rows; i++) {
        const compare_row *x = &c->row[i];
        if (!alike(x, r, slower) || (last && twin(x, last)))
            continue;
        const bool both = i + 1 < c->rows && twin(x, x + 1) && alike(x, x + 1, slower);
        const bool only = !both && c->precisions > 1;
        used += (size_t)snprintf(text + used, size - used, "%s%s%s%s", last ? ", " : "",
                                 x->label, only ? " " : "", only ? compare_precision(x) : "");
        last = x;
    }
    if (slower)
        used += (size_t)snprintf(text + used, size - used, " at courant = %g", r->courant);
    snprintf(text + used, size - used, ": %s", bare(reason_of(r, slower)));
    fputs("  ", stdout);
    cli_wrap(stdout, 4, 4, text); /* what is left of the sentence stands two further in */
    free(text);
}

static void print_all(const compare *c, bool slower, const char *head)
{
    bool any = false;
    for (size_t i = 0; i < c->rows; i++) {
        bool first = *reason_of(&c->row[i], slower) != '\0';
        for (size_t j = 0; j < i; j++)
            first = first && !alike(&c->row[i], &c->row[j], slower);
        if (!first)
            continue;
        if (!any)
            printf("\n%s\n", head);
        any = true;
        print_group(c, i, slower);
    }
}

void compare_print_refusals(const compare *c)
{
    print_all(c, true, "run with a smaller time step than the model asks for");
    print_all(c, false, "not run");
}
