/* Surfaces within cells: what volumes leave around every Yee point, against lengths and
 * volumes worked out by hand. */
#include "painting.h"
#include "problem/surface/columns.h"
#include "suite.h"

/* A box lo <= x < hi, m: lo[3], hi[3]. */
static yee_status box_bounds(const yee_host *host, const void *config, double lo[3],
                             double hi[3])
{
    (void)host;
    memcpy(lo, config, 3 * sizeof *lo);
    memcpy(hi, (const double *)config + 3, 3 * sizeof *hi);
    return YEE_OK;
}

static bool box_holds(const double *b, int axis, double at)
{
    return at >= b[axis] && at < b[axis + 3];
}

static void box_inside(const void *config, int64_t n, const double *x, double y, double z,
                       unsigned char *in)
{
    for (int64_t i = 0; i < n; i++)
        in[i] =
            box_holds(config, 0, x[i]) && box_holds(config, 1, y) && box_holds(config, 2, z);
}

static int box_spans(const void *config, int axis, const double at[3], int capacity,
                     double (*span)[2])
{
    const double *b = config;
    for (int a = 0; a < 3; a++)
        if (capacity < 1 || (a != axis && !box_holds(b, a, at[a])))
            return 0;
    span[0][0] = b[axis];
    span[0][1] = b[axis + 3];
    return 1;
}

/* The half-space n x <= d: n[3], d. */
static yee_status half_bounds(const yee_host *host, const void *config, double lo[3],
                              double hi[3])
{
    (void)host;
    (void)config;
    for (int a = 0; a < 3; a++) {
        lo[a] = -1;
        hi[a] = 1;
    }
    return YEE_OK;
}

static void half_inside(const void *config, int64_t n, const double *x, double y, double z,
                        unsigned char *in)
{
    const double *h = config;
    for (int64_t i = 0; i < n; i++)
        in[i] = h[0] * x[i] + h[1] * y + h[2] * z <= h[3];
}

static int half_spans(const void *config, int axis, const double at[3], int capacity,
                      double (*span)[2])
{
    const double *h = config;
    double rest = h[3];
    for (int a = 0; a < 3; a++)
        rest -= a == axis ? 0 : h[a] * at[a];
    span[0][0] = h[axis] > 0 ? -1 : rest / h[axis];
    span[0][1] = h[axis] > 0 ? rest / h[axis] : 1;
    return capacity > 0;
}

static int ball_spans(const void *config, int axis, const double at[3], int capacity,
                      double (*span)[2])
{
    const double *b = config;
    double rest = b[3] * b[3];
    for (int a = 0; a < 3; a++)
        rest -= a == axis ? 0 : (at[a] - b[a]) * (at[a] - b[a]);
    if (!(rest > 0) || capacity < 1)
        return 0;
    span[0][0] = b[axis] - sqrt(rest);
    span[0][1] = b[axis] + sqrt(rest);
    return 1;
}

#define SHAPE(shape) \
    static const yee_shape_ops shape##_known = {.size = sizeof shape##_known, \
                                                .bounds = shape##_bounds, \
                                                .inside = shape##_inside, \
                                                .spans = shape##_spans}; \
    static const yee_shape_ops shape##_searched = { \
        .size = sizeof shape##_searched, .bounds = shape##_bounds, .inside = shape##_inside}; \
    static const yee_plugin shape##_of[2] = { \
        {.kind = YEE_SHAPE, .name = #shape, .ops = &shape##_searched}, \
        {.kind = YEE_SHAPE, .name = #shape, .ops = &shape##_known}}
SHAPE(box);
SHAPE(half);
SHAPE(ball);
enum { SEARCHED, KNOWN };

/* A cut lies on a multiple of 1/YEE_LINE_WHOLE of its cell, half of that away at most. */
#define UNIT (1. / YEE_LINE_WHOLE)

static uint32_t number_of(void *user, int number)
{
    (void)user;
    return (uint32_t)number;
}

static yee_columns around(int component, const int64_t index[3], bool normal)
{
    yee_columns c;
    ck_assert(yee_columns_find(voxels, component, index, normal, number_of, NULL, &c));
    return c;
}

/* The part of a point's surroundings that a material fills. */
static double fill(int component, const int64_t index[3], bool normal, uint32_t number)
{
    const yee_columns c = around(component, index, normal);
    double sum = 0, all = 0;
    if (normal) {
        for (int n = 0; n < c.media; n++) {
            sum += c.medium[n] == number ? c.fill[n] : 0;
            all += c.fill[n];
        }
        ck_assert_double_eq_tol(all, 1, 1e-12);
        return sum;
    }
    for (int q = 0; q < c.count; q++) {
        double parts = 0;
        for (int n = 0; n < c.column[q].parts; n++) {
            sum +=
                c.column[q].medium[n] == number ? c.column[q].weight * c.column[q].share[n] : 0;
            parts += c.column[q].share[n];
        }
        ck_assert_double_eq_tol(parts, 1, 1e-12);
        all += c.column[q].weight;
    }
    return sum / all;
}

/* Lengths along an axis of a point's surroundings, and of what of them lies in [from, to]. */
static double overlap(int component, int axis, int64_t index, double from, double to,
                      double *length)
{
    const yee_axis_data *x = &problem.grid.axis[axis];
    double sum = 0;
    *length = 0;
    for (int s = 0; s < 2; s++) {
        int64_t i = yee_half(component, axis) ? index : index - 1 + s;
        if (x->invariant || (s && yee_half(component, axis)))
            i = s ? -1 : 0;
        else if (x->periodic)
            i = (i + x->cells) % x->cells;
        if (i < 0 || i >= x->cells)
            continue;
        const double middle = 0.5 * (x->node[i] + x->node[i + 1]);
        const bool whole = yee_half(component, axis) || x->invariant;
        const double lo = whole || s ? x->node[i] : middle;
        const double hi = whole || !s ? x->node[i + 1] : middle;
        *length += hi - lo;
        sum += x->invariant ? hi - lo : fmax(fmin(hi, to) - fmax(lo, from), 0);
    }
    return sum;
}

static double widest(int axis)
{
    const yee_axis_data *x = &problem.grid.axis[axis];
    double most = 0;
    for (int64_t i = 0; i < x->cells; i++)
        most = fmax(most, x->node[i + 1] - x->node[i]);
    return most;
}

#define FOR_POINTS(c, at) \
    for (int64_t at[3] = {0, 0, 0}; at[0] < problem.grid.extent[c][0]; at[0]++) \
        for (at[1] = 0; at[1] < problem.grid.extent[c][1]; at[1]++) \
            for (at[2] = 0; at[2] < problem.grid.extent[c][2]; at[2]++)

/* Every point away from the edges of the box: partly filled along one axis at most. Two faces
 * miss by half a unit of a cell each, and `slack`, m, each. Returns how many are cut. */
static int box_is_there(const double *b, uint32_t number, double slack)
{
    int cut = 0;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        if (!problem.grid.active[c])
            continue;
        FOR_POINTS(c, at)
        {
            double due = 1, bound = 1e-12;
            int parts = 0;
            for (int a = 0; a < 3; a++) {
                double length;
                const double own = overlap(c, a, at[a], b[a], b[a + 3], &length) / length;
                const bool part = own > 1e-9 && own < 1 - 1e-9;
                due *= own;
                parts += part;
                bound += part ? (UNIT * widest(a) + 2 * slack) / length : 0;
            }
            for (int normal = 0; normal < 2 && parts < 2; normal++) {
                const double is = fill(c, at, normal, number);
                ck_assert_msg(fabs(is - due) <= bound,
                              "component %d at %d, %d, %d: %.9f, not %.9f", c, (int)at[0],
                              (int)at[1], (int)at[2], is, due);
            }
            cut += parts == 1;
        }
    }
    return cut;
}

/* Cells with a record. */
static int count_cut(void)
{
    int count = 0;
    for (int64_t i = 0; i < voxels->n[0] * voxels->n[1] * voxels->n[2]; i++)
        count += (voxels->cell[i] & YEE_CUT_CELL) != 0;
    return count;
}

static void close_grid(void)
{
    ck_assert_int_eq(yee_grid_close(&diag, NULL, &problem.grid), YEE_OK);
}

/* A search halves a quarter of a cell 18 times and takes the middle. */
static double slack_of(int known) { return known ? 0 : 0.125 * 0x1p-18 * 3e-3; }

static void again(void)
{
    yee_voxels_free(voxels);
    voxels = NULL;
    start();
}

static void boxes_are_there(const double (*box)[6], int boxes)
{
    for (int n = 0; n < boxes; n++)
        for (int known = SEARCHED; known <= KNOWN; known++) {
            double own[6];
            memcpy(own, box[n], sizeof own);
            again();
            add(&box_of[known], own, SAND, YEE_AVERAGE_NORMAL, 1);
            ck_assert_int_gt(box_is_there(own, SAND, slack_of(known)), 20);
        }
}

/* The first three have faces across one axis each; then all six lie within cells, in other
 * cells or across the quarters of one. */
static const double boxes[][6] = {
    {1.3137e-3, -1, -1, 3.9021e-3, 1, 1},
    {-1, 2.0001e-3, -1, 1, 2.4999e-3, 1},
    {-1, -1, 0.7512e-3, 1, 1, 1},
    {0.6e-3, 1.41e-3, 2.2e-3, 4.3e-3, 5.13e-3, 5.87e-3},
    {2.1e-3, 0.2e-3, 1.9e-3, 2.9e-3, 5.51e-3, 4.01e-3},
};
enum { BOXES = sizeof boxes / sizeof *boxes };

START_TEST(a_box_lies_where_it_is)
{
    build_grid(6, 6, 6, 0);
    close_grid();
    boxes_are_there(boxes, BOXES);
}
END_TEST

START_TEST(graded_axes_count_cells_by_their_width)
{
    yee_grid_config config = {
        .spacing = {1, (const double[]){1e-3}},
        .cells = {3, (const double[]){5, 6, 6}},
        .x = {5, (const double[]){1e-3, 1.7e-3, 0.6e-3, 1e-3, 3e-3}},
    };
    ck_assert_int_eq(yee_grid_build(&diag, NULL, arena, &config, &problem.grid), YEE_OK);
    close_grid();
    boxes_are_there(boxes, BOXES);
}
END_TEST

START_TEST(periodic_axes_wrap_around_a_cut)
{
    build_grid(6, 6, 6, 0);
    for (int a = 0; a < 2; a++) {
        problem.grid.axis[a].periodic = true;
        problem.grid.axis[a].face[0] = problem.grid.axis[a].face[1] = YEE_FACE_PERIODIC;
    }
    close_grid();
    const double ends[][6] = {{5.7e-3, -1, -1, 1, 1, 1}, {-1, -1, -1, 0.31e-3, 1, 1}};
    boxes_are_there(ends, 2);
    boxes_are_there(boxes, BOXES);
}
END_TEST

START_TEST(invariant_axes_have_no_surface)
{
    for (int axis = 0; axis < 3; axis++) {
        build_grid(axis == 0 ? 1 : 6, axis == 1 ? 1 : 6, axis == 2 ? 1 : 6, 1 + axis);
        close_grid();
        for (int known = SEARCHED; known <= KNOWN; known++) {
            double own[6] = {0.6e-3, 1.41e-3, 2.2e-3, 4.3e-3, 5.13e-3, 5.87e-3};
            again();
            add(&box_of[known], own, SAND, YEE_AVERAGE_NORMAL, 1);
            ck_assert_int_gt(box_is_there(own, SAND, slack_of(known)), 20);
        }
    }
}
END_TEST

START_TEST(boxes_that_touch_within_a_cell_leave_nothing_between_them)
{
    build_grid(6, 6, 6, 0);
    close_grid();
    for (int known = SEARCHED; known <= KNOWN; known++)
        for (int a = 0; a < 3; a++)
            for (int n = 0; n < 40; n++) {
                double low[6] = {-1, -1, -1, 1, 1, 1}, high[6] = {-1, -1, -1, 1, 1, 1};
                low[a + 3] = high[a] = (2 + (n + 0.37) / 40) * 1e-3;
                again();
                add(&box_of[known], n % 2 ? low : high, SAND, YEE_AVERAGE_NORMAL, 1);
                add(&box_of[known], n % 2 ? high : low, WATER, YEE_AVERAGE_NORMAL, 2);
                for (int c = 0; c < YEE_COMPONENTS; c++)
                    for (int64_t i = 1; i < 4; i++) {
                        int64_t at[3] = {2, 2, 2};
                        at[a] = i;
                        ck_assert(fill(c, at, false, AIR) == 0);
                        ck_assert(fill(c, at, true, AIR) == 0);
                    }
            }
}
END_TEST

START_TEST(a_film_without_the_middle_of_a_cell_is_there)
{
    build_grid(6, 6, 6, 0);
    close_grid();
    for (int known = SEARCHED; known <= KNOWN; known++)
        for (int a = 0; a < 3; a++) {
            double film[6] = {-1, -1, -1, 1, 1, 1};
            film[a] = 2.11e-3;
            film[a + 3] = 2.41e-3;
            again();
            ck_assert_int_eq(try(&box_of[known], film, SAND, YEE_AVERAGE_CELLS, 1), YEE_INPUT);
            yee_diag_clear(&diag);
            again();
            add(&box_of[known], film, SAND, YEE_AVERAGE_LINES, 2);
            ck_assert_int_gt(box_is_there(film, SAND, slack_of(known)), 20);
            ck_assert_int_eq(yee_voxels_material(voxels, 2, 2, 2), AIR);
            ck_assert_int_eq(count_cut(), 36);
        }
}
END_TEST

/* The edges along the normal have columns in series, those across it none. */
START_TEST(a_plane_is_in_series_along_its_normal_alone)
{
    build_grid(6, 6, 6, 0);
    close_grid();
    for (int a = 0; a < 3; a++) {
        double own[6] = {-1, -1, -1, 1, 1, 1};
        own[a] = 2.3e-3;
        again();
        add(&box_of[KNOWN], own, SAND, YEE_AVERAGE_LINES, 1);
        for (int c = 0; c < YEE_COMPONENTS; c++) {
            const int64_t at[3] = {2, 2, 2};
            const yee_columns columns = around(c, at, false), normal = around(c, at, true);
            const bool along = yee_direction(c) == a;
            bool series = false;
            for (int q = 0; q < columns.count; q++)
                series = series || columns.column[q].series;
            ck_assert_int_eq(series, along);
            /* moments across the surface vanish but for rounding of sums of products */
            ck_assert_double_eq_tol(normal.along, along, 1e-12);
        }
    }
}
END_TEST

/* The fills around the points of one component, with their volumes. The pieces of half a cell
 * are divided as a line through their middle is. That misses the curvature, a^2/24 (1/R1 +
 * 1/R2) of the surface's height for pieces of size a and slopes below 1, at most 2.5 times
 * that for those up to 1: relative to the volume 3 * 2.5 * 2/24 a^2/R^2 = 0.16/R^2, R in cells.
 * A plane at 45 degrees misses up to 1/8 of a piece where it runs through a corner, and as much
 * on the other side of the middle; rms over its positions 0.056, over 6 pi R^2/a^2 pieces 4.9 R
 * times 0.056/8 of a cell; four times that is taken. */
START_TEST(a_ball_has_its_volume)
{
    const double radius = 7.3;
    build_grid(20, 20, 20, 0);
    close_grid();
    double own[4] = {10.13e-3, 9.89e-3, 10.41e-3, radius * 1e-3};
    const double due = 4 / 3. * YEE_PI * radius * radius * radius;
    const double bound = 0.16 / (radius * radius) + 4 * 4.9 * radius * 0.056 / 8 / due;
    start();
    add(&ball_of[KNOWN], own, SAND, YEE_AVERAGE_NORMAL, 1);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int normal = 0; normal < 2; normal++) {
            double sum = 0;
            FOR_POINTS(c, at)
            {
                double volume = 1, length;
                for (int a = 0; a < 3; a++) {
                    overlap(c, a, at[a], 0, 0, &length);
                    volume *= length / 1e-3;
                }
                sum += volume * fill(c, at, normal, SAND);
            }
            ck_assert_double_eq_tol(sum / due, 1, bound);
        }
}
END_TEST

/* The first moment of half a cube on one side of a plane at slope t through its middle points
 * along 2 t/(3 - t^2), not t: n^2 is wrong by 0.094 at most. With the fill within a tenth of a
 * half the plane lies within 0.1 * sqrt(3) of the middle, and pieces add their own error, 0.056
 * each over the 8 cells' pieces: 0.15 is taken. */
START_TEST(normals_of_a_ball_point_away_from_its_middle)
{
    build_grid(20, 20, 20, 0);
    close_grid();
    double own[4] = {10.13e-3, 9.89e-3, 10.41e-3, 7.3e-3};
    int looked = 0;
    start();
    add(&ball_of[KNOWN], own, SAND, YEE_AVERAGE_NORMAL, 1);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        FOR_POINTS(c, at)
        {
            const yee_columns is = around(c, at, true);
            if (is.media != 2 || fabs(is.fill[0] - 0.5) > 0.1)
                continue;
            double square[3], all = 0;
            for (int a = 0; a < 3; a++) {
                const double x = (double)at[a] + (yee_half(c, a) ? 0.5 : 0);
                square[a] = (x - own[a] * 1e3) * (x - own[a] * 1e3);
                all += square[a];
            }
            ck_assert_double_eq_tol(is.along, square[yee_direction(c)] / all, 0.15);
            looked++;
        }
    ck_assert_int_gt(looked, 500);
}
END_TEST

/* Through the middle of cells of 1 x 2 x 1 mm along their diagonal: n = (2, 1, 0)/sqrt(5), and
 * both halves are alike. Cuts are off by half a unit; so, relative to a moment of a sixth of
 * the box, is n^2 by 12 units at most. */
START_TEST(normals_are_those_of_long_cells_too)
{
    yee_grid_config config = {.spacing = {3, (const double[]){1e-3, 2e-3, 1e-3}},
                              .cells = {3, (const double[]){6, 6, 6}}};
    ck_assert_int_eq(yee_grid_build(&diag, NULL, arena, &config, &problem.grid), YEE_OK);
    close_grid();
    const double due[3] = {0.8, 0.2, 0};
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const double x = yee_half(c, 0) ? 3.5 : 3, y = yee_half(c, 1) ? 7 : 6;
        double plane[4] = {1, 0.5, 1e-9, (x + 0.5 * y) * 1e-3};
        again();
        add(&half_of[KNOWN], plane, SAND, YEE_AVERAGE_NORMAL, 1);
        const yee_columns is = around(c, (const int64_t[3]){3, 3, 3}, true);
        ck_assert_double_eq_tol(is.along, due[yee_direction(c)], 12 * UNIT);
    }
}
END_TEST

/* Both cuts are rounded to units, and the one that is searched lies 5e-7 of a cell aside: they
 * differ by a unit of a cell at most. A piece is half a cell long. */
START_TEST(searching_a_surface_finds_what_the_shape_knows)
{
    build_grid(6, 6, 6, 0);
    close_grid();
    double plane[4] = {0.2839, 0.5417, -0.7912, 0.193e-3};
    static double known[2][YEE_COMPONENTS][512];
    for (int k = SEARCHED; k <= KNOWN; k++) {
        again();
        add(&half_of[k], plane, SAND, YEE_AVERAGE_NORMAL, 1);
        ck_assert_int_gt(count_cut(), 36);
        for (int normal = 0; normal < 2; normal++)
            for (int c = 0; c < YEE_COMPONENTS; c++)
                FOR_POINTS(c, at)
                {
                    const int64_t n = yee_grid_index(&problem.grid, c, at[0], at[1], at[2]);
                    const double is = fill(c, at, normal, SAND);
                    ck_assert(n < 512);
                    if (k == SEARCHED)
                        known[normal][c][n] = is;
                    else
                        ck_assert_double_eq_tol(is, known[normal][c][n], 2 * UNIT);
                }
    }
}
END_TEST

START_TEST(a_later_object_over_a_cut_cell_takes_its_record_away)
{
    build_grid(6, 6, 6, 0);
    double low[6] = {-1, -1, -1, 2.3e-3, 1, 1}, all[6] = {-1, -1, -1, 1, 1, 1};
    start();
    add(&box_of[KNOWN], low, SAND, YEE_AVERAGE_NORMAL, 1);
    ck_assert_int_eq(count_cut(), 36);
    cells(WATER, YEE_AVERAGE_CELLS, 2, 3, 0, 6, 0, 3);
    ck_assert_int_eq(count_cut(), 18);
    add(&box_of[KNOWN], all, CLAY, YEE_AVERAGE_LINES, 2);
    ck_assert_int_eq(count_cut(), 0);
    const uint32_t used = voxels->strip[0].stock.next;
    add(&box_of[KNOWN], low, SAND, YEE_AVERAGE_NORMAL, 3);
    ck_assert_int_eq(count_cut(), 36);
    ck_assert_uint_eq(voxels->strip[0].stock.next, used); /* the old records serve again */
    close_grid();
    ck_assert_int_gt(box_is_there(low, SAND, 0), 20);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        ck_assert(fill(c, (const int64_t[3]){2, 2, 2}, true, AIR) == 0);
}
END_TEST

START_TEST(conductors_and_cells_cut_nothing)
{
    build_grid(6, 6, 6, 0);
    double own[6] = {-1, -1, -1, 2.3e-3, 1, 1};
    static const struct {
        int material;
        yee_average average;
    } set[] = {{PEC, YEE_AVERAGE_NORMAL},
               {PMC, YEE_AVERAGE_LINES},
               {PMC, YEE_AVERAGE_NORMAL},
               {SAND, YEE_AVERAGE_CELLS},
               {SAND, YEE_AVERAGE_NO}};
    for (size_t n = 0; n < sizeof set / sizeof *set; n++) {
        again();
        add(&box_of[KNOWN], own, set[n].material, set[n].average, 1);
        ck_assert_int_eq(count_cut(), 0);
    }
}
END_TEST

static void same_problem(const yee_problem *a, const yee_problem *b)
{
    ck_assert_int_eq(a->media, b->media);
    for (int64_t m = 0; m < a->media; m++) {
        const yee_response *r = &a->medium[m].response, *q = &b->medium[m].response;
        ck_assert(a->medium[m].magnetic == b->medium[m].magnetic);
        ck_assert(r->inf == q->inf && r->sigma == q->sigma);
        ck_assert_uint_eq(r->pole_count, q->pole_count);
        for (size_t p = 0; p < r->pole_count; p++)
            ck_assert(!memcmp(&r->poles[p], &q->poles[p], sizeof *r->poles));
    }
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const size_t bytes = (size_t)yee_grid_points(&a->grid, c) * sizeof(uint32_t);
        ck_assert(!a->id[c] == !b->id[c]);
        ck_assert(a->id[c] ? !memcmp(a->id[c], b->id[c], bytes)
                           : a->uniform[c] == b->uniform[c]);
    }
}

START_TEST(a_box_on_nodes_is_made_of_cells)
{
    build_grid(10, 10, 10, 0);
    double own[6] = {1e-3, 3e-3, 2e-3, 7e-3, 6e-3, 9e-3},
           top[6] = {1e-3, 6e-3, 2e-3, 7e-3, 8e-3, 9e-3};
    start();
    add(&box_of[KNOWN], own, WATER, YEE_AVERAGE_CELLS, 1);
    add(&box_of[KNOWN], top, METAL, YEE_AVERAGE_CELLS, 1);
    freeze();
    const yee_problem due = problem;
    for (int known = SEARCHED; known <= KNOWN; known++)
        for (yee_average average = YEE_AVERAGE_NORMAL; average <= YEE_AVERAGE_LINES;
             average++) {
            again();
            add(&box_of[known], own, WATER, average, 1);
            add(&box_of[known], top, METAL, average, 1);
            ck_assert_int_eq(count_cut(), 0);
            freeze();
            same_problem(&problem, &due);
        }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cuts");
    TCase *tests = tcase_create("cuts");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, a_box_lies_where_it_is);
    tcase_add_test(tests, graded_axes_count_cells_by_their_width);
    tcase_add_test(tests, periodic_axes_wrap_around_a_cut);
    tcase_add_test(tests, invariant_axes_have_no_surface);
    tcase_add_test(tests, boxes_that_touch_within_a_cell_leave_nothing_between_them);
    tcase_add_test(tests, a_film_without_the_middle_of_a_cell_is_there);
    tcase_add_test(tests, a_plane_is_in_series_along_its_normal_alone);
    tcase_add_test(tests, a_ball_has_its_volume);
    tcase_add_test(tests, normals_of_a_ball_point_away_from_its_middle);
    tcase_add_test(tests, normals_are_those_of_long_cells_too);
    tcase_add_test(tests, searching_a_surface_finds_what_the_shape_knows);
    tcase_add_test(tests, a_later_object_over_a_cut_cell_takes_its_record_away);
    tcase_add_test(tests, conductors_and_cells_cut_nothing);
    tcase_add_test(tests, a_box_on_nodes_is_made_of_cells);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
