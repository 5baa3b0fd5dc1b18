/* shapes.h: models of one or a few shapes, and the cells and edges that they cover. */
#ifndef YEE_TESTS_SHAPES_H
#define YEE_TESTS_SHAPES_H

#include "model/model.h"
#include "suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static yee_session *session;
static yee_model *model;
static char logged[8192];

static inline void keep(void *user, yee_level level, const char *line)
{
    (void)user;
    (void)level;
    strncat(logged, line, sizeof logged - strlen(logged) - 1);
}

static inline void setup(void)
{
    yee_session_options options = {.size = sizeof options, .log = keep};
    logged[0] = 0;
    model = NULL;
    ck_assert_int_eq(yee_session_open(&options, &session), YEE_OK);
}

static inline void teardown(void)
{
    yee_model_free(model);
    yee_session_close(session);
}

#define CUBE "[grid]\nspacing = 1 mm\ncells = 20, 20, 20\n"
#define PLANE(axis, mode) \
    "[grid]\nspacing = 1 mm\ncells = 20, 20\ninvariant = " axis "\nmode = " mode "\n"
static const char shapes_rest[] =
    "[run]\nsteps = 1\n[boundary.all]\ntype = pec\n[material.a]\ntype = "
    "dielectric\neps = 2\n[material.b]\ntype = dielectric\neps = 3\n";

static inline yee_status attempt(const char *grid, const char *shapes)
{
    char text[8192];
    snprintf(text, sizeof text, "%s%s%s", grid, shapes_rest, shapes);
    yee_model_free(model);
    model = NULL;
    logged[0] = 0;
    return yee_model_parse(session, "t.ini", text, 0, NULL, &model);
}

static inline void make(const char *grid, const char *shapes)
{
    ck_assert_msg(attempt(grid, shapes) == YEE_OK, "%s", yee_session_error(session));
}

static inline void refused(const char *shapes, const char *part)
{
    ck_assert_int_ne(attempt(CUBE, shapes), YEE_OK);
    ck_assert_msg(strstr(yee_session_error(session), part), "'%s' lacks '%s'",
                  yee_session_error(session), part);
}

/* "a", "b", ... of a cell */
static inline bool is(const char *name, int64_t i, int64_t j, int64_t k)
{
    const yee_view *view = yee_model_view(model);
    return !strcmp(view->material(view, i, j, k), name);
}

static inline int count(const char *name)
{
    const yee_grid *g = &yee_model_problem(model)->grid;
    int n = 0;
    for (int64_t i = 0; i < g->axis[0].cells; i++)
        for (int64_t j = 0; j < g->axis[1].cells; j++)
            for (int64_t k = 0; k < g->axis[2].cells; k++)
                n += is(name, i, j, k);
    return n;
}

static inline bool metal(int c, int64_t i, int64_t j, int64_t k)
{
    const yee_problem *p = yee_model_problem(model);
    const int64_t index = yee_grid_index(&p->grid, c, i, j, k);
    return p->medium[yee_problem_medium(p, c, index)].conductor == YEE_PERFECT_ELECTRIC;
}

static inline int count_metal(int c)
{
    const int64_t *n = yee_model_problem(model)->grid.extent[c];
    int sum = 0;
    for (int64_t i = 0; i < n[0]; i++)
        for (int64_t j = 0; j < n[1]; j++)
            for (int64_t k = 0; k < n[2]; k++)
                sum += metal(c, i, j, k);
    return sum;
}

#endif
