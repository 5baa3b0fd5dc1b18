/* core/base/transform.h: from time to frequency. */
#ifndef YEE_CORE_TRANSFORM_H
#define YEE_CORE_TRANSFORM_H

#include <stddef.h>

/* first, first + step, ...; to be freed. */
double *yee_ramp(size_t count, double first, double step);
/* step sum y[i] exp(-j 2 pi f (first + i step)) at n frequencies. */
void yee_transform(size_t count, double first, double step, const double *y, size_t n,
                   const double *f, double *re, double *im);
/* n evenly spaced frequencies from 0 to where the spectrum of y has fallen to -40 dB; to be
 * freed. */
double *yee_transform_band(size_t count, double step, const double *y, size_t n);

#endif
