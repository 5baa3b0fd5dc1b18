/* core/problem/media/series.c: responses in series, as one response.
 *
 * Every part is a ratio of polynomials, eps_i = N_i/D_i in s, and so is the whole,
 *
 *     1/sum(f_i/eps_i) = P/Q,   P = prod N_i,   Q = sum_i f_i D_i prod_(j != i) N_j .
 *
 * Its partial fractions are poles of the form that media have: inf = 1/sum(f_i/inf_i), and at
 * every root s_k of Q the residue P(s_k)/Q'(s_k), conjugate pairs taken together. s*eps_i is
 * positive-real for passive parts; so is a series (and a parallel) connection of those, whence
 * the result is passive at every frequency; O. Brune, J. Math. Phys. 10 (1931) 191.
 *
 * Parts that relax have real roots only, each with an interval of its own: relaxations.c.
 *
 * Roots: O. Aberth, Math. Comp. 27 (1973) 339, begun on the circles that the coefficients'
 * sizes give; D. A. Bini, Numer. Algorithms 13 (1996) 179. */
#include "series.h"
#include "relaxations.h"

#include <complex.h>
#include <math.h>
#include <yee/types.h>

typedef long double real;
typedef long double complex number;

/* Ascending powers of s over the unit. */
typedef struct polynomial {
    int order;
    real a[YEE_SERIES_ORDER + 3];
} polynomial;

static polynomial product(const polynomial *p, const polynomial *q)
{
    polynomial r = {.order = p->order + q->order};
    for (int i = 0; i <= p->order; i++)
        for (int k = 0; k <= q->order; k++)
            r.a[i + k] += p->a[i] * q->a[k];
    return r;
}

static void add(polynomial *sum, const polynomial *p, real factor)
{
    for (int i = 0; i <= p->order; i++)
        sum->a[i] += factor * p->a[i];
    sum->order = p->order > sum->order ? p->order : sum->order;
}

static number value(const polynomial *p, number s, number *slope)
{
    number v = 0, d = 0;
    for (int i = p->order; i >= 0; i--) {
        d = d * s + v;
        v = v * s + p->a[i];
    }
    if (slope)
        *slope = d;
    return v;
}

static polynomial denominator(const yee_pole *p, double unit)
{
    return (polynomial){p->d2 != 0 ? 2 : 1, {p->d0, p->d1 * unit, p->d2 * unit * unit}};
}

static polynomial numerator(const yee_pole *p, double unit)
{
    return (polynomial){1, {p->b0, p->b1 * unit}};
}

/* Divided by s. */
static void lower(polynomial *p)
{
    for (int i = 0; i < p->order; i++)
        p->a[i] = p->a[i + 1];
    p->a[p->order--] = 0;
}

/* N and D of a response. Several kinds of free charges, each with s below it,
 * leave s in both. */
static void ratio(const yee_response *r, double base, double unit, polynomial *n, polynomial *d)
{
    *n = (polynomial){0, {r->sigma / (base * unit)}};
    *d = r->sigma != 0 ? (polynomial){1, {0, 1}} : (polynomial){0, {1}};
    for (size_t i = 0; i < r->pole_count; i++) {
        const polynomial own = denominator(&r->poles[i], unit);
        const polynomial top = numerator(&r->poles[i], unit);
        const polynomial more = product(d, &top);
        *n = product(n, &own);
        add(n, &more, 1);
        *d = product(d, &own);
    }
    add(n, d, r->inf);
    while (n->a[0] == 0 && d->a[0] == 0) {
        lower(n);
        lower(d);
    }
}

int yee_series_order(const yee_response *response)
{
    int order = response->sigma != 0;
    for (size_t i = 0; i < response->pole_count; i++)
        order += response->poles[i].d2 != 0 ? 2 : 1;
    return order;
}

/* Radii of circles near the roots: from the upper hull of log|a_k| over k. */
static void begin(const polynomial *p, number *root)
{
    int hull[YEE_SERIES_ORDER + 3], corners = 0;
    for (int k = 0; k <= p->order; k++) {
        if (p->a[k] == 0)
            continue;
        while (corners > 1) {
            const int i = hull[corners - 2], j = hull[corners - 1];
            const real here = logl(fabsl(p->a[j])) - logl(fabsl(p->a[i]));
            const real there = logl(fabsl(p->a[k])) - logl(fabsl(p->a[i]));
            if (here * (k - i) > there * (j - i))
                break;
            corners--;
        }
        hull[corners++] = k;
    }
    for (int c = 0, n = 0; c + 1 < corners; c++) {
        const int i = hull[c], j = hull[c + 1];
        const real radius = powl(fabsl(p->a[i] / p->a[j]), (real)1 / (j - i));
        for (int k = 0; k < j - i; k++)
            root[n++] = radius * cexpl(I * (2 * (real)YEE_PI * k / (j - i) + 0.7L + c));
    }
}

/* All roots of a polynomial whose a[0] and a[order] are not 0. */
static bool find_roots(const polynomial *p, number *root)
{
    enum { ROUNDS = 500 };
    begin(p, root);
    for (int round = 0; round < ROUNDS; round++) {
        real worst = 0;
        for (int n = 0; n < p->order; n++) {
            number slope, near = 0;
            const number v = value(p, root[n], &slope);
            if (v == 0)
                continue;
            for (int k = 0; k < p->order; k++)
                if (k != n && root[k] != root[n])
                    near += 1 / (root[n] - root[k]);
            const number newton = slope != 0 ? v / slope : (number)(1e-3L * cabsl(root[n]));
            const number step = newton / (1 - newton * near);
            root[n] -= step;
            worst = fmaxl(worst, cabsl(step) / cabsl(root[n]));
        }
        if (worst < 1e-17L)
            return true;
        if (round > 60 && worst < 1e-13L)
            return true;
    }
    return false;
}

typedef struct fractions {
    polynomial p, q;
    double base, unit;
    yee_response *result;
    yee_pole *pole;
} fractions;

/* Parts of the result that rounding alone has made are left out or made exact. */
#define NEGLIGIBLE 1e-13L

static void real_root(fractions *f, real at, real residue)
{
    const real inf = f->result->inf;
    if (fabsl(residue) <= NEGLIGIBLE * inf * fabsl(at))
        return;
    f->pole[f->result->pole_count++] = (yee_pole){
        .b0 = (double)(residue * f->unit), .d0 = (double)fmaxl(-at * f->unit, 0), .d1 = 1};
}

static void pair(fractions *f, number at, number residue)
{
    const real inf = f->result->inf, square = creall(at * conjl(at));
    real b1 = 2 * creall(residue), b0 = -2 * creall(residue * conjl(at));
    real d1 = -2 * creall(at);
    const real size = fabsl(b0) + fabsl(b1) * sqrtl(square);
    if (size <= NEGLIGIBLE * inf * square)
        return;
    if (fabsl(b1) * sqrtl(square) <= NEGLIGIBLE * fabsl(b0))
        b1 = 0;
    if (d1 <= 1e-15L * sqrtl(square))
        d1 = 0;
    f->pole[f->result->pole_count++] = (yee_pole){.b1 = (double)(b1 * f->unit),
                                                  .b0 = (double)(b0 * f->unit * f->unit),
                                                  .d0 = (double)(square * f->unit * f->unit),
                                                  .d1 = (double)(d1 * f->unit),
                                                  .d2 = 1};
}

/* The fractions at s = 0, where Q is s^zeros q: a conductivity,
 * and free charges without loss. */
static void at_zero(fractions *f, const polynomial *q, int zeros)
{
    const real p0 = f->p.a[0] / q->a[0];
    real conducts = p0;
    if (zeros == 2) {
        const real more = f->p.a[1] / q->a[0], less = p0 * q->a[1] / q->a[0];
        conducts = more - less > NEGLIGIBLE * fabsl(more) ? more - less : 0;
        f->pole[f->result->pole_count++] =
            (yee_pole){.b0 = (double)(p0 * f->unit * f->unit), .d2 = 1};
    }
    f->result->sigma = (double)(conducts * f->unit * f->base);
}

static bool part(fractions *f)
{
    number root[YEE_SERIES_ORDER + 3];
    polynomial q = f->q;
    int zeros = 0;
    for (; q.order > 0 && q.a[0] == 0; zeros++)
        lower(&q);
    if (zeros > 2)
        return false; /* s*eps of a passive medium has a simple pole at 0 at most */
    if (zeros)
        at_zero(f, &q, zeros);
    if (!find_roots(&q, root))
        return false;
    int up = 0, down = 0;
    for (int n = 0; n < q.order; n++) {
        number slope;
        value(&f->q, root[n], &slope);
        const bool is_real = fabsl(cimagl(root[n])) <= 1e-12L * cabsl(root[n]);
        const number at = is_real ? (number)creall(root[n]) : root[n];
        const number residue = value(&f->p, at, NULL) / slope;
        up += !is_real && cimagl(at) > 0;
        down += !is_real && cimagl(at) < 0;
        if (is_real)
            real_root(f, creall(at), creall(residue));
        else if (cimagl(at) > 0)
            pair(f, at, residue);
    }
    return up == down;
}

/* Whether the fractions add up to the ratio, over all frequencies that its roots stand for. */
static bool adds_up(const fractions *f)
{
    for (int n = -60; n <= 60; n++) {
        const number s = I * powl(10, n / 6.0L);
        const number due = value(&f->p, s, NULL) / value(&f->q, s, NULL);
        number is = f->result->inf + f->result->sigma / (f->base * f->unit * s);
        for (size_t i = 0; i < f->result->pole_count; i++) {
            const yee_pole *p = &f->pole[i];
            const number w = s * f->unit;
            is += (p->b1 * w + p->b0) / ((p->d2 * w + p->d1) * w + p->d0);
        }
        if (!(cabsl(is - due) <= 1e-8L * (cabsl(due) + 1)))
            return false;
    }
    return true;
}

/* A frequency in the middle of what the parts are made of. */
static double middle(int parts, const yee_response *const part[], double base)
{
    double sum = 0, count = 0;
    for (int i = 0; i < parts; i++) {
        if (part[i]->sigma != 0) {
            sum += log(fabs(part[i]->sigma) / (base * part[i]->inf));
            count++;
        }
        for (size_t k = 0; k < part[i]->pole_count; k++) {
            const yee_pole *p = &part[i]->poles[k];
            const double own = p->d2 != 0 ? sqrt(fabs(p->d0 / p->d2)) : fabs(p->d0 / p->d1);
            const double drive = p->d2 != 0 ? sqrt(fabs(p->b0 / p->d2)) : fabs(p->b0 / p->d1);
            const double is = own > 0 ? own : drive;
            sum += is > 0 ? log(is) : 0;
            count += is > 0;
        }
    }
    return count > 0 ? exp(sum / count) : 1;
}

/* Conductivities only, that relax below the band. */
static bool above_relaxation(double base, double low, int parts,
                             const yee_response *const part[], const double share[],
                             yee_response *result)
{
    double inverse = 0, loss = 0;
    for (int i = 0; i < parts; i++) {
        const double inf = part[i]->inf, sigma = part[i]->sigma;
        if (part[i]->pole_count || (sigma != 0 && !(sigma <= 0.1 * low * base * inf)))
            return false;
        inverse += share[i] / inf;
        loss += share[i] * sigma / (inf * inf);
    }
    *result = (yee_response){.inf = 1 / inverse, .sigma = loss / (inverse * inverse)};
    return true;
}

bool yee_series_make(yee_arena *arena, double base, double low, int parts,
                     const yee_response *const part_[], const double share[],
                     yee_response *result)
{
    fractions f = {.base = base, .result = result};
    polynomial n[YEE_SERIES_PARTS], d[YEE_SERIES_PARTS];
    int order = 0;
    if (above_relaxation(base, low, parts, part_, share, result))
        return true;
    for (int i = 0; i < parts; i++)
        order += yee_series_order(part_[i]);
    if (order > YEE_SERIES_ORDER)
        return false;
    double inverse = 0;
    bool relax = true;
    for (int i = 0; i < parts; i++) {
        inverse += share[i] / part_[i]->inf;
        relax = relax && yee_response_relaxes(part_[i]);
    }
    f.pole = yee_arena_alloc(arena, (size_t)(order + 1) * sizeof *f.pole);
    *result = (yee_response){.inf = 1 / inverse, .poles = f.pole};
    if (f.pole && relax)
        yee_relaxations_series(base, parts, part_, share, result, f.pole);
    if (!f.pole || relax)
        return f.pole;
    f.unit = middle(parts, part_, base);
    f.p = (polynomial){0, {1}};
    f.q = (polynomial){0, {0}};
    for (int i = 0; i < parts; i++) {
        ratio(part_[i], base, f.unit, &n[i], &d[i]);
        f.p = product(&f.p, &n[i]);
    }
    for (int i = 0; i < parts; i++) {
        polynomial own = d[i];
        for (int k = 0; k < parts; k++)
            own = k == i ? own : product(&own, &n[k]);
        add(&f.q, &own, share[i]);
    }
    return part(&f) && adds_up(&f);
}
