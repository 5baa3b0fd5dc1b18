/* tests/unit/test_plot.c: `yee plot` makes a picture of every output, or says why not. */
#include "plotting.h"
#include <hdf5.h>
#include <stdbool.h>

START_TEST(a_file_name_alone_draws_every_output)
{
    run_model();
    ck_assert_msg(yee("", "plot m.h5") == YEE_OK, "%s", said);
    expect_picture("m_probe_rx.png");
    expect_picture("m_snapshot_field.png");
    expect_picture("m_snapshot_line.png");
    expect_picture("m_spectrum_dft.png");
    expect_picture("m_flux_box.png");
    expect_picture("m_energy_w.png");
    ck_assert_ptr_null(strstr(said, "warning")); /* gnuplot had nothing to complain of */
}
END_TEST

/* -- a third party's file, by attributes alone -- */

static void attribute(hid_t object, const char *name, const char *value)
{
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, strlen(value));
    const hid_t a = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Awrite(a, type, value), 0);
    H5Aclose(a);
    H5Sclose(space);
    H5Tclose(type);
}

/* Makes a dataset of rank 1 or 2 with the attributes NAME=VALUE; numbers are those of v, pairs
 * where `complex` is said. */
static void dataset(hid_t file, const char *path, int rank, hsize_t rows, hsize_t columns,
                    const double *v, bool pairs, int count, const char *const *attributes)
{
    const hsize_t dims[2] = {rows, columns};
    const hid_t space = H5Screate_simple(rank, dims, NULL);
    const hid_t links = H5Pcreate(H5P_LINK_CREATE), pair = H5Tcreate(H5T_COMPOUND, 16);
    H5Tinsert(pair, "r", 0, H5T_NATIVE_DOUBLE);
    H5Tinsert(pair, "i", 8, H5T_NATIVE_DOUBLE);
    H5Pset_create_intermediate_group(links, 1);
    const hid_t type = pairs ? pair : H5T_NATIVE_DOUBLE;
    const hid_t set = H5Dcreate2(file, path, type, space, links, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(set, 0);
    H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, v);
    for (int i = 0; i < count; i++) {
        char name[32];
        const char *equals = strchr(attributes[i], '=');
        snprintf(name, sizeof name, "%.*s", (int)(equals - attributes[i]), attributes[i]);
        attribute(set, name, equals + 1);
    }
    H5Dclose(set);
    H5Pclose(links);
    H5Tclose(pair);
    H5Sclose(space);
}
#define DATASET(file, path, rank, rows, columns, v, pairs, ...) \
    dataset(file, path, rank, rows, columns, v, pairs, \
            (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)), \
            (const char *const[]){__VA_ARGS__})

START_TEST(what_names_its_axes_is_drawn_whoever_wrote_it)
{
    static double x[40], y[20], v[2 * 40 * 20];
    for (int i = 0; i < 40; i++)
        x[i] = 1e9 + 1e7 * i;
    for (int i = 0; i < 20; i++)
        y[i] = 9 * i;
    for (int i = 0; i < 1600; i++)
        v[i] = 1 + (i * 7919 % 101) / 50.0;
    const hid_t file = H5Fcreate("third.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    DATASET(file, "/s11/r/frequency", 1, 40, 0, x, false, "units=Hz");
    DATASET(file, "/s11/r/angle", 1, 20, 0, y, false, "units=degrees");
    DATASET(file, "/s11/r/s", 1, 40, 0, v, true, "units=1", "x=frequency", "scale=dB");
    DATASET(file, "/s11/r/w", 1, 40, 0, v, false, "units=W", "x=/s11/r/frequency");
    DATASET(file, "/s11/r/lost", 1, 40, 0, v, false, "units=W", "x=nowhere");
    DATASET(file, "/s11/r/short", 1, 40, 0, v, false, "units=W", "x=angle");
    DATASET(file, "/map", 2, 20, 40, v, false, "x=/s11/r/frequency", "y=/s11/r/angle",
            "scale=dB power");
    DATASET(file, "/back", 2, 40, 20, v, true, "x=/s11/r/angle", "y=/s11/r/frequency");
    H5Fclose(file);
    ck_assert_msg(yee("", "plot third.h5") == YEE_OK, "%s", said);
    expect_picture("third_s11_r.png");
    expect_picture("third_map.png");
    expect_picture("third_back.png");
    says("/s11/r/lost is not drawn: its abscissa /s11/r/nowhere is no dataset");
    says("/s11/r/short is not drawn: its abscissa /s11/r/angle has 20 numbers, not 40");
    ck_assert_int_eq(yee("", "plot third.h5 --only r"), YEE_OK);
    ck_assert_ptr_null(strstr(said, "map"));
    ck_assert_int_eq(yee("", "plot third.h5 --only nothing"), YEE_USAGE);
}
END_TEST

/* An own title goes before that of the group; without either there is the path. */
START_TEST(an_image_has_its_title_or_that_of_its_group)
{
    static const struct {
        const char *path, *own, *shown;
    } row[] = {{"/post/far/two/d", NULL, "the title of a group"},
               {"/post/far/two/d", "title=its own title", "its own title"},
               {"/post/far/one/d", NULL, "post/far/one/d"}};
    static double x[8], v[64];
    for (int i = 0; i < 64; i++)
        v[i] = x[i % 8] = i;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const hid_t file = H5Fcreate("m.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        DATASET(file, "/post/far/one/x", 1, 8, 0, x, false, "units=degrees");
        DATASET(file, "/post/far/two/x", 1, 8, 0, x, false, "units=degrees");
        DATASET(file, row[i].path, 2, 8, 8, v, false, "x=x", "y=x",
                row[i].own ? row[i].own : "units=1");
        const hid_t group = H5Gopen2(file, "/post/far/two", H5P_DEFAULT);
        attribute(group, "title", "the title of a group");
        H5Gclose(group);
        H5Fclose(file);
        const char *told = commands_for("");
        ck_assert_msg(strstr(told, row[i].shown) != NULL, "no '%s'", row[i].shown);
        ck_assert(i == 2 || !strstr(told, "post/far/two/d"));
    }
}
END_TEST

/* Frequencies in another order give a picture that is equal byte by byte. */
START_TEST(frequencies_in_any_order_make_one_line)
{
    static const char *const set[] = {"2, 5, 11, 20 GHz", "11, 2, 20, 5 GHz"};
    static unsigned char picture[2][200000];
    size_t size[2];
    run_model();
    for (int n = 0; n < 2; n++) {
        char words[256];
        snprintf(words, sizeof words,
                 "run m.ini --quiet --force --set output.list.type=flux "
                 "--set 'output.list.from=8, 8, 0 mm' --set 'output.list.to=13, 16, 0 mm' "
                 "--set 'output.list.frequencies=%s'",
                 set[n]);
        ck_assert_msg(yee("", words) == YEE_OK, "%s", said);
        ck_assert_int_eq(yee("", "plot m.h5 --only list"), YEE_OK);
        FILE *f = fopen("m_flux_list.png", "rb");
        ck_assert_ptr_nonnull(f);
        size[n] = fread(picture[n], 1, sizeof picture[n], f);
        fclose(f);
    }
    ck_assert_uint_gt(size[0], 4000);
    ck_assert_uint_lt(size[0], sizeof picture[0]);
    ck_assert_uint_eq(size[0], size[1]);
    ck_assert_mem_eq(picture[0], picture[1], size[0]);
}
END_TEST

START_TEST(options_choose_what_is_drawn)
{
    run_model();
    ck_assert_msg(yee("", "plot m.h5 --only field --frame 3 --component ez --output p/q") ==
                      YEE_OK,
                  "%s", said);
    expect_picture("p/q/m_snapshot_field_03.png");
    ck_assert_int_ne(access("p/q/m_probe_rx.png", F_OK), 0);
    ck_assert_int_eq(yee("", "plot m.h5 --only nothing"), YEE_USAGE);
    says("m.h5 has nothing to draw of an output nothing; the file has rx, ");
    ck_assert_int_eq(yee("", "plot m.h5 --only field --slice z"), YEE_USAGE);
    says("--slice z is not of the form z=2mm");
}
END_TEST

/* Size of a picture; 0: there is none. */
static long size_of(const char *name)
{
    FILE *f = fopen(name, "rb");
    if (!f)
        return 0;
    fseek(f, 0, SEEK_END);
    const long size = ftell(f);
    fclose(f);
    return size;
}

static void write_points(const char *text)
{
    FILE *f = fopen("points.csv", "w");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_ge(fputs(text, f), 0);
    fclose(f);
}

START_TEST(points_of_a_file_lie_over_the_curve_of_their_name)
{
    run_model();
    ck_assert_int_eq(yee("", "plot m.h5 --only rx"), YEE_OK);
    const long plain = size_of("m_probe_rx.png");
    write_points("# by hand\ntime, ez\n20e-12, 0\n40e-12, 1\n");
    ck_assert_msg(yee("", "plot m.h5 --only rx --overlay points.csv") == YEE_OK, "%s", said);
    /* the points and their line in the legend: 'ez, points' alone has some 500 bytes */
    ck_assert_int_gt(size_of("m_probe_rx.png"), plain + 200);
    ck_assert_ptr_null(strstr(said, "warning"));
}
END_TEST

START_TEST(points_of_a_file_may_have_units)
{
    run_model();
    write_points("time,ez\n20e-12,0\n40e-12,1500\n");
    const char *told = commands_for("--only rx --overlay points.csv");
    ck_assert_ptr_nonnull(strstr(told, "\n40 1.5\n")); /* ps, kV/m */
    write_points("time [ps], ez (kV/m)\n20, 0\n40, 1.5\n");
    ck_assert_ptr_nonnull(strstr(commands_for("--only rx --overlay points.csv"), "\n40 1.5\n"));
    write_points("time [GHz], ez\n20, 0\n");
    ck_assert_int_eq(yee("", "plot m.h5 --only rx --overlay points.csv"), YEE_USAGE);
    says("points.csv: 'time' is in GHz, and the axis of the picture in s");
    write_points("time [no], ez\n20, 0\n");
    ck_assert_int_eq(yee("", "plot m.h5 --only rx --overlay points.csv"), YEE_USAGE);
    says("no picture has a curve 'ez' over 'time [no]'");
}
END_TEST

START_TEST(an_overlay_without_its_place_is_a_sentence)
{
    run_model();
    write_points("time,ey\n20e-12,0\n"); /* tm has no ey */
    ck_assert_int_eq(yee("", "plot m.h5 --only rx --overlay points.csv"), YEE_USAGE);
    says("points.csv: no picture has a curve 'ey' over 'time'");
    write_points("time,ez\n20e-12,0\n30e-12\n");
    ck_assert_int_eq(yee("", "plot m.h5 --overlay points.csv"), YEE_INPUT);
    says("points.csv:3: 1 numbers where the first row names 2 columns");
    write_points("time,ez\n20 ps,0\n");
    ck_assert_int_eq(yee("", "plot m.h5 --overlay points.csv"), YEE_INPUT);
    says("points.csv:2: '20 ps' is not a number");
    write_points("");
    ck_assert_int_eq(yee("", "plot m.h5 --overlay points.csv"), YEE_INPUT);
    says("points.csv has no points");
    ck_assert_int_eq(yee("", "plot m.h5 --overlay none.csv"), YEE_IO);
    says("cannot read none.csv: No such file or directory");
}
END_TEST

/* A line between two ports, of which one is a resistor: what it takes is drawn over what the
 * other one sends. A resistor that a dipole feeds has no such other one. */
START_TEST(a_port_that_nothing_drives_is_drawn)
{
    static const char *const fed[] = {
        "type = voltage\nnegative = 3, 0, 0 mm\npositive = 3, 0, 3 mm\nacross = 0, 3, 0 mm\n",
        "type = dipole\nposition = 3, 1, 1.5 mm\ndirection = z\ncurrent = 1 A\n"};
    for (int i = 0; i < 2; i++) {
        FILE *f = fopen("line.ini", "w");
        ck_assert_ptr_nonnull(f);
        fprintf(f,
                "[grid]\ncells = 30, 3, 3\nspacing = 1 mm\n[run]\nsteps = 300\nforce = yes\n"
                "[boundary.metal]\ntype = pec\nfaces = x, z\n"
                "[boundary.sides]\ntype = pmc\nfaces = y\n"
                "[waveform.w]\ntype = modulated_gaussian\nfrequency = 15 GHz\n"
                "bandwidth = 15 GHz\n"
                "[source.out]\ntype = voltage\nnegative = 25, 0, 0 mm\n"
                "positive = 25, 0, 3 mm\nacross = 0, 3, 0 mm\nresistance = 377 Ohm\n"
                "[source.in]\n%swaveform = w\n[output.ports]\ntype = probe\nports = out%s\n",
                fed[i], i ? "" : ", in");
        fclose(f);
        ck_assert_msg(yee("", "run line.ini --quiet") == YEE_OK, "%s", said);
        ck_assert_int_eq(yee("", "plot line.h5"), YEE_OK);
        expect_picture("line_port_out.png");
        if (!i)
            expect_picture("line_port_in.png");
        remove("line_port_out.png");
    }
}
END_TEST

/* No current flows into a gap at 0 Hz. Its capacitance is some 9 fF (one cell of 1 mm and what is
 * around it): from 1 GHz on less than 100 kOhm, where a quotient of roundings has MOhm and more. */
START_TEST(an_impedance_is_drawn_from_where_a_current_flows)
{
    static const char *const feed[] = {"resistance = 0 Ohm\n",
                                       "resistance = 50 Ohm\n[post.s]\ntype = s_parameters\n"
                                       "port = in\n"};
    static const char *const picture[] = {"gap_port_in.svg", "gap_post_s.svg"};
    for (int i = 0; i < 2; i++) {
        char *text = NULL;
        size_t size = 0;
        FILE *f = fopen("gap.ini", "w");
        ck_assert_ptr_nonnull(f);
        fprintf(f,
                "[grid]\ncells = 20, 20, 20\nspacing = 1 mm\n[run]\nsteps = 2000\n"
                "force = yes\n[boundary.all]\ntype = cpml\ncells = 5\n"
                "[waveform.w]\ntype = gaussian\nfrequency = 20 GHz\n"
                "[output.ports]\ntype = probe\nports = in\n"
                "[source.in]\ntype = voltage\nnegative = 10, 10, 10 mm\n"
                "positive = 10, 10, 11 mm\nwaveform = w\n%s",
                feed[i]);
        fclose(f);
        ck_assert_msg(yee("", "run gap.ini --quiet") == YEE_OK, "%s", said);
        ck_assert_int_eq(yee("", "plot gap.h5 --format svg"), YEE_OK);
        f = fopen(picture[i], "r");
        ck_assert_msg(f != NULL, "%s is missing; plot said: %s", picture[i], said);
        ck_assert_int_gt(getdelim(&text, &size, 0, f), 0);
        fclose(f);
        ck_assert_ptr_nonnull(strstr(text, "kOhm"));
        ck_assert_ptr_null(strstr(text, "MOhm"));
        ck_assert_ptr_null(strstr(text, "GOhm"));
        free(text);
    }
}
END_TEST

/* Layers of five cells: 5 x 1 mm and 5 x 0.5 mm of the 30 mm along x, 5 x 1 mm of the 24 mm along y
 * at both ends. */
START_TEST(dashed_lines_show_where_layers_begin)
{
    static const char *const edges = "$layer0 << EOD\n5 5\n5 19\n\n27.5 5\n27.5 19\n\n"
                                     "5 5\n27.5 5\n\n5 19\n27.5 19\n\nEOD\n";
    run_model();
    ck_assert_ptr_nonnull(strstr(commands_for("--only field"), edges));
    ck_assert_ptr_nonnull(strstr(commands_for("--only dft"), edges));
    /* the left layer alone lies in this box, which ends in the interior */
    ck_assert_msg(yee("", "run m.ini --quiet --force --set 'output.field.from=0, 8, 0 mm' "
                          "--set 'output.field.to=20, 16, 0 mm'") == YEE_OK,
                  "%s", said);
    const char *line = strstr(commands_for("--only field"), "$layer0 << EOD\n5 ");
    ck_assert_ptr_nonnull(line);
    ck_assert_ptr_eq(strstr(line, "\n\n"), strstr(line, "\n\nEOD\n"));
    /* and none in this one */
    ck_assert_msg(yee("", "run m.ini --quiet --force --set 'output.field.from=8, 8, 0 mm' "
                          "--set 'output.field.to=20, 16, 0 mm'") == YEE_OK,
                  "%s", said);
    ck_assert_ptr_null(strstr(commands_for("--only field"), "$layer"));
    /* nor where the grid ends on walls */
    ck_assert_int_eq(system("sed -i 's/^type = cpml/type = pec/; /^cells = 5/d' m.ini"), 0);
    ck_assert_msg(yee("", "run m.ini --quiet --force") == YEE_OK, "%s", said);
    ck_assert_ptr_null(strstr(commands_for("--only field"), "$layer"));
}
END_TEST

START_TEST(what_cannot_be_drawn_is_a_sentence)
{
    run_model();
    ck_assert_int_eq(yee("", "plot m.h5 --only field --frame 99"), YEE_USAGE);
    says("--frame 99 is no frame of");
    ck_assert_int_eq(yee("", "plot m.h5 --only field --frame x"), YEE_USAGE);
    says("--frame x is no whole number from 0");
    ck_assert_int_eq(yee("PATH=/nowhere", "plot m.h5"), YEE_IO);
    says("gnuplot is not installed");
    ck_assert_int_eq(yee("", "plot m.ini"), YEE_INPUT);
    says("m.ini is not a result of yee");
    ck_assert_int_eq(yee("", "plot none.h5"), YEE_IO);
    says("cannot read none.h5: No such file or directory");
    ck_assert_int_eq(yee("", "plot m.h5 --output m.ini"), YEE_USAGE);
    says("--output m.ini: that is a file and no folder");
    ck_assert_int_eq(yee("", "plot m.h5 --output /proc/none"), YEE_IO);
    says("cannot make the folder /proc/none");
    ck_assert_int_eq(yee("rm m_field.h5;", "plot m.h5 --only field"), YEE_IO);
    says("cannot read m_field.h5, the snapshots of m.h5");
}
END_TEST

/* No file beyond 8 KiB, as on a full disk; the data of the receiver's curves are smaller. */
START_TEST(a_picture_that_the_disk_has_no_room_for_is_told)
{
    run_model();
    ck_assert_int_eq(yee("ulimit -f 16; trap '' XFSZ;", "plot m.h5 --only rx"), YEE_IO);
    says("cannot write all of m_probe_rx.png; is the disk full?");
    ck_assert_int_ne(access("m_probe_rx.png", F_OK), 0);
    for (int n = 0; n < 3; n++) {
        static const char *const words[] = {"plot m.h5 --only rx --format pdf",
                                            "plot m.h5 --only rx --format svg",
                                            "plot m.h5 --only field --movie --format gif"};
        ck_assert_msg(yee("", words[n]) == YEE_OK, "%s", said);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plot");
    TCase *c = tcase_create("plot");
    tcase_set_timeout(c, 120);
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, a_file_name_alone_draws_every_output);
    tcase_add_test(c, what_names_its_axes_is_drawn_whoever_wrote_it);
    tcase_add_test(c, an_image_has_its_title_or_that_of_its_group);
    tcase_add_test(c, frequencies_in_any_order_make_one_line);
    tcase_add_test(c, options_choose_what_is_drawn);
    tcase_add_test(c, points_of_a_file_lie_over_the_curve_of_their_name);
    tcase_add_test(c, points_of_a_file_may_have_units);
    tcase_add_test(c, an_overlay_without_its_place_is_a_sentence);
    tcase_add_test(c, a_port_that_nothing_drives_is_drawn);
    tcase_add_test(c, an_impedance_is_drawn_from_where_a_current_flows);
    tcase_add_test(c, dashed_lines_show_where_layers_begin);
    tcase_add_test(c, what_cannot_be_drawn_is_a_sentence);
    tcase_add_test(c, a_picture_that_the_disk_has_no_room_for_is_told);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
