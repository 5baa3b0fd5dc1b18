/* bench/gpu/model.c: a model of a file whose length is a `time`, timed as it is but for that and its
 * scheme. */
#include "bench.h"
#include <stdlib.h>
#include <string.h>

enum { SETS = 12, LENGTH = 192 };

/* The keys of the scheme, lines behind the head of its section, as overrides; their number. */
static size_t add_keys(const bench *b, size_t count, char set[SETS][LENGTH])
{
    const char *line = strchr(b->keys, '\n');
    while (line && *++line && count < SETS) {
        const size_t length = strcspn(line, "\n");
        const char *equals = memchr(line, '=', length);
        if (equals)
            snprintf(set[count++], LENGTH, "scheme.%s.%.*s=%.*s", b->run,
                     (int)strcspn(line, " ="), line, (int)(line + length - equals - 1),
                     equals + 1);
        line += length;
    }
    return count;
}

yee_status model_file(bench *b, const char *path)
{
    char set[SETS][LENGTH];
    const char *sets[SETS], *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    yee_model *model = NULL;
    figure f = {.rate = 0};
    double memory = 0;
    snprintf(set[0], LENGTH, "run.scheme=%s", b->run);
    snprintf(set[1], LENGTH, "run.time=1 ms"); /* longer than anybody waits */
    snprintf(set[2], LENGTH, "run.output=%s/model.h5", b->folder);
    const size_t count = add_keys(b, 3, set);
    for (size_t n = 0; n < count; n++)
        sets[n] = set[n];
    yee_status status = yee_model_read(b->session, path, count, sets, &model);
    if (!status)
        status = bench_time_model(model, &f, &memory);
    if (status) {
        fprintf(stderr, "%s: %s\n", path, yee_session_error(b->session));
    } else {
        char stem[64];
        const yee_problem *p = yee_model_problem(model);
        const yee_axis_data *a = p->grid.axis;
        const int cells[3] = {(int)a[0].cells, (int)a[1].cells, (int)a[2].cells};
        snprintf(stem, sizeof stem, "%.*s", (int)strcspn(name, "."), name);
        bench_row(b, b->scheme, stem, cells, p->precision == YEE_F64 ? "f64" : "f32", 0, &f);
        printf("\n`%s`, %s, %d x %d x %d cells: %.2f Gcells/s, spread %.1f %%, %.2f GB.\n",
               b->scheme, stem, cells[0], cells[1], cells[2], f.rate, f.spread, 1e-9 * memory);
        fflush(stdout);
    }
    yee_model_free(model);
    return status;
}
