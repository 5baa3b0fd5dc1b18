/* tests/physics/test_highorder_long.c: beside random metal nothing grows in 100000 steps: what
 * grew by 1e-4 a step would be e^10 by then. */
#include "highorder.h"

enum { STEPS = 100000, KINDS = 5 };

/* One of each kind: links of two cells, along and diagonal, beside far pairs, of one field, and
 * four levels in time. The others have fewer links of the same kinds. */
static const wide_scheme *const kind[KINDS] = {&wide_t26, &wide_fv24, &wide_me44x,
                                               &wide_hodge44, &wide_s44};

START_TEST(fields_do_not_grow_in_3d)
{
    static const int n[3] = {4, 4, 8};
    rest(kind[_i], n, "", periodic_z, 80u + (uint32_t)_i, STEPS);
}
END_TEST

START_TEST(fields_do_not_grow_in_2d)
{
    static const int n[3] = {6, 14, 0};
    rest(kind[_i], n, _i % 2 ? "tm" : "te", "[boundary.all]\ntype = pec\n", 90u + (uint32_t)_i,
         STEPS);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("highorder long");
    TCase *t = tcase_create("highorder long");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, fields_do_not_grow_in_3d, 0, KINDS);
    tcase_add_loop_test(t, fields_do_not_grow_in_2d, 0, KINDS);
    suite_add_tcase(suite, t);
    return lab_main(suite);
}
