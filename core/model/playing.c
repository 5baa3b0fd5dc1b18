/* core/model/playing.c: which sources of a model play something, and when all have ended. */
#include "band.h"
#include "model.h"
#include "plugin/call.h"
#include "problem/answers.h"
#include "problem/emission.h"
#include <math.h>

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

/* The place (m) of a point along an axis. */
static double place_of(const yee_grid *g, int c, int64_t index, int a)
{
    const int64_t *e = g->extent[c];
    const int64_t i[3] = {index / (e[1] * e[2]), index / e[2] % e[1], index % e[2]};
    return yee_grid_position(g, c, a, i[a]);
}

/* The time (s) that a wave takes at most from one to another of the points that a source plays at
 * different times, as those of a plane wave do; 0: all play at one time. */
static double way_of(const yee_model *m, const yee_instance *source)
{
    const yee_problem *p = &m->problem;
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    double index[2] = {1, 1}, length = 0; /* eps and mu */
    for (size_t n = 0; n < m->points->count; n++) {
        const struct emission *e = &m->points->v[n];
        if (e->source != source || e->port || e->signals->count < 2)
            continue;
        for (int64_t i = 0; i < e->count; i++)
            for (int a = 0; a < 3; a++) {
                const double at = place_of(&p->grid, e->component, e->point[i].index, a);
                low[a] = fmin(low[a], at);
                high[a] = fmax(high[a], at);
            }
        const uint32_t id =
            e->count ? yee_problem_medium(p, e->component, e->point[0].index) : YEE_NO_ANSWER;
        double *of = &index[!yee_is_electric(e->component)];
        if (id != YEE_NO_ANSWER)
            *of = fmax(*of, p->medium[id].response.inf);
    }
    for (int a = 0; a < 3; a++)
        length = high[a] > low[a] ? hypot(length, high[a] - low[a]) : length;
    return length * sqrt(index[0] * index[1]) / YEE_C0;
}

double yee_model_sources_end(yee_model *m)
{
    double end = 0;
    for (size_t i = 0; i < m->of[YEE_SOURCE].count; i++) {
        const yee_instance *source = m->of[YEE_SOURCE].v[i];
        const char *name;
        yee_waveform w;
        yee_band band;
        if (yee_model_played(m, source, &name, &w, &band))
            return INFINITY;
        if (name)
            end = fmax(end, band.end_time + way_of(m, source));
    }
    return end;
}
