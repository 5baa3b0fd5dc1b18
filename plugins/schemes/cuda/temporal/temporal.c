/* temporal.c: the scheme "cuda.temporal": several steps in one pass over the fields.
 *
 * The grid is cut into bricks with overlapping halos, each marched by one block that keeps the
 * planes of T time levels on the chip (kernels/). Fields are read once and written once in T
 * steps. It has the bits of the scheme "cuda.split". docs/temporal.md tells how it works.
 *
 * Blocking in time with redundant halos: A. Nguyen et al., "3.5-D blocking optimization for
 * stencil computations on modern CPUs and GPUs", SC 2010. */
#include "temporal.h"
#include "../../common/leapfrog.h"
#include "../compile/law_source.h"
#include "../engine/ops.h"
#include <stdlib.h>
#include <yee/law.h>
#include <yee/yee.h>

typedef struct keys {
    int64_t steps_per_pass;
    const char *nvrtc;
    int halos;
    const char *nccl;
    int exchange; /* a halo_time */
} keys;

static const yee_param params[] = {
    YEE_PARAM_INT(keys, steps_per_pass, "0", 0, MOST_PASS,
                  "Steps that are done in one pass over the fields, or fewer where a processor "
                  "does not hold their state; 0: $YEE_STEPS_PER_PASS, or as many as are "
                  "fastest, by the clock"),
    PLAN_NVRTC_KEY(keys), PLAN_HALOS_KEYS(keys),
    YEE_PARAM_CHOICE(
        keys, exchange, "auto", "auto|after|beside",
        "when subdomains exchange halos: after a pass, or beside it, when the bricks "
        "near to cuts are done; auto: after"),
    YEE_PARAM_END};

static yee_status available(const yee_host *host, const void *config)
{
    (void)config;
    return device_available(host);
}

/* In vacuum a pass of four steps reads and writes six words; a quarter of what is read is read
 * twice. */
static yee_status traits(const void *config, yee_scheme_traits *traits)
{
    (void)config;
    traits->radius = 1;
    traits->f32 = traits->f64 = traits->device = true;
    traits->laws = YEE_LAW_EDGE | YEE_LAW_CELL | YEE_LAW_FIELD | YEE_LAW_MAGNETIC;
    traits->subdomain_laws = traits->laws;
    traits->links = INT64_MAX;
    traits->subdomains = true;
    traits->bytes_per_cell = 12 * sizeof(float) / 4.0;
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

/* The number of steps that the key asks for, else the environment; 0: none. */
static int steps_asked(const keys *c)
{
    const char *wanted = getenv("YEE_STEPS_PER_PASS");
    const bool valid = wanted && *wanted >= '1' && *wanted <= '0' + MOST_PASS;
    return c->steps_per_pass > 0 ? (int)c->steps_per_pass : valid ? *wanted - '0' : 0;
}

/* The number that is mostly fastest where none is asked for: the clock speaks later. */
static int64_t pass_length(const void *config, const yee_problem *problem)
{
    const int asked = steps_asked(config);
    return asked > 0 ? asked : problem->precision == YEE_F64 ? 3 : 4;
}

/* A subdomain does a pass between two exchanges: of five steps where all is uniform but the media;
 * passes of five know neither layers nor poles. Of fewer where the clock says so (stride.c). */
static void cuts(const void *config, const yee_problem *problem, yee_scheme_cuts *cuts)
{
    enum { UNIFORM_PASS = 5 };
    bool layers = false;
    for (int a = 0; a < 3; a++)
        layers = layers || problem->grid.axis[a].layer[0] + problem->grid.axis[a].layer[1] > 0;
    cuts->steps =
        steps_asked(config) > 0 || layers ? pass_length(config, problem) : UNIFORM_PASS;
    ops_cuts(config, problem, cuts);
}

/* Steps of a subdomain's passes: as many as its halo has cells, or a number that goes into those. */
static int steps_of_halo(const yee_subdomain *s, int asked)
{
    const int most = asked > 0 ? asked : MOST_PASS - 1;
    int steps = s->depth < most ? (int)s->depth : most;
    while (s->depth % steps > 0)
        steps--;
    return steps;
}

/* ---- plan ---- */

static void free_plan(plan *p)
{
    temporal *t = temporal_of(p);
    if (p->work)
        cudaStreamSynchronize(p->work);
    if (t->graph)
        cudaGraphExecDestroy(t->graph);
    streams_close(t);
    device_release(&t->memory);
    device_release(&t->box_buffer);
    device_release(&t->passes.memory);
    device_release(&t->passes.lists);
    free(t->place);
    free(t->excluded);
    block_map_close(&t->needs);
    free(t->excluded_regions.region);
    free(t);
    plan_free(p);
}

static yee_status adopt(plan *p)
{
    p->scheme = calloc(1, sizeof(temporal));
    if (p->scheme) {
        tune_take_way(p, BOXES_BESIDE | (plans_beside() ? BY_SHARE : 0));
        tune_share_card(p);
        return YEE_OK;
    }
    const yee_host *host = p->host;
    plan_free(p);
    return host->fail(host, YEE_MEMORY, "no host memory for a plan");
}

/* Makes a plan of single steps, with the arrays of cuda.split. */
static yee_status make_single(const yee_host *host, const keys *c, const yee_problem *problem,
                              const char *reason, plan **made)
{
    yee_status status =
        plan_make(host, problem,
                  &(plan_options){.nvrtc = c->nvrtc, .halos = c->halos, .nccl = c->nccl}, made);
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
static int row_offset_of(const yee_problem *problem)
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

/* Whether the card has the copy engine of tma.cuh. */
static bool has_tensor_copies(void)
{
    int device = 0, major = 0;
    return cudaGetDevice(&device) == cudaSuccess &&
           cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) ==
               cudaSuccess &&
           major >= 9;
}

/* Between GPUs halos beside passes are faster, by measurement. */
static bool goes_beside(const keys *c, const yee_problem *problem)
{
    const bool dealt = problem->subdomain && problem->subdomain->device >= 0;
    return c->exchange == EXCHANGE_BESIDE || (c->exchange == EXCHANGE_AUTO && dealt);
}

/* A plan with two buffers of the state, for passes; YEE_MEMORY: the card has no memory for
 * them. */
static yee_status make_double(const yee_host *host, const keys *c, const yee_problem *problem,
                              plan **made)
{
    yee_status status = plan_make(host, problem,
                                  &(plan_options){.interleaved = true,
                                                  .double_buffered = true,
                                                  .row_offset = row_offset_of(problem),
                                                  .nvrtc = c->nvrtc,
                                                  .halos = c->halos,
                                                  .nccl = c->nccl,
                                                  .beside = goes_beside(c, problem)},
                                  made);
    return status == YEE_OK ? adopt(*made) : status;
}

/* Why laws leave nothing to passes; NULL: they do not. Subdomains are alike whatever each has of them:
 * laws with words, whose halos are of whole steps, are done in single steps. */
static const char *laws_alone(const yee_problem *problem, const keys *c)
{
    if (!problem->subdomain)
        return laws_everywhere(problem, steps_asked(c) > 0);
    for (int64_t n = 0; n < problem->laws; n++)
        if (!law_is_bare(problem->law[n].law))
            return "laws with words in subdomains are done step by step";
    return NULL;
}

static yee_status make_plan(const yee_host *host, const keys *c, const yee_problem *problem,
                            plan **made)
{
    plan *p = NULL;
    const char *laws = laws_alone(problem, c);
    if (!has_tensor_copies())
        return make_single(host, c, problem, "passes need compute capability 9", made);
    if (laws)
        return make_single(host, c, problem, laws, made);
    if (problem->subdomain && steps_of_halo(problem->subdomain, steps_asked(c)) == 1)
        return make_single(host, c, problem, "halos are exchanged after every step", made);
    yee_status status = make_double(host, c, problem, &p);
    if (status == YEE_MEMORY && !problem->subdomain)
        return make_single(host, c, problem, "no room for the fields twice", made);
    if (status != YEE_OK)
        return status;
    const int asked = steps_asked(c);
    status = plan_passes(p, asked,
                         problem->subdomain ? steps_of_halo(problem->subdomain, asked) : asked);
    plan_drop_scratch(p);
    const char *reason = temporal_of(p)->reason;
    if (status == YEE_OK && (!reason || problem->subdomain)) { /* its neighbours are alike */
        *made = p;
        return YEE_OK;
    }
    free_plan(p);
    return status == YEE_OK ? make_single(host, c, problem, reason, made) : status;
}

/* The instance that the core holds: a checkpoint may need another plan in it than the one that
 * was made first. */
typedef struct instance {
    const yee_host *host;
    const keys *keys;
    const yee_problem *problem;
    plan *plan; /* NULL: there was no memory for the plan of a checkpoint */
} instance;

/* Its GPU is the thread's then. */
static plan *plan_in(const void *made)
{
    plan *p = ((const instance *)made)->plan;
    return p ? plan_enter(p) : NULL;
}

static void destroy(void *made)
{
    instance *i = made;
    if (i->plan)
        free_plan(plan_in(made));
    free(i);
}

static yee_status make(const yee_host *host, const void *config, const yee_problem *problem,
                       void **made)
{
    instance *i = malloc(sizeof *i);
    if (!i)
        return host->fail(host, YEE_MEMORY, "no host memory for a plan");
    *i = (instance){host, config, problem, NULL};
    yee_status status = plan_open_device(host, problem, NULL);
    if (status == YEE_OK)
        status = make_plan(host, config, problem, &i->plan);
    if (status == YEE_OK)
        *made = i;
    else
        free(i);
    return status;
}

/* Makes a plan of single steps with arrays as a checkpoint has them, in place of the one there
 * is: how many steps are fastest may have been measured otherwise there. The card need not hold
 * both plans. */
static yee_status replace_plan(instance *i, bool twice)
{
    free_plan(i->plan);
    i->plan = NULL;
    if (!twice)
        return make_single(i->host, i->keys, i->problem, "so the checkpoint was made",
                           &i->plan);
    plan *p = NULL;
    const yee_status status = make_double(i->host, i->keys, i->problem, &p);
    if (status == YEE_OK) {
        temporal_of(p)->reason = "passes were no faster when the run went on";
        i->plan = p;
    }
    return status;
}

static int print(const void *made, char *text, size_t size)
{
    return passes_print(plan_in(made), text, size);
}

static yee_status run(void *made, int64_t steps, const yee_sink *sink)
{
    return steps_run(plan_in(made), steps, sink, run_stretch);
}
static yee_status enqueue(void *made, int64_t steps, const yee_sink *sink)
{
    return steps_enqueue(plan_in(made), steps, sink, run_stretch);
}
static yee_status finish(void *made, const yee_sink *sink)
{
    return taps_finish(plan_in(made), sink);
}
static yee_status get(void *made, int c, double *values)
{
    return fields_read(plan_in(made), c, values);
}
static yee_status set(void *made, int c, const double *values)
{
    temporal_of(plan_in(made))->set_from_outside = true;
    return fields_write(plan_in(made), c, values);
}
static yee_status energy(void *made, double sum[2])
{
    return fields_energy(plan_in(made), sum);
}
static yee_status extrema(void *made, yee_extrema *v)
{
    return fields_extrema(plan_in(made), v);
}
static yee_status peak_estimate(void *made, double *electric)
{
    return fields_peak_estimate(plan_in(made), electric);
}
static yee_status save(void *made, yee_state *s)
{
    plan *p = plan_in(made);
    int twice = p->state.buffers > 1;
    yee_status status = s->piece(s, "twice", &twice, sizeof twice);
    return status == YEE_OK ? fields_pieces(p, s, false) : status;
}
static yee_status load(void *made, yee_state *s)
{
    int twice = 0;
    yee_status status = s->piece(s, "twice", &twice, sizeof twice);
    const bool other = (twice != 0) != (plan_in(made)->state.buffers > 1);
    if (status == YEE_OK && other && plan_in(made)->problem->subdomain) {
        const yee_host *host = plan_in(made)->host;
        return host->fail(
            host, YEE_DECLINED,
            "the checkpoint is of subdomains %s passes of several steps, and these "
            "are %s; take the subdomain_steps and steps_per_pass of that run",
            twice ? "with" : "without", twice ? "without" : "with");
    }
    if (status == YEE_OK && other)
        status = replace_plan(made, twice != 0);
    if (status != YEE_OK)
        return status;
    temporal_of(plan_in(made))->set_from_outside =
        true; /* it may be from before the first step */
    return fields_pieces(plan_in(made), s, true);
}
static int64_t step(const void *made) { return plan_in(made)->step; }

/* ---- subdomains: channels lead to plans, which their instances keep ---- */

static yee_status spans(void *made, const int64_t low[3], const int64_t high[3],
                        yee_state_spans *to)
{
    return plan_spans(plan_in(made), low, high, to);
}
static yee_status join(void *from, const yee_state_span *from_span, void *to,
                       const yee_state_span *to_span, int64_t spans_of, void **made)
{
    plan_channel *channel = NULL;
    const yee_status status =
        plan_connect(from ? plan_in(from) : NULL, from_span, to ? plan_in(to) : NULL, to_span,
                     spans_of, &channel);
    *made = channel;
    return status;
}
static yee_status strides(void *made, int64_t most, double *seconds)
{
    return stride_seconds(plan_in(made), most, seconds);
}
static yee_status take_stride(void *made, int64_t steps)
{
    return stride_set(plan_in(made), (int)steps);
}
static yee_status sum_energy(void *made, yee_sum sum[2])
{
    return fields_sum_energy(plan_in(made), sum);
}

/* Bricks know grid and media alone; boxes to redo lie around sources and taps. The number of steps
 * a pass stays, whatever would be fastest now: it changes no bit. */
static yee_status aim(void *made, const yee_problem *problem)
{
    instance *i = made;
    plan *p = plan_in(made);
    temporal *t = p ? temporal_of(p) : NULL;
    const yee_host *host = i->host;
    if (!p)
        return host->fail(host, YEE_DECLINED, "there is no plan that could be aimed");
    i->problem = problem;
    if (t->graph)
        cudaGraphExecDestroy(t->graph);
    t->graph = NULL;
    t->set_from_outside = t->ghosts_stale = false;
    yee_status status = plan_aim(p, problem);
    if (status != YEE_OK || t->reason)
        return status;
    if (t->trimmed && !p->trimmed)
        return host->fail(host, YEE_DECLINED,
                          "a source lies on a wall, where passes of this plan do not go");
    plan_trim(p, t->trimmed);
    status = redo_make(p);
    plan_drop_scratch(p);
    return status == YEE_OK ? DEVICE_CALL(host, cudaStreamSynchronize(NULL)) : status;
}
static yee_status cost(void *made, yee_scheme_cost *c)
{
    plan *p = plan_in(made);
    const int side = p->state.current;
    yee_status status = plan_cost(p, c);
    if (status == YEE_OK)
        status = plan_registers(p, temporal_of(p)->reason ? single_step : single_pass,
                                &c->registers);
    bind_buffer(p, side);
    return status;
}

static const yee_scheme_ops ops = {
    .size = sizeof ops,
    .available = available,
    .traits = traits,
    .courant = courant,
    .dispersion = dispersion,
    .plan = make,
    .run = run,
    .finish = finish,
    .read = get,
    .write = set,
    .energy = energy,
    .extrema = extrema,
    .save = save,
    .load = load,
    .step = step,
    .print = print,
    .destroy = destroy,
    .cost = cost,
    .peak_estimate = peak_estimate,
    .steps_per_pass = pass_length,
    .aim = aim,
    .enqueue = enqueue,
    .spans = spans,
    .cuts = cuts,
    .sum_energy = sum_energy,
    .connect = join,
    .transfer = ops_transfer,
    .transfer_all = ops_transfer_all,
    .stride_seconds = strides,
    .set_stride = take_stride,
};

const yee_plugin temporal_scheme = {
    .size = sizeof temporal_scheme,
    .kind = YEE_SCHEME,
    .name = "cuda.temporal",
    .summary = "Yee's leapfrog on a GPU, several steps in one pass over the fields",
    .reference = "A. Nguyen et al. 2010, doi:10.1109/SC.2010.2",
    .config_size = sizeof(keys),
    .params = params,
    .ops = &ops,
};
