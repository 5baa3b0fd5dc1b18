/* schemes/common/faces.h: the check of faces that schemes do before they plan. */
#ifndef YEE_SCHEMES_FACES_H
#define YEE_SCHEMES_FACES_H

#include <yee/problem.h>

/* YEE_DECLINED with a sentence where a face is open to a neighbouring grid. */
static inline yee_status faces_check(const yee_host *host, const yee_problem *q,
                                     const char *scheme)
{
    for (int a = 0; a < 3; a++)
        for (int side = 0; side < 2; side++)
            if (q->grid.axis[a].face[side] == YEE_FACE_OPEN)
                return host->fail(host, YEE_DECLINED,
                                  "face %c%c is open to a neighbouring grid; %s runs whole "
                                  "grids only",
                                  "xyz"[a], "-+"[side], scheme);
    return YEE_OK;
}

/* As above, of schemes that run subdomains: those alone have open faces. */
static inline yee_status faces_check_subdomain(const yee_host *host, const yee_problem *q,
                                               const char *scheme)
{
    return q->subdomain ? YEE_OK : faces_check(host, q, scheme);
}

#endif
