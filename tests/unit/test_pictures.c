/* tests/unit/test_pictures.c: what pictures say, in SVG where text can be read, and how options
 * change them. */
#include "picture_text.h"
#include <hdf5.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* Width and height of a PNG, from its first block. */
static void size_of_png(const char *name, unsigned size[2])
{
    size_t length;
    const unsigned char *b = (const unsigned char *)read_file(name, &length);
    ck_assert_uint_gt(length, 24);
    for (int i = 0; i < 2; i++)
        size[i] = (unsigned)b[16 + 4 * i] << 24 | (unsigned)b[17 + 4 * i] << 16 |
                  (unsigned)b[18 + 4 * i] << 8 | b[19 + 4 * i];
}

START_TEST(a_picture_says_run_units_and_what_its_colours_leave_out)
{
    run_model();
    const char *text = svg("--only field --frame 9", "m_snapshot_field_09.svg");
    shows(text, "A rod of glass");
    shows(text, "x (mm)");
    shows(text, "y (mm)");
    shows(text, "Ez (kV/m), clipped; max ");
    shows(text, "Lines: thin: materials; dashed: where absorbing layers begin");
    text = svg("--only field --frame 9 --range full", "m_snapshot_field_09.svg");
    shows(text, "Ez (kV/m)<");
    ck_assert_ptr_null(strstr(text, "clipped"));
    text = svg("--only dft", "m_spectrum_dft.svg");
    shows(text, "|Ez| (nV s/m), clipped; max ");
    text = svg("--only rx", "m_probe_rx.svg");
    shows(text, "A rod of glass");
    shows(text, "probe rx, near x = 14, y = 12 mm<"); /* and no z, which a 2-D model lacks */
    shows(text, "time (ps)");
    shows(text, "E (kV/m)");
}
END_TEST

/* Twenty cells of 1 mm and twenty of 0.5 mm: a raster of 0.5 mm had colours half a cell beside their
 * points, and beside the lines around objects. Four pixels go to the smallest cell. */
START_TEST(colours_of_a_graded_grid_lie_at_their_points)
{
    run_model();
    const char *told = commands_for("--only field --frame 9");
    const char *array = strstr(told, " binary array=(");
    long wide, high;
    double at, pitch;
    ck_assert_msg(array && sscanf(array, " binary array=(%ld,%ld)", &wide, &high) == 2, "%s",
                  told);
    ck_assert_ptr_nonnull(array = strstr(array, "origin=("));
    ck_assert_int_eq(sscanf(array, "origin=(%lf,", &at), 1);
    ck_assert_ptr_nonnull(array = strstr(array, "dx="));
    ck_assert_int_eq(sscanf(array, "dx=%lf", &pitch), 1);
    ck_assert_double_eq_tol(at - 0.5 * pitch, -0.5, 1e-6); /* mm */
    ck_assert_double_eq_tol(at + ((double)wide - 0.5) * pitch, 29.75,
                            1e-6); /* half a cell behind the last */
    ck_assert_double_le(pitch, 0.5 / 4);
}
END_TEST

/* Words beside the bar of a strip would begin below the picture and end in the title, or beyond it. */
START_TEST(beside_a_short_bar_stands_what_there_is_room_for)
{
    run_model();
    const char *told = commands_for("--only field --frame 9 --size 900x300");
    ck_assert_ptr_nonnull(strstr(told, "set label 3 'Ez (kV/m)'"));
    ck_assert_ptr_nonnull(strstr(told, "ps, clipped; max "));
    ck_assert_ptr_null(strstr(told, "set cbtics autofreq"));
    told = commands_for("--only field --frame 9 --size 900x900");
    ck_assert_ptr_nonnull(strstr(told, "set cbtics autofreq"));
    ck_assert_ptr_nonnull(strstr(told, "set label 3 'Ez (kV/m), clipped; max "));
}
END_TEST

/* The number behind a word of gnuplot's commands, which is the next one from *at on; false: there is none. */
static bool next_number(const char **at, const char *word, double *v)
{
    const char *found = strstr(*at, word);
    if (found)
        *v = strtod(*at = found + strlen(word), NULL);
    return found != NULL;
}

/* A digit of DejaVu Sans is 0.64 of the font's size wide, which is 12 points or 16 pixels of 1/96 inch:
 * numbers in the middle of their tics do not touch. */
START_TEST(numbers_at_an_axis_stand_clear_of_each_other)
{
    static const int width[] = {2400, 1500, 900, 600};
    FILE *f = fopen("m.ini", "w");
    ck_assert_ptr_nonnull(f);
    fputs("[grid]\ncells = 12, 56\nspacing = 10 um\ninvariant = z\nmode = tm\n"
          "[run]\nsteps = 90\noutput = m.h5\n[boundary.all]\ntype = pec\n"
          "[waveform.w]\ntype = ricker\nfrequency = 1 THz\n"
          "[source.s]\ntype = dipole\nposition = 60, 200, 0 um\ndirection = z\n"
          "current = 1 A\nwaveform = w\n"
          "[output.field]\ntype = snapshot\ncomponents = ez\nevery = 15\n",
          f);
    fclose(f);
    ck_assert_msg(yee("", "run m.ini --quiet") == YEE_OK, "%s", said);
    for (int i = 0; i < 4; i++) {
        char options[64];
        snprintf(options, sizeof options, "--only field --size %dx1500", width[i]);
        const char *at = commands_for(options);
        double margin[2], range[2], gap;
        int panels = 0;
        for (; next_number(&at, "set lmargin at screen ", &margin[0]); panels++) {
            ck_assert(next_number(&at, "set rmargin at screen ", &margin[1]));
            ck_assert(next_number(&at, "set xrange [", &range[0]));
            ck_assert(next_number(&at, ":", &range[1]));
            ck_assert(next_number(&at, "set xtics ", &gap));
            const double pixels = (margin[1] - margin[0]) * width[i];
            for (double n = ceil(range[0] / gap); (n + 1) * gap <= range[1]; n++) {
                char text[2][32];
                const int letters = snprintf(text[0], sizeof text[0], "%g", n * gap + 0.0) +
                                    snprintf(text[1], sizeof text[1], "%g", (n + 1) * gap);
                ck_assert_msg(gap / (range[1] - range[0]) * pixels >= letters / 2.0 * 0.64 * 16,
                              "%d pixels: %s and %s", width[i], text[0], text[1]);
            }
        }
        ck_assert_int_gt(panels, 2);
    }
}
END_TEST

/* The last row of H is half a step before that of E, here before 1 ns. */
START_TEST(the_times_of_a_picture_have_one_unit)
{
    FILE *f = fopen("m.ini", "w");
    ck_assert_ptr_nonnull(f);
    fputs("[grid]\ncells = 12, 12\nspacing = 1 mm\ninvariant = z\nmode = tm\n"
          "[run]\ntime_step = 2 ps\nsteps = 500\noutput = m.h5\n"
          "[boundary.all]\ntype = pec\n[waveform.w]\ntype = ricker\nfrequency = 5 GHz\n"
          "[source.s]\ntype = dipole\nposition = 6, 6, 0 mm\ndirection = z\ncurrent = 1 A\n"
          "waveform = w\n[output.rx]\ntype = probe\nposition = 3, 6, 0 mm\n",
          f);
    fclose(f);
    ck_assert_msg(yee("", "run m.ini --quiet") == YEE_OK, "%s", said);
    const char *text = svg("--only rx", "m_probe_rx.svg");
    shows(text, "time (ns)");
    ck_assert_ptr_null(strstr(text, "time (ps)"));
}
END_TEST

/* An end of the bar is a point where numbers lie beyond it. */
START_TEST(a_bar_has_open_ends_where_numbers_lie_beyond)
{
    run_model();
    const char *told = commands_for("--only field --frame 9 --range=-1e9:1e9");
    ck_assert_ptr_nonnull(strstr(told, "set cbrange [-1:1]")); /* GV/m */
    ck_assert_int_eq(count(told, " polygon from "), 0);
    told = commands_for("--only field --frame 9 --range=-1e9:1");
    ck_assert_int_eq(count(told, " polygon from "), 1);
    told = commands_for("--only field --frame 19 --range=-1:1");
    ck_assert_int_eq(count(told, " polygon from "), 2);
    ck_assert_int_eq(yee("", "plot m.h5 --only field --range 5"), YEE_USAGE);
    says("--range 5 is not of the form LOW:HIGH");
    ck_assert_int_eq(yee("", "plot m.h5 --range 5:5"), YEE_USAGE);
    ck_assert_int_eq(yee("", "plot m.h5 --only rx --range 1:5"), YEE_USAGE);
    says("--range 1:5 has no effect: no picture has colours");
}
END_TEST

START_TEST(formats_sizes_and_fonts_are_those_asked_for)
{
    unsigned size[2];
    size_t length;
    run_model();
    ck_assert_msg(yee("", "plot m.h5 --only rx --size 600x400") == YEE_OK, "%s", said);
    size_of_png("m_probe_rx.png", size);
    ck_assert_uint_eq(size[0], 600);
    ck_assert_uint_eq(size[1], 400);
    ck_assert_int_eq(yee("", "plot m.h5 --only field --size '160 x 100 mm'"), YEE_OK);
    size_of_png("m_snapshot_field.png", size);
    ck_assert_uint_eq(size[0], 1890); /* 160/25.4*300 = 1889.8 */
    ck_assert_uint_eq(size[1], 1181);
    ck_assert_int_eq(yee("", "plot m.h5 --only rx --output sub/fig.pdf"), YEE_OK);
    ck_assert_mem_eq(read_file("sub/fig.pdf", &length), "%PDF-", 5);
    ck_assert_uint_gt(length, 3000);
    const char *text = svg("--only rx --font 'Nimbus Sans,9'", "m_probe_rx.svg");
    shows(text, "font-family=\"Nimbus Sans\"");
    shows(text, "font-size=\"12.00\""); /* 9 pt in pixels of 1/96 inch */
    static const char *const wrong[][2] = {
        {"--size 10", "--size 10 is not of the form 160x100mm"},
        {"--size 10x20mm", "--size 10x20mm: a side of a picture has 120 to 10000 pixels"},
        {"--size 10x20ft", "is not of the form"},
        {"--font Sans,900", "the size is 4 to 72 points"},
        {"--format jpg", "--format jpg: 'jpg' is no format; a picture is png, pdf or svg"},
        {"--format mp4", "--format mp4: a single picture is png, pdf or svg"},
        {"--output a.jpg", "--output a.jpg: 'jpg' is no format"},
        {"--output a.pdf --format svg", "--format svg and --output a.pdf do not agree"},
        {"--rate 5", "--rate 5 is of movies"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char words[128];
        snprintf(words, sizeof words, "plot m.h5 %s", wrong[i][0]);
        ck_assert_msg(yee("", words) == YEE_USAGE, "%s: %s", wrong[i][0], said);
        says(wrong[i][1]);
    }
    ck_assert_int_eq(yee("", "plot m.h5 --output two.png"), YEE_USAGE);
    says("--output two.png is one file and holds the first picture");
}
END_TEST

/* A line of one frequency would be nothing to see. */
START_TEST(one_frequency_is_a_mark)
{
    run_model();
    ck_assert_msg(yee("",
                      "run m.ini --quiet --force --set output.list.type=flux "
                      "--set 'output.list.from=8, 8, 0 mm' --set 'output.list.to=13, 16, 0 mm' "
                      "--set 'output.list.frequencies=5 GHz'") == YEE_OK,
                  "%s", said);
    const char *told = commands_for("--only list");
    shows(told, "using 1:2 with points pt 4 ");
    ck_assert_ptr_null(strstr(told, " with lines"));
    ck_assert_ptr_nonnull(strstr(commands_for("--only rx"), " with lines"));
}
END_TEST

/* 40 points of 3 components are 120 curves: an image, with all of them. */
START_TEST(every_point_of_a_probe_is_drawn)
{
    char words[4096], *at = words;
    run_model();
    at += sprintf(at, "run m.ini --quiet --force --set 'grid.x=0.5 mm x 60' "
                      "--set 'output.rx.position=5, 12, 0");
    for (int n = 1; n < 40; n++)
        at += sprintf(at, ", %g, 12, 0", 5 + 0.5 * n);
    sprintf(at, " mm'");
    ck_assert_msg(yee("", words) == YEE_OK, "%s", said);
    const char *told = commands_for("--only rx");
    shows(told, "probe rx, 40 points, from x = 5, y = 12 mm to x = 24.5, y = 12 mm");
    shows(told, "set xlabel 'x (mm)'");
    shows(told, "set ylabel 'time (ps)'");
    shows(told, " binary array=(40,120) "); /* a column a point, and as many rows as steps */
    told = commands_for("--only rx --points 1-6"); /* of 3 components: a panel each */
    ck_assert_int_eq(count(told, "title 'ez, point "), 6);
    ck_assert_int_eq(count(told, "title 'hx, point "), 6);
    told = commands_for("--only rx --points '2, 5-7' --component ez");
    ck_assert_int_eq(count(told, "title 'ez, point "), 2 * 4); /* over time and frequency */
    shows(told, "title 'ez, point 6'");
    ck_assert_int_eq(yee("", "plot m.h5 --only rx --points 41"), YEE_USAGE);
    says("--points 41: probe rx has 40 points");
    ck_assert_int_eq(yee("", "plot m.h5 --points a"), YEE_USAGE);
    says("--points a is not of the form 1, 4, 10-20");
    ck_assert_int_eq(yee("", "plot m.h5 --only field --points 1"), YEE_USAGE);
    says("--points 1 has no effect: no probe of fields has them");
}
END_TEST

START_TEST(options_that_nothing_answers_to_are_refused)
{
    run_model();
    ck_assert_int_eq(yee("", "plot m.h5 --component foo"), YEE_USAGE);
    says("--component foo: components are ex, ey, ez, hx, hy and hz");
    ck_assert_int_eq(yee("", "plot m.h5 --component ex"), YEE_USAGE);
    says("m.h5: probe rx holds no ex and is not drawn");
    says("--component ex has no effect: no picture shows fields");
    ck_assert_int_eq(yee("", "plot m.h5 --only field --slice 'z = 3 mm'"), YEE_USAGE);
    says("snapshot field is a plane and drawn as it is");
    says("--slice z = 3 mm has no effect: no box of three axes has it");
    ck_assert_int_eq(yee("", "plot m.h5 --only rx --frame 3"), YEE_USAGE);
    says("--frame 3 has no effect");
    ck_assert_int_eq(yee("", "plot m.h5 --frame 3 --frames"), YEE_USAGE);
    ck_assert_int_eq(yee("", "plot m.h5 --movie --frames"), YEE_USAGE);
}
END_TEST

START_TEST(every_frame_has_a_file_and_the_same_colours)
{
    char range[2][64] = {"", ""}, name[96];
    run_model();
    /* of the last picture: of all, and of its own, which is less */
    sscanf(strstr(commands_for("--only field --frames"), "set cbrange"), "set cbrange %63s",
           range[0]);
    sscanf(strstr(commands_for("--only field --frame 19"), "set cbrange"), "set cbrange %63s",
           range[1]);
    ck_assert_str_ne(range[0], range[1]);
    ck_assert_msg(yee("", "plot m.h5 --only field --frames --format svg") == YEE_OK, "%s",
                  said);
    for (int n = 0; n < 20; n++) {
        size_t size;
        snprintf(name, sizeof name, "m_snapshot_field_%02d.svg", n);
        ck_assert_int_eq(count(said, name), 1);
        shows(read_file(name, &size), "clipped; max "); /* of all frames, in each */
    }
    ck_assert_int_eq(access("m_snapshot_field_20.svg", F_OK), -1);
    shows(commands_for("--only field --frame 5 --range=-7:7"), "set cbrange [-7:7]");
    /* every page of a movie has the range of all pictures, too */
    const char *told = commands_for("--only field --movie --format gif");
    snprintf(name, sizeof name, "set cbrange %s\n", range[0]);
    ck_assert_int_eq(count(told, "set cbrange"), 20);
    ck_assert_int_eq(count(told, name), 20);
}
END_TEST

/* Pictures in a GIF: each begins with a block that says how long it stays. */
static int frames_of_gif(const char *name)
{
    size_t size;
    int n = 0;
    const char *data = read_file(name, &size);
    ck_assert_mem_eq(data, "GIF89a", 6);
    for (size_t i = 0; i + 8 < size; i++)
        n += !memcmp(data + i, "\x21\xf9\x04", 3) && data[i + 7] == 0;
    return n;
}

/* A folder with gnuplot and without ffmpeg. */
#define ALONE "mkdir -p alone; ln -sf $(command -v gnuplot) alone; PATH=$PWD/alone "
/* A program of ffmpeg's name that counts the frames it gets. */
#define FAKE \
    "mkdir -p fake; printf '#!/bin/sh\\nfor o; do case $o in *%%04d.png) ls " \
    "${o%%%%/frame*}/frame*.png | wc -l > frames; esac; done; echo film > \"$o\"\\n' " \
    "> fake/ffmpeg; chmod +x fake/ffmpeg; PATH=$PWD/fake:$PATH "

START_TEST(a_movie_has_every_frame)
{
    size_t size;
    run_model();
    ck_assert_msg(yee(ALONE, "plot m.h5 --only field --movie") == YEE_OK, "%s", said);
    says("ffmpeg is not installed (apt-get install ffmpeg): the movie is a GIF");
    ck_assert_int_eq(frames_of_gif("m_snapshot_field.gif"), 20);
    ck_assert_int_eq(yee(ALONE, "plot m.h5 --only field --movie --output f.mp4"), YEE_IO);
    says("ffmpeg is not installed; it makes MP4 movies (apt-get install ffmpeg)");
    ck_assert_msg(yee(FAKE, "plot m.h5 --only field --movie --output film.mp4") == YEE_OK, "%s",
                  said);
    ck_assert_str_eq(read_file("film.mp4", &size), "film\n");
    ck_assert_int_eq(atoi(read_file("frames", &size)), 20);
    ck_assert_int_eq(yee("", "plot m.h5 --only rx --movie"), YEE_USAGE);
}
END_TEST

/* A dipole of wire with its port, over a plate; 1 mm cells and 4 of a layer at every face. */
static const char dipole[] =
    "[grid]\nsize = 30, 24, 28 mm\nspacing = 1 mm\n[run]\nsteps = 60\noutput = m.h5\n"
    "[boundary.all]\ntype = cpml\ncells = 4\n"
    "[shape.low]\ntype = wire\npoints = 15, 12, 9, 15, 12, 13 mm\nmaterial = pec\n"
    "[shape.high]\ntype = wire\npoints = 15, 12, 15, 15, 12, 20 mm\nmaterial = pec\n"
    "[shape.plate]\ntype = plate\nfrom = 8, 7, 6 mm\nto = 22, 17, 6 mm\nmaterial = pec\n"
    "[waveform.w]\ntype = ricker\nfrequency = 12 GHz\n"
    "[source.feed]\ntype = voltage\nnegative = 15, 12, 13 mm\npositive = 15, 12, 15 mm\n"
    "waveform = w\n[output.field]\ntype = snapshot\n"
    "[output.dft]\ntype = spectrum\nfrequencies = 12 GHz\n";

static void run_dipole(const char *more)
{
    char words[256];
    FILE *f = fopen("m.ini", "w");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_ge(fputs(dipole, f), 0);
    fclose(f);
    snprintf(words, sizeof words, "run m.ini --quiet --force %s", more);
    ck_assert_msg(yee("", words) == YEE_OK, "%s", said);
}

/* Edges of 1 mm: 4 and 5 of the wires and 14 of the plate in a cut along them; the rim of the
 * plate in its own plane, 2 (14 + 10), and the wires as one point in a plane across. */
START_TEST(conductors_and_ports_are_in_snapshots_and_spectra)
{
    run_dipole("");
    for (int k = 0; k < 2; k++) {
        const char *const name = k ? "dft" : "field";
        char words[64];
        snprintf(words, sizeof words, "--only %s --slice 'y = 12 mm' --frame 0", name);
        const char *told = commands_for(words);
        ck_assert_int_eq(lines_of(told, "metal"), 4 + 5 + 14);
        shows(told, "\n15 9\n15 10\n\n");
        shows(told, "$port0 << EOD\n15 13\n15 15\n\nEOD\n");
        shows(told, "perfect conductors; ");
        ck_assert_int_eq(lines_of(told, "layer"), 4);
        snprintf(words, sizeof words, "--only %s --slice z=6mm --frame 0", name);
        told = commands_for(words);
        ck_assert_int_eq(lines_of(told, "metal"), 2 * (14 + 10));
        ck_assert_ptr_null(strstr(told, "$port0"));
        snprintf(words, sizeof words, "--only %s --slice z=11mm --frame 0", name);
        told = commands_for(words);
        shows(told, "$metalpoint0 << EOD\n15 12\nEOD\n");
        snprintf(words, sizeof words, "--only %s --slice z=14mm --frame 0", name);
        shows(commands_for(words), "$portpoint0 << EOD\n15 12\nEOD\n");
    }
    /* the spectrum has one frame, the snapshot more */
    ck_assert_msg(yee("", "plot m.h5 --slice y=12mm --frame 3") == YEE_OK, "%s", said);
    says("--frame 3 is no frame of spectrum dft, which has 0 to 0");
    ck_assert_int_eq(yee("", "plot m.h5 --slice y=25mm"), YEE_USAGE);
    says("--slice y=25mm is outside snapshot field, which has y = 0 m to 23 mm");
    says("--slice y=25mm has no effect: no box of three axes has it");
    /* every second node along z: the wires in edges of 2 mm, the ends of two of them in metal */
    run_dipole("--set output.field.stride=1,1,2");
    ck_assert_int_eq(lines_of(commands_for("--only field --slice y=12mm --frame 0"), "metal"),
                     3 + 3 + 14);
}
END_TEST

/* 2-D: in TM metal conducts along the missing axis alone, and its cross section is drawn; a rod
 * of 6 x 4 cells has a rim of 20 edges in both modes. */
START_TEST(metal_has_an_outline_in_two_dimensions)
{
    for (int te = 0; te < 2; te++) {
        char words[512];
        run_model();
        snprintf(words, sizeof words,
                 "run m.ini --quiet --force --set grid.mode=%s --set shape.rod.type=box "
                 "--set 'shape.rod.from=14, 9, 0 mm' --set 'shape.rod.to=20, 13, 1000 mm' "
                 "--set shape.rod.material=pec --set output.rx.components=e "
                 "--set output.dft.components=e --set source.line.direction=%s",
                 te ? "te" : "tm", te ? "x" : "z");
        FILE *f = fopen("m.ini", "r+"); /* a box has no radius */
        ck_assert_ptr_nonnull(f);
        char text[4096];
        const size_t size = fread(text, 1, sizeof text - 1, f);
        text[size] = 0;
        memcpy(strstr(text, "radius = 4 mm"), ";            ", 13);
        rewind(f);
        ck_assert_uint_eq(fwrite(text, 1, size, f), size);
        fclose(f);
        ck_assert_msg(yee("", words) == YEE_OK, "%s", said);
        ck_assert_int_eq(lines_of(commands_for("--only field --frame 5"), "metal"), 20);
        ck_assert_int_eq(lines_of(commands_for("--only dft --frame 0"), "metal"), 20);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pictures");
    TCase *c = tcase_create("pictures");
    tcase_set_timeout(c, 120);
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, a_picture_says_run_units_and_what_its_colours_leave_out);
    tcase_add_test(c, colours_of_a_graded_grid_lie_at_their_points);
    tcase_add_test(c, beside_a_short_bar_stands_what_there_is_room_for);
    tcase_add_test(c, numbers_at_an_axis_stand_clear_of_each_other);
    tcase_add_test(c, the_times_of_a_picture_have_one_unit);
    tcase_add_test(c, a_bar_has_open_ends_where_numbers_lie_beyond);
    tcase_add_test(c, formats_sizes_and_fonts_are_those_asked_for);
    tcase_add_test(c, one_frequency_is_a_mark);
    tcase_add_test(c, every_point_of_a_probe_is_drawn);
    tcase_add_test(c, options_that_nothing_answers_to_are_refused);
    tcase_add_test(c, every_frame_has_a_file_and_the_same_colours);
    tcase_add_test(c, a_movie_has_every_frame);
    tcase_add_test(c, conductors_and_ports_are_in_snapshots_and_spectra);
    tcase_add_test(c, metal_has_an_outline_in_two_dimensions);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
