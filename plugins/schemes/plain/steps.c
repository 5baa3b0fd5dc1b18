/* steps.c: a step, and the other functions of yee_scheme_ops that need only the plan. */
#include "plan.h"

yee_status plan_run(void *made, int64_t steps, const yee_sink *sink)
{
    plan *p = made;
    yee_status status = YEE_OK;
    for (int64_t end = p->step + steps; p->step < end && status == YEE_OK;) {
        points_play(p);
        ports_before(p);
        edges_keep(p);
        laws_keep(p);
        laws_step_cells(p);
        laws_part_fields(p, &p->magnets);
        p->fields->sweep(p, false);
        edges_update(p, false);
        points_add(p, false);
        laws_join_fields(p, &p->magnets, true);
        laws_part_fields(p, &p->tensors);
        p->fields->sweep(p, true);
        laws_take_currents(p);
        edges_update(p, true);
        points_add(p, true);
        ports_apply(p);
        laws_apply(p);
        laws_join_fields(p, &p->tensors, true);
        p->step++;
        status = plan_take_taps(p, sink);
    }
    return status;
}

yee_status plan_read(void *made, int component, double *values)
{
    const plan *p = made;
    int c = p->as[component];
    int64_t points = yee_grid_points(&p->grid, c);
    for (int64_t i = 0; i < points; i++)
        values[i] = field_value(p, c, i);
    return YEE_OK;
}

/* Points on a PEC face stay 0; edges of fields get L. */
yee_status plan_write(void *made, int component, const double *values)
{
    plan *p = made;
    cell_laws *laws = yee_is_electric(component) ? &p->tensors : &p->magnets;
    int c = p->as[component];
    const int64_t *n = p->grid.extent[c], *b = p->grid.begin[c], *e = p->grid.end[c];
    laws_part_fields(p, laws);
    for (int64_t i = b[0]; i < e[0]; i++)
        for (int64_t j = b[1]; j < e[1]; j++)
            for (int64_t k = b[2]; k < e[2]; k++) {
                int64_t at = (i * n[1] + j) * n[2] + k;
                field_set(p, c, at, values[at]);
            }
    laws_join_fields(p, laws, false);
    edges_reset(p);
    return YEE_OK;
}

yee_status plan_look(void *made, yee_extrema *extrema)
{
    plan_extrema(made, extrema);
    return YEE_OK;
}

yee_status plan_peak(void *made, double *electric)
{
    *electric = plan_peak_estimate(made);
    return YEE_OK;
}

yee_status plan_state(void *made, yee_state *state) { return plan_pieces(made, state); }

int64_t plan_step(const void *made) { return ((const plan *)made)->step; }

void plan_destroy(void *made) { plan_free(made); }
