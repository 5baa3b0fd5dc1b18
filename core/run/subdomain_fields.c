/* core/run/subdomain_fields.c: the fields of all subdomains as arrays of the whole grid. */
#include "plugin/call.h"
#include "subdomain_plan.h"
#include <math.h>
#include <stdlib.h>

typedef yee_subdomain_plan plan;

/* Where own values lie in an array of the whole grid. */
typedef struct own_box {
    int64_t begin[3], end[3]; /* local indices */
} own_box;

static own_box own_of(const yee_local *l, int c)
{
    own_box b;
    for (int a = 0; a < 3; a++)
        yee_box_points(&l->problem.grid, c, a, l->subdomain.low[a], l->subdomain.high[a],
                       &b.begin[a], &b.end[a]);
    return b;
}

/* Values of a component between the whole grid and a local one: all of them to a plan, the own
 * ones from it. */
static void move(const plan *p, const yee_local *l, int c, double *local, double *whole,
                 bool to_plan)
{
    const yee_grid *g = &l->problem.grid, *w = &p->whole->grid;
    own_box b = {{0, 0, 0}, {g->extent[c][0], g->extent[c][1], g->extent[c][2]}};
    if (!to_plan)
        b = own_of(l, c);
    for (int64_t i = b.begin[0]; i < b.end[0]; i++)
        for (int64_t j = b.begin[1]; j < b.end[1]; j++) {
            double *here = local + yee_grid_index(g, c, i, j, 0);
            double *there = whole + yee_grid_index(w, c, yee_local_whole(l, 0, i),
                                                   yee_local_whole(l, 1, j), 0);
            for (int64_t k = b.begin[2]; k < b.end[2]; k++)
                if (to_plan)
                    here[k] = there[yee_local_whole(l, 2, k)];
                else
                    there[yee_local_whole(l, 2, k)] = here[k];
        }
}

static yee_status move_all(plan *p, int c, double *values, bool to_plan)
{
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < p->count && !status; n++) {
        yee_planned *s = &p->part[n];
        if (!s->plan)
            continue;
        double *own = malloc((size_t)yee_grid_points(&s->local.problem.grid, c) * sizeof *own);
        if (!own)
            return yee_diag_fail(p->diag, YEE_MEMORY, NULL, "no memory for a field");
        if (to_plan) {
            move(p, &s->local, c, own, values, true);
            status = YEE_CALL(p->scheme, p->ops, write, s->plan, c, own);
        } else {
            status = YEE_CALL(p->scheme, p->ops, read, s->plan, c, own);
            move(p, &s->local, c, own, values, false);
        }
        free(own);
    }
    return yee_agree(p->communicator, status);
}

/* The own values of a subdomain that another process has: from it into the first one's array. */
static yee_status bring(plan *p, const yee_planned *s, int c, double *values)
{
    yee_communicator *m = p->communicator;
    const yee_local *l = &s->local;
    const own_box b = own_of(l, c);
    const int64_t rows = (b.end[0] - b.begin[0]) * (b.end[1] - b.begin[1]);
    const int64_t length = b.end[2] - b.begin[2], width = b.end[1] - b.begin[1];
    double *packed = malloc((size_t)(rows * length) * sizeof *packed + 1);
    yee_status status = YEE_OK;
    if (!packed)
        m->lost = true; /* a message would be missed */
    for (int64_t pass = 0; pass < 2 && packed && !status; pass++) {
        /* the owner packs and sends, the first receives and unpacks */
        for (int64_t n = 0; n < rows && (pass == 0) == (m->rank > 0); n++) {
            double *at =
                values + yee_grid_index(&p->whole->grid, c,
                                        yee_local_whole(l, 0, b.begin[0] + n / width),
                                        yee_local_whole(l, 1, b.begin[1] + n % width), 0);
            for (int64_t k = 0; k < length; k++) {
                double *one = at + yee_local_whole(l, 2, b.begin[2] + k);
                if (m->rank)
                    packed[n * length + k] = *one;
                else
                    *one = packed[n * length + k];
            }
        }
        const int64_t bytes = rows * length * (int64_t)sizeof *packed;
        if (pass == 0)
            status = m->rank ? yee_communicator_send(m, 0, packed, bytes)
                             : yee_communicator_receive(m, s->rank, packed, bytes);
        if (pass == 0 && !status)
            status = yee_communicator_wait(m, (double)INFINITY);
    }
    free(packed);
    return packed ? status : yee_diag_fail(p->diag, YEE_MEMORY, NULL, "no memory for a field");
}

yee_status yee_subdomains_read(void *made, int c, double *values)
{
    plan *p = made;
    const yee_communicator *m = p->communicator;
    yee_status status = move_all(p, c, values, false);
    for (int64_t n = 0; n < p->count && m && !status; n++)
        if (p->part[n].rank && (m->rank == 0 || m->rank == p->part[n].rank))
            status = bring(p, &p->part[n], c, values);
    return status
               ? status
               : yee_broadcast(p->communicator, values,
                               yee_grid_points(&p->whole->grid, c) * (int64_t)sizeof *values);
}

/* The E of a law of fields, or the H of a magnetic one, tells its L with the cells around it alone,
 * which a halo has not at its ends. */
yee_status yee_subdomains_write(void *made, int c, const double *values)
{
    plan *p = made;
    yee_status status = move_all(p, c, (double *)(uintptr_t)values, true);
    if (!(yee_is_electric(c) ? p->whole->field_runs : p->whole->magnetic_runs))
        return status;
    status = yee_agree(p->communicator, status);
    return status ? status : yee_exchange_run(p->exchange, 0);
}
