/* core/run/energy.c: the energy that a scheme says, held against the fields that it has: a run
 * that waits for the energy to fall would else never end, or end at once. */
#include "energy.h"

#include "plugin/call.h"

#include <math.h>

/* J: the square of a field of that energy in a cell is still far from the smallest double. */
static const double LEAST = 1e-200;

/* The energy of E is a sum of one part for each edge, of which that of the largest field alone is
 * at least this, up to a factor of the order of 1. */
yee_status yee_energy_now(const yee_model *m, const yee_scheme_ops *ops, void *plan,
                          double energy[2])
{
    yee_extrema v = {.size = sizeof v};
    energy[0] = energy[1] = 0;
    yee_status status = YEE_CALL(m->scheme, ops, energy, plan, energy);
    if (status || (isfinite(energy[0]) && energy[0] != 0) ||
        (status = YEE_CALL(m->scheme, ops, extrema, plan, &v)))
        return status;
    const double part =
        0.5 * YEE_EPS0 * yee_grid_smallest_cell(&m->problem.grid) * v.electric * v.electric;
    if (!v.finite || !(part > LEAST && part < 1 / LEAST))
        return YEE_OK;
    return yee_diag_fail(m->diag, YEE_PLUGIN, &m->scheme->place,
                         "scheme '%s' says an energy of %g J in E where its largest field is "
                         "%.3g V/m",
                         m->scheme->plugin->name, energy[0], v.electric);
}
