/* Painting, and the mean of the cells around every point, against sums done by hand. */
#include "grid.h"
#include "section.h"
#include "voxel.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The materials of all tests; 0 is the background. */
static const yee_pole debye[] = {{0, 8, 1, 9e-12, 0}};
static const yee_pole debye_weak[] = {{0, 2, 1, 9e-12, 0}};
static const yee_pole drude[] = {{0, 1e22, 0, 1e10, 1}};
#define PLAIN(e) \
    { \
        e, 0, 0, NULL \
    }
#define ALL(r) \
    { \
        r, r, r \
    }
#define ONE ALL(PLAIN(1))
#define POLE(e, s, p) \
    { \
        e, s, 1, p \
    }
enum { AIR, SAND, CLAY, WATER, METAL, PEC, PMC, FERRITE, LOSSY_FERRITE, CRYSTAL, MATERIALS };
static const yee_material law[MATERIALS] = {
    {0, 0, ONE, ONE},
    {0, 0, ALL(PLAIN(3)), ONE},
    {0, 0, {POLE(4, 0.1, debye_weak), POLE(4, 0.1, debye_weak), POLE(4, 0.1, debye_weak)}, ONE},
    {0, 0, {POLE(5, 0.5, debye), POLE(5, 0.5, debye), POLE(5, 0.5, debye)}, ONE},
    {0, 0, {POLE(1, 0, drude), POLE(1, 0, drude), POLE(1, 0, drude)}, ONE},
    {0, YEE_PERFECT_ELECTRIC, ONE, ONE},
    {0, YEE_PERFECT_MAGNETIC, ONE, ONE},
    {0, 0, ONE, ALL(PLAIN(4))},
    {0, 0, ONE, {{6, 1e4, 0, NULL}, {6, 1e4, 0, NULL}, {6, 1e4, 0, NULL}}},
    {0, 0, {PLAIN(2), PLAIN(6), PLAIN(10)}, ONE},
};
static const yee_material *material[MATERIALS];
static const char *const name[MATERIALS] = {"air", "sand", "clay",    "water", "metal",
                                            "pec", "pmc",  "ferrite", "lossy", "crystal"};

/* A shape that paints what the test tells it. */
typedef struct order {
    int component; /* -1: cells */
    int64_t lo[3], hi[3];
    const char *material;
} order;

static yee_status paint(const yee_host *host, const void *config, const yee_view *view,
                        yee_painter *painter)
{
    (void)host;
    (void)view;
    const order *o = config;
    return o->component < 0 ? painter->cells(painter, o->lo, o->hi, o->material)
                            : painter->edges(painter, o->component, o->lo, o->hi);
}

static yee_status ball_bounds(const yee_host *host, const void *config, double lo[3],
                              double hi[3])
{
    (void)host;
    const double *b = config;
    for (int a = 0; a < 3; a++) {
        lo[a] = b[a] - b[3];
        hi[a] = b[a] + b[3];
    }
    return YEE_OK;
}

static void ball_inside(const void *config, int64_t n, const double *x, double y, double z,
                        unsigned char *in)
{
    const double *b = config;
    const double rest = b[3] * b[3] - (y - b[1]) * (y - b[1]) - (z - b[2]) * (z - b[2]);
    for (int64_t i = 0; i < n; i++)
        in[i] = (x[i] - b[0]) * (x[i] - b[0]) <= rest;
}

static const yee_shape_ops paints = {sizeof paints, NULL, NULL, paint};
static const yee_shape_ops ball = {sizeof ball, ball_bounds, ball_inside, NULL};
static const yee_plugin orders = {.kind = YEE_SHAPE, .name = "order", .ops = &paints};
static const yee_plugin balls = {.kind = YEE_SHAPE, .name = "ball", .ops = &ball};

static yee_diag diag;
static yee_arena *arena;
static yee_problem problem;
static yee_voxels *voxels;
static char lines[4096];

static void keep(void *user, yee_level level, const char *line)
{
    (void)user;
    (void)level;
    strncat(lines, line, sizeof lines - strlen(lines) - 2);
}

/* A grid of cells of 1 mm. */
static void lay(double nx, double ny, double nz, int invariant)
{
    yee_grid_config config = {.spacing = {1, (const double[]){1e-3}},
                              .cells = {3, (const double[]){nx, ny, nz}},
                              .growth = 1.2,
                              .invariant = invariant};
    ck_assert_int_eq(yee_grid_lay(&diag, NULL, arena, &config, &problem.grid), YEE_OK);
    problem.grid.dt = 1e-12;
}

static void setup(void)
{
    lines[0] = 0;
    yee_diag_init(&diag, keep, NULL);
    arena = yee_arena_new();
    problem = (yee_problem){.size = sizeof problem};
    voxels = NULL;
    for (int i = 0; i < MATERIALS; i++)
        material[i] = &law[i];
    lay(4, 4, 4, 0);
}

static void teardown(void)
{
    yee_voxels_free(voxels);
    yee_arena_free(arena);
    yee_diag_end(&diag);
}

static void start(void)
{
    ck_assert_int_eq(yee_voxels_new(&diag, &problem.grid, MATERIALS, material, name, &voxels),
                     YEE_OK);
}

static yee_status try(const yee_plugin *plugin, void *config, int number, bool average,
                      int line)
{
    yee_instance *it = yee_arena_alloc(arena, sizeof *it);
    *it = (yee_instance){
        .plugin = plugin, .config = config, .place = {"m.ini", line, "shape.s"}, .diag = &diag};
    const yee_object object = {it, number, average};
    return yee_voxels_paint(voxels, &object, NULL);
}

static void add(const yee_plugin *plugin, void *config, int number, bool average, int line)
{
    ck_assert_int_eq(try(plugin, config, number, average, line), YEE_OK);
}

static void cells(int number, bool average, int64_t x0, int64_t x1, int64_t y0, int64_t y1,
                  int64_t z0, int64_t z1)
{
    order o = {-1, {x0, y0, z0}, {x1, y1, z1}, NULL};
    add(&orders, &o, number, average, 7);
}

static void edges(int number, int component, int64_t x0, int64_t x1, int64_t y0, int64_t y1,
                  int64_t z0, int64_t z1)
{
    order o = {component, {x0, y0, z0}, {x1, y1, z1}, NULL};
    add(&orders, &o, number, true, 9);
}

/* The points of every medium were counted while they were set. */
static void count_points(void)
{
    int64_t *points = calloc((size_t)problem.media, sizeof *points);
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int64_t i = 0; problem.grid.active[c] && i < yee_grid_points(&problem.grid, c);
             i++)
            points[yee_problem_medium(&problem, c, i)]++;
    for (int64_t m = 0; m < problem.media; m++)
        ck_assert_int_eq(yee_voxels_points(voxels)[m], points[m]);
    free(points);
}

static void freeze(void)
{
    ck_assert_int_eq(yee_grid_close(&diag, NULL, &problem.grid), YEE_OK);
    ck_assert_int_eq(yee_voxels_media(voxels, arena, &problem), YEE_OK);
    count_points();
}

static const yee_medium *at(int c, int64_t i, int64_t j, int64_t k)
{
    return &problem.medium[yee_problem_medium(&problem, c,
                                              yee_grid_index(&problem.grid, c, i, j, k))];
}

/* Means of small integers with shares of 1/4: exact but for one rounding. */
#define NEAR(is, due) ck_assert_double_eq_tol((is) / (due), 1, 4e-16)

START_TEST(an_empty_grid_is_uniform_and_has_two_media)
{
    start();
    freeze();
    ck_assert_int_eq(problem.media, 2); /* eps and mu of air */
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        ck_assert_ptr_null(problem.id[c]);
        ck_assert(problem.medium[problem.uniform[c]].magnetic == !yee_is_electric(c));
    }
    ck_assert_str_eq(problem.medium[problem.uniform[0]].name, "air");
    yee_update due;
    yee_update_make(&problem.medium[problem.uniform[0]].response, YEE_EPS0, 1e-12, &due, NULL);
    ck_assert(problem.update[problem.uniform[0]].cb == due.cb);
}
END_TEST

START_TEST(edges_of_a_surface_take_the_mean_of_four_cells)
{
    start();
    cells(SAND, true, 0, 4, 0, 4, 0, 2);
    cells(WATER, true, 2, 4, 0, 4, 0, 2);
    freeze();
    ck_assert(at(YEE_EX, 0, 1, 2)->response.inf == 2); /* sand below, air above */
    NEAR(at(YEE_EY, 2, 1, 2)->response.inf, (5 + 3 + 1 + 1) / 4.);
    ck_assert_str_eq(at(YEE_EX, 0, 1, 2)->name, "sand + air");
    ck_assert(at(YEE_EX, 0, 1, 1)->response.inf == 3);
    ck_assert(at(YEE_EX, 0, 1, 3)->response.inf == 1);
    /* At the walls only the cells that exist count. */
    ck_assert(at(YEE_EX, 0, 0, 0)->response.inf == 3);
    NEAR(at(YEE_EY, 2, 1, 0)->response.inf, 4.);
    /* Along z the edges lie in one layer. */
    NEAR(at(YEE_EZ, 2, 1, 1)->response.inf, 4.);
    ck_assert(at(YEE_EZ, 2, 1, 2)->response.inf == 1);
    /* Nothing here is magnetic. */
    for (int c = YEE_HX; c <= YEE_HZ; c++)
        ck_assert_ptr_null(problem.id[c]);
}
END_TEST

START_TEST(dispersive_neighbours_are_averaged_with_their_poles)
{
    start();
    cells(WATER, true, 0, 4, 0, 4, 0, 2);
    cells(METAL, true, 0, 2, 0, 4, 2, 4);
    freeze();
    const yee_medium *m = at(YEE_EY, 2, 1, 2); /* two of water, one of metal, one of air */
    NEAR(m->response.inf, (5 + 5 + 1 + 1) / 4.);
    NEAR(m->response.sigma, 0.25);
    ck_assert_uint_eq(m->response.pole_count, 2);
    for (size_t i = 0; i < 2; i++) {
        const yee_pole *p = &m->response.poles[i];
        if (p->d2 == 1)
            NEAR(p->b0, 1e22 / 4);
        else
            NEAR(p->b0, 4.);
    }
    /* The mean holds at every frequency. */
    const double omega = 1e11;
    const yee_complex w = yee_response_value(&law[WATER].electric[0], YEE_EPS0, omega);
    const yee_complex d = yee_response_value(&law[METAL].electric[0], YEE_EPS0, omega);
    const yee_complex v = yee_response_value(&m->response, YEE_EPS0, omega);
    ck_assert_double_eq_tol(v.re / ((2 * w.re + d.re + 1) / 4), 1, 1e-14);
    ck_assert_double_eq_tol(v.im / ((2 * w.im + d.im) / 4), 1, 1e-14);
    const yee_update *u = &problem.update[yee_problem_medium(
        &problem, YEE_EY, yee_grid_index(&problem.grid, YEE_EY, 2, 1, 2))];
    ck_assert_int_eq(u->sections, 2);
    ck_assert_int_le(u->section + 2, problem.sections);
}
END_TEST

START_TEST(equal_poles_of_different_media_become_one)
{
    start();
    cells(WATER, true, 0, 4, 0, 4, 0, 2);
    cells(CLAY, true, 0, 4, 0, 4, 2, 4);
    freeze();
    const yee_medium *m = at(YEE_EX, 1, 1, 2);
    ck_assert_uint_eq(m->response.pole_count, 1);
    NEAR(m->response.poles[0].b0, (8 + 2) / 2.);
    NEAR(m->response.sigma, 0.3);
    ck_assert_str_eq(m->name, "water + clay");
}
END_TEST

START_TEST(magnetic_media_take_the_harmonic_mean_unless_they_are_lossy)
{
    start();
    cells(FERRITE, true, 0, 4, 0, 4, 0, 2);
    cells(LOSSY_FERRITE, true, 0, 4, 0, 4, 3, 4);
    freeze();
    NEAR(at(YEE_HZ, 1, 1, 2)->response.inf, 2 / (1 + 1 / 4.));
    NEAR(at(YEE_HZ, 1, 1, 3)->response.inf, 3.5);
    NEAR(at(YEE_HZ, 1, 1, 3)->response.sigma, 5e3);
    ck_assert(at(YEE_HX, 1, 1, 1)->response.inf == 4);
    ck_assert(at(YEE_HX, 1, 1, 2)->response.inf == 1);
    ck_assert_ptr_null(problem.id[YEE_EX]);
}
END_TEST

START_TEST(anisotropic_media_give_every_component_its_own_entry)
{
    start();
    cells(CRYSTAL, true, 0, 4, 0, 4, 0, 2);
    freeze();
    ck_assert(at(YEE_EX, 1, 1, 1)->response.inf == 2);
    ck_assert(at(YEE_EY, 1, 1, 1)->response.inf == 6);
    ck_assert(at(YEE_EZ, 1, 1, 1)->response.inf == 10);
    ck_assert(at(YEE_EY, 1, 1, 2)->response.inf == 3.5);
}
END_TEST

START_TEST(a_conductor_owns_every_edge_of_its_cells)
{
    start();
    cells(PEC, true, 1, 2, 1, 2, 1, 2);
    cells(FERRITE, true, 2, 3, 1, 2, 1, 2);
    freeze();
    for (int64_t j = 1; j <= 2; j++)
        for (int64_t k = 1; k <= 2; k++)
            ck_assert_int_eq(at(YEE_EX, 1, j, k)->conductor, YEE_PERFECT_ELECTRIC);
    ck_assert_int_eq(at(YEE_EX, 0, 1, 1)->conductor, YEE_NOT_CONDUCTOR);
    ck_assert_int_eq(at(YEE_EX, 2, 1, 1)->conductor, YEE_NOT_CONDUCTOR);
    const int64_t index = yee_grid_index(&problem.grid, YEE_EX, 1, 1, 1);
    const yee_update *u = &problem.update[problem.id[YEE_EX][index]];
    ck_assert(u->ca == 0 && u->cb == 0 && u->sections == 0);
    /* H between metal and ferrite is that of the ferrite. */
    ck_assert(at(YEE_HX, 2, 1, 1)->response.inf == 4);
    ck_assert_int_eq(at(YEE_HX, 2, 1, 1)->conductor, YEE_NOT_CONDUCTOR);
}
END_TEST

START_TEST(a_magnetic_conductor_owns_every_face_of_its_cells)
{
    start();
    cells(PMC, true, 1, 2, 1, 2, 1, 2);
    cells(SAND, true, 0, 4, 0, 4, 2, 4);
    freeze();
    ck_assert_int_eq(at(YEE_HX, 1, 1, 1)->conductor, YEE_PERFECT_MAGNETIC);
    ck_assert_int_eq(at(YEE_HX, 2, 1, 1)->conductor, YEE_PERFECT_MAGNETIC);
    ck_assert_int_eq(at(YEE_HX, 3, 1, 1)->conductor, YEE_NOT_CONDUCTOR);
    /* Two of sand, one of air, one magnetic conductor, which leaves E to the others. */
    ck_assert_double_eq_tol(at(YEE_EX, 1, 1, 2)->response.inf, 7 / 3., 1e-5);
    ck_assert_int_eq(at(YEE_EX, 1, 1, 2)->conductor, YEE_NOT_CONDUCTOR);
}
END_TEST

START_TEST(an_object_that_does_not_average_owns_its_surface)
{
    start();
    cells(SAND, false, 1, 3, 1, 3, 1, 3);
    cells(WATER, true, 1, 3, 1, 3, 3, 4);
    freeze();
    ck_assert(at(YEE_EX, 1, 1, 1)->response.inf == 3);
    ck_assert(at(YEE_EX, 1, 3, 1)->response.inf == 3);
    ck_assert(at(YEE_EX, 0, 1, 1)->response.inf == 1);
    /* The water came later and averages. */
    NEAR(at(YEE_EX, 1, 2, 3)->response.inf, 4.);
}
END_TEST

START_TEST(sheets_hide_only_behind_later_objects_on_all_sides)
{
    start();
    edges(PEC, YEE_EX, 0, 4, 1, 2, 2, 3);
    edges(PEC, YEE_EX, 0, 4, 3, 4, 2, 3);
    cells(SAND, true, 0, 4, 0, 4, 2, 4); /* above: the sheet is its surface now */
    cells(SAND, true, 0, 4, 2, 4, 0, 2); /* around the second one on all sides */
    freeze();
    for (int64_t i = 0; i < 4; i++) {
        ck_assert_int_eq(at(YEE_EX, i, 1, 2)->conductor, YEE_PERFECT_ELECTRIC);
        ck_assert_int_eq(at(YEE_EX, i, 3, 2)->conductor, YEE_NOT_CONDUCTOR);
    }
    bool *covered = yee_voxels_covered(voxels);
    ck_assert_ptr_nonnull(covered);
    ck_assert(!covered[1] && covered[2] && !covered[3] && !covered[4]);
    free(covered);
}
END_TEST

START_TEST(a_periodic_axis_wraps)
{
    problem.grid.axis[0].periodic = true;
    problem.grid.axis[0].face[0] = problem.grid.axis[0].face[1] = YEE_FACE_PERIODIC;
    start();
    cells(SAND, true, 3, 4, 0, 4, 0, 4);
    edges(PEC, YEE_EZ, 4, 5, 2, 3, 0, 4); /* node 4 is node 0 */
    freeze();
    ck_assert(at(YEE_EY, 0, 1, 1)->response.inf == 2);
    ck_assert(at(YEE_EY, 3, 1, 1)->response.inf == 2);
    ck_assert(at(YEE_EY, 1, 1, 1)->response.inf == 1);
    ck_assert_int_eq(at(YEE_EZ, 0, 2, 0)->conductor, YEE_PERFECT_ELECTRIC);
}
END_TEST

START_TEST(unequal_cells_count_by_their_part)
{
    yee_grid_config config = {.spacing = {1, (const double[]){1e-3}},
                              .cells = {3, (const double[]){2, 2, 2}},
                              .x = {2, (const double[]){1e-3, 3e-3}}};
    ck_assert_int_eq(yee_grid_lay(&diag, NULL, arena, &config, &problem.grid), YEE_OK);
    start();
    cells(CRYSTAL, true, 1, 2, 0, 2, 0, 2);
    cells(FERRITE, true, 0, 1, 0, 2, 0, 2);
    freeze();
    /* Shares are kept to 2^-20. */
    ck_assert_double_eq_tol(at(YEE_EZ, 1, 1, 1)->response.inf, 0.25 * 1 + 0.75 * 10, 1e-5);
    ck_assert_double_eq_tol(at(YEE_HX, 1, 1, 1)->response.inf, 1 / (0.25 / 4 + 0.75), 1e-5);
}
END_TEST

START_TEST(two_dimensions_have_one_layer_of_edges)
{
    lay(4, 4, 1, 1 + YEE_Z);
    start();
    cells(SAND, true, 0, 2, 0, 4, 0, 1);
    freeze();
    ck_assert(at(YEE_EZ, 2, 1, 0)->response.inf == 2);
    ck_assert(at(YEE_EZ, 1, 1, 0)->response.inf == 3);
    ck_assert_ptr_null(problem.id[YEE_EX]); /* not active in TM */
}
END_TEST

START_TEST(a_volume_covers_the_cells_whose_centres_it_holds)
{
    lay(20, 22, 24, 0);
    double sphere[4] = {10.2e-3, 11e-3, 9e-3, 6e-3};
    start();
    add(&balls, sphere, SAND, true, 3);
    for (int64_t i = 0; i < 20; i++)
        for (int64_t j = 0; j < 22; j++)
            for (int64_t k = 0; k < 24; k++) {
                const double x = (double)i + 0.5 - 10.2, y = (double)j + 0.5 - 11;
                const double z = (double)k + 0.5 - 9;
                ck_assert_int_eq(yee_voxels_material(voxels, i, j, k),
                                 x * x + y * y + z * z <= 36 ? SAND : AIR);
            }
    ck_assert_int_eq(yee_voxels_material(voxels, 0, 22, 0), -1);
}
END_TEST

START_TEST(along_an_invariant_axis_a_volume_is_cut_through_its_middle)
{
    for (int axis = 0; axis < 3; axis++) {
        lay(axis == 0 ? 1 : 20, axis == 1 ? 1 : 20, axis == 2 ? 1 : 20, 1 + axis);
        double sphere[4] = {10e-3, 10e-3, 10e-3, 6e-3}; /* the layer's own middle is at 0.5 m */
        start();
        add(&balls, sphere, SAND, true, 3);
        int count = 0;
        for (int64_t p = 0; p < 400; p++) {
            const int64_t u = p / 20, w = p % 20;
            count += yee_voxels_material(voxels, axis == 0 ? 0 : u,
                                         axis == 1   ? 0
                                         : axis == 0 ? u
                                                     : w,
                                         axis == 2 ? 0 : w) == SAND;
        }
        ck_assert_int_eq(count, 112); /* lattice points (i + 1/2, j + 1/2) within radius 6 */
        yee_voxels_free(voxels);
        voxels = NULL;
    }
}
END_TEST

START_TEST(objects_that_paint_nothing_are_refused_with_their_place)
{
    double outside[4] = {1, 1, 1, 1e-3}, between[4] = {1e-3, 1e-3, 1e-3, 0.1e-3};
    start();
    ck_assert_int_eq(try(&balls, outside, SAND, true, 11), YEE_INPUT);
    ck_assert_ptr_nonnull(strstr(diag.error, "m.ini:11"));
    ck_assert_ptr_nonnull(strstr(diag.error, "paints nothing"));
    yee_diag_clear(&diag);
    ck_assert_int_eq(try(&balls, between, SAND, true, 12), YEE_INPUT);
    ck_assert_ptr_nonnull(strstr(diag.error, "m.ini:12"));
}
END_TEST

START_TEST(an_object_of_which_nothing_is_left_is_known)
{
    start();
    cells(WATER, true, 1, 2, 1, 2, 1, 2);
    cells(SAND, true, 0, 4, 0, 4, 0, 3);
    bool *covered = yee_voxels_covered(voxels);
    ck_assert_ptr_nonnull(covered);
    ck_assert(!covered[0] && covered[1] && !covered[2]);
    free(covered);
}
END_TEST

START_TEST(an_unknown_material_is_refused_with_the_nearest_name)
{
    order o = {-1, {0, 0, 0}, {1, 1, 1}, "wter"};
    start();
    yee_instance it = {.plugin = &orders, .config = &o, .place = {"m.ini", 4, "shape.s"}};
    const yee_object object = {&it, SAND, true};
    ck_assert_int_eq(yee_voxels_paint(voxels, &object, NULL), YEE_INPUT);
    ck_assert_ptr_nonnull(strstr(diag.error, "wter"));
    ck_assert_ptr_nonnull(strstr(diag.error, "water"));
}
END_TEST

START_TEST(faces_and_the_fastest_medium_are_known)
{
    start();
    cells(SAND, true, 0, 4, 0, 2, 0, 4);
    cells(WATER, true, 0, 4, 2, 4, 0, 4);
    double eps, mu;
    yee_voxels_face(voxels, 0, 1, &eps, &mu);
    ck_assert(eps == 4 && mu == 1);
    yee_voxels_face(voxels, 1, 1, &eps, &mu);
    ck_assert(eps == 5 && mu == 1);
    ck_assert(yee_voxels_slowness(voxels) == 3);
    cells(PEC, true, 0, 4, 0, 2, 0, 4);
    ck_assert(yee_voxels_slowness(voxels) == 5);
    yee_voxels_face(voxels, 1, 0, &eps, &mu);
    ck_assert(eps == 1 && mu == 1);
}
END_TEST

/* Widths of their own in 40 x 12 x 70 cells, more than the census compares at once; boxes at
 * random places. Held against every cell by itself. */
START_TEST(the_widest_cells_of_every_material_are_known)
{
    uint64_t chance = 7;
    lay(40, 12, 70, 0);
    for (int a = 0; a < 3; a++) {
        double *node = yee_arena_alloc(arena, 71 * sizeof *node);
        for (int64_t i = 0; i < problem.grid.axis[a].cells; i++) {
            chance = chance * 6364136223846793005u + 1442695040888963407u;
            node[i + 1] = node[i] + 1e-3 + 1e-6 * (double)(chance >> 54);
        }
        problem.grid.axis[a].node = node;
    }
    start();
    for (int n = 0; n < 30; n++) {
        int64_t lo[3];
        for (int a = 0; a < 3; a++) {
            chance = chance * 6364136223846793005u + 1442695040888963407u;
            lo[a] = (int64_t)(chance >> 33) % (problem.grid.axis[a].cells - 3);
        }
        cells(1 + n % (MATERIALS - 1), true, lo[0], lo[0] + 1 + n % 3, lo[1], lo[1] + 2, lo[2],
              lo[2] + 3);
    }
    double width[MATERIALS][3] = {{0}}, due[MATERIALS][3] = {{0}};
    for (int64_t i = 0; i < 40; i++)
        for (int64_t j = 0; j < 12; j++)
            for (int64_t k = 0; k < 70; k++) {
                const int64_t c[3] = {i, j, k};
                double *d = due[yee_voxels_material(voxels, i, j, k)];
                for (int a = 0; a < 3; a++) {
                    const double *x = problem.grid.axis[a].node + c[a];
                    d[a] = fmax(d[a], x[1] - x[0]);
                }
            }
    yee_voxels_widest(voxels, width);
    for (int m = 0; m < MATERIALS; m++)
        for (int a = 0; a < 3; a++) /* within a part in 10^9 of the axis' widest */
            ck_assert_double_eq_tol(width[m][a], due[m][a], 3e-12);
}
END_TEST

START_TEST(thousands_of_media_are_kept_apart)
{
    /* Every cell its own eps, 1 + number: the mean of any four is known. */
    enum { N = 12, COUNT = N * N * N };
    static yee_material own[COUNT + 1];
    static const yee_material *all[COUNT + 1];
    static char label[COUNT + 1][16];
    static const char *labels[COUNT + 1];
    for (int i = 0; i <= COUNT; i++) {
        own[i] = law[AIR];
        for (int a = 0; a < 3; a++)
            own[i].electric[a].inf = 1 + i;
        all[i] = &own[i];
        snprintf(label[i], sizeof label[i], "m%d", i);
        labels[i] = label[i];
    }
    lay(N, N, N, 0);
    ck_assert_int_eq(yee_voxels_new(&diag, &problem.grid, COUNT + 1, all, labels, &voxels),
                     YEE_OK);
    for (int i = 0; i < COUNT; i++) {
        order o = {-1,
                   {i / (N * N), i / N % N, i % N},
                   {i / (N * N) + 1, i / N % N + 1, i % N + 1},
                   NULL};
        add(&orders, &o, 1 + (i * 787) % COUNT, true, 1);
    }
    freeze();
#define EPS(i, j, k) (2. + (((i)*N + (j)) * N + (k)) * 787 % COUNT)
    for (int i = 0; i < N; i++)
        for (int j = 1; j < N; j++)
            for (int k = 1; k < N; k++) {
                const double due = (EPS(i, j, k) + EPS(i, j - 1, k) + EPS(i, j, k - 1) +
                                    EPS(i, j - 1, k - 1)) /
                                   4;
                NEAR(at(YEE_EX, i, j, k)->response.inf, due);
            }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("voxel");
    TCase *all = tcase_create("voxel");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_add_test(all, an_empty_grid_is_uniform_and_has_two_media);
    tcase_add_test(all, edges_of_a_surface_take_the_mean_of_four_cells);
    tcase_add_test(all, dispersive_neighbours_are_averaged_with_their_poles);
    tcase_add_test(all, equal_poles_of_different_media_become_one);
    tcase_add_test(all, magnetic_media_take_the_harmonic_mean_unless_they_are_lossy);
    tcase_add_test(all, anisotropic_media_give_every_component_its_own_entry);
    tcase_add_test(all, a_conductor_owns_every_edge_of_its_cells);
    tcase_add_test(all, a_magnetic_conductor_owns_every_face_of_its_cells);
    tcase_add_test(all, an_object_that_does_not_average_owns_its_surface);
    tcase_add_test(all, sheets_hide_only_behind_later_objects_on_all_sides);
    tcase_add_test(all, a_periodic_axis_wraps);
    tcase_add_test(all, unequal_cells_count_by_their_part);
    tcase_add_test(all, two_dimensions_have_one_layer_of_edges);
    tcase_add_test(all, a_volume_covers_the_cells_whose_centres_it_holds);
    tcase_add_test(all, along_an_invariant_axis_a_volume_is_cut_through_its_middle);
    tcase_add_test(all, objects_that_paint_nothing_are_refused_with_their_place);
    tcase_add_test(all, an_object_of_which_nothing_is_left_is_known);
    tcase_add_test(all, an_unknown_material_is_refused_with_the_nearest_name);
    tcase_add_test(all, faces_and_the_fastest_medium_are_known);
    tcase_add_test(all, the_widest_cells_of_every_material_are_known);
    tcase_add_test(all, thousands_of_media_are_kept_apart);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
