/* wide_plan.c: launches of the high-order schemes, the order of a step, state. */
#include "wide_plan.h"
#include "../engine/ops.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- launches ---- */

static bool maps(const plan *p, int electric)
{
    bool any = false;
    for (int c = electric ? 0 : 3; c < (electric ? 3 : 6); c++)
        any = any || p->d.id[c];
    return any;
}

/* The coefficients of a component that has one medium only. */
static void set_single_coefficients(plan *p, wide *w)
{
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const yee_update *u = &p->problem->update[p->d.uniform[c]];
        if (w->level_coefficients)
            levels_coefficients(u, w->single_coefficients[c]);
        else
            memcpy(w->single_coefficients[c], (double[]){u->cb, 1 - u->ca}, 2 * sizeof(double));
    }
}

static bool empty(const part *p)
{
    return p->from[0] >= p->to[0] || p->from[1] >= p->to[1] || p->from[2] >= p->to[2];
}

static int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }

static part whole(const domain *d, int electric)
{
    part all = {.width = 0};
    for (int a = 0; a < 3; a++) {
        all.from[a] = d->sweep[electric][0][a];
        all.to[a] = d->sweep[electric][1][a];
    }
    return all;
}

/* Boxes without common points that hold all layers. */
static parts layer_boxes(const domain *d, int electric)
{
    part rest = whole(d, electric);
    parts s = {.count = 0};
    for (int a = 0; a < 3; a++) {
        const line *l = &d->line[a][electric ? NODE : HALF];
        part below = rest, above = rest;
        below.to[a] = rest.from[a] = clamp(l->low, rest.from[a], rest.to[a]);
        above.from[a] = rest.to[a] = clamp(l->high, rest.from[a], rest.to[a]);
        if (!empty(&below))
            s.part[s.count++] = below;
        if (!empty(&above))
            s.part[s.count++] = above;
    }
    return s;
}

static yee_status tile_launches(plan *p)
{
    wide *w = &wide_of(p)->wide;
    wide_of(p)->trimmed = p->trimmed;
    for (int half = 0; half < 2; half++) {
        wide_launch *l = &w->sweep[half];
        l->part = whole(&p->d, half);
        l->mode = p->d.sections[half] ? WIDE_FULL : maps(p, half) ? WIDE_MEDIA : WIDE_PLAIN;
        w->layers[half].count = 0;
        if (p->d.layers && l->mode != WIDE_FULL)
            w->layers[half] = layer_boxes(&p->d, half);
    }
    w->energy = (wide_launch){.part = whole(&p->d, 0), .mode = WIDE_FULL};
    return DEVICE_CALL(p->host, wide_tile(w, p->word, p->processors));
}

/* Launches are tiled anew where other points are updated than they were tiled for. */
static yee_status prepare(plan *p)
{
    return wide_of(p)->trimmed == p->trimmed ? YEE_OK : tile_launches(p);
}

/* ---- steps ---- */

yee_status wide_plan_sweep(plan *p, int electric)
{
    const wide_plan *e = wide_of(p);
    yee_status status = prepare(p);
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, wide_sweep(&p->d, &e->wide, p->word, electric, p->work));
    if (status == YEE_OK && e->links)
        status = DEVICE_CALL(p->host, correction_launch(&p->d, &e->wide, &e->correction,
                                                        p->word, electric, NULL, p->work));
    return status;
}

static yee_status half_step(plan *p, int electric)
{
    const yee_status status = wide_plan_sweep(p, electric);
    levels_rotate(p, electric ? 0 : 3, (p->graph.phase + 1) % WIDE_LEVELS);
    return status == YEE_OK ? steps_between(p, electric, true) : status;
}

static yee_status one_step(plan *p)
{
    yee_status status = half_step(p, 0);
    if (status == YEE_OK)
        status = half_step(p, 1);
    if (wide_of(p)->wide.level_coefficients)
        p->graph.phase = (p->graph.phase + 1) % WIDE_LEVELS;
    return status;
}

/* ---- a plan ---- */

/* H- times the H+ that the next sweep makes. */
static yee_status magnetic(plan *p, double *sum)
{
    const wide_plan *e = wide_of(p);
    double *partial = NULL;
    yee_status status = prepare(p);
    const int blocks = e->wide.energy.part.blocks, more = e->links ? 3 * CORRECTION_BLOCKS : 0;
    const size_t bytes = (size_t)(blocks + more + 1) * sizeof *sum;
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaMalloc((void **)&partial, bytes));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaMemsetAsync(partial, 0, bytes, p->work));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, wide_energy(&p->d, &e->wide, p->word, partial, p->work));
    if (status == YEE_OK && e->links)
        status = DEVICE_CALL(p->host, correction_launch(&p->d, &e->wide, &e->correction,
                                                        p->word, 0, partial + blocks, p->work));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, sum_launch(partial, blocks + more, sum, false, p->work));
    if (status == YEE_OK)
        status = DEVICE_CALL(p->host, cudaStreamSynchronize(p->work));
    cudaFree(partial);
    return status;
}

static yee_status build(plan *p, const wide_scheme *s, const wide_wave *wave,
                        const wide_config *design)
{
    wide_plan *e = wide_of(p);
    const bool ok =
        operator_axes(p) && (s->time == WIDE_LEAPFROG || levels_make(p)) && correction_make(p);
    yee_status status = ok ? device_grant(p->host, &e->memory)
                           : p->host->fail(p->host, YEE_MEMORY, "no host memory for a plan");
    if (status == YEE_OK) /* memory is filled on another stream */
        status = DEVICE_CALL(p->host, cudaDeviceSynchronize());
    plan_drop_scratch(p);
    operator_make(p, s, wave);
    set_single_coefficients(p, &e->wide);
    levels_rotate(p, 0, 0);
    levels_rotate(p, 3, 0);
    if (status == YEE_OK)
        status = tile_launches(p);
    return status == YEE_OK && e->links ? spectral_radius_check(p, wave, design) : status;
}

yee_status wide_plan_make(const yee_host *host, const wide_scheme *s, const void *config,
                          const yee_problem *problem, void **made)
{
    plan *p = NULL;
    double *source = NULL;
    wide_links *links = NULL;
    wide_wave wave;
    wide_plan *e = NULL;
    const wide_config *design = s->designed ? config : NULL;
    yee_status status = wide_accept(host, s, true, design, problem, &wave);
    if (status == YEE_OK)
        status = links_make(host, s, design, &wave, problem, &links);
    if (status != YEE_OK)
        return status;
    e = calloc(1, sizeof *e);
    if (!e || (s->time == WIDE_BACKWARD && !(source = levels_sources(problem)))) {
        status = host->fail(host, YEE_MEMORY, "no host memory for a plan");
        goto done;
    }
    status = plan_make(host, problem,
                       &(plan_options){.other_curls = true, .point_scale = source}, &p);
    if (status != YEE_OK)
        goto done;
    p->scheme = e;
    p->one_step = one_step;
    p->magnetic = magnetic;
    e->scheme = s;
    e->links = links;
    e = NULL;
    links = NULL;
    status = build(p, s, &wave, design);
    if (status == YEE_OK)
        *made = p;
    else
        wide_plan_destroy(p);
done:
    links_free(links);
    free(source);
    free(e);
    return status;
}

static yee_status pieces(plan *p, yee_state *state, bool load)
{
    const yee_status status = fields_pieces(p, state, load);
    return status == YEE_OK ? levels_pieces(p, state, load) : status;
}

yee_status wide_plan_save(void *made, yee_state *state) { return pieces(made, state, false); }
yee_status wide_plan_load(void *made, yee_state *state) { return pieces(made, state, true); }

int wide_plan_print(const void *made, char *text, size_t size)
{
    const wide_plan *e = wide_of(made);
    char limit[512];
    links_print(e->links, e->passes, e->wide.level_coefficients != NULL, limit, sizeof limit);
    const int used = plan_print(made, e->scheme->cuda, text, size);
    const size_t at = (size_t)used < size ? (size_t)used : size;
    return used + snprintf(text + at, size - at, "\n%s", limit);
}

/* The step that is recorded for its registers is not done: the phase stays. */
yee_status wide_plan_cost(void *made, yee_scheme_cost *cost)
{
    plan *p = made;
    const int phase = p->graph.phase;
    const yee_status status = ops_cost(p, cost);
    cost->memory += (double)wide_of(p)->memory.bytes;
    p->graph.phase = phase;
    levels_rotate(p, 0, phase);
    levels_rotate(p, 3, phase);
    return status;
}

void wide_plan_destroy(void *made)
{
    plan *p = made;
    wide_plan *e = wide_of(p);
    cudaStreamSynchronize(p->work);
    device_release(&e->memory);
    links_free(e->links);
    free(e);
    plan_free(p);
}
