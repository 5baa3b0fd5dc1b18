/* tests/physics/test_highorder_long.c: nothing grows in 100000 steps beside random metal, other
 * media, poles and losses, with every scheme that takes them,
 * in 3-D and in both modes of 2-D. */
#include "highorder_inside.h"

enum { STEPS = 100000 };

/* A third of the cases: in a short suite, whose runs are short too, and where few are taken. */
static bool few(void) { return short_on() || few_on(); }

/* The mode of 2-D is that of each third; of few cases there is one third, of all modes. */
static void each(int kind, const char *const *material, uint32_t random)
{
    static const int solid[3] = {4, 3, 11}, flat[3] = {6, 14, 0};
    const wide_scheme *s = scheme_list[kind % INSIDE];
    const int third = few() ? kind % 3 : kind / INSIDE;
    if (s->time == WIDE_BACKWARD && material == poles_and_metal)
        material = losses_and_metal; /* it has no poles */
    rest(s, third ? flat : solid, third == 1 ? "tm" : "te", material, random + (uint32_t)kind,
         STEPS);
}

START_TEST(fields_beside_random_metal_do_not_grow) { each(_i, only_metal, 80); }
END_TEST

START_TEST(fields_in_several_media_do_not_grow) { each(_i, two_media, 120); }
END_TEST

START_TEST(fields_among_poles_losses_and_metal_do_not_grow) { each(_i, poles_and_metal, 160); }
END_TEST

int main(void)
{
    const int cases = 3 * INSIDE / (few() ? 3 : 1);
    Suite *suite = suite_create("highorder long");
    TCase *metal = tcase_create("metal"), *media = tcase_create("media");
    TCase *poles = tcase_create("poles");
    tcase_set_timeout(metal, 300);
    tcase_set_timeout(media, 300);
    tcase_set_timeout(poles, 300);
    tcase_add_loop_test(metal, fields_beside_random_metal_do_not_grow, 0, cases);
    tcase_add_loop_test(media, fields_in_several_media_do_not_grow, 0, cases);
    tcase_add_loop_test(poles, fields_among_poles_losses_and_metal_do_not_grow, 0, cases);
    suite_add_tcase(suite, metal);
    suite_add_tcase(suite, media);
    suite_add_tcase(suite, poles);
    return lab_main(suite);
}
