/* accept.h: which problems the high-order schemes take, whatever runs them. */
#ifndef HIGHORDER_ACCEPT_H
#define HIGHORDER_ACCEPT_H

#include "links.h"

#ifdef __cplusplus
extern "C" {
#endif

/* YEE_DECLINED with a sentence, or the wave that the weights are made for. cuda: under the name
 * of its twin on a GPU. config: NULL where the scheme is not designed. */
yee_status wide_accept(const yee_host *host, const wide_scheme *s, bool cuda,
                       const wide_config *config, const yee_problem *problem, wide_wave *wave);

#ifdef __cplusplus
}
#endif
#endif
