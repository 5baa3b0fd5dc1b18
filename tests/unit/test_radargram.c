/* tests/unit/test_radargram.c: `yee plot --radargram`: sweeps, records of gprMax and files that it
 * wrote become pictures and files that name their steps. */
#include "plotting.h"
#include <hdf5.h>
#include <math.h>
#include <stdbool.h>

/* A line of seven traces over a rod. */
static void run_sweep(void)
{
    FILE *f = fopen("m.ini", "w");
    ck_assert_ptr_nonnull(f);
    fputs("[grid]\nsize = 60, 40 mm\nspacing = 1 mm\ninvariant = z\nmode = tm\n"
          "[run]\ntitle = A rod\nsteps = 200\n[boundary.all]\ntype = cpml\ncells = 6\n"
          "[shape.rod]\ntype = cylinder\nfrom = 30, 12, 0 mm\nto = 30, 12, 1 mm\n"
          "radius = 3 mm\nmaterial = pec\n"
          "[waveform.pulse]\ntype = ricker\nfrequency = 12 GHz\n"
          "[source.tx]\ntype = dipole\nposition = 14, 30, 0 mm\ndirection = z\ncurrent = 1 A\n"
          "waveform = pulse\n"
          "[output.rx]\ntype = probe\nposition = 20, 30, 0 mm\ncomponents = ez\n"
          "[sweep.line]\nkeys = source.tx.position, output.rx.position\nstep = 4, 0, 0 mm\n"
          "count = 7\n",
          f);
    fclose(f);
    ck_assert_msg(yee("", "sweep m.ini") == YEE_OK, "%s", said);
}

/* All numbers of a dataset, to be freed. */
static double *numbers(const char *path, const char *set, size_t count)
{
    double *v = calloc(count, sizeof *v);
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t s = H5Dopen2(file, set, H5P_DEFAULT), space = H5Dget_space(s);
    ck_assert_int_eq(H5Sget_simple_extent_npoints(space), (hssize_t)count);
    ck_assert_int_ge(H5Dread(s, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, v), 0);
    H5Sclose(space);
    H5Dclose(s);
    H5Fclose(file);
    return v;
}

static double attribute(const char *path, const char *set, const char *name, int at)
{
    double v[8] = {NAN};
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t a = H5Aopen_by_name(file, set, name, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_msg(a >= 0, "%s@%s is missing", set, name);
    H5Aread(a, H5T_NATIVE_DOUBLE, v);
    H5Aclose(a);
    H5Fclose(file);
    return v[at];
}

static void expect(const char *commands, const char *words)
{
    ck_assert_msg(strstr(commands, words) != NULL, "gnuplot is not told '%s'", words);
}

/* The file has the traces less their mean times t over the end, computed here of the record, and x in
 * the middle of the antennas, 6 mm apart. float32 is read into double there as here. */
START_TEST(a_line_is_processed_in_order_and_written_with_its_steps)
{
    enum { TRACES = 7, ROWS = 200 };
    run_sweep();
    const char *told = commands_for("--time-zero 20ps --background mean --gain spherical "
                                    "--velocity 0.25m/ns --hyperbola 30,15mm --write w.h5");
    double *ez = numbers("m.h5", "/probe/rx/ez", TRACES * ROWS);
    const double step = attribute("m.h5", "/probe/rx/ez", "time_step", 0);
    const double first = attribute("m.h5", "/probe/rx/ez", "time_first", 0) - 20e-12;
    const size_t begin = (size_t)ceil(-first / step), rows = ROWS - begin;
    const double end = first + (ROWS - 1) * step;
    double *v = numbers("w.h5", "/radargram/rx/ez", rows * TRACES);
    double *x = numbers("w.h5", "/radargram/rx/x", TRACES);
    for (size_t r = 0; r < rows; r++) {
        double mean = 0;
        for (size_t t = 0; t < TRACES; t++)
            mean += ez[t * ROWS + begin + r] / TRACES;
        for (size_t t = 0; t < TRACES; t++) {
            const double time = first + (double)(begin + r) * step;
            const double wants = (ez[t * ROWS + begin + r] - mean) * fmax(0, time) / end;
            ck_assert_double_lt(fabs(v[r * TRACES + t] - wants), 1e-11);
        }
    }
    for (size_t t = 0; t < TRACES; t++)
        ck_assert_double_eq_tol(x[t], 17e-3 + 4e-3 * (double)t, 1e-12);
    ck_assert_double_eq_tol(attribute("w.h5", "/radargram/rx/ez", "step_1_time_zero", 0),
                            20e-12, 1e-24);
    ck_assert_double_eq(attribute("w.h5", "/radargram/rx/ez", "step_2_background", 0), TRACES);
    ck_assert_double_eq_tol(attribute("w.h5", "/radargram/rx/ez", "step_3_gain_power", 1), end,
                            1e-20);
    ck_assert_double_eq_tol(attribute("w.h5", "/radargram/rx/ez", "antennas_along_across", 0),
                            6e-3, 1e-12);
    expect(told, "Processing: time zero at 20 ps; less the mean of all 7 traces; gain: "
                 "spherical");
    expect(told, "Dashed: hyperbola of x = 30 mm, depth 15 mm, 0.25 m/ns");
    expect(told, "Antennas 6 mm apart");
    expect(told, "set y2label 'depth (mm) at 0.25 m/ns'");
    expect(told, "x, middle of the antennas (mm)");
    free(ez);
    free(v);
    free(x);
    /* what was written is drawn as it is, and processed further; its steps are still told */
    ck_assert_msg(yee("PATH=$PWD/stub:$PATH", "plot w.h5 --gain agc:60ps --write w2.h5") ==
                      YEE_OK,
                  "%s", said);
    ck_assert_double_eq_tol(attribute("w2.h5", "/radargram/rx/ez", "step_4_gain_agc", 0),
                            60e-12, 1e-24);
    ck_assert_double_eq(attribute("w2.h5", "/radargram/rx/ez", "step_2_background", 0), TRACES);
    ck_assert_int_eq(system("grep -q 'gain: spherical, .*; gain: AGC 60 ps' told"), 0);
    ck_assert_int_eq(yee("", "plot w.h5 --write m.ini"), YEE_IO);
    says("that file exists, and is none that --write made");
    ck_assert_int_eq(yee("", "plot w.h5 --write w.h5"), YEE_USAGE);
    says("is the file that is read");
    ck_assert_int_eq(yee("PATH=$PWD/stub:$PATH", "plot w.h5 --write w2.h5"), YEE_OK);
}
END_TEST

/* Whatever variable is the last one, or the first of those that change together, traces lie along that
 * which moves the antennas: means and hyperbolas over another would be nonsense. */
START_TEST(a_line_is_along_the_variable_that_moves_the_antennas)
{
    enum { TRACES = 7, ROWS = 200 };
    run_sweep();
    double *one = numbers("m.h5", "/probe/rx/ez", TRACES * ROWS);
    ck_assert_int_eq(system("printf '[sweep.rod]\\nkeys = shape.rod.material\\nvalues = "
                            "vacuum, pec\\n' >> m.ini"),
                     0);
    ck_assert_msg(yee("", "sweep m.ini --force") == YEE_OK, "%s", said);
    const char *told = commands_for("--write w.h5");
    expect(told, "x, middle of the antennas (mm)");
    expect(told, "rod = vacuum");
    expect(told, "rod = pec");
    double *v = numbers("w.h5", "/radargram/rx/ez", 2 * TRACES * ROWS);
    for (size_t r = 0; r < ROWS; r++)
        for (size_t t = 0; t < TRACES; t++)
            ck_assert_double_eq(v[(ROWS + r) * TRACES + t], one[t * ROWS + r]);
    free(v);
    ck_assert_int_eq(system("printf '[sweep]\\ncombine = together\\n[sweep.a]\\nkeys = "
                            "source.tx.current\\nfrom = 1 A\\nto = 7 A\\ncount = 7\\n' | "
                            "cat - m.ini | sed '/sweep.rod/,$d' > n.ini && mv n.ini m.ini"),
                     0);
    ck_assert_msg(yee("", "sweep m.ini --force") == YEE_OK, "%s", said);
    expect(commands_for("--write w2.h5"), "x, middle of the antennas (mm)");
    free(one);
}
END_TEST

/* Scans of gprMax have a variable for the sources and one for the receivers. */
START_TEST(antennas_that_two_variables_move_together_are_as_those_of_one)
{
    run_sweep();
    ck_assert_int_eq(system("sed -i 's/^keys = .*/keys = source.tx.position/' m.ini && "
                            "printf '[sweep.receiver]\\nkeys = output.rx.position\\n"
                            "step = 4, 0, 0 mm\\ncount = 7\\n[sweep]\\ncombine = together\\n' "
                            ">> m.ini"),
                     0);
    ck_assert_msg(yee("", "sweep m.ini --force") == YEE_OK, "%s", said);
    expect(commands_for("--radargram --write w.h5"), "x, middle of the antennas (mm)");
    double *x = numbers("w.h5", "/radargram/rx/x", 7);
    for (int n = 0; n < 7; n++)
        ck_assert_double_eq_tol(x[n], 17e-3 + 4e-3 * n, 1e-12);
    free(x);
    ck_assert_double_eq_tol(attribute("w.h5", "/radargram/rx/ez", "antennas_along_across", 0),
                            6e-3, 1e-12);
}
END_TEST

START_TEST(styles_single_traces_and_filters_are_drawn)
{
    run_sweep();
    ck_assert_msg(yee("", "plot m.h5 --radargram") == YEE_OK, "%s", said);
    expect_picture("m_radargram_rx_ez.png");
    ck_assert_msg(yee("", "plot m.h5 --style both --dewow 80ps --band 4,20GHz --time-zero peak "
                          "--window 0:0.2ns --background 5 --gain agc:0.1ns") == YEE_OK,
                  "%s", said);
    expect_picture("m_radargram_rx_ez.png");
    ck_assert_msg(yee("", "plot m.h5 --trace 0,5-6 --time-zero break --gain 'exp:20 dB/ns'") ==
                      YEE_OK,
                  "%s", said);
    expect_picture("m_ascan_rx_ez.png");
    ck_assert_int_eq(yee("", "plot m.h5 --trace 0,7"), YEE_OK);
    says("rx has no trace 7");
    const char *told = commands_for("--style wiggle --gain exp:1/ns");
    expect(told, "$area0 with filledcurves closed");
    ck_assert_ptr_null(strstr(told, "with image"));
    told = commands_for("--style both --dewow 80ps --band 4,6,20,30GHz --background 9mm");
    expect(told, "with image");
    expect(told,
           "Processing: dewow 80 ps; less the mean of 3 traces around; band-pass 4 GHz, 6 GHz, "
           "20 GHz, 30 GHz");
}
END_TEST

/* The first x is the antennas' y, which does not make y the axis. */
START_TEST(antennas_of_an_included_model_lie_along_the_values_of_its_place)
{
    FILE *f = fopen("part.ini", "w");
    ck_assert_ptr_nonnull(f);
    fputs("[source.tx]\ntype = dipole\nposition = 2, 0, 0 mm\ndirection = z\ncurrent = 1 A\n"
          "waveform = pulse\n[waveform.pulse]\ntype = ricker\nfrequency = 12 GHz\n"
          "[output.rx]\ntype = probe\nposition = 8, 0, 0 mm\ncomponents = ez\n",
          f);
    fclose(f);
    ck_assert_ptr_nonnull(f = fopen("m.ini", "w"));
    fputs("[grid]\nsize = 60, 40 mm\nspacing = 1 mm\ninvariant = z\nmode = tm\n"
          "[run]\nsteps = 20\n[boundary.all]\ntype = pec\n"
          "[include.radar]\nfile = part.ini\nat = 20, 20, 0 mm\n"
          "[sweep.line]\nkeys = include.radar.at\n"
          "values = 20, 20, 0 mm | 24, 20, 0 mm | 28, 20, 0 mm\n",
          f);
    fclose(f);
    ck_assert_msg(yee("", "sweep m.ini") == YEE_OK, "%s", said);
    const char *told = commands_for("--radargram --write w.h5");
    expect(told, "x, middle of the antennas (mm)");
    double *x = numbers("w.h5", "/radargram/radar.rx/x", 3);
    for (int n = 0; n < 3; n++)
        ck_assert_double_eq_tol(x[n], 25e-3 + 4e-3 * n, 1e-12);
    free(x);
    ck_assert_double_eq_tol(
        attribute("w.h5", "/radargram/radar.rx/ez", "antennas_along_across", 0), 6e-3, 1e-12);
}
END_TEST

/* Whatever the variable is, a number of steps or a length: it is the places that it makes that count. */
START_TEST(antennas_that_a_variable_of_let_moves_lie_where_its_expressions_put_them)
{
    static const char *const sweep[] = {"from = 0\nto = 3\ncount = 4\n",
                                        "values = 0, 1, 2, 3\n"};
    for (int i = 0; i < 2; i++) {
        FILE *f = fopen("m.ini", "w");
        ck_assert_ptr_nonnull(f);
        fprintf(f,
                "[let]\nn = 1\nx = {20 mm + n*4 mm}\n"
                "[grid]\nsize = 60, 40 mm\nspacing = 1 mm\ninvariant = z\nmode = tm\n"
                "[run]\nsteps = 20\n[boundary.all]\ntype = pec\n"
                "[waveform.pulse]\ntype = ricker\nfrequency = 12 GHz\n"
                "[source.tx]\ntype = dipole\nposition = {x}, 20 mm, 0 mm\ndirection = z\n"
                "current = 1 A\nwaveform = pulse\n"
                "[output.rx]\ntype = probe\nposition = {x + 6 mm}, 22 mm, 0 mm\n"
                "components = ez\n"
                "[sweep.line]\nkeys = let.n\n%s",
                sweep[i]);
        fclose(f);
        ck_assert_msg(yee("", "sweep m.ini --force") == YEE_OK, "%s", said);
        remove("w.h5");
        expect(commands_for("--radargram --write w.h5"), "x, middle of the antennas (mm)");
        double *x = numbers("w.h5", "/radargram/rx/x", 4);
        for (int n = 0; n < 4; n++)
            ck_assert_double_eq_tol(x[n], 23e-3 + 4e-3 * n, 1e-12);
        free(x);
        for (int i_across = 0; i_across < 2; i_across++)
            ck_assert_double_eq_tol(
                attribute("w.h5", "/radargram/rx/ez", "antennas_along_across", i_across),
                i_across ? 2e-3 : 6e-3, 1e-12);
    }
}
END_TEST

START_TEST(a_port_and_a_probe_of_one_name_are_both_written)
{
    FILE *f = fopen("m.ini", "w");
    ck_assert_ptr_nonnull(f);
    fputs("[grid]\ncells = 9, 9, 9\nspacing = 1 mm\n[run]\nsteps = 20\n"
          "[boundary.all]\ntype = pec\n"
          "[waveform.pulse]\ntype = ricker\nfrequency = 12 GHz\n"
          "[source.tx]\ntype = dipole\nposition = 3, 3, 3.5 mm\ndirection = z\n"
          "current = 1 A\nwaveform = pulse\n"
          "[source.rx]\ntype = voltage\nnegative = 6, 6, 4 mm\npositive = 6, 6, 5 mm\n"
          "resistance = 50 Ohm\n"
          "[output.rx]\ntype = probe\nposition = 6, 6, 4.5 mm\ncomponents = ez\n"
          "[output.ports]\ntype = probe\nports = rx\n"
          "[sweep.load]\nkeys = source.rx.resistance\nvalues = 50, 60 Ohm\n",
          f);
    fclose(f);
    ck_assert_msg(yee("", "sweep m.ini") == YEE_OK, "%s", said);
    ck_assert_msg(yee("", "plot m.h5 --radargram --write w.h5") == YEE_OK, "%s", said);
    free(numbers("w.h5", "/radargram/rx/ez", 2 * 20));
    free(numbers("w.h5", "/radargram/port_rx/v", 2 * 20));
    ck_assert_msg(yee("", "plot w.h5 --only port_rx") == YEE_OK, "%s", said);
    expect_picture("w_radargram_port_rx_v.png");
}
END_TEST

START_TEST(what_is_wrong_with_a_radargram_is_a_sentence)
{
    static const struct {
        const char *options, *words;
    } wrong[] = {
        {"--dewow 5", "'5' has no unit"},
        {"--dewow 1ps", "has less than three samples"},
        {"--dewow=-1ns", "must be greater than 0"},
        {"--band 9,2GHz", "two rising frequencies"},
        {"--band 1,2,3GHz", "the four corners of a trapezoid"},
        {"--band 10,900GHz", "above half the sampling rate"},
        {"--gain agc", "it takes agc:WINDOW"},
        {"--gain loud", "it takes agc:WINDOW"},
        {"--gain exp:1e6/ns", "beyond the range of numbers"},
        {"--gain power:-1", "it takes agc:WINDOW"},
        {"--background 4", "an odd number of traces"},
        {"--background 1mm", "less than three traces, which are 4 mm apart"},
        {"--time-zero 1m", "unit 'm' does not fit"},
        {"--trace 3 --time-zero 1s", "--time-zero 1 s is farther from the record, "},
        {"--trace 3 --time-zero=-1ms", "--time-zero -1 ms is farther from the record, "},
        {"--window 3:1ns", "ends before it begins"},
        {"--window 3ns", "two times"},
        {"--window 8:9ns", "has no two samples of the record"},
        {"--velocity 0.5m/ns", "faster than light"},
        {"--velocity 0.1m/ns --eps 4", "give one of the two"},
        {"--eps 0.5", "a number from 1 on"},
        {"--hyperbola 3cm,1cm", "needs a velocity"},
        {"--hyperbola 3cm", "X,DEPTH"},
        {"--hyperbola 3cm,-1cm,0.1m/ns", "must be greater than 0"},
        {"--trace 7", "has 7 traces, from 0 on"},
        {"--trace a", "the first trace is 0"},
        {"--trace 3 --style both", "--style both has no effect: no line of traces is drawn"},
        {"--trace 3 --hyperbola 3cm,1cm,0.1m/ns", "--hyperbola 3cm,1cm,0.1m/ns has no effect"},
        {"--style grey", "image, wiggle or both"},
        {"--radargram --slice time=0.1ns", "rx is a line, no area"},
        {"--radargram --slice depth=1cm", "needs --velocity or --eps"},
        {"--radargram --slice z=1mm", "a radargram takes time=6ns"},
        {"--radargram --only tx", "has no traces of tx to draw"},
        {"--radargram --component hx", "has no traces of the component hx to draw"},
        {"m.h5 --write w.h5", "--write takes one file, not 2, or results of single runs"},
    };
    run_sweep();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char words[256];
        snprintf(words, sizeof words, "plot m.h5 %s", wrong[i].options);
        ck_assert_msg(yee("", words) == YEE_USAGE, "%s: %s", wrong[i].options, said);
        says(wrong[i].words);
    }
    ck_assert_int_ne(access("w.h5", F_OK), 0);
}
END_TEST

/* -- files of others -- */

static void put(hid_t at, const char *name, hid_t type, hsize_t count, const void *v)
{
    const hid_t space = count > 1 ? H5Screate_simple(1, &count, NULL) : H5Screate(H5S_SCALAR);
    const hid_t a = H5Acreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Awrite(a, type, v), 0);
    H5Aclose(a);
    H5Sclose(space);
}

/* A scan as gprMax's outputfiles_merge writes it, [rows, traces], or one trace. */
static void write_gprmax(const char *path, hsize_t rows, hsize_t traces, bool steps)
{
    static float v[200 * 30];
    const double dt = 5e-12, widths[3] = {2e-3, 2e-3, 2e-3};
    const int64_t cells[3] = {10, 0, 0};
    const hsize_t dims[2] = {rows, traces};
    for (size_t i = 0; i < rows * traces; i++)
        v[i] = i % traces == 3 ? NAN : (float)sin(0.1 * (double)(i / traces)); /* one failed */
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t rxs = H5Gcreate2(file, "/rxs", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t rx = H5Gcreate2(rxs, "rx1", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t type = H5Tcopy(H5T_C_S1),
                space = H5Screate_simple(traces > 1 ? 2 : 1, dims, NULL);
    H5Tset_size(type, 5);
    put(file, "gprMax", type, 1, "3.1.7");
    put(file, "dt", H5T_NATIVE_DOUBLE, 1, &dt);
    if (steps) {
        put(file, "dx_dy_dz", H5T_NATIVE_DOUBLE, 3, widths);
        put(file, "rxsteps", H5T_NATIVE_INT64, 3, cells);
    }
    for (int c = 0; c < 2; c++) {
        const hid_t set = H5Dcreate2(rx, c ? "Ez" : "Hx", H5T_NATIVE_FLOAT, space, H5P_DEFAULT,
                                     H5P_DEFAULT, H5P_DEFAULT);
        ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, v), 0);
        H5Dclose(set);
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Gclose(rx);
    H5Gclose(rxs);
    H5Fclose(file);
}

START_TEST(records_of_gprmax_are_radargrams)
{
    write_gprmax("m.h5", 200, 30, false);
    const char *told = commands_for("");
    expect(told, "radargram rx1, ez, 30 traces");
    expect(told, "set xlabel 'trace'");
    expect(told, "time (ps)");
    says("rx1: 1 of 30 traces are missing");
    expect(commands_for("--background mean"), "less the mean of all 29 traces");
    told = commands_for("--spacing 2cm --write w.h5 --component hx");
    expect(told, "distance (mm)");
    double *x = numbers("w.h5", "/radargram/rx1/x", 30);
    ck_assert_double_eq_tol(x[29], 0.58, 1e-12);
    free(x);
    /* H is recorded half a step before E */
    ck_assert_double_eq(attribute("w.h5", "/radargram/rx1/hx", "time_first", 0), -2.5e-12);
    write_gprmax("m.h5", 200, 4, true);
    told = commands_for("--background mean");
    expect(told, "distance (mm)"); /* by the steps of the receivers */
    write_gprmax("m.h5", 200, 1, true);
    expect(commands_for(""), "A-scan rx1, ez");
    ck_assert_int_eq(yee("PATH=$PWD/stub:$PATH", "plot m.h5 --background mean"), YEE_USAGE);
    says("--background has no effect: rx1 is one trace");
}
END_TEST

/* Single runs are traces of one line, sorted by their places: in 2-D by those in the plane alone. */
START_TEST(results_of_single_runs_become_a_line)
{
    FILE *f = fopen("a.ini", "w");
    ck_assert_ptr_nonnull(f);
    fputs("[grid]\nsize = 60, 40 mm\nspacing = 1 mm\ninvariant = z\nmode = tm\n"
          "[run]\ntitle = A wave\nsteps = 50\n[boundary.all]\ntype = cpml\ncells = 6\n"
          "[waveform.pulse]\ntype = ricker\nfrequency = 30 GHz\n"
          "[source.tx]\ntype = dipole\nposition = 14, 30, 500 mm\ndirection = z\n"
          "current = 1 A\nwaveform = pulse\n"
          "[output.rx]\ntype = probe\nposition = 20, 30, 0 mm\ncomponents = ez\n",
          f);
    fclose(f);
    for (int n = 1; n <= 3; n++) {
        char words[256];
        snprintf(words, sizeof words,
                 "run a.ini --quiet --set run.output=s%d.h5 --set 'source.tx.position=%d, 30, "
                 "500 mm' --set 'output.rx.position=%d, 30, 0 mm'",
                 n, 10 + 4 * (n % 3), 16 + 4 * (n % 3));
        ck_assert_msg(yee("", words) == YEE_OK, "%s", said);
    }
    ck_assert_msg(yee("", "plot s1.h5 s2.h5 s3.h5 --velocity 0.2m/ns --write w.h5") == YEE_OK,
                  "%s", said);
    expect_picture("s_radargram_rx_ez.png");
    double *x = numbers("w.h5", "/radargram/rx/x", 3);
    double *from = numbers("w.h5", "/radargram/rx/trace", 3);
    for (int n = 0; n < 3; n++) {
        ck_assert_double_eq_tol(x[n], 13e-3 + 4e-3 * n, 1e-12);
        ck_assert_double_eq(from[n], n ? n - 1 : 2); /* of s3, s1, s2 */
    }
    free(x);
    free(from);
    ck_assert_double_eq_tol(attribute("w.h5", "/radargram/rx/ez", "antennas_along_across", 0),
                            6e-3, 1e-12);
    ck_assert_double_eq(attribute("w.h5", "/radargram/rx/ez", "antennas_along_across", 1), 0);
    ck_assert_int_eq(yee("", "run a.ini --quiet --set run.output=s4.h5 --set run.steps=40"),
                     YEE_OK);
    ck_assert_int_eq(yee("", "plot s1.h5 s4.h5 --radargram"), YEE_INPUT);
    says("they are no traces of one line");
}
END_TEST

/* A sweep of two variables, numbers of an area: v = x + 10 y at the first sample, falling by 1 a
 * sample. */
START_TEST(an_area_is_cut_at_a_time_or_a_depth)
{
    enum { NX = 4, NY = 3, ROWS = 50 };
    static double v[NX * NY * ROWS], x[NX * NY], y[NX * NY];
    const double step = 1e-10, first = 0;
    const hsize_t dims[2] = {NX * NY, ROWS}, two = 2;
    const int64_t shape[2] = {NY, NX};
    static const char *const names[2] = {"across", "along"};
    for (int n = 0; n < NX * NY; n++) {
        x[n] = 0.1 * (n % NX);
        y[n] = 0.2 * (n / NX);
        for (int r = 0; r < ROWS; r++)
            v[n * ROWS + r] = x[n] + 10 * y[n] - r;
    }
    const hid_t file = H5Fcreate("m.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t links = H5Pcreate(H5P_LINK_CREATE), text = H5Tcopy(H5T_C_S1);
    H5Pset_create_intermediate_group(links, 1);
    H5Tset_size(text, H5T_VARIABLE);
    H5Tset_cset(text, H5T_CSET_UTF8);
    const struct {
        const char *path;
        hid_t type;
        int rank;
        const hsize_t *dims;
        const void *v;
    } set[] = {{"/probe/rx/ez", H5T_NATIVE_DOUBLE, 2, dims, v},
               {"/sweep/along", H5T_NATIVE_DOUBLE, 1, dims, x},
               {"/sweep/across", H5T_NATIVE_DOUBLE, 1, dims, y},
               {"/sweep/shape", H5T_NATIVE_INT64, 1, &two, shape},
               {"/sweep/variables", text, 1, &two, names}};
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        const hid_t space = H5Screate_simple(set[i].rank, set[i].dims, NULL);
        const hid_t s =
            H5Dcreate2(file, set[i].path, set[i].type, space, links, H5P_DEFAULT, H5P_DEFAULT);
        ck_assert_int_ge(H5Dwrite(s, set[i].type, H5S_ALL, H5S_ALL, H5P_DEFAULT, set[i].v), 0);
        const hid_t metre = H5Tcopy(H5T_C_S1);
        H5Tset_size(metre, 1);
        if (i == 1 || i == 2)
            put(s, "units", metre, 1, "m");
        if (!i) {
            put(s, "time_step", H5T_NATIVE_DOUBLE, 1, &step);
            put(s, "time_first", H5T_NATIVE_DOUBLE, 1, &first);
        }
        H5Tclose(metre);
        H5Dclose(s);
        H5Sclose(space);
    }
    H5Pclose(links);
    H5Tclose(text);
    H5Fclose(file);
    const char *told = commands_for("--radargram --slice time=0.25ns --write w.h5");
    expect(told, "C-scan rx, ez at time 250 ps");
    expect(told, "array=(4,3)");
    expect(told, "set ylabel 'across (mm)'");
    /* 2.5 samples: from -2.5 to 0.3 + 4 - 2.5 */
    expect(told, "set cbrange [-2.5:2.5]");
    double *line = numbers("w.h5", "/radargram/rx/line", NY);
    ck_assert_double_eq_tol(line[2], 0.4, 1e-12);
    free(line);
    double *cube = numbers("w.h5", "/radargram/rx/ez", NX * NY * ROWS);
    ck_assert_double_eq_tol(cube[(1 * ROWS + 7) * NX + 3], 0.3 + 2 - 7,
                            1e-12); /* [line, row, x] */
    free(cube);
    told = commands_for("--velocity 0.1m/ns --slice depth=1:2cm"); /* 0.2 to 0.4 ns: 2, 3, 4 */
    expect(told, "C-scan rx, rms of ez at depth 10 mm to 20 mm");
    /* largest rms: at v = 0, of 2, 3, 4 */
    expect(told, "set cbrange [0:3.10913]");
    expect(told, "Antennas 0 m apart (not known; --separation)");
    told = commands_for("--background area --write w3.h5");
    expect(told, "across = 400 mm");
    expect(told, "less the mean of all 12 traces");
    cube = numbers("w3.h5", "/radargram/rx/ez", NX * NY * ROWS);
    ck_assert_double_eq_tol(cube[0], -2.15, 1e-12); /* 0 less the mean of 0.15 + 2 */
    free(cube);
    ck_assert_int_eq(yee("PATH=$PWD/stub:$PATH", "plot w.h5 --slice time=6ns --radargram"),
                     YEE_USAGE);
    says("the record of rx is from 0 s to 4.9 ns");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("radargram");
    TCase *c = tcase_create("radargram");
    tcase_set_timeout(c, 120);
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, a_line_is_processed_in_order_and_written_with_its_steps);
    tcase_add_test(c, a_line_is_along_the_variable_that_moves_the_antennas);
    tcase_add_test(c, antennas_that_two_variables_move_together_are_as_those_of_one);
    tcase_add_test(c, styles_single_traces_and_filters_are_drawn);
    tcase_add_test(c, antennas_of_an_included_model_lie_along_the_values_of_its_place);
    tcase_add_test(c, antennas_that_a_variable_of_let_moves_lie_where_its_expressions_put_them);
    tcase_add_test(c, a_port_and_a_probe_of_one_name_are_both_written);
    tcase_add_test(c, what_is_wrong_with_a_radargram_is_a_sentence);
    tcase_add_test(c, records_of_gprmax_are_radargrams);
    tcase_add_test(c, results_of_single_runs_become_a_line);
    tcase_add_test(c, an_area_is_cut_at_a_time_or_a_depth);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
