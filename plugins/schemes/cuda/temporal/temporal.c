/* temporal.c: the scheme "cuda.temporal": several steps in one pass over the fields.
 *
 * The grid is cut into bricks with overlapping halos, each marched by one block that keeps the
 * planes of T time levels on the chip (pass.cuh). Fields are read once and written once in T
 * steps. It has the bits of the scheme "cuda.split". docs/temporal.md tells how it works.
 *
 * Blocking in time with redundant halos: A. Nguyen et al., "3.5-D blocking optimization for
 * stencil computations on modern CPUs and GPUs", SC 2010. */
#include "temporal.h"
#include "../../common/leapfrog.h"
#include <stdio.h>
#include <stdlib.h>
#include <yee/yee.h>

typedef struct keys {
    int64_t steps_per_pass;
} keys;

static const yee_param params[] = {
    YEE_PARAM_INT(keys, steps_per_pass, "0", 0, MOST_PASS,
                  "Steps that are done in one pass over the fields, or fewer where a processor "
                  "does not hold their state; 0: $YEE_STEPS_PER_PASS, or as many as are "
                  "fastest, by the clock"),
    YEE_PARAM_END};

static yee_status available(const yee_host *host, const void *config)
{
    (void)config;
    return device_available(host);
}

/* In vacuum a pass of four steps reads and writes six words; a quarter of what is read is read
 * twice. */
static yee_status card(const void *config, yee_scheme_card *card)
{
    (void)config;
    card->radius = 1;
    card->f32 = card->f64 = card->device = true;
    card->bytes_per_cell = 12 * sizeof(float) / 4.0;
    return YEE_OK;
}

static double courant(const void *config, const yee_grid *grid, double c)
{
    (void)config;
    return leapfrog_courant(grid, c);
}

static double dispersion(const void *config, const double d[3], double dt, double c,
                         double omega, const double k[3])
{
    (void)config;
    return leapfrog_dispersion(d, dt, c, omega, k);
}

/* What the key asks for, else the environment; 0: nothing. */
static int steps_asked(const keys *c)
{
    const char *wanted = getenv("YEE_STEPS_PER_PASS");
    const bool valid = wanted && *wanted >= '1' && *wanted <= '0' + MOST_PASS;
    return c->steps_per_pass > 0 ? (int)c->steps_per_pass : valid ? *wanted - '0' : 0;
}

/* What is mostly fastest where nothing is asked for: the clock speaks later. */
static int64_t pace(const void *config, const yee_problem *problem)
{
    const int asked = steps_asked(config);
    return asked > 0 ? asked : problem->precision == YEE_F64 ? 3 : 4;
}

/* ---- plan ---- */

bool pass_apart(const plan *p, int steps)
{
    for (int64_t n = 0; n < p->transforms.frequent; n++) {
        const yee_tap *t = &p->problem->tap[p->transforms.tap[n]];
        if (t->every % steps != 0 || t->first % steps != 0)
            return false;
    }
    return p->transforms.frequent > 0;
}

yee_status pass_cut(plan *p, int wanted)
{
    temporal *t = temporal_of(p);
    passes *w = &t->passes;
    device_release(&w->memory);
    yee_status status = pass_bricks(p, t->way[t->taken].forms, wanted);
    if (status != YEE_OK || w->x.steps == 0)
        return status;
    w->apart = pass_apart(p, w->x.steps);
    if (!pass_spots(p))
        return p->host->fail(p->host, YEE_MEMORY, "no host memory for the tables of bricks");
    status = device_grant(p->host, &w->memory);
    if (status == YEE_OK) /* as those of media before, through another stream */
        status = DEVICE_CALL(p->host, cudaDeviceSynchronize());
    return status;
}

yee_status pass_fit(plan *p, int *steps)
{
    yee_status status = pass_cut(p, *steps);
    while (status == YEE_MEMORY && *steps > 2) {
        temporal_of(p)->origin = "as many as there is room for";
        status = pass_cut(p, --*steps);
    }
    return status;
}

yee_status pass_take(plan *p, int n)
{
    temporal *t = temporal_of(p);
    t->taken = n;
    t->passes.x.words = t->way[n].words;
    return pass_look(p) && pass_islands(p)
               ? YEE_OK
               : p->host->fail(p->host, YEE_MEMORY, "no host memory for maps of media");
}

static yee_status fit_way(plan *p, int n, int steps)
{
    const yee_status status = pass_take(p, n);
    return status == YEE_OK ? pass_fit(p, &steps) : status;
}

/* So many steps, in the first way that has kernels of them, or else of most steps. */
static yee_status fit_asked(plan *p, int steps)
{
    temporal *t = temporal_of(p);
    int best = 0, most = -1;
    for (int n = 0; n < t->ways && most < steps; n++) {
        const yee_status status = fit_way(p, n, steps);
        if (status != YEE_OK)
            return status;
        if (t->passes.x.steps > most) {
            most = t->passes.x.steps;
            best = n;
        }
    }
    return best == t->taken ? YEE_OK : fit_way(p, best, steps);
}

static yee_status plan_passes(plan *p, const keys *c)
{
    temporal *t = temporal_of(p);
    int steps = steps_asked(c);
    yee_status status = YEE_OK;
    t->trimmed = p->trimmed;
    t->origin = "as asked";
    pass_axes(p);
    if (!pass_media(p))
        return p->host->fail(p->host, YEE_MEMORY, "no host memory for the tables of media");
    status = device_grant(p->host, &t->memory);
    if (status == YEE_OK)
        status = pass_media_upload(p);
    if (status == YEE_OK)
        status = pass_open(p);
    if (status == YEE_OK)
        status = steps > 0 ? fit_asked(p, steps) : pass_tune(p, &steps);
    if (status == YEE_MEMORY) {
        t->reason = "no room for passes beside the fields";
        status = YEE_OK;
    } else if (status == YEE_OK && (steps == 0 || t->passes.x.steps == 0))
        t->reason = steps == 0   ? "passes are no faster here"
                    : steps == 1 ? "a pass of one step knows no layers and poles"
                                 : "more state of poles or layers than a processor holds";
    p->memory.bytes += t->memory.bytes + t->passes.memory.bytes;
    return status;
}

static void destroy(void *made)
{
    plan *p = made;
    temporal *t = temporal_of(p);
    if (p->work)
        cudaStreamSynchronize(p->work);
    if (t->graph)
        cudaGraphExecDestroy(t->graph);
    pass_close(t);
    device_release(&t->memory);
    device_release(&t->passes.memory);
    free(t->place);
    free(t->strange);
    mosaic_close(&t->map);
    free(t->islands.region);
    free(t);
    plan_free(p);
}

static yee_status adopt(plan *p)
{
    p->scheme = calloc(1, sizeof(temporal));
    if (p->scheme)
        return YEE_OK;
    const yee_host *host = p->host;
    plan_free(p);
    return host->fail(host, YEE_MEMORY, "no host memory for a plan");
}

/* Fields once, in the arrays of cuda.split: passes are not for this problem. */
static yee_status make_once(const yee_host *host, const yee_problem *problem,
                            const char *reason, plan **made)
{
    yee_status status = plan_make(host, problem, NULL, made);
    if (status == YEE_OK)
        status = adopt(*made);
    if (status == YEE_OK)
        temporal_of(*made)->reason = reason;
    return status;
}

/* Words before the first point of a row. Where layers are along z, tiles of 64 columns write 56
 * of them, those at walls up to 60, and all meet where sectors of 8 do: n tiles cover
 * 56 + 56*(n - 2) + 60 columns. Where 4 more spare a tile, sectors start 4 columns later. In
 * double the 28 of 32 columns that tiles at walls write are whole sectors. */
static int lead_of(const yee_problem *problem)
{
    enum { INNER = 56, LEAD = 4 };
    const yee_axis_data *z = &problem->grid.axis[2];
    const int64_t over = z->cells % INNER;
    const bool layers = !z->periodic && !z->invariant && z->layer[0] + z->layer[1] > 0;
    return layers && problem->precision == YEE_F32 && z->cells > INNER && over > LEAD &&
                   over <= 2 * LEAD
               ? LEAD
               : 0;
}

/* stage.cuh */
static bool copies_tensors(void)
{
    int device = 0, major = 0;
    return cudaGetDevice(&device) == cudaSuccess &&
           cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) ==
               cudaSuccess &&
           major >= 9;
}

static yee_status make(const yee_host *host, const void *config, const yee_problem *problem,
                       void **made)
{
    plan *p = NULL;
    yee_status status = copies_tensors()
                            ? plan_make(host, problem,
                                        &(plan_options){.interleaved = true,
                                                        .double_buffered = true,
                                                        .row_offset = lead_of(problem)},
                                        &p)
                            : YEE_OK;
    if (status == YEE_OK && p)
        status = adopt(p);
    else if (status == YEE_OK)
        status = make_once(host, problem, "passes need compute capability 9", &p);
    else if (status == YEE_MEMORY)
        status = make_once(host, problem, "no room for the fields twice", &p);
    if (status != YEE_OK)
        return status;
    if (!temporal_of(p)->reason) {
        status = plan_passes(p, config);
        plan_drop_scratch(p);
        const char *reason = temporal_of(p)->reason;
        if (status != YEE_OK || reason)
            destroy(p);
        if (status == YEE_OK && reason)
            status = make_once(host, problem, reason, &p);
    }
    if (status == YEE_OK)
        *made = p;
    return status;
}

/* A plan with arrays as a checkpoint has them, in place of this one: how many steps are fastest
 * may have been found otherwise there. */
static yee_status make_again(plan *p, bool twice)
{
    const yee_host *host = p->host;
    const yee_problem *problem = p->problem;
    temporal *empty = calloc(1, sizeof *empty);
    plan *old = malloc(sizeof *old), *fresh = NULL;
    if (!empty || !old) {
        free(empty);
        free(old);
        return host->fail(host, YEE_MEMORY, "no host memory for a plan");
    }
    *old = *p;
    *p = (plan){.host = host, .problem = problem, .scheme = empty};
    destroy(old);
    yee_status status = twice ? plan_make(host, problem,
                                          &(plan_options){.interleaved = true,
                                                          .double_buffered = true,
                                                          .row_offset = lead_of(problem)},
                                          &fresh)
                              : make_once(host, problem, "so the checkpoint was made", &fresh);
    if (status == YEE_OK && twice)
        status = adopt(fresh);
    if (status != YEE_OK)
        return status;
    if (twice)
        temporal_of(fresh)->reason = "passes were no faster when the run went on";
    free(empty);
    *p = *fresh;
    free(fresh);
    return YEE_OK;
}

static int print(const void *made, char *text, size_t size)
{
    static const char *const name[CLASSES] = {
        "calm",       "layers x",   "layers y",     "layers x y", "layers z",
        "layers x z", "layers y z", "layers x y z", "edge",       "edge with layers"};
    const plan *p = made;
    const temporal *t = temporal_of(p);
    const passes *w = &t->passes;
    char how[768];
    int used;
    if (t->reason) {
        snprintf(how, sizeof how, "cuda.temporal: a step at a time, as cuda.split does (%s)",
                 t->reason);
        return plan_print(p, how, text, size);
    }
    double all = 0, spared[KINDS] = {0}, of[CLASSES] = {0};
    bool ids = false;
    int64_t count[CLASSES] = {0};
    for (int n = 0; n < LISTS; n++) {
        all += w->bricks[n].cells;
        spared[n / CLASSES] += w->bricks[n].cells;
        of[n % CLASSES] += w->bricks[n].cells;
        count[n % CLASSES] += w->bricks[n].count;
        ids = ids || (w->bricks[n].count > 0 && w->bricks[n].forms & FORM_IDS);
    }
    used = snprintf(how, sizeof how, "cuda.temporal: %d step%s a pass (%s); bricks", w->x.steps,
                    w->x.steps > 1 ? "s" : "", t->origin);
    for (int n = 0; n < CLASSES; n++)
        if (count[n] > 0)
            used += snprintf(how + used, sizeof how - (size_t)used, " %s %lld (%.1f %%),",
                             name[n], (long long)count[n], 100 * of[n] / all);
    const double cells = (double)w->x.end[0] * w->x.end[1] * w->x.end[2];
    if (spared[1] > 0)
        used += snprintf(how + used, sizeof how - (size_t)used,
                         " of these with one word at most %.1f %%,", 100 * spared[1] / all);
    if (spared[2] + spared[3] > 0)
        used += snprintf(how + used, sizeof how - (size_t)used,
                         " of these without poles %.1f %%, without losses %.1f %%,",
                         100 * spared[2] / all, 100 * spared[3] / all);
    used += snprintf(how + used, sizeof how - (size_t)used, "%s%s step by step %.2f %%",
                     w->x.words == 0   ? ""
                     : w->x.words == 1 ? " with poles,"
                     : w->x.words == 2 ? " with poles of two words,"
                                       : " with poles of more words,",
                     ids ? " with ids," : "", 100 * w->redone / cells);
    const bool poles = t->way[t->taken].islands & ISLAND_POLES;
    if (t->islands.count > 0)
        used +=
            snprintf(how + used, sizeof how - (size_t)used, ", also around%s%s%s",
                     poles ? " media with poles" : "", t->magnetic > 0 ? " magnetic media" : "",
                     t->rare > 0 ? " rare media" : "");
    if (w->apart)
        snprintf(how + used, sizeof how - (size_t)used, ", transforms between passes");
    return plan_print(p, how, text, size);
}

static yee_status run(void *made, int64_t steps, const yee_sink *sink)
{
    return steps_run(made, steps, sink, pass_stretch);
}
static yee_status finish(void *made, const yee_sink *sink) { return taps_finish(made, sink); }
static yee_status get(void *made, int c, double *values)
{
    return fields_read(made, c, values);
}
static yee_status set(void *made, int c, const double *values)
{
    temporal_of(made)->outside = true;
    return fields_write(made, c, values);
}
static yee_status energy(void *made, double sum[2]) { return fields_energy(made, sum); }
static yee_status vitals(void *made, yee_vitals *v) { return fields_vitals(made, v); }
static yee_status glance(void *made, double *electric) { return fields_glance(made, electric); }
static yee_status save(void *made, yee_state *s)
{
    plan *p = made;
    int twice = p->state.buffers > 1;
    yee_status status = s->piece(s, "twice", &twice, sizeof twice);
    return status == YEE_OK ? fields_pieces(p, s, false) : status;
}
static yee_status load(void *made, yee_state *s)
{
    plan *p = made;
    int twice = 0;
    yee_status status = s->piece(s, "twice", &twice, sizeof twice);
    if (status == YEE_OK && (twice != 0) != (p->state.buffers > 1))
        status = make_again(p, twice != 0);
    temporal_of(p)->outside = true; /* it may be from before the first step */
    return status == YEE_OK ? fields_pieces(p, s, true) : status;
}
static int64_t step(const void *made) { return ((const plan *)made)->step; }
static yee_status cost(void *made, yee_scheme_cost *c)
{
    plan *p = made;
    const int side = p->state.current;
    yee_status status = plan_cost(p, c);
    if (status == YEE_OK)
        status =
            plan_registers(p, temporal_of(p)->reason ? pass_one_step : pass_one, &c->registers);
    pass_turn_to(p, side);
    return status;
}

static const yee_scheme_ops ops = {
    .size = sizeof ops,
    .available = available,
    .card = card,
    .courant = courant,
    .dispersion = dispersion,
    .plan = make,
    .run = run,
    .finish = finish,
    .read = get,
    .write = set,
    .energy = energy,
    .vitals = vitals,
    .save = save,
    .load = load,
    .step = step,
    .print = print,
    .destroy = destroy,
    .cost = cost,
    .glance = glance,
    .pace = pace,
};

const yee_plugin temporal_scheme = {
    sizeof temporal_scheme,
    YEE_SCHEME,
    "cuda.temporal",
    "Yee's leapfrog on a GPU, several steps in one pass over the fields",
    "A. Nguyen et al. 2010, doi:10.1109/SC.2010.2",
    sizeof(keys),
    params,
    &ops,
};
