/* materials/medium.h: diagonal tensors and lists of poles, for all material files. */
#ifndef YEE_MATERIALS_MEDIUM_H
#define YEE_MATERIALS_MEDIUM_H

#include <yee/material.h>

/* A key that holds one number, or three for the x, y and z entries of a diagonal tensor. */
typedef struct medium_tensor {
    const char *key;
    const yee_reals *list;
} medium_tensor;

/* The three entries of a diagonal tensor. */
static inline yee_status medium_diagonal(const yee_host *host, medium_tensor tensor,
                                         double v[3])
{
    const yee_reals *list = tensor.list;
    if (list->count != 1 && list->count != 3)
        return host->fail(host, YEE_INPUT,
                          "%s has %zu numbers; give one, or three for x, y and z", tensor.key,
                          list->count);
    for (size_t a = 0; a < 3; a++)
        v[a] = list->v[list->count == 1 ? 0 : a];
    return YEE_OK;
}

/* Sets the part of a material without poles. */
static inline yee_status medium_set_tensors(const yee_host *host, medium_tensor eps,
                                            medium_tensor mu, medium_tensor sigma,
                                            medium_tensor sigma_m, yee_material *material)
{
    double e[3], m[3], s[3], sm[3];
    yee_status status;
    if ((status = medium_diagonal(host, eps, e)) || (status = medium_diagonal(host, mu, m)) ||
        (status = medium_diagonal(host, sigma, s)) ||
        (status = medium_diagonal(host, sigma_m, sm)))
        return status;
    for (int a = 0; a < 3; a++) {
        material->electric[a].inf = e[a];
        material->electric[a].sigma = s[a];
        material->magnetic[a].inf = m[a];
        material->magnetic[a].sigma = sm[a];
    }
    return YEE_OK;
}

/* The part of a config that a medium without poles has. */
typedef struct medium_constants {
    yee_reals eps, mu, sigma, sigma_m;
} medium_constants;

/* The part of a config that every medium with poles has besides its poles. */
typedef struct medium_base {
    yee_reals eps_inf, mu_inf, sigma, sigma_m;
    bool magnetic;
} medium_base;

// clang-format off
#define MEDIUM_LIST(config, key, unit, def, min, help) \
    {#key, YEE_TYPE_REALS, YEE_FIELD(config, base.key, yee_reals), \
     unit, def, min, YEE_INFINITY, NULL, help}
#define MEDIUM_LOSSES(config) \
    MEDIUM_LIST(config, sigma, "S/m", "0", 0, \
                "Electric conductivity: one number, or three for x, y and z."), \
    MEDIUM_LIST(config, sigma_m, "Ohm/m", "0", 0, \
                "Magnetic loss: one number, or three for x, y and z.")
/* The keys of medium_constants: eps, and behind it, or behind the keys of a law, the others. */
#define MEDIUM_EPS(config, help) \
    MEDIUM_LIST(config, eps, NULL, "1", YEE_POSITIVE, help)
#define MEDIUM_MU_AND_LOSSES(config) \
    MEDIUM_LIST(config, mu, NULL, "1", YEE_POSITIVE, \
                "Relative permeability: one number, or three for x, y and z."), \
    MEDIUM_LOSSES(config), \
    YEE_PARAM_PER_AXIS("eps|mu|sigma|sigma_m")
#define MEDIUM_PARAMS(config) \
    MEDIUM_LIST(config, eps_inf, NULL, "1", YEE_POSITIVE, \
                "Relative permittivity at infinite frequency: one number or three."), \
    MEDIUM_LIST(config, mu_inf, NULL, "1", YEE_POSITIVE, \
                "Relative permeability at infinite frequency: one number or three."), \
    MEDIUM_LOSSES(config), \
    {"magnetic", YEE_TYPE_BOOL, YEE_FIELD(config, base.magnetic, bool), \
     NULL, "no", 0, 0, NULL, "Whether the poles belong to mu instead of eps."}, \
    YEE_PARAM_PER_AXIS("eps_inf|mu_inf|sigma|sigma_m")
// clang-format on

/* Sets that part from the keys of MEDIUM_PARAMS. */
static inline yee_status medium_set_base(const yee_host *host, const medium_base *base,
                                         yee_material *material)
{
    return medium_set_tensors(host, (medium_tensor){"eps_inf", &base->eps_inf},
                              (medium_tensor){"mu_inf", &base->mu_inf},
                              (medium_tensor){"sigma", &base->sigma},
                              (medium_tensor){"sigma_m", &base->sigma_m}, material);
}

/* Sets a material from the keys of medium_constants. */
static inline yee_status
medium_set_constants(const yee_host *host, const medium_constants *base, yee_material *material)
{
    return medium_set_tensors(host, (medium_tensor){"eps", &base->eps},
                              (medium_tensor){"mu", &base->mu},
                              (medium_tensor){"sigma", &base->sigma},
                              (medium_tensor){"sigma_m", &base->sigma_m}, material);
}

static inline double medium_least_eps(const medium_constants *base)
{
    double least = YEE_INFINITY;
    for (size_t a = 0; a < base->eps.count; a++)
        least = base->eps.v[a] < least ? base->eps.v[a] : least;
    return least;
}

/* Memory for so many poles, which dies with the instance. */
static inline yee_status medium_new_poles(const yee_host *host, size_t count, yee_pole **poles)
{
    *poles = host->alloc(host, count * sizeof **poles);
    return *poles ? YEE_OK : host->fail(host, YEE_MEMORY, "no memory for %zu poles", count);
}

/* A quantity of every pole that is given in Hz or in rad/s, under a key of its own for each. */
typedef struct medium_rate {
    const yee_reals *hz, *rad;
} medium_rate;

static inline size_t medium_rate_count(const medium_rate *rate)
{
    return rate->rad->count ? rate->rad->count : rate->hz->count;
}

static inline double medium_rate_value(const medium_rate *rate, size_t i)
{
    return rate->rad->count ? rate->rad->v[i] : 2 * YEE_PI * rate->hz->v[i];
}

/* Puts the poles on all three entries of eps, or of mu. */
static inline void medium_set_poles(yee_material *material, bool magnetic, size_t count,
                                    const yee_pole *poles)
{
    yee_response *response = magnetic ? material->magnetic : material->electric;
    for (int a = 0; a < 3; a++) {
        response[a].pole_count = count;
        response[a].poles = poles;
    }
}

#endif
