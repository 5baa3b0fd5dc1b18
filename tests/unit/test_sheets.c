/* Admittance sheets on faces: which edges get them, and what their media are. */
#include "painting.h"
#include "problem/media/damping.h"
#include "problem/media/sheets.h"
#include "suite.h"

static const yee_pole branch[] = {{0, 7e6, 0, 1e9, 1}};
static yee_sheets sheets;

/* x-: 0.1 S along y and 0.2 S along z; x+: a capacitance and a pole along z; z+: 0.4 S. */
static void lay(void)
{
    sheets = (yee_sheets){.on = {true, true, false, false, false, true}};
    sheets.sheet[0][1].sigma = 0.1;
    sheets.sheet[0][2].sigma = 0.2;
    sheets.sheet[1][2] = (yee_response){2e-3, 0, 1, branch};
    sheets.sheet[5][0].sigma = sheets.sheet[5][1].sigma = 0.4;
    problem.grid.axis[0].face[0] = problem.grid.axis[0].face[1] = YEE_FACE_PMC;
    problem.grid.axis[2].face[1] = YEE_FACE_PMC;
}

static void lay_and_freeze(void)
{
    freeze();
    ck_assert_int_eq(yee_voxels_sheets(voxels, arena, &sheets, &problem), YEE_OK);
    count_points();
}

static double sigma_due(int c, const int64_t i[3])
{
    const double w = 0.5e-3; /* half of the last cell */
    double sum = 0;
    if (c == YEE_EY && i[0] == 0)
        sum += 0.1 / w;
    if (c == YEE_EZ && i[0] == 0)
        sum += 0.2 / w;
    if ((c == YEE_EX || c == YEE_EY) && i[2] == 4)
        sum += 0.4 / w;
    return sum;
}

/* y faces are metal, as is z-: what lies there stays as it is. */
START_TEST(edges_on_a_face_have_its_sheet_and_those_of_two_have_both)
{
    start();
    lay();
    lay_and_freeze();
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int64_t n = 0; n < yee_grid_points(&problem.grid, c); n++) {
            const int64_t *e = problem.grid.extent[c];
            const int64_t i[3] = {n / (e[1] * e[2]), n / e[2] % e[1], n % e[2]};
            bool updated = true;
            for (int a = 0; a < 3; a++)
                updated = updated && i[a] >= problem.grid.begin[c][a] &&
                          i[a] < problem.grid.end[c][a];
            const yee_medium *m = at(c, i[0], i[1], i[2]);
            const bool pole = c == YEE_EZ && i[0] == 4 && updated;
            const double due = updated && c < 3 ? sigma_due(c, i) : 0;
            ck_assert_double_eq_tol(m->response.sigma, due, 1e-12);
            ck_assert_double_eq(m->response.inf, pole ? 1 + 2e-3 / 0.5e-3 : 1);
            ck_assert_uint_eq(m->response.pole_count, pole);
        }
    ck_assert_str_eq(at(YEE_EY, 0, 2, 2)->name, "air (sheet)");
    ck_assert_double_eq(at(YEE_EZ, 4, 2, 2)->response.poles->b0, 7e6 / 0.5e-3);
    ck_assert_double_eq(at(YEE_EZ, 4, 2, 2)->response.poles->d1, 1e9);
    /* eps and mu of air; 200, 400, 800 and 1000 S/m, and the pole */
    ck_assert_int_eq(problem.media, 2 + 5);
}
END_TEST

START_TEST(media_keep_what_they_are_made_of_and_conductors_stay)
{
    start();
    lay();
    cells(WATER, true, 0, 4, 0, 2, 0, 4);
    cells(PEC, true, 0, 4, 0, 4, 0, 1);
    freeze();
    const yee_medium before = *at(YEE_EY, 0, 1, 2);
    ck_assert_int_eq(yee_voxels_sheets(voxels, arena, &sheets, &problem), YEE_OK);
    count_points();
    const yee_medium *after = at(YEE_EY, 0, 1, 2);
    ck_assert_str_eq(after->name, "water (sheet)");
    ck_assert_double_eq(after->response.inf, before.response.inf);
    ck_assert_double_eq(after->response.sigma, before.response.sigma + 0.1 / 0.5e-3);
    ck_assert_mem_eq(after->response.poles, before.response.poles, sizeof(yee_pole));
    ck_assert_int_eq(at(YEE_EY, 0, 1, 1)->conductor, YEE_PERFECT_ELECTRIC);
    ck_assert_str_eq(at(YEE_EY, 0, 1, 1)->name, "pec");
    /* the updates are those of the copies */
    yee_section section[2];
    yee_update u;
    yee_update_make(&after->response, YEE_EPS0, problem.grid.dt, &u, section);
    ck_assert_double_eq(problem.update[after - problem.medium].ca, u.ca);
}
END_TEST

/* Along an axis whose other faces damp, the sheet is damped with the air: Y(s + a). */
START_TEST(a_sheet_in_damped_cells_is_damped)
{
    static const double half[4] = {4e9}, node[5] = {5e9};
    const yee_rates rates[3] = {{NULL, NULL}, {half, node}, {NULL, NULL}};
    start();
    lay();
    lay_and_freeze();
    const yee_response before = at(YEE_EZ, 4, 1, 2)->response;
    ck_assert_int_eq(yee_voxels_damp(voxels, arena, rates, &problem), YEE_OK);
    count_points();
    const yee_medium *edge = at(YEE_EY, 4, 0, 2);
    ck_assert_str_eq(edge->name, "air (damped)"); /* no sheet along y there */
    edge = at(YEE_EY, 0, 0, 2);
    ck_assert_str_eq(edge->name, "air (sheet) (damped)");
    NEAR(edge->response.sigma, 0.1 / 0.5e-3 + 4e9 * YEE_EPS0);
    yee_response due;
    ck_assert(yee_response_damp(arena, &before, YEE_EPS0, 4e9, &due));
    ck_assert_uint_eq(due.pole_count, 1);
    ck_assert_double_eq(due.poles->b0, 7e6 / 0.5e-3);
}
END_TEST

START_TEST(flat_grids_and_faces_without_a_sheet_are_left_alone)
{
    build_grid(4, 3, 1, 3);
    start();
    lay();
    sheets.on[5] = false; /* its axis is invariant */
    lay_and_freeze();
    /* TM: Ez alone */
    NEAR(at(YEE_EZ, 0, 1, 0)->response.sigma, 0.2 / 0.5e-3);
    ck_assert_uint_eq(at(YEE_EZ, 4, 1, 0)->response.pole_count, 1);
    ck_assert_int_eq(problem.media, 4);
    const yee_problem before = problem;
    sheets = (yee_sheets){.on = {false}};
    ck_assert_int_eq(yee_voxels_sheets(voxels, arena, &sheets, &problem), YEE_OK);
    ck_assert_mem_eq(&before, &problem, sizeof before);
}
END_TEST

/* Sheets that are alike make one medium, on whatever face. */
START_TEST(faces_with_one_sheet_share_their_media)
{
    start();
    lay();
    for (int face = 0; face < 6; face++) {
        sheets.on[face] = true;
        problem.grid.axis[face / 2].face[face % 2] = YEE_FACE_PMC;
        for (int d = 0; d < 3; d++)
            sheets.sheet[face][d] = (yee_response){.sigma = 0.25};
    }
    lay_and_freeze();
    /* air, its mu, one sheet, two sheets */
    ck_assert_int_eq(problem.media, 4);
    NEAR(at(YEE_EX, 1, 0, 4)->response.sigma, 2 * 0.25 / 0.5e-3);
    NEAR(at(YEE_EX, 1, 2, 0)->response.sigma, 0.25 / 0.5e-3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sheets");
    TCase *tcase = tcase_create("sheets");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, edges_on_a_face_have_its_sheet_and_those_of_two_have_both);
    tcase_add_test(tcase, media_keep_what_they_are_made_of_and_conductors_stay);
    tcase_add_test(tcase, a_sheet_in_damped_cells_is_damped);
    tcase_add_test(tcase, flat_grids_and_faces_without_a_sheet_are_left_alone);
    tcase_add_test(tcase, faces_with_one_sheet_share_their_media);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
