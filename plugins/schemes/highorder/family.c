/* family.c: what follows from a scheme's weights: symbol, limit, dispersion. */
#include "family.h"
#include <complex.h>
#include <math.h>

const yee_param wide_params[] = {WIDE_DESIGN_KEYS, YEE_PARAM_END};
const yee_param wide_no_params[] = {YEE_PARAM_END};

wide_wave wide_wave_of(const wide_config *config, const double d[3], double dt, double c)
{
    wide_wave w = {{d[0], d[1], d[2]}, c * dt, INFINITY};
    const double delta = fmax(d[0], fmax(d[1], d[2]));
    if (config && isfinite(config->frequency))
        w.length = c / config->frequency;
    else if (config)
        w.length = (isfinite(config->cells) ? config->cells : 10) * delta * c / YEE_C0;
    /* no weights make waves of fewer cells right, those for them would be wild */
    w.length = fmax(w.length, 2.5 * delta);
    return w;
}

/* Exact at f0 and at 0 Hz, of fourth order between: the error goes as x (1 - x), x = (f/f0)^2,
 * to that order. In a band from a = low^2 to b = high^2 it is least at its worst where that at
 * b equals that at a, or at x = 1/2 if the band reaches down there. */
void wide_band(wide_config *config, double low, double high)
{
    const double a = low * low, b = high * high;
    if (isfinite(config->frequency) || isfinite(config->cells))
        return;
    const double square = (a * a + b * b) / (a + b), half = 2 * (sqrt(2) - 1) * b;
    config->frequency = sqrt(a >= 0.5 * square ? square : half);
}

int wide_stencil(const wide_scheme *s, const wide_config *config, const yee_grid *grid,
                 double c, bool electric, int a, int d, double w[YEE_PAIRS][YEE_ACROSS])
{
    double cell[3];
    int64_t wider;
    if (wide_unequal(grid, &wider) >= 0)
        return 0;
    wide_cell(grid, cell);
    const wide_wave wave = wide_wave_of(config, cell, grid->dt, c);
    if (cell[a] > 0)
        wide_weigh(s, &wave, electric, a, d, w);
    return s->reach;
}

void wide_levels(const wide_scheme *s, double rate[YEE_TIME_LEVELS],
                 double mean[YEE_TIME_LEVELS])
{
    static const double backward[2][YEE_TIME_LEVELS] = {{22, -17, -9, 5, -1}, {5, 15, -5, 1}};
    for (int n = 0; n < YEE_TIME_LEVELS && s->time == WIDE_BACKWARD; n++) {
        rate[n] = backward[0][n] / 24;
        mean[n] = backward[1][n] / 16;
    }
}

void wide_cell(const yee_grid *grid, double d[3])
{
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &grid->axis[a];
        d[a] = x->invariant ? 0 : INFINITY;
        for (int64_t i = 0; i < x->cells && !x->invariant; i++)
            d[a] = fmin(d[a], x->node[i + 1] - x->node[i]);
    }
}

int wide_unequal(const yee_grid *grid, int64_t *cell)
{
    double d[3];
    wide_cell(grid, d);
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &grid->axis[a];
        for (*cell = 0; *cell < x->cells && !x->invariant; ++*cell)
            if (x->node[*cell + 1] - x->node[*cell] > d[a] * (1 + 1e-9))
                return a;
    }
    return -1;
}

double wide_loss(const yee_update *u) { return 2 * (1 - u->ca) / (1 + u->ca); }

void wide_weigh(const wide_scheme *scheme, const wide_wave *wave, bool electric, int a, int d,
                wide_weights w)
{
    const int s = 3 - a - d;
    for (int p = 0; p < WIDE_REACH; p++)
        for (int t = 0; t < WIDE_ACROSS; t++)
            w[p][t] = 0;
    scheme->weights(wave, electric, a, d, s, w);
    for (int p = 0; p < WIDE_REACH; p++) {
        if (!(wave->d[d] > 0)) {
            w[p][0] += 2 * w[p][1];
            w[p][2] += 2 * w[p][3];
            w[p][1] = w[p][3] = 0;
        }
        if (!(wave->d[s] > 0)) {
            w[p][0] += 2 * w[p][2];
            w[p][1] += 2 * w[p][3];
            w[p][2] = w[p][3] = 0;
        }
    }
}

/* The symbols of all differences of a wave: weights do not depend on the wave vector. */
typedef struct table {
    wide_weights w[2][3][3]; /* [E or H][axis of the difference][direction that is updated] */
    double d[3];
} table;

static table make_table(const wide_scheme *s, const wide_wave *wave)
{
    table t = {.d = {wave->d[0], wave->d[1], wave->d[2]}};
    for (int electric = 0; electric < 2; electric++)
        for (int a = 0; a < 3; a++)
            for (int d = 0; d < 3; d++)
                if (a != d && wave->d[a] > 0)
                    wide_weigh(s, wave, electric, a, d, t.w[electric][a][d]);
    return t;
}

static double table_symbol(const table *t, const double k[3])
{
    double cosine[3], sine[3][WIDE_REACH], sum = 0;
    for (int a = 0; a < 3; a++) {
        cosine[a] = cos(k[a] * t->d[a]);
        for (int p = 0; p < WIDE_REACH && t->d[a] > 0; p++)
            sine[a][p] = sin((p + 0.5) * k[a] * t->d[a]) / t->d[a];
    }
    for (int a = 0; a < 3; a++)
        for (int n = 1; n < 3 && t->d[a] > 0; n++) {
            const int d = (a + n) % 3, s = 3 - a - d;
            double part[2] = {0, 0}; /* [0] updates H along d, [1] E along s */
            for (int e = 0; e < 2; e++) {
                const double(*w)[WIDE_ACROSS] = t->w[e][a][e ? s : d];
                const double along = cosine[e ? s : d], own = cosine[e ? d : s];
                for (int p = 0; p < WIDE_REACH; p++)
                    part[e] += sine[a][p] * (w[p][0] + 2 * w[p][1] * along + 2 * w[p][2] * own +
                                             4 * w[p][3] * along * own);
            }
            sum += 0.5 * part[0] * part[1];
        }
    return sum;
}

double wide_symbol(const wide_scheme *s, const wide_wave *wave, const double k[3])
{
    const table t = make_table(s, wave);
    return table_symbol(&t, k);
}

/* The largest Q lies at a corner of the Brillouin zone for all but ckc, whose maximum is one at
 * many places, corners among them; a lattice that holds the corners finds it. */
double wide_number(const wide_scheme *s, const wide_wave *wave)
{
    enum { PARTS = 8 };
    const table t = make_table(s, wave);
    int64_t count[3];
    double k[3], most = 0;
    for (int a = 0; a < 3; a++)
        count[a] = wave->d[a] > 0 ? PARTS : 0;
    for (int64_t i = 0; i <= count[0]; i++)
        for (int64_t j = 0; j <= count[1]; j++)
            for (int64_t l = 0; l <= count[2]; l++) {
                const int64_t at[3] = {i, j, l};
                for (int a = 0; a < 3; a++)
                    k[a] = count[a] ? YEE_PI * (double)at[a] / PARTS / wave->d[a] : 0;
                most = fmax(most, table_symbol(&t, k));
            }
    return wave->travel * wave->travel * most;
}

double wide_limit(const wide_scheme *s) { return s->time == WIDE_BACKWARD ? 0.25 : 1; }

/* A step reads three components twice and writes three twice: 18 words; backward
 * differentiation also reads three older levels of each. */
yee_status wide_traits(const wide_scheme *s, yee_scheme_traits *traits)
{
    traits->radius = s->reach;
    traits->f32 = traits->f64 = true;
    traits->bytes_per_cell = (s->time == WIDE_BACKWARD ? 36 : 18) * sizeof(float);
    return YEE_OK;
}

/* The largest dt that is stable with the weights that it has itself. */
double wide_courant(const wide_scheme *s, const wide_config *config, const yee_grid *grid,
                    double c)
{
    double d[3], sum = 0;
    wide_cell(grid, d);
    for (int a = 0; a < 3; a++)
        sum += d[a] > 0 ? 1 / (d[a] * d[a]) : 0;
    double low = 0, high = 2 / (c * sqrt(sum)); /* no scheme here goes beyond sqrt(3) of Yee */
    for (int pass = 0; pass < 60; pass++) {
        const double middle = 0.5 * (low + high);
        const wide_wave wave = wide_wave_of(config, d, middle, c);
        if (wide_number(s, &wave) <= wide_limit(s))
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* omega dt of backward differentiation at mu = 2 c dt sqrt(Q): the root of P(z) = j mu z^(7/2)
 * that is e^{j mu} for small mu, by Newton's rule in log z. */
static double backward_angle(double mu)
{
    double complex x = I * mu;
    for (int pass = 0; pass < 30; pass++) {
        /* P z^(-7/2) = f(x), x = log z */
        const double complex f = (22 * cexp(0.5 * x) - 17 * cexp(-0.5 * x) -
                                  9 * cexp(-1.5 * x) + 5 * cexp(-2.5 * x) - cexp(-3.5 * x)) /
                                     24 -
                                 I * mu;
        const double complex slope =
            (11 * cexp(0.5 * x) + 8.5 * cexp(-0.5 * x) + 13.5 * cexp(-1.5 * x) -
             12.5 * cexp(-2.5 * x) + 3.5 * cexp(-3.5 * x)) /
            24;
        x -= f / slope;
    }
    return cimag(x);
}

double wide_dispersion(const wide_scheme *s, const wide_config *config, const double d[3],
                       double dt, double c, double omega, const double k[3])
{
    const wide_wave wave = wide_wave_of(config, d, dt, c);
    const double q = wide_symbol(s, &wave, k), travel = c * dt;
    const double time = sin(0.5 * omega * dt) / travel;
    if (s->time == WIDE_LEAPFROG)
        return time * time - q;
    const double space = sin(0.5 * backward_angle(2 * travel * sqrt(fmax(q, 0)))) / travel;
    return time * time - space * space;
}
