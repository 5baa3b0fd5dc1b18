/* Lists of yee plan: many objects, media and findings in few lines. */
#include "command.h"
#include "suite.h"

#define GRID \
    "[grid]\ncells = 40, 40, 20\nspacing = 1 mm\n[run]\nsteps = 300\n" \
    "[boundary.all]\ntype = cpml\ncells = 8\n[waveform.w]\ntype = ricker\nfrequency = 8 GHz\n" \
    "[source.s]\ntype = dipole\nposition = 20, 20, 10.5 mm\ndirection = z\ncurrent = 1 A\n" \
    "waveform = w\n"

static char plan[1 << 18];

static void setup(void) { enter_folder(); }

static FILE *begin_model(void)
{
    FILE *file = fopen("m.ini", "w");
    ck_assert_ptr_nonnull(file);
    fputs(GRID, file);
    return file;
}

/* Keeps all that `yee plan m.ini` prints; the number of its lines. */
static int read_plan(void)
{
    FILE *pipe = popen(YEE_COMMAND " plan m.ini 2>/dev/null", "r");
    ck_assert_ptr_nonnull(pipe);
    const size_t n = fread(plan, 1, sizeof plan - 1, pipe);
    plan[n] = 0;
    ck_assert_int_eq(pclose(pipe), 0);
    int lines = 0;
    for (const char *at = plan; *at; at++)
        lines += *at == '\n';
    return lines;
}

static void plans(const char *words)
{
    ck_assert_msg(strstr(plan, words) != NULL, "\"%s\" is not in: %s", words, plan);
}

/* Words over the ends of lines. */
static void plans_words(const char *words)
{
    static char flat[sizeof plan];
    size_t n = 0;
    for (const char *at = plan; *at; at++)
        if (!strchr(" \n", *at) || (n && flat[n - 1] != ' '))
            flat[n++] = strchr(" \n", *at) ? ' ' : *at;
    flat[n] = 0;
    ck_assert_msg(strstr(flat, words) != NULL, "\"%s\" is not in: %s", words, plan);
}

/* From where a section begins to another one no line is longer than 96 columns. */
static void is_wrapped(const char *from, const char *to)
{
    const char *at = strstr(plan, from), *end = strstr(plan, to);
    ck_assert(at && end && at < end);
    for (; at < end; at += strcspn(at, "\n") + 1)
        ck_assert_msg(strcspn(at, "\n") <= 96, "%.*s", (int)strcspn(at, "\n"), at);
}

START_TEST(two_thousand_objects_are_a_few_lines)
{
    FILE *file = begin_model();
    fputs(
        "[material.glass]\ntype = dielectric\neps = 2\n[shape.one]\ntype = sphere\ncenter = 9, "
        "9, 9 mm\nradius = 2 mm\nmaterial = glass\n",
        file);
    for (int i = 0; i < 2000; i++)
        fprintf(file,
                "[shape.b%d]\ntype = box\nfrom = %g, %g, 12 mm\nto = %g, %g, 13 mm\nmaterial = "
                "glass\n",
                i, 0.3 * (i % 100), 0.3 * (i / 100), 0.3 * (i % 100) + 1, 0.3 * (i / 100) + 1);
    fclose(file);
    ck_assert_int_lt(read_plan(), 80);
    plans("shapes       2001\n");
    plans("             one: sphere\n");
    plans("             2000 x box, material glass: b0, b1, b2, b3, ...\n");
    is_wrapped("self-test", "file  ");
}
END_TEST

START_TEST(eight_hundred_equal_warnings_are_one_with_the_number_and_the_first_names)
{
    FILE *file = begin_model();
    for (int i = 0; i < 800; i++)
        fprintf(
            file,
            "[shape.b%d]\ntype = box\nfrom = 9, 9, 9 mm\nto = 12, 12, 12 mm\nmaterial = pec\n",
            i);
    fclose(file);
    ck_assert_int_lt(read_plan(), 80);
    plans("799 warnings");
    plans_words(
        "shape.b0 (line 18) WARNING: nothing is left of the object: later ones cover all "
        "of it;");
    plans_words("and 798 more like it: shape.b1, shape.b2, shape.b3, ...");
    is_wrapped("self-test", "file  ");
    ck_assert_int_eq(RUN("m.ini", "--set", "run.steps=2"), YEE_OK);
    says("[shape.b0] nothing is left of the object: later ones cover all of it; and 798 more "
         "like "
         "it: shape.b1, shape.b2, shape.b3, ...");
    ck_assert_ptr_null(strstr(said, "[shape.b1]"));
    /* three of a kind are named one by one */
    file = begin_model();
    for (int i = 0; i < 4; i++)
        fprintf(
            file,
            "[shape.b%d]\ntype = box\nfrom = 9, 9, 9 mm\nto = 12, 12, 12 mm\nmaterial = pec\n",
            i);
    fclose(file);
    ck_assert_int_eq(RUN("m.ini", "--set", "run.steps=2"), YEE_OK);
    says("[shape.b0] nothing is left");
    says("[shape.b2] nothing is left");
}
END_TEST

START_TEST(media_are_told_apart_and_what_is_not_magnetic_is_vacuum)
{
    FILE *file = begin_model();
    fputs("[material.clay]\ntype = debye\neps_inf = 1\ndelta_eps = 9\ntau = 9 ps\n"
          "[shape.all]\ntype = box\nfrom = 0, 0, 0 mm\nto = 40, 40, 20 mm\nmaterial = clay\n"
          "[material.sand]\ntype = debye\neps_inf = 1\ndelta_eps = 3\ntau = 9 ps\n"
          "[shape.some]\ntype = box\nfrom = 20, 0, 0 mm\nto = 40, 40, 20 mm\nmaterial = sand\n",
          file);
    fclose(file);
    read_plan();
    plans("clay: eps_inf 1, static eps 10, 1 pole\n");
    plans("sand: eps_inf 1, static eps 4, 1 pole\n");
    plans("  H          vacuum: mu 1\n");
    plans("  clay + sand\n             the eps is passive");
    is_wrapped("media", "memory");
}
END_TEST

START_TEST(where_nothing_is_wrong_the_plan_says_so)
{
    fclose(begin_model());
    read_plan();
    plans("self-test    nothing is wrong; 1 remark\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lists");
    TCase *tests = tcase_create("lists");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, setup, leave_folder);
    tcase_add_test(tests, two_thousand_objects_are_a_few_lines);
    tcase_add_test(tests,
                   eight_hundred_equal_warnings_are_one_with_the_number_and_the_first_names);
    tcase_add_test(tests, media_are_told_apart_and_what_is_not_magnetic_is_vacuum);
    tcase_add_test(tests, where_nothing_is_wrong_the_plan_says_so);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
