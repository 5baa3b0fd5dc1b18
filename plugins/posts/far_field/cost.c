/* plugins/posts/far_field/cost.c: the time and the room that a far field takes, by the number
 * of directions that it looks into. */
#include "cost.h"
#include "beam.h"
#include "closed.h"
#include "sphere.h"
#include <math.h>

enum {
    CLIMB = 160, /* directions around one lobe, at most: 10 rounds of 8, and as many steps */
    TOTALS = 16, /* numbers of a frequency */
    NUMBERS = 12 /* of an angle of a pattern: directivity, shares, two complex fields */
};

void far_field_cost(const yee_host *host, const char *box, const pattern_keys *keys,
                    const yee_plan *plan, yee_post_cost *cost)
{
    double points, radius, highest;
    int64_t cuts;
    closed_box_size(host, box, plan, &points, &radius);
    const int64_t n = closed_box_frequencies(host, box, plan, &highest);
    const double kr = 2 * YEE_PI * highest / YEE_C0 * radius;
    const double patterns = (double)patterns_count(keys, n, &cuts);
    const double angles = (double)(patterns_angles(keys) * cuts);
    const double half = isnan(keys->sphere) ? 0 : ceil(YEE_PI / keys->sphere);
    const double all = 2 * half * (half + 1); /* of the sphere */
    const double integral = sphere_count(kr, keys->flat) + LOBES * CLIMB;
    cost->seconds = points * ((double)n * integral + patterns * (angles + all)) / SPEED;
    cost->bytes = 8 * ((double)n * TOTALS + patterns * (NUMBERS * angles + 6 * all));
}
