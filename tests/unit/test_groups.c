/* Materials of one object beside the surface of another one, against means worked out by hand. */
#include "painting.h"
#include "problem/surface/columns.h"
#include "suite.h"
#include <complex.h>

enum { SIZE = 6, SURFACE = 3 };
static const double LOW = 0.3; /* of a cell, where the surface lies above node SURFACE */

/* Clay at x < 3 cells, water beyond. */
static yee_status paint_soils(const yee_host *host, const void *self, const yee_view *view,
                              yee_painter *painter)
{
    (void)host;
    (void)self;
    (void)view;
    const int64_t middle = SIZE / 2, lo[2][3] = {{0, 0, 0}, {middle, 0, 0}};
    const int64_t hi[2][3] = {{middle, SIZE, SIZE}, {SIZE, SIZE, SIZE}};
    const yee_status status =
        painter->cells(painter, lo[0], hi[0], painter->named(painter, "clay"));
    return status ? status
                  : painter->cells(painter, lo[1], hi[1], painter->named(painter, "water"));
}
static const yee_shape_ops soil_ops = {
    .size = sizeof soil_ops,
    .paint = paint_soils,
};
static const yee_plugin soils = {
    .kind = YEE_SHAPE,
    .name = "soils",
    .ops = &soil_ops,
};

/* The half-space above the surface. */
static double height(void) { return (SURFACE + LOW) * 1e-3; }

static yee_status above_bounds(const yee_host *host, const void *self, double lo[3],
                               double hi[3])
{
    (void)host;
    (void)self;
    for (int a = 0; a < 3; a++) {
        lo[a] = a == 2 ? height() : -1;
        hi[a] = 1;
    }
    return YEE_OK;
}

static void above_inside(const void *self, int64_t n, const double *x, double y, double z,
                         unsigned char *in)
{
    (void)self;
    (void)x;
    (void)y;
    for (int64_t i = 0; i < n; i++)
        in[i] = z >= height();
}

static int above_spans(const void *self, int axis, const double at[3], int capacity,
                       double (*span)[2])
{
    (void)self;
    if (capacity < 1 || (axis != 2 && at[2] < height()))
        return 0;
    span[0][0] = axis == 2 ? height() : -1;
    span[0][1] = 1;
    return 1;
}
static const yee_shape_ops above_ops = {
    .size = sizeof above_ops,
    .bounds = above_bounds,
    .inside = above_inside,
    .spans = above_spans,
};
static const yee_plugin above = {
    .kind = YEE_SHAPE,
    .name = "above",
    .ops = &above_ops,
};

/* together: both soils by one object, else by two. */
static void build(bool together)
{
    build_grid(SIZE, SIZE, SIZE, 0);
    ck_assert_int_eq(yee_grid_close(&diag, NULL, &problem.grid), YEE_OK);
    start();
    if (together) {
        add(&soils, NULL, 0, YEE_AVERAGE_NORMAL, 1);
    } else {
        cells(CLAY, YEE_AVERAGE_NORMAL, 0, SIZE / 2, 0, SIZE, 0, SIZE);
        cells(WATER, YEE_AVERAGE_NORMAL, SIZE / 2, SIZE, 0, SIZE, 0, SIZE);
    }
    add(&above, NULL, AIR, YEE_AVERAGE_NORMAL, 2);
}

static uint32_t number_of(void *user, int number)
{
    (void)user;
    return (uint32_t)number;
}

static yee_columns around(int component, int64_t i, int64_t j, int64_t k)
{
    yee_columns c;
    ck_assert(yee_columns_find(voxels, component, (const int64_t[]){i, j, k}, true, number_of,
                               NULL, &c));
    return c;
}

static uint32_t group_of(const yee_columns *c, uint32_t medium)
{
    for (int n = 0; n < c->media; n++)
        if (c->medium[n] == medium)
            return c->group[n];
    ck_abort_msg("medium %u is not there", medium);
    return 0;
}

/* The surface lies on a multiple of 1/YEE_LINE_WHOLE of a cell: LOW is moved by 1e-5 at most. */
START_TEST(the_materials_of_one_object_have_one_surface)
{
    build(true);
    const yee_columns up = around(YEE_EZ, SIZE / 2, 2, SURFACE);
    ck_assert_int_eq(up.media, 3);
    ck_assert_uint_eq(group_of(&up, AIR), 0);
    ck_assert_uint_gt(group_of(&up, CLAY), 0);
    ck_assert_uint_eq(group_of(&up, CLAY), group_of(&up, WATER));
    ck_assert_double_eq_tol(up.along, 1, 1e-12);
    const yee_columns across = around(YEE_EY, SIZE / 2, 2, SURFACE);
    ck_assert_double_eq_tol(across.along, 0, 1e-12);
    /* Beside the boundary of the soils there are two media, each by itself. */
    const yee_columns beside = around(YEE_EZ, 1, 2, SURFACE);
    ck_assert_int_eq(beside.media, 2);
    ck_assert_uint_eq(group_of(&beside, CLAY), 0);
}
END_TEST

/* There the normal is that of three media, which lies between x and z. */
START_TEST(materials_of_several_objects_have_surfaces_of_their_own)
{
    build(false);
    const yee_columns up = around(YEE_EZ, SIZE / 2, 2, SURFACE);
    ck_assert_uint_eq(group_of(&up, CLAY), 0);
    ck_assert_uint_eq(group_of(&up, WATER), 0);
    ck_assert_double_lt(up.along, 0.99);
}
END_TEST

static double complex value(const yee_response *r, double omega)
{
    const yee_complex v = yee_response_value(r, YEE_EPS0, omega);
    return v.re + I * v.im;
}

/* Along the normal air is in series with the mean of both soils, one Debye pole and a
 * conductivity: two relaxations. The surface is moved by d = 1/(2 YEE_LINE_WHOLE) of a cell at
 * most, and with it 1/eps here by d/0.7 of itself, eps there by d/0.8; shares, multiples of 2^-20,
 * add an eighth of d. */
#define LIMIT (1.6 * 0.5 / YEE_LINE_WHOLE)
START_TEST(along_the_normal_air_is_in_series_with_the_mean_of_the_soils)
{
    build(true);
    ck_assert_int_eq(yee_voxels_media(voxels, arena, (const double[]){0, 0}, &problem), YEE_OK);
    const int64_t up = yee_grid_index(&problem.grid, YEE_EZ, SIZE / 2, 2, SURFACE);
    const yee_medium *m = &problem.medium[problem.id[YEE_EZ][up]];
    ck_assert_uint_eq(m->response.pole_count, 2);
    for (double omega = 1e8; omega < 1e13; omega *= 3) {
        const double complex soil = 0.5 * (value(&law[CLAY].electric[0], omega) +
                                           value(&law[WATER].electric[0], omega));
        const double complex due = 1 / ((1 - LOW) + LOW / soil);
        ck_assert_double_lt(cabs(value(&m->response, omega) - due), LIMIT * cabs(due));
    }
    const int64_t flat = yee_grid_index(&problem.grid, YEE_EY, SIZE / 2, 2, SURFACE);
    const yee_response *across = &problem.medium[problem.id[YEE_EY][flat]].response;
    for (double omega = 1e8; omega < 1e13; omega *= 3) {
        const double complex soil = 0.5 * (value(&law[CLAY].electric[0], omega) +
                                           value(&law[WATER].electric[0], omega));
        const double part =
            0.5 + LOW; /* of the box from half a cell below the node to half above */
        const double complex due = part * soil + (1 - part);
        ck_assert_double_lt(cabs(value(across, omega) - due), LIMIT * cabs(due));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("groups");
    TCase *tests = tcase_create("groups");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, the_materials_of_one_object_have_one_surface);
    tcase_add_test(tests, materials_of_several_objects_have_surfaces_of_their_own);
    tcase_add_test(tests, along_the_normal_air_is_in_series_with_the_mean_of_the_soils);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
