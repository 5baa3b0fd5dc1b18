/* tests/unit/test_mirror.c: bodies and their mirror images have mirrored media, along each axis. */
#include "problem/grid.h"
#include "short.h"
#include "suite.h"

#include <check.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yee/libyee.h>

enum { TEXT = 8192 };
static const int cells[3] = {21, 20, 19};

/* Cells of 1 mm, and cells of several widths, which lie alike from both ends. */
static const struct axes {
    const char *text;
    double size[3]; /* mm */
} grids[] = {
    {"cells = 21, 20, 19\nspacing = 1 mm\n", {21, 20, 19}},
    {"x = 1 mm x 6, 0.7 mm x 9, 1 mm x 6\ny = 0.8 mm x 7, 1.1 mm x 6, 0.8 mm x 7\n"
     "z = 1 mm x 19\n",
     {18.3, 17.8, 19}},
};
enum { GRIDS = sizeof grids / sizeof *grids };

/* A body by two places, mm, and what else its section says. */
typedef struct body {
    const char *kind, *places[2], *rest;
    double at[2][3];
} body;

#define CYLINDER(radius, ...) \
    { \
        "cylinder", {"from", "to"}, "radius = " radius " mm\n", __VA_ARGS__ \
    }
#define BALL(radius, ...) \
    { \
        "sphere", {"center", NULL}, "radius = " radius " mm\n", { __VA_ARGS__ } \
    }
#define CONE(from, to, ...) \
    { \
        "cone", {"from", "to"}, "radius_from = " from " mm\nradius_to = " to " mm\n", \
            __VA_ARGS__ \
    }
#define BOX(...) \
    { \
        "box", {"from", "to"}, "", __VA_ARGS__ \
    }

/* One or two bodies, the second one of another medium. No flat face lies on middles or quarters of
 * cells, where the lines are that see it: bodies that touch share none, so such a line belongs to
 * the body above it, and to the other one in a mirror. */
static const body models[][2] = {
    {BALL("5.3", {8.1, 9.7, 8.9})},
    {BALL("4", {9.5, 9.5, 9.5})}, /* its surface goes through middles of cells */
    {BALL("5", {9, 10, 8})},      /* and through nodes */
    {CYLINDER("4.2", {{3.1, 5.2, 4.7}, {16.3, 13.9, 13.1}})},
    {CYLINDER("3", {{4, 6, 5}, {15, 6, 5}})},
    {CONE("4.4", "1.3", {{4.2, 6.1, 5.3}, {15.7, 12.4, 11.8}})},
    {BOX({{3.2, 4.7, 2.9}, {12.1, 15.7, 9.4}})},
    {BOX({{3.3, 4.15, 2.3}, {12, 14.9, 9.8}})},
    {BALL("5.3", {8.1, 9.7, 8.9}), BALL("4.1", {12.3, 11.2, 9.4})},
    {BALL("5.3", {8.1, 9.7, 8.9}), CYLINDER("2.2", {{3.1, 5.2, 4.7}, {16.3, 13.9, 13.1}})},
    {BOX({{3.2, 4.7, 2.9}, {12.1, 15.7, 9.4}}), BALL("4.1", {12.3, 11.2, 9.4})},
};
enum { MODELS = sizeof models / sizeof *models };
static const char *const averages[] = {"normal", "lines", "cells", "tensor"};
enum { AVERAGES = sizeof averages / sizeof *averages };

typedef struct text {
    char v[TEXT];
    size_t used;
} text;

static void add(text *t, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    t->used += (size_t)vsnprintf(t->v + t->used, sizeof t->v - t->used, format, list);
    va_end(list);
    ck_assert_uint_lt(t->used, sizeof t->v);
}

/* A model whose bodies are mirrored along an axis; -1: as they are. */
static void write_model(text *t, const struct axes *grid, const body bodies[2],
                        const char *average, int mirrored)
{
    *t = (text){.used = 0};
    add(t,
        "[grid]\n%s[run]\nsteps = 4\nscheme = plain\nprecision = f64\n"
        "[boundary.all]\ntype = pec\n",
        grid->text);
    for (int n = 0; n < 2 && bodies[n].kind; n++) {
        const body *b = &bodies[n];
        add(t,
            "[material.m%d]\ntype = dielectric\neps = %g\n[shape.b%d]\ntype = %s\nmaterial = "
            "m%d\naverage = %s\n%s",
            n, n ? 2.3 : 5., n, b->kind, n, average, b->rest);
        const bool box = !strcmp(b->kind, "box");
        for (int p = 0; p < 2 && b->places[p]; p++) {
            double at[3];
            for (int a = 0; a < 3; a++) {
                const int from = box && a == mirrored ? !p : p;
                at[a] = a == mirrored ? grid->size[a] - b->at[from][a] : b->at[p][a];
            }
            add(t, "%s = %.17g, %.17g, %.17g mm\n", b->places[p], at[0], at[1], at[2]);
        }
    }
    add(t, "[waveform.w]\ntype = ricker\nfrequency = 9 GHz\n[source.s]\ntype = dipole\n"
           "position = 10, 10, 9.5 mm\ndirection = z\ncurrent = 1 A\nwaveform = w\n");
}

/* The largest difference of the logarithms of eps at points and at the mirrored points. */
static double difference(const yee_problem *p, const yee_problem *q, int axis)
{
    double most = 0;
    for (int c = 0; c < 3; c++) {
        const int64_t *e = p->grid.extent[c];
        int64_t at[3];
        for (at[0] = 0; at[0] < e[0]; at[0]++)
            for (at[1] = 0; at[1] < e[1]; at[1]++)
                for (at[2] = 0; at[2] < e[2]; at[2]++) {
                    int64_t to[3] = {at[0], at[1], at[2]};
                    to[axis] = (yee_half(c, axis) ? cells[axis] - 1 : cells[axis]) - at[axis];
                    const int64_t m = yee_grid_index(&p->grid, c, at[0], at[1], at[2]);
                    const int64_t n = yee_grid_index(&q->grid, c, to[0], to[1], to[2]);
                    const double own = p->medium[yee_problem_medium(p, c, m)].response.inf;
                    const double other = q->medium[yee_problem_medium(q, c, n)].response.inf;
                    most = fmax(most, fabs(log(own / other)));
                }
    }
    return most;
}

/* Cuts of lines are rounded to 1/65532 of a cell, where a half may go either way, and the
 * logarithm of a mean changes by at most 4 times as much: eps is 5 at most, 1 at least. Means of
 * curved surfaces are rounded to levels, which do not depend on the order of points. */
static const double limit = 4. / 65532;

START_TEST(mirrored_bodies_have_mirrored_media)
{
    const int i = short_index(_i, AVERAGES);
    const body *bodies = models[i / AVERAGES % MODELS];
    const struct axes *grid = &grids[i / AVERAGES / MODELS];
    const char *average = averages[i % AVERAGES];
    yee_session *session;
    yee_model *model, *mirror;
    text t;
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    write_model(&t, grid, bodies, average, -1);
    ck_assert_msg(!yee_model_parse(session, "body.ini", t.v, 0, NULL, &model), "%s",
                  yee_session_error(session));
    for (int axis = 0; axis < 3; axis++) {
        write_model(&t, grid, bodies, average, axis);
        ck_assert_msg(!yee_model_parse(session, "mirror.ini", t.v, 0, NULL, &mirror), "%s",
                      yee_session_error(session));
        const yee_problem *p = yee_model_problem(model), *q = yee_model_problem(mirror);
        const double off = difference(p, q, axis);
        ck_assert_int_gt(p->media, 2);
        ck_assert_msg(off <= limit, "along %c off by %.1e", ("xyz"[axis]), off);
        yee_model_free(mirror);
    }
    yee_model_free(model);
    yee_session_close(session);
}
END_TEST

/* Faces at so many places within cells that their means are more than are kept as they are: of two
 * media without poles, of two with, and of three. The boxes of the mirror come in falling order.
 * Means of relaxing media are compared by their eps_inf, which is within 1 and 5, too. */
START_TEST(many_planes_have_their_means_in_any_order)
{
    enum { BOXES = 12 };
    static const char *const keys[] = {"type = dielectric\neps = 5\n",
                                       "type = debye\neps_inf = 5\ndelta_eps = 3\ntau = 9 ps\n",
                                       "type = dielectric\neps = 5\nsigma = 0.1 S/m\n"};
    static const char *const all[] = {"normal", "lines"};
    const char *average = all[_i % 2];
    yee_session *session;
    yee_model *model[4];
    ck_assert_int_eq(yee_session_open(NULL, &session), YEE_OK);
    for (int axis = -1; axis < 3; axis++) {
        text t = {.used = 0};
        add(&t,
            "[grid]\n%s[run]\nsteps = 4\nscheme = plain\nprecision = f64\n[boundary.all]\n"
            "type = pec\n[material.m]\n%s",
            grids[0].text, keys[_i / 2]);
        for (int n = 0; n < BOXES; n++) {
            const int box = axis < 0 ? n : BOXES - 1 - n;
            double from[3], to[3];
            for (int a = 0; a < 3; a++) {
                const int places[3] = {box % 3, box / 3 % 2, box / 6};
                const double part = 0.011 + 0.97 * ((37 * (3 * box + a)) % 41) / 41;
                const double low = 1 + 6 * places[a] + part;
                const double high = low + 3.07 + 0.9 * ((23 * (3 * box + a)) % 43) / 43;
                from[a] = a == axis ? grids[0].size[a] - high : low;
                to[a] = a == axis ? grids[0].size[a] - low : high;
            }
            add(&t,
                "[shape.b%d]\ntype = box\nmaterial = m\naverage = %s\n"
                "from = %.17g, %.17g, %.17g mm\nto = %.17g, %.17g, %.17g mm\n",
                box, average, from[0], from[1], from[2], to[0], to[1], to[2]);
        }
        add(&t, "[waveform.w]\ntype = ricker\nfrequency = 9 GHz\n[source.s]\ntype = dipole\n"
                "position = 10, 10, 9.5 mm\ndirection = z\ncurrent = 1 A\nwaveform = w\n");
        ck_assert_msg(!yee_model_parse(session, "boxes.ini", t.v, 0, NULL, &model[axis + 1]),
                      "%s", yee_session_error(session));
    }
    const yee_problem *p = yee_model_problem(model[0]);
    ck_assert_int_gt(p->media, 64); /* and not all are exact */
    for (int axis = 0; axis < 3; axis++) {
        const double off = difference(p, yee_model_problem(model[axis + 1]), axis);
        ck_assert_msg(off <= limit, "%s: along %c off by %.1e", average, ("xyz"[axis]), off);
    }
    for (int n = 0; n < 4; n++)
        yee_model_free(model[n]);
    yee_session_close(session);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mirror");
    TCase *tcase = tcase_create("mirror");
    tcase_add_loop_test(tcase, mirrored_bodies_have_mirrored_media, 0,
                        GRIDS * MODELS * AVERAGES / short_every(AVERAGES));
    tcase_add_loop_test(tcase, many_planes_have_their_means_in_any_order, 0, 6);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
