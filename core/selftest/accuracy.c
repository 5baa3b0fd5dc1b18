/* core/selftest/accuracy.c: what a phase error costs. A scheme is asked for its time step and
 * its dispersion relation in grids that are the model's, shrunk. */
#include "accuracy.h"
#include "cost.h"
#include "plugin/call.h"
#include "waves.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST 3.0  /* cells per wave, where the self-test refuses */
#define MOST 1e5   /* cells per wave that are worth a search */
#define RATIO 1.05 /* of two resolutions that are tried in turn */
#define CLOSE 1e-4 /* relative, of the resolution that is found */
enum {
    TONES = 12,   /* frequencies of the band */
    PARTS = 6,    /* directions, of a right angle */
    FACTORS = 10, /* time steps: tenths of the largest that the model allows */
    LADDER = 256, /* RATIO to this is above MOST/LEAST */
    DIRECTIONS = (PARTS + 1) * (PARTS + 1) + 1
};

typedef struct search {
    const yee_model *model;
    const yee_scheme_ops *ops;
    yee_grid grid;   /* the model's, shrunk */
    double *node[3]; /* of grid, shape [cells + 1] */
    double velocity; /* m/s, of the fastest medium */
    double now;      /* cells per shortest wave of the model itself */
    double ladder[LADDER];
    double limit;   /* s, of the model itself; NaN: limits do not shrink as cells do */
    double time;    /* s, of the run */
    double cells;   /* of the model itself */
    int axes;       /* that are not invariant */
    size_t waves;   /* that travel, of all tones */
    yee_wave *wave; /* shape [waves] */
    int directions;
    double direction[DIRECTIONS][3];
    size_t last[2]; /* wave and direction that failed last: mostly they fail again */
} search;

/* -- what is to be right -- */

static void add_direction(search *s, double x, double y, double z)
{
    double u[3] = {x, y, z}, norm = 0;
    for (int a = 0; a < 3; a++) {
        if (s->model->problem.grid.axis[a].invariant || fabs(u[a]) < 1e-12)
            u[a] = 0;
        norm = hypot(norm, u[a]);
    }
    if (norm < 1e-12)
        return;
    for (int a = 0; a < 3; a++)
        s->direction[s->directions][a] = u[a] / norm;
    s->directions++;
}

/* An octant: the errors of a lattice are alike in all of them. */
static void build_directions(search *s)
{
    for (int t = 0; t <= PARTS; t++)
        for (int p = 0; p <= PARTS; p++) {
            const double theta = 0.5 * YEE_PI * t / PARTS, phi = 0.5 * YEE_PI * p / PARTS;
            add_direction(s, sin(theta) * cos(phi), sin(theta) * sin(phi), cos(theta));
        }
    add_direction(s, 1, 1, 1);
}

static double widest(const yee_wave *w)
{
    return fmax(w->width[0], fmax(w->width[1], w->width[2]));
}

/* Tones from the top of the band to its bottom, or to a tenth of the top. */
static yee_status build_waves(search *s)
{
    const yee_model *m = s->model;
    const double high = m->band[1], low = fmax(m->band[0], 0.1 * high);
    yee_wave *tone = yee_waves_new(m, high);
    s->wave = calloc(TONES * m->materials, sizeof *s->wave);
    s->now = INFINITY;
    for (int n = 0; n < TONES && tone && s->wave; n++) {
        yee_waves_tune(m, high - n * (high - low) / (TONES - 1), tone);
        for (size_t i = 0; i < m->materials; i++)
            if (yee_wave_travels(&tone[i])) {
                s->wave[s->waves++] = tone[i];
                s->now = fmin(s->now, 2 * YEE_PI / (tone[i].beta * widest(&tone[i])));
            }
    }
    const bool ok = tone && s->wave;
    free(tone);
    return ok ? YEE_OK : YEE_MEMORY;
}

/* -- the grid -- */

static yee_status copy_grid(search *s)
{
    s->grid = s->model->problem.grid;
    for (int a = 0; a < 3; a++) {
        yee_axis_data *x = &s->grid.axis[a];
        s->node[a] = malloc(((size_t)x->cells + 1) * sizeof *s->node[a]);
        if (!s->node[a])
            return YEE_MEMORY;
        x->node = s->node[a];
        s->axes += !x->invariant;
    }
    return YEE_OK;
}

/* The scheme's largest time step (s) where cells are `shrink` times as small. */
static double limit_of(search *s, double shrink)
{
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *from = &s->model->problem.grid.axis[a];
        for (int64_t i = 0; i <= from->cells; i++)
            s->node[a][i] = from->node[i] / shrink;
    }
    return YEE_CALL(s->model->scheme, s->ops, courant, s->model->scheme->config, &s->grid,
                    s->velocity);
}

/* Limits shrink as cells do unless weights are made for one frequency. */
static void learn_limit(search *s)
{
    const double one = limit_of(s, 1), two = limit_of(s, 2);
    s->limit = fabs(2 * two - one) <= 1e-9 * one ? one : (double)NAN;
    for (int n = 0; n < LADDER; n++)
        s->ladder[n] = NAN;
}

/* The limit times cells per wave, on the rungs of the resolutions that are tried. */
static double rung(search *s, int n)
{
    const double per_wave = LEAST * pow(RATIO, n);
    if (isnan(s->ladder[n]))
        s->ladder[n] = per_wave * limit_of(s, per_wave / s->now);
    return s->ladder[n];
}

/* Between two rungs a line is within 1e-4. */
static double time_step(search *s, double per_wave, double courant)
{
    if (!isnan(s->limit))
        return courant * s->limit * s->now / per_wave;
    const double place = log(per_wave / LEAST) / log(RATIO), part = place - floor(place);
    const int n = (int)place < LADDER - 2 ? (int)place : LADDER - 2;
    return courant * ((1 - part) * rung(s, n) + part * rung(s, n + 1)) / per_wave;
}

/* -- the search -- */

/* A root of the relation lies between the wave numbers of the two largest errors. */
static bool wave_ok(const search *s, const yee_wave *w, const double direction[3],
                    double shrink, double dt, double error)
{
    double d[3], k[3], residual[2];
    for (int a = 0; a < 3; a++)
        d[a] = w->width[a] / shrink;
    for (int side = 0; side < 2; side++) {
        for (int a = 0; a < 3; a++) {
            k[a] = w->beta * direction[a] / (side ? 1 - error : 1 + error);
            if (k[a] * d[a] > YEE_PI) /* no grid carries more than half a period per cell */
                return false;
        }
        residual[side] =
            YEE_CALL(s->model->scheme, s->ops, dispersion, s->model->scheme->config, d, dt,
                     w->omega / w->beta, w->omega, k);
    }
    return residual[0] * residual[1] <= 0;
}

static bool ok(search *s, double per_wave, double dt, double error)
{
    const double shrink = per_wave / s->now;
    if (!wave_ok(s, &s->wave[s->last[0]], s->direction[s->last[1]], shrink, dt, error))
        return false;
    for (size_t n = 0; n < s->waves; n++)
        for (int u = 0; u < s->directions; u++)
            if (!wave_ok(s, &s->wave[n], s->direction[u], shrink, dt, error)) {
                s->last[0] = n;
                s->last[1] = (size_t)u;
                return false;
            }
    return true;
}

static yee_accuracy cost_of(search *s, double per_wave, double courant)
{
    return (yee_accuracy){
        .per_wave = per_wave,
        .courant = courant,
        .cells = s->cells * pow(per_wave / s->now, s->axes),
        .steps = ceil(s->time / time_step(s, per_wave, courant)),
    };
}

static double work(const yee_accuracy *a) { return a->cells * a->steps; }

/* The coarsest grid with this part of the largest time step, if it is cheaper than what is
 * known. */
static void try_courant(search *s, double courant, double error, yee_accuracy *best)
{
    const double most = isnan(best->steps) ? (double)INFINITY : work(best);
    double low = 0, high = LEAST;
    yee_accuracy cost = {0};
    while (!ok(s, high, time_step(s, high, courant), error)) {
        cost = cost_of(s, high, courant);
        low = high;
        high *= RATIO;
        if (high > MOST || work(&cost) >= most)
            return;
    }
    while (low > 0 && high - low > CLOSE * high) {
        const double middle = 0.5 * (low + high);
        if (ok(s, middle, time_step(s, middle, courant), error))
            high = middle;
        else
            low = middle;
    }
    cost = cost_of(s, high, courant);
    if (work(&cost) < most)
        *best = cost;
}

yee_status yee_accuracy_find(const yee_model *m, size_t errors, const double *error,
                             yee_accuracy *found)
{
    search s = {.model = m,
                .ops = m->scheme->plugin->ops,
                .velocity = YEE_C0 / sqrt(yee_voxels_slowness(m->voxels)),
                .time = (double)m->problem.steps * m->problem.grid.dt,
                .cells = yee_grid_cells(&m->problem.grid)};
    for (size_t e = 0; e < errors; e++)
        found[e] = (yee_accuracy){NAN, NAN, NAN, NAN};
    if (!(m->band[1] > 0))
        return YEE_OK;
    yee_status status = copy_grid(&s);
    if (!status)
        status = build_waves(&s);
    if (!status && s.waves) {
        build_directions(&s);
        learn_limit(&s);
        for (size_t e = 0; e < errors; e++)
            for (int n = FACTORS; n > 0; n--)
                try_courant(&s, m->run.courant * n / FACTORS, error[e], &found[e]);
    }
    for (int a = 0; a < 3; a++)
        free(s.node[a]);
    free(s.wave);
    return status;
}
