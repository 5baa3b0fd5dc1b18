/* bench/cpu/highorder.c: the high-order schemes in vacuum, and their share of what the triad's
 * bytes allow. */
#include "bench.h"
#include <stdlib.h>

enum { SCHEMES = 11, SIZES = 2, KINDS = 3 };

/* must: the share of its byte bound that a scheme reaches on a GPU; 0: none is known. */
static const struct {
    const char *name;
    double must;
} schemes[SCHEMES] = {{"plain", 0},   {"fang24", 0.76},  {"t26", 0},       {"ckc", 0},
                      {"me44", 0.59}, {"hodge44", 0.59}, {"fv24wb", 0.59}, {"fv24", 0.47},
                      {"ztc", 0.47},  {"me44x", 0.47},   {"s44", 0.61}};

/* In one precision with one thread or two. */
static const struct {
    const char *of; /* the case */
    int threads;
} kinds[KINDS] = {{"vacuum", 1}, {"vacuum", 2}, {"f64", 1}};

static double share(const options *o, const row *r)
{
    return r->bytes * row_rate(r) / (1e3 * o->triad * r->threads);
}

/* One scheme on one grid, its rows in turns. */
static yee_status group(const options *o, int scheme, int cells, row of[KINDS])
{
    yee_status status = YEE_OK;
    for (int k = 0; k < KINDS && !status; k++) {
        of[k] = row_of(schemes[scheme].name, kinds[k].of, cells, kinds[k].threads);
        status = row_open(o, &of[k]);
    }
    for (int round = 0; round < o->rounds && !status; round++)
        for (int k = 0; k < KINDS && !status; k++)
            status = row_turn(o, &of[k]);
    for (int k = 0; k < KINDS; k++) {
        if (!status)
            report_row(o, &of[k]);
        row_close(&of[k]);
    }
    return status;
}

yee_status part_highorder(options *o)
{
    static const int sizes[SIZES] = {100, 200};
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    yee_status status = to ? YEE_OK : YEE_MEMORY;
    for (int n = 0; n < SIZES && !status; n++) {
        fprintf(to,
                "%s### %d^3\n\n| scheme | f32, 1 thread | of its bytes | must | 2 threads | "
                "x one | f64, 1 thread | of its bytes |\n|---|---|---|---|---|---|---|---|\n",
                n ? "\n" : "", sizes[n]);
        for (int s = 0; s < SCHEMES && !status; s++) {
            row of[KINDS] = {0};
            status = group(o, s, sizes[n], of);
            if (status)
                break;
            const double must = schemes[s].must;
            fprintf(to, "| %s | %.0f | %.2f | ", schemes[s].name, row_rate(&of[0]),
                    share(o, &of[0]));
            if (must > 0)
                fprintf(to, "%.2f, %s", must,
                        share(o, &of[0]) >= must ? "reached" : "**missed**");
            fprintf(to, " | %.0f | %.2f | %.0f | %.2f |\n", row_rate(&of[1]),
                    row_rate(&of[1]) / row_rate(&of[0]), row_rate(&of[2]), share(o, &of[2]));
        }
    }
    if (!status)
        fprintf(to,
                "\nMcells/s in vacuum with a dipole and a probe. Of its bytes: times the "
                "bytes of two passes, 72 a cell and\nstep (s44: 144; f64 twice that), by "
                "the triad of one thread. Grids of 100^3 stay in a large last-level cache.\n");
    if (to)
        fclose(to);
    if (!status)
        report_section(o, "High-order schemes", text);
    free(text);
    return status;
}
