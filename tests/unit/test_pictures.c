/* tests/unit/test_pictures.c: what pictures say, in SVG where text can be read, and how options
 * change them. */
#include "plotting.h"
#include <hdf5.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* The whole of a file, with a 0 behind it. */
static const char *read_file(const char *name, size_t *size)
{
    static char text[1 << 22];
    FILE *f = fopen(name, "rb");
    ck_assert_msg(f != NULL, "%s is missing; plot said: %s", name, said);
    *size = fread(text, 1, sizeof text - 1, f);
    ck_assert_uint_lt(*size, sizeof text - 1);
    text[*size] = 0;
    fclose(f);
    return text;
}

static int count(const char *text, const char *word)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += strlen(word))
        n++;
    return n;
}

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

static const char *svg(const char *options, const char *name)
{
    char words[256];
    size_t size;
    snprintf(words, sizeof words, "plot m.h5 --format svg %s", options);
    ck_assert_msg(yee("", words) == YEE_OK, "%s", said);
    return read_file(name, &size);
}

static void shows(const char *text, const char *words)
{
    ck_assert_msg(strstr(text, words) != NULL, "the picture does not say '%s'", words);
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

/* Lines of a block of data, each of which ends with an empty one. */
static int lines_of(const char *told, const char *block)
{
    char begin[32];
    int n = 0;
    snprintf(begin, sizeof begin, "$%s0 << EOD\n", block);
    const char *at = strstr(told, begin), *end = at ? strstr(at, "\nEOD\n") : NULL;
    for (; at && (at = strstr(at, "\n\n")) && at < end; at += 2)
        n++;
    return n;
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

/* -- bounds and empty records, of files by hand -- */

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
    tcase_add_test(c, fields_of_a_half_are_drawn_whole);
    tcase_add_test(c, conductors_and_ports_are_in_snapshots_and_spectra);
    tcase_add_test(c, metal_has_an_outline_in_two_dimensions);
    tcase_add_test(c, what_leaves_the_passive_bounds_is_said);
    tcase_add_test(c, attributes_of_others_do_as_much);
    tcase_add_test(c, axes_of_several_curves_say_what_they_are);
    tcase_add_test(c, traces_that_failed_have_no_colour);
    tcase_add_test(c, records_without_numbers_or_without_change_are_sentences);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
