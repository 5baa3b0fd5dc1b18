/* bench/cpu/cost.c: what physics and outputs cost, in percent of the vacuum step. */
#include "bench.h"
#include <stdlib.h>

yee_status part_cost(options *o)
{
    static const struct {
        const char *name, *what;
    } cases[] = {
        {"cpml", "CPML, 10 cells, six sides"},
        {"ids", "16 dielectrics by ids"},
        {"1 pole", "1 Debye pole everywhere"},
        {"2 poles", "2 Debye poles everywhere"},
        {"4 poles", "4 Debye poles everywhere"},
        {"kerr", "Kerr everywhere"},
        {"kerr block", "Kerr in a block of a quarter of the edges, 50^3 cells"},
        {"raman", "Raman everywhere"},
        {"chi2", "chi2 everywhere"},
        {"modulated", "modulated permittivity everywhere"},
        {"two_level", "two levels everywhere"},
        {"plasma", "magnetised plasma everywhere"},
        {"tensor", "tensor permittivity everywhere"},
        {"tensor block", "the same in a block of a quarter of the edges, 50^3 cells"},
        {"DFT box", "running DFT, Ez on 30^3 cells, 10 frequencies, every step"},
        {"DFT box per 10", "the same every 10 steps"},
        {"DFT box own", "the same of a pulse, as seldom as its band allows"},
        {"probes", "1000 probes of Ez, every step"},
        {"snapshot", "snapshot of Ez of the whole box every 100 steps, to a file"},
        {"sentinel", "sentinel every 100 steps"},
    };
    enum { CASES = sizeof cases / sizeof *cases, CELLS = 200, LOOK = 100 };
    static words scheme;
    scheme = split(o->scheme);
    static row base, rows[CASES];
    base = row_of(scheme.word[0], "vacuum", CELLS, 1);
    yee_status status = row_open(o, &base);
    base.steps =
        (base.steps + LOOK - 1) / LOOK * LOOK; /* what comes every 100 comes as often */
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to)
        return YEE_MEMORY;
    fprintf(to,
            "%s, %d^3 cells, FP32, one thread; the vacuum step with a dipole and a probe is "
            "100 %%. Files go to a\nfolder for temporary ones; a second thread writes them.\n\n"
            "| what | Mcells/s | of the vacuum step | more |\n|---|---|---|---|\n",
            scheme.word[0], CELLS);
    for (int n = 0; n < CASES && !status; n++) {
        row *r = &rows[n];
        *r = row_of(scheme.word[0], cases[n].name, CELLS, 1);
        base.turns = 0;
        status = row_open(o, r);
        r->steps = base.steps;
        for (int round = 0; round < (o->rounds + 1) / 2 && !status; round++) {
            status = row_turn(o, &base);
            if (!status)
                status = row_turn(o, r);
        }
        if (!status)
            report_row(o, r);
        row_close(r);
        if (!status)
            fprintf(to, "| %s | %.0f | %.0f %% | %+.1f %% |\n", cases[n].what, row_rate(r),
                    100 * row_rate(&base) / row_rate(r),
                    100 * (row_rate(&base) / row_rate(r) - 1));
    }
    row_close(&base);
    fclose(to);
    if (!status)
        report_section(o, "Cost of physics and outputs", text);
    free(text);
    return status;
}
