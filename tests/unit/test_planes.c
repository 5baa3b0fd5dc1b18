/* Painting by several threads: cells, ids, media and counts are those of one thread. */
#include "base/parallel.h"
#include "painting.h"
#include "problem/paint.h"
#include "suite.h"

#include <pthread.h>

/* ---- items in order ---- */

enum { ITEMS = 500, THREADS = 4 };
typedef struct items {
    int worked[ITEMS], finished[ITEMS], busy[THREADS];
    int64_t order; /* of the next item to be finished */
    int64_t bad;   /* the item that fails; -1: none */
    bool bad_end;  /* at its end */
} items;

static bool work(void *user, int thread, int64_t item)
{
    items *all = user;
    ck_assert(thread >= 0 && thread < THREADS && !all->busy[thread]);
    all->busy[thread] = 1;
    all->worked[item]++;
    return item != all->bad || all->bad_end;
}

static bool finish(void *user, int thread, int64_t item)
{
    items *all = user;
    ck_assert_int_eq(item, all->order++);
    ck_assert(all->busy[thread]);
    all->busy[thread] = 0;
    all->finished[item]++;
    return item != all->bad;
}

START_TEST(items_are_finished_in_their_order)
{
    for (int threads = 0; threads <= THREADS; threads++) {
        items all = {.bad = -1};
        ck_assert(yee_parallel_run(threads, ITEMS, work, finish, &all));
        for (int n = 0; n < ITEMS; n++)
            ck_assert(all.worked[n] == 1 && all.finished[n] == 1);
    }
    ck_assert(yee_parallel_run(THREADS, 0, work, finish, NULL));
}
END_TEST

START_TEST(nothing_is_finished_after_a_failure)
{
    for (int threads = 1; threads <= THREADS; threads++)
        for (int64_t bad = 0; bad < ITEMS; bad += 83)
            for (int end = 0; end < 2; end++) {
                items all = {.bad = bad, .bad_end = end};
                ck_assert(!yee_parallel_run(threads, ITEMS, work, finish, &all));
                for (int n = 0; n < ITEMS; n++)
                    ck_assert_int_eq(all.finished[n], n < bad + end);
            }
}
END_TEST

/* ---- media ---- */

/* 48^3 points are worth four threads. */
enum { N = 48 };

/* Two problems are alike in all that painting gives them. */
static void are_alike(const yee_problem *a, const yee_problem *b, const int64_t *points)
{
    ck_assert_int_eq(a->media, b->media);
    for (int64_t m = 0; m < a->media; m++) {
        const yee_medium *v = &a->medium[m], *w = &b->medium[m];
        ck_assert(
            v->magnetic == w->magnetic && v->conductor == w->conductor &&
            v->response.inf == w->response.inf && v->response.sigma == w->response.sigma &&
            v->response.pole_count == w->response.pole_count && !strcmp(v->name, w->name));
        ck_assert(!v->response.pole_count ||
                  !memcmp(v->response.poles, w->response.poles,
                          v->response.pole_count * sizeof(yee_pole)));
        ck_assert_int_eq(points[m], yee_voxels_points(voxels)[m]);
    }
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        ck_assert_uint_eq(a->uniform[c], b->uniform[c]);
        ck_assert_int_eq(!a->id[c], !b->id[c]);
        ck_assert(!a->id[c] ||
                  !memcmp(a->id[c], b->id[c],
                          (size_t)yee_grid_points(&a->grid, c) * sizeof *a->id[c]));
    }
}

/* Balls that overlap, of media with and without poles, between boxes of cells. */
static void paint_all(int threads)
{
    enum { OBJECTS = 40 };
    static yee_instance it[OBJECTS];
    static double of_ball[OBJECTS][4];
    static order of_box[OBJECTS];
    yee_object object[OBJECTS];
    uint32_t state = 5;
    for (int n = 0; n < OBJECTS; n++) {
        const int64_t from = n % (N - 4);
        for (int a = 0; a < 4; a++) {
            state = state * 1664525u + 1013904223u;
            of_ball[n][a] = (double)(state >> 8) / (1 << 24) * (a < 3 ? N : 6) * 1e-3;
        }
        of_ball[n][3] += 3e-3;
        of_box[n] = (order){-1, {from, 0, n % N}, {from + 3, N, N}, NULL};
        it[n] = (yee_instance){.plugin = n % 20 == 19 ? &orders : &balls,
                               .config = n % 20 == 19 ? (void *)&of_box[n] : of_ball[n],
                               .place = {"m.ini", n + 1, "shape.s"},
                               .diag = &diag};
        object[n] = (yee_object){&it[n], (const int[]){WATER, SAND, CLAY, CRYSTAL}[n % 4],
                                 n % 5 ? YEE_AVERAGE_NORMAL : YEE_AVERAGE_LINES, false, NULL};
    }
    problem.threads = threads;
    start();
    ck_assert_int_eq(yee_voxels_paint(voxels, OBJECTS, object, threads), YEE_OK);
}

START_TEST(painting_does_not_depend_on_the_number_of_threads)
{
    build_grid(N, N, N, 0);
    ck_assert_int_eq(yee_grid_close(&diag, NULL, &problem.grid), YEE_OK);
    paint_all(1);
    freeze();
    ck_assert_int_gt(problem.media, 200);
    const yee_problem one = problem;
    int64_t *points = malloc((size_t)one.media * sizeof *points);
    memcpy(points, yee_voxels_points(voxels), (size_t)one.media * sizeof *points);
    yee_paint *paint = malloc(voxels->paints * sizeof *paint);
    memcpy(paint, voxels->paint, voxels->paints * sizeof *paint);
    for (int threads = 2; threads <= 5; threads++) {
        yee_voxels_free(voxels);
        paint_all(threads);
        freeze();
        ck_assert_uint_gt(voxels->strips, 1);
        are_alike(&one, &problem, points);
        for (size_t n = 0; n < voxels->paints; n++)
            for (int a = 0; a < 3; a++) {
                ck_assert_int_eq(voxels->paint[n].begin[a], paint[n].begin[a]);
                ck_assert_int_eq(voxels->paint[n].end[a], paint[n].end[a]);
            }
    }
    free(paint);
    free(points);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("planes");
    TCase *tests = tcase_create("planes");
    tcase_add_test(tests, items_are_finished_in_their_order);
    tcase_add_test(tests, nothing_is_finished_after_a_failure);
    TCase *media = tcase_create("media");
    tcase_add_checked_fixture(media, setup, teardown);
    tcase_add_test(media, painting_does_not_depend_on_the_number_of_threads);
    suite_add_tcase(suite, tests);
    suite_add_tcase(suite, media);
    return suite_run(suite);
}
