/* Placements against matrices and directions that are written out. */
#include "config/placement.h"
#include "suite.h"

#include <math.h>
#include <string.h>

/* One of the 48, after a walk through turns and mirrors that meets all of them. */
static yee_placement made(int n, double matrix[3][3])
{
    static const char *const turn[] = {"x 90 deg", "y -90 deg", "z 90 deg", "z 180 deg"};
    static const double rows[4][3][3] = {{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}},
                                         {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}},
                                         {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
                                         {{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}};
    yee_placement p = yee_placement_none;
    yee_fault fault;
    memset(matrix, 0, 9 * sizeof(double));
    for (int a = 0; a < 3; a++)
        matrix[a][a] = 1;
    if (n % 2) {
        ck_assert_int_eq(yee_placement_mirror(&p, "y", &fault), YEE_OK);
        matrix[1][1] = -1;
    }
    for (n /= 2; n; n /= 4) {
        double old[3][3];
        memcpy(old, matrix, sizeof old);
        ck_assert_int_eq(yee_placement_rotate(&p, turn[n % 4], &fault), YEE_OK);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                matrix[i][j] = 0;
                for (int k = 0; k < 3; k++)
                    matrix[i][j] += rows[n % 4][i][k] * old[k][j];
            }
    }
    return p;
}

enum { WALKS = 512 };

START_TEST(points_and_vectors_are_turned_as_matrices_do)
{
    static const double at[3] = {10, 20, 30};
    double m[3][3];
    bool seen[48] = {false};
    int kinds = 0;
    for (int n = 0; n < WALKS; n++) {
        yee_placement p = made(n, m);
        double v[3] = {1, 2, 4}, x[3] = {1, 2, 4}, w[3] = {1, 2, 4};
        int code = 0;
        memcpy(p.at, at, sizeof at);
        yee_placement_vector(&p, v);
        yee_placement_point(&p, x);
        yee_placement_order(&p, w);
        for (int i = 0; i < 3; i++) {
            const double want = m[i][0] * 1 + m[i][1] * 2 + m[i][2] * 4;
            ck_assert_double_eq(v[i], want);
            ck_assert_double_eq(x[i], want + at[i]);
            ck_assert_double_eq(w[i], fabs(want));
            code = 2 * code + (want < 0);
        }
        const double det = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
        ck_assert(yee_placement_mirrors(&p) == (det < 0));
        const int which = 8 * (2 * p.to[0] + (p.to[1] > p.to[2])) + (code & 7);
        kinds += !seen[which];
        seen[which] = true;
    }
    ck_assert_int_eq(kinds, 48);
}
END_TEST

/* The directions where an arc begins and where its middle is, of every axis. */
START_TEST(arcs_begin_where_their_directions_do)
{
    const double degree = YEE_PI / 180, sweep = 80 * degree;
    double m[3][3];
    for (int n = 0; n < WALKS; n++)
        for (int axis = 0; axis < 3; axis++)
            for (int from = -120; from < 360; from += 37) {
                const yee_placement p = made(n, m);
                int u, v, first, second;
                yee_placement_plane(axis, &u, &v);
                yee_placement_plane(p.to[axis], &first, &second);
                const double begin = yee_placement_arc(&p, axis, from * degree, sweep);
                double middle[3] = {0};
                middle[u] = cos(from * degree + sweep / 2);
                middle[v] = sin(from * degree + sweep / 2);
                yee_placement_vector(&p, middle);
                ck_assert_double_eq_tol(cos(begin + sweep / 2), middle[first], 1e-14);
                ck_assert_double_eq_tol(sin(begin + sweep / 2), middle[second], 1e-14);
            }
}
END_TEST

START_TEST(sums_of_decimal_numbers_are_decimal)
{
    static const struct {
        double value, at, sum;
    } row[] = {
        {0.1, 0.2, 0.3},          {0.012, 0.3, 0.312},  {0.3, -0.1, 0.2},
        {1.1e-6, 2.2e-6, 3.3e-6}, {0.3, -0.3, 0},       {123.456, 0.001, 123.457},
        {4.7e-9, 1.6e-9, 6.3e-9}, {0.07, 1e-4, 0.0701}, {5, 0, 5},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        yee_placement p = yee_placement_none;
        p.at[1] = row[i].at;
        ck_assert_double_eq(yee_placement_coordinate(&p, 1, row[i].value), row[i].sum);
        p.sign[1] = -1;
        p.at[1] = -row[i].at;
        const double mirrored = yee_placement_coordinate(&p, 1, row[i].value);
        ck_assert_double_eq(mirrored, -row[i].sum);
        ck_assert(row[i].sum != 0 || !signbit(mirrored));
    }
    ck_assert_double_ne(0.1 + 0.2, 0.3); /* else there would be nothing to round */
}
END_TEST

/* A placement within one is the one after the other. */
START_TEST(placements_are_joined)
{
    double m[3][3];
    for (int n = 0; n < WALKS; n += 7)
        for (int k = 0; k < WALKS; k += 11) {
            yee_placement outer = made(n, m), inner = made(k, m);
            double x[3] = {1, 2, 4}, y[3] = {1, 2, 4};
            memcpy(outer.at, (double[]){3, 5, 7}, sizeof outer.at);
            memcpy(inner.at, (double[]){-2, 9, 11}, sizeof inner.at);
            const yee_placement both = yee_placement_within(&outer, &inner);
            yee_placement_point(&both, x);
            yee_placement_point(&inner, y);
            yee_placement_point(&outer, y);
            for (int a = 0; a < 3; a++)
                ck_assert_double_eq(x[a], y[a]);
        }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("placement");
    TCase *tests = tcase_create("placement");
    tcase_add_test(tests, points_and_vectors_are_turned_as_matrices_do);
    tcase_add_test(tests, arcs_begin_where_their_directions_do);
    tcase_add_test(tests, sums_of_decimal_numbers_are_decimal);
    tcase_add_test(tests, placements_are_joined);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
