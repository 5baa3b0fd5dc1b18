/* core/problem/media/relaxations.h: media that relax, in series. */
#ifndef YEE_CORE_RELAXATIONS_H
#define YEE_CORE_RELAXATIONS_H

#include <yee/material.h>

/* Whether a response is a sum of positive poles of first order, a conductivity and inf > 0. */
bool yee_response_relaxes(const yee_response *response);
/* 1/sum(share/response) of parts that all relax; result->inf is set. At most YEE_SERIES_ORDER
 * poles and conductivities together; result->poles, shape [that many + 1], is filled. */
void yee_relaxations_series(double base, int parts, const yee_response *const part[],
                            const double share[], yee_response *result, yee_pole *pole);

#endif
