/* tests/physics/reflection.h: what an absorbing layer sends back, from two runs. */
#ifndef YEE_TESTS_REFLECTION_H
#define YEE_TESTS_REFLECTION_H

#include "trace.h"

/* Largest |a - b| at a point from step `from` on, over the largest |b|; dB. */
static inline double reflection(const trace *a, const trace *b, int64_t point, int64_t from)
{
    double worst = 0, peak = 0;
    for (int64_t n = 0; n < a->steps; n++) {
        double va = a->value[n * a->points + point], vb = b->value[n * b->points + point];
        peak = fmax(peak, fabs(vb));
        if (n >= from)
            worst = fmax(worst, fabs(va - vb));
    }
    return 20 * log10(worst / peak);
}

#endif
