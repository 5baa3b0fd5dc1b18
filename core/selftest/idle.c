/* core/selftest/idle.c: sources that play nothing, and media that no passive one is like. */
#include "problem/emission.h"
#include "problem/paint.h"
#include "selftest.h"

#include <math.h>

/* Points whose current is 0 are not kept: a source that has none and no port plays nothing. */
static bool plays(const yee_points *points, const yee_instance *source)
{
    for (size_t i = 0; i < points->count; i++)
        if (points->v[i].source == source && (points->v[i].port || points->v[i].count))
            return true;
    return false;
}

static yee_status sources(yee_model *m)
{
    yee_status status = YEE_OK;
    for (size_t i = 0; !status && i < m->of[YEE_SOURCE].count; i++) {
        const yee_instance *it = m->of[YEE_SOURCE].v[i];
        if (!plays(m->points, it))
            status = yee_finding_note(m, YEE_WARNING, it->place.block,
                                      "it plays nothing: it has no current other than 0");
    }
    return status;
}

/* eps_inf alone may be below 1 where poles add to it: of a fit, or a band. Without poles it is
 * the permittivity up to the highest frequencies, where it is 1 in all matter. */
static yee_status media(yee_model *m)
{
    yee_status status = YEE_OK;
    for (size_t i = 0; !status && i < m->of[YEE_MATERIAL].count; i++) {
        const yee_instance *it = m->of[YEE_MATERIAL].v[i];
        const yee_material *law = m->material[yee_model_material(m, it->host.instance)];
        double least = 1;
        for (int a = 0; a < 3; a++)
            if (!law->electric[a].pole_count)
                least = fmin(least, law->electric[a].inf);
        if (law->conductor == YEE_NOT_CONDUCTOR && least < 1)
            status = yee_finding_note(
                m, YEE_WARNING, it->place.block,
                "its permittivity is %g at all frequencies, below that of vacuum, and waves "
                "in it are faster than light; is that meant? A metal is a drude or, where it "
                "conducts perfectly, pec",
                least);
    }
    return status;
}

yee_status yee_selftest_idle(yee_model *m)
{
    const yee_status status = sources(m);
    return status ? status : media(m);
}
