/* tests/physics/test_highorder_long.c: nothing grows in 100000 steps (of few cases 30000) beside
 * random metal, other media, poles and losses, with every scheme that takes them, in 3-D and in
 * both modes of 2-D. */
#include "highorder_inside.h"

static const char *const *const filling[] = {only_metal, two_media, poles_and_metal};
enum { FILLINGS = sizeof filling / sizeof *filling, THIRD = INSIDE / FILLINGS };

/* The cases of a filling: every scheme in each of three grids. A short suite, whose runs are short too,
 * has every scheme in one grid. Of few every scheme has one filling in one grid, and every filling is in
 * each of the grids: what grows in one scheme alone must be in its own filling to be seen, what grows
 * in a filling or a grid by any scheme is. */
static int cases(void) { return short_on() ? INSIDE : few_on() ? THIRD : 3 * INSIDE; }

static void each(int i, int fill, uint32_t random)
{
    static const int solid[3] = {4, 3, 11}, flat[3] = {6, 14, 0};
    const bool few = few_on() && !short_on();
    const int kind = few ? FILLINGS * i + fill : i;
    const int grid = few ? i : short_on() ? kind % 3 : kind / INSIDE;
    const wide_scheme *s = scheme_list[kind % INSIDE];
    const char *const *material = filling[fill];
    if (s->time == WIDE_BACKWARD && material == poles_and_metal)
        material = losses_and_metal; /* it has no poles */
    rest(s, grid ? flat : solid, grid == 1 ? "tm" : "te", material, random + (uint32_t)kind,
         few ? 30000 : 100000);
}

START_TEST(fields_beside_random_metal_do_not_grow) { each(_i, 0, 80); }
END_TEST

START_TEST(fields_in_several_media_do_not_grow) { each(_i, 1, 120); }
END_TEST

START_TEST(fields_among_poles_losses_and_metal_do_not_grow) { each(_i, 2, 160); }
END_TEST

int main(void)
{
    Suite *suite = suite_create("highorder long");
    TCase *metal = tcase_create("metal"), *media = tcase_create("media");
    TCase *poles = tcase_create("poles");
    tcase_set_timeout(metal, 300);
    tcase_set_timeout(media, 300);
    tcase_set_timeout(poles, 300);
    tcase_add_loop_test(metal, fields_beside_random_metal_do_not_grow, 0, cases());
    tcase_add_loop_test(media, fields_in_several_media_do_not_grow, 0, cases());
    tcase_add_loop_test(poles, fields_among_poles_losses_and_metal_do_not_grow, 0, cases());
    suite_add_tcase(suite, metal);
    suite_add_tcase(suite, media);
    suite_add_tcase(suite, poles);
    return lab_main(suite);
}
