/* tests/unit/observer.h: an output on a small grid, driven by hand: what a scheme would deliver
 * is given to it, and what it writes is read back. */
#ifndef YEE_TESTS_OBSERVER_H
#define YEE_TESTS_OBSERVER_H

#include "api/simulation.h"
#include "instance.h"
#include "suite.h"
#include <hdf5.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#undef fail /* Check's, not a host's */

static double node[3][16];
static yee_problem problem;
static yee_view view;
static yee_taps taps;
static yee_instance *output;
static void *self;
static yee_files *files;
static char folder[64];

static int64_t cell_material(const yee_view *v, int64_t i, int64_t j, int64_t k)
{
    (void)v;
    return i >= 2 && j < 100 && k < 100;
}

static const char *cell_name(const yee_view *v, int64_t i, int64_t j, int64_t k)
{
    return cell_material(v, i, j, k) ? "soil" : "air";
}

static int64_t named_port(const yee_view *v, const char *name, const yee_port **port)
{
    static const yee_port feed = {.resistance = 50, .name = "feed"};
    (void)v;
    if (strcmp(name, "feed"))
        return -1;
    *port = &feed;
    return 0;
}

/* Lays an axis of n cells, each `ratio` times as wide as the one before. */
static void set_axis(int a, int64_t n, double width, double ratio)
{
    yee_axis_data *axis = &problem.grid.axis[a];
    node[a][0] = 0;
    for (int64_t i = 0; i < n; i++, width *= ratio)
        node[a][i + 1] = node[a][i] + width;
    axis->cells = n;
    axis->node = node[a];
    for (int c = 0; c < YEE_COMPONENTS; c++)
        problem.grid.extent[c][a] = axis->invariant                    ? 1
                                    : yee_half(c, a) || axis->periodic ? n
                                                                       : n + 1;
}

/* 4 x 3 x 2 cells of 1, 2 and 3 mm, dt = 1 ps, 100 steps of float32. */
static void observer_setup(void)
{
    instance_setup();
    problem = (yee_problem){.size = sizeof problem, .steps = 100, .ports = 1};
    problem.grid.dt = 1e-12;
    set_axis(0, 4, 1e-3, 1);
    set_axis(1, 3, 2e-3, 1);
    set_axis(2, 2, 3e-3, 1);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        problem.grid.active[c] = true;
    view = (yee_view){.size = sizeof view,
                      .grid = &problem.grid,
                      .steps = problem.steps,
                      .port = named_port,
                      .material = cell_name,
                      .material_number = cell_material};
    taps = (yee_taps){.arena = session->arena, .diag = &session->diag};
    strcpy(folder, "/tmp/yee_test_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static const char *in_folder(const char *name)
{
    return yee_arena_format(session->arena, "%s/%s", folder, name);
}

static void observer_teardown(void)
{
    yee_files_close(files);
    files = NULL;
    ck_assert_int_eq(system(yee_arena_format(session->arena, "rm -rf '%s'", folder)), 0);
    instance_teardown();
}

static const yee_output_ops *ops(void) { return output->plugin->ops; }

static yee_status observer_plan(const char *lines)
{
    const yee_status status = instance_try(YEE_OUTPUT, lines, &output);
    taps.count = 0;
    return status ? status : yee_taps_plan(&taps, &problem, output, &view, &self);
}

static inline void observer_refuses(const char *lines, const char *words)
{
    ck_assert_int_eq(observer_plan(lines), YEE_INPUT);
    instance_says(words);
}

/* Plans and opens the files m.h5, m_it.*. */
static void observer_open(const char *lines)
{
    const yee_provenance provenance = {.model = "m.ini",
                                       .resolved = "",
                                       .plugins = "",
                                       .scheme = "",
                                       .command = "",
                                       .inputs = ""};
    ck_assert_msg(observer_plan(lines) == YEE_OK, "%s", yee_session_error(session));
    files = yee_files_new(&session->diag, in_folder("m.h5"), false, NULL, &provenance);
    output->context = files;
    const yee_opening opening = {sizeof opening, false, false, 0, "m.h5", "m"};
    ck_assert_msg(ops()->open(&output->host, self, &opening) == YEE_OK, "%s",
                  yee_session_error(session));
    ck_assert_int_eq(yee_files_flush(files), YEE_OK);
}

static void observer_give(int64_t tap, int64_t count, const int64_t *step, const void *data)
{
    const yee_tap_kind kind = taps.tap[tap].kind;
    const bool fields = kind == YEE_TAP_BOX || kind == YEE_TAP_POINTS;
    const yee_delivery d = {.size = sizeof d,
                            .tap = tap,
                            .count = count,
                            .values = taps.tap[tap].values,
                            .precision = fields ? problem.precision : YEE_F64,
                            .step = step,
                            .data = data};
    ck_assert_msg(ops()->receive(&output->host, self, &d) == YEE_OK, "%s",
                  yee_session_error(session));
}

static void observer_close(void)
{
    ck_assert_msg(ops()->close(&output->host, self, YEE_OK) == YEE_OK, "%s",
                  yee_session_error(session));
    ck_assert_int_eq(yee_files_close(files), YEE_OK);
    files = NULL;
}

/* Numbers of a dataset, complex ones as pairs. */
static const double *read_numbers(const char *file, const char *path, int *rank,
                                  int64_t dims[8])
{
    const double *v = yee_record_table.load(&output->host, in_folder(file), path, rank, dims);
    ck_assert_msg(v != NULL, "%s", yee_session_error(session));
    return v;
}

/* Attribute of up to 9 numbers; returns how many. */
static inline int read_attribute(const char *file, const char *path, const char *name,
                                 double v[9])
{
    const hid_t f = H5Fopen(in_folder(file), H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t a = H5Aopen_by_name(f, path, name, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_msg(a >= 0, "%s of %s is missing", name, path);
    const hid_t space = H5Aget_space(a);
    const int count = (int)H5Sget_simple_extent_npoints(space);
    ck_assert_int_le(count, 9);
    ck_assert_int_ge(H5Aread(a, H5T_NATIVE_DOUBLE, v), 0);
    H5Sclose(space);
    H5Aclose(a);
    H5Fclose(f);
    return count;
}

static inline void expect_attribute(const char *file, const char *path, const char *name,
                                    int count, const double *want)
{
    double v[9];
    ck_assert_int_eq(read_attribute(file, path, name, v), count);
    for (int i = 0; i < count; i++)
        ck_assert_double_eq_tol(v[i], want[i], 1e-15);
}

static inline void expect_text(const char *file, const char *path, const char *name,
                               const char *want)
{
    char text[128] = "";
    const hid_t f = H5Fopen(in_folder(file), H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t a = H5Aopen_by_name(f, path, name, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_msg(a >= 0, "%s of %s is missing", name, path);
    const hid_t type = H5Aget_type(a);
    ck_assert_uint_lt(H5Tget_size(type), sizeof text);
    ck_assert_int_ge(H5Aread(a, type, text), 0);
    ck_assert_str_eq(text, want);
    H5Tclose(type);
    H5Aclose(a);
    H5Fclose(f);
}

static inline int observer_main(Suite *suite) { return suite_run(suite); }

#endif
