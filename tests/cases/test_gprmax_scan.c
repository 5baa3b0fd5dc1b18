/* Scans of gprMax's input files: all traces by one command, and their file in gprMax's form. */
#include "command.h"
#include "suite.h"
#include <math.h>

enum { MOST = 20000 };

#define SWEEP(...) \
    run_with(NULL, (const char *const[]){"yee", "sweep", "--quiet", __VA_ARGS__, NULL})

/* A dataset of any shape; returns its number of values. */
static int load(const char *name, const char *path, float *v)
{
    const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_msg(file >= 0, "%s cannot be opened", name);
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
    ck_assert_msg(set >= 0, "%s has no %s", name, path);
    const hid_t space = H5Dget_space(set);
    const int count = (int)H5Sget_simple_extent_npoints(space);
    ck_assert_int_le(count, MOST);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, v), 0);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(file);
    return count;
}

/* Column `trace` of the merged file is the record of a run of its own. */
static void is_column(const char *path, int trace, int traces, const char *record)
{
    static float all[MOST], one[MOST];
    const int rows = load(record, path, one);
    ck_assert_int_eq(load("m_merged.out", path, all), rows * traces);
    float largest = 0;
    for (int n = 0; n < rows; n++) {
        ck_assert_msg(all[n * traces + trace] == one[n], "%s, row %d of trace %d: %g, not %g",
                      path, n, trace, all[n * traces + trace], one[n]);
        largest = fmaxf(largest, fabsf(one[n]));
    }
    ck_assert(largest > 0);
}

#define HEAD \
    "#title: a scan\n#domain: 0.120 0.040 0.001\n#dx_dy_dz: 0.001 0.001 0.001\n" \
    "#time_window: 80\n#pml_cells: 6 6 0 6 6 0\n#waveform: ricker 1 9e9 w\n" \
    "#cylinder: 0.060 0.012 0 0.060 0.012 0.001 0.004 pec\n"
#define DIPOLES "#hertzian_dipole: z 0.020 0.030 0 w\n#voltage_source: z 0.100 0.030 0 50 w\n"

/* h5py: that of YEE_TEST_PYTHON, else of python3. */
static int python(const char *arguments)
{
    char line[1000];
    const char *own = getenv("YEE_TEST_PYTHON");
    snprintf(line, sizeof line, "%s -c 'import h5py, numpy' 2> none.txt",
             own ? own : "python3");
    if (system(line)) {
        printf("not looked at: h5py, which %s does not have\n", own ? own : "python3");
        return 0;
    }
    snprintf(line, sizeof line, "%s %s/tests/cases/gprmax_read.py %s", own ? own : "python3",
             SOURCE_DIR, arguments);
    return system(line);
}

START_TEST(one_command_runs_64_traces_and_writes_their_file)
{
    write_file("m.in", HEAD DIPOLES "#rx: 0.024 0.030 0\n#rx: 0.026 0.030 0 b Ez Iz\n"
                                    "#src_steps: 0.001 0 0\n#rx_steps: 0.001 0 0\n");
    ck_assert_msg(SWEEP("m.in", "--traces", "64") == YEE_OK, "%s", said);
    MUST("m.in", "--set", "importer.traces=64", "--set", "importer.trace=38");
    is_column("/rxs/rx1/Ez", 37, 64, "m38.out");
    is_column("/rxs/rx1/Hy", 37, 64, "m38.out");
    is_column("/rxs/rx2/Iz", 37, 64, "m38.out");
    is_column("/rxs/rx2/Ez", 63, 64, "m.sweep/000063/m.out");
    ck_assert_int_eq(python("merged m_merged.out 64 m.sweep/000000/m.out m.sweep/000063/m.out"),
                     0);
    ck_assert_int_eq(python("record m.sweep/000063/m.out"), 0);
    /* The files of this sweep can be made anew. */
    ck_assert_int_eq(unlink("m.h5"), 0);
    ck_assert_int_eq(truncate("m_merged.out", 100), 0);
    ck_assert_msg(SWEEP("m.in", "--traces", "64", "--restart") == YEE_OK, "%s", said);
    is_column("/rxs/rx1/Ez", 37, 64, "m38.out");
}
END_TEST

/* Receivers that are too many for positions as keys: the file is read for each trace. */
START_TEST(arrays_move_too)
{
    write_file("m.in", HEAD DIPOLES "#rx_array: 0.010 0.010 0 0.040 0.018 0 0.001 0.001 0\n"
                                    "#rx_steps: 0.002 0.001 0\n");
    ck_assert_msg(SWEEP("m.in", "--traces", "3") == YEE_OK, "%s", said);
    MUST("m.in", "--set", "importer.trace=3");
    is_column("/rxs/rx1/Ez", 2, 3, "m3.out");
    is_column("/rxs/rx279/Ez", 2, 3, "m3.out");
    float v[3];
    ck_assert_int_eq(load("m.h5", "/sweep/trace", v), 3);
    ck_assert(v[0] == 0 && v[2] == 2);
}
END_TEST

START_TEST(blocks_of_python_make_each_trace_anew)
{
    write_file("m.in", HEAD "#python:\nx = 0.02 + 0.001 * current_model_run\n"
                            "print('#hertzian_dipole: z {} 0.030 0 w'.format(x))\n"
                            "print('#rx: {} 0.030 0'.format(x + 0.004))\n"
                            "print('#title: {} of {}'.format(current_model_run,\n"
                            "                                number_model_runs)[1:])\n"
                            "#end_python:\n");
    ck_assert_msg(SWEEP("m.in", "--traces", "3", "--set", "importer.python=python3") == YEE_OK,
                  "%s", said);
    MUST("m.in", "--set", "importer.python=python3", "--set", "importer.trace=2", "--set",
         "importer.traces=3");
    is_column("/rxs/rx1/Ez", 1, 3, "m2.out");
    MUST("m.in", "--set", "importer.python=python3", "--set", "importer.traces=3", "--trace",
         "2", "--set", "run.output=last.h5");
    is_column("/rxs/rx1/Ez", 2, 3, "last.out");
    ck_assert_int_eq(SWEEP("m.in", "--traces", "3", "--force"), YEE_DECLINED);
    says("only with --set importer.gprmax.python=python3");
}
END_TEST

/* gprMax's -n, and a name for the merged file. */
START_TEST(words_of_gprmax_name_the_scan)
{
    static float one[MOST], all[MOST];
    write_file("m.in", HEAD DIPOLES "#rx: 0.024 0.030 0\n#src_steps: 0.001 0 0\n");
    ck_assert_msg(SWEEP("m.in", "-n", "3", "--gprmax", "line_merged.out") == YEE_OK, "%s",
                  said);
    MUST("m.in", "--set", "importer.trace=3", "--set", "run.output=three.h5");
    const int rows = load("three.out", "/rxs/rx1/Ez", one);
    ck_assert_int_eq(load("line_merged.out", "/rxs/rx1/Ez", all), 3 * rows);
    for (int n = 0; n < rows; n++)
        ck_assert(all[3 * n + 2] == one[n]);
    write_file("two_merged.out", "of somebody else");
    ck_assert_int_eq(SWEEP("m.in", "-n2", "--gprmax", "two"), YEE_IO);
    says("two_merged.out is there; `yee sweep --gather --force` replaces it");
    ck_assert_int_eq(SWEEP("m.in", "-n2", "--gprmax", "two", "--gather", "--force"), YEE_OK);
    ck_assert_int_eq(load("two_merged.out", "/rxs/rx1/Ez", all), 2 * rows);
    ck_assert_int_eq(SWEEP("m.in", "-n", "1"), YEE_USAGE);
    says("--traces 1 is no scan; `yee run m.in` runs one trace");
    ck_assert_int_eq(SWEEP("m.in", "-n2", "--gprmax", "folder/"), YEE_USAGE);
    says("--gprmax folder/: the name of a file is wanted");
    ck_assert_int_eq(
        SWEEP("m.in", "-n2", "--gprmax", "two", "--force", "--set", "importer.record=no"),
        YEE_INPUT);
    says("the model has no output in gprMax's form; give [output.NAME] type = gprmax");
}
END_TEST

static const struct {
    const char *word, *way;
} other[] = {
    {"-n", "`yee sweep MODEL --traces N` runs the traces"},
    {"-n64", "`yee sweep MODEL --traces N` runs the traces"},
    {"--gprmax", "`yee sweep MODEL --gprmax NAME` merges the records"},
    {"-o", "`--set run.output=FILE.h5` names the output file"},
    {"-restart", "--restart goes on where"},
    {"-i", "`yee sweep MODEL --only 19-63` runs some traces"},
    {"-task", "`--set importer.gprmax.trace=N` runs trace N"},
    {"-mpi", "`mpirun -n N yee sweep MODEL` deals the traces"},
    {"--mpi", "`--set run.subdomains=NX,NY,NZ` cuts a model"},
    {"-gpu", "`--set run.scheme=NAME` takes one"},
    {"-benchmark", "`yee compare MODEL` measures"},
    {"--geometry-only", "`yee geometry MODEL` makes pictures"},
    {"--geometry-fixed", "makes the geometry once"},
    {"--write-processed", "`yee model --text MODEL` prints"},
    {"--opt-taguchi", "an optimisation is a program around yee"},
    {"--hide-progress-bars", "--quiet prints warnings"},
};

START_TEST(options_of_gprmax_are_answered)
{
    write_file("m.in", HEAD);
    ck_assert_int_eq(
        run_with(NULL, (const char *const[]){"yee", "run", "m.in", other[_i].word, "2", NULL}),
        YEE_USAGE);
    says(other[_i].way);
    ck_assert_int_eq(run_with(NULL, (const char *const[]){"yee", "m.in", "-n", "3", NULL}),
                     YEE_USAGE);
    says("m.in is no command; `yee run m.in` runs it");
    mkdir("models", 0777);
    ck_assert_int_eq(run_with(NULL, (const char *const[]){"yee", "models", NULL}), YEE_USAGE);
    says("models is no command; did you mean `yee model`?");
}
END_TEST

START_TEST(scans_that_cannot_be_are_told)
{
    write_file("m.in", HEAD DIPOLES "#rx: 0.024 0.030 0\n#rx_steps: 0.001 0 0\n");
    ck_assert_int_eq(SWEEP("m.in"), YEE_INPUT);
    says("of an importer's file --traces N gives their number");
    ck_assert_int_eq(SWEEP("m.in", "--traces", "98"), YEE_INPUT);
    says("m.in:10: [importer.gprmax] #rx: trace 98 moves it out of the domain along x, to "
         "0.121 m");
    ck_assert_int_eq(SWEEP("m.in", "--traces", "many"), YEE_INPUT);
    says("[importer.gprmax] traces: 'many' is not a number");
    write_file("m.ini", "[grid]\n");
    ck_assert_int_eq(SWEEP("m.ini", "--traces", "3"), YEE_USAGE);
    says("'importer.traces=3' is a key of an importer, and none takes m.ini");
}
END_TEST

/* A model of yee's own has such files by an output, whose receivers are places. */
START_TEST(any_model_has_a_merged_file)
{
    static const char model[] =
        "[grid]\ncells = 60, 40, 1\nspacing = 1 mm\ninvariant = z\nmode = tm\n"
        "[run]\nsteps = 60\n[boundary.all]\ntype = cpml\ncells = 6\n"
        "[waveform.w]\ntype = ricker\nfrequency = 9 GHz\n"
        "[source.tx]\ntype = dipole\nposition = 20, 20, 0.5 mm\ndirection = z\n"
        "current = 1 A\nwaveform = w\n[output.record]\ntype = gprmax\n"
        "position = 24.2, 20.3, 0.5, 30, 22, 0.5 mm\n"
        "[sweep.line]\nkeys = source.tx.position, output.record.position\nstep = 2, 0, 0 mm\n"
        "count = 3\n";
    write_file("m.ini", model);
    ck_assert_msg(SWEEP("m.ini") == YEE_OK, "%s", said);
    MUST("m.ini", "--set", "sweep.trace=2", "--set", "run.output=two.h5");
    is_column("/rxs/rx1/Ez", 2, 3, "two.out");
    is_column("/rxs/rx2/Hx", 2, 3, "two.out");
    ck_assert_int_eq(python("record two.out"), 0);
}
END_TEST

/* Traces of different lengths have no file in common; those that failed are columns of NaN. */
START_TEST(traces_that_failed_are_not_numbers)
{
    static float v[MOST];
    write_file("m.in", HEAD DIPOLES "#rx: 0.024 0.030 0\n#src_steps: 0.001 0 0\n");
    ck_assert_msg(SWEEP("m.in", "--traces", "3") == YEE_OK, "%s", said);
    ck_assert_int_eq(rename("m.sweep/000001", "m.sweep/000001.aside"), 0);
    ck_assert_int_eq(SWEEP("m.in", "--traces", "3", "--gather", "--partial", "--force"),
                     YEE_OK);
    const int count = load("m_merged.out", "/rxs/rx1/Ez", v);
    for (int n = 0; n < count; n++)
        ck_assert_int_eq(isnan(v[n]) != 0, n % 3 == 1);
    ck_assert_int_eq(rename("m.sweep/000001.aside", "m.sweep/000001"), 0);
    write_file("other.in", HEAD DIPOLES "#rx: 0.024 0.030 0\n");
    MUST("other.in", "--set", "run.steps=70");
    ck_assert_int_eq(rename("other.out", "m.sweep/000001/m.out"), 0);
    ck_assert_int_eq(SWEEP("m.in", "--traces", "3", "--gather", "--force"), YEE_INPUT);
    says("trace 1 has 71 rows where the first one has 80");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("gprmax_scan");
    TCase *all = tcase_create("all");
    tcase_set_timeout(all, 300);
    tcase_add_checked_fixture(all, enter_folder, leave_folder);
    tcase_add_test(all, one_command_runs_64_traces_and_writes_their_file);
    tcase_add_test(all, arrays_move_too);
    tcase_add_test(all, blocks_of_python_make_each_trace_anew);
    tcase_add_test(all, words_of_gprmax_name_the_scan);
    tcase_add_loop_test(all, options_of_gprmax_are_answered, 0, sizeof other / sizeof *other);
    tcase_add_test(all, scans_that_cannot_be_are_told);
    tcase_add_test(all, any_model_has_a_merged_file);
    tcase_add_test(all, traces_that_failed_are_not_numbers);
    suite_add_tcase(s, all);
    return suite_run(s);
}
