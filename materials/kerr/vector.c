/* materials/kerr/vector.c: the law of `kerr` of an isotropic medium, D = eps0 (eps E + chi3 |E|^2 E):
 * a law of fields, which joins the components. A circular wave raises the index 4/3 times as much as a
 * linear one of the same peak: R. W. Boyd, Nonlinear Optics (3rd ed. 2008), section 4.2, whose A and B
 * are equal where the response is instantaneous. */
#include "kerr.h"
#include <stddef.h>

#define LAW_NAME kerr_vector
#define LAW_FILE "vector.law.h"
#define LAW_CELL_WORDS 4
#define LAW_MAPS 0
#include <yee/law_rows.h>

static yee_status prepare(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param)
{
    const kerr_config *c = self;
    const double inf = medium_least_eps(&c->base);
    (void)host, (void)place;
    param[0] = kerr_chi3(c) / (inf * inf * inf);
    param[1] = 1 / inf;
    param[2] = 0.25 * YEE_EPS0 * kerr_chi3(c);
    return YEE_OK;
}

const yee_law kerr_vector_law = {
    YEE_CELL_LAW(kerr_vector, 1, YEE_LAW_FIELD),
    YEE_CELL_LAW_HELD(kerr_vector),
    .params = 3,
    .prepare = prepare,
    .least = kerr_least,
    .reach = kerr_reach,
};
