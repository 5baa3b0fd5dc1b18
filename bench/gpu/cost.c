/* bench/gpu/cost.c: what physics and outputs cost, in percent of the vacuum step; outputs write
 * their files. The cases are those of bench_cpu. */
#include "bench.h"
#include "common/cases.h"
#include <math.h>
#include <stdlib.h>

/* EVERY: a multiple of the steps between two records, so that each timing has as many. */
enum { CELLS = 400, EVERY = 400, TIMINGS = 3 };

static yee_status time_case(bench *b, const bench_case *w, figure *f)
{
    yee_model *model = NULL;
    yee_simulation *s = NULL;
    char *text = case_text(b->folder, w);
    if (!text)
        return YEE_USAGE;
    yee_status status = yee_model_parse(b->session, "cost.ini", text, 0, NULL, &model);
    free(text);
    if (!status)
        status = yee_simulation_plan(model, &s);
    if (!status) {
        const void *config;
        runner r = {.simulation = s};
        r.ops = yee_simulation_scheme(s, &config, &r.plan);
        status = bench_fill(&r, &yee_model_problem(model)->grid);
        if (!status)
            status = bench_measure(&r, pow(CELLS, 3), TIMINGS, 0.3, EVERY, f);
    }
    yee_simulation_free(s);
    yee_model_free(model);
    return status;
}

yee_status cost_table(bench *b)
{
    static const struct {
        const char *name, *column, *what;
    } cases[] = {
        {"vacuum", "vacuum", "vacuum with a dipole and a probe"},
        {"cpml", "cpml", "CPML, 10 cells, six sides"},
        {"ids", "dielectric", "15 dielectrics by ids"},
        {"1 pole", "debye", "1 Debye pole everywhere"},
        {"2 poles", "debye2", "2 Debye poles everywhere"},
        {"4 poles", "debye4", "4 Debye poles everywhere"},
        {"DFT box", "dft", "running DFT, Ez on 30^3 cells, 10 frequencies, every step"},
        {"DFT box per 10", "dft_10", "the same every 10 steps"},
        {"DFT box own", "dft_own", "the same of a pulse, as seldom as its band allows"},
        {"probes", "probes", "1000 probes of Ez, every step, to a file"},
        {"snapshot", "snapshot", "snapshot of Ez of the whole box every 100 steps, to a file"},
        {"sentinel", "sentinel", "sentinel every 100 steps"},
    };
    double base = 0;
    yee_status status = YEE_OK;
    printf(
        "\nCost of physics and outputs: `%s`, %d^3 cells, f32; the whole run with its files.\n"
        "\n| what | Gcells/s | spread %% | of the vacuum step |\n|---|---|---|---|\n",
        b->scheme, CELLS);
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        const bench_case w = case_of(b->scheme, cases[n].name, CELLS, 1);
        char column[64];
        figure f = {.rate = 0};
        const yee_status one = time_case(b, &w, &f);
        if (one) {
            status = status ? status : one;
            fprintf(stderr, "%s: %s\n", cases[n].name, yee_session_error(b->session));
            continue;
        }
        base = n == 0 ? f.rate : base;
        snprintf(column, sizeof column, "cost_%s", cases[n].column);
        bench_row(b, b->scheme, column, (const int[3]){CELLS, CELLS, CELLS}, "f32", 0, &f);
        printf("| %s | %.2f | %.1f | %+.1f %% |\n", cases[n].what, f.rate, f.spread,
               100 * (base / f.rate - 1));
        fflush(stdout);
    }
    return status;
}
