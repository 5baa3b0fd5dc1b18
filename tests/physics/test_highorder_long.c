/* tests/physics/test_highorder_long.c: beside random metal nothing grows in 100000 steps: what
 * grew by 1e-4 a step would be e^10 by then. */
#include "highorder.h"

enum { STEPS = 100000 };

START_TEST(fields_do_not_grow_in_3d)
{
    static const int n[3] = {4, 4, 8};
    rest(inside[_i], n, "", periodic_z, 80u + (uint32_t)_i, STEPS);
}
END_TEST

START_TEST(fields_do_not_grow_in_2d)
{
    static const int n[3] = {6, 14, 0};
    rest(inside[_i], n, _i % 2 ? "tm" : "te", "[boundary.all]\ntype = pec\n",
         90u + (uint32_t)_i, STEPS);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("highorder long");
    TCase *t = tcase_create("highorder long");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, fields_do_not_grow_in_3d, 0, SCHEMES);
    tcase_add_loop_test(t, fields_do_not_grow_in_2d, 0, SCHEMES);
    suite_add_tcase(suite, t);
    return lab_main(suite);
}
