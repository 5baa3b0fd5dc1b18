/* core/problem/freeze.c: what sources emitted becomes the problem's point groups and ports. */
#include "emission.h"
#include "grid.h"

bool yee_points_buried(const yee_points *points, size_t n, yee_buried *b)
{
    const yee_grid *g = &points->problem->grid;
    const yee_place *place = NULL;
    size_t source = 0;
    *b = (yee_buried){.face = -1};
    for (size_t i = 0; i < points->count; i++) {
        const struct emission *emission = &points->v[i];
        const int64_t *e = g->extent[emission->component];
        source += i > 0 && emission->place != place; /* what a source opened is in a row */
        place = emission->place;
        if (source != n)
            continue;
        b->place = place;
        b->points += emission->count;
        for (int64_t q = 0; q < emission->count; q++) {
            const int64_t at =
                emission->port ? emission->edge[q].index : emission->point[q].index;
            const int64_t i3[3] = {at / (e[1] * e[2]), at / e[2] % e[1], at % e[2]};
            const int face = yee_grid_layer(g, emission->component, i3);
            b->face = b->face < 0 ? face : b->face;
            b->buried += face >= 0;
            b->port = b->port || (emission->port && face >= 0);
        }
    }
    return b->place != NULL;
}

static bool same_signals(const struct emission *a, const struct emission *b)
{
    return a->source == b->source && a->signals->self == b->signals->self &&
           a->signals->fill == b->signals->fill && a->signals->count == b->signals->count;
}

/* The guarded signals of group or port n; own[m] is reused where m < n has the signals of
 * n. */
static const yee_signals *guarded(yee_points *points, size_t n, const yee_signals **own)
{
    const struct emission *emission = &points->v[n];
    for (size_t m = 0; m < n; m++)
        if (same_signals(&points->v[m], emission))
            return own[m];
    return yee_signals_guarded(points->arena, &points->guard, emission->signals,
                               emission->source);
}

const yee_signals *yee_points_guarded(yee_points *points, const yee_signals *signals,
                                      const yee_instance *player)
{
    return yee_signals_guarded(points->arena, &points->guard, signals, player);
}

yee_status yee_points_check_signals(const yee_points *points)
{
    const yee_instance *it = points->guard.source;
    return it ? yee_diag_fail(points->diag, YEE_PLUGIN, &it->place,
                              "what plugin '%s' %s at step %lld is no finite number%s",
                              it->plugin->name,
                              points->guard.link ? "returns as a link's current" : "plays",
                              (long long)points->guard.step,
                              points->guard.link ? "" : "; its waveform may be to blame")
              : YEE_OK;
}

/* A port's law holds at the end of a step only if no other port changes its edges. */
static yee_status check_shared(yee_points *points, const struct emission *a,
                               const struct emission *b)
{
    int64_t m = 0, n = 0;
    while (m < a->count && n < b->count && a->edge[m].index != b->edge[n].index)
        if (a->edge[m].index < b->edge[n].index)
            m++;
        else
            n++;
    if (m == a->count || n == b->count)
        return YEE_OK;
    return yee_diag_fail(points->diag, YEE_INPUT, b->place,
                         "the port shares an %s edge with the port of '%s'; ports in series "
                         "need edges of their own",
                         yee_component_name(b->component), a->name);
}

yee_status yee_points_freeze(yee_points *points, yee_problem *problem)
{
    int64_t groups = 0, ports = 0;
    yee_point_group *group =
        yee_arena_alloc(points->arena, (points->count + 1) * sizeof *group);
    yee_port *port = yee_arena_alloc(points->arena, (points->count + 1) * sizeof *port);
    const yee_signals **own = yee_arena_alloc(points->arena, (points->count + 1) * sizeof *own);

    if (!group || !port || !own)
        return yee_diag_fail(points->diag, YEE_MEMORY, NULL, "no memory for the sources");
    for (size_t n = 0; n < points->count; n++) {
        const struct emission *emission = &points->v[n];
        const yee_link *link = NULL;
        if (!(own[n] = guarded(points, n, own)) ||
            (emission->link.current &&
             !(link = yee_link_guarded(points->arena, &points->guard, &emission->link,
                                       emission->source))))
            return yee_diag_fail(points->diag, YEE_MEMORY, NULL, "no memory for the sources");
        for (size_t m = 0; emission->port && m < n; m++)
            if (points->v[m].port && points->v[m].component == emission->component &&
                check_shared(points, &points->v[m], emission))
                return YEE_INPUT;
        if (emission->port)
            port[ports++] = (yee_port){.component = emission->component,
                                       .count = emission->count,
                                       .edge = emission->edge,
                                       .resistance = emission->resistance,
                                       .feedback = emission_feedback(emission),
                                       .signals = own[n],
                                       .name = emission->name,
                                       .link = link,
                                       .law = emission->law,
                                       .law_param = emission->param,
                                       .law_self = emission->self};
        else if (emission->count)
            group[groups++] = (yee_point_group){.component = emission->component,
                                                .cubic = emission->cubic,
                                                .count = emission->count,
                                                .point = emission->point,
                                                .signals = own[n]};
    }
    problem->groups = groups;
    problem->group = group;
    problem->ports = ports;
    problem->port = port;
    return YEE_OK;
}
