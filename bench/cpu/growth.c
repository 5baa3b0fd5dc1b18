/* bench/cpu/growth.c: how the cost grows with the grid and falls with threads. */
#include "bench.h"
#include <stdlib.h>

yee_status part_growth(options *o)
{
    enum { MOST_THREADS = 4 };
    static words scheme;
    scheme = split(o->scheme);
    const words cells = split(o->growth), threads = split(o->threads);
    const int columns = threads.count < MOST_THREADS ? threads.count : MOST_THREADS;
    yee_status status = YEE_OK;
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to)
        return YEE_MEMORY;
    fprintf(to, "%s, vacuum, PEC, FP32.\n\n| cells | Mcells |", scheme.word[0]);
    for (int t = 0; t < columns; t++)
        fprintf(to, " Mcells/s, %s | ms a step |", threads.word[t]);
    fprintf(to, " last x first |\n|---|---|---|");
    for (int t = 0; t < columns; t++)
        fprintf(to, "---|---|");
    fprintf(to, "\n");
    for (int c = 0; c < cells.count && !status; c++) {
        static row of[MOST_THREADS];
        const int n = atoi(cells.word[c]);
        for (int t = 0; t < columns && !status; t++) {
            of[t] = row_of(scheme.word[0], "vacuum", n, atoi(threads.word[t]));
            status = row_open(o, &of[t]);
        }
        for (int round = 0; round < (o->rounds + 1) / 2 && !status; round++)
            for (int t = 0; t < columns && !status; t++)
                status = row_turn(o, &of[t]);
        const double mcells = 1e-6 * n * n * n;
        fprintf(to, "| %d^3 | %.2f |", n, mcells);
        for (int t = 0; t < columns; t++) {
            if (!status) {
                report_row(o, &of[t]);
                fprintf(to, " %.0f | %.2f |", row_rate(&of[t]),
                        1e3 * mcells / row_rate(&of[t]));
            }
            row_close(&of[t]);
        }
        if (!status)
            fprintf(to, " %.2f |\n", row_rate(&of[columns - 1]) / row_rate(&of[0]));
    }
    fclose(to);
    if (!status)
        report_section(o, "Growth", text);
    free(text);
    return status;
}
