/* tests/physics/test_highorder_limits.c: the limit of every high-order scheme lies between 0.99
 * and 1.01 of what it says, in 3-D and in both modes of 2-D. */
#include "highorder.h"

enum { STEPS = 4000, GRIDS = 3 };

/* Largest |E| after steps from random fields of 1 V/m at a part of the limit. */
static double growth(int kind, double part, const char *wall)
{
    const int n[3] = {8, 8, kind < SCHEMES ? 8 : 0};
    char more[64];
    lab l;
    snprintf(more, sizeof more, "[boundary.all]\ntype = %s\n", wall);
    open_part(&l, scheme_list[kind % SCHEMES], n, kind < 2 * SCHEMES ? "tm" : "te", part, more);
    fill(&l, 1, true, true);
    const double found = largest(&l, STEPS);
    lab_close(&l);
    return found;
}

/* At 0.99 of leapfrog's limit the energy norm of a mode exceeds its start by at most 1/sqrt(1 -
 * 0.99^2) = 7.1, and 3072 values of 1 (576 in 2-D) have a norm of 32 (the mean square is 1/3):
 * 227. S44 keeps no energy, every wave but the static one fades: 32. At 1.01 the worst mode of
 * leapfrog grows by 2 acosh(1.01) = 0.28 a step, e^1100 after all,
 * S44's by |z| = 1.0076, e^30. */
START_TEST(it_is_bracketed_within_a_hundredth)
{
    static const char *const walls[3] = {"periodic", "pec", "pmc"};
    /* of few every scheme in one grid, beside one kind of wall, both of them by turns */
    const int kind = few_on() ? SCHEMES * (_i % GRIDS) + _i : _i;
    const wide_scheme *s = scheme_list[kind % SCHEMES];
    const double bound = s->time == WIDE_BACKWARD ? 32 : 227;
    for (int w = few_on() ? _i / GRIDS % 3 : 0; w < 3; w += few_every(3)) {
        const double low = growth(kind, 0.99, walls[w]);
        ck_assert_msg(low < bound, "%s, %s at 0.99: %g", s->name, walls[w], low);
    }
    const double high = growth(kind, 1.01, "periodic");
    ck_assert_msg(high > 1e6, "%s at 1.01: %g", s->name, high);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("highorder limits");
    TCase *t = tcase_create("highorder limits");
    tcase_set_timeout(t, 300);
    tcase_add_loop_test(t, it_is_bracketed_within_a_hundredth, 0,
                        GRIDS * SCHEMES / few_every(GRIDS));
    suite_add_tcase(suite, t);
    return lab_main(suite);
}
