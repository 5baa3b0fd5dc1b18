/* bench/gpu/buried.c: pipes and cables under a rough surface, found by an antenna in a box: 600
 * x 100 x 500 cells of 2 mm. The soil has ten mixtures of water content in random lumps, one
 * Debye pole each, as the model that others have published figures of: C. Warren et al.,
 * Comput. Phys. Commun. 237 (2019) 208 (30 million cells, 906 Mcells/s on a P100). */
#include "bench.h"
#include <hdf5.h>
#include <math.h>
#include <stdlib.h>

enum { X = 600, Y = 100, Z = 500, TOP = 380, ROUGH = 12, SOILS = 10, LUMP = 8 };

/* A number in [0, 1) that belongs to three others. */
static double chance(int i, int j, int k)
{
    unsigned n = (unsigned)i * 73856093u ^ (unsigned)j * 19349663u ^ (unsigned)k * 83492791u;
    n = (n ^ n >> 15) * 0x2c1b3c6du;
    n = (n ^ n >> 12) * 0x297a2d39u;
    return (n ^ n >> 15) / 4294967296.0;
}

static double mix(double a, double b, double t) { return a + (b - a) * t * t * (3 - 2 * t); }

/* Lumps of one size and half of it, smooth in between. */
static double lumps(int i, int j, int k)
{
    double sum = 0, weight = 0;
    for (int size = LUMP; size >= LUMP / 2; size /= 2) {
        const int a = i / size, b = j / size, c = k / size;
        const double x = (double)(i % size) / size, y = (double)(j % size) / size,
                     z = (double)(k % size) / size;
        double v[4];
        for (int n = 0; n < 4; n++)
            v[n] = mix(chance(a, b + n / 2, c + n % 2), chance(a + 1, b + n / 2, c + n % 2), x);
        sum += size * mix(mix(v[0], v[2], y), mix(v[1], v[3], y), z);
        weight += size;
    }
    return sum / weight;
}

/* 0 to SOILS - 1 below the surface, which rises and falls by some cells; -1 above. */
static bool write_soil(const char *path)
{
    const hsize_t n[3] = {X, Y, Z};
    signed char *v = malloc((size_t)X * Y * Z), *at = v;
    for (int i = 0; v && i < X; i++)
        for (int j = 0; j < Y; j++) {
            const int top = TOP + (int)(ROUGH * (lumps(i / 2, j / 2, 0) - 0.5));
            for (int k = 0; k < Z; k++) {
                const int soil = (int)floor(SOILS * (2 * lumps(i, j, k) - 0.5));
                *at++ = (signed char)(k >= top       ? -1
                                      : soil < 0     ? 0
                                      : soil < SOILS ? soil
                                                     : SOILS - 1);
            }
        }
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(3, n, NULL);
    const hid_t data =
        H5Dcreate2(file, "data", H5T_STD_I8LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const bool ok =
        v && H5Dwrite(data, H5T_NATIVE_SCHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, v) >= 0;
    H5Dclose(data);
    H5Sclose(space);
    H5Fclose(file);
    free(v);
    return ok;
}

static const char *const things =
    "[material.pvc]\ntype = dielectric\neps = 3\n"
    "[material.foam]\ntype = dielectric\neps = 1.2\nsigma = 50 mS/m\n"
    /* a water main of plastic, a steel pipe, three cables */
    "[shape.main]\ntype = cylinder\nmaterial = pvc\naverage = no\nradius = 60 mm\n"
    "from = 300, 0, 420 mm\nto = 300, 200, 420 mm\n"
    "[shape.inside]\ntype = cylinder\nmaterial = water\naverage = no\nradius = 50 mm\n"
    "from = 300, 0, 420 mm\nto = 300, 200, 420 mm\n"
    "[shape.steel]\ntype = cylinder\nmaterial = pec\naverage = no\nradius = 40 mm\n"
    "from = 620, 0, 360 mm\nto = 620, 200, 360 mm\n"
    "[shape.a]\ntype = cylinder\nmaterial = pec\naverage = no\nradius = 8 mm\n"
    "from = 820, 0, 560 mm\nto = 820, 200, 560 mm\n"
    "[shape.b]\ntype = cylinder\nmaterial = pec\naverage = no\nradius = 8 mm\n"
    "from = 860, 0, 560 mm\nto = 860, 200, 560 mm\n"
    "[shape.c]\ntype = cylinder\nmaterial = pec\naverage = no\nradius = 8 mm\n"
    "from = 1000, 40, 480 mm\nto = 900, 160, 500 mm\n"
    /* the antenna: a metal box open below, foam in it, two plates and a port between them */
    "[shape.box]\ntype = box\nmaterial = pec\naverage = no\n"
    "from = 500, 40, 800 mm\nto = 700, 160, 880 mm\n"
    "[shape.hollow]\ntype = box\nmaterial = foam\naverage = no\n"
    "from = 504, 44, 800 mm\nto = 696, 156, 876 mm\n"
    "[shape.left]\ntype = box\nmaterial = pec\naverage = no\n"
    "from = 540, 80, 800 mm\nto = 598, 120, 802 mm\n"
    "[shape.right]\ntype = box\nmaterial = pec\naverage = no\n"
    "from = 602, 80, 800 mm\nto = 660, 120, 802 mm\n"
    "[waveform.w]\ntype = ricker\nfrequency = 1.5 GHz\n"
    "[source.feed]\ntype = voltage\nnegative = 598, 100, 800 mm\npositive = 602, 100, 800 mm\n"
    "resistance = 200 Ohm\nwaveform = w\n"
    "[output.p]\ntype = probe\nports = feed\n";

static void write_model(const bench *b, const char *soil, FILE *to)
{
    fprintf(to,
            "[grid]\nspacing = 2 mm\ncells = %d, %d, %d\n[run]\nsteps = 100000000\n"
            "scheme = %s\n[boundary.all]\ntype = cpml\ncells = 10\n%s"
            "[material.water]\ntype = debye\neps_inf = 4.9\ndelta_eps = 75.2\ntau = 9.231 ps\n",
            X, Y, Z, b->run, b->keys);
    for (int n = 0; n < SOILS; n++)
        fprintf(to,
                "[material.m%d]\ntype = debye\neps_inf = %.3f\ndelta_eps = %.3f\n"
                "tau = 9.231 ps\nsigma = %.3f mS/m\n",
                n, 3.2 + 0.25 * n, 0.4 + 0.9 * n, 1 + 1.5 * n);
    fprintf(to,
            "[shape.soil]\ntype = voxels\nfile = %s\nspacing = 2 mm, 2 mm, 2 mm\n"
            "average = no\nmaterials = m0",
            soil);
    for (int n = 1; n < SOILS; n++)
        fprintf(to, ", m%d", n);
    fprintf(to, "\n%s", things);
}

yee_status buried_utilities(bench *b)
{
    char soil[128];
    figure f = {.rate = 0};
    double memory = 0;
    snprintf(soil, sizeof soil, "%s/soil.h5", b->folder);
    char *text = write_soil(soil) ? bench_text(b, soil, write_model) : NULL;
    if (!text)
        return YEE_MEMORY;
    const yee_status status = bench_time(b, text, &f, &memory);
    free(text);
    if (status) {
        fprintf(stderr, "buried utilities: %s\n", yee_session_error(b->session));
        return status;
    }
    bench_row(b, b->scheme, "buried_utilities", (const int[3]){X, Y, Z}, "f32", 0, &f);
    printf("\n`%s`, buried utilities, %d x %d x %d cells: %.2f Gcells/s, spread %.1f %%, "
           "%.2f GB.\n",
           b->scheme, X, Y, Z, f.rate, f.spread, 1e-9 * memory);
    fflush(stdout);
    return YEE_OK;
}
