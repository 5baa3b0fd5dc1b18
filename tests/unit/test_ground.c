/* tests/unit/test_ground.c: surfaces of the ground, random and measured.
 *
 * Heights are read as a user of the shape reads them, by its spans along z. */
#include "instance.h"
#include "suite.h"

#include <hdf5.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef YEE_HAVE_TIFF
#include <tiffio.h>
#endif

static char file[] = "/tmp/yee_heights_XXXXXX";

/* One shape, opened. */
typedef struct shape {
    const yee_shape_ops *ops;
    void *self;
} shape;

static yee_status attempt(const char *lines, shape *s)
{
    yee_instance *it = NULL;
    yee_status status = instance_try(YEE_SHAPE, lines, &it);
    if (status)
        return status;
    s->ops = it->plugin->ops;
    return s->ops->open(&it->host, it->config, &s->self);
}

static shape make(const char *lines)
{
    shape s = {0};
    ck_assert_msg(attempt(lines, &s) == YEE_OK, "%s", yee_session_error(session));
    return s;
}

/* The part of the vertical line at (x, y) that is inside; length 0: none. */
static void vertical(const shape *s, double x, double y, double span[2])
{
    double out[4][2] = {{0}};
    const int count = s->ops->spans(s->self, 2, (const double[]){x, y, 0}, 4, out);
    ck_assert_int_le(count, 1);
    span[0] = count ? out[0][0] : 0;
    span[1] = count ? out[0][1] : 0;
}

static double top(const shape *s, double x, double y)
{
    double span[2];
    vertical(s, x, y, span);
    return span[1];
}

#define BOX "from = 0, 0, 0 m\nto = 1, 0.5, 1 m\n"

/* 128 x 64 points: those of the lattice itself, where heights are not interpolated. */
static void statistics(const shape *s, double *least, double *most, double *mean, double *rms)
{
    enum { N = 128, M = 64 };
    double sum = 0, square = 0;
    *least = INFINITY;
    *most = -INFINITY;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            const double h = top(s, (i + 0.5) / N, 0.5 * (j + 0.5) / M);
            *least = fmin(*least, h);
            *most = fmax(*most, h);
            sum += h;
            square += h * h;
        }
    *mean = sum / (N * M);
    *rms = sqrt(square / (N * M) - *mean * *mean);
}

/* Heights are scaled to what is asked for, exactly but for rounding; 1e-9 is of their place in
 * the lattice. */
START_TEST(a_rough_surface_has_the_roughness_that_is_asked_for)
{
    double least, most, mean, rms;
    shape s = make("type = rough_surface\n" BOX "level = 0.6 m\nrms = 20 mm\nhurst = 0.8\n"
                   "resolution = 0.0078125 m\n");
    statistics(&s, &least, &most, &mean, &rms);
    ck_assert_double_eq_tol(mean, 0.6, 1e-8);
    ck_assert_double_eq_tol(rms, 0.02, 1e-8);
    s = make("type = rough_surface\n" BOX "low = 0.5 m\nhigh = 0.7 m\nspectrum = exponential\n"
             "correlation = 0.1 m\nresolution = 0.0078125 m\n");
    statistics(&s, &least, &most, &mean, &rms);
    ck_assert_double_eq_tol(least, 0.5, 1e-8);
    ck_assert_double_eq_tol(most, 0.7, 1e-8);
}
END_TEST

START_TEST(ground_below_and_air_above_are_the_whole_box)
{
    const char *lines = "type = rough_surface\n" BOX "low = 0.5 m\nhigh = 0.7 m\n"
                        "exponent = 1.5\nseed = 3\nside = %s\n";
    char text[512];
    snprintf(text, sizeof text, lines, "below");
    shape below = make(text);
    snprintf(text, sizeof text, lines, "above");
    shape above = make(text);
    for (int n = 0; n < 500; n++) {
        const double x = fmod(n * 0.618034, 1), y = 0.5 * fmod(n * 0.414214, 1);
        double under[2], over[2];
        vertical(&below, x, y, under);
        vertical(&above, x, y, over);
        ck_assert_double_eq(under[0], 0);
        ck_assert_double_eq(over[1], 1);
        ck_assert_double_eq(under[1], over[0]);
        const double z = 0.5 + 0.2 * fmod(n * 0.7320508, 1);
        unsigned char in[2] = {0, 0};
        below.ops->inside(below.self, 1, &x, y, z, &in[0]);
        above.ops->inside(above.self, 1, &x, y, z, &in[1]);
        ck_assert_int_eq(in[0] + in[1], 1);
        ck_assert_int_eq(in[0], z < under[1]);
    }
}
END_TEST

/* Along x, too, spans are where inside() says: at 4000 points of lines that the surface
 * crosses many times. A point may be closer to a crossing than rounding. */
START_TEST(lines_across_a_surface_know_its_crossings)
{
    enum { ROOM = 400, POINTS = 4000 };
    static double span[ROOM][2], x[POINTS];
    static unsigned char in[POINTS];
    shape s = make("type = rough_surface\n" BOX "low = 0.5 m\nhigh = 0.7 m\nexponent = 1\n");
    int crossings = 0, wrong = 0;
    for (int n = 0; n < POINTS; n++)
        x[n] = (n + 0.5) / POINTS;
    for (int line = 0; line < 20; line++) {
        const double at[3] = {0, 0.025 * (line + 0.3), 0.55 + 0.005 * line};
        const int count = s.ops->spans(s.self, 0, at, ROOM, span);
        ck_assert_int_lt(count, ROOM);
        crossings += count;
        memset(in, 0, sizeof in);
        s.ops->inside(s.self, POINTS, x, at[1], at[2], in);
        for (int n = 0; n < POINTS; n++) {
            int within = 0;
            for (int q = 0; q < count; q++)
                within += x[n] > span[q][0] && x[n] < span[q][1];
            wrong += within != in[n];
        }
    }
    ck_assert_int_ge(crossings, 40);
    ck_assert_int_eq(wrong, 0);
}
END_TEST

static void write_text(const char *text)
{
    FILE *out = fopen(file, "w");
    fputs(text, out);
    fclose(out);
}

static const char *terrain(const char *keys)
{
    static char text[1024];
    snprintf(text, sizeof text, "type = terrain\n" BOX "%s\n", keys);
    return text;
}

static const char *from_file(const char *suffix, const char *keys)
{
    static char text[512];
    snprintf(text, sizeof text, "file = %s%s\n%s", file, suffix, keys);
    return terrain(text);
}

/* Bilinear between four points, exact in halves. */
START_TEST(terrain_has_the_heights_of_its_file)
{
    write_text("# metres\n0.25, 0.5\n0.75; 0.5\n\n0.5 1\n");
    shape s = make(from_file("", ""));
    const double due[5][3] = {{0.25, 0.375, 0.5},
                              {0.5, 0.5, 0.5},
                              {0.75, 0.625, 0.5},
                              {0.625, 0.6875, 0.75},
                              {0.5, 0.75, 1}};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++)
            ck_assert_double_eq_tol(top(&s, 0.25 * i, 0.25 * j), due[i][j], 1e-12);
    s = make(
        from_file("", "unit = 1 cm\nlevel = 0.5 m\norigin = 0.1, 0.2 m\nspacing = 0.2 m\n"));
    ck_assert_double_eq_tol(top(&s, 0.3, 0.2), 0.5075, 1e-12);
    ck_assert_double_eq_tol(top(&s, 0.4, 0.1), 0.50625, 1e-12);
    ck_assert_double_eq_tol(top(&s, 0.9, 0.45), 0.51, 1e-12);
}
END_TEST

START_TEST(a_profile_is_one_column_and_data_of_hdf5_are_alike)
{
    write_text("\xEF\xBB\xBF"
               "0.2,\r\n0.6 ,\r\n0.4,\r\n"); /* as spreadsheets write it */
    shape s = make(from_file("", ""));
    for (int j = 0; j < 3; j++)
        ck_assert_double_eq_tol(top(&s, 0.25, 0.2 * j), 0.4, 1e-12);
    const hsize_t dims[2] = {3, 2};
    const double data[3][2] = {{0.25, 0.5}, {0.75, 0.5}, {0.5, 1}};
    const hid_t out = H5Fcreate(file, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(2, dims, NULL);
    const hid_t set = H5Dcreate2(out, "heights", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT,
                                 H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), 0);
    H5Dclose(set);
    H5Sclose(space);
    H5Fclose(out);
    s = make(from_file(":/heights", ""));
    ck_assert_double_eq_tol(top(&s, 0.75, 0.25), 0.6875, 1e-12);
    shape none;
    ck_assert_int_ne(attempt(from_file(":/height", ""), &none), YEE_OK);
    instance_says("heights");
}
END_TEST

START_TEST(wrong_surfaces_are_refused)
{
    shape s;
    const struct {
        const char *text, *keys, *words;
    } wrong[] = {{"1, 2\n3\n", "", ":2 has 1 heights"},
                 {"1, 2\n3, x\n", "", ":2: 'x'"},
                 {"1, 2, nan\n3, 4, nan\n", "", ":1: 'nan' is no height"},
                 {"1, 2\n3, 1e400\n", "", ":2: '1e400' is no height"},
                 {"1, , 2\n3, 4\n", "", ":1: an empty cell is no height"},
                 {"1; 2\n3;; 4\n", "", ":2: an empty cell is no height"},
                 {"0,1; 0,2\n0,3; 0,4\n", "", ":1 has semicolons and commas"},
                 {"# none\n", "", "has no heights"},
                 {"-1, -2\n", "", "nothing of the box below"},
                 {"2, 3\n", "side = above\n", "nothing of the box above"},
                 {"1, 2\n", "spacing = 1, 2, 3 m\n", "spacing has 3 numbers"}};
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
        write_text(wrong[n].text);
        ck_assert_int_eq(attempt(from_file("", wrong[n].keys), &s), YEE_INPUT);
        instance_says(wrong[n].words);
    }
    ck_assert_int_eq(attempt(terrain("file = /tmp/yee_no_such_file.csv"), &s), YEE_IO);
    ck_assert_int_eq(attempt("type = rough_surface\n" BOX "low = 0.7 m\nhigh = 0.5 m\n"
                             "exponent = 1\n",
                             &s),
                     YEE_INPUT);
    instance_says("below low");
}
END_TEST

static const char *from_tiff(const char *keys) { return from_file(".tif", keys); }

#ifdef YEE_HAVE_TIFF
/* The tags of a small GeoTIFF, three pixels by two. */
typedef struct picture {
    uint16_t bits, format;
    bool tiled, areas; /* heights of pixels' middles, else of their corners */
    uint16_t model;    /* 1: projected, 2: in degrees */
    double east;       /* m, of the south-west point */
    const char *none;  /* stands for no height; NULL: nothing does */
    bool bytes;        /* the steps are bytes, which no reader may take for doubles */
    bool matrix;       /* a matrix in place of the steps */
} picture;

static const double hill[3][2] = {{0.25, 0.5}, {0.75, 0.5}, {0.5, 1}}; /* east by north, m */

/* Metres, or centimetres where pixels are integers. */
static void put_pixel(const picture *p, char *row, int i, double metres)
{
    const double real64 = metres;
    const float real32 = (float)metres;
    const int16_t int16 = (int16_t)lround(100 * metres);
    const void *from = p->bits == 64   ? (const void *)&real64
                       : p->bits == 32 ? (const void *)&real32
                                       : (const void *)&int16;
    memcpy(row + i * p->bits / 8, from, p->bits / 8);
}

static void write_tiff(const picture *p)
{
    const TIFFFieldInfo tags[] = {
        {33550, -1, -1, p->bytes ? TIFF_BYTE : TIFF_DOUBLE, FIELD_CUSTOM, 1, 1,
         "ModelPixelScale"},
        {34264, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, "ModelTransformation"},
        {33922, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, "ModelTiepoint"},
        {34735, -1, -1, TIFF_SHORT, FIELD_CUSTOM, 1, 1, "GeoKeyDirectory"},
        {42113, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, "GDALNoData"}};
    const double half = p->areas ? 0.25 : 0, scale[3] = {0.5, 0.5, 0};
    const double tie[6] = {1, 0, 0, p->east + 0.5 - half, 0.5 + half, 0}; /* of pixel (1, 0) */
    const uint16_t keys[12] = {1, 1, 0, 2, 1024, 0, 1, p->model, 1025, 0, 1, p->areas ? 1 : 2};
    char path[64], pixels[16 * 16 * 8] = {0};
    snprintf(path, sizeof path, "%s.tif", file);
    TIFF *out = TIFFOpen(path, "w");
    ck_assert_ptr_nonnull(out);
    TIFFMergeFieldInfo(out, tags, sizeof tags / sizeof *tags);
    TIFFSetField(out, TIFFTAG_IMAGEWIDTH, 3);
    TIFFSetField(out, TIFFTAG_IMAGELENGTH, 2);
    TIFFSetField(out, TIFFTAG_BITSPERSAMPLE, p->bits);
    TIFFSetField(out, TIFFTAG_SAMPLEFORMAT, p->format);
    TIFFSetField(out, TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(out, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    if (p->matrix)
        TIFFSetField(out, 34264, 16, (const double[16]){0.5});
    else
        TIFFSetField(out, 33550, p->bytes ? (int)sizeof scale : 3, scale);
    TIFFSetField(out, 33922, 6, tie);
    TIFFSetField(out, 34735, 12, keys);
    if (p->none)
        TIFFSetField(out, 42113, p->none);
    if (p->tiled) {
        TIFFSetField(out, TIFFTAG_TILEWIDTH, 16);
        TIFFSetField(out, TIFFTAG_TILELENGTH, 16);
    } else {
        TIFFSetField(out, TIFFTAG_ROWSPERSTRIP, 1);
    }
    for (int j = 0; j < 2; j++) { /* the first row is the northern one */
        char *row = pixels + (p->tiled ? j * 16 * p->bits / 8 : 0);
        for (int i = 0; i < 3; i++)
            put_pixel(p, row, i, hill[i][1 - j]);
        if (!p->tiled)
            ck_assert_int_eq(TIFFWriteScanline(out, row, (uint32_t)j, 0), 1);
    }
    if (p->tiled)
        ck_assert_int_ge(TIFFWriteTile(out, pixels, 0, 0, 0, 0), 0);
    TIFFClose(out);
}

START_TEST(heights_of_a_geotiff_lie_where_it_says)
{
    const picture all[] = {{32, SAMPLEFORMAT_IEEEFP, .areas = false},
                           {64, SAMPLEFORMAT_IEEEFP, .areas = true, .tiled = true, .model = 1},
                           {16, SAMPLEFORMAT_INT, .areas = true, .none = "-9999"},
                           {16, SAMPLEFORMAT_INT, .tiled = true, .none = "-9999"}};
    const picture bytes = {32, SAMPLEFORMAT_IEEEFP, .east = 5e5, .bytes = true};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        write_tiff(&all[n]);
        shape s = make(from_tiff(all[n].bits == 16 ? "unit = 1 cm\n" : ""));
        for (int i = 0; i < 2; i++) { /* the ends of the box are not in it */
            ck_assert_double_eq_tol(top(&s, 0.5 * i, 0), hill[i][0], 1e-12);
            ck_assert_double_eq_tol(top(&s, 0.5 * i, 0.25), 0.5 * (hill[i][0] + hill[i][1]),
                                    1e-12);
        }
        ck_assert_double_eq_tol(top(&s, 0.75, 0), 0.5 * (hill[1][0] + hill[2][0]), 1e-12);
        s = make(from_tiff(all[n].bits == 16 ? "unit = 1 cm\norigin = 0.5, 0 m\n"
                                             : "origin = 0.5, 0 m\n"));
        ck_assert_double_eq_tol(top(&s, 0.75, 0), 0.5 * (hill[0][0] + hill[1][0]), 1e-12);
    }
    write_tiff(&bytes); /* no place: the box's */
    shape s = make(from_tiff(""));
    ck_assert_double_eq_tol(top(&s, 0.5, 0), hill[1][0], 1e-12);
}
END_TEST

START_TEST(geotiffs_without_a_place_or_with_gaps_are_refused)
{
    const struct {
        picture p;
        const char *keys, *words;
    } wrong[] = {
        {{32, SAMPLEFORMAT_IEEEFP, .east = 5e5}, "", "lie from 500000 to 500001 m along x"},
        {{32, SAMPLEFORMAT_IEEEFP, .model = 2}, "", "in degrees"},
        {{32, SAMPLEFORMAT_IEEEFP, .model = 2}, "origin = 0 m\n", "in degrees"},
        {{16, SAMPLEFORMAT_INT, .none = "75"}, "", "no height at column 1, row 1"},
        {{8, SAMPLEFORMAT_UINT, .none = NULL}, "", "of 8 bits"},
        {{32, SAMPLEFORMAT_IEEEFP, .matrix = true}, "spacing = 1 m\n", "placed by a matrix"},
    };
    shape s;
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
        write_tiff(&wrong[n].p);
        ck_assert_int_eq(attempt(from_tiff(wrong[n].keys), &s), YEE_INPUT);
        instance_says(wrong[n].words);
    }
    /* A file that is none, and one that is not there. */
    char path[64];
    snprintf(path, sizeof path, "%s.tif", file);
    FILE *out = fopen(path, "w");
    fputs("0.25, 0.5\n", out);
    fclose(out);
    ck_assert_int_eq(attempt(from_tiff(""), &s), YEE_IO);
    unlink(path);
    ck_assert_int_eq(attempt(from_tiff(""), &s), YEE_IO);
}
END_TEST
#else
START_TEST(a_geotiff_needs_libtiff)
{
    shape s;
    ck_assert_int_eq(attempt(from_tiff(""), &s), YEE_INPUT);
    instance_says("built without libtiff");
}
END_TEST
#endif

int main(void)
{
    char tiff[64];
    const int made = mkstemp(file);
    if (made < 0)
        return EXIT_FAILURE;
    close(made);
    Suite *suite = suite_create("ground");
    TCase *tcase = tcase_create("surfaces");
    tcase_add_checked_fixture(tcase, instance_setup, instance_teardown);
    tcase_add_test(tcase, a_rough_surface_has_the_roughness_that_is_asked_for);
    tcase_add_test(tcase, ground_below_and_air_above_are_the_whole_box);
    tcase_add_test(tcase, lines_across_a_surface_know_its_crossings);
    tcase_add_test(tcase, terrain_has_the_heights_of_its_file);
    tcase_add_test(tcase, a_profile_is_one_column_and_data_of_hdf5_are_alike);
    tcase_add_test(tcase, wrong_surfaces_are_refused);
#ifdef YEE_HAVE_TIFF
    tcase_add_test(tcase, heights_of_a_geotiff_lie_where_it_says);
    tcase_add_test(tcase, geotiffs_without_a_place_or_with_gaps_are_refused);
#else
    tcase_add_test(tcase, a_geotiff_needs_libtiff);
#endif
    suite_add_tcase(suite, tcase);
    const int status = suite_run(suite);
    unlink(file);
    strcat(strcpy(tiff, file), ".tif");
    unlink(tiff);
    return status;
}
