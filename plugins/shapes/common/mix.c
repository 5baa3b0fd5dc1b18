/* plugins/shapes/common/mix.c: a law between two laws. */
#include "mix.h"

/* (1 - t) r + t s; false: no memory for its poles. */
static bool mix(const yee_host *host, const yee_response *r, const yee_response *s, double t,
                yee_response *mean)
{
    const double part[2] = {1 - t, t};
    const yee_response *of[2] = {r, s};
    yee_pole *pole = host->alloc(host, (r->pole_count + s->pole_count) * sizeof *pole);
    if (!pole)
        return false;
    *mean = (yee_response){.poles = pole};
    for (int n = 0; n < 2; n++) {
        mean->inf += part[n] * of[n]->inf;
        mean->sigma += part[n] * of[n]->sigma;
        for (size_t p = 0; part[n] > 0 && p < of[n]->pole_count; p++) {
            yee_pole *own = &pole[mean->pole_count++];
            *own = of[n]->poles[p];
            own->b0 *= part[n];
            own->b1 *= part[n];
        }
    }
    return true;
}

yee_status mix_laws(const yee_host *host, const yee_material *from, const yee_material *to,
                    double t, yee_material *mean)
{
    if (from->law || to->law)
        return host->fail(
            host, YEE_INPUT,
            "a mean of two materials, one of which has the law '%s', is none that "
            "yee knows; objects of such a material are of it alone",
            from->law ? from->law->name : to->law->name);
    *mean = yee_material_vacuum();
    for (int a = 0; a < 3; a++)
        if (!mix(host, &from->electric[a], &to->electric[a], t, &mean->electric[a]) ||
            !mix(host, &from->magnetic[a], &to->magnetic[a], t, &mean->magnetic[a]))
            return host->fail(host, YEE_MEMORY, "no memory for materials");
    return YEE_OK;
}
