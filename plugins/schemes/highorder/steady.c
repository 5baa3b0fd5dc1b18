/* steady.c: the largest eigenvalue of dt^2 (1/eps) curl (1/mu) curl, by the plan's own sweeps.
 *
 * From E = x, H = 0 the two sweeps make H = -dt curl x/mu and, on E = 0, E = -A x. Leapfrog is
 * stable where no eigenvalue of A is above 4, backward differentiation where none is above 1.
 * The recursion
 *
 *     x(n+1) = 2 x(n) - x(n-1) - tau A x(n),   x(-1) = x(0)
 *
 * is the one of Chebyshev's polynomials: parts with tau lambda <= 4 grow at most with n, the
 * others by 2 acosh(sqrt(tau lambda)/2) a pass, so a few dozen passes tell limits apart that
 * differ by less than a hundredth. The start is noise at the points whose differences are not
 * the bulk's: the bulk's limit is known.
 *
 * eps and mu are inf: losses and poles of passive media do not lower leapfrog's limit. Their
 * sections are the bilinear rule's, so a mode E of step z = e^x, |z| > 1, with s = (2/dt)
 * tanh(x/2), Re s > 0, and the curl C of E, has (divided by cosh(x/2), 1/cosh^2 = 1 - (s
 * dt/2)^2)
 *
 *     [E, s eps(s) E] + [C E, (1/(s mu(s)) - (dt/2)^2 s/mu(s)) C E] = 0.
 *
 * s eps = s inf + g with g of positive real part (s chi, and sigma); so has 1/(s mu); and s/inf
 * - s/mu = 1/(inf (inf/g + 1/s)) of mu is two such functions in parallel. The real part is thus
 * at least Re s ([E, inf E] - (dt/2)^2 [C E, C E/inf]), which is above 0 where inf alone is
 * stable: there is no such mode. WIDE_HYBRID has any media at any point here, its curls being
 * transposes; WIDE_LINKS has smoothings in both products, symmetric and positive, that join
 * points of one medium only, so that they are the factor of each eps(s). In backward
 * differentiation [E, sigma dt E]/[E, eps E] <= L and the quotient for the eigenvalue give a
 * uniform medium's relation: lambda <= 1 - L does. Of layers 1/kappa and the first step's psi
 * are taken, for what remains of them there is no proof. */
#include "steady.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A time step 0.0013 beyond this part of its limit grows by e^4 in PASSES/2. */
static const double MARGIN = 0.995;
enum { PASSES = 80, FEW = 24 };
static const double WORK = 2e9; /* points, of all passes together */

typedef struct probe {
    plan *p;
    void *own[3], *taken[2][3]; /* real, shape extent[c]: the plan's E and two more, */
    void *spare[2][3];          /* of all these those that hold x(n-1) and -A x(n) */
    const double *scale;        /* dt/inf over the plan's cb, shape [media] */
    bool scaled;
    double tau;
    double norm, product; /* x.x, -x.A x */
} probe;

static void clear(plan *p, void *block, int64_t count)
{
    if (block)
        memset(block, 0, (size_t)count * p->word);
}

/* All that remembers, and H. */
static void forget(plan *p)
{
    const cpu *own = p->scheme;
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t *e = p->grid.extent[c], points = yee_grid_points(&p->grid, c);
        if (!yee_is_electric(c))
            clear(p, p->field[c], points);
        for (int a = 0; a < 3; a++)
            clear(p, p->psi[c][a], p->psi_count[c][a]);
        if (p->state[c])
            clear(p, p->state[c], p->first[c][e[0] * e[1]]);
        for (int n = 0; n < LEVELS && own->levels; n++)
            clear(p, own->levels->slot[n][c], points);
    }
}

static double get(const plan *p, const void *block, int64_t n)
{
    return p->word == sizeof(float) ? (double)((const float *)block)[n]
                                    : ((const double *)block)[n];
}

static void put(const plan *p, void *block, int64_t n, double value)
{
    if (p->word == sizeof(float))
        ((float *)block)[n] = (float)value;
    else
        ((double *)block)[n] = value;
}

static void bare(const probe *b, int first)
{
    plan *p = b->p;
    for (int c = first; c < first + 3 && b->scaled; c++)
        for (int64_t n = 0; n < yee_grid_points(&p->grid, c); n++)
            field_set(p, c, n, b->scale[point_medium(p, c, n)] * field_value(p, c, n));
}

/* x(n-1), x(n) to x(n), x(n+1). */
static void pass(probe *b)
{
    plan *p = b->p;
    forget(p);
    p->fields->sweep(p, false);
    bare(b, YEE_HX);
    for (int c = YEE_EX; c <= YEE_EZ; c++) {
        void *x = p->field[c];
        clear(p, b->spare[1][c], yee_grid_points(&p->grid, c));
        p->field[c] = b->spare[1][c];
        b->spare[1][c] = x;
    }
    p->fields->sweep(p, true);
    bare(b, YEE_EX);
    b->norm = b->product = 0;
    for (int c = YEE_EX; c <= YEE_EZ; c++) {
        void *back = p->field[c], *x = b->spare[1][c], *before = b->spare[0][c];
        for (int64_t n = 0; n < yee_grid_points(&p->grid, c); n++) {
            const double now = get(p, x, n), down = get(p, back, n);
            put(p, before, n, 2 * now - get(p, before, n) + b->tau * down);
            b->norm += now * now;
            b->product += now * down;
        }
        p->field[c] = before;
        b->spare[0][c] = x;
        b->spare[1][c] = back;
    }
}

/* Far from the largest numbers. */
static double shrink(probe *b)
{
    const double factor = b->norm > 1e20 ? 1 / sqrt(b->norm) : 1;
    for (int c = YEE_EX; c <= YEE_EZ && factor < 1; c++)
        for (int64_t n = 0; n < yee_grid_points(&b->p->grid, c); n++) {
            put(b->p, b->spare[0][c], n, factor * get(b->p, b->spare[0][c], n));
            field_set(b->p, c, n, factor * field_value(b->p, c, n));
        }
    return factor;
}

static void start(probe *b)
{
    plan *p = b->p;
    const wide_links *l = ((const cpu *)p->scheme)->links;
    uint32_t random = 1;
    for (int c = YEE_EX; c <= YEE_EZ; c++)
        for (int a = 0; a < 3; a++)
            for (int64_t r = l->first[c][a]; r < l->first[c][a] + l->count[c][a]; r++)
                for (int64_t n = l->run[r].to; n < l->run[r].to + l->run[r].count; n++) {
                    random = random * 1664525u + 1013904223u;
                    const double x = (double)random * 0x1p-31 - 1;
                    field_set(p, p->as[c], n, x);
                    put(p, b->spare[0][p->as[c]], n, x);
                }
}

/* Whether the recursion grows: its largest norm in the second half of the passes against that
 * in the first; what is stable at most doubles. */
static bool grows(probe *b, int passes)
{
    double most[2] = {0, 0}, unit = 1;
    start(b);
    for (int n = 0; n < passes; n++) {
        pass(b);
        double *m = &most[2 * n >= passes];
        *m = fmax(*m, sqrt(b->norm) / unit);
        unit *= shrink(b);
    }
    return most[1] > 10 * most[0];
}

static bool make(probe *b)
{
    plan *p = b->p;
    const yee_problem *q = p->problem;
    double *scale = plan_take(p, q->media, sizeof *scale);
    for (int n = 0; n < 2; n++)
        for (int c = YEE_EX; c <= YEE_EZ; c++)
            if (!(b->taken[n][c] = calloc((size_t)yee_grid_points(&p->grid, c) + 64, p->word)))
                return false;
    memcpy(b->spare, b->taken, sizeof b->spare);
    for (int c = YEE_EX; c <= YEE_EZ; c++)
        b->own[c] = p->field[c];
    for (int64_t m = 0; m < q->media && scale; m++) {
        const yee_medium *x = &q->medium[m];
        const double cb = get(p, p->cb, m);
        scale[m] = 1;
        if (x->conductor == YEE_NOT_CONDUCTOR && cb > 0)
            scale[m] = p->grid.dt / (x->response.inf * (x->magnetic ? YEE_MU0 : YEE_EPS0)) / cb;
        b->scaled = b->scaled || fabs(scale[m] - 1) > 1e-6;
    }
    b->scale = scale;
    return scale != NULL;
}

static double yee_limit(const wide_wave *wave, double c)
{
    double sum = 0;
    for (int a = 0; a < 3; a++)
        sum += wave->d[a] > 0 ? 1 / (wave->d[a] * wave->d[a]) : 0;
    return 1 / (c * sqrt(sum));
}

/* 1 - L of backward differentiation. */
static double room(const cpu *own, const yee_problem *q)
{
    double most = 0;
    for (int64_t m = 0; m < q->media && own->levels; m++)
        if (q->medium[m].conductor == YEE_NOT_CONDUCTOR)
            most = fmax(most, wide_loss(&q->update[m]));
    return 1 - most;
}

yee_status steady_check(const yee_host *host, plan *p, cpu *own, const wide_config *design,
                        double c)
{
    const double most = 4 * wide_limit(own->scheme) * room(own, p->problem), dt = p->grid.dt;
    probe b = {.p = p, .tau = 4 / (most * MARGIN * MARGIN)};
    yee_status status = YEE_OK;
    double points = 1;
    for (int e = YEE_EX; e <= YEE_EZ; e++)
        points += (double)yee_grid_points(&p->grid, e);
    own->passes = (int)fmax(FEW, fmin(PASSES, WORK / points));
    if (!make(&b)) {
        status = host->fail(host, YEE_MEMORY, "no memory to look for the limit of %s",
                            own->scheme->name);
    } else if (grows(&b, own->passes)) {
        const double largest = -b.product / b.norm;
        const double own_limit = dt * sqrt(most / largest), yee = yee_limit(&own->wave, c);
        /* far beyond its limit its weights are others: Yee's limit holds for any */
        const double to = 0.99 * (own_limit < 0.9 * dt ? fmin(own_limit, yee) : own_limit);
        const double limit = wide_courant(own->scheme, design, &p->grid, c);
        if (YEE_HAS(host, suggest_dt))
            host->suggest_dt(host, to);
        status = host->fail(
            host, YEE_DECLINED,
            "beside metal or other media inside the grid %s has a lower limit: at dt = %g s an "
            "eigenvalue is %.4g and a plan takes %.4g at most; try dt = %.4g s, courant = %.3f",
            own->scheme->name, dt, largest, MARGIN * MARGIN * most, to,
            floor(1000 * to / limit) / 1000);
    }
    for (int e = YEE_EX; e <= YEE_EZ; e++) {
        p->field[e] = b.own[e] ? b.own[e] : p->field[e];
        clear(p, p->field[e], yee_grid_points(&p->grid, e));
        free(b.taken[0][e]);
        free(b.taken[1][e]);
    }
    forget(p);
    return status;
}
