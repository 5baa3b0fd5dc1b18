/* bench/cpu/setup.c: the time from the INI text to the end of the first step. */
#include "bench.h"
#include <hdf5.h>
#include <math.h>
#include <stdlib.h>

enum { CELLS = 200, TIMES = 3 };

/* Eight materials in blobs: neighbours mostly alike, as in a scanned body. */
static bool write_voxels(const options *o)
{
    const hsize_t n[3] = {CELLS, CELLS, CELLS};
    unsigned char *v = malloc((size_t)CELLS * CELLS * CELLS);
    char path[128];
    snprintf(path, sizeof path, "%s/voxels.h5", o->folder);
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(3, n, NULL);
    const hid_t data =
        H5Dcreate2(file, "data", H5T_STD_U8LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    for (size_t i = 0; v && i < CELLS; i++)
        for (size_t j = 0; j < CELLS; j++)
            for (size_t k = 0; k < CELLS; k++)
                v[(i * CELLS + j) * CELLS + k] =
                    (unsigned char)(4 + 3.99 * sin(0.07 * (double)i) * sin(0.09 * (double)j) *
                                            sin(0.11 * (double)k));
    const bool ok =
        v && H5Dwrite(data, H5T_NATIVE_UCHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, v) >= 0;
    H5Dclose(data);
    H5Sclose(space);
    H5Fclose(file);
    free(v);
    return ok;
}

/* Seconds for the model, the plan, and the first step. */
static yee_status once(const options *o, row *r, double took[3])
{
    char *text = row_text(o, r);
    if (!text)
        return YEE_USAGE;
    const double start = now(o);
    yee_status status = yee_model_parse(o->session, "bench.ini", text, 0, NULL, &r->model);
    const double model = now(o);
    if (!status)
        status = yee_simulation_plan(r->model, &r->simulation);
    const double plan = now(o);
    if (!status)
        status = yee_simulation_run(r->simulation, 1, NULL, NULL);
    took[0] = model - start;
    took[1] = plan - model;
    took[2] = now(o) - plan;
    row_close(r);
    free(text);
    return status;
}

static void sort(double *v)
{
    for (int n = 1; n < TIMES; n++)
        for (int m = n; m > 0 && v[m] < v[m - 1]; m--) {
            const double swap = v[m];
            v[m] = v[m - 1];
            v[m - 1] = swap;
        }
}

yee_status part_setup(options *o)
{
    static const struct {
        const char *name, *what;
    } cases[] = {{"empty", "empty"},
                 {"spheres", "1000 spheres of two dielectrics"},
                 {"cylinder", "an oblique cylinder"},
                 {"voxels", "a voxel file of eight materials"}};
    static words scheme;
    scheme = split(o->scheme);
    const double mcells = 1e-6 * CELLS * CELLS * CELLS;
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to || !write_voxels(o))
        return YEE_MEMORY;
    fprintf(to,
            "From the INI text to the end of the first step, %d^3 cells = %.0f Mcells, %s, one "
            "thread; target: below 1 s.\nMedian of %d; the three parts are medians of their "
            "own.\n\n| model | s | s per Mcell | model s | plan s | first step s | |\n"
            "|---|---|---|---|---|---|---|\n",
            CELLS, mcells, scheme.word[0], TIMES);
    yee_status status = YEE_OK;
    for (size_t n = 0; n < sizeof cases / sizeof *cases && !status; n++) {
        row r = row_of(scheme.word[0], cases[n].name, CELLS, 1);
        double part[4][TIMES];
        for (int t = 0; t < TIMES && !status; t++) {
            double took[3];
            status = once(o, &r, took);
            part[3][t] = 0;
            for (int p = 0; p < 3; p++) {
                part[p][t] = took[p];
                part[3][t] += took[p];
            }
        }
        for (int p = 0; p < 4 && !status; p++)
            sort(part[p]);
        const int half = TIMES / 2;
        if (!status)
            fprintf(to, "| %s | %.2f | %.3f | %.2f | %.2f | %.2f | %s |\n", cases[n].what,
                    part[3][half], part[3][half] / mcells, part[0][half], part[1][half],
                    part[2][half], part[3][half] < 1 ? "reached" : "**missed**");
    }
    fclose(to);
    if (!status)
        report_section(o, "Set-up", text);
    free(text);
    return status;
}
