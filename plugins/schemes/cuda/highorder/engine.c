/* engine.c: what the high-order schemes share: the operator in the plan's axes, launches, the
 * order of a step, four levels in time. */
#include "engine.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the operator ---- */

/* Weights of the difference along a of the component along s, in the plan's axes; a turned grid
 * is x y z as z x y: cyclic, so that "next" stays next. */
static void make_curls(const plan *p, wide *w, const wide_scheme *scheme, const wide_wave *wave)
{
    for (int half = 0; half < 2; half++)
        for (int a = 0; a < 3; a++)
            for (int n = 0; n < 2; n++) {
                const int s = (a + 1 + n) % 3, d = 3 - a - s;
                wide_weights from = {{0}};
                arm *to = &w->curls.of[half][(a + p->turn) % 3][n];
                if (wave->d[a] > 0)
                    wide_weigh(scheme, wave, half != 0, a, d, from);
                for (int m = 0; m < WIDE_PAIRS; m++) {
                    to->along[m] = from[m][0];
                    if (m == 2)
                        continue;
                    to->first[m] = from[m][n == 0 ? 2 : 1];
                    to->second[m] = from[m][n == 0 ? 1 : 2];
                    to->corner[m] = from[m][3];
                }
            }
}

static int shape_of(arm (*from)[2])
{
    int shape = 0;
    for (int a = 0; a < 3; a++)
        for (int n = 0; n < 2; n++) {
            const arm *x = &from[a][n];
            shape |= x->along[1] != 0 ? WIDE_FAR : 0;
            shape |= x->along[2] != 0 ? WIDE_THIRD : 0;
            shape |= x->first[0] != 0 || x->second[0] != 0 ? WIDE_NEAR_SIDE : 0;
            shape |= x->first[1] != 0 || x->second[1] != 0 ? WIDE_FAR_SIDE : 0;
            shape |= x->corner[0] != 0 ? WIDE_NEAR_CORNER : 0;
            shape |= x->corner[1] != 0 ? WIDE_FAR_CORNER : 0;
        }
    return shape;
}

/* ---- axes ---- */

/* At a PMC face the problem's node has half a cell; an image there makes it a whole one. */
static bool ask_nodes(plan *p, engine *e, int axis, void *store[2])
{
    const yee_axis_data *a = &p->grid.axis[axis];
    const int64_t count = a->cells + 1, room = count + 64;
    const double *from[2] = {a->node_inverse, a->node_c};
    void *to[2] = {&e->wide.axis[axis].inverse[NODE], &e->wide.axis[axis].c[NODE]};
    for (int n = 0; n < 2; n++) {
        char *values = store[n] = calloc((size_t)room, p->word);
        if (!values)
            return false;
        for (int64_t i = 0; i < count; i++) {
            const bool wall = (i == 0 && a->face[0] == YEE_FACE_PMC) ||
                              (i == a->cells && a->face[1] == YEE_FACE_PMC);
            const double v = from[n] ? (wall ? 0.5 : 1) * from[n][i] : 0;
            if (p->word == sizeof(float))
                ((float *)store[n])[i] = (float)v;
            else
                ((double *)store[n])[i] = v;
        }
        if (!device_ask(&e->memory, to[n], room, p->word, values))
            return false;
    }
    return true;
}

static bool make_axes(plan *p, engine *e, void *store[3][2])
{
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &p->grid.axis[a];
        wide_axis *w = &e->wide.axis[a];
        w->cells = (int)x->cells;
        w->periodic = x->periodic;
        w->invariant = x->invariant;
        e->wide.h[a] = x->node[1] - x->node[0];
        for (int kind = 0; kind < 2; kind++) {
            w->inverse[kind] = p->d.line[a][kind].inverse;
            w->c[kind] = p->d.line[a][kind].c;
        }
        for (int side = 0; side < 2; side++)
            w->magnetic[side] = x->face[side] == YEE_FACE_PMC;
        if (!x->invariant && !x->periodic && (w->magnetic[0] || w->magnetic[1]) &&
            !ask_nodes(p, e, a, store[a]))
            return false;
    }
    return true;
}

/* sigma dt/eps, from a leapfrog's ca. */
static double loss_of(const yee_update *u) { return 2 * (1 - u->ca) / (1 + u->ca); }

/* E with a loss at (n+1/2) dt from four levels, coefficients of the curl and of the levels; dt
 * over eps and sigma dt over eps follow from the leapfrog's ca and cb. */
static void fade(const yee_update *u, double *x)
{
    const double loss = loss_of(u), lead = 22 + 7.5 * loss;
    x[0] = 24 * u->cb * 2 / (1 + u->ca) / lead;
    x[1] = (17 - 22.5 * loss) / lead;
    x[2] = (9 + 7.5 * loss) / lead;
    x[3] = -(5 + 1.5 * loss) / lead;
    x[4] = 1 / lead;
}

/* ---- launches ---- */

static bool maps(const plan *p, int electric)
{
    bool any = false;
    for (int c = electric ? 0 : 3; c < (electric ? 3 : 6); c++)
        any = any || p->d.id[c];
    return any;
}

/* What a component's medium says where it has only one. */
static void take_laws(plan *p, wide *w)
{
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const yee_update *u = &p->problem->update[p->d.uniform[c]];
        if (w->fading)
            fade(u, w->plain[c]);
        else
            memcpy(w->plain[c], (double[]){u->cb, 1 - u->ca}, 2 * sizeof(double));
    }
}

static bool empty(const part *p)
{
    return p->from[0] >= p->to[0] || p->from[1] >= p->to[1] || p->from[2] >= p->to[2];
}

static int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }

/* The bulk has no layers and its kernels know none. A grid too small to fill the card is not
 * cut: there a launch costs more than what a kernel need not do. */
static void cut_grid(const domain *d, int electric, wide *w)
{
    enum { SMALL = 1 << 20, ALIGN = 8 };
    part all = {.width = 0};
    double points = 1;
    for (int a = 0; a < 3; a++) {
        all.from[a] = d->sweep[electric][0][a];
        all.to[a] = d->sweep[electric][1][a];
        points *= all.to[a] - all.from[a];
    }
    parts *bulk = &w->bulk[electric].parts, *shell = &w->shell[electric].parts;
    w->all[electric].parts = *bulk = (parts){.part = {all}, .count = !empty(&all)};
    *shell = (parts){.count = 0};
    if (!d->layers || empty(&all) || w->bulk[electric].mode == WIDE_FULL)
        return;
    part *rest = &bulk->part[0];
    for (int a = 0; a < 3; a++) {
        const line *l = &d->line[a][electric ? NODE : HALF];
        int low = clamp(l->low, all.from[a], all.to[a]), high = clamp(l->high, low, all.to[a]);
        if (points <= SMALL)
            low = high = all.to[a];
        if (a == 2) { /* rows of the bulk start on whole sectors */
            low = clamp((low + ALIGN - 1) / ALIGN * ALIGN, all.from[a], all.to[a]);
            high = clamp(high, low, all.to[a]);
        }
        part below = *rest, above = *rest;
        below.to[a] = rest->from[a] = low;
        above.from[a] = rest->to[a] = high;
        if (!empty(&below))
            shell->part[shell->count++] = below;
        if (!empty(&above))
            shell->part[shell->count++] = above;
    }
    bulk->count = !empty(rest);
}

static yee_status cut_launches(plan *p)
{
    wide *w = &engine_of(p)->wide;
    engine_of(p)->bare = p->bare[0];
    for (int half = 0; half < 2; half++) {
        w->bulk[half].mode = p->d.sections[half] ? WIDE_FULL
                             : maps(p, half)     ? WIDE_MEDIA
                                                 : WIDE_PLAIN;
        w->shell[half].mode = w->all[half].mode = WIDE_FULL;
        cut_grid(&p->d, half, w);
    }
    return DEVICE_CALL(
        p->host, (p->word == sizeof(float) ? wide_cut_f32 : wide_cut_f64)(w, p->processors));
}

static yee_status sweep(plan *p, int electric, double *partial)
{
    yee_status status = engine_of(p)->bare == p->bare[0] ? YEE_OK : cut_launches(p);
    return status == YEE_OK
               ? DEVICE_CALL(p->host,
                             (p->word == sizeof(float) ? wide_sweep_f32 : wide_sweep_f64)(
                                 &p->d, &engine_of(p)->wide, electric, partial, p->work))
               : status;
}

/* ---- four levels ---- */

/* The newest level lies one slot lower with every step. */
static void turn_levels(plan *p, int first, int phase)
{
    engine *e = engine_of(p);
    const size_t guard = (size_t)(p->d.plane + p->d.pitch) * p->word;
    const int newest = (WIDE_LEVELS - phase) % WIDE_LEVELS;
    for (int c = first; c < first + 3 && e->wide.fading; c++) {
        p->d.field[c] = (char *)e->slot[c][newest] + guard;
        for (int n = 0; n < WIDE_LEVELS - 1; n++)
            e->wide.level[c][n] = (char *)e->slot[c][(newest + 1 + n) % WIDE_LEVELS] + guard;
    }
}

static bool make_levels(plan *p, engine *e, void **store)
{
    const yee_problem *q = p->problem;
    void *table = *store = calloc((size_t)(5 * q->media + 1), p->word);
    for (int64_t m = 0; m < q->media && table; m++) {
        double x[5];
        fade(&q->update[m], x);
        for (int n = 0; n < 5; n++)
            if (p->word == sizeof(float))
                ((float *)table)[5 * m + n] = (float)x[n];
            else
                ((double *)table)[5 * m + n] = x[n];
    }
    bool ok = table && device_ask(&e->memory, &e->wide.fading, 5 * q->media, p->word, table);
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        e->slot[c][0] = p->storage[c];
        for (int n = 1; n < WIDE_LEVELS && ok; n++)
            ok = device_ask(&e->memory, &e->slot[c][n], (int64_t)p->storage_bytes, 1, NULL);
    }
    return ok;
}

/* ---- what is not carried ---- */

static yee_status decline_grid(const yee_host *host, const wide_scheme *s, const yee_grid *g)
{
    enum { LEAST = 4 };
    double d[3], most = 0, least = INFINITY;
    wide_cell(g, d);
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *x = &g->axis[a];
        if (x->invariant)
            continue;
        if (x->cells < LEAST)
            return host->fail(host, YEE_DECLINED,
                              "%s has %lld cells along %c; its stencil needs at least %d",
                              s->cuda, (long long)x->cells, "xyz"[a], LEAST);
        for (int64_t i = 0; i < x->cells; i++)
            if (fabs(x->node[i + 1] - x->node[i] - d[a]) > 1e-9 * d[a])
                return host->fail(
                    host, YEE_DECLINED,
                    "%s has one set of weights for an axis, but cells along %c are "
                    "%g m and %g m long",
                    s->cuda, "xyz"[a], d[a], x -> node[i + 1] - x -> node[i]);
        most = fmax(most, d[a]);
        least = fmin(least, d[a]);
    }
    if (s->cubic && most - least > 1e-9 * most)
        return host->fail(host, YEE_DECLINED,
                          "%s has weights for equal cells only; these are %g m and %g m long "
                          "(cuda.me44 and cuda.hodge44 take them)",
                          s->cuda, least, most);
    return YEE_OK;
}

static yee_status decline_medium(const yee_host *host, const wide_scheme *s,
                                 const wide_wave *wave, const yee_problem *q, int64_t m)
{
    const yee_medium *x = &q->medium[m];
    const yee_update *u = &q->update[m];
    const char *name = x->name ? x->name : "without a name";
    if (x->conductor != YEE_NOT_CONDUCTOR)
        return host->fail(
            host, YEE_DECLINED,
            "%s mirrors fields at the walls of the grid only; medium %s is metal "
            "inside it, which its stencil would reach across (cuda.split takes it)",
            s->cuda, name);
    if (s->time == WIDE_LEAPFROG)
        return YEE_OK;
    if (u->sections > 0)
        return host->fail(host, YEE_DECLINED,
                          "%s has no place for the state of poles; medium %s has %d", s->cuda,
                          name, u->sections);
    if (x->magnetic && u->ca != 1)
        return host->fail(host, YEE_DECLINED,
                          "%s has no magnetic losses; medium %s has %g Ohm/m", s->cuda, name,
                          x->response.sigma);
    if (wide_number(s, wave) / wide_limit(s) > 1 - loss_of(u))
        return host->fail(
            host, YEE_DECLINED,
            "%s is unstable in medium %s: at this dt sigma dt/eps = %g must be below "
            "%g",
            s->cuda, name, loss_of(u), 1 - wide_number(s, wave) / wide_limit(s));
    return YEE_OK;
}

/* Which media a problem has on points that are updated. */
static bool *used_media(const yee_problem *q)
{
    bool *used = calloc((size_t)q->media + 1, sizeof *used);
    for (int c = 0; c < YEE_COMPONENTS && used; c++) {
        const int64_t points = q->id[c] && q->grid.active[c] ? yee_grid_points(&q->grid, c) : 0;
        for (int64_t i = 0; i < points; i++)
            used[q->id[c][i]] = true;
        if (!q->id[c] && q->grid.active[c])
            used[q->uniform[c]] = true;
    }
    return used;
}

/* The velocity that all media share, or a sentence. */
static yee_status common_velocity(const yee_host *host, const wide_scheme *s,
                                  const yee_problem *q, const bool *used, double *c)
{
    double inf[2][2] = {{INFINITY, 0}, {INFINITY, 0}}; /* [E or H][least, most] */
    for (int64_t m = 0; m < q->media; m++) {
        double *x = inf[q->medium[m].magnetic];
        if (!used[m] || q->medium[m].conductor != YEE_NOT_CONDUCTOR)
            continue;
        x[0] = fmin(x[0], q->medium[m].response.inf);
        x[1] = fmax(x[1], q->medium[m].response.inf);
    }
    for (int n = 0; n < 2; n++)
        if (inf[n][1] - inf[n][0] > 1e-12 * inf[n][1])
            return host->fail(
                host, YEE_DECLINED,
                "%s has the weights of one medium; relative %s from %g to %g needs "
                "a treatment of the interfaces that it has not (cuda.split takes it)",
                s->cuda, n ? "permeabilities" : "permittivities", inf[n][0], inf[n][1]);
    *c = YEE_C0 / sqrt(inf[0][1] * inf[1][1]);
    return YEE_OK;
}

static yee_status decline(const yee_host *host, const wide_scheme *s, const wide_config *config,
                          const yee_problem *q, wide_wave *wave)
{
    yee_status status = decline_grid(host, s, &q->grid);
    bool *used = status == YEE_OK ? used_media(q) : NULL;
    double d[3], c = YEE_C0;
    if (status == YEE_OK && !used)
        status = host->fail(host, YEE_MEMORY, "no host memory for a plan");
    if (status == YEE_OK)
        status = common_velocity(host, s, q, used, &c);
    wide_cell(&q->grid, d);
    *wave = wide_wave_of(s->designed ? config : NULL, d, q->grid.dt, c);
    for (int64_t m = 0; m < q->media && status == YEE_OK; m++)
        status = used[m] ? decline_medium(host, s, wave, q, m) : YEE_OK;
    free(used);
    for (int64_t g = 0; g < q->groups && status == YEE_OK; g++)
        if (q->group[g].signals->count > 1)
            status =
                host->fail(host, YEE_DECLINED,
                           "%s has no waves that enter through a surface: what a source adds "
                           "on %lld points belongs to the two-point curl (cuda.split takes it)",
                           s->cuda, (long long)q->group[g].count);
    if (status == YEE_OK && s->time == WIDE_BACKWARD && q->ports > 0)
        status = host->fail(host, YEE_DECLINED,
                            "%s has no lumped ports, which are laws of two levels in time; the "
                            "model has %lld",
                            s->cuda, (long long)q->ports);
    return status;
}

/* ---- a plan ---- */

static yee_status magnetic(plan *p, double *sum)
{
    const int64_t blocks = engine_of(p)->wide.all[0].blocks;
    double *partial = NULL;
    yee_status status =
        DEVICE_CALL(p->host, cudaMalloc((void **)&partial, (size_t)(blocks + 1) * sizeof *sum));
    if (status == YEE_OK)
        status = sweep(p, 0, partial);
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, total_launch(partial, blocks, sum, p->work));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaStreamSynchronize(p->work));
    cudaFree(partial);
    return status;
}

static yee_status build(plan *p, const wide_scheme *s, const wide_wave *wave)
{
    engine *e = engine_of(p);
    void *axes[3][2] = {{NULL}}, *table = NULL;
    bool ok = make_axes(p, e, axes) && (s->time == WIDE_LEAPFROG || make_levels(p, e, &table));
    yee_status status = ok ? device_grant(p->host, &e->memory)
                           : p->host->fail(p->host, YEE_MEMORY, "no host memory for a plan");
    if (status == YEE_OK) /* what is granted is filled on another stream */
        status = DEVICE_CALL(p->host, cudaDeviceSynchronize());
    for (int a = 0; a < 3; a++)
        for (int n = 0; n < 2; n++)
            free(axes[a][n]);
    free(table);
    make_curls(p, &e->wide, s, wave);
    for (int half = 0; half < 2; half++)
        e->wide.shape[half] = shape_of(e->wide.curls.of[half]);
    take_laws(p, &e->wide);
    turn_levels(p, 0, 0);
    turn_levels(p, 3, 0);
    return status == YEE_OK ? cut_launches(p) : status;
}

yee_status engine_plan(const yee_host *host, const wide_scheme *s, const void *config,
                       const yee_problem *problem, void **made)
{
    plan *p = NULL;
    wide_wave wave;
    yee_status status = decline(host, s, config, problem, &wave);
    if (status == YEE_OK)
        status = plan_make_other(host, problem, &p);
    if (status != YEE_OK)
        return status;
    engine *e = calloc(1, sizeof *e);
    if (!e) {
        plan_free(p);
        return host->fail(host, YEE_MEMORY, "no host memory for a plan");
    }
    p->scheme = e;
    p->magnetic = magnetic;
    e->scheme = s;
    status = build(p, s, &wave);
    if (status == YEE_OK)
        *made = p;
    else
        engine_destroy(p);
    return status;
}

static yee_status half_step(plan *p, int electric)
{
    yee_status status = sweep(p, electric, NULL);
    turn_levels(p, electric ? 0 : 3, (p->phase + 1) % WIDE_LEVELS);
    return status == YEE_OK ? steps_between(p, electric) : status;
}

static yee_status one_step(plan *p)
{
    yee_status status = half_step(p, 0);
    if (status == YEE_OK)
        status = half_step(p, 1);
    if (engine_of(p)->wide.fading)
        p->phase = (p->phase + 1) % WIDE_LEVELS;
    return status;
}

yee_status engine_run(void *made, int64_t steps, const yee_sink *sink)
{
    return steps_run(made, steps, sink, one_step);
}

/* Levels beside those that lie where other schemes have their fields. */
static yee_status pieces(plan *p, yee_state *state, bool load)
{
    engine *e = engine_of(p);
    yee_status status = fields_pieces(p, state, load);
    for (int c = 0; c < YEE_COMPONENTS && e->wide.fading; c++)
        for (int n = 1; n < WIDE_LEVELS && status == YEE_OK; n++) {
            char name[32];
            snprintf(name, sizeof name, "level_%d_%d", p->as[c], n);
            status = fields_piece(p, state, load, name, e->slot[p->as[c]][n], p->storage_bytes);
        }
    if (load && status == YEE_OK && e->wide.fading) {
        p->phase = (int)(p->step % WIDE_LEVELS);
        turn_levels(p, 0, p->phase);
        turn_levels(p, 3, p->phase);
    }
    return status;
}

yee_status engine_save(void *made, yee_state *state) { return pieces(made, state, false); }
yee_status engine_load(void *made, yee_state *state) { return pieces(made, state, true); }

int engine_print(const void *made, char *text, size_t size)
{
    return plan_print(made, engine_of(made)->scheme->cuda, text, size);
}

/* What is recorded for its registers takes no step: the phase stays. */
yee_status engine_cost(void *made, yee_scheme_cost *cost)
{
    plan *p = made;
    const int phase = p->phase;
    yee_status status = plan_cost(p, cost);
    cost->memory += (double)engine_of(p)->memory.bytes;
    if (status == YEE_OK)
        status = plan_registers(p, one_step, &cost->registers);
    p->phase = phase;
    turn_levels(p, 0, phase);
    turn_levels(p, 3, phase);
    return status;
}

void engine_destroy(void *made)
{
    plan *p = made;
    engine *e = engine_of(p);
    cudaStreamSynchronize(p->work);
    device_release(&e->memory);
    free(e);
    plan_free(p);
}
