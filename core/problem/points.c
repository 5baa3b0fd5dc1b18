/* core/problem/points.c: what sources emit, checked and sorted.
 *
 * A current density J at an edge enters its update as -cb*J, for dF/dt = (curl - J)/base. One
 * ampere through a port is such a density too, so current = -cb*density; it runs inside the
 * port towards the positive terminal, hence against the voltage's direction, and feedback =
 * sum voltage*current is positive. */
#include "emission.h"
#include "plugin/call.h"
#include "port_laws.h"
#include "problem/grid.h"
#include "problem/symmetry.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAIL(points, code, ...) \
    ((points)->status = \
         yee_diag_fail((points)->diag, code, &(points)->source->place, __VA_ARGS__))

enum { MOST_WORDS = 1 << 27 }; /* of a link: 1 GiB */

/* The plugin broke its contract. */
#define BREACH(points, format, ...) \
    FAIL(points, YEE_PLUGIN, "plugin '%s' " format, (points)->source->plugin->name, __VA_ARGS__)

static yee_status no_memory(yee_points *points)
{
    return FAIL(points, YEE_MEMORY, "no memory for the points of this source");
}

static double position(const yee_grid *grid, int c, int axis, int64_t i)
{
    return i < 0 || i >= grid->extent[c][axis] ? NAN : yee_grid_position(grid, c, axis, i);
}

/* "Ez point (3, 4, 5) at (0.003, 0.004, 0.0055) m" */
static const char *where(const yee_points *points, int c, const int64_t i[3], char text[160])
{
    const yee_grid *grid = &points->problem->grid;
    snprintf(text, 160,
             "%s point (%" PRId64 ", %" PRId64 ", %" PRId64 ") at (%.6g, %.6g, %.6g) m",
             yee_component_name(c), i[0], i[1], i[2], position(grid, c, 0, i[0]),
             position(grid, c, 1, i[1]), position(grid, c, 2, i[2]));
    return text;
}

/* Index and cb of a point that may carry a current. */
static yee_status locate(yee_points *points, int c, const int64_t i[3], int64_t *index,
                         double *cb)
{
    const yee_problem *problem = points->problem;
    const yee_grid *grid = &problem->grid;
    char text[160];

    for (int a = 0; a < 3; a++)
        if (i[a] < 0 || i[a] >= grid->extent[c][a])
            return FAIL(points, YEE_INPUT,
                        "the %s point (%" PRId64 ", %" PRId64 ", %" PRId64
                        ") of plugin '%s' is outside the grid; along %c it has points 0 to "
                        "%" PRId64,
                        yee_component_name(c), i[0], i[1], i[2], points->source->plugin->name,
                        ("xyz"[a]), grid->extent[c][a] - 1);
    const int mirror = yee_symmetry_cancels(grid, c, i);
    if (mirror >= 0)
        return FAIL(points, YEE_INPUT,
                    "%s lies on the electric plane of symmetry %s, where its image cancels it; "
                    "%s current there needs kind = magnetic",
                    where(points, c, i, text), yee_face_name[mirror],
                    yee_is_electric(c) ? "an electric" : "a magnetic");
    for (int a = 0; a < 3; a++)
        if (i[a] < grid->begin[c][a] || i[a] >= grid->end[c][a])
            return FAIL(points, YEE_INPUT,
                        "%s lies on the %s %c face, a perfect conductor where it stays 0; move "
                        "it inwards",
                        where(points, c, i, text), i[a] < grid->begin[c][a] ? "low" : "high",
                        "xyz"[a]);
    *index = yee_grid_index(grid, c, i[0], i[1], i[2]);
    uint32_t id = yee_problem_medium(problem, c, *index);
    const yee_medium *medium = &problem->medium[id];
    if (medium->conductor != YEE_NOT_CONDUCTOR)
        return FAIL(points, YEE_INPUT,
                    "%s is inside the perfect conductor '%s', where it stays 0; move it out",
                    where(points, c, i, text), medium->name ? medium->name : "");
    *cb = problem->update[id].cb;
    return YEE_OK;
}

/* Opens an empty group or port. */
static yee_status begin(yee_points *points, int c, const yee_signals *signals,
                        struct emission **emission)
{
    if (points->status)
        return points->status;
    if (c < 0 || c >= YEE_COMPONENTS)
        return BREACH(points, "named component %d; there are 0 to 5", c);
    if (!signals || !signals->fill || signals->count < 1)
        return BREACH(points, "gave %s no signals", yee_component_name(c));
    if (signals->count > INT32_MAX)
        return BREACH(points, "gave %s %" PRId64 " signals; %d are the most",
                      yee_component_name(c), signals->count, INT32_MAX);
    if (!points->problem->grid.active[c])
        return FAIL(points, YEE_INPUT,
                    "%s does not exist in this 2-D mode; choose the other [grid] mode or "
                    "another direction",
                    yee_component_name(c));
    if (points->count == points->capacity) {
        size_t capacity = points->capacity ? 2 * points->capacity : 16;
        struct emission *v = yee_arena_alloc(points->arena, capacity * sizeof *v);
        if (!v)
            return no_memory(points);
        for (size_t n = 0; n < points->count; n++)
            v[n] = points->v[n];
        points->v = v;
        points->capacity = capacity;
    }
    const yee_signals *kept = yee_arena_copy(points->arena, signals, sizeof *signals);
    if (!kept)
        return no_memory(points);
    *emission = &points->v[points->count++];
    **emission = (struct emission){.component = c,
                                   .signals = kept,
                                   .name = points->source->host.instance,
                                   .place = &points->source->place,
                                   .source = points->source};
    return YEE_OK;
}

/* The group or port that was opened last by this source, NULL: none of this kind. */
static struct emission *last(yee_points *points, bool port)
{
    struct emission *emission =
        points->count > points->first ? &points->v[points->count - 1] : NULL;
    return emission && emission->port == port ? emission : NULL;
}

static bool grow(struct emission *emission)
{
    if (emission->count < emission->capacity)
        return true;
    size_t capacity = emission->capacity ? 2 * (size_t)emission->capacity : 64;
    void *data = emission->port ? realloc(emission->edge, capacity * sizeof *emission->edge)
                                : realloc(emission->point, capacity * sizeof *emission->point);
    if (!data)
        return false;
    if (emission->port)
        emission->edge = data;
    else
        emission->point = data;
    emission->capacity = (int64_t)capacity;
    return true;
}

static yee_status emit_group(yee_emitter *emitter, int component, bool cubic,
                             const yee_signals *signals)
{
    struct emission *emission = NULL;
    yee_status status = begin(emitter->core, component, signals, &emission);
    if (!status)
        emission->cubic = cubic;
    return status;
}

static yee_status emit_current(yee_emitter *emitter, int64_t i, int64_t j, int64_t k,
                               double density, int64_t signal, double fraction)
{
    yee_points *points = emitter->core;
    struct emission *emission = last(points, false);
    const int64_t at[3] = {i, j, k};
    int64_t index;
    double cb;
    char text[160];

    if (points->status)
        return points->status;
    if (!emission)
        return BREACH(points, "emitted a current before it opened a %s", "group");
    if (locate(points, emission->component, at, &index, &cb))
        return points->status;
    if (!isfinite(density))
        return BREACH(points, "gave the %s a current density of %g",
                      where(points, emission->component, at, text), density);
    int64_t low = emission->cubic ? 1 : 0,
            high = emission->signals->count - (emission->cubic ? 3 : 1);
    if (signal < low || signal > high)
        return BREACH(points,
                      "let the %s play signal %" PRId64 "; its group allows %" PRId64
                      " to %" PRId64,
                      where(points, emission->component, at, text), signal, low, high);
    if (emission->cubic && !(fraction >= 0 && fraction < 1))
        return BREACH(points, "gave the %s the fraction %g; [0, 1) is allowed",
                      where(points, emission->component, at, text), fraction);
    if (density == 0)
        return YEE_OK;
    if (!grow(emission))
        return no_memory(points);
    emission->point[emission->count++] =
        (yee_point){.index = index,
                    .amplitude = -cb * density,
                    .signal = signal,
                    .fraction = emission->cubic ? fraction : 0};
    return YEE_OK;
}

static yee_status emit_port(yee_emitter *emitter, int component, double resistance,
                            const yee_signals *signals)
{
    yee_points *points = emitter->core;
    struct emission *emission = NULL;
    if (begin(points, component, signals, &emission))
        return points->status;
    if (!yee_is_electric(component) || signals->count != 1)
        return BREACH(points,
                      "opened a port on %s with %" PRId64
                      " signals; it takes an E component and one signal",
                      yee_component_name(component), signals->count);
    if (!isfinite(resistance) || resistance < 0)
        return FAIL(points, YEE_INPUT, "the port's resistance is %g Ohm; 0 or more is needed",
                    resistance);
    emission->port = true;
    emission->resistance = resistance;
    return YEE_OK;
}

static void silence(void *self, int64_t step, double *value)
{
    (void)self;
    (void)step;
    *value = 0;
}

static yee_status emit_link(yee_emitter *emitter, int component, const yee_link *given)
{
    static const yee_signals none = {sizeof none, 1, NULL, silence};
    yee_points *points = emitter->core;
    struct emission *emission = NULL;
    if (begin(points, component, &none, &emission))
        return points->status;
    if (!given || given->size < sizeof *given)
        return BREACH(points,
                      "opened a link on %s with a table of %u bytes; a yee_link has %zu",
                      yee_component_name(component), given ? given->size : 0, sizeof *given);
    const yee_link link = *given;
    if (!yee_is_electric(component) || !link.current || link.words < 0 ||
        link.words > MOST_WORDS)
        return BREACH(points,
                      "opened a link on %s with %s and %" PRId64
                      " words; it takes an E component, a current() and 0 to %d words",
                      yee_component_name(component),
                      link.current ? "a current()" : "no current()", link.words, MOST_WORDS);
    if (--points->links < 0)
        return BREACH(points, "opened more links than its links() said, on %s",
                      yee_component_name(component));
    emission->port = true;
    emission->link = link;
    return YEE_OK;
}

static yee_status emit_port_law(yee_emitter *emitter, int component, const yee_port_law *law,
                                const void *self)
{
    yee_points *points = emitter->core;
    const double *param = NULL;
    if (points->status)
        return points->status;
    const char *fault = yee_port_law_fault(law);
    if (fault)
        return BREACH(points, "opened a port on %s with a law that has %s",
                      yee_component_name(component), fault);
    yee_link link;
    const yee_status status =
        yee_port_law_link(points->arena, points->diag, points->source, law, self,
                          points->problem->grid.dt, &link, &param);
    if (status)
        return points->status = status;
    if (emit_link(emitter, component, &link))
        return points->status;
    struct emission *emission = last(points, true);
    emission->law = law;
    emission->param = param;
    emission->self = self;
    return YEE_OK;
}

static yee_status emit_edge(yee_emitter *emitter, int64_t i, int64_t j, int64_t k,
                            double voltage, double density)
{
    yee_points *points = emitter->core;
    struct emission *emission = last(points, true);
    const int64_t at[3] = {i, j, k};
    int64_t index;
    double cb;
    char text[160];

    if (points->status)
        return points->status;
    if (!emission)
        return BREACH(points, "named an edge before it opened a %s", "port");
    if (locate(points, emission->component, at, &index, &cb))
        return points->status;
    if (!isfinite(voltage) || !isfinite(density))
        return BREACH(points, "gave the %s a voltage weight of %g and a density of %g",
                      where(points, emission->component, at, text), voltage, density);
    if (!grow(emission))
        return no_memory(points);
    emission->edge[emission->count++] =
        (yee_port_edge){.index = index, .voltage = voltage, .current = -cb * density};
    return YEE_OK;
}

static yee_status emit_gap_meant(yee_emitter *emitter)
{
    yee_points *points = emitter->core;
    struct emission *emission = last(points, true);
    if (points->status)
        return points->status;
    if (!emission)
        return BREACH(points, "said that a gap is meant before it opened a %s", "port");
    emission->gap = true;
    return YEE_OK;
}

static int by_point(const void *a, const void *b)
{
    const yee_point *p = a, *q = b;
    if (p->index != q->index)
        return p->index < q->index ? -1 : 1;
    if (p->signal != q->signal)
        return p->signal < q->signal ? -1 : 1;
    return (p->amplitude > q->amplitude) - (p->amplitude < q->amplitude);
}

static int by_edge(const void *a, const void *b)
{
    const yee_port_edge *p = a, *q = b;
    return (p->index > q->index) - (p->index < q->index);
}

/* Signals that a source may have: several for every point of the grid, and a million where it is
 * small. Schemes keep the values of a step of all of them. */
static int64_t most_signals(const yee_grid *grid)
{
    int64_t points = 0;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        points += grid->active[c] ? yee_grid_points(grid, c) : 0;
    return 8 * points > 1 << 20 ? 8 * points : 1 << 20;
}

static void mirror_port(const yee_points *points, struct emission *emission)
{
    const int face = yee_symmetry_port(&points->problem->grid, emission->component,
                                       emission->count, emission->edge);
    if (face >= 0)
        yee_diag_log(
            points->diag, YEE_WARNING, emission->place,
            "the port ends on the magnetic plane of symmetry %s: its image is a second "
            "port, whose current has the opposite direction",
            yee_face_name[face]);
}

/* Sorts what was emitted and moves it from the growing buffer into the arena. */
static void settle(yee_points *points, struct emission *emission)
{
    void *data = emission->port ? (void *)emission->edge : (void *)emission->point,
         *kept = NULL;
    size_t bytes = emission->port ? sizeof *emission->edge : sizeof *emission->point;

    if (data && !points->status) {
        qsort(data, (size_t)emission->count, bytes, emission->port ? by_edge : by_point);
        kept = yee_arena_copy(points->arena, data, (size_t)emission->count * bytes);
        if (!kept)
            no_memory(points);
    }
    free(data);
    emission->point = emission->port ? NULL : kept;
    emission->edge = emission->port ? kept : NULL;
    if (emission->edge)
        mirror_port(points, emission);
    if (!points->status && emission->signals->count > most_signals(&points->problem->grid))
        BREACH(points, "gave %s %" PRId64 " signals; on this grid %" PRId64 " are the most",
               yee_component_name(emission->component), emission->signals->count,
               most_signals(&points->problem->grid));
    if (emission->port && !points->status && !(emission_feedback(emission) > 0))
        BREACH(points,
               "opened a port whose feedback over its %" PRId64
               " edges is %g Ohm; voltage and density must oppose each other",
               emission->count, kept ? emission_feedback(emission) : 0.0);
}

yee_points *yee_points_new(yee_diag *diag, yee_arena *arena, const yee_problem *problem)
{
    yee_points *points = yee_arena_alloc(arena, sizeof *points);
    if (points)
        *points = (yee_points){.diag = diag, .arena = arena, .problem = problem};
    else
        yee_diag_fail(diag, YEE_MEMORY, NULL, "no memory for the sources");
    return points;
}

yee_status yee_points_links(yee_diag *diag, const yee_instance *source, int64_t *links)
{
    const yee_source_ops *ops = source->plugin->ops;
    *links = YEE_HAS(ops, links) ? YEE_CALL(source, ops, links, source->config) : 0;
    return *links >= 0 ? YEE_OK
                       : yee_diag_fail(diag, YEE_PLUGIN, &source->place,
                                       "plugin '%s' says it opens %" PRId64
                                       " links; 0 or more are possible",
                                       source->plugin->name, *links);
}

yee_status yee_points_emit(yee_points *points, const yee_instance *source, const yee_view *view)
{
    const yee_source_ops *ops = source->plugin->ops;
    yee_emitter emitter = {.size = sizeof emitter,
                           .core = points,
                           .group = emit_group,
                           .current = emit_current,
                           .port = emit_port,
                           .edge = emit_edge,
                           .link = emit_link,
                           .port_law = emit_port_law,
                           .gap_meant = emit_gap_meant};

    const yee_status known = yee_points_links(points->diag, source, &points->links);
    if (known)
        return known;
    points->source = source;
    points->first = points->count;
    points->status = YEE_OK;
    yee_status status =
        YEE_CALL(source, ops, emit, &source->host, source->config, view, &emitter);
    if (status && !points->status)
        points->status = status;
    for (size_t n = points->first; n < points->count; n++)
        settle(points, &points->v[n]);
    return points->status;
}

bool yee_points_gap_meant(const yee_points *points, const char *name)
{
    for (size_t n = 0; n < points->count; n++)
        if (points->v[n].gap && !strcmp(points->v[n].name, name))
            return true;
    return false;
}
