/* schemes/common/taps.h: step 6 of yee/problem.h for a scheme whose fields the host can read:
 * what taps ask for, taken from the scheme point by point. */
#ifndef YEE_SCHEMES_TAPS_H
#define YEE_SCHEMES_TAPS_H

#include <yee/scheme.h>

typedef struct taps {
    const yee_host *host;
    const yee_problem *problem;
    double *const
        *dft; /* running sums, shape [taps][values]; only those of DFT taps are used */
    /* The scheme, and what it answers: a field (V/m, A/m) at a point of the problem's
     * component; V and I of a port as in YEE_TAP_PORT; energies (J) as in YEE_TAP_ENERGY. */
    void *scheme;
    double (*field)(const void *scheme, int component, int64_t index);
    void (*port)(const void *scheme, int64_t port, double record[2]);
    yee_status (*energy)(void *scheme, double energy[2]);
} taps;

/* Takes the taps due at a step, those of fields and energies as they are now. sink NULL: only
 * the running sums grow. */
yee_status taps_take(const taps *t, int64_t step, const yee_sink *sink);
/* Delivers the running sums. */
yee_status taps_finish(const taps *t, int64_t step, const yee_sink *sink);
/* save and load of the running sums, pieces "dft_<n>". */
yee_status taps_exchange(const taps *t, yee_state *state);

#endif
