/* The core declines by what a scheme says of itself, and does not believe it where the fields
 * deny it. Sentences blame what is at fault: the line, the variable, the machine. */
#include "command.h"
#include "faults.h"
#include "suite.h"

static const char box[] =
    "[run]\nsteps = 300\nflush = 0 s\nforce = yes\n"
    "[grid]\ncells = 12, 12, 12\nspacing = 1 mm\n"
    "[boundary.all]\ntype = pec\n"
    "[waveform.w]\ntype = gaussian_derivative\nfrequency = 10 GHz\n"
    "[source.s]\ntype = dipole\nposition = 6, 6, 6.5 mm\ndirection = z\ncurrent = 1 A\n"
    "waveform = w\n"
    "[output.rx]\ntype = probe\nposition = 3, 3, 3 mm\n";

/* The exit code of a command on m.ini with the module, and two overrides. */
static int with_claims(const char *command, const char *set, const char *more)
{
    const char *const argv[] = {"yee",         command, "m.ini", "--plugin-path",
                                MODULE_CLAIMS, "--set", set,     "--set",
                                more,          NULL};
    return run_with(NULL, argv);
}

static void enter_box(void)
{
    enter_folder();
    write_file("m.ini", box);
}

START_TEST(a_precision_that_a_scheme_does_not_have_is_declined_for_it)
{
    static const char *const commands[] = {"run", "plan"};
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(with_claims(commands[i], "run.scheme=doubles", "run.steps=9"),
                         YEE_DECLINED);
        says("precision: scheme 'doubles' has no f32, which the model has by default; give "
             "precision = f64, or take a scheme that has it (");
        says("singles");
        ck_assert_ptr_null(strstr(said, "(doubles"));
        ck_assert_ptr_null(strstr(said, ", doubles"));
        ck_assert(!there("m.h5"));
    }
    ck_assert_int_eq(with_claims("run", "run.scheme=singles", "run.precision=f64"),
                     YEE_DECLINED);
    says("precision: scheme 'singles' has no f64, which the model asks for; give precision = "
         "f32");
    ck_assert_int_eq(with_claims("run", "run.scheme=doubles", "run.precision=f64"), YEE_OK);
    ck_assert_int_eq(with_claims("run", "run.scheme=singles", "run.precision=f32"), YEE_OK);
}
END_TEST

/* The module's scheme of the name has no f32; yee's own of that name is not seen behind it. */
START_TEST(the_automatic_choice_passes_over_a_scheme_without_the_precision)
{
    ck_assert_int_eq(with_claims("plan", "run.scheme=auto", "run.precision=f32"), YEE_OK);
    ck_assert_int_eq(system(YEE_COMMAND
                            " plan m.ini --plugin-path " MODULE_CLAIMS
                            " >plan.txt 2>&1 && grep -q '^scheme *plain' plan.txt && "
                            "tr -s ' \\n' '  ' <plan.txt | grep -q "
                            "\"tiled is passed over: precision: scheme 'tiled' has no f32\""),
                     0);
    ck_assert_int_eq(system(YEE_COMMAND
                            " plan m.ini --set run.precision=f64 --plugin-path " MODULE_CLAIMS
                            " | grep -q '^scheme *tiled'"),
                     0);
}
END_TEST

START_TEST(traits_that_no_scheme_can_have_are_its_fault)
{
    static const char *const wrong[][2] = {
        {"run.scheme=neither", "says that it has neither f32 nor f64"},
        {"run.scheme=flat", "says the stencil radius 0; 1 or more"},
        {"run.scheme=bottomless", "says that it moves nan bytes per cell and step"},
        {"run.scheme=indebted", "says that it executes -1 links"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ck_assert_int_eq(with_claims("run", wrong[i][0], "run.steps=9"), YEE_PLUGIN);
        says(wrong[i][1]);
    }
}
END_TEST

/* Place and size of the fields are known without it, their growth is not. */
START_TEST(a_run_that_diverges_ends_where_no_energy_is_known)
{
    write_file("m.ini", diverging);
    ck_assert_int_eq(with_claims("run", "run.scheme=shy", "run.courant=1.05"), YEE_DIVERGED);
    says("the run diverged: after step ");
    says(" in cell (");
    says("growing more than ");
    says("the time step is 1.05 of the stability limit; use courant = 0.99");
    ck_assert_ptr_null(strstr(said, "no energy is known"));
}
END_TEST

START_TEST(an_energy_that_is_always_zero_does_not_keep_a_run_alive)
{
    ck_assert_int_eq(with_claims("run", "run.scheme=idle", "run.stop_decay=60 dB"), YEE_PLUGIN);
    says("scheme 'idle' says an energy of 0 J in E where its largest field is ");
    ck_assert_int_eq(with_claims("run", "run.scheme=idle", "run.steps=300"), YEE_OK);
}
END_TEST

START_TEST(what_a_variable_asks_for_is_not_blamed_on_the_file)
{
    setenv("YEE_SCHEME", "foo", 1);
    ck_assert_int_eq(RUN("m.ini"), YEE_INPUT);
    says("yee: YEE_SCHEME=foo: scheme: there is no scheme 'foo' here");
    ck_assert_ptr_null(strstr(said, "m.ini:"));
    setenv("YEE_SCHEME", "doubles", 1);
    ck_assert_int_eq(with_claims("run", "run.steps=9", "run.steps=9"), YEE_DECLINED);
    says("yee: YEE_SCHEME=doubles: precision: scheme 'doubles' has no f32");
    unsetenv("YEE_SCHEME");
    setenv("YEE_PLUGIN_PATH", "/nowhere/at/all", 1);
    ck_assert_int_eq(RUN("m.ini"), YEE_OK);
    says("YEE_PLUGIN_PATH: /nowhere/at/all: ");
    unsetenv("YEE_PLUGIN_PATH");
}
END_TEST

/* The line is that of the key, which may be changed; a machine has none. */
START_TEST(what_a_machine_lacks_is_not_blamed_on_a_section_that_is_not_there)
{
    char text[1024];
    ck_assert_int_eq(system(YEE_COMMAND " plan m.ini --plugin-path " MODULE_CLAIMS " | grep -q "
                                        "'cuda.split is not available: this machine has no'"),
                     0);
    ck_assert_int_eq(with_claims("run", "run.scheme=cuda.split", "run.steps=9"), YEE_DECLINED);
    says("yee: m.ini: [scheme.cuda.split] this machine has no such device");
    setenv("YEE_SCHEME", "cuda.split", 1);
    ck_assert_int_eq(with_claims("run", "run.steps=9", "run.steps=9"), YEE_DECLINED);
    says("yee: YEE_SCHEME=cuda.split: [scheme.cuda.split] this machine has no such device");
    unsetenv("YEE_SCHEME");
    snprintf(text, sizeof text, "%s[run]\nsteps = 9\n\nscheme = doubles\n",
             strstr(box, "[grid]"));
    write_file("m.ini", text);
    ck_assert_int_eq(with_claims("run", "run.force=yes", "run.steps=9"), YEE_DECLINED);
    says("m.ini:");
    int line = 1;
    for (const char *at = text; at < strstr(text, "scheme ="); at++)
        line += *at == '\n';
    snprintf(text, sizeof text, "m.ini:%d: [run] precision: scheme 'doubles'", line);
    says(text);
}
END_TEST

/* Sources whose fields no number of the precision holds are the cause, and nothing grows. */
START_TEST(sources_beyond_the_numbers_are_named_as_the_cause)
{
    static const char *const amperes[] = {"source.s.current=1e37 A",
                                          "source.s.current=1e300 A"};
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(with_claims("run", amperes[i], "run.precision=f32"), YEE_DIVERGED);
        says("likely cause: the sources drive fields beyond the numbers of f32, which end at "
             "3.4e+38; give smaller ones, or precision = f64");
        ck_assert_ptr_null(strstr(said, "growing"));
        ck_assert_ptr_null(strstr(said, "please report it"));
    }
    ck_assert_int_eq(with_claims("run", amperes[0], "run.precision=f64"), YEE_OK);
}
END_TEST

/* Wherever a model is read, a result file stands for the one that it keeps. */
START_TEST(a_result_file_stands_for_its_model)
{
    MUST("m.ini", "--set", "run.steps=40", "--set", "source.s.current=3 A");
    ck_assert_int_eq(system(YEE_COMMAND " model m.h5 >again.ini 2>&1"), 0);
    ck_assert_int_eq(system("grep -q '^steps = 40' again.ini && "
                            "grep -q '^current = 3 A' again.ini"),
                     0);
    MUST("m.h5", "--set", "run.output=n.h5");
    ck_assert_int_eq(rows_of("n.h5", "/probe/rx/ez"), 40);
    ck_assert_int_eq(system("h5dump -d /probe/rx/ez m.h5 | tail -n +2 >a && "
                            "h5dump -d /probe/rx/ez n.h5 | tail -n +2 | cmp - a"),
                     0);
    ck_assert_int_eq(RUN("m.h5"), YEE_IO);
    says("the run reads m.h5 (the model itself); choose another output name");
    const hid_t file = H5Fcreate("x.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    H5Fclose(file);
    ck_assert_int_eq(RUN("x.h5"), YEE_INPUT);
    says("x.h5: is an HDF5 file that keeps no model: it is no result of yee");
    ck_assert_int_eq(truncate("n.h5", 4000), 0);
    ck_assert_int_eq(RUN("n.h5"), YEE_IO);
    says("n.h5: is an HDF5 file that HDF5 cannot open: it is damaged, or was copied in part");
}
END_TEST

/* The traces that ran where "sees TEXT" is in their log. */
static int seen_by(const char *text)
{
    char command[128];
    snprintf(command, sizeof command, "grep -lw 'sees %s' m.sweep/00*/log | wc -l >count",
             text);
    ck_assert_int_eq(system(command), 0);
    int count = -1;
    FILE *file = fopen("count", "r");
    ck_assert(file && fscanf(file, "%d", &count) == 1);
    fclose(file);
    return count;
}

static int sweep_on(const char *gpus, const char *jobs)
{
    const char *const argv[] = {
        "yee",     "sweep",  "m.ini", "--plugin-path",        MODULE_CLAIMS,
        "--force", "--gpus", gpus,    jobs ? "--jobs" : NULL, jobs,
        NULL};
    return run_with(NULL, argv);
}

START_TEST(a_sweep_has_a_process_on_each_gpu)
{
    char text[2048];
    snprintf(text, sizeof text,
             "%s[sweep.a]\nkeys = source.s.current\nvalues = 1, 2, 3, 4, 5, 6 A\n", box);
    write_file("m.ini", text);
    ck_assert_int_eq(system("sed -i 's/^steps = 300/steps = 300\\nscheme = carded/' m.ini"), 0);
    unsetenv("CUDA_VISIBLE_DEVICES");
    ck_assert_int_eq(sweep_on("all", NULL), YEE_OK);
    ck_assert_int_eq(seen_by("0") + seen_by("1"), 6);
    ck_assert(seen_by("0") > 0 && seen_by("1") > 0);
    ck_assert_int_eq(sweep_on("1", "3"), YEE_OK);
    ck_assert_int_eq(seen_by("1"), 6);
    setenv("CUDA_VISIBLE_DEVICES", "7,GPU-ab,3", 1);
    ck_assert_int_eq(sweep_on("1-2", NULL), YEE_OK);
    ck_assert_int_eq(seen_by("GPU-ab") + seen_by("3"), 6);
    ck_assert_int_eq(sweep_on("0,3", NULL), YEE_USAGE);
    says("--gpus 0,3: there are 3 GPUs here, 0 to 2");
    ck_assert_int_eq(sweep_on("one", NULL), YEE_USAGE);
    unsetenv("CUDA_VISIBLE_DEVICES");
    ck_assert_int_eq(
        system("sed -i 's/^scheme = carded/scheme = doubles\\nprecision = f64/' m.ini"), 0);
    ck_assert_int_eq(sweep_on("all", NULL), YEE_USAGE);
    says("--gpus all: the model's scheme runs on no GPU");
}
END_TEST

START_TEST(laws_in_subdomains_are_declined_for_a_scheme_without_them)
{
    char model[1024];
    snprintf(model, sizeof model,
             "%s[material.k]\ntype = kerr\neps = 2\nchi3 = 1e-9 m^2/V^2\n"
             "[shape.b]\ntype = box\nfrom = 2, 2, 2 mm\nto = 4, 4, 4 mm\nmaterial = k\n",
             box);
    write_file("m.ini", model);
    ck_assert_int_eq(with_claims("run", "run.scheme=whole_laws", "run.subdomains=2"),
                     YEE_DECLINED);
    says("scheme 'whole_laws' executes no laws in subdomains; take subdomains = 1, or a scheme "
         "that runs subdomains with laws (");
    says("plain");
    ck_assert_ptr_null(strstr(said, ", whole_laws"));
    ck_assert_ptr_null(strstr(said, "(whole_laws"));
    ck_assert_int_eq(with_claims("run", "run.scheme=whole_laws", "run.steps=9"), YEE_OK);
    write_file("m.ini", box);
    ck_assert_int_eq(with_claims("run", "run.scheme=whole_laws", "run.subdomains=1, 1, 2"),
                     YEE_DECLINED);
    says("a source of 1 point"); /* they have come as far as the cut */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("claims");
    TCase *tests = tcase_create("claims");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter_box, leave_folder);
    tcase_add_test(tests, a_precision_that_a_scheme_does_not_have_is_declined_for_it);
    tcase_add_test(tests, the_automatic_choice_passes_over_a_scheme_without_the_precision);
    tcase_add_test(tests, laws_in_subdomains_are_declined_for_a_scheme_without_them);
    tcase_add_test(tests, traits_that_no_scheme_can_have_are_its_fault);
    tcase_add_test(tests, a_run_that_diverges_ends_where_no_energy_is_known);
    tcase_add_test(tests, an_energy_that_is_always_zero_does_not_keep_a_run_alive);
    tcase_add_test(tests, what_a_variable_asks_for_is_not_blamed_on_the_file);
    tcase_add_test(tests, what_a_machine_lacks_is_not_blamed_on_a_section_that_is_not_there);
    tcase_add_test(tests, sources_beyond_the_numbers_are_named_as_the_cause);
    tcase_add_test(tests, a_sweep_has_a_process_on_each_gpu);
    tcase_add_test(tests, a_result_file_stands_for_its_model);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
