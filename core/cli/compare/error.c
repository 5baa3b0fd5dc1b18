/* core/cli/compare/error.c: how far the fields of a row are from those of the scheme
 * "plain" in f64, Yee's, at the same time and with the same time step. Where that is beyond
 * plain's limit it does an odd number of steps for one of the row: H, half a step behind E,
 * is then there at the row's time too. */
#include "api/simulation.h"
#include "compare.h"
#include "plugin/call.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The fields of plain; NULL where a component is not active. */
typedef struct truth {
    double *value[YEE_COMPONENTS]; /* shape extent[c] */
    double largest[2];             /* |E| and |H| */
    double dt;                     /* s; 0: there is none yet */
    const char *swept;             /* value of the model's key; NULL: none */
} truth;

static void forget(truth *t)
{
    for (int c = 0; c < YEE_COMPONENTS; c++)
        free(t->value[c]);
    *t = (truth){.dt = 0};
}

/* Keeps E (field 0) or H (1). */
static yee_status keep(yee_simulation *s, const yee_grid *g, int field, truth *t)
{
    yee_status status = YEE_OK;
    for (int c = 3 * field; c < 3 * field + 3 && !status; c++) {
        const int64_t points = yee_grid_points(g, c);
        if (!g->active[c])
            continue;
        t->value[c] = malloc((size_t)points * sizeof *t->value[c]);
        status = t->value[c] ? yee_simulation_read(s, c, t->value[c]) : YEE_MEMORY;
        for (int64_t i = 0; i < points && !status; i++)
            t->largest[field] = fmax(t->largest[field], fabs(t->value[c][i]));
    }
    return status;
}

/* E at step n of the row is that of step parts*n here, and H, at n - 1/2, that of step parts*n
 * - (parts - 1)/2. */
static yee_status advance(yee_simulation *s, const yee_grid *g, int64_t steps, int64_t parts,
                          truth *t)
{
    const void *config;
    void *plan;
    const yee_scheme_ops *ops = yee_simulation_scheme(s, &config, &plan);
    yee_status status =
        YEE_CALL(s->model->scheme, ops, run, plan, parts * steps - (parts - 1) / 2, NULL);
    if (!status)
        status = keep(s, g, 1, t);
    if (!status && parts > 1)
        status = YEE_CALL(s->model->scheme, ops, run, plan, (parts - 1) / 2, NULL);
    return status ? status : keep(s, g, 0, t);
}

static yee_status run_truth(compare *c, const compare_row *r, truth *t)
{
    char courant[64], length[64], swept[512];
    int64_t parts = 1;
    yee_model *model = NULL;
    yee_simulation *s = NULL;
    const char **set = calloc(c->set->count + 5, sizeof *set);
    size_t n = c->set->count;
    if (!set)
        return YEE_MEMORY;
    if (n)
        memcpy(set, c->set->v, n * sizeof *set);
    if (r->value && strchr(c->key, '.')) {
        snprintf(swept, sizeof swept, "%s=%s", c->key, r->value);
        set[n++] = swept;
    }
    set[n++] = "run.scheme=plain";
    set[n++] = "run.precision=f64";
    yee_status status = yee_model_read(c->session, c->path, n, set, &model);
    if (!status && model->problem.grid.dt != r->dt) {
        /* its own limit times this factor is the row's time step */
        double factor = r->dt / model->problem.grid.dt * model->run.courant;
        if (fabs(factor - 1) < 1e-12)
            factor = 1; /* and its rounding is no more */
        while (factor / (double)parts > 1)
            parts += 2;
        snprintf(courant, sizeof courant, "run.courant=%.17g", factor / (double)parts);
        set[n++] = courant;
        snprintf(length, sizeof length, "run.steps=%lld", (long long)(parts * r->most));
        if (isnan(model->run.time)) /* waveforms may go by the length of the run */
            set[n++] = length;
        yee_model_free(model);
        model = NULL;
        status = yee_model_read(c->session, c->path, n, set, &model);
    }
    free(set);
    if (!status)
        status = yee_simulation_plan(model, &s);
    if (!status)
        status = advance(s, &model->problem.grid, c->first, parts, t);
    t->dt = r->dt;
    t->swept = r->value;
    yee_simulation_free(s);
    yee_model_free(model);
    return status;
}

/* Differences over the largest value, E and H each by their own. */
static yee_status judge(compare_row *r, const truth *t)
{
    const yee_grid *g = &r->model->problem.grid;
    double worst = 0, sum = 0, count = 0;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t points = yee_grid_points(g, c);
        if (!g->active[c] || !(t->largest[c / 3] > 0))
            continue;
        double *v = malloc((size_t)points * sizeof *v);
        yee_status status = v ? yee_simulation_read(r->simulation, c, v) : YEE_MEMORY;
        for (int64_t i = 0; i < points && !status; i++) {
            const double d = fabs(v[i] - t->value[c][i]) / t->largest[c / 3];
            if (!(d <= worst)) /* also where it is not a number */
                worst = d;
            sum += d * d;
        }
        count += (double)points;
        free(v);
        if (status)
            return status;
    }
    if (count > 0) {
        r->error[0] = worst;
        r->error[1] = sqrt(sum / count);
    }
    return YEE_OK;
}

void compare_errors(compare *c)
{
    truth t = {.dt = 0};
    void (*const log)(void *, yee_level, const char *) = c->session->diag.log;
    c->session->diag.log = NULL;
    for (size_t i = 0; i < c->rows; i++) {
        compare_row *r = &c->row[i];
        yee_status status = YEE_OK;
        if (*r->reason)
            continue;
        const bool other = c->key && strchr(c->key, '.') && t.swept != r->value;
        if (other || !(fabs(t.dt - r->dt) <= 1e-14 * r->dt)) {
            forget(&t);
            status = run_truth(c, r, &t);
        }
        if (!status)
            status = judge(r, &t);
        if (status)
            forget(&t);
        if (status == YEE_MEMORY)
            snprintf(c->no_error, sizeof c->no_error, "there is no memory for the fields");
        else if (status)
            snprintf(c->no_error, sizeof c->no_error, "%s", yee_session_error(c->session));
        else if (isnan(r->error[0]))
            snprintf(c->no_error, sizeof c->no_error, "all fields are still 0");
    }
    yee_diag_clear(&c->session->diag);
    c->session->diag.log = log;
    forget(&t);
}
