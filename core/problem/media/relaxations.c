/* core/problem/media/relaxations.c: media that relax, in series.
 *
 * Soils, water and all that conducts are sums of real, positive fractions,
 *
 *     eps(s) = inf + sum_k r_k/(s + p_k),   r_k > 0, p_k >= 0 (p = 0: a conductivity),
 *
 * whose zeros s = -z_k are real and lie one above each p_k. So 1/eps and the sum of such,
 *
 *     h(s) = sum_i f_i/eps_i = H - sum_k w_k/(s + z_k),   w_k > 0,
 *
 * have zeros one below each z_k, and 1/h is again such a sum: RC networks, R. M. Foster, Bell
 * Syst. Tech. J. 3 (1924) 259, W. Cauer, Archiv f. Elektrotechnik 17 (1926) 355. Every root has
 * an interval of its own, and every number is positive, whence what comes of it is passive. How
 * two terms share what they add up to is as precise as the difference of their rates. */
#include "relaxations.h"
#include "series.h"

#include <float.h>
#include <math.h>
#include <yee/types.h>

typedef long double real;

/* sum weight/(x - at), `at` ascending, x = -s in rad/s; all weights positive. */
typedef struct sums {
    int count;
    real at[YEE_SERIES_ORDER + 1], weight[YEE_SERIES_ORDER + 1];
} sums;

bool yee_response_relaxes(const yee_response *r)
{
    bool yes = r->inf > 0 && r->sigma >= 0;
    for (size_t i = 0; yes && i < r->pole_count; i++) {
        const yee_pole *p = &r->poles[i];
        yes = p->d2 == 0 && p->b1 == 0 && p->d1 > 0 && p->d0 >= 0 && p->b0 >= 0;
    }
    return yes;
}

/* Adds a term; one at the same place takes it in. */
static void put(sums *s, real at, real weight)
{
    int n = 0;
    if (!(weight > 0))
        return;
    while (n < s->count && s->at[n] < at)
        n++;
    if (n < s->count && s->at[n] == at) {
        s->weight[n] += weight;
        return;
    }
    for (int k = s->count++; k > n; k--) {
        s->at[k] = s->at[k - 1];
        s->weight[k] = s->weight[k - 1];
    }
    s->at[n] = at;
    s->weight[n] = weight;
}

static void terms_of(const yee_response *r, double base, sums *s)
{
    s->count = 0;
    put(s, 0, (real)r->sigma / base);
    for (size_t i = 0; i < r->pole_count; i++) {
        const yee_pole *p = &r->poles[i];
        put(s, (real)p->d0 / p->d1, (real)p->b0 / p->d1);
    }
}

/* -1/(slope of the sum) at x. */
static real flatness(const sums *s, real x)
{
    real sum = 0;
    for (int n = 0; n < s->count; n++)
        sum += s->weight[n] / ((x - s->at[n]) * (x - s->at[n]));
    return 1 / sum;
}

/* Where the sum is `level` between low and high, of which one or both are places of terms. The
 * sum falls from infinity above the first to minus infinity below the other one. Times its
 * distances from them it has no poles there, and Newton's steps are kept in the bracket. */
static real between(const sums *s, real level, real low, real high, bool term_low,
                    bool term_high)
{
    enum { ROUNDS = 200 };
    const real first = low, last = high;
    real x = 0.5L * (low + high);
    for (int round = 0; round < ROUNDS && low < x && x < high; round++) {
        real value = -level, slope = 0;
        for (int n = 0; n < s->count; n++) {
            const real part = 1 / (x - s->at[n]);
            value += s->weight[n] * part;
            slope -= s->weight[n] * part * part;
        }
        if (value > 0)
            low = x;
        else
            high = x;
        const real up = term_low ? x - first : 1, down = term_high ? last - x : 1;
        const real change = (term_low ? down : 0) - (term_high ? up : 0);
        const real full = slope * up * down + value * change;
        real next = full != 0 ? x - value * up * down / full : low;
        if (!(next > low && next < high))
            next = 0.5L * (low + high);
        if (fabsl(next - x) <= 2 * LDBL_EPSILON * fabsl(x))
            return next;
        x = next;
    }
    return x;
}

static real total(const sums *s)
{
    real sum = 0;
    for (int n = 0; n < s->count; n++)
        sum += s->weight[n];
    return sum;
}

/* The zeros of inf + sum r/(s + p), and 1/that = 1/inf - sum weight/(s + zero), times a factor. */
static void add_inverse(const sums *eps, real inf, real factor, sums *h)
{
    const real far = total(eps) / inf; /* the last zero is no further from the last pole */
    for (int n = 0; n < eps->count; n++) {
        const bool inner = n + 1 < eps->count;
        const real low = eps->at[n], high = inner ? eps->at[n + 1] : low + far;
        const real zero =
            inner || eps->count > 1 ? between(eps, inf, low, high, true, inner) : high;
        put(h, zero, factor * flatness(eps, zero));
    }
}

/* Parts of the result that rounding alone has made. */
#define NEGLIGIBLE 1e-13L

void yee_relaxations_series(double base, int parts, const yee_response *const part[],
                            const double share[], yee_response *result, yee_pole *pole)
{
    sums h = {.count = 0};
    real level = 0;
    bool conducts = true;
    for (int i = 0; i < parts; i++) {
        sums eps;
        terms_of(part[i], base, &eps);
        conducts = conducts && (!(share[i] > 0) || (eps.count && eps.at[0] == 0));
        level += (real)share[i] / part[i]->inf;
        add_inverse(&eps, part[i]->inf, share[i], &h);
    }
    for (int n = 0; n < h.count; n++) {
        const real low = n ? h.at[n - 1] : 0, high = h.at[n];
        const bool rest = n == 0 && conducts; /* h is 0 at 0 exactly */
        const real at = rest ? 0 : between(&h, -level, low, high, n > 0, true);
        const real residue = at < high && (at > low || n == 0) ? flatness(&h, at) : 0;
        if (rest)
            result->sigma = (double)(residue * base);
        else if (residue > NEGLIGIBLE * result->inf * at)
            pole[result->pole_count++] =
                (yee_pole){.b0 = (double)residue, .d0 = (double)at, .d1 = 1};
    }
}
