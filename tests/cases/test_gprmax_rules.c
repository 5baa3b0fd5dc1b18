/* The defects of gprMax 3 that rules = gprmax3 mimics, each beside what is intended. */
#include "gprmax.h"
#include "suite.h"

#define AS_GPRMAX3 "--set importer.gprmax.rules=gprmax3"

static const struct {
    const char *lines, *intended, *gprmax3;
} rules[] = {
    /* The part from the end - 180 degrees to the start + 180. */
    {"#cylindrical_sector: y 0.02 0.01 0.005 0.025 0.008 30 330 pec\n",
     "start = 30 deg\nsweep = 330 deg\n", "start = 180 deg\nsweep = 30 deg\n"},
    {"#cylindrical_sector: y 0.02 0.01 0.005 0.025 0.008 300 200 pec\n",
     "start = 300 deg\nsweep = 200 deg\n", "start = 320 deg\nsweep = 160 deg\n"},
    {"#cylindrical_sector: y 0.02 0.01 0.005 0.025 0.008 300 180 pec\n",
     "start = 300 deg\nsweep = 180 deg\n", "start = 300 deg\nsweep = 180 deg\n"},
    /* mu between media: vacuum's */
    {"#material: 4 0 3 0 iron\n#box: 0 0 0 0.01 0.01 0.01 iron\n", "average = cells\n",
     "average = electric\n"},
    {"#material: 4 0 3 0 iron\n#box: 0 0 0 0.01 0.01 0.01 free_space n\n", "average = own\n",
     "average = own\n"},
    {"#material: 4 0 1 0 clay\n#box: 0 0 0 0.01 0.01 0.01 clay\n", "average = cells\n",
     "average = cells\n"},
    /* (2 pi 5e9)^2/1e9 S/m, without eps0 */
    {SAND "#add_dispersion_drude: 1 5e9 1e9 0 sand\n",
     "gamma = 1000000000 rad/s\nsigma = 0.005",
     "gamma = 1000000000 rad/s\nsigma = 986960440100 S/m\n"},
    {SAND "#add_dispersion_drude: 2 5e9 1e9 1e9 1e9 sand\n",
     "type = drude\neps_inf = 6\nfp = 5000000000, 1000000000 Hz\n",
     "type = dielectric\neps = 6\nsigma = 0.005 S/m\n"},
    /* the count of the last command, the first poles of all */
    {SAND "#add_dispersion_debye: 1 5 1e-11 sand\n#add_dispersion_debye: 1 6 2e-11 sand\n",
     "delta_eps = 5, 6\ntau = 1e-11, 2e-11 s\n", "delta_eps = 5\ntau = 1e-11 s\n"},
    {SAND "#add_dispersion_debye: 1 5 1e-11 sand\n"
          "#add_dispersion_debye: 2 6 2e-11 7 3e-11 sand\n",
     "delta_eps = 5, 6, 7\n", "delta_eps = 5, 6\ntau = 1e-11, 2e-11 s\n"},
    /* 20 thresholds: 19 bins, wetter by 1/19 of the range */
    {"#soil_peplinski: 0.5 0.1 1.5 2.66 0.01 0.2 soil\n"
     "#fractal_box: 0 0 0 0.04 0.03 0.01 1.5 1 2 3 20 soil ground 7 y\n",
     "water = 0.01, 0.2\n", "water = 0.02, 0.21\n"},
    {"#soil_peplinski: 0.5 0.1 1.5 2.66 0.01 0.2 soil\n"
     "#fractal_box: 0 0 0 0.04 0.03 0.01 1.5 1 2 3 20 soil ground 7 y\n",
     "mixture = soil\nbins = 20\n", "mixture = soil\nbins = 19\n"},
};

START_TEST(a_defect_is_mimicked_where_the_key_says_so)
{
    ck_assert_int_eq(convert(HEAD "#pml_cells: 5\n", rules[_i].lines, ""), YEE_OK);
    has(rules[_i].lines, rules[_i].intended);
    ck_assert_int_eq(convert(HEAD "#pml_cells: 5\n", rules[_i].lines, AS_GPRMAX3), YEE_OK);
    has(rules[_i].lines, rules[_i].gprmax3);
}
END_TEST

/* Two boxes of 20 and 2 bins have a soil each, two of 20 have one. */
START_TEST(a_soil_is_written_once_for_a_number_of_bins)
{
    const char *lines = "#soil_peplinski: 0.5 0.1 1.5 2.66 0.01 0.2 soil\n"
                        "#fractal_box: 0 0 0 0.04 0.03 0.01 1.5 1 2 3 20 soil a 7\n"
                        "#fractal_box: 0 0 0.01 0.04 0.03 0.012 1.5 1 2 3 2 soil b 7\n"
                        "#fractal_box: 0 0 0.012 0.04 0.03 0.02 1.5 1 2 3 20 soil c 7\n";
    ck_assert_int_eq(convert(HEAD "#pml_cells: 5\n", lines, AS_GPRMAX3), YEE_OK);
    has(lines, "[material.soil_2]\n");
    ck_assert_ptr_null(strstr(text, "[material.soil_3]"));
    has(lines, "water = 0.2, 0.39\n");
    has(lines, "mixture = soil_2\nbins = 1\n");
}
END_TEST

/* A file of geometry objects names Lorentz poles so. */
START_TEST(poles_that_gprmax3_wrote_are_read)
{
    const char *lines = SAND "#add_dispersion_lorenz: 1 2 3e9 2e9 sand\n";
    ck_assert_int_eq(convert(HEAD "#pml_cells: 5\n", lines, ""), YEE_OK);
    has(lines, "type = lorentz\neps_inf = 6\ndelta_eps = 2\nf0 = 3000000000 Hz\n");
}
END_TEST

START_TEST(what_is_not_mimicked_is_said)
{
    const char *names = SAND "#material: 3 0 1 0 sandstone\n";
    ck_assert_int_eq(convert(HEAD "#pml_cells: 5\n", names, AS_GPRMAX3), YEE_OK);
    ck_assert_ptr_nonnull(strstr(said, "the id 'sand' is a part of 'sandstone'"));
    ck_assert_int_eq(convert(HEAD "#pml_cells: 5\n", names, ""), YEE_OK);
    ck_assert_ptr_null(strstr(said, "sandstone"));
    const char *poles = SAND "#add_dispersion_lorentz: 1 2 3e9 2e9 sand\n";
    ck_assert_int_eq(convert(HEAD "#pml_cells: 5\n", poles, AS_GPRMAX3), YEE_OK);
    ck_assert_ptr_nonnull(strstr(said, "Lorentz poles of gprMax 3"));
    const char *drude = SAND "#add_dispersion_drude: 1 5e9 1e9 sand\n";
    ck_assert_int_eq(convert(HEAD "#pml_cells: 5\n", drude, AS_GPRMAX3), YEE_DECLINED);
    ck_assert_ptr_nonnull(strstr(said, "gprMax 3 stops at a line of fewer than five words"));
}
END_TEST

int main(void)
{
    Suite *s = suite_create("gprmax_rules");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, enter_folder, leave_folder);
    tcase_add_loop_test(all, a_defect_is_mimicked_where_the_key_says_so, 0,
                        sizeof rules / sizeof *rules);
    tcase_add_test(all, a_soil_is_written_once_for_a_number_of_bins);
    tcase_add_test(all, poles_that_gprmax3_wrote_are_read);
    tcase_add_test(all, what_is_not_mimicked_is_said);
    suite_add_tcase(s, all);
    return suite_run(s);
}
