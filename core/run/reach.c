/* core/run/reach.c: fields in media with a law, against what the law is meant for. */
#include "reach.h"
#include "model/pointwise.h"
#include "plugin/call.h"
#include <math.h>
#include <stdlib.h>

/* Larger components are not copied: of those the largest field alone is looked at. */
enum { MOST = 50 * 1000 * 1000 };

double yee_reach_least(const yee_model *m)
{
    double least = INFINITY;
    for (int64_t n = 0; n < m->problem.laws; n++)
        if (!(m->problem.law[n].law->has & YEE_LAW_MAGNETIC)) /* its reach is one of H */
            least = fmin(least, m->problem.law[n].law->reach(m->problem.law[n].self));
    return least;
}

bool yee_reach_active(const yee_model *m)
{
    bool active = false;
    for (int64_t n = 0; n < m->problem.laws; n++)
        active = active || m->problem.law[n].law->has & YEE_LAW_ACTIVE;
    return active;
}

/* How many times the reach of its law the field of an edge is; 0 without a law. */
static double part(const yee_problem *p, int c, int64_t index, double field)
{
    const int64_t law = yee_problem_law(p, yee_problem_medium(p, c, index));
    return law < 0 ? 0 : fabs(field) / p->law[law].law->reach(p->law[law].self);
}

static void warn(const yee_model *m, int c, int64_t index, double field, int64_t step)
{
    const yee_problem *p = &m->problem;
    const yee_grid *g = &p->grid;
    const int64_t *e = g->extent[c];
    const int64_t at[3] = {index / (e[1] * e[2]), index / e[2] % e[1], index % e[2]};
    const yee_law_use *use = &p->law[yee_problem_law(p, yee_problem_medium(p, c, index))];
    const yee_instance *owner = yee_model_law_owner(m, use->law, use->self);
    yee_diag_log(m->diag, YEE_WARNING, &owner->place,
                 "after step %lld %s is %.3g V/m at (%.6g, %.6g, %.6g) m, beyond the %.3g V/m "
                 "that its law '%s' is meant for: results from there on are in doubt; weaker "
                 "sources, or another reach if the law holds so far",
                 (long long)step, yee_component_name(c), fabs(field),
                 yee_grid_position(g, c, 0, at[0]), yee_grid_position(g, c, 1, at[1]),
                 yee_grid_position(g, c, 2, at[2]), use->law->reach(use->self), use->law->name);
}

yee_status yee_reach_check(const yee_model *m, const yee_scheme_ops *ops, void *plan,
                           const yee_extrema *v, int64_t step, bool *warned)
{
    const yee_problem *p = &m->problem;
    yee_status status = YEE_OK;
    if (!v->finite || !(v->electric > yee_reach_least(m)))
        return YEE_OK;
    if (yee_is_electric(v->component) && part(p, v->component, v->index, v->electric) > 1) {
        warn(m, v->component, v->index, v->electric, step);
        *warned = true;
        return YEE_OK;
    }
    for (int c = 0; c < 3 && !status && !*warned; c++) {
        const int64_t points = yee_grid_points(&p->grid, c);
        double *field = points <= MOST ? malloc((size_t)points * sizeof *field) : NULL;
        double most = 1;
        int64_t at = -1;
        if (field)
            status = YEE_CALL(m->scheme, ops, read, plan, c, field);
        for (int64_t n = 0; field && !status && n < points; n++)
            if (part(p, c, n, field[n]) > most) {
                most = part(p, c, n, field[n]);
                at = n;
            }
        *warned = at >= 0;
        if (*warned)
            warn(m, c, at, field[at], step);
        free(field);
    }
    return status;
}
