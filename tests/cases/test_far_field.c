/* A flux box says where its fields lie, so that a far field can be computed of the file alone. */
#include "numbers.h"
#include "suite.h"
#include <math.h>

static const char model[] =
    "[run]\nsteps = 60\n"
    "[grid]\nx = 1 mm x 6, 2 mm x 6\ny = 1 mm x 14\nz = 1 mm x 14\n"
    "[boundary.all]\ntype = pec\n"
    "[waveform.w]\ntype = gaussian\nfrequency = 9 GHz\n"
    "[source.s]\ntype = dipole\nposition = 6, 7, 7 mm\ndirection = z\ncurrent = 1 A\n"
    "waveform = w\n"
    "[output.box]\ntype = flux\nfrom = 4, 4, 4 mm\nto = 10, 9, 11 mm\n"
    "frequencies = 2 GHz, 6 GHz\nfields = yes\n";

static hsize_t length_of(const char *path, int axis)
{
    hsize_t dims[8] = {0};
    const hid_t file = H5Fopen("m.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, path, H5P_DEFAULT), space = H5Dget_space(set);
    ck_assert_int_eq(H5Sget_simple_extent_dims(space, dims, NULL), 4);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(file);
    return dims[1 + axis];
}

START_TEST(every_component_of_a_face_has_its_places)
{
    static const double x[] = {4e-3, 5e-3, 6e-3, 8e-3, 10e-3}; /* the spacing changes at 6 mm */
    double v[16], offset[3];
    write_file("m.ini", model);
    MUST("m.ini");
    read_numbers("/flux/box/+y/x", NULL, 5, v);
    for (int i = 0; i < 5; i++)
        ck_assert_double_eq_tol(v[i], x[i], 1e-15);
    read_numbers("/flux/box/+y/y", NULL, 1, v);
    ck_assert_double_eq_tol(v[0], 9e-3, 1e-15);
    read_numbers("/flux/box/+y/z", NULL, 8, v);
    /* Ex lies in the middles along x and on the nodes along z, Hx the other way round */
    read_numbers("/flux/box/+y/ex", "offset", 3, offset);
    ck_assert(offset[0] == 0.5 && offset[1] == 0 && offset[2] == 0);
    ck_assert_uint_eq(length_of("/flux/box/+y/ex", 0), 4);
    ck_assert_uint_eq(length_of("/flux/box/+y/ex", 2), 8);
    read_numbers("/flux/box/+y/hx", "offset", 3, offset);
    ck_assert(offset[0] == 0 && offset[1] == 0 && offset[2] == 0.5);
    ck_assert_uint_eq(length_of("/flux/box/+y/hx", 0), 5);
    ck_assert_uint_eq(length_of("/flux/box/+y/hx", 2), 7);
}
END_TEST

/* A dipole on two planes of symmetry, 41 mm above a wall; its box ends on all three. */
static const char over_ground[] =
    "[run]\ntime = 3 ns\n[grid]\nsize = 40, 40, 100 mm\nspacing = 2 mm\n"
    "[boundary.all]\ntype = cpml\n[boundary.ground]\ntype = pec\nfaces = z-\n"
    "[boundary.mirror]\ntype = symmetry\nkind = magnetic\nfaces = x-, y-\n"
    "[waveform.w]\ntype = modulated_gaussian\nfrequency = 4 GHz\nbandwidth = 4 GHz\n"
    "[source.s]\ntype = dipole\nposition = 0, 0, 40 mm\ndirection = z\ncurrent = 1 A\n"
    "waveform = w\n"
    "[output.box]\ntype = flux\nfrom = 0, 0, 0 mm\nto = 12, 12, 52 mm\n"
    "frequencies = 4 GHz\n";
#define FAR "[post.far]\ntype = far_field\nbox = box\nstep = 15 deg\n"

/* h5py: that of YEE_TEST_PYTHON, else of python3. What the script says is in said. */
static bool far_field(const char *arguments)
{
    char line[1000];
    const char *own = getenv("YEE_TEST_PYTHON");
    snprintf(line, sizeof line, "%s -c 'import h5py, numpy' 2> none.txt",
             own ? own : "python3");
    if (system(line)) {
        printf("not looked at: h5py, which %s does not have\n", own ? own : "python3");
        return false;
    }
    snprintf(line, sizeof line, "%s %s/tests/cases/far_field.py %s 2>&1", own ? own : "python3",
             SOURCE_DIR, arguments);
    FILE *pipe = popen(line, "r");
    ck_assert_ptr_nonnull(pipe);
    said[fread(said, 1, sizeof said - 1, pipe)] = 0;
    pclose(pipe);
    return true;
}

/* The wave of the image is in phase along the wall: U = 4 3/(8 pi) P0 sin^2(theta) cos^2(k h
 * cos(theta)), and P = P0 (1 - 3 cos(x)/x^2 + 3 sin(x)/x^3) with x = 2 k h (R. R. Chance, A. Prock and
 * R. Silbey, Adv. Chem. Phys. 37 (1978) 1). 37 cells a wave are wrong by (pi/37)^2/6 = 1.2e-3 in k,
 * which x/P dP/dx < 2 makes 2.4e-3 at most, and the box by as much again; beside the largest of a
 * pattern that is its own error. */
START_TEST(images_in_planes_and_walls_are_in_the_far_field)
{
    double power, record, best, angle[25], pattern[25];
    char text[2048];
    snprintf(text, sizeof text, "%s%s", over_ground, FAR);
    write_file("m.ini", text);
    MUST("m.ini");
    read_numbers("/post/far/power", NULL, 1, &power);
    read_numbers("/flux/box/power", NULL, 1, &record);
    read_numbers("/post/far/directivity", NULL, 1, &best);
    read_numbers("/post/far/angle", NULL, 25, angle);
    read_numbers("/post/far/pattern_1_2", NULL, 25, pattern);
    const double kh = 2 * M_PI * 4e9 / 299792458.0 * 41e-3, x = 2 * kh;
    const double part = 1 - 3 * cos(x) / (x * x) + 3 * sin(x) / (x * x * x);
    printf("power %.4g of the record (limit 5e-3 from 1), directivity %.5g (limit 5e-3 from "
           "%.5g)\n",
           power / record, best, 6 / part);
    ck_assert_double_eq_tol(power / record, 1, 5e-3);
    ck_assert_double_eq_tol(best * part / 6, 1, 5e-3);
    for (int n = 0; n < 25; n++) {
        const double t = angle[n] * M_PI / 180, along = sin(t) * cos(kh * cos(t));
        ck_assert_double_eq_tol(angle[n], 15 * (n - 12), 1e-9);
        ck_assert_double_eq_tol(
            pattern[n], fabs(angle[n]) > 90.1 ? 0 : 6 / part * along * along, 5e-3 * best);
    }
    if (!far_field("m.h5 box"))
        return;
    double its, its_best;
    ck_assert_msg(sscanf(said, " 4 GHz: power %lf J/Hz (record %*f), directivity %lf", &its,
                         &its_best) == 2,
                  "%s", said);
    ck_assert_double_eq_tol(its / power, 1, 1e-5); /* six digits are printed */
    ck_assert_double_eq_tol(its_best / best, 1, 1e-4);
}
END_TEST

/* A dipole along z, 32 mm from a wall of type pec at x- and as far from one of type pmc at y+: with
 * its images U is that of one times 16 sin^2(k d sx) cos^2(k d sy), s the direction, d = 32 mm. The
 * lobes lie beside the axes, where directions 7.5 degrees apart miss the largest by 2.6 %. The
 * power is summed here over 200 x 200 directions of the quarter. Errors: as above. */
START_TEST(the_largest_directivity_lies_between_directions_of_the_integral)
{
    enum { N = 200 };
    double power, record, best, theta, phi, sum = 0, most = 0;
    write_file("m.ini",
               "[run]\ntime = 2.2 ns\n[grid]\nsize = 64, 64, 64 mm\nspacing = 2 mm\n"
               "[boundary.all]\ntype = cpml\ncells = 8\n[boundary.e]\ntype = pec\nfaces = x-\n"
               "[boundary.m]\ntype = pmc\nfaces = y+\n"
               "[waveform.w]\ntype = modulated_gaussian\nfrequency = 4 GHz\nbandwidth = 4 GHz\n"
               "delay = 0.8 ns\n"
               "[source.s]\ntype = dipole\nposition = 32, 32, 33 mm\ndirection = z\n"
               "current = 1 A\nwaveform = w\n"
               "[output.box]\ntype = flux\nfrom = 0, 24, 24 mm\nto = 40, 64, 42 mm\n"
               "frequencies = 0, 4 GHz\n"
               "[post.far]\ntype = far_field\nbox = box\nstep = 90 deg\n"
               "patterns = 4, 4 GHz\n");
    MUST("m.ini");
    ck_assert_ptr_null(strstr(said, "the far field has"));
    double v[4][2];
    static const char *const sets[] = {"/post/far/power", "/post/far/directivity",
                                       "/post/far/theta", "/post/far/phi"};
    for (int i = 0; i < 4; i++)
        read_numbers(sets[i], NULL, 2, v[i]);
    ck_assert(v[0][0] == 0 && isnan(v[1][0])); /* nothing radiates at 0 Hz */
    power = v[0][1], best = v[1][1], theta = v[2][1] * M_PI / 180, phi = v[3][1] * M_PI / 180;
    read_numbers("/flux/box/power", NULL, 2, v[0]);
    record = v[0][1];
    const double kd = 2 * M_PI * 4e9 / 299792458.0 * 32e-3;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) { /* a quarter of all directions: the model's */
            const double t = M_PI * (i + 0.5) / N, p = M_PI * (j + 0.5) / (2 * N);
            const double st = sin(t), a = sin(kd * st * cos(p)), b = cos(kd * st * sin(p));
            const double u = st * st * a * a * b * b;
            most = fmax(most, u);
            sum += u * st * (M_PI / N) * (M_PI / (2 * N));
        }
    const double a = sin(kd * sin(theta) * cos(phi)), b = cos(kd * sin(theta) * sin(phi));
    printf("power %.4g of the record, directivity %.5g (limit 5e-3 from %.5g), there %.5g\n",
           power / record, best, 4 * M_PI * most / sum,
           4 * M_PI * pow(sin(theta) * a * b, 2) / sum);
    ck_assert_double_eq_tol(power / record, 1, 5e-3);
    ck_assert_double_eq_tol(best * sum / (4 * M_PI * most), 1, 5e-3);
    ck_assert_double_eq_tol(pow(sin(theta) * a * b, 2) / most, 1, 5e-3);
}
END_TEST

/* In a background of eps 2 and mu 1.5 a wave has 1.73 times the cells' share: 32 of 1.5 mm, by
 * which k is wrong by 1.6e-3, and power and directivity, of a short dipole 3/2, as above. The
 * record of the box knows nothing of the background. */
START_TEST(a_background_without_loss_has_far_fields)
{
    write_file("m.ini",
               "[run]\ntime = 3 ns\n[grid]\nsize = 54, 54, 54 mm\nspacing = 1.5 mm\n"
               "background = oil\n[material.oil]\ntype = dielectric\neps = 2\nmu = 1.5\n"
               "[boundary.all]\ntype = cpml\ncells = 8\n"
               "[waveform.w]\ntype = modulated_gaussian\nfrequency = 3.6 GHz\n"
               "bandwidth = 4 GHz\n"
               "[source.s]\ntype = dipole\nposition = 27, 27, 27.75 mm\ndirection = z\n"
               "current = 1 A\nwaveform = w\n"
               "[output.box]\ntype = flux\nfrom = 18, 18, 18 mm\nto = 36, 36, 37.5 mm\n"
               "frequencies = 3.6 GHz\n"
               "[post.far]\ntype = far_field\nbox = box\nstep = 90 deg\n");
    MUST("m.ini");
    ck_assert_ptr_null(strstr(said, "the far field has"));
    const double power = read_number("/post/far/power"),
                 record = read_number("/flux/box/power");
    const double best = read_number("/post/far/directivity");
    printf("in eps 2, mu 1.5: power %.4g of the record, directivity %.4f (limits 5e-3)\n",
           power / record, best);
    ck_assert_double_eq_tol(power / record, 1, 5e-3);
    ck_assert_double_eq_tol(best / 1.5, 1, 5e-3);
}
END_TEST

/* early: before hours of a run, by `yee plan` too. */
static const struct {
    const char *set, *also, *says;
    bool early;
} no_far_field[] = {
    {"boundary.ground.type=cpml", NULL, "has no face at z-, where the boundary is 'cpml'",
     true},
    {"boundary.ground.type=impedance", "boundary.ground.matched=yes",
     "has no face at z-, where the boundary is 'impedance'", true},
    {"output.box.from=0, 0, 10 mm", NULL, "the wall at z- radiates, too", true},
    {"output.box.from=0, 0, 10 mm", "boundary.ground.type=pmc", "the wall at z- radiates, too",
     true},
    {"boundary.more.type=pmc", "boundary.more.faces=z+", "the images of both have no end",
     true},
    {"output.box.to=34, 12, 52 mm", NULL,
     "at x+ of the box of [output.box] lies in the absorbing", true},
    {"output.box.from=0, 0, 52 mm", NULL, "[output.box] is flat along z", true},
    {"output.box.fields=off", NULL, "[output.box] has fields = no; a far field is that", true},
    {"boundary.mirror.faces=x-, x+, y-", NULL, "the images of both have no end", true},
    {"post.far.patterns=3 GHz", NULL, "patterns has 3e+09 Hz, which [output.box] has not",
     true},
    {"post.far.patterns=0 Hz", "output.box.frequencies=0, 4 GHz", "patterns has 0 Hz", true},
    {"output.box.frequencies=0 Hz", NULL, "nothing leaves the box at 0 Hz", true},
    {"grid.background=glass", "material.glass.sigma=1 S/m", "the background is 'glass'", true},
    {"grid.background=glass", "material.glass.eps=2, 2, 3", "the background is 'glass'", true},
    {"source.s.current=0 A", NULL, "nothing leaves the box at 4e+09 Hz", false},
};

START_TEST(what_is_no_closed_box_in_a_background_has_no_far_field)
{
    char text[2048];
    snprintf(text, sizeof text, "%s[material.glass]\ntype = dielectric\neps = 2\n%s",
             over_ground, FAR);
    write_file("m.ini", text);
    const char *const also = no_far_field[_i].also;
    for (int plan = 1; plan >= 0; plan--) {
        const char *const line[] = {"yee",
                                    plan ? "plan" : "run",
                                    "m.ini",
                                    "--set",
                                    "run.time=0.3 ns",
                                    "--set",
                                    no_far_field[_i].set,
                                    also ? "--set" : NULL,
                                    also,
                                    NULL};
        if (plan && !no_far_field[_i].early)
            continue;
        ck_assert_int_eq(run_with(NULL, line), YEE_INPUT);
        says(no_far_field[_i].says);
        says(no_far_field[_i].early ? "m.ini:" : "[post.far]");
    }
    ck_assert(there("m.h5") != no_far_field[_i].early);
}
END_TEST

/* A run that ends with nothing to process is foretold. */
START_TEST(a_model_in_which_nothing_plays_is_a_warning)
{
    char text[2048];
    snprintf(text, sizeof text, "%s%s", over_ground, FAR);
    write_file("m.ini", text);
    for (int plays = 0; plays < 2; plays++) {
        const char *const line[] = {"yee",
                                    "plan",
                                    "m.ini",
                                    "--set",
                                    "run.time=0.1 ns",
                                    "--set",
                                    plays ? "source.s.current=1 A" : "source.s.current=0 A",
                                    NULL};
        ck_assert_msg(run_with(NULL, line) == YEE_OK, "%s", said);
        ck_assert((strstr(said, "no source plays, and nothing will leave the box of "
                                "[output.box]") == NULL) == plays);
    }
}
END_TEST

/* A plate that leaves the box is matter of which the far field knows nothing, at 1 of its faces. */
START_TEST(matter_that_crosses_the_box_is_a_warning)
{
    char text[2048];
    for (int crosses = 0; crosses < 2; crosses++) {
        snprintf(text, sizeof text,
                 "%s[material.glass]\ntype = dielectric\neps = 2\n[shape.p]\ntype = box\n"
                 "from = 0, 0, 20 mm\nto = %d, 8, 24 mm\nmaterial = glass\n%s",
                 over_ground, crosses ? 16 : 8, FAR);
        write_file("m.ini", text);
        MUST("m.ini", "--force", "--set", "run.time=0.1 ns");
        ck_assert((strstr(said, "glass' crosses the box of [output.box], first at (0.012, "
                                "0.001, 0.02) m") != NULL) == crosses);
    }
}
END_TEST

START_TEST(a_wall_of_an_impedance_is_a_warning)
{
    char text[2048];
    for (int matched = 0; matched < 2; matched++) {
        snprintf(text, sizeof text,
                 "[run]\ntime = 0.4 ns\nforce = yes\n[grid]\nsize = 40, 40, 40 mm\n"
                 "spacing = 2 mm\n[boundary.a]\ntype = cpml\ncells = 5\n"
                 "[boundary.b]\ntype = impedance\nfaces = z-\n%s\n"
                 "[waveform.w]\ntype = ricker\nfrequency = 6 GHz\n"
                 "[source.s]\ntype = dipole\nposition = 20, 20, 21 mm\ndirection = z\n"
                 "current = 1 A\nwaveform = w\n"
                 "[output.box]\ntype = flux\nfrom = 14, 14, 14 mm\nto = 26, 26, 28 mm\n"
                 "frequencies = 4 GHz\n" FAR,
                 matched ? "matched = yes" : "impedance = 50 Ohm");
        write_file("m.ini", text);
        MUST("m.ini");
        const char *wall = "the currents in the wall at z-, an impedance, radiate";
        const char *first = strstr(said, wall);
        ck_assert((first == NULL) == matched);
        ck_assert(!first || !strstr(first + 1, wall)); /* once, before the run */
        const char *const again[] = {"yee", "post", "far", "m.h5", "--force", NULL};
        ck_assert_msg(run_with(NULL, again) == YEE_OK, "%s", said);
        ck_assert((strstr(said, wall) == NULL) == matched);
    }
}
END_TEST

/* Where a record differs nowhere from its reference its power is 0, and that of the fields not. */
START_TEST(powers_of_differences_are_not_those_of_fields)
{
    char text[2048];
    for (int n = 0; n < 2; n++) {
        snprintf(text, sizeof text,
                 "[run]\ntime = 0.4 ns\n[grid]\nsize = 40, 40, 40 mm\nspacing = 2 mm\n"
                 "[boundary.a]\ntype = cpml\ncells = 5\n"
                 "[waveform.w]\ntype = ricker\nfrequency = 12 GHz\n"
                 "[source.s]\ntype = dipole\nposition = 20, 20, 21 mm\ndirection = z\n"
                 "current = 1 A\nwaveform = w\n"
                 "[output.box]\ntype = flux\nfrom = 14, 14, 14 mm\nto = 26, 26, 28 mm\n"
                 "frequencies = 12 GHz\n%s",
                 n ? "reference = one.h5:/flux/box\n" FAR : "");
        write_file(n ? "m.ini" : "one.ini", text);
        MUST(n ? "m.ini" : "one.ini");
    }
    ck_assert_ptr_null(strstr(said, "the far field has"));
}
END_TEST

START_TEST(a_lattice_has_no_far_field)
{
    write_file("m.ini", "[run]\ntime = 0.1 ns\n[grid]\nsize = 20, 20, 40 mm\nspacing = 2 mm\n"
                        "[boundary.a]\ntype = cpml\ncells = 5\nfaces = z\n"
                        "[boundary.b]\ntype = periodic\nfaces = x, y\n"
                        "[waveform.w]\ntype = ricker\nfrequency = 4 GHz\n"
                        "[source.s]\ntype = dipole\nposition = 10, 10, 21 mm\ndirection = z\n"
                        "current = 1 A\nwaveform = w\n"
                        "[output.box]\ntype = flux\nfrom = 4, 4, 14 mm\nto = 16, 16, 26 mm\n"
                        "frequencies = 4 GHz\n" FAR);
    ck_assert_int_eq(RUN("m.ini"), YEE_INPUT);
    says("the model is periodic along x, and its images have no end");
    ck_assert(!there("m.h5"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("far field");
    TCase *tests = tcase_create("far field");
    tcase_add_checked_fixture(tests, enter_folder, leave_folder);
    tcase_add_test(tests, every_component_of_a_face_has_its_places);
    tcase_add_test(tests, images_in_planes_and_walls_are_in_the_far_field);
    tcase_add_test(tests, the_largest_directivity_lies_between_directions_of_the_integral);
    tcase_add_test(tests, a_background_without_loss_has_far_fields);
    tcase_add_loop_test(tests, what_is_no_closed_box_in_a_background_has_no_far_field, 0,
                        (int)(sizeof no_far_field / sizeof *no_far_field));
    tcase_add_test(tests, a_model_in_which_nothing_plays_is_a_warning);
    tcase_add_test(tests, matter_that_crosses_the_box_is_a_warning);
    tcase_add_test(tests, a_wall_of_an_impedance_is_a_warning);
    tcase_add_test(tests, powers_of_differences_are_not_those_of_fields);
    tcase_add_test(tests, a_lattice_has_no_far_field);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
