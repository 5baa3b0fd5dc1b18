/* bench/gpu: times CUDA schemes beside a device copy and adds a row per case to a CSV file.
 *
 *     bench_gpu results.csv [scheme [part ...]]       cuda.split, all cases of speed
 *     bench_gpu results.csv scheme:key=value part ...
 *
 * A part is a case NAME-CELLS-PRECISION, for example cpml-512-f32; "speed": all of those;
 * "cubes": those of 100^3 to 400^3 cells in layers; a file, bench/models/utilities.ini: that model;
 * and "buried", pipes under ground; "cost": what physics and outputs add to a step; "scaling":
 * vacuum from 64^3 cells to 1400^3; "large": sizes up to the card's, and models that others
 * fail on; "accuracy": the time that a scheme takes for an error. A figure is the median of
 * five timings of about 0.3 s each, the spread that of the slowest from the fastest. */
#include "bench.h"
#include "copy.h"
#include <string.h>

static const char *const standard[] = {
    "vacuum-512-f32",          "dielectric-512-f32",  "cpml-512-f32",    "debye-512-f32",
    "cpml_dielectric-512-f32", "debye_cpml-512-f32",  "graded-512-f32",  "vacuum-512-f64",
    "dielectric-512-f64",      "cpml-512-f64",        "debye-512-f64",   "cpml-64-f32",
    "vacuum-64-f32",           "vacuum-256-f32",      "cpml-256-f32",    "debye-256-f32",
    "debye2-400-f32",          "debye2_cpml-400-f32", "lorentz-400-f32", "debye2-400-f64",
    "lattice-400-f32"};

/* Vacuum from grids that fit the cache to those that fill the card. */
static const char *const sizes[] = {"vacuum-64-f32",   "vacuum-96-f32",  "vacuum-128-f32",
                                    "vacuum-192-f32",  "vacuum-256-f32", "vacuum-384-f32",
                                    "vacuum-512-f32",  "vacuum-768-f32", "vacuum-1024-f32",
                                    "vacuum-1280-f32", "vacuum-1400-f32"};

/* Free space in layers, a dipole and a probe: the cubes of C. Warren et al., Comput. Phys. Commun.
 * 209 (2016) 163, and 237 (2019) 208. */
static const char *const cubes[] = {"cpml-100-f32", "cpml-150-f32", "cpml-200-f32",
                                    "cpml-250-f32", "cpml-300-f32", "cpml-350-f32",
                                    "cpml-400-f32"};

static bool is_file(const char *word)
{
    const char *dot = strrchr(word, '.');
    return dot && !strcmp(dot, ".ini");
}

static yee_status time_cases(bench *b, const char *const *name, size_t count)
{
    yee_status status = YEE_OK;
    for (size_t n = 0; n < count; n++) {
        const yee_status one = speed_case(b, name[n]);
        status = status ? status : one;
    }
    return status;
}

static yee_status speed(bench *b)
{
    const yee_status status = time_cases(b, standard, sizeof standard / sizeof *standard),
                     buried = buried_utilities(b);
    return status ? status : buried;
}

/* Rows are named by the word; "key=value" after a colon becomes a section of the model. */
static void take_scheme(bench *b, const char *word)
{
    const char *colon = strchr(word, ':');
    b->scheme = b->run = word;
    if (!colon)
        return;
    snprintf(b->keys, sizeof b->keys, "[scheme.timed]\ntype = %.*s\n%s\n", (int)(colon - word),
             word, colon + 1);
    b->run = "timed";
}

int main(int count, char **word)
{
    if (count < 2) {
        fprintf(stderr, "usage: bench_gpu results.csv [scheme [part ...]]\n");
        return YEE_USAGE;
    }
    if (!copy_card()[0]) {
        fprintf(stderr, "bench_gpu: SKIPPED, this machine has no GPU\n");
        return 77;
    }
    bench b = {.copy_again = true};
    take_scheme(&b, count > 2 ? word[2] : "cuda.split");
    yee_status status = bench_open(&b, word[1]);
    const bool opened = status == YEE_OK;
    if (opened && count < 4)
        status = speed(&b);
    for (int n = 3; n < count && opened; n++) {
        const yee_status one =
            !strcmp(word[n], "speed")      ? speed(&b)
            : !strcmp(word[n], "buried")   ? buried_utilities(&b)
            : !strcmp(word[n], "scaling")  ? time_cases(&b, sizes, sizeof sizes / sizeof *sizes)
            : !strcmp(word[n], "cubes")    ? time_cases(&b, cubes, sizeof cubes / sizeof *cubes)
            : is_file(word[n])             ? model_file(&b, word[n])
            : !strcmp(word[n], "cost")     ? cost_table(&b)
            : !strcmp(word[n], "large")    ? large_table(&b)
            : !strcmp(word[n], "accuracy") ? accuracy_row(&b)
                                           : speed_case(&b, word[n]);
        status = status ? status : one;
    }
    return (int)bench_close(&b, status);
}
