/* yee sweep: every trace is the lone run of its model, whatever runs beside it; folders of traces. */
#include "suite.h"
#include "sweeping.h"

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

/* The text of the model is the same: the traces that are there were made of the old samples. */
START_TEST(a_folder_of_other_samples_is_not_joined)
{
    static const char *const samples[] = {"0, 0\n1e-10, 1\n2e-10, 0\n3e-10, 0\n",
                                          "0, 0\n1e-10, 2\n2e-10, 0\n3e-10, 0\n"};
    write_model("m.ini", line);
    ck_assert_int_eq(system("sed -i 's/^type = gaussian/type = table\\nfile = pulse.csv/; "
                            "/^frequency = 9 GHz/d' m.ini"),
                     0);
    write_file("pulse.csv", samples[0]);
    MUST_SWEEP("m.ini", "--only", "0");
    write_file("pulse.csv", samples[1]);
    ck_assert_int_eq(SWEEP("m.ini", "--restart"), YEE_INPUT);
    says(
        "is of another model: it has '; file pulse.csv of [waveform.pulse] file with the sum ");
    write_file("pulse.csv", samples[0]);
    MUST_SWEEP("m.ini", "--restart");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sweep");
    TCase *tests = tcase_create("sweep");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, every_trace_has_the_bits_of_its_lone_run);
    tcase_add_test(tests, run_takes_one_trace_and_says_so_of_none);
    tcase_add_test(tests, a_lone_run_leaves_the_file_of_all_traces_alone);
    tcase_add_test(tests, files_of_other_runs_are_sought_where_a_lone_run_seeks_them);
    tcase_add_test(tests, what_traces_warn_of_is_said_once_with_their_number);
    tcase_add_test(tests, a_wrong_word_leaves_no_folder);
    tcase_add_test(tests, no_trace_is_no_file);
    tcase_add_test(tests, the_folder_of_a_sweep_is_made);
    tcase_add_test(tests, a_swept_variable_that_moves_an_included_model_runs_from_the_file);
    tcase_add_test(tests, an_included_model_is_moved_in_every_trace);
    tcase_add_test(tests, a_folder_of_other_samples_is_not_joined);
    tcase_add_test(tests, a_plan_says_what_the_traces_share_and_take);
    tcase_add_test(tests, the_bits_do_not_depend_on_how_many_run_side_by_side);
    tcase_add_test(tests, a_damaged_file_of_a_trace_is_named);
    tcase_add_test(tests, a_folder_of_another_model_is_not_joined);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
