/* tests/unit/test_local_ids.c: subdomains keep the ids of their points, and each point, own or of a
 * halo, has the medium that it has in the whole grid. */
#include "painting.h"
#include "problem/agreement.h"
#include "problem/local_ids.h"
#include "problem/media/damping.h"
#include "problem/media/mixture.h"
#include "problem/media/sheets.h"
#include "short.h"
#include "suite.h"

enum { SEEDS = 16, OBJECTS = 7 };

typedef struct chance {
    uint64_t state;
} chance;

static int64_t draw(chance *r, int64_t low, int64_t high)
{
    r->state = r->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (int64_t)((r->state >> 33) % (uint64_t)(high - low + 1));
}

static double real(chance *r, double low, double high)
{
    return low + (high - low) * (double)draw(r, 0, 1 << 20) / (1 << 20);
}

/* Balls, cells and edges of any materials, means and places. */
static void paint_any(chance *r)
{
    static const int some[] = {SAND, CLAY, WATER, METAL, PEC, PMC, FERRITE, CRYSTAL};
    static double numbers[OBJECTS][4];
    static order orders_of[OBJECTS];
    for (int i = 0; i < OBJECTS; i++) {
        const int number = some[draw(r, 0, 7)];
        const yee_average average = (yee_average)draw(r, 0, 4);
        order *o = &orders_of[i];
        *o = (order){.component = draw(r, 0, 1) ? -1 : (int)draw(r, 0, 5)};
        for (int a = 0; a < 3; a++) {
            const int64_t cells = problem.grid.axis[a].cells;
            o->lo[a] = draw(r, 0, cells - 1);
            o->hi[a] = o->lo[a] + draw(r, 1, 5);
            numbers[i][a] = real(r, 0, 1e-3 * (double)cells);
        }
        numbers[i][3] = real(r, 0.6e-3, 4e-3);
        if (problem.grid.axis[2].invariant && o->component >= 0)
            o->component = -1;
        if (draw(r, 0, 2))
            add(&balls, numbers[i], number, average, 3 + i);
        else
            add(&orders, o, number, average, 3 + i);
    }
}

static yee_status paint_faces(const yee_host *host, const void *config, const yee_view *view,
                              yee_painter *painter)
{
    (void)host;
    (void)view;
    const order *o = config;
    return painter->faces(painter, o->component, o->lo, o->hi, 0);
}
static const yee_shape_ops faces = {.size = sizeof faces, .paint = paint_faces};
static const yee_plugin sheet = {.kind = YEE_SHAPE, .name = "sheet", .ops = &faces};

/* Objects, and sheets that cross each other, one of them on a face. */
static void paint_all(chance *r)
{
    static order on[3];
    paint_any(r);
    for (int i = 0; i < 3; i++) {
        const int across = i % 2;
        on[i] = (order){.component = across};
        for (int a = 0; a < 3; a++) {
            const int64_t n = problem.grid.axis[a].cells;
            on[i].lo[a] = a != across ? n / 5 : i == 2 ? 0 : n / 2;
            on[i].hi[a] = a != across ? n : on[i].lo[a] + 1;
        }
        add(&sheet, &on[i], FILM, YEE_AVERAGE_LINES, 20 + i);
    }
}

/* The grid's axes cut anywhere, with a halo of 1 to 2 cells. */
static yee_cut cut_any(chance *r, int64_t at[3][4])
{
    yee_cut cut = {.depth = draw(r, 1, 2)};
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &problem.grid.axis[a];
        const int64_t least = cut.depth + 1;
        cut.count[a] = x->invariant ? 1 : draw(r, 1, 3);
        if (x->periodic && x->cells / cut.count[a] < 2 * cut.depth + 2)
            cut.count[a] = 1;
        cut.at[a] = at[a];
        at[a][0] = 0;
        for (int64_t k = 1; k < cut.count[a]; k++)
            at[a][k] = x->periodic ? x->cells * k / cut.count[a]
                                   : draw(r, at[a][k - 1] + least,
                                          x->cells - (cut.count[a] - k) * least);
        at[a][cut.count[a]] = x->cells;
    }
    return cut;
}

static bool same(const yee_medium *a, const yee_medium *b)
{
    const yee_response *r = &a->response, *q = &b->response;
    return a->magnetic == b->magnetic && a->conductor == b->conductor && r->inf == q->inf &&
           r->sigma == q->sigma && r->pole_count == q->pole_count &&
           (!r->pole_count || !memcmp(r->poles, q->poles, r->pole_count * sizeof *r->poles));
}

/* Media, sheets within the grid and on two faces, and damped cells in front of one. */
static void make_media(yee_problem *p)
{
    const int64_t n = p->grid.axis[1].cells;
    double *half = yee_arena_alloc(arena, (size_t)n * sizeof *half);
    double *node = yee_arena_alloc(arena, (size_t)(n + 1) * sizeof *node);
    for (int q = 0; q < 3; q++) {
        half[q] = 1e9 * (3 - q);
        node[q] = 1e9 * (3.5 - q);
    }
    const yee_rates rates[3] = {{NULL, NULL}, {half, node}, {NULL, NULL}};
    yee_sheets sheets = {.on = {false}};
    for (int face = 0; face < 2; face++)
        if (p->grid.axis[0].face[face] == YEE_FACE_PMC) {
            sheets.on[face] = true;
            sheets.sheet[face][1] = sheets.sheet[face][2] = (yee_response){.sigma = 1e-3};
        }
    ck_assert_int_eq(yee_voxels_media(voxels, arena, (const double[2]){1e9, 6e11}, p), YEE_OK);
    ck_assert_int_eq(yee_voxels_inner_sheets(voxels, arena, p), YEE_OK);
    ck_assert_int_eq(yee_voxels_sheets(voxels, arena, &sheets, p), YEE_OK);
    ck_assert_int_eq(yee_voxels_damp(voxels, arena, rates, p), YEE_OK);
}

static int64_t points_like(const yee_problem *p, const int64_t *points, const yee_medium *like)
{
    int64_t sum = 0;
    for (int64_t m = 0; m < p->media; m++)
        sum += same(&p->medium[m], like) ? points[m] : 0;
    return sum;
}

/* Points of this process's subdomains, with their halos. */
static void compare(const yee_problem *whole, const yee_problem *kept)
{
    for (int64_t n = kept->kept->first; n < kept->kept->end; n++) {
        const yee_local *l = &kept->kept->local[n];
        const yee_grid *g = &l->problem.grid;
        for (int c = 0; c < YEE_COMPONENTS; c++) {
            const int64_t *e = g->extent[c];
            for (int64_t q = 0; g->active[c] && q < yee_grid_points(g, c); q++) {
                const int64_t at = yee_grid_index(
                    &whole->grid, c, yee_local_whole(l, 0, q / (e[1] * e[2])),
                    yee_local_whole(l, 1, q / e[2] % e[1]), yee_local_whole(l, 2, q % e[2]));
                const yee_medium *is = &kept->medium[yee_problem_medium(&l->problem, c, q)];
                ck_assert(yee_problem_medium(kept, c, at) ==
                          yee_problem_medium(&l->problem, c, q));
                const yee_medium *due = &whole->medium[yee_problem_medium(whole, c, at)];
                ck_assert_msg(same(is, due), "subdomain %lld, %s %lld: %s %.17g, not %s %.17g",
                              (long long)n, yee_component_name(c), (long long)q, is->name,
                              is->response.inf, due->name, due->response.inf);
            }
        }
    }
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int64_t q = 0; whole->grid.active[c] && q < yee_grid_points(&whole->grid, c);
             q++) {
            const uint32_t medium = yee_problem_medium(kept, c, q);
            ck_assert(
                medium == UINT32_MAX ||
                same(&kept->medium[medium], &whole->medium[yee_problem_medium(whole, c, q)]));
        }
}

/* A grid of any size and faces. */
static void make_grid(chance *r, bool flat)
{
    const yee_profile none[3] = {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}};
    build_grid((double)draw(r, 9, 19), (double)draw(r, 9, 15), flat ? 1 : 13, flat ? 3 : 0);
    for (int a = 0; a < 3; a++) {
        yee_axis_data *x = &problem.grid.axis[a];
        x->periodic = x->periodic || !draw(r, 0, 2);
        for (int side = 0; side < 2; side++)
            x->face[side] = x->periodic     ? YEE_FACE_PERIODIC
                            : draw(r, 0, 1) ? YEE_FACE_PMC
                                            : YEE_FACE_PEC;
    }
    ck_assert_int_eq(yee_grid_close(&diag, NULL, &problem.grid), YEE_OK);
    ck_assert_int_eq(yee_grid_stretch(&diag, arena, none, &problem.grid), YEE_OK);
}

START_TEST(every_point_has_its_medium_whatever_the_cut)
{
    chance r = {(uint64_t)_i + 1};
    int64_t at[3][4];
    make_grid(&r, _i % 5 == 4);
    start();
    paint_all(&r);
    yee_problem kept = problem;
    make_media(&problem);
    int64_t *points = yee_arena_copy(arena, yee_voxels_points(voxels),
                                     (size_t)problem.media * sizeof *points);
    const yee_cut cut = cut_any(&r, at);
    kept.kept = yee_local_ids_new(arena, &kept.grid, &cut, 1);
    ck_assert_ptr_nonnull(kept.kept);
    kept.threads = 1 + _i % 3;
    make_media(&kept);
    compare(&problem, &kept);
    ck_assert(yee_problem_cells_sum(&problem) == yee_problem_cells_sum(&kept));
    for (int64_t m = 0; m < kept.media; m++)
        ck_assert_int_eq(points_like(&kept, yee_voxels_points(voxels), &kept.medium[m]),
                         points_like(&problem, points, &kept.medium[m]));
}
END_TEST

/* One of the processes that run a model. */
typedef struct process {
    yee_voxels *voxels;
    yee_problem problem;
    yee_cell_box *box;
    yee_agreement says;
} process;

static void enter(process *p, const yee_cut *cut, int64_t first, int64_t end, const chance *r)
{
    chance own = *r;
    p->problem.kept = yee_local_ids_new(arena, &p->problem.grid, cut, 1);
    ck_assert_ptr_nonnull(p->problem.kept);
    yee_local_ids *ids = (yee_local_ids *)(uintptr_t)p->problem.kept;
    ids->first = first;
    ids->end = end;
    p->box = yee_arena_alloc(arena, (size_t)(end - first) * sizeof *p->box);
    for (int64_t n = first; n < end; n++)
        for (int a = 0; a < 3; a++) {
            const int64_t place = ids->local[n].place[a];
            p->box[n - first].low[a] = cut->at[a][place];
            p->box[n - first].high[a] = cut->at[a][place + 1];
        }
    start();
    p->voxels = voxels;
    yee_voxels_clip_to(voxels, (size_t)(end - first), p->box, cut->depth + 1,
                       (const bool[3]){p->problem.grid.axis[0].periodic,
                                       p->problem.grid.axis[1].periodic,
                                       p->problem.grid.axis[2].periodic});
    paint_all(&own);
    ck_assert_int_eq(yee_agreement_of(voxels, arena, &p->says), YEE_OK);
}

static void same_answers(yee_voxels *whole, yee_voxels *own)
{
    double width[2][MATERIALS][3] = {0};
    bool *covered[2] = {yee_voxels_covered(whole), yee_voxels_covered(own)};
    ck_assert(yee_voxels_slowness(own) == yee_voxels_slowness(whole));
    for (int face = 0; face < 6; face++) {
        double is[2], due[2];
        ck_assert(yee_voxels_face(own, face / 2, face % 2, &is[0], &is[1]));
        ck_assert(yee_voxels_face(whole, face / 2, face % 2, &due[0], &due[1]));
        ck_assert(is[0] == due[0] && is[1] == due[1]);
    }
    yee_voxels_widest(whole, width[0]);
    yee_voxels_widest(own, width[1]);
    for (int m = 0; m < MATERIALS; m++)
        for (int a = 0; a < 3; a++)
            ck_assert(fabs(width[1][m][a] - width[0][m][a]) <= 1e-9 * width[0][m][a]);
    for (int n = 0; n <= OBJECTS; n++)
        ck_assert(covered[0][n] == covered[1][n]);
    free(covered[0]);
    free(covered[1]);
}

/* Processes that have some subdomains each paint those alone, and agree: media, what is said of all
 * cells, and sums over all are those of one that has painted all. */
START_TEST(processes_that_paint_their_own_cells_agree)
{
    enum { MOST = 4 };
    chance r = {(uint64_t)_i + 100};
    process of[MOST] = {0};
    int64_t at[3][4], first = 0;
    make_grid(&r, _i % 5 == 4);
    const yee_problem empty = problem;
    const yee_cut cut = cut_any(&r, at);
    const int64_t count = yee_cut_count(&cut);
    const int processes = count < MOST ? (int)count : MOST;
    start();
    yee_voxels *whole = voxels;
    chance objects = r;
    paint_all(&objects);
    make_media(&problem);
    for (int n = 0; n < processes; n++) {
        const int64_t end = count * (n + 1) / processes;
        of[n].problem = empty;
        enter(&of[n], &cut, first, end, &r);
        first = end;
    }
    for (int n = 1; n < processes; n++)
        yee_agreement_merge(&of[0].says, &of[n].says);
    uint64_t sum = 0;
    int64_t kept[2] = {0, 0};
    for (int n = 0; n < processes; n++) {
        voxels = of[n].voxels;
        ck_assert_int_eq(yee_agreement_take(voxels, &of[0].says), YEE_OK);
        make_media(&of[n].problem);
        same_answers(whole, voxels);
        yee_agreement_means(voxels, kept);
        sum += yee_problem_cells_sum(&of[n].problem);
        yee_voxels_free(voxels);
    }
    for (int n = 0; n < processes && yee_mixer_in_any_order(kept); n++)
        compare(&problem, &of[n].problem);
    if (yee_mixer_in_any_order(kept))
        ck_assert(sum == yee_problem_cells_sum(&problem));
    else
        ck_assert(_i == 2 || _i == 11); /* two of all have as many means */
    voxels = whole;
}
END_TEST

/* A ball in one subdomain paints nothing in the others, and one that paints nothing at all is found
 * when all have spoken. */
START_TEST(what_paints_nothing_anywhere_is_found_by_all)
{
    for (int nowhere = 0; nowhere < 2; nowhere++) {
        double place[4] = {nowhere ? 40e-3 : 1e-3, 2e-3, 2e-3, 0.8e-3};
        yee_voxels *half[2];
        yee_agreement says[2];
        const yee_cell_box box[2] = {{{0, 0, 0}, {2, 4, 4}}, {{2, 0, 0}, {4, 4, 4}}};
        for (int n = 0; n < 2; n++) {
            start();
            half[n] = voxels;
            yee_voxels_clip_to(voxels, 1, &box[n], 0, (const bool[3]){false});
            add(&balls, place, SAND, YEE_AVERAGE_NORMAL, 3);
            ck_assert_int_eq(yee_agreement_of(voxels, arena, &says[n]), YEE_OK);
        }
        yee_agreement_merge(&says[0], &says[1]);
        for (int n = 0; n < 2; n++) {
            yee_diag_clear(&diag);
            ck_assert_int_eq(yee_agreement_take(half[n], &says[0]),
                             nowhere ? YEE_INPUT : YEE_OK);
            ck_assert(!nowhere || strstr(diag.error, "paints nothing"));
            yee_voxels_free(half[n]);
        }
    }
    voxels = NULL;
}
END_TEST

/* The sum over all cells tells two points apart that change places. */
START_TEST(a_sum_knows_places)
{
    uint64_t sum[2];
    for (int n = 0; n < 2; n++) {
        build_grid(6, 6, 6, 0);
        yee_voxels_free(voxels);
        start();
        cells(SAND, YEE_AVERAGE_NO, 1 + n, 2 + n, 1, 3, 1, 3);
        freeze();
        sum[n] = yee_problem_cells_sum(&problem);
    }
    ck_assert(sum[0] != sum[1]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("local_ids");
    TCase *tcase = tcase_create("local_ids");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_loop_test(tcase, every_point_has_its_medium_whatever_the_cut, 0,
                        SEEDS / short_every(4));
    tcase_add_loop_test(tcase, processes_that_paint_their_own_cells_agree, 0,
                        SEEDS / short_every(4));
    tcase_add_test(tcase, what_paints_nothing_anywhere_is_found_by_all);
    tcase_add_test(tcase, a_sum_knows_places);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
