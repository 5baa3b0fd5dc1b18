/* yee sweep by the CUDA schemes: every trace has the bits of its lone run, by however many traces side
 * by side. Skipped, and it says so, where there is no GPU; tests/emulator has what this needs of one. */
#include "suite.h"
#include "sweeping.h"

#include <math.h>

enum { SKIPPED = 77, COUNT = 44, STEPS = 12 };

static const char grid[] =
    "[run]\nsteps = 12\n"
    "[grid]\ncells = 10, 11, 12\nspacing = 1 mm\n"
    "[boundary.all]\ntype = cpml\ncells = 2\n"
    "[scheme.split]\ntype = cuda.split\n"
    "[scheme.passes]\ntype = cuda.temporal\nsteps_per_pass = 2\n"
    "[waveform.pulse]\ntype = gaussian\nfrequency = 9 GHz\n"
    "[source.tx]\ntype = dipole\nposition = 3, 4, 6 mm\ndirection = z\ncurrent = 1 A\n"
    "waveform = pulse\n"
    "[material.soil]\ntype = dielectric\neps = 4\n"
    "[shape.ground]\ntype = box\nfrom = 0, 0, 0 mm\nto = 10, 11, 5 mm\nmaterial = soil\n"
    "[output.rx]\ntype = probe\nposition = 4, 6, 6 mm\n";

/* Places, which aim a plan, and soils, which make one anew: 11 x 4. */
static const char places[] =
    "[sweep.line]\nkeys = source.tx.position, output.rx.position\nstep = 0.4, 0.1, 0 mm\n"
    "count = 11\n"
    "[sweep.soil]\nkeys = material.soil.eps\nvalues = 2, 3, 4, 6\n";

static const char *const schemes[] = {"run.scheme=split", "run.scheme=passes"};

static void write_places(void)
{
    char text[2048];
    snprintf(text, sizeof text, "%s%s", grid, places);
    write_file("m.ini", text);
}

/* Numbers of the trace's own file, and of its lone run's. */
static void same_trace(int trace, const char *scheme)
{
    char number[16], command[160];
    snprintf(number, sizeof number, "%d", trace);
    MUST("m.ini", "--set", scheme, "--trace", number, "--set", "run.output=lone.h5", "--force");
    snprintf(command, sizeof command, "h5diff -v m.sweep/%06d/m.h5 lone.h5 /probe >diff 2>&1",
             trace);
    ck_assert_msg(system(command) == 0, "%s: trace %d is not its lone run", scheme, trace);
}

START_TEST(traces_side_by_side_have_the_bits_of_lone_runs)
{
    static const char *const jobs[] = {"1", "3", "44"};
    static const int lone[] = {0, 7, 29, 43};
    const char *scheme = schemes[_i];
    write_places();
    for (size_t k = 0; k < sizeof jobs / sizeof *jobs; k++) {
        MUST_SWEEP("m.ini", "--set", scheme, "--force", "--jobs", jobs[k]);
        if (k == 0) {
            for (size_t n = 0; n < sizeof lone / sizeof *lone; n++)
                same_trace(lone[n], scheme);
            ck_assert_int_eq(rename("m.h5", "whole.h5"), 0);
        } else {
            same_parts("m.h5", "whole.h5", 1);
        }
    }
    float ez[COUNT * STEPS];
    double most = 0;
    read_all("whole.h5", "/probe/rx/ez", H5T_NATIVE_FLOAT, sizeof ez, ez);
    for (int n = 0; n < COUNT * STEPS; n++)
        most = fmax(most, fabs((double)ez[n]));
    ck_assert_msg(most > 0, "nothing came to the probe");
}
END_TEST

/* Whether a GPU runs a model; else the command says why not. */
static bool runs(void)
{
    char name[] = "/tmp/yee-case-XXXXXX", path[64], command[512];
    if (!mkdtemp(name))
        return false;
    snprintf(path, sizeof path, "%s/m.ini", name);
    FILE *file = fopen(path, "w");
    bool ok = file && fputs(grid, file) >= 0;
    ok = file && !fclose(file) && ok;
    snprintf(command, sizeof command,
             "cd %s && '%s' run --quiet --set run.scheme=split --set run.steps=1 m.ini", name,
             YEE_COMMAND);
    ok = ok && system(command) == 0;
    snprintf(command, sizeof command, "rm -r %s", name);
    return system(command) == 0 && ok;
}

int main(void)
{
    if (!runs()) {
        printf("SKIPPED: no GPU runs cuda.split\n");
        return SKIPPED;
    }
    Suite *suite = suite_create("sweep_cuda");
    TCase *tests = tcase_create("sweep_cuda");
    tcase_set_timeout(tests, 300);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_loop_test(tests, traces_side_by_side_have_the_bits_of_lone_runs, 0,
                        sizeof schemes / sizeof *schemes);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
