/* painting.h: what the suites of painting share: materials, shapes that paint what a test tells
 * them, and the points around. */
#ifndef YEE_TESTS_PAINTING_H
#define YEE_TESTS_PAINTING_H

#include "problem/grid.h"
#include "problem/media/section.h"
#include "problem/voxels.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The materials of all tests; 0 is the background. */
static const yee_pole debye[] = {{0, 8, 1, 9e-12, 0}};
static const yee_pole debye_weak[] = {{0, 2, 1, 9e-12, 0}};
static const yee_pole drude[] = {{0, 1e22, 0, 1e10, 1}};
static const yee_pole inductive[] = {{0, 1e18, 0, 1e12, 1}};
#define PLAIN(e) \
    { \
        e, 0, 0, NULL \
    }
#define ALL(r) \
    { \
        r, r, r \
    }
#define ONE ALL(PLAIN(1))
#define BARE ALL(PLAIN(0)) /* no sheet */
#define POLE(e, s, p) \
    { \
        e, s, 1, p \
    }
enum {
    AIR,
    SAND,
    CLAY,
    WATER,
    METAL,
    PEC,
    PMC,
    FERRITE,
    LOSSY_FERRITE,
    CRYSTAL,
    FERRITE_TOO,
    FILM, /* a sheet, which fills no cells */
    MATERIALS
};
static const yee_material law[MATERIALS] = {
    {0, 0, ONE, ONE, NULL, NULL, BARE},
    {0, 0, ALL(PLAIN(3)), ONE, NULL, NULL, BARE},
    {0,
     0,
     {POLE(4, 0.1, debye_weak), POLE(4, 0.1, debye_weak), POLE(4, 0.1, debye_weak)},
     ONE,
     NULL,
     NULL,
     BARE},
    {0,
     0,
     {POLE(5, 0.5, debye), POLE(5, 0.5, debye), POLE(5, 0.5, debye)},
     ONE,
     NULL,
     NULL,
     BARE},
    {0, 0, {POLE(1, 0, drude), POLE(1, 0, drude), POLE(1, 0, drude)}, ONE, NULL, NULL, BARE},
    {0, YEE_PERFECT_ELECTRIC, ONE, ONE, NULL, NULL, BARE},
    {0, YEE_PERFECT_MAGNETIC, ONE, ONE, NULL, NULL, BARE},
    {0, 0, ONE, ALL(PLAIN(4)), NULL, NULL, BARE},
    {0, 0, ONE, {{6, 1e4, 0, NULL}, {6, 1e4, 0, NULL}, {6, 1e4, 0, NULL}}, NULL, NULL, BARE},
    {0, 0, {PLAIN(2), PLAIN(6), PLAIN(10)}, ONE, NULL, NULL, BARE},
    {0, 0, ONE, ALL(PLAIN(4)), NULL, NULL, BARE},
    {0, 0, ONE, ONE, NULL, NULL, ALL(POLE(1e-6, 2e-3, inductive))},
};
static const yee_material *material[MATERIALS];
static const char *const name[MATERIALS] = {"air",   "sand",    "clay",        "water",
                                            "metal", "pec",     "pmc",         "ferrite",
                                            "lossy", "crystal", "ferrite_too", "film"};

/* A shape that paints what the test tells it. */
typedef struct order {
    int component; /* -1: cells */
    int64_t lo[3], hi[3];
    const char *material;
} order;

static inline yee_status paint(const yee_host *host, const void *config, const yee_view *view,
                               yee_painter *painter)
{
    (void)host;
    (void)view;
    const order *o = config;
    const int64_t number = o->material ? painter->named(painter, o->material) : 0;
    if (number < 0)
        return YEE_INPUT;
    return o->component < 0 ? painter->cells(painter, o->lo, o->hi, number)
                            : painter->edges(painter, o->component, o->lo, o->hi, number);
}

static inline yee_status ball_bounds(const yee_host *host, const void *config, double lo[3],
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

static inline void ball_inside(const void *config, int64_t n, const double *x, double y,
                               double z, unsigned char *in)
{
    const double *b = config;
    const double rest = b[3] * b[3] - (y - b[1]) * (y - b[1]) - (z - b[2]) * (z - b[2]);
    for (int64_t i = 0; i < n; i++)
        in[i] = (x[i] - b[0]) * (x[i] - b[0]) <= rest;
}

static const yee_shape_ops paints = {
    .size = sizeof paints,
    .paint = paint,
};
static const yee_shape_ops ball = {
    .size = sizeof ball,
    .bounds = ball_bounds,
    .inside = ball_inside,
};
static const yee_plugin orders = {
    .kind = YEE_SHAPE,
    .name = "order",
    .ops = &paints,
};
static const yee_plugin balls = {
    .kind = YEE_SHAPE,
    .name = "ball",
    .ops = &ball,
};

static yee_diag diag;
static yee_arena *arena;
static yee_problem problem;
static yee_voxels *voxels;
static char lines[4096];

static inline void keep(void *user, yee_level level, const char *line)
{
    (void)user;
    (void)level;
    strncat(lines, line, sizeof lines - strlen(lines) - 2);
}

/* A grid of cells of 1 mm. */
static inline void build_grid(double nx, double ny, double nz, int invariant)
{
    yee_grid_config config = {.spacing = {1, (const double[]){1e-3}},
                              .cells = {3, (const double[]){nx, ny, nz}},
                              .growth = 1.2,
                              .invariant = invariant};
    ck_assert_int_eq(yee_grid_build(&diag, NULL, arena, &config, &problem.grid), YEE_OK);
    problem.grid.dt = 1e-12;
}

static inline void setup(void)
{
    lines[0] = 0;
    yee_diag_init(&diag, keep, NULL);
    arena = yee_arena_new();
    problem = (yee_problem){.size = sizeof problem};
    voxels = NULL;
    for (int i = 0; i < MATERIALS; i++)
        material[i] = &law[i];
    build_grid(4, 4, 4, 0);
}

static inline void teardown(void)
{
    yee_voxels_free(voxels);
    yee_arena_free(arena);
    yee_diag_end(&diag);
}

static inline void start(void)
{
    ck_assert_int_eq(yee_voxels_new(&diag, &problem.grid, MATERIALS, material, name, &voxels),
                     YEE_OK);
}

static inline yee_status try(const yee_plugin *plugin, void *config, int number,
                             yee_average average, int line)
{
    yee_instance *it = yee_arena_alloc(arena, sizeof *it);
    *it = (yee_instance){.host.instance = "s",
                         .plugin = plugin,
                         .config = config,
                         .place = {"m.ini", line, "shape.s"},
                         .arena = arena,
                         .diag = &diag};
    const yee_object object = {it, number, average, false, NULL};
    return yee_voxels_paint(voxels, 1, &object, 1);
}

static inline void add(const yee_plugin *plugin, void *config, int number, yee_average average,
                       int line)
{
    ck_assert_int_eq(try(plugin, config, number, average, line), YEE_OK);
}

static inline void cells(int number, yee_average average, int64_t x0, int64_t x1, int64_t y0,
                         int64_t y1, int64_t z0, int64_t z1)
{
    order o = {-1, {x0, y0, z0}, {x1, y1, z1}, NULL};
    add(&orders, &o, number, average, 7);
}

static inline void edges(int number, int component, int64_t x0, int64_t x1, int64_t y0,
                         int64_t y1, int64_t z0, int64_t z1)
{
    order o = {component, {x0, y0, z0}, {x1, y1, z1}, NULL};
    add(&orders, &o, number, YEE_AVERAGE_LINES, 9);
}

/* The points of every medium were counted while they were set. */
static inline void count_points(void)
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

static inline void freeze(void)
{
    ck_assert_int_eq(yee_grid_close(&diag, NULL, &problem.grid), YEE_OK);
    ck_assert_int_eq(yee_voxels_media(voxels, arena, (const double[2]){0, 0}, &problem),
                     YEE_OK);
    count_points();
}

static inline const yee_medium *at(int c, int64_t i, int64_t j, int64_t k)
{
    return &problem.medium[yee_problem_medium(&problem, c,
                                              yee_grid_index(&problem.grid, c, i, j, k))];
}

/* Means of small integers with shares of 1/4: exact but for one rounding. */
#define NEAR(is, due) ck_assert_double_eq_tol((is) / (due), 1, 4e-16)

#endif
