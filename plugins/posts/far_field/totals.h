/* plugins/posts/far_field/totals.h: results of a far field over the frequencies of its box. */
#ifndef YEE_POSTS_TOTALS_H
#define YEE_POSTS_TOTALS_H

#include "feed.h"

/* Results over the frequencies of a box. */
typedef enum result {
    POWER,
    DIRECTIVITY,
    THETA,
    PHI,
    AXIAL_RATIO,
    SENSE,
    ACCEPTED,
    AVAILABLE,
    GAIN,
    REALIZED_GAIN,
    RADIATION_EFFICIENCY,
    TOTAL_EFFICIENCY,
    INCIDENT,
    TOTAL_SCATTERING,
    RESULTS,
} result;

/* The unit of powers: "J/Hz", in 2-D that of a metre. */
const char *totals_unit(const surface *s);
/* Writes those that the model has; v has the shape [RESULTS][n]. scatters: a plane wave is
 * scattered. */
yee_status totals_write(const yee_host *host, const yee_results *results, const char *box,
                        const surface *s, int64_t n, const double *f, double *const v[RESULTS],
                        const feed *by, bool scatters);

#endif
