/* core/model/playing.c: which sources of a model play something. */
#include "model.h"
#include "plugin/call.h"
#include "problem/emission.h"

enum { MOST_STEPS = 1 << 20 }; /* that are looked at; beyond may be anything */

/* Whether the voltage of a port is another one than 0 at any step of the run. */
static bool sounds(const yee_model *m, const struct emission *port)
{
    const yee_signals *s = port->signals;
    double value = 0;
    int64_t n = 0;
    for (; n < m->problem.steps && n < MOST_STEPS && value == 0; n++)
        YEE_CALL_VOID(port->source, s, fill, s->self, n, &value);
    return value != 0 || n < m->problem.steps;
}

/* A link draws its current from the field, unless its source names a waveform. Currents of 0 are
 * not kept. */
bool yee_model_plays(const yee_model *m, const yee_instance *source)
{
    const yee_source_ops *ops = source->plugin->ops;
    const bool says = YEE_HAS(ops, waveform);
    const char *name = says ? YEE_CALL(source, ops, waveform, source->config) : NULL;
    bool plays = false;
    for (size_t i = 0; i < m->points->count && !plays && (name || !says); i++) {
        const struct emission *e = &m->points->v[i];
        if (e->source == source)
            plays = !e->port ? e->count > 0 : e->link.current ? name != NULL : sounds(m, e);
    }
    return plays;
}
