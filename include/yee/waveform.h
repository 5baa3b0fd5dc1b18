/* yee/waveform.h: a waveform is a function of time. Its unit is the one of the source that
 * plays it. */
#ifndef YEE_WAVEFORM_H
#define YEE_WAVEFORM_H

#include <yee/plugin.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct yee_waveform_ops {
    uint32_t size;
    /* Prepares *self (host->alloc), e.g. reads a table. NULL: self is the config. */
    yee_status (*open)(const yee_host *host, const void *config, void **self);
    /* w(t), t in s. Pure: any t, any order, any thread; 0 or nearly so for t <= 0. */
    double (*value)(const void *self, double t);
    yee_status (*band)(const void *self, yee_band *band);
} yee_waveform_ops;

/* A waveform ready to play, handed to sources, which may copy it; what it points to lives as
 * long as the model. */
typedef struct yee_waveform {
    const yee_waveform_ops *ops;
    const void *self;
    const char *name;
} yee_waveform;

static inline double yee_waveform_value(const yee_waveform *w, double t)
{
    return w->ops->value(w->self, t);
}

#ifdef __cplusplus
}
#endif
#endif
