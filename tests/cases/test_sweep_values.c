/* The values of the variables of a sweep: lists, ranges, tables, samples, and what is wrong. */
#include "suite.h"
#include "sweeping.h"

#include <math.h>

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
    Suite *suite = suite_create("sweep_values");
    TCase *tests = tcase_create("sweep_values");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, a_variable_of_the_model_is_swept);
    tcase_add_test(tests, values_come_from_a_table);
    tcase_add_test(tests, whole_numbers_of_a_range_are_whole);
    tcase_add_test(tests, values_are_made_in_every_way);
    tcase_add_loop_test(tests, what_is_wrong_is_said, 0, sizeof wrong / sizeof *wrong);
    tcase_add_test(tests, samples_have_their_distribution_and_their_seed);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
