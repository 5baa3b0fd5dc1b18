/* Crystals through the command: what is wrong with a tensor, which schemes execute it, what the
 * self-test says, restarts. */
#include "command.h"
#include "suite.h"

static void write_crystal(const char *grid, const char *crystal, const char *more)
{
    char text[4096];
    snprintf(
        text, sizeof text,
        "[grid]\n%sspacing = 1 mm\n[run]\nsteps = 60\nscheme = reference\n"
        "[material.core]\ntype = tensor\n%s"
        "[shape.block]\ntype = box\nfrom = 2, 2, 0 mm\nto = 6, 7, 8 mm\nmaterial = core\n"
        "[waveform.w]\ntype = ricker\nfrequency = 5 GHz\n"
        "[source.s]\ntype = dipole\nposition = 3, 4, 4 mm\ndirection = z\ncurrent = 1 A\n"
        "waveform = w\n[output.p]\ntype = probe\nposition = 5, 5, 3 mm\ncomponents = ez\n%s",
        grid, crystal, more);
    write_file("m.ini", text);
}

static const char box[] = "cells = 9, 9, 9\n";
static const char walls[] = "[boundary.all]\ntype = pec\n";
static const char calcite[] = "n = 1.658, 1.486\naxis = 0, 1, 1\n";

START_TEST(a_tensor_that_is_none_is_refused)
{
    static const struct {
        const char *crystal, *what;
    } wrong[] = {
        {"eps = 2, 3, 1\noff_diagonal = 0, 0, 2\n",
         "the matrix eps has the principal value -0.236068; all three must be above 0"},
        {"eps = 2\naxis = 1, 0, 0\n",
         "eps has 1 numbers; give two with an axis, or three with"},
        {"n = 1.5, 1.6\n",
         "n has two numbers, ordinary and extraordinary, and there is no axis"},
        {"n = 1.5, 1.6, 1.7\naxis = 1, 0, 0\n", "an optic axis goes with two"},
        {"n = 1.5, 1.6\naxis = 0, 0, 0\n", "axis = 0, 0, 0 has no direction"},
        {"eps = 2, 3, 4\noff_diagonal = 0.1, 0.2\n", "off_diagonal has 2 numbers; give three"},
        {"n = 1.5, 1.6, 1.7\noff_diagonal = 0, 0, 0.1\n", "off_diagonal goes with eps"},
        {"eps = 2, 3\noff_diagonal = 0, 0, 0.1\n", "eps has two numbers"},
        {"n = 1.5, 1.6\naxis = 1, 1, 0\nangles = 1 deg, 2 deg, 3 deg\n", "axis"},
        {"n = 1.5, 1.6\naxis = 1, 1, 0\nadd = water\n[material.water]\ntype = dielectric\n"
         "eps = 2\n",
         "add: 'water' has an eps, and the law 'tensor' is E as a function of all of D"},
    };
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
        write_crystal(box, wrong[n].crystal, walls);
        ck_assert_int_eq(RUN("m.ini"), YEE_INPUT);
        says(wrong[n].what);
    }
}
END_TEST

/* Along the axes of the grid a crystal is a diagonal tensor, which every scheme executes. */
START_TEST(a_crystal_along_the_axes_has_no_law)
{
    write_crystal(box, "n = 1.658, 1.486\naxis = 0, 0, -2\n", walls);
    MUST("m.ini", "--force", "--set", "run.scheme=tiled");
    write_crystal(box, "eps = 2, 3, 4\noff_diagonal = 0, 0, 0\n", walls);
    MUST("m.ini", "--force", "--set", "run.scheme=tiled");
}
END_TEST

START_TEST(a_scheme_without_laws_of_fields_is_declined_for_by_name)
{
    write_crystal(box, calcite, walls);
    ck_assert_int_eq(RUN("m.ini", "--set", "run.scheme=fang24"), YEE_DECLINED);
    says("scheme 'fang24' executes no laws of fields (media whose tensor joins the components "
         "of the field), and material 'core' has one; these schemes execute them: ");
}
END_TEST

START_TEST(a_field_that_a_2d_mode_has_not_is_refused)
{
    static const char flat[] = "cells = 9, 9, 1\ninvariant = z\nmode = tm\n";
    write_crystal(flat, calcite, walls);
    ck_assert_int_eq(RUN("m.ini"), YEE_INPUT);
    says("its law 'tensor' makes a field along y, where a 2-D grid of this mode has no field");
    write_crystal(flat, "n = 1.658, 1.486\naxis = 1, 1, 0\n", walls);
    MUST("m.ini", "--force");
}
END_TEST

/* The plane x = 0 turns xy and xz of a tensor over, and leaves yz as it is. */
START_TEST(a_crystal_is_an_image_of_itself_where_the_plane_has_its_axis)
{
    static const char half[] = "[boundary.half]\ntype = symmetry\nkind = electric\nfaces = x-\n"
                               "[boundary.rest]\ntype = pec\nfaces = x+, y, z\n";
    write_crystal(box, calcite, half);
    MUST("m.ini", "--force");
    ck_assert_ptr_null(strstr(said, "is no image of itself"));
    write_crystal(box, "n = 1.658, 1.486\naxis = 1, 0, 1\n", half);
    MUST("m.ini", "--force");
    says("[material.core] is no image of itself beyond the plane of symmetry at x-");
}
END_TEST

static const char *const scheme[] = {"run.scheme=reference", "run.scheme=plain",
                                     "run.scheme=tiled"};
static const char *const precision[] = {"run.precision=f32", "run.precision=f64"};

/* Two steps between exchanges, and so four cells of halo. */
START_TEST(a_cut_run_with_a_crystal_has_the_bits_of_one)
{
    write_crystal("cells = 9, 14, 15\n", calcite, walls);
    MUST("m.ini", "--set", scheme[_i], "--set", precision[1], "--set", "run.output=a.h5");
    MUST("m.ini", "--set", scheme[_i], "--set", precision[1], "--set", "run.output=b.h5",
         "--set", "run.subdomains=1, 2, 1", "--set", "run.subdomain_steps=2");
    same_files("a.h5", "b.h5");
}
END_TEST

START_TEST(a_restarted_run_with_a_crystal_has_the_bits_of_one_run)
{
    write_crystal(box, calcite, "[boundary.all]\ntype = absorber\ncells = 3\n");
    MUST("m.ini", "--set", scheme[_i % 3], "--set", precision[_i / 3], "--set",
         "run.output=a.h5");
    MUST("m.ini", "--set", scheme[_i % 3], "--set", precision[_i / 3], "--set",
         "run.output=b.h5", "--set", "run.steps=31", "--set", "run.checkpoint_at_end=yes");
    MUST("m.ini", "--set", scheme[_i % 3], "--set", precision[_i / 3], "--set",
         "run.output=b.h5", "--restart");
    same_files("a.h5", "b.h5");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tensor");
    TCase *tcase = tcase_create("tensor");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, enter_folder, leave_folder);
    tcase_add_test(tcase, a_tensor_that_is_none_is_refused);
    tcase_add_test(tcase, a_crystal_along_the_axes_has_no_law);
    tcase_add_test(tcase, a_scheme_without_laws_of_fields_is_declined_for_by_name);
    tcase_add_test(tcase, a_field_that_a_2d_mode_has_not_is_refused);
    tcase_add_test(tcase, a_crystal_is_an_image_of_itself_where_the_plane_has_its_axis);
    tcase_add_loop_test(tcase, a_restarted_run_with_a_crystal_has_the_bits_of_one_run, 0, 6);
    tcase_add_loop_test(tcase, a_cut_run_with_a_crystal_has_the_bits_of_one, 0, 3);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
