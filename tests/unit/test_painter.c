/* Shapes that paint themselves: materials by number, of the model and of their own, one a cell;
 * open() and the band of the sources, through whole models. */
#include "model/model.h"
#include "painting.h"
#include "problem/paint.h"
#include "suite.h"

enum { SIZE = 6, MADE = 8 };

/* The work of a shape of these tests when it is painted. */
typedef struct job {
    yee_status (*work)(struct job *job, yee_painter *painter);
    const yee_material *law[MADE]; /* made in this order */
    int64_t number[MADE];
    int64_t lo[3], hi[3];
    uint32_t *cell; /* index into law, or YEE_UNPAINTED; shape hi - lo */
    bool bad;
} job;

static yee_status do_job(const yee_host *host, const void *self, const yee_view *view,
                         yee_painter *painter)
{
    (void)host;
    (void)view;
    job *j = (job *)self;
    return j->work(j, painter);
}

static const yee_shape_ops job_ops = {
    .size = sizeof job_ops,
    .paint = do_job,
};
static const yee_plugin jobs = {
    .kind = YEE_SHAPE,
    .name = "job",
    .ops = &job_ops,
};

/* A law of the list as make() wants it. */
static int64_t make_law(yee_painter *painter, const char *given, const yee_material *from)
{
    yee_material m = *from;
    m.size = sizeof m;
    return painter->make(painter, given, &m);
}

static size_t cells_of(const job *j)
{
    return (size_t)((j->hi[0] - j->lo[0]) * (j->hi[1] - j->lo[1]) * (j->hi[2] - j->lo[2]));
}

static yee_status fill_all(job *j, yee_painter *painter)
{
    uint32_t *number = malloc(cells_of(j) * sizeof *number);
    for (int n = 0; n < MADE; n++)
        j->number[n] = j->law[n] ? make_law(painter, NULL, j->law[n]) : 0;
    for (size_t i = 0; i < cells_of(j); i++)
        number[i] =
            j->cell[i] == YEE_UNPAINTED ? YEE_UNPAINTED : (uint32_t)j->number[j->cell[i]];
    const yee_status status = painter->fill(painter, j->lo, j->hi, number);
    free(number);
    return status;
}

static uint32_t chance(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 16;
}

/* -- numbers -- */

static yee_status number_them(job *j, yee_painter *painter)
{
    (void)j;
    yee_pole pole = debye[0];
    yee_material m = yee_material_vacuum(), wet;
    m.electric[0].inf = 7;
    const int64_t first = make_law(painter, "core", &m);
    ck_assert_int_eq(first, MATERIALS);
    ck_assert_int_eq(make_law(painter, "core", &m), first);
    ck_assert_int_eq(make_law(painter, NULL, &m), MATERIALS + 1);
    ck_assert_int_eq(make_law(painter, "clad", &m), MATERIALS + 2);
    ck_assert_int_eq(make_law(painter, NULL, &m), MATERIALS + 1);
    m.electric[2].inf = 8;
    ck_assert_int_eq(make_law(painter, "core", &m), MATERIALS + 3);
    ck_assert_int_eq(make_law(painter, NULL, &m), MATERIALS + 4);
    wet = m;
    wet.electric[1].pole_count = 1;
    wet.electric[1].poles = &pole;
    ck_assert_int_eq(make_law(painter, "wet", &wet), MATERIALS + 5);
    pole.b0 = 5; /* the one that was made has poles of its own */
    ck_assert_int_eq(make_law(painter, "wet", &wet), MATERIALS + 6);
    ck_assert_double_eq(voxels->material[MATERIALS + 5]->electric[1].poles->b0, debye[0].b0);
    ck_assert_int_eq(painter->named(painter, "sand"), SAND);
    ck_assert_int_eq(painter->named(painter, "s/core"), first);
    const yee_status status =
        painter->cells(painter, (const int64_t[]){0, 0, 0}, (const int64_t[]){1, 4, 4}, first);
    return status ? status
                  : painter->cells(painter, (const int64_t[]){1, 0, 0},
                                   (const int64_t[]){9, 4, 4}, painter->named(painter, "sand"));
}

START_TEST(materials_have_numbers_and_equal_ones_have_one)
{
    job j = {.work = number_them};
    start();
    add(&jobs, &j, -1, YEE_AVERAGE_NORMAL, 3);
    ck_assert_int_eq(yee_voxels_material(voxels, 0, 3, 3), MATERIALS);
    ck_assert_int_eq(yee_voxels_material(voxels, 1, 0, 0), SAND);
    ck_assert_str_eq(voxels->name[MATERIALS], "s/core");
    ck_assert_str_eq(voxels->name[MATERIALS + 1], "s/2");
    ck_assert_str_eq(voxels->name[MATERIALS + 2], "s/clad");
    /* Another shape's are its own, equal or not. */
    add(&jobs,
        &(job){.work = fill_all, .law = {&law[SAND]}, .hi = {1, 1, 1}, .cell = (uint32_t[]){0}},
        -1, YEE_AVERAGE_NORMAL, 4);
    ck_assert_int_eq(yee_voxels_material(voxels, 0, 0, 0), MATERIALS + 7);
    ck_assert_str_eq(voxels->name[MATERIALS + 7], "s/1");
    freeze();
    ck_assert_double_eq(at(YEE_EX, 0, 3, 3)->response.inf, 7);
    ck_assert_double_eq(at(YEE_EY, 0, 3, 4)->response.inf, 1);
}
END_TEST

/* -- one a cell, against single cells by name -- */

/* Grids in the order of _i: 3-D, 2-D by each axis, each of equal and of random widths, closed and
 * periodic. */
enum { GRIDS = 4 * 2 * 2 };
static void build(int number)
{
    const int invariant = number % 4;
    const bool graded = number / 4 % 2, periodic = number / 8;
    uint32_t state = 11;
    build_grid(invariant == 1 ? 1 : SIZE, invariant == 2 ? 1 : SIZE, invariant == 3 ? 1 : SIZE,
               invariant);
    for (int a = 0; a < 3; a++) {
        yee_axis_data *x = &problem.grid.axis[a];
        double *node = yee_arena_alloc(arena, (SIZE + 1) * sizeof *node);
        for (int64_t i = 0; i < x->cells; i++)
            node[i + 1] = node[i] + 1e-3 + (graded ? 1e-8 * chance(&state) : 0);
        if (!x->invariant && graded)
            x->node = node;
        if (!x->invariant && periodic) {
            x->periodic = true;
            x->face[0] = x->face[1] = YEE_FACE_PERIODIC;
        }
    }
}

/* Media in the same order with the same responses, and ids. Names differ. */
static void are_equal(const yee_problem *a, const yee_problem *b)
{
    ck_assert_int_eq(a->media, b->media);
    for (int64_t m = 0; m < a->media; m++) {
        const yee_medium *v = &a->medium[m], *w = &b->medium[m];
        ck_assert(v->magnetic == w->magnetic && v->conductor == w->conductor &&
                  v->response.inf == w->response.inf &&
                  v->response.sigma == w->response.sigma &&
                  v->response.pole_count == w->response.pole_count);
        ck_assert(!v->response.pole_count ||
                  !memcmp(v->response.poles, w->response.poles,
                          v->response.pole_count * sizeof(yee_pole)));
    }
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t points = a->grid.active[c] ? yee_grid_points(&a->grid, c) : 0;
        for (int64_t i = 0; i < points; i++)
            ck_assert_uint_eq(yee_problem_medium(a, c, i), yee_problem_medium(b, c, i));
    }
}

START_TEST(cells_one_by_one_are_single_cells_of_named_materials)
{
    static const int of[MADE] = {SAND, CLAY, WATER, PEC, PMC, FERRITE, LOSSY_FERRITE, CRYSTAL};
    static const yee_average average[] = {YEE_AVERAGE_NORMAL, YEE_AVERAGE_CELLS,
                                          YEE_AVERAGE_NO};
    uint32_t state = 3 + (uint32_t)_i, cell[SIZE * SIZE * SIZE];
    for (size_t k = 0; k < sizeof average / sizeof *average; k++) {
        build(_i);
        job j = {.work = fill_all, .cell = cell};
        int64_t cells = 1;
        for (int a = 0; a < 3; a++) {
            j.hi[a] = problem.grid.axis[a].cells;
            cells *= j.hi[a];
        }
        for (int m = 0; m < MADE; m++)
            j.law[m] = &law[of[m]];
        for (int64_t i = 0; i < cells; i++) {
            const uint32_t draw = chance(&state) % (MADE + 2);
            cell[i] = draw < MADE ? draw : YEE_UNPAINTED;
        }
        start();
        add(&jobs, &j, -1, average[k], 3);
        freeze();
        const yee_problem made = problem;
        yee_voxels_free(voxels);
        build(_i);
        start();
        /* All cells of a material after each other, in the order of meeting these: of several
         * cells around an edge the latest paint counts, and media get their numbers so. */
        bool done[MADE] = {false};
        for (int64_t first = 0; first < cells; first++) {
            const uint32_t m = cell[first];
            if (m == YEE_UNPAINTED || done[m])
                continue;
            done[m] = true;
            for (int64_t i = first; i < cells; i++)
                if (cell[i] == m) {
                    const int64_t x = i / (j.hi[1] * j.hi[2]), y = i / j.hi[2] % j.hi[1],
                                  z = i % j.hi[2];
                    order one = {-1, {x, y, z}, {x + 1, y + 1, z + 1}, name[of[m]]};
                    add(&orders, &one, -1, average[k], 5);
                }
        }
        freeze();
        are_equal(&made, &problem);
        yee_voxels_free(voxels);
        voxels = NULL;
    }
}
END_TEST

/* Where two objects are of one material the later one is averaged as it says. */
START_TEST(each_object_has_paints_of_its_own)
{
    start();
    cells(SAND, YEE_AVERAGE_NO, 0, 1, 0, 4, 0, 4);
    cells(SAND, YEE_AVERAGE_CELLS, 2, 3, 0, 4, 0, 4);
    freeze();
    ck_assert_double_eq(at(YEE_EY, 1, 1, 1)->response.inf, 3);
    ck_assert_double_eq(at(YEE_EY, 2, 1, 1)->response.inf, 2);
}
END_TEST

START_TEST(what_is_filled_lies_over_cells_that_a_surface_cuts)
{
    double sphere[4] = {2e-3, 2e-3, 2e-3, 1.7e-3};
    uint32_t cell[64];
    job j = {.work = fill_all, .law = {&law[CRYSTAL]}, .hi = {4, 4, 4}, .cell = cell};
    for (int i = 0; i < 64; i++)
        cell[i] = i % 3 ? YEE_UNPAINTED : 0;
    start();
    add(&balls, sphere, SAND, YEE_AVERAGE_NORMAL, 3);
    const uint32_t before = voxels->cell[1];
    add(&jobs, &j, -1, YEE_AVERAGE_NORMAL, 4);
    ck_assert_uint_eq(voxels->cell[1], before);
    for (int i = 0; i < 64; i += 3)
        ck_assert_int_eq(voxels->paint[voxels->cell[i]].material, MATERIALS);
    freeze();
}
END_TEST

static yee_status claim(job *j, yee_painter *painter)
{
    return painter->edges(painter, YEE_EZ, j->lo, j->hi, make_law(painter, "strip", j->law[0]));
}

START_TEST(edges_take_materials_of_the_shape)
{
    start();
    add(&jobs, &(job){.work = claim, .law = {&law[PEC]}, .lo = {2, 2, 0}, .hi = {3, 3, 4}}, -1,
        YEE_AVERAGE_NORMAL, 3);
    add(&jobs, &(job){.work = claim, .law = {&law[WATER]}, .lo = {1, 1, 0}, .hi = {2, 2, 4}},
        -1, YEE_AVERAGE_NORMAL, 4);
    freeze();
    ck_assert_int_eq(at(YEE_EZ, 2, 2, 1)->conductor, YEE_PERFECT_ELECTRIC);
    ck_assert_double_eq(at(YEE_EZ, 1, 1, 1)->response.inf, 5);
    ck_assert_double_eq(at(YEE_EZ, 1, 2, 1)->response.inf, 1);
}
END_TEST

/* Every edge of 200000 and more, of so many materials that few means are alike, has the mean of
 * the cells around it to the 1.6e-5 = 2^-16 that numbers of 16 bits are rounded by, and there are
 * no more media than the 65536 exact ones, those of the cells and 2^15 an octave. */
START_TEST(any_number_of_materials_makes_few_media)
{
    enum { N = 42, LAWS = 20000 };
    static uint32_t number[N * N * N];
    static double eps[N * N * N];
    uint32_t state = 1;
    build_grid(N, N, N, 0);
    yee_material *own = yee_arena_alloc(arena, LAWS * sizeof *own);
    start();
    voxels->object[voxels->objects++] =
        &(yee_instance){.host.instance = "s", .plugin = &jobs, .arena = arena, .diag = &diag};
    for (int n = 0; n < LAWS; n++) {
        const double eps_r = 1 + 1e-4 * n + 1e-9 * chance(&state);
        own[n] = yee_material_vacuum();
        for (int a = 0; a < 3; a++)
            own[n].electric[a].inf = eps_r;
        ck_assert_int_eq(yee_voxels_make(voxels, NULL, &own[n]), MATERIALS + n);
    }
    for (int i = 0; i < N * N * N; i++) {
        const uint32_t n = (chance(&state) << 8 ^ chance(&state)) % LAWS;
        number[i] = yee_voxels_new_paint(voxels, MATERIALS + (int)n, YEE_AVERAGE_NORMAL);
        voxels->cell[i] = number[i];
        eps[i] = own[n].electric[0].inf;
    }
    freeze();
    double most = 0;
    for (int64_t i = 1; i < N; i++)
        for (int64_t j = 1; j < N; j++)
            for (int64_t k = 0; k < N; k++) {
                const double *e = eps + (i * N + j) * N + k;
                const double mean = 0.25 * (e[0] + e[-N] + e[-N * N] + e[-N * N - N]);
                most = fmax(most, fabs(at(YEE_EZ, i, j, k)->response.inf / mean - 1));
            }
    printf("%lld media, means to %.3g (1.6e-5)\n", (long long)problem.media, most);
    ck_assert_double_le(most, 1.6e-5);
    ck_assert_double_ge(most, 1e-6); /* some were rounded */
    ck_assert_int_gt(problem.media, 65536);
    ck_assert_int_le(problem.media, 1 + LAWS + 65536 + 2 * 32768);
}
END_TEST

/* -- what is wrong -- */

static void refused(job *j, const char *part)
{
    start();
    ck_assert_int_ne(try(&jobs, j, -1, YEE_AVERAGE_NORMAL, 13), YEE_OK);
    ck_assert_msg(strstr(diag.error, "m.ini:13: [shape.s]") && strstr(diag.error, part),
                  "'%s' lacks '%s'", diag.error, part);
    yee_voxels_free(voxels);
    voxels = NULL;
    yee_diag_clear(&diag);
}

static yee_status paint_number(job *j, yee_painter *painter)
{
    return painter->cells(painter, j->lo, j->hi, j->number[0]);
}

static yee_status fill_number(job *j, yee_painter *painter)
{
    return painter->fill(painter, j->lo, j->hi, j->cell);
}

static yee_status edges_number(job *j, yee_painter *painter)
{
    return painter->edges(painter, (int)j->number[1], j->lo, j->hi, j->number[0]);
}

static yee_status make_one(job *j, yee_painter *painter)
{
    yee_material m = *j->law[0];
    m.size = j->bad ? 8 : sizeof m;
    const int64_t number = painter->make(painter, "core", &m);
    ck_assert_int_eq(number, -1);
    return YEE_INPUT;
}

static yee_status name_one(job *j, yee_painter *painter)
{
    (void)j;
    ck_assert_int_eq(painter->named(painter, "sandy"), -1);
    return YEE_INPUT;
}

START_TEST(numbers_places_and_laws_that_are_wrong_are_refused)
{
    refused(&(job){.work = paint_number, .hi = {1, 1, 1}, .number = {MATERIALS}},
            "'job' painted with material number 12; there are 0, the object's own, to 11");
    refused(&(job){.work = paint_number, .hi = {1, 1, 1}, .number = {-1}}, "number -1");
    refused(&(job){.work = paint_number, .hi = {1, 1, 1}}, "material is missing");
    refused(&(job){.work = fill_number, .hi = {1, 1, 2}, .cell = (uint32_t[]){SAND, 99}},
            "number 99");
    refused(&(job){.work = fill_number, .lo = {0, -1, 0}, .hi = {1, 1, 1}},
            "filled cells -1 to 1 along y; the grid has 0 to 4");
    refused(&(job){.work = fill_number, .hi = {1, 1, 5}}, "0 to 5 along z");
    refused(&(job){.work = fill_number, .lo = {3, 0, 0}, .hi = {2, 1, 1}}, "3 to 2 along x");
    refused(&(job){.work = fill_number, .hi = {1, 1, 1}, .cell = (uint32_t[]){YEE_UNPAINTED}},
            "paints nothing");
    refused(&(job){.work = edges_number, .hi = {1, 1, 1}, .number = {SAND, 6}}, "component 6");
    refused(&(job){.work = edges_number, .hi = {1, 1, 1}, .number = {77, 0}}, "number 77");
    yee_material m = yee_material_vacuum();
    refused(&(job){.work = make_one, .law = {&m}, .bad = true}, "made a table of size 8");
    m.electric[1].inf = NAN;
    refused(&(job){.work = make_one, .law = {&m}},
            "material 'core': plugin 'job' returned eps_inf = nan");
    m = yee_material_vacuum();
    m.conductor = (yee_conductor)7;
    refused(&(job){.work = make_one, .law = {&m}}, "unknown conductor 7");
    m = yee_material_vacuum();
    m.magnetic[2].pole_count = 2;
    refused(&(job){.work = make_one, .law = {&m}}, "2 poles and no array");
    refused(&(job){.work = name_one}, "there is no material 'sandy': did you mean 'sand'?");
}
END_TEST

/* -- open() and the band, through whole models -- */

static int opened, painted;
static yee_band given;

static yee_status open_ball(const yee_host *host, const void *config, void **self)
{
    (void)config;
    double *b = host->alloc(host, 4 * sizeof *b);
    memcpy(b, (const double[]){5e-3, 5e-3, 5e-3, 2e-3}, 4 * sizeof *b);
    *self = strcmp(host->instance, "nothing") != 0 ? b : NULL;
    opened++;
    return strcmp(host->instance, "broken") != 0
               ? YEE_OK
               : (host->fail)(host, YEE_IO, "the mesh cannot be read");
}

static yee_status open_paint(const yee_host *host, const void *config, void **self)
{
    (void)config;
    *self = host->alloc(host, sizeof(int));
    *(int *)*self = 42;
    return YEE_OK;
}

static yee_status paint_asking(const yee_host *host, const void *self, const yee_view *view,
                               yee_painter *painter)
{
    const yee_material *glass = NULL, *none = NULL;
    ck_assert_int_eq(*(const int *)self, 42);
    ck_assert_str_eq(view->material(view, 5, 5, 5), "glass"); /* by the ball, painted before */
    ck_assert_int_eq(view->material_number(view, 5, 5, 5), 4);
    ck_assert_int_eq(view->material_of(view, "glass", &glass), YEE_OK);
    ck_assert_double_eq(glass->electric[0].inf, 2.5);
    ck_assert_int_eq(view->material_of(view, "pec", &none), YEE_OK);
    ck_assert_int_eq(none->conductor, YEE_PERFECT_ELECTRIC);
    painted++;
    if (!strcmp(host->instance, "asks"))
        return view->material_of(view, "glas", &none);
    yee_material m = *glass;
    m.electric[2].inf = 9;
    return painter->cells(painter, (const int64_t[]){0, 0, 0}, (const int64_t[]){1, 1, 1},
                          painter->make(painter, "half", &m));
}

static yee_status describe(const yee_host *host, const void *config, const yee_band *band,
                           yee_material *m)
{
    (void)host;
    (void)config;
    given = *band;
    for (int a = 0; a < 3; a++)
        m->electric[a].inf = 2.5;
    return YEE_OK;
}

static const yee_param no_keys[] = {YEE_PARAM_END};
static const yee_shape_ops opening = {
    .size = sizeof opening,
    .open = open_ball,
    .bounds = ball_bounds,
    .inside = ball_inside,
};
static const yee_shape_ops asking = {
    .size = sizeof asking,
    .open = open_paint,
    .paint = paint_asking,
};
static const yee_material_ops banded = {
    .size = sizeof banded,
    .describe = describe,
};
// clang-format off
#define PLUGIN(plugin_kind, plugin_name, plugin_ops) \
    { \
        .size = sizeof(yee_plugin), \
        .kind = plugin_kind, \
        .name = plugin_name, \
        .summary = "summary", \
        .params = no_keys, \
        .ops = plugin_ops, \
    }
// clang-format on
static const yee_plugin opening_shape = PLUGIN(YEE_SHAPE, "opening", &opening);
static const yee_plugin asking_shape = PLUGIN(YEE_SHAPE, "asking", &asking);
static const yee_plugin banded_law = PLUGIN(YEE_MATERIAL, "banded", &banded);
static const yee_plugin *const own[] = {&opening_shape, &asking_shape, &banded_law, NULL};
static const yee_module module = {
    YEE_ABI_MAJOR, YEE_ABI_MINOR, sizeof(yee_module), "own", "1.0", "BSD-3-Clause", own, 1};

static yee_session *session;
static yee_model *model;

static void setup_models(void)
{
    opened = painted = 0;
    given = (yee_band){.low = -1};
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    ck_assert_int_eq(yee_registry_add(&session->registry, &session->diag, &module, "own.so"),
                     YEE_OK);
}

static void teardown_models(void)
{
    yee_model_free(model);
    model = NULL;
    yee_session_close(session);
}

static yee_status parse(const char *rest)
{
    char text[4096];
    snprintf(text, sizeof text,
             "[grid]\nspacing = 1 mm\ncells = 10, 10, 10\n[run]\nsteps = 1\n"
             "[material.glass]\ntype = banded\n[boundary.all]\ntype = pec\n%s",
             rest);
    yee_model_free(model);
    model = NULL;
    return yee_model_parse(session, "m.ini", text, 0, NULL, &model);
}

#define BALL "type = opening\nmaterial = glass\n"

START_TEST(a_shape_is_opened_once_and_its_functions_get_what_it_made)
{
    ck_assert_msg(parse("[shape.ball]\n" BALL "[shape.corner]\ntype = asking\n") == YEE_OK,
                  "%s", yee_session_error(session));
    const yee_view *view = yee_model_view(model);
    const yee_material *half = NULL;
    ck_assert_int_eq(opened, 1);
    ck_assert_int_eq(painted, 1);
    ck_assert_str_eq(view->material(view, 5, 5, 5), "glass");
    ck_assert_str_eq(view->material(view, 0, 0, 0), "corner/half");
    ck_assert_int_eq(view->material_number(view, 0, 0, 0), 5);
    ck_assert_int_eq(view->material_of(view, "corner/half", &half), YEE_OK);
    ck_assert_double_eq(half->electric[2].inf, 9);
}
END_TEST

START_TEST(what_is_wrong_with_opening_has_its_section)
{
    ck_assert_int_eq(parse("[shape.broken]\n" BALL), YEE_IO);
    ck_assert_ptr_nonnull(strstr(yee_session_error(session), "[shape.broken] the mesh"));
    ck_assert_int_eq(parse("[shape.nothing]\n" BALL), YEE_PLUGIN);
    ck_assert_ptr_nonnull(
        strstr(yee_session_error(session), "'opening' opened the shape and returned nothing"));
    ck_assert_int_eq(parse("[shape.ball]\n" BALL "[shape.asks]\ntype = asking\n"), YEE_INPUT);
    ck_assert_ptr_nonnull(strstr(yee_session_error(session),
                                 "[shape.asks] there is no material 'glas': did you mean"));
}
END_TEST

#define WAVE(name, f) \
    "[waveform." name "]\ntype = modulated_gaussian\nfrequency = " f \
    "\nbandwidth = 1 GHz\n[source." name "]\ntype = dipole\nposition = 2, 2, 2.5 mm\n" \
    "direction = z\ncurrent = 1 A\nwaveform = " name "\n"

START_TEST(materials_are_given_the_band_of_all_sources)
{
    ck_assert_int_eq(parse(""), YEE_OK);
    ck_assert_double_eq(given.low, 0);
    ck_assert_double_eq(given.high, 0);
    ck_assert_double_eq(given.end_time, 0);
    yee_band band[2];
    for (int n = 0; n < 2; n++) {
        ck_assert_msg(parse(n ? WAVE("b", "9 GHz") : WAVE("a", "3 GHz")) == YEE_OK, "%s",
                      yee_session_error(session));
        band[n] = (yee_band){.size = sizeof band[n]};
        model->waveform[0].ops->band(model->waveform[0].self, &band[n]);
        ck_assert_double_eq(given.low, band[n].low);
        ck_assert_double_eq(given.high, band[n].high);
        ck_assert_double_eq(given.end_time, band[n].end_time);
    }
    ck_assert_int_eq(parse(WAVE("a", "3 GHz") WAVE("b", "9 GHz")), YEE_OK);
    ck_assert_uint_eq(given.size, sizeof given);
    ck_assert_double_eq(given.low, band[0].low);
    ck_assert_double_eq(given.high, band[1].high);
    ck_assert_double_eq(given.end_time, fmax(band[0].end_time, band[1].end_time));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("painter");
    TCase *all = tcase_create("painter"), *models = tcase_create("models");
    tcase_add_checked_fixture(all, setup, teardown);
    tcase_add_test(all, materials_have_numbers_and_equal_ones_have_one);
    tcase_add_loop_test(all, cells_one_by_one_are_single_cells_of_named_materials, 0, GRIDS);
    tcase_add_test(all, each_object_has_paints_of_its_own);
    tcase_add_test(all, what_is_filled_lies_over_cells_that_a_surface_cuts);
    tcase_add_test(all, edges_take_materials_of_the_shape);
    tcase_add_test(all, any_number_of_materials_makes_few_media);
    tcase_add_test(all, numbers_places_and_laws_that_are_wrong_are_refused);
    tcase_add_checked_fixture(models, setup_models, teardown_models);
    tcase_add_test(models, a_shape_is_opened_once_and_its_functions_get_what_it_made);
    tcase_add_test(models, what_is_wrong_with_opening_has_its_section);
    tcase_add_test(models, materials_are_given_the_band_of_all_sources);
    suite_add_tcase(suite, all);
    suite_add_tcase(suite, models);
    return suite_run(suite);
}
