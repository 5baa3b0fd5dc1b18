/* plugins/outputs/common/frequencies.c: keys of outputs that transform to frequency. */
#include "frequencies.h"
#include <math.h>

yee_status frequencies_choose(const yee_host *host, const frequency_keys *keys, int64_t *count,
                              const double **frequency)
{
    if (keys->list.count) {
        *count = (int64_t)keys->list.count;
        *frequency = keys->list.v;
        return YEE_OK;
    }
    if (keys->lowest > keys->highest || (keys->count > 1 && keys->lowest == keys->highest))
        return host->fail(host, YEE_INPUT,
                          "frequency_min = %g Hz must be below frequency_max = %g Hz",
                          keys->lowest, keys->highest);
    if (keys->count == 1 && keys->lowest < keys->highest)
        return host->fail(host, YEE_INPUT,
                          "frequency_count = 1 is one number, and frequency_min = %g Hz and "
                          "frequency_max = %g Hz are two; give frequencies, or a larger count",
                          keys->lowest, keys->highest);
    double *f = host->alloc(host, (size_t)keys->count * sizeof *f);
    if (!f)
        return host->fail(host, YEE_MEMORY, "no memory for %lld frequencies",
                          (long long)keys->count);
    const double gap = keys->highest - keys->lowest;
    for (int64_t i = 0; i < keys->count; i++)
        f[i] = keys->count == 1 ? keys->lowest
                                : keys->lowest + gap * (double)i / (double)(keys->count - 1);
    *count = keys->count;
    *frequency = f;
    return YEE_OK;
}

int64_t every_choose(const yee_view *view, int64_t every, int64_t count,
                     const double *frequency)
{
    double highest = 0;
    if (every != INT64_MIN)
        return every;
    for (int64_t i = 0; i < count; i++)
        highest = fmax(highest, frequency[i]);
    return YEE_HAS(view, sample_interval) ? view->sample_interval(view, highest) : 1;
}
