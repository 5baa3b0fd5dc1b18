/* Subdomains through the command: every file is bit by bit that of a run without, restarts too,
 * and what cannot be cut is refused with a sentence. */
#include "models.h"
#include "suite.h"

#define NUMBERS "m.ini", "--set", "run.steps=40", "--set", "run.threads=1", "--set"

/* Model, scheme, precision and cut. */
static const struct {
    int model;
    const char *scheme, *precision, *subdomains, *steps;
} cuts[] = {
    {0, "plain", "f64", "1, 3, 1", "1"}, {1, "plain", "f32", "2, 2, 2", "2"},
    {3, "reference", "f32", "2", "0"},   {4, "plain", "f64", "6", "2"},
    {0, "tiled", "f64", "2, 2, 1", "0"}, {6, "tiled", "f32", "3, 1, 1", "3"},
};

static void enter(void)
{
    enter_folder();
    mkdir("a", 0777);
    mkdir("b", 0777);
}

static const char *key(char *text, size_t size, const char *name, const char *value)
{
    snprintf(text, size, "run.%s=%s", name, value);
    return text;
}

START_TEST(a_cut_run_writes_bit_by_bit_what_a_whole_one_writes)
{
    char scheme[64], precision[64], subdomains[64], steps[64];
    key(scheme, sizeof scheme, "scheme", cuts[_i].scheme);
    key(precision, sizeof precision, "precision", cuts[_i].precision);
    key(subdomains, sizeof subdomains, "subdomains", cuts[_i].subdomains);
    key(steps, sizeof steps, "subdomain_steps", cuts[_i].steps);
    write_model(cuts[_i].model);
    MUST(NUMBERS, scheme, "--set", precision, "--set", "run.output=a/m.h5");
    MUST(NUMBERS, scheme, "--set", precision, "--set", "run.output=b/m.h5", "--set", subdomains,
         "--set", steps);
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
}
END_TEST

/* Keys, and the cells of the first subdomain with its halo, which a run shows. */
static const struct {
    const char *set, *more, *words;
} given[] = {
    {"run.cut_y=11, 14", "run.subdomain_steps=1", "3 subdomains, 1 x 3 x 1"},
    {"run.cut_y=11, 14", "run.subdomain_steps=1", "18 x 12 x 19 cells"},
    {"run.cut_y=13", "run.subdomains=2", "2 subdomains, 1 x 2 x 1"},
    {"run.cut_y=13", "run.subdomains=2, 2, 1", "4 subdomains, 2 x 2 x 1"},
};

START_TEST(cuts_lie_where_they_are_given)
{
    write_model(0);
    MUST(NUMBERS, "run.scheme=plain", "--set", "run.precision=f64", "--set",
         "run.output=a/m.h5");
    for (size_t n = 0; n < sizeof given / sizeof *given; n++) {
        const char *const args[] = {
            "yee",     "run",        NUMBERS, "run.scheme=plain", "--set", "run.precision=f64",
            "--set",   given[n].set, "--set", given[n].more,      "--set", "run.output=b/m.h5",
            "--force", NULL};
        const int code = run_with(NULL, args);
        ck_assert_msg(code == YEE_OK, "exit code %d: %s", code, said);
        says(given[n].words);
        ck_assert_int_ge(same_runs("a/", "b/"), 2);
    }
}
END_TEST

/* Model, scheme and precision, and the cuts that a run goes through; "1": none. */
static const struct {
    int model;
    const char *scheme, *precision, *subdomains[4];
} relays[] = {
    {1, "plain", "f32", {"2, 1, 2", "1", "1, 2, 1", "2, 2, 2"}},
    {0, "tiled", "f64", {"1", "2, 2, 1", "1, 3, 1", "1"}},
    {3, "reference", "f32", {"2", "1", "2, 2, 1", "2"}},
    {6, "tiled", "f32", {"3, 1, 1", "2, 1, 1", "1", "3, 1, 1"}},
    {0, "plain", "f64", {"1", "1, 3, 1", "2, 1, 1", "1"}},
};

START_TEST(a_run_goes_on_with_any_other_cut)
{
    char scheme[64], precision[64];
    key(scheme, sizeof scheme, "scheme", relays[_i].scheme);
    key(precision, sizeof precision, "precision", relays[_i].precision);
    write_model(relays[_i].model);
    MUST(NUMBERS, scheme, "--set", precision, "--set", "run.output=a/m.h5");
    for (int n = 0; n < 4; n++) {
        char subdomains[64], steps[64];
        snprintf(steps, sizeof steps, "run.steps=%d", n < 3 ? 9 * n + 13 : 40);
        key(subdomains, sizeof subdomains, "subdomains", relays[_i].subdomains[n]);
        MUST("m.ini", "--set", steps, "--set", "run.threads=1", "--set", scheme, "--set",
             precision, "--set", "run.output=b/m.h5", "--set", subdomains, "--set",
             n < 3 ? "run.checkpoint_at_end=yes" : "run.checkpoint_at_end=no",
             n ? "--restart" : "--force");
    }
    ck_assert_int_ge(same_runs("a/", "b/"), 2);
}
END_TEST

/* Laws of cells and of fields, whose memory lies as their cut has it. */
static const char *const bound[] = {
    "type = magnetised_plasma\nfp = 10 GHz\nmagnetic_field = 0.1, 0.2, 0.3 T\n",
    "type = tensor\nn = 1.658, 1.486\naxis = 0, 1, 1\n",
};

static const char *const bound_schemes[] = {"reference", "plain", "tiled"};

START_TEST(a_law_with_memory_in_cells_keeps_its_cut)
{
    enum { SCHEMES = sizeof bound_schemes / sizeof *bound_schemes };
    static const char *const others[] = {"run.subdomains=1", "run.subdomains=1, 2, 1"};
    char scheme[64], text[2048];
    key(scheme, sizeof scheme, "scheme", bound_schemes[_i % SCHEMES]);
    snprintf(text, sizeof text,
             "[grid]\ncells = 18, 17, 12\nspacing = 1 mm\n[material.core]\n%s"
             "[shape.block]\ntype = box\nfrom = 4, 4, 3 mm\nto = 14, 13, 9 mm\n"
             "material = core\n[boundary.all]\ntype = cpml\ncells = 3\n"
             "[waveform.w]\ntype = ricker\nfrequency = 5 GHz\n"
             "[source.s]\ntype = dipole\nposition = 4, 4, 6 mm\ndirection = z\n"
             "current = 1 A\nwaveform = w\n[output.p]\ntype = probe\n"
             "position = 9, 8, 5, 13, 12, 5 mm\n[output.e]\ntype = energy\n",
             bound[_i / SCHEMES]);
    write_file("m.ini", text);
    MUST(NUMBERS, scheme, "--set", "run.precision=f64", "--set", "run.output=a/m.h5");
    MUST("m.ini", "--set", "run.steps=19", "--set", "run.threads=1", "--set", scheme, "--set",
         "run.precision=f64", "--set", "run.output=b/m.h5", "--set", "run.subdomains=2, 1, 1",
         "--set", "run.checkpoint_at_end=yes");
    for (int n = 0; n < 2; n++) {
        ck_assert_int_eq(RUN(NUMBERS, scheme, "--set", "run.precision=f64", "--set",
                             "run.output=b/m.h5", "--set", others[n], "--restart"),
                         YEE_INPUT);
        says("belongs to its cut of 2 x 1 x 1 subdomains");
        says("go on with subdomains = 2, 1, 1, or begin anew");
    }
    MUST(NUMBERS, scheme, "--set", "run.precision=f64", "--set", "run.output=b/m.h5", "--set",
         "run.subdomains=2, 1, 1", "--restart");
    ck_assert_int_ge(same_runs("a/", "b/"), 1);
}
END_TEST

static const struct {
    int model;
    const char *set, *more;
    yee_status status;
    const char *words;
} wrong[] = {
    {0, "run.subdomains=2, 1", "run.scheme=plain", YEE_INPUT, "2 numbers; one, or three"},
    {0, "run.subdomains=1.5", "run.scheme=plain", YEE_INPUT, "1.5 is no whole number"},
    {0, "run.subdomains=1, 30, 1", "run.scheme=plain", YEE_DECLINED, "up to 8 do"},
    {3, "run.subdomains=1, 1, 2", "run.scheme=plain", YEE_DECLINED, "nothing varies along it"},
    {0, "run.subdomains=1, 2, 1", "run.subdomain_steps=200", YEE_DECLINED,
     "leave whole; cut another axis"},
    {0, "run.subdomains=5, 1, 1", "run.scheme=plain", YEE_DECLINED, "port 'port'"},
    {3, "run.subdomains=9, 1, 1", "run.scheme=plain", YEE_DECLINED,
     "a source of 1 point (cell"},
    {0, "run.subdomains=2", "run.scheme=s44", YEE_DECLINED,
     "scheme 's44' runs whole grids only"},
    {0, "run.cut_y=9, 5", "run.scheme=plain", YEE_INPUT, "cut_y: 5 is no cell behind 9"},
    {0, "run.cut_y=17", "run.scheme=plain", YEE_INPUT, "behind 0 and before 17"},
    {0, "run.cut_y=5.5", "run.scheme=plain", YEE_INPUT, "whole numbers"},
    {0, "run.cut_y=9", "run.subdomains=3", YEE_INPUT, "make 1 x 2 x 1 subdomains"},
    {0, "run.cut_y=9", "run.scheme=plain", YEE_DECLINED, "port 'port'"},
    {3, "run.cut_x=11", "run.scheme=plain", YEE_DECLINED, "a source of 1 point (cell"},
    {3, "run.cut_z=1", "run.scheme=plain", YEE_INPUT, "behind 0 and before 1;"},
};

START_TEST(what_cannot_be_cut_is_refused)
{
    write_model(wrong[_i].model);
    const int code =
        RUN(NUMBERS, wrong[_i].set, "--set", wrong[_i].more, "--set", "run.output=a/m.h5");
    ck_assert_msg(code == (int)wrong[_i].status, "exit code %d: %s", code, said);
    says(wrong[_i].words);
    ck_assert(!there("a/m.h5"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("subdomains");
    TCase *tests = tcase_create("subdomains");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, enter, leave_folder);
    tcase_add_loop_test(tests, a_cut_run_writes_bit_by_bit_what_a_whole_one_writes, 0,
                        (int)(sizeof cuts / sizeof *cuts));
    tcase_add_test(tests, cuts_lie_where_they_are_given);
    tcase_add_loop_test(tests, a_run_goes_on_with_any_other_cut, 0,
                        (int)(sizeof relays / sizeof *relays));
    tcase_add_loop_test(
        tests, a_law_with_memory_in_cells_keeps_its_cut, 0,
        (int)(sizeof bound / sizeof *bound * sizeof bound_schemes / sizeof *bound_schemes));
    tcase_add_loop_test(tests, what_cannot_be_cut_is_refused, 0,
                        (int)(sizeof wrong / sizeof *wrong));
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
