/* A ferrite through the command: which schemes execute magnetic laws, restarts, cuts, sweeps,
 * planes of symmetry, modes of 2-D grids, and keys that do not go together. */
#include "command.h"
#include "suite.h"

enum { STEPS = 240 };

static const char base[] =
    "[grid]\ncells = 12, 10, 14\nspacing = 1 mm\n[run]\nsteps = 240\nthreads = 1\n"
    "[boundary.sides]\ntype = periodic\nfaces = x, y\n"
    "[boundary.ends]\ntype = cpml\nfaces = z\ncells = 3\n"
    "[waveform.pulse]\ntype = modulated_gaussian\nfrequency = 6 GHz\nbandwidth = 4 GHz\n"
    "[source.tx]\ntype = dipole\nposition = 6, 5, 5 mm\ndirection = x\ncurrent = 1 A\n"
    "waveform = pulse\n"
    "[shape.slab]\ntype = box\nfrom = 2, 0, 4 mm\nto = 9, 8, 10 mm\nmaterial = core\n"
    "[output.p]\ntype = probe\nposition = 6, 5, 7 mm\ncomponents = ey, hz\n"
    "[output.e]\ntype = energy\n";
static const char ferrite[] =
    "[material.core]\ntype = ferrite\nsaturation_magnetization = 140 kA/m\n"
    "bias = 20, 30, 100 kA/m\ndamping = 0.02\n";

static void write_model(const char *material, const char *more)
{
    char text[4096];
    snprintf(text, sizeof text, "%s%s%s", base, material, more);
    write_file("m.ini", text);
}

START_TEST(a_scheme_without_magnetic_laws_is_declined_for_by_name)
{
    write_model(ferrite, "");
    ck_assert_int_eq(RUN("m.ini", "--force", "--set", "run.scheme=fang24"), YEE_DECLINED);
    says(
        "scheme 'fang24' executes no laws of H (media whose magnetisation turns), and material "
        "'core' has one; these schemes execute them: ");
    says("plain, reference, tiled");
}
END_TEST

START_TEST(a_restarted_run_has_the_bits_of_one_run)
{
    static const char *const scheme[] = {"run.scheme=plain", "run.scheme=tiled"};
    static const char *const precision[] = {"run.precision=f32", "run.precision=f64"};
    static const char *const more[] = {"model = linear\n", "model = full\n"};
    const char *const by = scheme[_i % 2], *const of = precision[_i / 2 % 2];
    write_model(ferrite, more[_i / 4]);
    MUST("m.ini", "--force", "--set", by, "--set", of, "--set", "run.output=a.h5");
    MUST("m.ini", "--force", "--set", by, "--set", of, "--set", "run.output=b.h5", "--set",
         "run.steps=101", "--set", "run.checkpoint_at_end=yes");
    MUST("m.ini", "--force", "--set", by, "--set", of, "--set", "run.output=b.h5", "--restart");
    same_files("a.h5", "b.h5");
}
END_TEST

/* H of the cells beyond a cut is joined from theirs. */
START_TEST(a_cut_run_has_the_bits_of_one)
{
    static const char *const scheme[] = {"run.scheme=reference", "run.scheme=plain",
                                         "run.scheme=tiled"};
    static const char *const cut[] = {"run.subdomains=1, 1, 2", "run.subdomains=1, 2, 1",
                                      "run.subdomains=2, 1, 1"};
    write_model(ferrite, "");
    MUST("m.ini", "--force", "--set", scheme[_i], "--set", "run.precision=f64", "--set",
         "run.output=a.h5");
    MUST("m.ini", "--force", "--set", scheme[_i], "--set", "run.precision=f64", "--set",
         "run.output=b.h5", "--set", cut[_i], "--set", "run.subdomain_steps=1");
    same_files("a.h5", "b.h5");
}
END_TEST

static void probe_of(const char *name, const char *path, hsize_t rows, float *values)
{
    const hid_t file = H5Fopen(name, H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
    ck_assert_msg(set >= 0, "%s has no %s", name, path);
    ck_assert_uint_eq((hsize_t)H5Sget_simple_extent_npoints(H5Dget_space(set)), rows);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0);
    H5Dclose(set);
    H5Fclose(file);
}

/* Every trace has its own coefficients, of the bias and of Ms. */
START_TEST(a_sweep_has_the_bits_of_lone_runs)
{
    static const char *const bias[] = {"material.core.bias=20, 30, 100 kA/m",
                                       "material.core.bias=20, 30, -100 kA/m"};
    static const char *const ms[] = {"material.core.saturation_magnetization=70 kA/m",
                                     "material.core.saturation_magnetization=140 kA/m"};
    static float all[4][STEPS], one[STEPS];
    write_model(ferrite,
                "[sweep.b]\nkeys = material.core.bias\nstep = 0, 0, -200 kA/m\ncount = 2\n"
                "[sweep.m]\nkeys = material.core.saturation_magnetization\n"
                "values = 70 kA/m, 140 kA/m\n");
    const int code =
        run_with(NULL, (const char *const[]){"yee", "sweep", "--quiet", "m.ini", NULL});
    ck_assert_msg(code == YEE_OK, "exit code %d: %s", code, said);
    probe_of("m.h5", "/probe/p/ey", 4 * STEPS, all[0]);
    write_model(ferrite, "");
    for (int t = 0; t < 4; t++) {
        MUST("m.ini", "--force", "--set", bias[t / 2], "--set", ms[t % 2], "--set",
             "run.output=lone.h5");
        probe_of("lone.h5", "/probe/p/ey", STEPS, one);
        ck_assert_msg(!memcmp(all[t], one, sizeof one), "trace %d is another run", t);
        ck_assert_msg(!t || memcmp(all[t], all[0], sizeof one), "trace %d is the first", t);
    }
}
END_TEST

/* M turns about the bias, an axial vector: a plane is an image of the medium where the bias is
 * along its normal. */
START_TEST(a_ferrite_is_no_image_of_itself_where_the_bias_lies_in_the_plane)
{
    static const char *const bias[] = {"0, 0, 100 kA/m", "100, 0, 0 kA/m", "0, 60, 80 kA/m"};
    for (int n = 0; n < 6; n++) {
        char text[4096];
        snprintf(text, sizeof text,
                 "[grid]\ncells = 4, 4, 12\nspacing = 1 mm\n[run]\nsteps = 2\n"
                 "[boundary.half]\ntype = symmetry\nkind = %s\nfaces = z-\n"
                 "[boundary.more]\ntype = pec\nfaces = x, y, z+\n"
                 "[material.core]\ntype = ferrite\nsaturation_magnetization = 140 kA/m\n"
                 "bias = %s\n"
                 "[shape.slab]\ntype = box\nfrom = 0, 0, 0 m\nto = 4, 4, 6 mm\n"
                 "material = core\n",
                 n / 3 ? "magnetic" : "electric", bias[n % 3]);
        write_file("m.ini", text);
        MUST("m.ini", "--force");
        ck_assert_msg(!strstr(said, "[material.core] is no image of itself") == !(n % 3),
                      "%d: %s", n, said);
    }
}
END_TEST

/* Hz alone, and a bias in the plane: M turns out of the fields of the mode. */
START_TEST(a_magnetisation_that_a_2d_mode_has_no_field_for_is_refused)
{
    write_file("m.ini",
               "[grid]\ncells = 12, 12, 1\nspacing = 1 mm\ninvariant = z\nmode = te\n"
               "background = p\n[run]\nsteps = 2\n[boundary.all]\ntype = pec\n[material.p]\n"
               "type = ferrite\nsaturation_magnetization = 140 kA/m\nbias = 0, 0, 100 kA/m\n");
    MUST("m.ini", "--force");
    ck_assert_int_eq(RUN("m.ini", "--set", "material.p.bias=100 kA/m, 0, 0 A/m"), YEE_INPUT);
    says(
        "its law 'ferrite' makes a magnetisation along y, where a 2-D grid of this mode has no "
        "field");
    MUST("m.ini", "--force", "--set", "grid.mode=tm");
}
END_TEST

START_TEST(keys_that_do_not_go_together_are_refused)
{
    static const struct {
        const char *keys, *sentence;
    } row[] = {
        {"bias = 0, 0, 0\n", "bias = 0, 0, 0 has no direction, and M0 is along it"},
        {"bias = 0, 0, 9 kA/m\nlinewidth = 2 kA/m\n",
         "linewidth and linewidth_frequency go together; give linewidth_frequency, too"},
        {"bias = 0, 0, 9 kA/m\nlinewidth_frequency = 9 GHz\n",
         "linewidth and linewidth_frequency go together; give linewidth, too"},
        {"bias = 0, 0, 9 kA/m\nlinewidth = 2 kA/m\nlinewidth_frequency = 9 GHz\ndamping = "
         "0.1\n",
         "damping"},
        {"bias = 0, 0, 90 MA/m\n", "is longer than 2/(w0 + wm) = "},
        {"bias = 0, 0, 9 kA/m\nsaturation_magnetization = -1 A/m\n",
         "saturation_magnetization"},
    };
    for (size_t n = 0; n < sizeof row / sizeof *row; n++) {
        char text[512];
        snprintf(text, sizeof text, "[material.core]\ntype = ferrite\n%s%s",
                 strstr(row[n].keys, "saturation") ? ""
                                                   : "saturation_magnetization = 140 kA/m\n",
                 row[n].keys);
        write_model(text, "");
        ck_assert_int_eq(RUN("m.ini"), YEE_INPUT);
        says("m.ini:");
        says(row[n].sentence);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ferrite");
    TCase *tcase = tcase_create("ferrite");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, enter_folder, leave_folder);
    tcase_add_test(tcase, a_scheme_without_magnetic_laws_is_declined_for_by_name);
    tcase_add_loop_test(tcase, a_restarted_run_has_the_bits_of_one_run, 0, 8);
    tcase_add_loop_test(tcase, a_cut_run_has_the_bits_of_one, 0, 3);
    tcase_add_test(tcase, a_sweep_has_the_bits_of_lone_runs);
    tcase_add_test(tcase, a_ferrite_is_no_image_of_itself_where_the_bias_lies_in_the_plane);
    tcase_add_test(tcase, a_magnetisation_that_a_2d_mode_has_no_field_for_is_refused);
    tcase_add_test(tcase, keys_that_do_not_go_together_are_refused);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
