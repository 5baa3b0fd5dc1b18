/* core/model/waveform_guard.c: a waveform is called by other plugins too, so that its table is
 * one of the core that leads every call over the border. */
#include "waveform_guard.h"
#include "plugin/call.h"

typedef struct guarded {
    const yee_instance *instance;
    const yee_waveform_ops *ops;
    const void *self;
} guarded;

static double value(const void *self, double t)
{
    const guarded *g = self;
    return YEE_CALL(g->instance, g->ops, value, g->self, t);
}

static yee_status band(const void *self, yee_band *out)
{
    const guarded *g = self;
    return YEE_CALL(g->instance, g->ops, band, g->self, out);
}

static const yee_waveform_ops table = {
    .size = sizeof table,
    .value = value,
    .band = band,
};

bool yee_waveform_guarded(const yee_instance *instance, const void *self, yee_waveform *out)
{
    guarded *g = yee_arena_alloc(instance->arena, sizeof *g);
    if (!g)
        return false;
    *g = (guarded){instance, instance->plugin->ops, self};
    *out = (yee_waveform){&table, g, instance->host.instance};
    return true;
}
