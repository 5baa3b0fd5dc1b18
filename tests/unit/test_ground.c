/* tests/unit/test_ground.c: surfaces of the ground, random and measured.
 *
 * Heights are read as a user of the shape reads them, by its spans along z. */
#include "instance.h"
#include "suite.h"

#include <hdf5.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

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
    write_text("0.2\n0.6\n0.4\n");
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

int main(void)
{
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
    suite_add_tcase(suite, tcase);
    const int status = suite_run(suite);
    unlink(file);
    return status;
}
