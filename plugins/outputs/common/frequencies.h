/* plugins/outputs/common/frequencies.h: keys of outputs that transform to frequency. */
#ifndef YEE_OUTPUTS_FREQUENCIES_H
#define YEE_OUTPUTS_FREQUENCIES_H

#include <yee/yee.h>

/* Keys of outputs that transform to frequency. */
typedef struct frequency_keys {
    yee_reals list;
    double lowest, highest;
    int64_t count;
} frequency_keys;

// clang-format off
#define FREQUENCY_PARAMS(config) \
    {"frequencies", YEE_TYPE_REALS, YEE_FIELD(config, frequency.list, yee_reals), \
     "Hz", YEE_UNSET, 0, YEE_INFINITY, NULL, \
     "Frequencies, one by one."}, \
    {"frequency_min", YEE_TYPE_REAL, YEE_FIELD(config, frequency.lowest, double), \
     "Hz", YEE_UNSET, 0, YEE_INFINITY, NULL, "Lowest of evenly spaced frequencies."}, \
    {"frequency_max", YEE_TYPE_REAL, YEE_FIELD(config, frequency.highest, double), \
     "Hz", YEE_UNSET, 0, YEE_INFINITY, NULL, "Highest of evenly spaced frequencies."}, \
    {"frequency_count", YEE_TYPE_INT, YEE_FIELD(config, frequency.count, int64_t), \
     NULL, "101", 1, 1e6, NULL, "Number of evenly spaced frequencies."}, \
    YEE_PARAM_ONE_OF("frequencies|frequency_min,frequency_max"), \
    YEE_PARAM_TOGETHER("frequency_min|frequency_max")
// clang-format on

#define EVERY_PARAM(config) \
    YEE_PARAM_INT( \
        config, every, YEE_UNSET, 1, 1e9, \
        "Sums every n-th step; if not given, as seldom as the sources' band allows.")

/* The frequencies (Hz) that the keys name. */
yee_status frequencies_choose(const yee_host *host, const frequency_keys *keys, int64_t *count,
                              const double **frequency);

/* Steps between the samples of a transform: those of the key, or as many as the sources' band
 * allows. */
int64_t every_choose(const yee_view *view, int64_t every, int64_t count,
                     const double *frequency);

#endif
