/* yee sweep: every trace is the lone run of its model; variables, values, the file of all traces,
 * and what is wrong. */
#include "suite.h"
#include "sweeping.h"

#include <math.h>

START_TEST(every_trace_has_the_bits_of_its_lone_run)
{
    static float all[TRACES][ROWS], one[ROWS];
    write_model("m.ini", line);
    MUST_SWEEP("m.ini", "--jobs", "3");
    read_all("m.h5", "/probe/rx/ez", H5T_NATIVE_FLOAT, sizeof all, all);
    for (int t = 0; t < TRACES; t++) {
        char place[64], listen[64], eps[64];
        clean("lone");
        snprintf(place, sizeof place, "source.tx.position=%d, 12, 0 mm", 6 + 2 * (t / 2));
        snprintf(listen, sizeof listen, "output.rx.position=%d, 12, 0 mm", 9 + 2 * (t / 2));
        snprintf(eps, sizeof eps, "material.soil.eps=%d", t % 2 ? 6 : 4);
        write_model("lone.ini", "");
        MUST("lone.ini", "--set", place, "--set", listen, "--set", eps);
        read_all("lone.h5", "/probe/rx/ez", H5T_NATIVE_FLOAT, sizeof one, one);
        ck_assert_msg(!memcmp(all[t], one, sizeof one), "trace %d is another run", t);
    }
    double eps[TRACES], place[TRACES];
    int32_t status[TRACES];
    read_all("m.h5", "/sweep/soil", H5T_NATIVE_DOUBLE, sizeof eps, eps);
    read_all("m.h5", "/sweep/line", H5T_NATIVE_DOUBLE, sizeof place, place);
    read_all("m.h5", "/sweep/status", H5T_NATIVE_INT32, sizeof status, status);
    for (int t = 0; t < TRACES; t++) {
        ck_assert_double_eq(eps[t], t % 2 ? 6 : 4);
        ck_assert_double_eq_tol(place[t], 0.006 + 0.002 * (t / 2), 1e-17);
        ck_assert_int_eq(status[t], 0);
    }
    ck_assert_int_eq(rows_of("m.h5", "/spectrum/part/frequency"), 2);
    ck_assert_int_eq(rows_of("m.h5", "/spectrum/part/ez"), TRACES);
}
END_TEST

START_TEST(a_record_of_a_sweep_is_drawn_over_its_last_variable)
{
    write_model("m.ini", "[sweep.soil]\nkeys = material.soil.eps\nvalues = 4, 6\n"
                         "[sweep.line]\nkeys = source.tx.position\nstep = 2, 0, 0 mm\n"
                         "count = 3\n");
    MUST_SWEEP("m.ini");
    const char *const argv[] = {"yee", "plot",        "m.h5", "--format",
                                "svg", "--component", "ez",   NULL};
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    ck_assert_int_eq(system("grep -q 'line (mm)' m_probe_rx_ez.svg && "
                            "grep -q 'soil = 6<' m_probe_rx_ez.svg && "
                            "grep -q 'frequency (GHz)' m_spectrum_part_ez.svg"),
                     0);
}
END_TEST

/* A single frequency, or value, makes no image, but curves over what is left. */
START_TEST(a_record_of_one_frequency_is_drawn_as_curves)
{
    write_model("m.ini", "[sweep.soil]\nkeys = material.soil.eps\nvalues = 4, 6\n"
                         "[sweep.line]\nkeys = source.tx.position\nstep = 2, 0, 0 mm\n"
                         "count = 3\n"
                         "[output.t]\ntype = flux\nplane = x\nat = 13 mm\n"
                         "frequencies = 6 GHz\n");
    const char *const argv[] = {"yee", "plot", "m.h5", "--format", "svg", "--only", "t", NULL};
    MUST_SWEEP("m.ini", "--set", "run.steps=50");
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    ck_assert_int_eq(system("grep -q 'line (mm)' m_flux_t_power.svg && "
                            "grep -q 'soil = 6<' m_flux_t_power.svg"),
                     0);
    MUST_SWEEP("m.ini", "--force", "--set", "run.steps=50", "--set", "sweep.line.count=1",
               "--set", "output.t.frequencies=6 GHz, 7 GHz");
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    ck_assert_int_eq(system("grep -q 'frequency (GHz)' m_flux_t_power.svg"), 0);
}
END_TEST

START_TEST(angles_of_a_sweep_are_drawn_in_degrees)
{
    write_model("m.ini",
                "[source.w]\ntype = plane_wave\nfrom = 6, 11, 0 mm\nto = 18, 18, 1 mm\n"
                "theta = 90 deg\nphi = 0 deg\npsi = 180 deg\nwaveform = pulse\n"
                "[sweep.soil]\nkeys = material.soil.eps\nvalues = 4, 6\n"
                "[sweep.turn]\nkeys = source.w.phi\nvalues = 0, 30, 60 deg\n");
    MUST_SWEEP("m.ini", "--set", "run.steps=50");
    const char *const argv[] = {"yee", "plot",        "m.h5", "--format",
                                "svg", "--component", "ez",   NULL};
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    ck_assert_int_eq(system("grep -q 'turn (degrees)' m_probe_rx_ez.svg"), 0);
}
END_TEST

START_TEST(words_are_curves_and_names_and_no_numbers_of_traces)
{
    write_model("m.ini", "[sweep.line]\nkeys = source.tx.position\nstep = 2, 0, 0 mm\n"
                         "count = 2\n"
                         "[sweep.fill]\nkeys = shape.ground.material\n"
                         "values = soil, pec, vacuum\n");
    MUST_SWEEP("m.ini", "--set", "run.steps=50");
    const char *const argv[] = {"yee", "plot",        "m.h5", "--format",
                                "svg", "--component", "ez",   NULL};
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    ck_assert_int_eq(system("for w in '>soil<' '>pec<' '>vacuum<' 'line = 8 mm<' 'time (p'; do "
                            "grep -q \"$w\" m_probe_rx_ez.svg || exit 1; done; "
                            "! grep -q '>trace<' m_probe_rx_ez.svg"),
                     0);
    ck_assert_int_eq(system("grep -q '>pec<' m_spectrum_part_ez.svg"), 0);
    ck_assert(!there("m_spectrum_part_material.svg"));
    write_model("m.ini", "[sweep.fill]\nkeys = shape.ground.material\n"
                         "values = soil, vacuum\n"
                         "[sweep.line]\nkeys = source.tx.position\nstep = 2, 0, 0 mm\n"
                         "count = 3\n");
    MUST_SWEEP("m.ini", "--force", "--set", "run.steps=50");
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    ck_assert_int_eq(system("grep -q 'fill = vacuum<' m_probe_rx_ez.svg"), 0);
}
END_TEST

/* By places and names, in the order of the sections; what has no axis for all traces is told. */
START_TEST(pictures_of_a_sweep_say_the_values_of_its_other_variables)
{
    write_model("m.ini", "[sweep.line]\nkeys = source.tx.position\nstep = 2, 0, 0 mm\n"
                         "count = 2\n[sweep.top]\nkeys = output.box.frequency_max\n"
                         "values = 6, 9 GHz\n"
                         "[sweep.soil]\nkeys = material.soil.eps\nvalues = 4, 6\n"
                         "[output.box]\ntype = flux\nfrom = 8, 8, 0 mm\nto = 16, 16, 1 mm\n"
                         "frequency_min = 2 GHz\nfrequency_max = 9 GHz\n");
    MUST_SWEEP("m.ini");
    const char *const argv[] = {"yee", "plot", "m.h5", "--format", "svg", NULL};
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    ck_assert_int_eq(system("grep -q 'line = 6 mm, top = 9 GHz[<,]' m_probe_rx_ez.svg && "
                            "grep -q 'line = 8 mm, top = 6 GHz[<,]' m_probe_rx_ez.svg"),
                     0);
    says("/flux/box/power is not drawn: its frequencies differ from trace to trace");
    ck_assert(!there("m_flux_box_power.svg"));
}
END_TEST

/* A result of a step is drawn by what its attributes say: in decibels, without the unit 1, over the axis
 * that it names. */
START_TEST(results_of_steps_are_drawn_as_their_attributes_say)
{
    write_file(
        "m.ini",
        "[run]\nsteps = 300\n[grid]\ncells = 20, 20, 20\nspacing = 2 mm\n"
        "[boundary.all]\ntype = cpml\ncells = 6\n"
        "[waveform.w]\ntype = modulated_gaussian\nfrequency = 6 GHz\n"
        "[source.s]\ntype = voltage\nnegative = 20, 20, 18 mm\npositive = 20, 20, 22 mm\n"
        "waveform = w\n[output.ports]\ntype = probe\nports = s\n"
        "[output.box]\ntype = flux\nfrom = 14, 14, 14 mm\nto = 26, 26, 26 mm\n"
        "frequencies = 6 GHz, 7 GHz\n"
        "[post.match]\ntype = s_parameters\nport = s\nfrequency_min = 5 GHz\n"
        "frequency_max = 7 GHz\npoints = 5\n"
        "[post.far]\ntype = far_field\nbox = box\nstep = 30 deg\n"
        "[sweep.r]\nkeys = source.s.resistance\nvalues = 50, 100 Ohm\n");
    MUST_SWEEP("m.ini");
    const char *const argv[] = {"yee", "plot", "m.h5", "--format", "svg", NULL};
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    ck_assert_int_eq(system("grep -q '|s11| (dB)' m_post_match_s11.svg && "
                            "grep -q 'directivity (dB)' m_post_far_directivity.svg && "
                            "grep -q 'theta (degrees)' m_post_far_pattern_1_1.svg && "
                            "grep -q 'power (1e-[0-9]* J/Hz)' m_flux_box_power.svg"),
                     0);
    /* of two traces as two rows each step would compute something */
    static const char *const step[] = {"far", "match"};
    for (int i = 0; i < 2; i++) {
        const char *const again[] = {"yee", "post", step[i], "m.h5", NULL};
        ck_assert_int_eq(run_with(NULL, again), YEE_INPUT);
        says("m.h5 has all traces of a sweep, and a step is that of one");
    }
}
END_TEST

/* The dataset that names an axis of another. */
static const char *axis_of(hid_t file, const char *path, int axis)
{
    static char name[64];
    hvl_t scale[8];
    name[0] = 0;
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
    const hid_t list = H5Aopen(set, "DIMENSION_LIST", H5P_DEFAULT);
    ck_assert_msg(list >= 0, "the axes of %s have no names", path);
    const hid_t type = H5Aget_type(list);
    ck_assert_int_ge(H5Aread(list, type, scale), 0);
    const hid_t of = H5Rdereference2(list, H5P_DEFAULT, H5R_OBJECT, scale[axis].p);
    H5Iget_name(of, name, sizeof name);
    ck_assert_int_gt(H5Aexists(of, "REFERENCE_LIST"), 0);
    H5Oclose(of);
    H5Tclose(type);
    H5Aclose(list);
    H5Dclose(set);
    return name;
}

START_TEST(axes_have_names_that_other_readers_know)
{
    double time[ROWS];
    write_model("m.ini", line);
    MUST_SWEEP("m.ini");
    const hid_t file = H5Fopen("m.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_str_eq(axis_of(file, "/sweep/soil", 0), "/trace");
    ck_assert_str_eq(axis_of(file, "/probe/rx/ez", 0), "/trace");
    ck_assert_str_eq(axis_of(file, "/probe/rx/ez", 1), "/probe/rx/time");
    ck_assert_str_eq(axis_of(file, "/probe/rx/hx", 1), "/probe/rx/time_hx");
    ck_assert_str_eq(axis_of(file, "/spectrum/part/ez", 1), "/spectrum/part/frequency");
    ck_assert_str_eq(axis_of(file, "/spectrum/part/ez", 2), "/spectrum/part/x");
    H5Fclose(file);
    read_all("m.h5", "/probe/rx/time", H5T_NATIVE_DOUBLE, sizeof time, time);
    const double step = time[0]; /* E is first known after a step */
    ck_assert_double_gt(step, 0);
    for (int n = 0; n < ROWS; n++)
        ck_assert_double_eq_tol(time[n], (n + 1) * step, 1e-14 * (n + 1) * step);
}
END_TEST

START_TEST(run_takes_one_trace_and_says_so_of_none)
{
    static float all[TRACES][ROWS], one[ROWS];
    write_model("m.ini", line);
    MUST_SWEEP("m.ini");
    read_all("m.h5", "/probe/rx/ez", H5T_NATIVE_FLOAT, sizeof all, all);
    MUST("m.ini", "--trace", "5", "--set", "run.output=one.h5");
    read_all("one.h5", "/probe/rx/ez", H5T_NATIVE_FLOAT, sizeof one, one);
    ck_assert(!memcmp(all[5], one, sizeof one));
    ck_assert_int_eq(RUN("m.ini"), YEE_USAGE);
    says("stands for 6 models");
    ck_assert_int_eq(RUN("m.ini", "--trace", "6"), YEE_INPUT);
    says("0 to 5");
    write_model("lone.ini", "");
    ck_assert_int_eq(RUN("lone.ini", "--trace", "0"), YEE_INPUT);
    says("no section [sweep.NAME]");
    ck_assert_int_eq(SWEEP("lone.ini"), YEE_INPUT);
    says("no section [sweep.NAME]");
}
END_TEST

START_TEST(a_lone_run_leaves_the_file_of_all_traces_alone)
{
    write_model("m.ini", line);
    MUST_SWEEP("m.ini");
    ck_assert_int_eq(rename("m.h5", "whole.h5"), 0);
    MUST("m.ini", "--trace", "3", "--force"); /* not m.h5, where that is not there either */
    ck_assert(!there("m.h5") && there("m_trace3.h5"));
    same_files("m_trace3.h5", "m.sweep/000003/m.h5");
    ck_assert_int_eq(rename("whole.h5", "m.h5"), 0);
    MUST("m.ini", "--trace", "3", "--force");
    ck_assert_int_eq(RUN("m.ini", "--trace", "3", "--set", "run.output=m.h5", "--force"),
                     YEE_IO);
    says("m.h5 has all traces of a sweep, and a single run does not replace it");
    ck_assert_int_eq(RUN("m.sweep/000003/m.h5", "--force"), YEE_IO);
    says("choose another output name, or remove it");
    ck_assert_int_eq(rows_of("m.h5", "/probe/rx/ez"), TRACES);
}
END_TEST

START_TEST(traces_of_other_time_steps_are_not_laid_side_by_side)
{
    write_model("m.ini", "[sweep.step]\nkeys = run.courant\nvalues = 0.5, 0.9\n");
    MUST_SWEEP("m.ini");
    ck_assert_int_eq(rows_of("m.h5", "/probe/rx/ez"), -1);
    ck_assert_int_eq(rows_of("m.h5", "/spectrum/part/ez"), 2);
    ck_assert_int_eq(system(YEE_COMMAND
                            " sweep m.ini --gather --quiet 2>diff | grep -q "
                            "'3 datasets are not in all traces, or not in one shape'"),
                     0);
}
END_TEST

/* A trace writes elsewhere than a lone run, and finds what it reads where that does. */
START_TEST(files_of_other_runs_are_sought_where_a_lone_run_seeks_them)
{
    write_model("ref.ini", "[output.t]\ntype = flux\nplane = x\nat = 15 mm\n"
                           "frequencies = 6 GHz\n");
    MUST("ref.ini");
    write_model("m.ini", "[output.t]\ntype = flux\nplane = x\nat = 15 mm\n"
                         "frequencies = 6 GHz\nnormalize = ref.h5:/flux/t\n"
                         "[shape.slab]\ntype = box\nfrom = 11, 0, 0 mm\nto = 13, 24, 1 mm\n"
                         "material = soil\n"
                         "[sweep.slab]\nkeys = shape.slab.to\nstep = 1, 0, 0 mm\ncount = 2\n");
    MUST_SWEEP("m.ini");
    ck_assert_int_eq(rows_of("m.h5", "/flux/t/ratio"), 2);
    /* the picture of a ratio against its direction is turned, as that of one run is */
    MUST_SWEEP("m.ini", "--force", "--set", "output.t.direction=-");
    const char *const argv[] = {"yee", "plot", "m.h5", "--format", "svg", "--only", "t", NULL};
    ck_assert_msg(run_with(NULL, argv) == YEE_OK, "%s", said);
    ck_assert_int_eq(system("grep -q '<text>ratio' m_flux_t_ratio.svg && "
                            "! grep -q '<text>-' m_flux_t_ratio.svg"),
                     0);
    ck_assert_int_eq(RUN("m.ini", "--trace", "1", "--set", "run.output=one.h5", "--set",
                         "output.t.normalize=m.h5:/flux/t"),
                     YEE_INPUT);
    says("m.h5 has all traces of a sweep; name the file of one of them, as in "
         "m.sweep/000000/m.h5");
}
END_TEST

/* A sweep whose traces all end too early looked as well as any other. */
START_TEST(what_traces_warn_of_is_said_once_with_their_number)
{
    write_model("m.ini", "[sweep.steps]\nkeys = run.steps\nvalues = 20, 21, 300\n"
                         "[output.t]\ntype = flux\nplane = x\nat = 13 mm\n"
                         "frequencies = 6 GHz\n");
    MUST_SWEEP("m.ini");
    says("[source.tx] the run ends at ");
    says("(trace 0, and 1 more)");
    const char *first = strstr(said, "[source.tx] the run ends");
    ck_assert_ptr_null(strstr(first + 1, "[source.tx] the run ends"));
    says("[run] the fields still ring at the last step");
    MUST_SWEEP("m.ini", "--force", "--set", "sweep.steps.values=300, 400");
    ck_assert_ptr_null(strstr(said, "the run ends"));
    /* what one value of a variable names is used */
    MUST_SWEEP("m.ini", "--force", "--set", "sweep.steps.keys=shape.ground.material", "--set",
               "sweep.steps.values=soil, pec");
    ck_assert_ptr_null(strstr(said, "never used"));
}
END_TEST

/* Attributes that differ between traces, a port's resistance and a plane's place, become datasets with a value a trace. */
START_TEST(attributes_that_change_are_numbers_of_each_trace)
{
    double ohms[2], from[2][3], position[3];
    write_model("m.ini", "[source.p]\ntype = voltage\nnegative = 16, 12, 0 mm\n"
                         "positive = 16, 13, 0 mm\nresistance = 50 Ohm\nvoltage = 1 V\n"
                         "waveform = pulse\n[output.v]\ntype = probe\nports = p\n"
                         "[output.t]\ntype = flux\nplane = x\nat = 13 mm\n"
                         "frequencies = 6 GHz\n"
                         "[sweep]\ncombine = together\n[sweep.r]\n"
                         "keys = source.p.resistance\nvalues = 50, 75 Ohm\n"
                         "[sweep.at]\nkeys = output.t.at\nvalues = 13, 14 mm\n");
    MUST_SWEEP("m.ini", "--set", "grid.mode=te", "--set", "source.tx.direction=y");
    read_all("m.h5", "/sweep/attributes/port/p/resistance", H5T_NATIVE_DOUBLE, sizeof ohms,
             ohms);
    ck_assert(ohms[0] == 50 && ohms[1] == 75);
    read_all("m.h5", "/sweep/attributes/flux/t/from", H5T_NATIVE_DOUBLE, sizeof from, from);
    ck_assert_double_eq_tol(from[0][0], 13e-3, 1e-15);
    ck_assert_double_eq_tol(from[1][0], 14e-3, 1e-15);
    const hid_t file = H5Fopen("m.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_int_eq(H5Aexists_by_name(file, "/port/p", "resistance", H5P_DEFAULT), 0);
    ck_assert_int_eq(H5Lexists(file, "/sweep/attributes/probe", H5P_DEFAULT), 0);
    const hid_t at =
        H5Aopen_by_name(file, "/probe/rx/ey", "position", H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Aread(at, H5T_NATIVE_DOUBLE, position), 0);
    ck_assert_double_eq_tol(position[0], 9e-3, 1e-15);
    H5Aclose(at);
    H5Fclose(file);
}
END_TEST

START_TEST(a_wrong_word_leaves_no_folder)
{
    write_model("m.ini", line);
    ck_assert_int_eq(SWEEP("m.ini", "--jobs", "0"), YEE_USAGE);
    ck_assert_int_eq(SWEEP("m.ini", "--only", "6"), YEE_USAGE);
    ck_assert_int_eq(SWEEP("m.ini", "--set", "output.rx.typo=1"), YEE_INPUT);
    ck_assert(!there("m.sweep"));
    ck_assert_int_eq(SWEEP("m.ini", "--set", "sweep.soil.values=4, -6"), YEE_INPUT);
    says("3 of 6 traces are wrong; none was run");
    ck_assert(!there("m.sweep"));
    MUST_SWEEP("m.ini", "--part", "1/3");
    ck_assert_int_eq(SWEEP("m.ini", "--restart", "--set", "sweep.soil.values=4, -6"),
                     YEE_INPUT);
    ck_assert(there("m.sweep/000000"));
}
END_TEST

START_TEST(no_trace_is_no_file)
{
    write_model("m.ini", line);
    ck_assert_int_eq(SWEEP("m.ini", "--gather"), YEE_IO);
    says("m.sweep is not there");
    ck_assert_int_eq(SWEEP("m.ini", "--gather", "--partial"), YEE_IO);
    ck_assert_int_eq(mkdir("m.sweep", 0777), 0);
    ck_assert_int_eq(SWEEP("m.ini", "--gather", "--partial"), YEE_IO);
    says("none of the 6 traces is in ");
    ck_assert(!there("m.h5"));
}
END_TEST

START_TEST(the_folder_of_a_sweep_is_made)
{
    write_model("m.ini", "[sweep.soil]\nkeys = material.soil.eps\nvalues = 4, 6\n");
    ck_assert_int_eq(SWEEP("m.ini", "--set", "run.output=a/b/m.h5"), YEE_IO);
    MUST_SWEEP("m.ini", "--set", "run.output=a/b/m.h5", "--set", "run.make_folder=yes");
    ck_assert_int_eq(system("test -f a/b/m.h5 && test -f a/b/m.sweep/000001/m.h5"), 0);
}
END_TEST

START_TEST(a_variable_of_the_model_is_swept)
{
    double v[3];
    write_model("m.ini", "[let]\nx0 = 6 mm\n[sweep.x]\nkeys = let.x0\nfrom = 6 mm\n"
                         "to = 8 mm\ncount = 3\n");
    MUST_SWEEP("m.ini", "--set", "source.tx.position={x0}, 12 mm, 0 mm");
    read_all("m.h5", "/sweep/x", H5T_NATIVE_DOUBLE, sizeof v, v);
    ck_assert_double_eq_tol(v[1], 7e-3, 1e-17);
    static float all[3][ROWS], one[ROWS];
    read_all("m.h5", "/probe/rx/ez", H5T_NATIVE_FLOAT, sizeof all, all);
    write_model("lone.ini", "");
    MUST("lone.ini", "--set", "source.tx.position=7, 12, 0 mm");
    read_all("lone.h5", "/probe/rx/ez", H5T_NATIVE_FLOAT, sizeof one, one);
    ck_assert(!memcmp(all[1], one, sizeof one));
    MUST_SWEEP("m.h5", "--set", "run.output=again.h5"); /* by the model that the file keeps */
    same_parts("m.h5", "again.h5", RECORDS);            /* their models name other files */
    MUST("m.h5", "--trace", "1", "--set", "run.output=one.h5");
    read_all("one.h5", "/probe/rx/ez", H5T_NATIVE_FLOAT, sizeof one, one);
    ck_assert(!memcmp(all[1], one, sizeof one));
    ck_assert_int_eq(SWEEP("m.ini", "--set", "source.tx.position={x0}, 12 mm, 0 mm", "--set",
                           "sweep.x.keys=source.tx.position", "--set",
                           "sweep.x.step=1, 0, 0 mm", "--set", "sweep.x.from=", "--set",
                           "sweep.x.to=", "--force"),
                     YEE_INPUT);
    says("sweep a variable of [let]");
}
END_TEST

static void write_part(void)
{
    write_file("part.ini", "[shape.block]\ntype = box\nfrom = -2, -2, 0 mm\nto = 2, 2, 1 mm\n"
                           "material = pec\n");
}

START_TEST(a_swept_variable_that_moves_an_included_model_runs_from_the_file)
{
    static const char *const swept[] = {"let.x0", "let.x1", "let.eps"};
    write_part();
    for (size_t i = 0; i < sizeof swept / sizeof *swept; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "[let]\nx0 = 15\nx1 = x0\neps = 4\n[include.part]\nfile = part.ini\n"
                 "at = {x1 * 1 mm}, 6 mm, 0 mm\n[sweep.x]\nkeys = %s\nvalues = 14, 15\n",
                 swept[i]);
        write_model("m.ini", text);
        MUST_SWEEP("m.ini", "--force");
        MUST_SWEEP("m.h5", "--set", "run.output=again.h5", "--force");
        same_parts("m.h5", "again.h5", RECORDS);
        MUST_SWEEP("m.ini", "--force", "--set", "shape.part.block.material=soil");
        const int code = SWEEP("m.h5", "--set", "run.output=again.h5", "--force");
        ck_assert_int_eq(code, i < 2 ? YEE_INPUT : YEE_OK); /* the last leaves the part alone */
        if (code)
            says("[sweep.x] keys: there is no section [let]");
    }
}
END_TEST

/* Where an included model stands no key of its sections says. */
START_TEST(an_included_model_is_moved_in_every_trace)
{
    static float all[3][ROWS], one[ROWS];
    write_part();
    static const char include[] = "[include.part]\nfile = part.ini\nat = 15, 6, 0 mm\n";
    char text[512];
    snprintf(text, sizeof text,
             "%s[sweep.place]\nkeys = include.part.at\nstep = 1, 0, 0 mm\ncount = 3\n",
             include);
    write_model("m.ini", text);
    MUST_SWEEP("m.ini");
    read_all("m.h5", "/probe/rx/ez", H5T_NATIVE_FLOAT, sizeof all, all);
    write_model("lone.ini", include);
    MUST("lone.ini", "--set", "include.part.at=17, 6, 0 mm");
    read_all("lone.h5", "/probe/rx/ez", H5T_NATIVE_FLOAT, sizeof one, one);
    ck_assert(!memcmp(all[2], one, sizeof one));
    ck_assert(memcmp(all[0], one, sizeof one));
    /* the file runs again, and the included model is still known by what it was */
    ck_assert_int_eq(rename("m.h5", "whole.h5"), 0);
    MUST_SWEEP("whole.h5", "--set", "run.output=m.h5", "--force");
    same_parts("m.h5", "whole.h5", RECORDS);
    write_file("part.ini", "[shape.block]\ntype = box\nfrom = -2, -3, 0 mm\nto = 2, 2, 1 mm\n"
                           "material = pec\n");
    ck_assert_int_eq(SWEEP("m.ini", "--restart"), YEE_INPUT);
    says("is of another model");
    /* a key that was set within has no place in such a text: it runs as it was, or not at all */
    MUST_SWEEP("m.ini", "--force", "--set", "shape.part.block.material=soil");
    ck_assert_int_eq(SWEEP("m.h5", "--force"), YEE_INPUT);
    says("there is no section [include.part]");
}
END_TEST

START_TEST(values_come_from_a_table)
{
    double v[4];
    write_file("soils.csv", "# of the survey\n4\n5.5\n7\n9\n");
    write_model("m.ini", "[sweep.soil]\nkeys = material.soil.eps\nvalues = @soils.csv\n");
    MUST_SWEEP("m.ini");
    read_all("m.h5", "/sweep/soil", H5T_NATIVE_DOUBLE, sizeof v, v);
    ck_assert(v[1] == 5.5 && v[3] == 9);
    /* columns by their headings, whose units they have; of several columns a row is a value */
    write_file("soils.csv", "name, eps, sigma [mS/m]\nsand, 4, 1\nloam, 9, 20\n");
    write_file("at.csv", "x [mm], y [mm], z [mm]\n3, 2, 3\n4, 2, 3\n");
    write_model("m.ini", "[sweep]\ncombine = together\n[sweep.soil]\nkeys = material.soil.eps\n"
                         "values = @soils.csv:eps\n[sweep.loss]\nkeys = material.soil.sigma\n"
                         "values = @soils.csv:sigma\n[sweep.line]\nkeys = source.tx.position\n"
                         "values = @at.csv\n");
    MUST_SWEEP("m.ini", "--force");
    read_all("m.h5", "/sweep/soil", H5T_NATIVE_DOUBLE, 2 * sizeof *v, v);
    read_all("m.h5", "/sweep/loss", H5T_NATIVE_DOUBLE, 2 * sizeof *v, v + 2);
    ck_assert(v[0] == 4 && v[1] == 9 && v[2] == 1e-3 && v[3] == 0.02);
    read_all("m.h5", "/sweep/line", H5T_NATIVE_DOUBLE, 2 * sizeof *v, v);
    ck_assert(v[0] == 3e-3 && v[1] == 4e-3);
    write_file("at.csv",
               "x [mm], y [mm], z [mm]\n3, 2, 3\n"); /* of a table a row is one, too */
    write_model("m.ini", "[sweep.line]\nkeys = source.tx.position\nvalues = @at.csv\n");
    MUST_SWEEP("m.ini", "--force");
    MUST_SWEEP("m.ini", "--force", "--set", "sweep.line.values=3, 2, 3 mm |");
    ck_assert_int_eq(SWEEP("m.ini", "--force", "--set", "sweep.line.values=|"), YEE_INPUT);
    write_model("m.ini", "[sweep]\ncombine = together\n[sweep.soil]\nkeys = material.soil.eps\n"
                         "values = @soils.csv:eps\n");
    ck_assert_int_eq(SWEEP("m.ini", "--force", "--set", "sweep.soil.values=@soils.csv:epz"),
                     YEE_INPUT);
    says("[sweep.soil] values: soils.csv:1: no column has the heading 'epz'");
}
END_TEST

START_TEST(a_plan_says_what_the_traces_share_and_take)
{
    write_model("m.ini", line);
    ck_assert_int_eq(system(YEE_COMMAND " plan m.ini 2>&1 | tr '\n' ' ' | tr -s ' ' >plan"), 0);
    ck_assert_int_eq(
        system("grep -q ' sweep 6 traces line 3 values of source.tx.position, "
               "output.rx.position: grid, cells, media and plan are shared soil 2 "
               "values of material.soil.eps: cells are painted once; a trace with another "
               "one has its media and plan made anew jobs [0-9]* side by side' plan && "
               "grep -q 'memory .* at most, .* each disk .* time .* at most' plan"),
        0);
    ck_assert(!there("m.sweep") && !there("m.h5"));
}
END_TEST

/* By one process that aims one plan 44 times, by three, and by one for each trace. */
START_TEST(the_bits_do_not_depend_on_how_many_run_side_by_side)
{
    enum { MANY = 44 };
    static const char *const jobs[] = {"1", "3", "44"};
    static float all[MANY][100], one[100];
    write_model("m.ini", "[sweep.soil]\nkeys = material.soil.eps\nvalues = 4, 6\n"
                         "[sweep.line]\nkeys = source.tx.position, output.rx.position\n"
                         "step = 0.5, 0, 0 mm\ncount = 22\n");
    for (int i = 0; i < 3; i++) {
        char file[32], output[48];
        snprintf(file, sizeof file, "by%s.h5", jobs[i]);
        snprintf(output, sizeof output, "run.output=%s", file);
        MUST_SWEEP("m.ini", "--jobs", jobs[i], "--set", "run.steps=100", "--set", output);
        if (i)
            same_parts("by1.h5", file, RECORDS);
    }
    read_all("by1.h5", "/probe/rx/ez", H5T_NATIVE_FLOAT, sizeof all, all);
    for (int t = 0; t < MANY; t += 21) {
        char trace[8];
        clean("one");
        snprintf(trace, sizeof trace, "%d", t);
        MUST("m.ini", "--trace", trace, "--set", "run.steps=100", "--set", "run.output=one.h5");
        read_all("one.h5", "/probe/rx/ez", H5T_NATIVE_FLOAT, sizeof one, one);
        ck_assert_msg(!memcmp(all[t], one, sizeof one), "trace %d is another run", t);
    }
}
END_TEST

/* A file of a trace that cannot be read is named; files that a killed process has left go. */
START_TEST(a_damaged_file_of_a_trace_is_named)
{
    char left[128], host[64] = "";
    gethostname(host, sizeof host - 1);
    snprintf(left, sizeof left, "m.h5.%s.999999999", host); /* no process has that number */
    write_file(left, "");
    write_model("m.ini", line);
    MUST_SWEEP("m.ini", "--set", "run.steps=20");
    ck_assert(!there(left));
    ck_assert_int_eq(truncate("m.sweep/000002/m.h5", 3000), 0);
    ck_assert_int_eq(SWEEP("m.ini", "--gather", "--set", "run.steps=20"), YEE_IO);
    says("m.sweep/000002/m.h5 of trace 2 cannot be read: ");
    ck_assert_int_eq(system("rm -r m.sweep/000002"), 0);
    MUST_SWEEP("m.ini", "--restart", "--set", "run.steps=20");
    ck_assert_int_eq(system("test `ls -A | wc -l` = 3"), 0); /* m.ini, m.sweep, m.h5 */
}
END_TEST

START_TEST(a_folder_of_another_model_is_not_joined)
{
    write_model("m.ini", line);
    MUST_SWEEP("m.ini");
    ck_assert_int_eq(SWEEP("m.ini"), YEE_IO);
    says("--restart goes on");
    ck_assert_int_eq(SWEEP("m.ini", "--restart", "--set", "source.tx.current=2 A"), YEE_INPUT);
    says("it has 'current = 1 A'");
    ck_assert_int_eq(
        SWEEP("m.ini", "--part", "1/2", "--force", "--set", "source.tx.current=2 A"),
        YEE_INPUT);
    says("--force without --only, --part, --restart and --gather begins anew");
    MUST_SWEEP("m.ini", "--force", "--set", "source.tx.current=2 A");
    write_model("m.ini", "");
    MUST("m.ini", "--set", "run.output=other.h5");
    write_model("other.ini", line);
    ck_assert_int_eq(SWEEP("other.ini"), YEE_IO);
    says("no file of a sweep");
    ck_assert(!there("other.sweep")); /* before a trace has run */
}
END_TEST

START_TEST(whole_numbers_of_a_range_are_whole)
{
    write_model("m.ini", "[sweep.n]\nkeys = output.rx.every\nfrom = 1\nto = 50\ncount = 50\n");
    MUST_SWEEP("m.ini", "--partial", "--only", "27", "--set", "run.steps=28");
    ck_assert_int_eq(rows_of("m.sweep/000027/m.h5", "/probe/rx/ez"), 1); /* every 28th step */
}
END_TEST

START_TEST(values_are_made_in_every_way)
{
    double v[1000];
    write_model("m.ini", "[sweep]\ncombine = together\n"
                         "[sweep.a]\nkeys = material.soil.eps\nfrom = 1\nto = 4\ncount = 5\n"
                         "scale = log\n"
                         "[sweep.b]\nkeys = source.tx.position\n"
                         "values = 6, 12, 0 mm | 7, 12, 0 mm | 8, 12, 0 mm | 9, 12, 0 mm | "
                         "10, 12, 0 mm\n"
                         "[sweep.c]\nkeys = source.tx.direction\nvalues = z, z, z, z, z\n");
    MUST_SWEEP("m.ini", "--set", "run.steps=20");
    read_all("m.h5", "/sweep/a", H5T_NATIVE_DOUBLE, 5 * sizeof *v, v);
    for (int i = 0; i < 5; i++)
        ck_assert_double_eq_tol(v[i], pow(2, i / 2.), 1e-14); /* a few roundings of 4 */
    read_all("m.h5", "/sweep/b", H5T_NATIVE_DOUBLE, 5 * sizeof *v, v);
    ck_assert_double_eq_tol(v[4], 0.01, 1e-17);
    ck_assert_int_eq(rows_of("m.h5", "/sweep/c"), 5);
}
END_TEST

static const struct {
    const char *text, *words;
} wrong[] = {
    {"[sweep.a]\nkeys = material.soli.eps\nvalues = 1\n",
     "no section [material.soli]: did you mean "
     "'material.soil'"},
    {"[sweep.a]\nkeys = material.soil.epz\nvalues = 1\n", "epz"},
    {"[sweep.a]\nkeys = eps\nvalues = 1\n", "'eps' is not SECTION.KEY"},
    {"[sweep.shape]\nkeys = shape.ground.material\nvalues = pec, soil\n",
     "m.ini:35: [sweep.shape] the file of all traces has a '/sweep/shape' of its own"},
    {"[sweep.a]\nkeys = material.soil.eps\n",
     "one of values, from and to, step, sample is needed"},
    {"[sweep.a]\nkeys = material.soil.eps\nvalues = 1\ncount = 3\n",
     "values and count do not go together"},
    {"[sweep.a]\nkeys = material.soil.eps\nvalues = 1\nseed = 3\n",
     "values and seed do not go together"},
    {"[sweep.a]\nkeys = material.soil.eps\nsample = normal\nmean = 6\ndeviation = -1\n"
     "count = 2\n",
     "deviation: -1 is below 0"},
    {"[sweep]\ntrace = 1\n[sweep.a]\nkeys = material.soil.eps\nvalues = 4, 6\n",
     "[sweep] trace = 1 asks for that trace alone"},
    {"[sweep.a]\nkeys = material.soil.eps\nfrom = 1\nto = 2\n", "count is needed"},
    {"[sweep.a]\nkeys = material.soil.eps\nfrom = 1\ncount = 2\n", "from and to are needed"},
    {"[sweep.a]\nkeys = source.tx.position\nstep = 1 mm, 2 V, 0\ncount = 2\n",
     "must be numbers of one unit"},
    {"[sweep.a]\nkeys = source.tx.position\nstep = 1, 0 mm\ncount = 2\n",
     "step has 2 numbers, source.tx.position has 3"},
    {"[sweep.a]\nkeys = source.tx.position\nstep = 1, 0, 0 V\ncount = 2\n", "'V'"},
    {"[sweep.a]\nkeys = material.soil.sigma\nstep = 1 S/m\ncount = 2\n",
     "has no key 'sigma' in this file"},
    {"[sweep.a]\nkeys = material.soil.eps\nvalues = 1\n[sweep.b]\nkeys = material.soil.eps\n"
     "values = 1\n",
     "is there twice; [sweep.a] has it"},
    {"[sweep]\ncombine = together\n[sweep.a]\nkeys = material.soil.eps\nvalues = 1, "
     "2\n[sweep.b]\n"
     "keys = run.steps\nvalues = 1, 2, 3\n",
     "3 values, where [sweep.a] has 2"},
    {"[sweep.a]\nkeys = run.steps\nfrom = 1\nto = 2\ncount = 1000\n[sweep.b]\nkeys = "
     "material.soil.eps\nfrom = 1\nto = 2\ncount = 1001\n",
     "more than 1000000 traces"},
    {"[sweep.a]\nkeys = sweep.combine\nvalues = 1\n", "there is no section [sweep]"},
    {"[sweep.a]\nkeys = run.output\nvalues = a.h5, b.h5\n", "it is one for all"},
    {"[sweeps.a]\nkeys = run.steps\nvalues = 1\n", "sweep"},
};

START_TEST(what_is_wrong_is_said)
{
    write_model("m.ini", wrong[_i].text);
    ck_assert_int_eq(SWEEP("m.ini"), YEE_INPUT);
    says(wrong[_i].words);
    ck_assert(!there("m.sweep/000000") && !there("m.h5"));
}
END_TEST

/* Means and deviations of n samples lie within 4/sqrt(n) deviations of theirs with probability
 * 0.9999 each; the seed is fixed. */
START_TEST(samples_have_their_distribution_and_their_seed)
{
    enum { N = 400 };
    double v[N], again[N], mean = 0, square = 0;
    write_model("m.ini", "[sweep.a]\nkeys = material.soil.eps\nsample = normal\nmean = 6\n"
                         "deviation = 0.5\ncount = 400\nseed = 3\n");
    MUST_SWEEP("m.ini", "--partial", "--only", "0");
    read_all("m.h5", "/sweep/a", H5T_NATIVE_DOUBLE, sizeof v, v);
    for (int i = 0; i < N; i++) {
        mean += v[i] / N;
        square += (v[i] - 6) * (v[i] - 6) / N;
    }
    ck_assert_double_eq_tol(mean, 6, 4 * 0.5 / sqrt(N));
    ck_assert_double_eq_tol(sqrt(square), 0.5, 4 * 0.5 / sqrt(2. * N));
    clean("m.sweep");
    MUST_SWEEP("m.ini", "--partial", "--only", "1", "--set", "sweep.a.seed=4");
    read_all("m.h5", "/sweep/a", H5T_NATIVE_DOUBLE, sizeof again, again);
    ck_assert(memcmp(v, again, sizeof v));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sweep");
    TCase *tests = tcase_create("sweep");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, every_trace_has_the_bits_of_its_lone_run);
    tcase_add_test(tests, a_record_of_a_sweep_is_drawn_over_its_last_variable);
    tcase_add_test(tests, a_record_of_one_frequency_is_drawn_as_curves);
    tcase_add_test(tests, angles_of_a_sweep_are_drawn_in_degrees);
    tcase_add_test(tests, words_are_curves_and_names_and_no_numbers_of_traces);
    tcase_add_test(tests, pictures_of_a_sweep_say_the_values_of_its_other_variables);
    tcase_add_test(tests, results_of_steps_are_drawn_as_their_attributes_say);
    tcase_add_test(tests, axes_have_names_that_other_readers_know);
    tcase_add_test(tests, run_takes_one_trace_and_says_so_of_none);
    tcase_add_test(tests, a_lone_run_leaves_the_file_of_all_traces_alone);
    tcase_add_test(tests, traces_of_other_time_steps_are_not_laid_side_by_side);
    tcase_add_test(tests, files_of_other_runs_are_sought_where_a_lone_run_seeks_them);
    tcase_add_test(tests, what_traces_warn_of_is_said_once_with_their_number);
    tcase_add_test(tests, attributes_that_change_are_numbers_of_each_trace);
    tcase_add_test(tests, a_wrong_word_leaves_no_folder);
    tcase_add_test(tests, no_trace_is_no_file);
    tcase_add_test(tests, the_folder_of_a_sweep_is_made);
    tcase_add_test(tests, a_variable_of_the_model_is_swept);
    tcase_add_test(tests, an_included_model_is_moved_in_every_trace);
    tcase_add_test(tests, a_swept_variable_that_moves_an_included_model_runs_from_the_file);
    tcase_add_test(tests, values_come_from_a_table);
    tcase_add_test(tests, a_plan_says_what_the_traces_share_and_take);
    tcase_add_test(tests, the_bits_do_not_depend_on_how_many_run_side_by_side);
    tcase_add_test(tests, a_damaged_file_of_a_trace_is_named);
    tcase_add_test(tests, a_folder_of_another_model_is_not_joined);
    tcase_add_test(tests, whole_numbers_of_a_range_are_whole);
    tcase_add_test(tests, values_are_made_in_every_way);
    tcase_add_loop_test(tests, what_is_wrong_is_said, 0, sizeof wrong / sizeof *wrong);
    tcase_add_test(tests, samples_have_their_distribution_and_their_seed);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
