/* plugins/shapes/common/field.h: a random field of a given spectrum in a box.
 *
 *     f(x) = sum_m A(|k_m|) c_m exp(j k_m x),  k_m = 2 pi m/L along each axis
 *
 * with complex normal c_m that belong to the whole numbers m (philox.h): a finer lattice adds
 * shorter waves and leaves the longer ones as they are. A field is constant along some axes. */
#ifndef YEE_SHAPES_FIELD_H
#define YEE_SHAPES_FIELD_H

#include <yee/yee.h>

enum { FIELD_POWER_LAW, FIELD_GAUSSIAN, FIELD_EXPONENTIAL, FIELD_VON_KARMAN };

/* The keys of a spectrum. */
typedef struct field_keys {
    int spectrum;
    double exponent, hurst, correlation, resolution;
    yee_vec3 weights;
    int64_t seed;
    bool periodic;
} field_keys;

// clang-format off
#define FIELD_REAL(config, path, key, unit, min, max, help) \
    {#key, YEE_TYPE_REAL, YEE_FIELD(config, path.key, double), unit, YEE_UNSET, min, max, NULL, \
     help}
/* path: where the keys are in a config. */
#define FIELD_PARAMS(config, path, lattice) \
    {"spectrum", YEE_TYPE_CHOICE, YEE_FIELD(config, path.spectrum, int), NULL, "power_law", \
     0, 0, "power_law|gaussian|exponential|von_karman", \
     "How structures of different size share in the field: power_law: no size of its own, by " \
     "exponent or hurst; gaussian, exponential: correlated as exp(-(r/l)^2) and exp(-r/l), l by " \
     "correlation; von_karman: by hurst below the size correlation, nothing above."}, \
    FIELD_REAL(config, path, exponent, NULL, 0, 10, \
               "Of a power law: the amplitude of a wave falls as its wave number to this power."), \
    FIELD_REAL(config, path, hurst, NULL, YEE_POSITIVE, 1, \
               "Hurst exponent H of a power law or von_karman: exponent = H + E/2 in E " \
               "dimensions, and E + 1 - H is the fractal dimension of the field's graph."), \
    FIELD_REAL(config, path, correlation, "m", YEE_POSITIVE, YEE_INFINITY, \
               "Correlation length l of the other spectra."), \
    {"weights", YEE_TYPE_VEC3, YEE_FIELD(config, path.weights, yee_vec3), NULL, "1, 1, 1", \
     YEE_POSITIVE, YEE_INFINITY, NULL, "Factors by which structures are longer along x, y, z."}, \
    {"seed", YEE_TYPE_INT, YEE_FIELD(config, path.seed, int64_t), NULL, "1", 0, 9e15, NULL, \
     "Which of the random fields: the same number gives the same field."}, \
    {"periodic", YEE_TYPE_BOOL, YEE_FIELD(config, path.periodic, bool), NULL, "yes", 0, 0, \
     NULL, "Whether the field goes on at the opposite side where the box ends; no: it is cut " \
     "from one of twice the size along each axis."}, \
    FIELD_REAL(config, path, resolution, "m", YEE_POSITIVE, YEE_INFINITY, lattice), \
    YEE_PARAM_AT_MOST_ONE("exponent|hurst"), YEE_PARAM_PER_AXIS("weights"), \
    YEE_PARAM_UNTURNED("seed")
// clang-format on

typedef struct field {
    double lo[3],
        step[3];    /* m: low corner and steps; the lattice has the middles of its boxes */
    int64_t n[3];   /* boxes within the field's own box; 1 along constant axes */
    int64_t row[3]; /* values between neighbours along each axis */
    float *value;
} field;

/* Makes the field in the box [lo, hi] with boxes of at most step[a], which is 0 along constant
 * axes. stream tells fields of one seed apart. Ends with field_free(). */
yee_status field_make(const yee_host *host, const field_keys *keys, uint32_t stream,
                      const double lo[3], const double hi[3], const double step[3], field *out);
void field_free(field *f);
/* The value of the box that holds a point, or the nearest one. */
float field_nearest(const field *f, const double at[3]);

#endif
