/* A share of a power beyond the bounds of a passive structure is said at the end of a run and by
 * `yee plot`, with its likely cause; frequencies that the source does not play are no finding. */
#include "command.h"
#include "suite.h"

/* A sheet of current in a strip; a slab of high index rings between the two planes. */
static const char strip[] =
    "[grid]\ncells = 1, 1, 90\nspacing = 1 mm\n[run]\nstop_decay = 80 dB\nstop_every = 100\n"
    "time = 20 ns\nprecision = f64\n"
    "[boundary.sides]\ntype = periodic\nfaces = x, y\n"
    "[boundary.ends]\ntype = cpml\nfaces = z\ncells = 12\n"
    "[waveform.pulse]\ntype = modulated_gaussian\nfrequency = 10 GHz\nbandwidth = 10 GHz\n"
    "[source.wave]\ntype = current_sheet\nfrom = 0, 0, 20 mm\nto = 1, 1, 20 mm\n"
    "direction = x\ncurrent = 1 A/m\nwaveform = pulse\n";
static const char planes[] = "[output.front]\ntype = flux\nplane = z\nat = 30 mm\n"
                             "frequency_min = 5 GHz\nfrequency_max = 15 GHz\n"
                             "[output.back]\ntype = flux\nplane = z\nat = 70 mm\n"
                             "frequency_min = 5 GHz\nfrequency_max = 15 GHz\n";
static const char slab[] =
    "[output.r]\ntype = flux\nplane = z\nat = 30 mm\ndirection = -\n"
    "frequency_min = 5 GHz\nfrequency_max = 15 GHz\n"
    "reference = ref.h5:/flux/front\nnormalize = ref.h5:/flux/front\n"
    "[output.t]\ntype = flux\nplane = z\nat = 70 mm\n"
    "frequency_min = 5 GHz\nfrequency_max = 15 GHz\nnormalize = ref.h5:/flux/back\n"
    "[material.glass]\ntype = dielectric\neps = 12\n"
    "[shape.slab]\ntype = box\nfrom = 0, 0, 45 mm\nto = 1, 1, 53 mm\nmaterial = glass\n";

static const char beyond[] = "of a passive structure; likely cause: ";

static void enter_strip(void)
{
    char text[4096];
    enter_folder();
    snprintf(text, sizeof text, "%s%s", strip, planes);
    write_file("ref.ini", text);
    MUST("ref.ini");
    snprintf(text, sizeof text, "%s%s", strip, slab);
    write_file("m.ini", text);
}

/* Whatever `yee plot` says of the bounds; the pictures do not matter. */
static void plot(const char *file)
{
    const char *const argv[] = {"yee", "plot", file, NULL};
    run_with(NULL, argv);
}

START_TEST(a_record_that_has_decayed_keeps_its_bounds)
{
    MUST("m.ini");
    ck_assert_ptr_null(strstr(said, beyond));
    ck_assert_int_eq(rows_of("m.h5", "/flux/t/incident"), 101);
    plot("m.h5");
    ck_assert_ptr_null(strstr(said, beyond));
}
END_TEST

START_TEST(a_record_that_is_cut_while_fields_ring_is_named_with_what_is_left)
{
    MUST("m.ini", "--set", "run.stop_decay=0 dB", "--set", "run.time=0.85 ns");
    says("warning: m.h5: ");
    says(beyond);
    says("the record is cut while fields ring (their energy was ");
    plot("m.h5");
    says("warning: m.h5: ");
    says("the record is cut while fields ring (their energy was ");
}
END_TEST

/* Twice the power in both directions: each share keeps its bounds, their sum does not. */
START_TEST(reflection_and_transmission_add_up_to_one_at_most)
{
    MUST("m.ini");
    const hid_t file = H5Fopen("m.h5", H5F_ACC_RDWR, H5P_DEFAULT);
    static const char *const path[] = {"/flux/r/ratio", "/flux/t/ratio"};
    double v[101];
    for (int i = 0; i < 2; i++) {
        const hid_t set = H5Dopen2(file, path[i], H5P_DEFAULT);
        for (int n = 0; n < 101; n++)
            v[n] = 0.6;
        ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, v), 0);
        H5Dclose(set);
    }
    H5Fclose(file);
    plot("m.h5");
    says("the sum of /flux/r/ratio and /flux/t/ratio is 1.2 at ");
    says(", beyond the bound 1 of a passive structure; likely cause: a medium with gain");
}
END_TEST

START_TEST(frequencies_that_the_source_does_not_play_are_left_out)
{
    MUST("m.ini");
    const hid_t file = H5Fopen("m.h5", H5F_ACC_RDWR, H5P_DEFAULT);
    double v[101], w[101];
    hid_t set = H5Dopen2(file, "/flux/t/incident", H5P_DEFAULT);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, w), 0);
    w[0] = 1e-6 * w[50]; /* an amplitude of a thousandth */
    w[1] = 4e-4 * w[50]; /* of a fiftieth: within a factor of 2, nobody knows */
    ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, w), 0);
    H5Dclose(set);
    set = H5Dopen2(file, "/flux/t/ratio", H5P_DEFAULT);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, v), 0);
    v[0] = 50;
    v[1] = 1.9;
    ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, v), 0);
    plot("m.h5");
    ck_assert_ptr_null(strstr(said, beyond));
    v[1] = -1.2;
    ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, v), 0);
    H5Dclose(set);
    H5Fclose(file);
    plot("m.h5");
    says("/flux/t/ratio is -1.2 at ");
    says("beyond the bound 0 of a passive structure; likely cause: the source has 2 % of its "
         "peak");
    says(" of 101 frequencies are left out, where the source has less than 1 % of its peak");
}
END_TEST

/* A port in a box of metal: cut, its reflection is above 1. With or without a step that works it
 * out. */
static const char feed[] =
    "[grid]\nspacing = 2 mm\ncells = 14, 14, 14\n[run]\nsteps = 330\n"
    "[boundary.all]\ntype = pec\n"
    "[source.feed]\ntype = voltage\nnegative = 14, 14, 12 mm\npositive = 14, 14, 16 mm\n"
    "resistance = 50 Ohm\nwaveform = pulse\n"
    "[waveform.pulse]\ntype = gaussian_derivative\nfrequency = 6 GHz\n"
    "[output.ports]\ntype = probe\nports = feed\n";

START_TEST(a_reflection_above_one_is_named_with_and_without_a_step)
{
    char text[2048];
    write_file("p.ini", feed);
    MUST("p.ini");
    says("warning: p.h5: |S11| of /port/feed is ");
    says(" dB) at ");
    says(beyond);
    snprintf(text, sizeof text, "%s[post.s]\ntype = s_parameters\nport = feed\n", feed);
    write_file("p.ini", text);
    MUST("p.ini", "--force");
    says("warning: p.h5: /post/s/s11 is ");
    ck_assert_ptr_null(strstr(said, "/port/feed"));
    /* a second source may send more into the port than came out of it */
    snprintf(text, sizeof text,
             "%s[source.other]\ntype = dipole\nposition = 6, 6, 7 mm\ndirection = z\n"
             "current = 1 A\nwaveform = pulse\n",
             feed);
    write_file("p.ini", text);
    MUST("p.ini", "--force");
    ck_assert_ptr_null(strstr(said, beyond));
}
END_TEST

START_TEST(media_with_gain_have_no_bounds)
{
    write_file("p.ini", feed);
    MUST("p.ini", "--set", "run.unsafe=yes");
    ck_assert_ptr_null(strstr(said, beyond));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("passive");
    TCase *tests = tcase_create("passive");
    tcase_add_checked_fixture(tests, enter_strip, leave_folder);
    tcase_add_test(tests, a_record_that_has_decayed_keeps_its_bounds);
    tcase_add_test(tests, a_record_that_is_cut_while_fields_ring_is_named_with_what_is_left);
    tcase_add_test(tests, reflection_and_transmission_add_up_to_one_at_most);
    tcase_add_test(tests, frequencies_that_the_source_does_not_play_are_left_out);
    tcase_add_test(tests, a_reflection_above_one_is_named_with_and_without_a_step);
    tcase_add_test(tests, media_with_gain_have_no_bounds);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
