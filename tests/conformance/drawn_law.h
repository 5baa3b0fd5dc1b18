/* drawn_law.h: members of laws that random problems have without a material. */
#ifndef CONFORMANCE_DRAWN_LAW_H
#define CONFORMANCE_DRAWN_LAW_H

#include <yee/law.h>

static yee_status prepare(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param)
{
    (void)host, (void)self, (void)place, (void)param;
    return YEE_INTERNAL; /* the core's to call, and there is none */
}

static double one(const void *self)
{
    (void)self;
    return 1;
}

#endif
