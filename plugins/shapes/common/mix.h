/* plugins/shapes/common/mix.h: a law between two laws. */
#ifndef YEE_SHAPES_MIX_H
#define YEE_SHAPES_MIX_H

#include <yee/yee.h>

/* (1 - t) from + t to, for eps and mu; its poles are of the host's memory. */
yee_status mix_laws(const yee_host *host, const yee_material *from, const yee_material *to,
                    double t, yee_material *mean);

#endif
