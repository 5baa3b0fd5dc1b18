/* tests/unit/test_pictures_of_files.c: pictures of what datasets and attributes say: images beyond a plane, bounds,
 * axes that are named, traces that failed, records without numbers. */
#include "picture_text.h"
#include <hdf5.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

static void put(hid_t file, const char *path, int rank, hsize_t rows, hsize_t columns,
                const double *v)
{
    const hsize_t dims[2] = {rows, columns};
    const hid_t space = H5Screate_simple(rank, dims, NULL), links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    const hid_t set =
        H5Dcreate2(file, path, H5T_NATIVE_DOUBLE, space, links, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(set, 0);
    H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, v);
    H5Dclose(set);
    H5Pclose(links);
    H5Sclose(space);
}

static void say(hid_t file, const char *path, const char *name, const char *value)
{
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, strlen(value));
    const hid_t a =
        H5Acreate_by_name(file, path, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Awrite(a, type, value), 0);
    H5Aclose(a);
    H5Sclose(space);
    H5Tclose(type);
}

/* The curve of a line of fields at the last time, as gnuplot gets it; the number of its points. */
static int line_of(const char *options, double (*point)[2], int most)
{
    const char *at = strstr(commands_for(options), " << EOD\n");
    int n = 0, used;
    ck_assert_ptr_nonnull(at);
    for (at += 8; n < most && sscanf(at, "%lf %lf%n", &point[n][0], &point[n][1], &used) == 2;
         n++)
        at += used;
    return n;
}

static void run_half(const char *from, const char *to, const char *cells, const char *closed)
{
    FILE *f = fopen("m.ini", "w");
    ck_assert_ptr_nonnull(f);
    fprintf(f,
            "[grid]\norigin = %s, 0, 0 mm\ncells = %s, 24, 1\nspacing = 1 mm\ninvariant = z\n"
            "mode = tm\n[run]\nsteps = 60\noutput = m.h5\nprecision = f64\n%s"
            "[boundary.rest]\ntype = pec\n"
            "[waveform.pulse]\ntype = ricker\nfrequency = 12 GHz\n"
            "[source.line]\ntype = dipole\nposition = 0, 12, 0 mm\ndirection = z\n"
            "current = 1 A\nwaveform = pulse\n"
            "[output.line]\ntype = snapshot\nfrom = %s, 14, 0 mm\nto = %s, 14, 0 mm\n"
            "components = all\ntimes = 90 ps\n",
            from, cells, closed, from, to);
    fclose(f);
    ck_assert_msg(yee("", "run m.ini --quiet --force") == YEE_OK, "%s", said);
}

/* Even fields and odd ones, with a point on the plane and without, at either end of the grid. Lines
 * have nine digits, so that 1e-8 of the largest is what two of them may differ by. */
START_TEST(fields_of_a_half_are_drawn_whole)
{
    static const char *const component[] = {"ez", "hx", "hy"};
    static const char *const half[2][3] = {{"0", "20", "x-"}, {"-20", "0", "x+"}};
    static double whole[3][64][2], drawn[64][2];
    char options[128], closed[128];
    int n[3];
    run_half("-20", "20", "40", "");
    for (int c = 0; c < 3; c++) {
        snprintf(options, sizeof options, "--only line --component %s", component[c]);
        n[c] = line_of(options, whole[c], 64);
        ck_assert_int_ge(n[c], 40);
    }
    ck_assert_int_eq(yee("", "plot m.h5 --whole"), YEE_USAGE);
    says("--whole has no effect: no snapshot and no spectrum begins on a plane of symmetry");
    for (int side = 0; side < 2; side++) {
        snprintf(closed, sizeof closed,
                 "[boundary.half]\ntype = symmetry\nkind = magnetic\nfaces = %s\n",
                 half[side][2]);
        run_half(half[side][0], half[side][1], "20", closed);
        for (int c = 0; c < 3; c++) {
            double most = 0;
            snprintf(options, sizeof options, "--only line --whole --component %s",
                     component[c]);
            const int count = line_of(options, drawn, 64);
            ck_assert_int_ge(count, n[c] - 1);
            for (int i = 0; i < n[c]; i++)
                most = fmax(most, fabs(whole[c][i][1]));
            ck_assert_double_gt(most, 0);
            for (int i = 0, k = 0; i < count; i++) {
                while (k < n[c] - 1 && whole[c][k][0] < drawn[i][0] - 1e-6)
                    k++;
                if (drawn[i][0] > whole[c][n[c] - 1][0] + 1e-6) { /* the high face, metal */
                    ck_assert_double_eq(drawn[i][1], 0);
                    continue;
                }
                ck_assert_msg(fabs(whole[c][k][0] - drawn[i][0]) < 1e-6 &&
                                  fabs(whole[c][k][1] - drawn[i][1]) < 1e-8 * most,
                              "%s at %g, plane %s: %g, not %g", component[c], drawn[i][0],
                              half[side][2], drawn[i][1], whole[c][k][1]);
            }
        }
    }
}
END_TEST

static void say_numbers(hid_t file, const char *path, const char *name, hsize_t n,
                        const double *v)
{
    const hid_t space = n > 1 ? H5Screate_simple(1, &n, NULL) : H5Screate(H5S_SCALAR);
    const hid_t a = H5Acreate_by_name(file, path, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT,
                                      H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Awrite(a, H5T_NATIVE_DOUBLE, v), 0);
    H5Aclose(a);
    H5Sclose(space);
}

/* The model of a file; a picture's bounds need one that does not say `unsafe`. */
static void put_model(hid_t file)
{
    static const char model[] = "[run]\ntitle = by hand\n";
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    const hid_t links = H5Pcreate(H5P_LINK_CREATE);
    H5Tset_size(type, sizeof model - 1);
    H5Pset_create_intermediate_group(links, 1);
    const hid_t set =
        H5Dcreate2(file, "/provenance/resolved", type, space, links, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, model), 0);
    H5Dclose(set);
    H5Pclose(links);
    H5Sclose(space);
    H5Tclose(type);
}

START_TEST(what_leaves_the_passive_bounds_is_said)
{
    const double f[3] = {1e9, 2e9, 3e9}, r[3] = {-0.2, -0.3, -0.4}, t[3] = {0.8, 1.06, -0.05};
    const double bound[3] = {-1, 0, 1};
    size_t size;
    const hid_t file = H5Fcreate("m.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    put_model(file);
    put(file, "/flux/r/frequency", 1, 3, 0, f);
    put(file, "/flux/r/ratio", 1, 3, 0, r); /* backwards through its plane: that is no gain */
    put(file, "/flux/t/frequency", 1, 3, 0, f);
    put(file, "/flux/t/ratio", 1, 3, 0, t);
    for (int i = 0; i < 2; i++) {
        const char *const path = i ? "/flux/t/ratio" : "/flux/r/ratio";
        say(file, path, "bound_x", "frequency");
        say_numbers(file, path, "bound_low", 1, bound + i);
        say_numbers(file, path, "bound_high", 1, bound + i + 1);
    }
    H5Fclose(file);
    ck_assert_msg(yee("", "plot m.h5 --format svg") == YEE_OK, "%s", said);
    says("warning: m.h5: /flux/t/ratio is 1.06 at 2 GHz, beyond the bound 1 of a passive");
    ck_assert_ptr_null(strstr(said, "/flux/r"));
    shows(read_file("m_flux_ratio.svg", &size), "/flux/t/ratio is 1.06 at 2 GHz");
    /* the axis reaches to what is beyond, up and down */
    const char *told = commands_for("--only t");
    shows(told, "set yrange [-0.0525:");
}
END_TEST

/* A third party's map of a part of space has layers and lines; columns that are too many for
 * curves are an image, and bounds are held against what is drawn. */
START_TEST(attributes_of_others_do_as_much)
{
    static double x[30], y[20], v[20 * 30], f[3] = {1e9, 2e9, 3e9}, s[3] = {0.5, 1.2, 0.5};
    const double line[8] = {2e-3, 2e-3, 9e-3, 2e-3, 9e-3, 2e-3, 9e-3, 7e-3};
    const double interior[2] = {4e-3, 25e-3}, one = 1;
    for (int i = 0; i < 600; i++)
        v[i] = i % 7 - 3;
    for (int i = 0; i < 30; i++)
        x[i] = 1e-3 * i;
    for (int i = 0; i < 20; i++)
        y[i] = 1e-3 * i;
    const hid_t file = H5Fcreate("m.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    put_model(file);
    put(file, "/map/x", 1, 30, 0, x);
    put(file, "/map/y", 1, 20, 0, y);
    put(file, "/map/rim", 2, 2, 4, line);
    put(file, "/map/j", 2, 20, 30, v);
    say(file, "/map/x", "units", "m");
    say(file, "/map/y", "units", "m");
    say_numbers(file, "/map/x", "interior", 2, interior);
    say(file, "/map/j", "x", "x");
    say(file, "/map/j", "y", "y");
    say(file, "/map/j", "units", "A/m^2");
    say(file, "/map/j", "label", "J");
    say(file, "/map/j", "lines", "rim");
    put(file, "/array/t", 2, 20, 30, v);
    say_numbers(file, "/array/t", "time_step", 1, &one);
    put(file, "/two/f", 1, 3, 0, f);
    put(file, "/two/s", 1, 3, 0, s);
    say(file, "/two/f", "units", "Hz");
    say(file, "/two/s", "x", "f");
    say(file, "/two/s", "scale", "dB");
    say_numbers(file, "/two/s", "bound_high", 1, &one);
    H5Fclose(file);
    const char *told = commands_for("--only map");
    shows(told, "set label 3 'J (A/m^2)'");
    shows(told, "set xlabel 'x (mm)'");
    shows(told, "$edge0 << EOD\n2 2\n9 2\n\n9 2\n9 7\n\nEOD\n");
    ck_assert_int_eq(lines_of(told, "layer"), 2);
    told = commands_for("--only array");
    shows(told, "set xlabel 'point'");
    shows(told, " binary array=(30,20) ");
    shows(commands_for("--only two"),
          "/two/s is 1.2 at 2 GHz, beyond the bound 1 of a passive");
}
END_TEST

/* Curves of a step have an axis by what all of them are, or their unit; one null does not press them flat. */
START_TEST(axes_of_several_curves_say_what_they_are)
{
    static const char *const name[] = {"/post/far/a", "/post/far/b", "/post/far/g",
                                       "/post/far/h"};
    static const char *const label[] = {"radiation efficiency", "total efficiency",
                                        "largest gain", "largest directivity"};
    double f[3] = {1e9, 2e9, 3e9}, v[3] = {1, 0.5, 1e-30};
    const hid_t file = H5Fcreate("m.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    put(file, "/post/far/frequency", 1, 3, 0, f);
    for (int i = 0; i < 4; i++) {
        put(file, name[i], 1, 3, 0, v);
        say(file, name[i], "x", "frequency");
        say(file, name[i], "label", label[i]);
        if (i > 1)
            say(file, name[i], "scale", "dB");
    }
    H5Fclose(file);
    const char *told = commands_for("");
    shows(told, "set ylabel 'efficiency'\n");
    shows(told, "set ylabel 'dB'\n");
    shows(told, "set yrange [-100:*]\n");
    shows(told, "curves: down to -600 dB");
}
END_TEST

/* A trace that failed is NaN, in decibels too: no colour, and none of the bar's. */
START_TEST(traces_that_failed_have_no_colour)
{
    double v[6] = {1, 10, 100, NAN, NAN, NAN}, f[3] = {1e9, 2e9, 3e9}, line[2] = {0, 1};
    const hid_t file = H5Fcreate("m.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    put(file, "/sweep/variables", 1, 2, 0, line); /* is there */
    put(file, "/post/far/frequency", 1, 3, 0, f);
    put(file, "/post/far/directivity", 2, 2, 3, v);
    say(file, "/post/far/directivity", "x", "frequency");
    say(file, "/post/far/directivity", "scale", "dB power");
    H5Fclose(file);
    shows(commands_for(""), "set cbrange [0:20]\n");
}
END_TEST

START_TEST(records_without_numbers_or_without_change_are_sentences)
{
    const double zero[40] = {0};
    const hid_t file = H5Fcreate("m.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    put(file, "/probe/rx/ez", 1, 40, 0, zero);
    put(file, "/probe/none/ez", 1, 0, 0, zero);
    H5Fclose(file);
    ck_assert_msg(yee("", "plot m.h5") == YEE_OK, "%s", said);
    says("E is 0 V/m throughout");
    says("m.h5: probe none holds no numbers and is not drawn");
    ck_assert_ptr_null(strstr(said, "arning")); /* gnuplot's */
    expect_picture("m_probe_rx.png");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pictures_of_files");
    TCase *c = tcase_create("pictures_of_files");
    tcase_set_timeout(c, 120);
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, fields_of_a_half_are_drawn_whole);
    tcase_add_test(c, what_leaves_the_passive_bounds_is_said);
    tcase_add_test(c, attributes_of_others_do_as_much);
    tcase_add_test(c, axes_of_several_curves_say_what_they_are);
    tcase_add_test(c, traces_that_failed_have_no_colour);
    tcase_add_test(c, records_without_numbers_or_without_change_are_sentences);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
