/* spectral_radius.c: the largest eigenvalue of dt^2 (1/eps) curl (1/mu) curl, by the plan's own
 * sweeps.
 *
 * From E = x, H = 0 the two sweeps make H = -dt curl x/mu and, on E = 0, E = -A x. Leapfrog is
 * stable where no eigenvalue of A is above 4, backward differentiation where none is above 1.
 * The recursion
 *
 *     x(n+1) = 2 x(n) - x(n-1) - tau A x(n),   x(-1) = x(0)
 *
 * is the one of Chebyshev's polynomials: parts with tau lambda <= 4 grow at most with n, the
 * others by 2 acosh(sqrt(tau lambda)/2) a pass. schemes/highorder/steady.c is its like on the
 * processor, with an equal margin, and says why eps and mu of infinite frequency are enough. */
#include "wide_plan.h"
#include <math.h>
#include <string.h>

static const double MARGIN = 0.995;
enum { PASSES = 80, SETS = 2 };

/* One check: the recursion and its memory. */
typedef struct radius_check {
    plan *p;
    recursion s;
    void *own[3], *block[SETS][3];          /* device */
    void *coefficient, *level_coefficients; /* of media without losses */
    double *partial, *sum;                  /* device; sum: x.x and x.back */
    double norm, product;
    double most; /* eigenvalue that is stable */
} radius_check;

static yee_status clear(const plan *p, void *block, int64_t words)
{
    return DEVICE_CALL(p->host, cudaMemsetAsync(block, 0, (size_t)words * p->word, p->work));
}

/* Clears the state of media and layers, and H; electric: E too. */
static yee_status clear_state(const plan *p, bool electric)
{
    const wide_plan *e = wide_of(p);
    yee_status status = YEE_OK;
    for (int n = 0; n < p->state.count && status == YEE_OK; n++) {
        bool field = false;
        for (int c = 0; c < 3; c++)
            field = field || p->state.field[c].n == n + 1;
        if (!field || electric)
            status = clear(p, p->state.array[n].buffer[0], p->state.array[n].words);
    }
    for (int c = 0; c < YEE_COMPONENTS && e->wide.level_coefficients; c++)
        for (int n = 1; n < WIDE_LEVELS && status == YEE_OK; n++)
            status = clear(p, e->slot[c][n], p->state.array[p->state.field[c].n - 1].words);
    return status;
}

/* cb of a medium without losses: dt over its eps or mu of infinite frequency. */
static double lossless_cb(const plan *p, int64_t m)
{
    const yee_medium *x = &p->problem->medium[m];
    return x->conductor == YEE_NOT_CONDUCTOR
               ? p->grid.dt / (x->response.inf * (x->magnetic ? YEE_MU0 : YEE_EPS0))
               : 0;
}

/* Coefficients of media without losses; their factors of older fields are 0, since those are. */
static yee_status upload_coefficients(radius_check *b)
{
    plan *p = b->p;
    const wide_plan *e = wide_of(p);
    const yee_problem *q = p->problem;
    const int row = e->wide.level_coefficients ? 5 : 2;
    void **to = e->wide.level_coefficients ? &b->level_coefficients : &b->coefficient;
    double *coefficient = plan_scratch(p, row * q->media, sizeof *coefficient);
    for (int64_t m = 0; m < q->media && coefficient; m++)
        coefficient[row * m] = lossless_cb(p, m);
    const void *rounded =
        coefficient ? plan_rounded(p, coefficient, row * q->media, row * q->media) : NULL;
    const size_t bytes = (size_t)(row * q->media) * p->word;
    if (!rounded)
        return p->host->fail(p->host, YEE_MEMORY, "no host memory for a plan");
    yee_status status = DEVICE_CALL(p->host, cudaMalloc(to, bytes));
    return status == YEE_OK
               ? DEVICE_CALL(p->host, cudaMemcpy(*to, rounded, bytes, cudaMemcpyHostToDevice))
               : status;
}

static yee_status make(radius_check *b)
{
    plan *p = b->p;
    yee_status status = upload_coefficients(b);
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaMalloc((void **)&b->partial,
                                                 2 * CORRECTION_BLOCKS * sizeof *b->partial));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaMalloc((void **)&b->sum, 2 * sizeof *b->sum));
    for (int c = 0; c < 3; c++) {
        const state_address at = p->state.field[c];
        const int64_t words = p->state.array[at.n - 1].words;
        b->s.words = words - at.from; /* equal for all */
        b->own[c] = p->d.field[c];
        b->s.x[c] = b->own[c];
        for (int n = 0; n < SETS && status == YEE_OK; n++) {
            status = DEVICE_CALL(p->host, cudaMalloc(&b->block[n][c], (size_t)words * p->word));
            if (status == YEE_OK)
                status = clear(p, b->block[n][c], words);
        }
        if (status == YEE_OK)
            b->s.before[c] = (char *)b->block[0][c] + (size_t)at.from * p->word;
    }
    return status;
}

/* Sums of a pass to the host. */
static yee_status add_up(radius_check *b)
{
    plan *p = b->p;
    double sum[2] = {0, 0};
    yee_status status = DEVICE_CALL(p->host, cudaMemsetAsync(b->sum, 0, sizeof sum, p->work));
    for (int n = 0; n < 2 && status == YEE_OK; n++)
        status =
            DEVICE_CALL(p->host, sum_launch(b->partial + n * CORRECTION_BLOCKS,
                                            CORRECTION_BLOCKS, b->sum + n, false, p->work));
    if (status == YEE_OK)
        status = DEVICE_CALL(
            p->host, cudaMemcpyAsync(sum, b->sum, sizeof sum, cudaMemcpyDeviceToHost, p->work));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaStreamSynchronize(p->work));
    b->norm = sum[0];
    b->product = sum[1];
    return status;
}

/* x(n-1), x(n) to x(n), x(n+1). With four levels E comes into the oldest one. */
static yee_status pass(radius_check *b)
{
    plan *p = b->p;
    recursion *s = &b->s;
    const bool levels = wide_of(p)->wide.level_coefficients != NULL;
    for (int c = 0; c < 3; c++)
        p->d.field[c] = s->x[c];
    yee_status status = clear_state(p, false);
    if (status == YEE_OK)
        status = wide_plan_sweep(p, 0);
    levels_rotate(p, 3, 1);
    for (int c = 0; c < 3 && status == YEE_OK; c++) {
        const state_address at = p->state.field[c];
        p->d.field[c] = (char *)b->block[1][c] + (size_t)at.from * p->word;
        s->back[c] = levels ? wide_of(p)->wide.level[c][WIDE_LEVELS - 2] : p->d.field[c];
        status = clear(p, b->block[1][c], p->state.array[at.n - 1].words);
    }
    if (status == YEE_OK)
        status = wide_plan_sweep(p, 1);
    levels_rotate(p, 3, 0);
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, recursion_step(s, p->word, b->partial, p->work));
    for (int c = 0; c < 3; c++) {
        void *x = s->x[c];
        s->x[c] = s->before[c];
        s->before[c] = x;
    }
    return status == YEE_OK ? add_up(b) : status;
}

/* The largest norms in either half of the passes. */
static yee_status repeat(radius_check *b, double most[2])
{
    plan *p = b->p;
    double unit = 1;
    yee_status status =
        DEVICE_CALL(p->host, recursion_start(&b->s, &wide_of(p)->correction, p->word, p->work));
    for (int n = 0; n < PASSES && status == YEE_OK; n++) {
        status = pass(b);
        double *m = &most[2 * n >= PASSES];
        *m = fmax(*m, sqrt(b->norm) / unit);
        if (status != YEE_OK || b->norm <= 1e20)
            continue;
        const double factor = 1 / sqrt(b->norm); /* far from the largest numbers */
        status = DEVICE_CALL(p->host, recursion_scale(&b->s, p->word, factor, p->work));
        unit *= factor;
    }
    return status;
}

static yee_status refuse(const radius_check *b, const wide_wave *wave,
                         const wide_config *design)
{
    const plan *p = b->p;
    const wide_scheme *s = wide_of(p)->scheme;
    const double dt = p->grid.dt, most = b->most, largest = -b->product / b->norm;
    const double c = wave->travel / dt, own = dt * sqrt(most / largest);
    double sum = 0;
    for (int a = 0; a < 3; a++)
        sum += wave->d[a] > 0 ? 1 / (wave->d[a] * wave->d[a]) : 0;
    /* far beyond its limit its weights are others: Yee's limit holds for any */
    const double to = 0.99 * (own < 0.9 * dt ? fmin(own, 1 / (c * sqrt(sum))) : own);
    const double limit = wide_courant(s, design, &p->problem->grid, c);
    if (YEE_HAS(p->host, suggest_dt))
        p->host->suggest_dt(p->host, to);
    return p->host->fail(
        p->host, YEE_DECLINED,
        "beside metal or other media inside the grid %s has a lower limit: at dt = %g s an "
        "eigenvalue is %.4g and a plan takes %.4g at most; try dt = %.4g s, courant = %.3f",
        s->cuda, dt, largest, MARGIN * MARGIN * most, to, floor(1000 * to / limit) / 1000);
}

/* 1 - L of backward differentiation, L the largest loss of a medium. */
static double loss_margin(const plan *p)
{
    const yee_problem *q = p->problem;
    double most = 0;
    for (int64_t m = 0; m < q->media && wide_of(p)->wide.level_coefficients; m++)
        if (q->medium[m].conductor == YEE_NOT_CONDUCTOR)
            most = fmax(most, wide_loss(&q->update[m]));
    return 1 - most;
}

yee_status spectral_radius_check(plan *p, const wide_wave *wave, const wide_config *design)
{
    wide_plan *e = wide_of(p);
    radius_check b = {.p = p, .most = 4 * wide_limit(e->scheme) * loss_margin(p)};
    double most[2] = {0, 0}, single_coefficients[YEE_COMPONENTS][5];
    const void *coefficient = p->d.coefficient,
               *level_coefficients = e->wide.level_coefficients;
    memcpy(single_coefficients, e->wide.single_coefficients, sizeof single_coefficients);
    b.s.tau = 4 / (b.most * MARGIN * MARGIN);
    e->passes = PASSES;
    yee_status status = make(&b);
    p->d.coefficient = b.coefficient ? b.coefficient : coefficient;
    e->wide.level_coefficients =
        b.level_coefficients ? b.level_coefficients : level_coefficients;
    for (int c = 0; c < YEE_COMPONENTS; c++)
        e->wide.single_coefficients[c][0] = lossless_cb(p, p->d.uniform[c]);
    if (status == YEE_OK)
        status = repeat(&b, most);
    if (status == YEE_OK && most[1] > 10 * most[0])
        status = refuse(&b, wave, design);
    p->d.coefficient = coefficient;
    e->wide.level_coefficients = level_coefficients;
    memcpy(e->wide.single_coefficients, single_coefficients, sizeof single_coefficients);
    for (int c = 0; c < 3; c++)
        p->d.field[c] = b.own[c] ? b.own[c] : p->d.field[c];
    const yee_status cleared = clear_state(p, true);
    cudaStreamSynchronize(p->work);
    for (int c = 0; c < 3; c++)
        for (int n = 0; n < SETS; n++)
            cudaFree(b.block[n][c]);
    cudaFree(b.coefficient);
    cudaFree(b.level_coefficients);
    cudaFree(b.partial);
    cudaFree(b.sum);
    plan_drop_scratch(p);
    return status == YEE_OK ? cleared : status;
}
