/* tests/cases/sweeping.h: the model of the suites of yee sweep, and what compares its files. */
#ifndef YEE_TESTS_SWEEPING_H
#define YEE_TESTS_SWEEPING_H

#include "command.h"

static const char model[] =
    "[run]\nsteps = 300\n"
    "[grid]\ncells = 24, 24, 1\nspacing = 1 mm\ninvariant = z\n"
    "[boundary.all]\ntype = cpml\ncells = 4\n"
    "[waveform.pulse]\ntype = gaussian\nfrequency = 9 GHz\n"
    "[source.tx]\ntype = dipole\nposition = 6, 12, 0 mm\ndirection = z\ncurrent = 1 A\n"
    "waveform = pulse\n"
    "[material.soil]\ntype = dielectric\neps = 4\n"
    "[shape.ground]\ntype = box\nfrom = 0, 0, 0 mm\nto = 24, 9, 1 mm\nmaterial = soil\n"
    "[output.rx]\ntype = probe\nposition = 9, 12, 0 mm\n"
    "[output.part]\ntype = spectrum\nfrom = 8, 12, 0 mm\nto = 10, 12, 0 mm\n"
    "frequencies = 2 GHz, 6 GHz\n";

/* a line of three places, over two soils */
static const char line[] = "[sweep.line]\nkeys = source.tx.position, output.rx.position\n"
                           "step = 2, 0, 0 mm\ncount = 3\n"
                           "[sweep.soil]\nkeys = material.soil.eps\nvalues = 4, 6\n";

#define SWEEP(...) \
    run_with(NULL, (const char *const[]){"yee", "sweep", "--quiet", __VA_ARGS__, NULL})
#define MUST_SWEEP(...) \
    do { \
        const int code_ = SWEEP(__VA_ARGS__); \
        ck_assert_msg(code_ == YEE_OK, "exit code %d: %s", code_, said); \
    } while (0)

static inline void write_model(const char *name, const char *sweep)
{
    char text[4096];
    snprintf(text, sizeof text, "%s%s", model, sweep);
    write_file(name, text);
}

/* whole.h5: by one call. */
static inline void sweep_whole(void)
{
    MUST_SWEEP("m.ini");
    ck_assert_int_eq(rename("m.h5", "whole.h5"), 0);
    clean("m.sweep");
}

enum { RECORDS = 2, PARTS };
/* The groups of records, or all parts of the file but the provenance, which has dates. */
static inline void same_parts(const char *a, const char *b, int parts)
{
    static const char *const part[PARTS] = {"/probe", "/spectrum", "/sweep"};
    char command[256];
    for (int i = 0; i < parts; i++) {
        snprintf(command, sizeof command, "h5diff -v %s %s %s >diff 2>&1", a, b, part[i]);
        ck_assert_msg(system(command) == 0, "%s: %s and %s differ", part[i], a, b);
    }
}

static inline void same(const char *a, const char *b) { same_parts(a, b, PARTS); }

static inline void read_all(const char *name, const char *path, hid_t type, size_t bytes,
                            void *values)
{
    const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
    ck_assert_msg(set >= 0, "%s has no %s", name, path);
    ck_assert_uint_eq(
        (size_t)H5Sget_simple_extent_npoints(H5Dget_space(set)) * H5Tget_size(type), bytes);
    ck_assert_int_ge(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0);
    H5Dclose(set);
    H5Fclose(file);
}

enum { TRACES = 6, ROWS = 300 };

#endif
