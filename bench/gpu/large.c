/* bench/gpu/large.c: sizes up to the card's, models that others fail on, and one that has to be
 * refused. */
#include "bench.h"
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

/* 740^3 = 405 M cells: six ids a cell are more than 2^31. */
static const char *const sizes[] = {"vacuum-128-f32",  "cpml-128-f32",    "cpml-1024-f32",
                                    "vacuum-1024-f32", "vacuum-1400-f32", "dielectric-740-f32"};
enum { MEDIA = 40000, X = 36, Y = 36, Z = 31, DEEP = 8 }; /* X*Y*Z voxels of DEEP cells */

/* Voxels of so many materials, one after the other, and their names. */
static bool write_voxels(const char *path)
{
    const hsize_t n[3] = {X, Y, Z}, media = MEDIA;
    int *v = malloc(sizeof *v * X * Y * Z);
    char(*name)[8] = calloc(MEDIA, sizeof *name);
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(3, n, NULL), list = H5Screate_simple(1, &media, NULL);
    const hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, sizeof *name);
    const hid_t data =
        H5Dcreate2(file, "data", H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t names =
        H5Dcreate2(file, "materials", text, list, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    for (int i = 0; v && i < X * Y * Z; i++)
        v[i] = i % MEDIA;
    for (int m = 0; name && m < MEDIA; m++)
        snprintf(name[m], sizeof *name, "m%d", m);
    const bool ok = v && name &&
                    H5Dwrite(data, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, v) >= 0 &&
                    H5Dwrite(names, text, H5S_ALL, H5S_ALL, H5P_DEFAULT, name) >= 0;
    H5Dclose(data);
    H5Dclose(names);
    H5Tclose(text);
    H5Sclose(space);
    H5Sclose(list);
    H5Fclose(file);
    free(v);
    free(name);
    return ok;
}

static void write_media(const bench *b, const char *voxels, FILE *to)
{
    fprintf(to,
            "[grid]\nspacing = 1 mm\ncells = %d, %d, %d\n[run]\nsteps = 1000\nscheme = %s\n"
            "output = %s/media.h5\n[boundary.all]\ntype = cpml\ncells = 8\n"
            "[waveform.w]\ntype = ricker\nfrequency = 3 GHz\n"
            "[source.s]\ntype = dipole\nposition = 18, 18, 124 mm\ndirection = z\n"
            "current = 1 A\nwaveform = w\n[output.p]\ntype = probe\nposition = 12, 18, 100 mm\n"
            "[shape.v]\ntype = voxels\nfile = %s\nspacing = 1 mm, 1 mm, %d mm\n",
            X, Y, Z * DEEP, b->scheme, b->folder, voxels, DEEP);
    for (int m = 0; m < MEDIA; m++)
        fprintf(to, "[material.m%d]\ntype = dielectric\neps = %.5f\n", m, 1.5 + 1e-4 * m);
}

/* From the text to the closed file. */
static yee_status many_media(bench *b)
{
    char voxels[128];
    yee_model *model = NULL;
    yee_simulation *s = NULL;
    figure f = {.steps = 1000};
    snprintf(voxels, sizeof voxels, "%s/media_voxels.h5", b->folder);
    const double start = bench_now();
    char *text = write_voxels(voxels) ? bench_text(b, voxels, write_media) : NULL;
    if (!text)
        return YEE_MEMORY;
    yee_status status = yee_model_parse(b->session, "media.ini", text, 0, NULL, &model);
    free(text);
    if (!status)
        status = yee_simulation_plan(model, &s);
    const double planned = bench_now();
    if (!status)
        status = yee_simulation_run(s, 16, NULL, NULL); /* the first step opens the file */
    const double opened = bench_now();
    if (!status)
        status = yee_simulation_run(s, -1, NULL, NULL);
    f.rate = 1e-9 * X * Y * Z * DEEP * (double)(f.steps - 16) / (bench_now() - opened);
    if (!status)
        status = yee_simulation_finish(s);
    if (status) {
        fprintf(stderr, "%d materials: %s\n", MEDIA, yee_session_error(b->session));
    } else {
        bench_row(b, b->scheme, "materials_40000", (const int[3]){X, Y, Z * DEEP}, "f32", 0,
                  &f);
        printf(
            "\n%d materials (%lld media at edges) in %d x %d x %d cells with CPML, %lld "
            "steps from the text to the closed file: %.1f s to read and plan, %.1f s to open "
            "the file, %.2f Gcells/s.\n",
            MEDIA, (long long)yee_model_problem(model)->media, X, Y, Z * DEEP,
            (long long)f.steps, planned - start, opened - planned, f.rate);
    }
    yee_simulation_free(s);
    yee_model_free(model);
    return status;
}

/* Before anything is allocated, with the numbers. */
static yee_status too_large(bench *b)
{
    char text[1024];
    yee_model *model = NULL;
    yee_simulation *s = NULL;
    snprintf(
        text, sizeof text,
        "[grid]\nspacing = 1 mm\ncells = 1050, 1050, 1050\nbackground = m\n"
        "[run]\nsteps = 1\nprecision = f64\nscheme = %s\n[boundary.all]\ntype = pec\n"
        "[material.m]\ntype = debye\neps_inf = 2\ndelta_eps = 1\ntau = 9 ps\nadd = a, b, c\n"
        "[material.a]\ntype = debye\ndelta_eps = 2\ntau = 20 ps\n"
        "[material.b]\ntype = debye\ndelta_eps = 2\ntau = 40 ps\n"
        "[material.c]\ntype = debye\ndelta_eps = 2\ntau = 80 ps\n",
        b->scheme);
    yee_status status = yee_model_parse(b->session, "large.ini", text, 0, NULL, &model);
    if (!status)
        status = yee_simulation_plan(model, &s);
    const bool refused = status == YEE_MEMORY || status == YEE_DECLINED;
    printf("\n1050^3 cells with four poles, f64: %s\n",
           refused ? yee_session_error(b->session) : "NOT refused, though no card holds them");
    yee_simulation_free(s);
    yee_model_free(model);
    return refused ? YEE_OK : YEE_INTERNAL;
}

yee_status large_table(bench *b)
{
    yee_status status = YEE_OK;
    for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
        const yee_status one = speed_case(b, sizes[n]);
        status = status ? status : one;
    }
    const yee_status media = many_media(b), refusal = too_large(b);
    return status ? status : media ? media : refusal;
}
