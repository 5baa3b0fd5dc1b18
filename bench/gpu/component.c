/* component.c: the tables of M. F. Hadi and S. A. Esmaeili, CUDA Fortran acceleration for the
 * finite-difference time-domain method, beside ours: Hx alone on 300^3, 1000 runs on the card;
 * one core of the host. */
#include "component.h"
#include "hadi.h"

enum { N = 300, RUNS = 1000, CORE_RUNS = 4, BLOCKS = 8 };

static const int blocks[BLOCKS][3] = {{4, 4, 4},  {8, 8, 8},  {16, 8, 4}, {16, 8, 8},
                                      {32, 8, 4}, {32, 2, 3}, {32, 3, 2}, {32, 2, 2}};

typedef struct algorithm {
    const char *name;
    double card, core; /* the paper's, Mcells/s: Tesla C2050, a core of a Xeon W5580 */
    int block;         /* its best, of `blocks` */
    int words;         /* reads and writes that are not repeated, a point */
} algorithm;

static const algorithm algorithms[HADI_KERNELS] = {
    [HADI_FDTD] = {"FDTD", 383, 75, 5, 6},       [HADI_FV24] = {"FV24", 159, 32, 6, 9},
    [HADI_FV24_WB] = {"FV24-WB", 198, 35, 7, 8}, [HADI_BALANCED] = {"balanced", 144, 26, 7, 9},
    [HADI_S44] = {"S44", 215, 26, 5, 13},
};
/* table 2; 0: the block is not in it */
static const double standard[BLOCKS] = {177, 221, 301, 249, 350, 383, 0, 0};

static void note(FILE *csv, const char *row, const algorithm *a, const int *block, double rate,
                 double copy)
{
    const double bytes = 4.0 * a->words;
    fprintf(csv, "%s,component,%s_%dx%dx%d,%d,%d,%d,f32,%d,%.3f,,%.1f,%.0f,%.1f\n", row,
            a->name, block[0], block[1], block[2], N, N, N, RUNS, 1e-3 * rate, 6 * bytes, copy,
            100 * 6e-3 * rate * bytes / copy);
}

bool component_tables(FILE *page, FILE *csv, const char *row, double copy)
{
    double rate[HADI_KERNELS][BLOCKS], core[HADI_KERNELS];
    int best[HADI_KERNELS] = {0};
    for (int a = 0; a < HADI_KERNELS; a++) {
        for (int b = 0; b < BLOCKS; b++) {
            rate[a][b] = hadi_card(a, N, blocks[b], RUNS);
            if (rate[a][b] == 0)
                return false;
            best[a] = rate[a][b] > rate[a][best[a]] ? b : best[a];
            note(csv, row, &algorithms[a], blocks[b], rate[a][b], copy);
        }
        core[a] = hadi_core(a, N, CORE_RUNS);
    }
    fprintf(page,
            "### One component, as the paper measures\n\n"
            "Hx alone on %d^3, %d runs, all coefficients arrays; Mcells/s, a component being a "
            "sixth of a cell (its eq. 5).\n\nTables 2 and 3, blocks:\n\n"
            "| block | FDTD: paper | ours |",
            N, RUNS);
    for (int a = 1; a < HADI_KERNELS; a++)
        fprintf(page, " %s |", algorithms[a].name);
    fputs("\n|---|---|---|---|---|---|---|\n", page);
    for (int b = 0; b < BLOCKS; b++) {
        fprintf(page, "| %d x %d x %d | ", blocks[b][0], blocks[b][1], blocks[b][2]);
        if (standard[b] > 0)
            fprintf(page, "%.0f", standard[b]);
        fputs(" |", page);
        for (int a = 0; a < HADI_KERNELS; a++)
            fprintf(page, " %.0f%s%s |", rate[a][b], best[a] == b ? " best" : "",
                    algorithms[a].block == b ? ", the paper's best" : "");
        fputs("\n", page);
    }
    fputs(
        "\nTables 4 and 5, in the best block, and on one core of this machine's processor:\n\n"
        "| algorithm | card: paper | FDTD/it | ours | FDTD/it | % of copy | core: paper | "
        "FDTD/it | ours | FDTD/it |\n|---|---|---|---|---|---|---|---|---|---|\n",
        page);
    for (int a = 0; a < HADI_KERNELS; a++) {
        const algorithm *x = &algorithms[a], *first = &algorithms[HADI_FDTD];
        const double ours = rate[a][best[a]];
        fprintf(page, "| %s | %.0f | %.1f | %.0f | %.2f | %.0f | %.0f | %.1f | %.0f | %.2f |\n",
                x->name, x->card, first->card / x->card, ours,
                rate[HADI_FDTD][best[HADI_FDTD]] / ours, 100 * 24e-3 * ours * x->words / copy,
                x->core, first->core / x->core, core[a], core[HADI_FDTD] / core[a]);
    }
    fputs("\n%: of the words that a point needs once (6, 9, 8, 9, 13, its coefficients among "
          "them) at copy speed.\n\n",
          page);
    return true;
}
