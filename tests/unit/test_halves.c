/* tests/unit/test_halves.c: half a model before a wall has the media of the whole one, whose other
 * half is its image: bodies that lie on the wall, that end within a cell of it, and whose surfaces
 * run into it, at both ends of each axis. */
#include "problem/grid.h"
#include "short.h"
#include "suite.h"

#include <check.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <yee/libyee.h>

enum { TEXT = 8192, DEEP = 7, WIDE = 9 }; /* cells of 1 mm from the wall, and along it */

/* A body by two places, mm: first from the wall, then along it, from the middle. */
typedef struct body {
    const char *kind;
    double radius, at[2][3];
} body;

/* No face lies on middles or quarters of cells, where the lines are that see it. */
static const struct model {
    const char *name;
    body body[2];
} models[] = {
    {"box within the last cell", {{"box", 0, {{0.2, -3.1, -2.6}, {4.7, 2.4, 3.3}}}}},
    {"box on the wall", {{"box", 0, {{-1, -3.1, -2.6}, {3.3, 2.4, 3.3}}}}},
    {"thin box on the wall", {{"box", 0, {{-1, -3.1, -2.6}, {0.31, 2.4, 3.3}}}}},
    {"film on the wall", {{"box", 0, {{-1, -99, -99}, {0.31, 99, 99}}}}},
    {"gap at the wall", {{"box", 0, {{0.37, -99, -99}, {3.6, 99, 99}}}}},
    {"film before the wall", {{"box", 0, {{0.57, -99, -99}, {0.83, 99, 99}}}}},
    {"surface across the wall", {{"box", 0, {{-99, -99, -99}, {99, 0.2, 99}}}}},
    {"edge across the wall", {{"box", 0, {{-99, -99, -99}, {99, 0.2, 1.3}}}}},
    {"rod in the wall", {{"cylinder", 2.2, {{0, 0.3, -99}, {0, 0.3, 99}}}}},
    {"rod beside the wall", {{"cylinder", 2.2, {{2.3, 0.3, -99}, {2.3, 0.3, 99}}}}},
    {"thin rod in the wall", {{"cylinder", 0.4, {{0, 0.05, -99}, {0, 0.05, 99}}}}},
    {"rod out of the wall", {{"cylinder", 1.7, {{-1, 0.3, 0.6}, {3.4, 0.3, 0.6}}}}},
    {"ball in the wall", {{"sphere", 2.6, {{0, 0.3, -0.4}}}}},
    {"ball beside the wall", {{"sphere", 2.6, {{2.8, 0.3, -0.4}}}}},
    {"two balls", {{"sphere", 2.6, {{2.8, 0.3, -0.4}}}, {"sphere", 2.2, {{1.1, 1.6, 1.9}}}}},
    {"ball in a film",
     {{"box", 0, {{-1, -99, -99}, {0.31, 99, 99}}}, {"sphere", 1.6, {{0, 0.3, -0.4}}}}},
};
enum { MODELS = sizeof models / sizeof *models };
static const char *const averages[] = {"normal", "lines", "tensor"};
enum { AVERAGES = sizeof averages / sizeof *averages };
static const char *const walls[] = {"type = pec", "type = pmc",
                                    "type = symmetry\nkind = electric",
                                    "type = symmetry\nkind = magnetic"};
enum { WALLS = sizeof walls / sizeof *walls, PMC = 1 };
static const char *const modes[] = {NULL, "te", "tm"}; /* NULL: 3-D */
enum { MODES = sizeof modes / sizeof *modes };

typedef struct text {
    char v[TEXT];
    size_t used;
} text;

__attribute__((format(printf, 2, 3))) static void add(text *t, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    t->used += (size_t)vsnprintf(t->v + t->used, sizeof t->v - t->used, format, list);
    va_end(list);
    ck_assert_uint_lt(t->used, sizeof t->v);
}

/* Where the wall is, and how the model is turned. */
typedef struct view {
    const char *mode, *average;
    int axis, end; /* of the part's grid */
} view;

/* The axis along which the model's own axis a lies: the third one is the invariant one. */
static int turned(const view *w, int a)
{
    return w->mode ? (a == 2 ? 2 : (a + w->axis) % 2) : (a + w->axis) % 3;
}

static void put(text *t, const view *w, const char *key, const double at[3], bool image)
{
    double new[3];
    for (int a = 0; a < 3; a++)
        new[turned(w, a)] = a == 0 && image ? -at[a] : at[a];
    add(t, "%s = %.17g, %.17g, %.17g mm\n", key, new[0], new[1], new[2]);
}

/* A body, or its image. */
static void put_body(text *t, const view *w, const body *b, int n, bool image)
{
    double at[2][3];
    memcpy(at, b->at, sizeof at);
    if (at[0][0] < 0) /* to beyond the wall: its image's other half */
        at[0][0] = -at[1][0];
    add(t, "[shape.b%d%d]\ntype = %s\nmaterial = m%d\naverage = %s\n", n, image, b->kind, n,
        w->average);
    if (b->radius > 0)
        add(t, "radius = %g mm\n", b->radius);
    if (!strcmp(b->kind, "sphere")) {
        put(t, w, "center", at[0], image);
        return;
    }
    for (int p = 0; p < 2 && image && !strcmp(b->kind, "box"); p++)
        at[p][0] = p ? (b->at[0][0] < 0 ? -b->at[1][0] : b->at[0][0]) : b->at[1][0];
    put(t, w, "from", at[0], image);
    put(t, w, "to", at[1], image);
}

/* The whole, or the part beyond the wall. */
static void write_model(text *t, const struct model *m, const view *w, const char *wall)
{
    double origin[3];
    *t = (text){.used = 0};
    add(t, "[grid]\n");
    for (int a = 0; a < 3; a++) {
        const int own = turned(w, a);
        const int n = a ? WIDE : wall ? DEEP : 2 * DEEP;
        origin[own] = a ? -0.5 * WIDE : wall && !w->end ? 0 : -DEEP;
        if (w->mode && own == 2)
            add(t, "invariant = z\nmode = %s\n", w->mode);
        else
            add(t, "%c = 1 mm x %d\n", ("xyz"[own]), n);
    }
    add(t,
        "origin = %g, %g, %g mm\n[run]\nsteps = 4\nscheme = plain\nprecision = f64\n"
        "[boundary.all]\ntype = pec\n",
        origin[0], origin[1], origin[2]);
    if (wall)
        add(t, "[boundary.wall]\n%s\nfaces = %c%c\n", wall, ("xyz"[turned(w, 0)]),
            ("-+"[w->end]));
    for (int n = 0; n < 2; n++)
        add(t, "[material.m%d]\ntype = dielectric\neps = %g\nmu = %g\n", n, n ? 2.3 : 5.,
            n ? 1 : 1.7);
    for (int n = 0; n < 2 && m->body[n].kind; n++)
        for (int image = 0; image < 2; image++)
            if (!wall || image == w->end)
                put_body(t, w, &m->body[n], n, image);
    add(t, "[waveform.w]\ntype = ricker\nfrequency = 9 GHz\n[source.s]\ntype = dipole\n");
    put(t, w, "position", (const double[3]){5, 2, 0.2}, w->end);
    add(t, "direction = z\n%s\nwaveform = w\n",
        w->mode && !strcmp(w->mode, "te") ? "magnetic_current = 1 V" : "current = 1 A");
}

/* The largest difference of the logarithms of eps and mu at the part's points. */
static double difference(const yee_problem *part, const yee_problem *whole, const view *w)
{
    const int axis = turned(w, 0);
    double most = 0;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t *e = part->grid.extent[c];
        int64_t at[3];
        for (at[0] = 0; at[0] < e[0] && part->grid.active[c]; at[0]++)
            for (at[1] = 0; at[1] < e[1]; at[1]++)
                for (at[2] = 0; at[2] < e[2]; at[2]++) {
                    int64_t to[3] = {at[0], at[1], at[2]};
                    to[axis] += w->end ? 0 : DEEP;
                    const int64_t m = yee_grid_index(&part->grid, c, at[0], at[1], at[2]);
                    const int64_t n = yee_grid_index(&whole->grid, c, to[0], to[1], to[2]);
                    const double own =
                        part->medium[yee_problem_medium(part, c, m)].response.inf;
                    const double other =
                        whole->medium[yee_problem_medium(whole, c, n)].response.inf;
                    most = fmax(most, fabs(log(own / other)));
                }
    }
    return most;
}

static yee_model *read(yee_session *session, const text *t)
{
    yee_model *model;
    ck_assert_msg(!yee_model_parse(session, "half.ini", t->v, 0, NULL, &model), "%s\n%s",
                  yee_session_error(session), t->v);
    return model;
}

/* Cuts of lines are rounded to 1/65532 of a cell, where a half may go either way, and the
 * logarithm of a mean changes by at most 4 times as much: eps and mu are 5 at most, 1 at least. */
START_TEST(half_a_model_has_the_media_of_the_whole)
{
    const int i = short_index(_i, AVERAGES);
    const struct model *m = &models[i / AVERAGES];
    const double limit = 4. / 65532;
    yee_session *session;
    text t;
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    for (int n = 0; n < MODES * 6; n++) {
        const view w = {modes[n / 6], averages[i % AVERAGES], n / 2 % 3, n % 2};
        const bool flat = !w.mode || (w.axis < 2 && strcmp(m->body[0].kind, "sphere") &&
                                      strcmp(m->body[1].kind ? m->body[1].kind : "", "sphere"));
        if (!flat)
            continue;
        write_model(&t, m, &w, NULL);
        yee_model *whole = read(session, &t);
        for (int k = 0; k < WALLS; k++) {
            if (k != PMC && strcmp(w.average, "normal") != 0)
                continue; /* media know no kinds of walls */
            write_model(&t, m, &w, walls[k]);
            yee_model *part = read(session, &t);
            const double off =
                difference(yee_model_problem(part), yee_model_problem(whole), &w);
            ck_assert_msg(off <= limit, "%s, %s, %s, axis %d, end %d, %s: off by %.1e", m->name,
                          w.average, w.mode ? w.mode : "3-D", turned(&w, 0), w.end, walls[k],
                          off);
            yee_model_free(part);
        }
        yee_model_free(whole);
    }
    yee_session_close(session);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("halves");
    TCase *tcase = tcase_create("halves");
    tcase_add_loop_test(tcase, half_a_model_has_the_media_of_the_whole, 0,
                        MODELS * AVERAGES / short_every(AVERAGES));
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
