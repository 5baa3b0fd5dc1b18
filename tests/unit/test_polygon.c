/* Where lines cross polygons with many arms. */
#include "../../plugins/shapes/common/polygon.h"
#include "suite.h"

#include <check.h>

enum { TEETH = 70, CORNERS = 4 * TEETH };

/* A comb along the first coordinate, its teeth [3 t, 3 t + 1] up to 1 on a back up to 0.1, its
 * corners from the one given on. */
static yee_reals comb(double *corner, int first)
{
    for (int n = 0; n < CORNERS; n++) {
        const int of = (n + first) % CORNERS, tooth = (CORNERS - 1 - of) / 4, at = of % 4;
        double x = 3 * tooth + (at < 2 ? 1 : 0), y = at == 1 || at == 2 ? 1 : 0.1;
        if (of == 0 || of == CORNERS - 1)
            y = 0; /* the ends of the back */
        corner[2 * n] = x;
        corner[2 * n + 1] = y;
    }
    return (yee_reals){2 * CORNERS, corner};
}

START_TEST(the_first_spans_are_those_that_there_is_room_for)
{
    static double corner[2 * CORNERS], span[TEETH + 1][2];
    static const int capacities[] = {0, 1, 2, 64, TEETH, TEETH + 1};
    for (int first = 0; first < CORNERS; first++) {
        const yee_reals p = comb(corner, first);
        for (size_t r = 0; r < sizeof capacities / sizeof *capacities; r++) {
            const int due = capacities[r] < TEETH ? capacities[r] : TEETH;
            ck_assert_int_eq(polygon_spans(&p, 0, 0.6, capacities[r], span), due);
            for (int n = 0; n < due; n++) /* teeth stand upright on whole numbers: exact */
                ck_assert(span[n][0] == 3 * n && span[n][1] == 3 * n + 1);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("polygon");
    TCase *tests = tcase_create("polygon");
    tcase_add_test(tests, the_first_spans_are_those_that_there_is_room_for);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
