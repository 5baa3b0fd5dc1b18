/* core/cli/plot/bounds.c: records that leave the bounds of what is passive, in the pictures that
 * show them. */
#include "base/grow.h"
#include "plot.h"
#include "run/passive.h"
#include <stdlib.h>
#include <string.h>

typedef struct verdict {
    char *text; /* "m.h5: /flux/t/ratio is 1.2 at 2 GHz, ..." */
    bool told;
} verdict;

struct plot_verdicts {
    size_t count, capacity;
    verdict *v;
};

static void keep(void *user, const char *sentence)
{
    struct plot_verdicts *all = user;
    char *text = strdup(sentence);
    if (!text || !yee_grow(&all->v, all->count, &all->capacity, sizeof *all->v)) {
        free(text);
        return;
    }
    all->v[all->count++] = (verdict){text, false};
}

void plot_bounds_read(plot *p)
{
    p->verdicts = calloc(1, sizeof *p->verdicts);
    if (p->verdicts)
        yee_passive_judge(p->path, keep, p->verdicts);
}

/* Whether a sentence speaks of a group: its path, and then the end of a word, or a member. */
static bool speaks_of(const char *text, const char *group)
{
    const size_t length = strlen(group);
    for (const char *at = text; length && (at = strstr(at, group)) != NULL; at++)
        if (at[length] == ' ' || at[length] == '/')
            return true;
    return false;
}

void plot_bounds_note(plot *p, const char *group)
{
    const size_t file = strlen(p->path);
    for (size_t n = 0; p->verdicts && n < p->verdicts->count; n++) {
        verdict *v = &p->verdicts->v[n];
        const bool named =
            !strncmp(v->text, p->path, file) && !strncmp(v->text + file, ": ", 2);
        const char *sentence = v->text + (named ? file + 2 : 0);
        if (!speaks_of(sentence, group) || strstr(p->note, sentence))
            continue;
        plot_note(p, false, "%s", sentence);
        if (!v->told)
            fprintf(stderr, "warning: %s\n", v->text);
        v->told = true;
    }
}

void plot_bounds_free(plot *p)
{
    for (size_t n = 0; p->verdicts && n < p->verdicts->count; n++)
        free(p->verdicts->v[n].text);
    if (p->verdicts)
        free(p->verdicts->v);
    free(p->verdicts);
    p->verdicts = NULL;
}
