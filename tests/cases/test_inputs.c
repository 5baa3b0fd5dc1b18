/* A run never replaces a file that it reads, whatever path leads to it, with --force too. */
#include "command.h"
#include "suite.h"
#include <math.h>

static const char model[] = "[grid]\n"
                            "size = 20, 20 mm\n"
                            "spacing = 1 mm\n"
                            "invariant = z\n"
                            "[run]\n"
                            "steps = 40\n"
                            "[waveform.w]\n"
                            "type = table\n"
                            "file = pulse.csv\n"
                            "[source.s]\n"
                            "type = dipole\n"
                            "position = 10, 10, 0 mm\n"
                            "direction = z\n"
                            "current = 1 A\n"
                            "waveform = w\n"
                            "[boundary.b]\n"
                            "type = pec\n"
                            "[output.e]\n"
                            "type = energy\n";

static char before[4][8192];
static const char *const name[4] = {"m.ini", "pulse.csv", "link.h5", "hard.h5"};

static void read_text(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    memset(text, 0, size);
    ck_assert_uint_gt(fread(text, 1, size - 1, file), 0);
    fclose(file);
}

static void read_all(const char *path, char *text) { read_text(path, text, sizeof before[0]); }

static void setup(void)
{
    enter_folder();
    write_file("m.ini", model);
    FILE *pulse = fopen("pulse.csv", "w");
    ck_assert_ptr_nonnull(pulse);
    for (int i = 0; i < 60; i++)
        fprintf(pulse, "%de-11, %g\n", i, exp(-(i - 30) * (i - 30) / 32.0));
    fclose(pulse);
    ck_assert_int_eq(symlink("pulse.csv", "link.h5"), 0);
    ck_assert_int_eq(link("m.ini", "hard.h5"), 0);
    for (int i = 0; i < 4; i++)
        read_all(name[i], before[i]);
}

/* All inputs are as they were, and nothing half-written is beside them. */
static void kept(void)
{
    char now[sizeof before[0]];
    for (int i = 0; i < 4; i++) {
        read_all(name[i], now);
        ck_assert_str_eq(now, before[i]);
    }
    ck_assert(!there("m.ini.new") && !there("pulse.csv.new"));
}

START_TEST(force_replaces_results_and_no_input)
{
    static const struct {
        const char *output, *words;
    } row[] = {
        {"run.output=m.ini", "cannot write m.ini: the run reads m.ini (the model itself)"},
        {"run.output=./m.ini", "the run reads m.ini (the model itself)"},
        {"run.output=hard.h5", "cannot write hard.h5: the run reads m.ini (the model itself)"},
        {"run.output=pulse.csv", "([waveform.w] file); choose another output name"},
        {"run.output=link.h5", "([waveform.w] file)"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        ck_assert_int_eq(RUN("m.ini", "--force", "--set", row[i].output), YEE_IO);
        says(row[i].words);
        kept();
    }
    MUST("m.ini", "--force"); /* the model is a good one */
    MUST("m.ini", "--force");
    kept();
}
END_TEST

START_TEST(names_that_a_run_takes_beside_its_results_are_looked_at_too)
{
    write_file("x.h5.new", model); /* results are written under this name first */
    ck_assert_int_eq(RUN("x.h5.new", "--force", "--set", "run.output=x.h5"), YEE_IO);
    says("the run reads x.h5.new (the model itself)");
    ck_assert(there("x.h5.new"));
    static const char *const end[] = {"y.checkpoint", "y.checkpoint.old", "y.checkpoint.new"};
    for (int i = 0; i < 3; i++) {
        write_file(end[i], model);
        ck_assert_int_eq(RUN(end[i], "--force", "--set", "run.output=y.h5"), YEE_IO);
        says("checkpoints would replace y.checkpoint");
        ck_assert(there(end[i]));
        unlink(end[i]);
    }
}
END_TEST

START_TEST(a_result_that_another_run_refers_to_is_an_input)
{
    static const char flux[] = "output.f.type=flux", from[] = "output.f.from=5, 5, 0 mm",
                      to[] = "output.f.to=15, 15, 1 mm",
                      last[] = "output.f.frequency_max=9 GHz",
                      first[] = "output.f.frequency_min=1 GHz",
                      count[] = "output.f.frequency_count=3";
    MUST("m.ini", "--set", flux, "--set", from, "--set", to, "--set", first, "--set", last,
         "--set", count, "--set", "run.output=ref.h5");
    const int rows = (int)rows_of("ref.h5", "/energy/e/total");
    ck_assert_int_eq(RUN("m.ini", "--force", "--set", flux, "--set", from, "--set", to, "--set",
                         first, "--set", last, "--set", count, "--set", "run.output=ref.h5",
                         "--set", "output.f.reference=ref.h5:/flux/f"),
                     YEE_IO);
    says("cannot write ref.h5: the run reads ref.h5 ([output.f])");
    ck_assert_int_eq(rows_of("ref.h5", "/energy/e/total"), rows);
}
END_TEST

/* Two probes, one by a file and one written out, record the same. */
START_TEST(a_list_in_a_file_is_read_kept_and_named)
{
    char all[400000];
    write_file("points.csv", "# receivers\nx [mm], y [mm], z [mm]\n3, 4, 0\n6.5, 12, 0\n");
    MUST("m.ini", "--set", "output.a.type=probe", "--set", "output.a.components=ez", "--set",
         "output.a.position=@points.csv", "--set", "output.b.type=probe", "--set",
         "output.b.components=ez", "--set", "output.b.position=3, 4, 0, 6.5, 12, 0 mm");
    ck_assert_int_eq(system("h5diff m.h5 m.h5 /probe/a/ez /probe/b/ez && "
                            "h5dump -d /provenance/inputs m.h5 > inputs.txt && "
                            "h5dump -d /provenance/resolved m.h5 > resolved.txt"),
                     0);
    read_text("inputs.txt", all, sizeof all);
    ck_assert_ptr_nonnull(strstr(all, "m.ini (the model itself)"));
    ck_assert_ptr_nonnull(strstr(all, "/points.csv ([output.a] position)"));
    ck_assert_ptr_nonnull(strstr(all, "/pulse.csv ([waveform.w] file)"));
    read_text("resolved.txt", all, sizeof all);
    ck_assert_ptr_null(strchr(all, '@'));
    ck_assert_int_eq(RUN("m.ini", "--force", "--set", "run.output=points.csv", "--set",
                         "output.a.type=probe", "--set", "output.a.position=@points.csv"),
                     YEE_IO);
    says("([output.a] position); choose another output name");
    read_text("points.csv", all, sizeof all);
    ck_assert(!strncmp(all, "# receivers", 11));
    write_file("points.csv", "x [mm], y [mm], z [mm]\n3, 4, 0\n6.5, l2, 0\n");
    ck_assert_int_eq(RUN("m.ini", "--force", "--set", "output.a.type=probe", "--set",
                         "output.a.position=@points.csv"),
                     YEE_INPUT);
    says("override: [output.a] position: points.csv:3: column 2: 'l2' is not a number");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("inputs");
    TCase *tests = tcase_create("inputs");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, setup, leave_folder);
    tcase_add_test(tests, force_replaces_results_and_no_input);
    tcase_add_test(tests, names_that_a_run_takes_beside_its_results_are_looked_at_too);
    tcase_add_test(tests, a_result_that_another_run_refers_to_is_an_input);
    tcase_add_test(tests, a_list_in_a_file_is_read_kept_and_named);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
