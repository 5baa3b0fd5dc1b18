/* tests/unit/test_fractal.c: random mixtures and grass painted into cells, through whole
 * models. */
#include "model/model.h"
#include "suite.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static yee_session *session;
static yee_model *model;

static void setup(void)
{
    yee_session_options options = {.size = sizeof options};
    model = NULL;
    ck_assert_int_eq(yee_session_open(&options, &session), YEE_OK);
}

static void teardown(void)
{
    yee_model_free(model);
    yee_session_close(session);
}

static yee_status attempt(const char *grid, const char *keys)
{
    char text[4096];
    snprintf(text, sizeof text,
             "[grid]\n%s[run]\nsteps = 1\n[boundary.all]\ntype = pec\n"
             "[material.a]\ntype = dielectric\neps = 2\n[material.b]\ntype = dielectric\n"
             "eps = 3\n[material.c]\ntype = dielectric\neps = 4\n[material.soil]\n"
             "type = peplinski\nsand = 0.5\nclay = 0.1\nbulk_density = 1.5 g/cm^3\n"
             "water = 0.05, 0.15\nfrequency_min = 0.3 GHz\nfrequency_max = 1.3 GHz\n"
             "[shape.s]\ntype = fractal\nfrom = 0, 0, 0 mm\nto = 20, 20, 20 mm\n"
             "exponent = 1.5\n%s",
             grid, keys);
    yee_model_free(model);
    model = NULL;
    return yee_model_parse(session, "t.ini", text, 0, NULL, &model);
}

static void make(const char *grid, const char *keys)
{
    ck_assert_msg(attempt(grid, keys) == YEE_OK, "%s", yee_session_error(session));
}

static const char cube[] = "spacing = 1 mm\ncells = 20, 20, 20\n";

static const char *name(int64_t i, int64_t j, int64_t k)
{
    const yee_view *view = yee_model_view(model);
    return view->material(view, i, j, k);
}

static int count(const char *word)
{
    const yee_grid *g = &yee_model_problem(model)->grid;
    int n = 0;
    for (int64_t i = 0; i < g->axis[0].cells; i++)
        for (int64_t j = 0; j < g->axis[1].cells; j++)
            for (int64_t k = 0; k < g->axis[2].cells; k++)
                n += !strcmp(name(i, j, k), word);
    return n;
}

/* The limits of the bins are exact to 2^-20 of the range, within which few of 8000 values lie. */
START_TEST(bins_have_the_volumes_that_are_asked_for)
{
    make(cube, "materials = a, b, c\nfractions = 0.5, 0.2, 0.3\n");
    ck_assert_int_le(abs(count("a") - 4000), 2);
    ck_assert_int_le(abs(count("b") - 1600), 2);
    ck_assert_int_le(abs(count("c") - 2400), 2);
    make(cube, "materials = a, b\nbinning = volume\n");
    ck_assert_int_le(abs(count("a") - 4000), 2);
}
END_TEST

/* The mean of a bin's law among neighbours of the list, and all cells are in some bin. */
START_TEST(bins_between_materials_are_means_of_neighbours)
{
    make(cube, "materials = a, c\nbins = 4\n");
    const yee_view *view = yee_model_view(model);
    int cells = 0;
    for (int b = 0; b < 4; b++) {
        char word[16];
        const yee_material *law;
        snprintf(word, sizeof word, "s/%d", b + 1);
        ck_assert_int_eq(view->material_of(view, word, &law), YEE_OK);
        ck_assert_double_eq_tol(law->electric[0].inf, 2 + 2 * (b + 0.5) / 4, 1e-12);
        cells += count(word);
    }
    ck_assert_int_eq(cells, 8000);
}
END_TEST

/* Width divides evenly what lies between the least and the largest value: middle bins of a sum
 * of many waves are full, the outer ones nearly empty, but not quite. */
START_TEST(a_mixture_is_divided_evenly_from_dry_to_wet)
{
    make(cube, "mixture = soil\nbins = 10\n");
    const yee_view *view = yee_model_view(model);
    double before = 0;
    int cells = 0, most = 0;
    for (int b = 0; b < 10; b++) {
        char word[16];
        const yee_material *law;
        snprintf(word, sizeof word, "s/%d", b + 1);
        ck_assert_int_eq(view->material_of(view, word, &law), YEE_OK);
        ck_assert_uint_eq(law->electric[0].pole_count, 1);
        ck_assert_double_eq(law->electric[0].poles[0].d1, 9.231e-12);
        ck_assert_double_gt(law->electric[0].poles[0].b0, before);
        before = law->electric[0].poles[0].b0;
        const int own = count(word);
        ck_assert_int_ge(own, 1);
        most = own > most ? own : most;
        cells += own;
    }
    ck_assert_int_eq(cells, 8000);
    ck_assert_int_ge(most, 1200);
    ck_assert_int_le(count("s/1") + count("s/10"), 160);
}
END_TEST

/* A coarse cell has the middle of the fine cell in its middle, so it is of the same material; a
 * field belongs to the box. */
START_TEST(a_ground_does_not_depend_on_the_cells_that_show_it)
{
    enum { N = 20 };
    static char fine[N][N][8];
    make("spacing = 1 mm\ncells = 20, 20\ninvariant = z\n",
         "materials = a, b, c\nfractions = 0.3, 0.4, 0.3\nresolution = 0.1 mm\n");
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            snprintf(fine[i][j], sizeof fine[i][j], "%s", name(i, j, 0));
    make("x = 1 mm x 2, 3 mm x 3, 1 mm x 9\ny = 1 mm x 20\ninvariant = z\n",
         "materials = a, b, c\nfractions = 0.3, 0.4, 0.3\nresolution = 0.1 mm\n");
    for (int i = 0; i < 14; i++)
        for (int j = 0; j < N; j++)
            ck_assert_str_eq(name(i, j, 0), fine[i < 2 ? i : i < 5 ? 3 * i - 3 : i + 6][j]);
}
END_TEST

/* On every machine: what seed 7 is. */
START_TEST(a_seed_is_one_ground)
{
    char row[21] = "";
    make("spacing = 1 mm\ncells = 20, 20\ninvariant = z\n",
         "materials = a, b, c\nfractions = 0.3, 0.4, 0.3\nseed = 7\n");
    for (int i = 0; i < 20; i++)
        row[i] = name(i, 11, 0)[0];
    ck_assert_str_eq(row, "ccccccbbbbbbaaaaaabc");
}
END_TEST

static char map[2][20][20][20]; /* whether a cell is of b */

static void plant(char (*seen)[20][20], const char *keys)
{
    char text[1024];
    snprintf(text, sizeof text,
             "[grid]\n%s[run]\nsteps = 1\n[boundary.all]\ntype = pec\n[material.b]\n"
             "type = dielectric\neps = 3\n[shape.g]\ntype = grass\nmaterial = b\n"
             "from = 0, 0, 0 mm\nto = 20, 20, 12 mm\nheight_min = 3 mm\nheight_max = 7 mm\n"
             "exponent = 1\nlevel = 10 mm\nrms = 0\n%s",
             cube, keys);
    yee_model_free(model);
    model = NULL;
    ck_assert_msg(yee_model_parse(session, "t.ini", text, 0, NULL, &model) == YEE_OK, "%s",
                  yee_session_error(session));
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 20; j++)
            for (int k = 0; k < 20; k++)
                seen[i][j][k] = !strcmp(name(i, j, k), "b");
}

/* On flat ground at 10 mm upright blades are columns of 3 to 7 cells, and one more where the
 * tip enters another. */
START_TEST(upright_blades_are_columns_of_their_heights)
{
    int blades = 0;
    plant(map[0], "blades = 12\nlean = 0\n");
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 20; j++) {
            int k = 10, below = 0;
            for (int q = 0; q < 10; q++)
                below += map[0][i][j][q];
            while (k < 20 && map[0][i][j][k])
                k++;
            const int height = k - 10;
            for (; k < 20; k++)
                ck_assert(!map[0][i][j][k]);
            ck_assert_int_eq(below, 0);
            ck_assert(height == 0 || (height >= 4 && height <= 8));
            blades += height > 0;
        }
    ck_assert_int_ge(blades, 10); /* of 12 in 400 columns, two pairs may share one */
    ck_assert_int_le(blades, 12);
}
END_TEST

START_TEST(more_blades_leave_the_first_ones_as_they_are)
{
    plant(map[0], "blades = 12\nroots = 6 mm\n");
    plant(map[1], "blades = 20\nroots = 6 mm\n");
    int roots = 0, more = 0;
    for (int n = 0; n < 8000; n++) {
        const int i = n / 400, j = n / 20 % 20, k = n % 20;
        ck_assert(!map[0][i][j][k] || map[1][i][j][k]);
        roots += k < 10 && map[0][i][j][k];
        more += map[1][i][j][k] && !map[0][i][j][k];
        ck_assert(k >= 3 || !map[1][i][j][k]); /* none is deeper than 6 mm */
    }
    ck_assert_int_ge(roots, 12);
    ck_assert_int_ge(more, 8);
}
END_TEST

START_TEST(wrong_mixtures_are_refused)
{
    const struct {
        const char *keys, *words;
    } wrong[] = {
        {"materials = a, b\nbins = 1\n", "bins = 1 with 2 materials"},
        {"materials = a, b\nfractions = 0.5, 0.4\n", "adds up to 0.9"},
        {"materials = a, b\nbins = 2\nfractions = 1\n", "1 numbers for 2 bins"},
        {"mixture = a\n", "has no range"},
        {"materials = a, pec\nbins = 5\n", "perfect conductor"},
        {"materials = a, d\n", "'d'"},
        {"materials = a, b\n[shape.t]\ntype = fractal\nfrom = 30, 0, 0 mm\nto = 40, 9, 9 mm\n"
         "materials = a, b\nexponent = 1\n",
         "paints nothing"},
        {"mixture = soil\nmaterials = a\n", "materials"},
        {"materials = a, b\nhurst = 0.5\n", "hurst"},
    };
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
        ck_assert_int_eq(attempt(cube, wrong[n].keys), YEE_INPUT);
        ck_assert_msg(strstr(yee_session_error(session), wrong[n].words), "'%s' lacks '%s'",
                      yee_session_error(session), wrong[n].words);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fractal");
    TCase *tcase = tcase_create("fractal");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, bins_have_the_volumes_that_are_asked_for);
    tcase_add_test(tcase, bins_between_materials_are_means_of_neighbours);
    tcase_add_test(tcase, a_mixture_is_divided_evenly_from_dry_to_wet);
    tcase_add_test(tcase, a_ground_does_not_depend_on_the_cells_that_show_it);
    tcase_add_test(tcase, a_seed_is_one_ground);
    tcase_add_test(tcase, upright_blades_are_columns_of_their_heights);
    tcase_add_test(tcase, more_blades_leave_the_first_ones_as_they_are);
    tcase_add_test(tcase, wrong_mixtures_are_refused);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
