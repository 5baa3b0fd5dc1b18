/* core/cli/sweep/warnings.c: what the traces of a sweep were warned of, each kind once: a log that nobody
 * opens is no warning. */
#include "warnings.h"
#include "base/grow.h"
#include "base/hash.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8 }; /* kinds that are printed */

typedef struct kind {
    uint64_t key;
    char *text;                  /* of the first trace that has it */
    int64_t first, last, traces; /* the trace, the one that was counted last, and how many */
} kind;

typedef struct kinds {
    size_t count, capacity;
    kind *v;
} kinds;

static const char mark[] = "warning: ";

/* A hash of the words but those with digits, which differ from trace to trace. The first one says file and
 * line, and counts where it is no file of a trace. */
static uint64_t key_of(const char *text)
{
    uint64_t key = YEE_HASH_START;
    bool first = true;
    while (*(text += strspn(text, " "))) {
        const size_t length = strcspn(text, " ");
        const bool number = strcspn(text, "0123456789") < length;
        const char *folder = strstr(text, ".sweep/");
        const bool own = first && !(folder && folder < text + length);
        if (own || !number)
            key = yee_hash_bytes(key, text, length);
        first = false;
        text += length;
    }
    return key;
}

static void add(kinds *k, const char *text, int64_t trace)
{
    const uint64_t key = key_of(text);
    size_t n = 0;
    while (n < k->count && k->v[n].key != key)
        n++;
    if (n == k->count) {
        char *copy = strdup(text);
        if (!copy || !yee_grow(&k->v, k->count, &k->capacity, sizeof *k->v)) {
            free(copy);
            return;
        }
        k->v[k->count++] = (kind){key, copy, trace, -1, 0};
    }
    k->v[n].traces += k->v[n].last != trace;
    k->v[n].last = trace;
}

/* Whether the trace has one. */
static bool read_log(kinds *k, const sweep_folder *folder, int64_t trace)
{
    char path[PATH_MAX], *line = NULL;
    size_t size = 0;
    const bool failed = sweep_trace_state(folder, trace) == TRACE_FAILED;
    sweep_trace_path(folder, trace, failed ? ".failed" : "", "log", path);
    FILE *log = fopen(path, "r");
    for (ssize_t n; log && (n = getline(&line, &size, log)) > 0;) {
        line[n - (line[n - 1] == '\n')] = 0;
        if (!strncmp(line, mark, strlen(mark)))
            add(k, line + strlen(mark), trace);
    }
    free(line);
    return log && !fclose(log);
}

void sweep_warnings_print(const sweep_folder *folder, int64_t traces)
{
    kinds k = {.count = 0};
    char more[64];
    int64_t logs = 0;
    size_t told = 0, left = 0;
    for (int64_t t = 0; t < traces; t++)
        logs += read_log(&k, folder, t);
    for (size_t n = 0; n < k.count; n++) {
        const kind *w = &k.v[n];
        if (w->traces < logs &&
            strstr(w->text, " never used")) { /* of words, in other traces */
            free(w->text);
            continue;
        }
        snprintf(more, sizeof more, ", and %lld more", (long long)(w->traces - 1));
        left += told >= MOST;
        if (told++ < MOST)
            fprintf(stderr, "%s%s (trace %lld%s)\n", mark, w->text, (long long)w->first,
                    w->traces > 1 ? more : "");
        free(w->text);
    }
    if (left)
        fprintf(stderr, "%s%zu kinds of warnings more are in the logs of %s\n", mark, left,
                folder->path);
    free(k.v);
}
