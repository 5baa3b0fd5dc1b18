/* tests/cases/modules/claims.c: the reference under several names, each of which says something
 * of itself that is special, or wrong. Two are called as schemes that `auto` takes. All can have
 * steps enqueued, which are done at a later call. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <yee/yee.h>
#undef YEE_MODULE
#define YEE_MODULE(...)
#include "../../../plugins/schemes/reference/reference.c"
#undef YEE_MODULE

// clang-format off
#define CLAIMS(X) \
    X(doubles, "doubles") X(singles, "singles") X(neither, "neither") X(flat, "flat") \
    X(bottomless, "bottomless") X(indebted, "indebted") X(shy, "shy") X(idle, "idle") \
    X(carded, "carded") X(whole_laws, "whole_laws") X(passed_over, "tiled") X(absent, "cuda.split")
// clang-format on

typedef enum claim {
#define X(id, name) id,
    CLAIMS(X)
#undef X
} claim;

typedef struct claims {
    int claim;
} claims;

typedef struct claimed {
    plan *inner;
    claim claim;
    int64_t queued; /* steps that are enqueued and not done */
    const yee_host *host;
} claimed;

/* The first time that a process asks for the device: what its queues are from then on. */
static void open_device(void)
{
    static bool opened;
    const char *to = getenv("CLAIMS_OPENED"), *queues = getenv("CUDA_DEVICE_MAX_CONNECTIONS");
    FILE *file = to && !opened ? fopen(to, "a") : NULL;
    opened = true;
    if (file) {
        fprintf(file, "%s\n", queues ? queues : "default");
        fclose(file);
    }
}

static yee_status c_available(const yee_host *host, const void *config)
{
    open_device();
    return ((const claims *)config)->claim == absent
               ? host->fail(host, YEE_DECLINED, "this machine has no such device")
               : YEE_OK;
}

static yee_status c_traits(const void *config, yee_scheme_traits *t)
{
    const claim c = (claim)((const claims *)config)->claim;
    leapfrog_traits(NULL, t);
    t->f32 = c != doubles && c != passed_over && c != neither;
    t->f64 = c != singles && c != neither;
    t->radius = c == flat ? 0 : 1;
    t->bytes_per_cell = c == bottomless ? NAN : t->bytes_per_cell;
    t->device = c == carded;
    t->links = c == indebted ? -1 : t->links;
    t->laws = c == whole_laws ? YEE_LAW_EDGE : 0;
    t->subdomains = c == whole_laws;
    return YEE_OK;
}

static yee_status c_spans(void *p, const int64_t low[3], const int64_t high[3],
                          yee_state_spans *to)
{
    return plan_spans(((claimed *)p)->inner, low, high, to);
}

static yee_status c_sum_energy(void *p, yee_sum sum[2])
{
    return sum_energy(((claimed *)p)->inner, sum);
}

static int plans; /* of this process */
static int ever;  /* those that are gone included */

static yee_status c_plan(const yee_host *host, const void *config, const yee_problem *problem,
                         void **made)
{
    const char *most = getenv("CLAIMS_PLANS"); /* that the device has memory for */
    if (most && plans >= atoi(most))
        return host->fail(host, YEE_MEMORY, "the device has no memory for one more plan");
    claimed *p = host->alloc(host, sizeof *p);
    void *inner = NULL;
    const yee_status status = p ? make(host, NULL, problem, &inner) : YEE_MEMORY;
    if (status)
        return status;
    const char *cards = getenv("CUDA_VISIBLE_DEVICES");
    if (((const claims *)config)->claim == carded)
        host->log(host, YEE_INFO, "sees %s as plan %d", cards ? cards : "all", plans + 1);
    plans++;
    if (((const claims *)config)->claim == carded)
        host->log(host, YEE_INFO, "number %d of its process", ++ever);
    *p = (claimed){inner, (claim)((const claims *)config)->claim, 0, host};
    *made = p;
    return YEE_OK;
}

static yee_status c_run(void *made, int64_t steps, const yee_sink *sink)
{
    claimed *p = made;
    steps += p->queued;
    p->queued = 0;
    return run(p->inner, steps, sink);
}

static yee_status c_enqueue(void *made, int64_t steps, const yee_sink *sink)
{
    enum { MOST = 37 };
    claimed *p = made;
    const yee_status status = c_run(made, 0, sink);
    p->queued = steps < MOST ? steps : MOST;
    return status;
}

/* The plan of the reference, which no step may be under way in. */
static void *idle_plan(void *made)
{
    claimed *p = made;
    if (p->queued) {
        fprintf(stderr, "a plan whose steps are under way is asked for its fields\n");
        abort();
    }
    return p->inner;
}

static yee_status c_finish(void *p, const yee_sink *sink) { return finish(idle_plan(p), sink); }
static yee_status c_read(void *p, int c, double *v) { return read(idle_plan(p), c, v); }
static yee_status c_write(void *p, int c, const double *v) { return write(idle_plan(p), c, v); }

static yee_status c_energy(void *made, double e[2])
{
    claimed *p = made;
    if (p->claim == shy)
        return p->host->fail(p->host, YEE_DECLINED, "no energy is known");
    const yee_status status = energy(idle_plan(p), e);
    if (p->claim == idle)
        e[0] = e[1] = 0;
    return status;
}

static yee_status c_extrema(void *p, yee_extrema *v) { return extrema(idle_plan(p), v); }

static yee_status c_state(void *p, yee_state *state)
{
    return save_or_load(idle_plan(p), state);
}

static int64_t c_step(const void *made)
{
    const claimed *p = made;
    return step(p->inner) + p->queued;
}

static int c_print(const void *p, char *text, size_t size)
{
    return print(((const claimed *)p)->inner, text, size);
}

/* Two cards where nobody has told which. */
static yee_status c_cost(void *p, yee_scheme_cost *cost)
{
    const char *cards = getenv("CUDA_VISIBLE_DEVICES");
    if (((claimed *)p)->claim == carded)
        for (cost->devices = cards ? 1 : 2; cards && *cards; cards++)
            cost->devices += *cards == ',';
    return YEE_OK;
}

static void c_destroy(void *p)
{
    plans--;
    destroy(((claimed *)p)->inner);
}

static const yee_scheme_ops claims_ops = {
    .size = sizeof claims_ops,
    .spans = c_spans,
    .sum_energy = c_sum_energy,
    .available = c_available,
    .traits = c_traits,
    .courant = leapfrog_limit,
    .dispersion = leapfrog_residual,
    .plan = c_plan,
    .run = c_run,
    .finish = c_finish,
    .read = c_read,
    .write = c_write,
    .energy = c_energy,
    .extrema = c_extrema,
    .save = c_state,
    .load = c_state,
    .step = c_step,
    .cost = c_cost,
    .print = c_print,
    .destroy = c_destroy,
    .enqueue = c_enqueue,
};

#define X(id, name) "|" #id
static const char choices[] = CLAIMS(X);
#undef X

// clang-format off
#define X(id, is_called) \
    static const yee_param id##_params[] = { \
        YEE_PARAM_CHOICE(claims, claim, #id, choices + 1, "What it says of itself."), \
        YEE_PARAM_END, \
    }; \
    static const yee_plugin id##_plugin = { \
        .size = sizeof id##_plugin, \
        .kind = YEE_SCHEME, \
        .name = is_called, \
        .summary = "says something of itself", \
        .config_size = sizeof(claims), \
        .params = id##_params, \
        .ops = &claims_ops, \
    };
CLAIMS(X)
#undef X
#define X(id, name) &id##_plugin,
static const yee_plugin *const claims_plugins[] = {CLAIMS(X) NULL};
// clang-format on
extern YEE_EXPORT const yee_module YEE_MODULE_SYMBOL;
const yee_module YEE_MODULE_SYMBOL = {YEE_ABI_MAJOR,  YEE_ABI_NEEDS, sizeof(yee_module),
                                      "claims",       "1.0",         "BSD-3-Clause",
                                      claims_plugins, YEE_OPTIMIZED};
