/* tiled.c: the scheme "tiled": Yee's leapfrog for processors with caches and wide vectors.
 *
 *     dH/dt = -curl E / mu,  dE/dt = curl H / eps, central differences in space and time
 *
 * K. S. Yee, IEEE Trans. Antennas Propag. 14 (1966) 302. It executes what yee/problem.h says,
 * several steps at a time on tiles that stay in the cache, and gives the same bits for every
 * tile width, number of threads and vector width. Read next: plan.h (storage), step.h (the
 * kernels), choose.c (which kernel where), diamond.c (the order), extras.h (the rest). */
#include "../common/faces.h"
#include "../common/leapfrog.h"
#include "../common/ports.h"
#include "extras.h"
#include "sweep.h"
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

static const yee_param params[] = {
    YEE_PARAM_INT(
        tiled_config, width, "0", 0, 256,
        "Rows a tile is wide and steps it is high; 0: as the second-level cache holds, on "
        "large grids measured once and remembered"),
    YEE_PARAM_CHOICE(tiled_config, isa, "auto", "auto|avx512|avx2|portable",
                     "Vector instructions; auto: the widest of this machine"),
    YEE_PARAM_CHOICE(tiled_config, sweep, "tiled", "tiled|plain",
                     "Order of the steps: several at a time on tiles, or one after the other"),
    YEE_PARAM_END,
};

enum { ISA_AUTO, ISA_AVX512, ISA_AVX2, ISA_PORTABLE };

/* The kernels of a choice; NULL: this machine has no such instructions. */
static const tiled_isa *pick(int isa, bool f64)
{
#ifdef TILED_X86
    __builtin_cpu_init();
    const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    if (wide && (isa == ISA_AUTO || isa == ISA_AVX512))
        return f64 ? &tiled_avx512_f64 : &tiled_avx512_f32;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        (isa == ISA_AUTO || isa == ISA_AVX2))
        return f64 ? &tiled_avx2_f64 : &tiled_avx2_f32;
#endif
    if (isa == ISA_AUTO || isa == ISA_PORTABLE)
        return f64 ? &tiled_portable_f64 : &tiled_portable_f32;
    return NULL;
}

static yee_status available(const yee_host *host, const void *config)
{
    const tiled_config *own = config;
    return pick(own->isa, false)
               ? YEE_OK
               : host->fail(host, YEE_DECLINED,
                            "isa = %s, but this machine has no such instructions; use auto",
                            own->isa == ISA_AVX512 ? "avx512" : "avx2");
}

/* In a tile W rows wide each row is loaded and stored once for W/2 steps: 48/(W/2) bytes. */
static yee_status traits(const void *config, yee_scheme_traits *traits)
{
    const tiled_config *own = config;
    traits->radius = 1;
    traits->f32 = traits->f64 = true;
    traits->links = INT64_MAX;
    traits->subdomains = true;
    traits->laws = traits->subdomain_laws =
        YEE_LAW_EDGE | YEE_LAW_CELL | YEE_LAW_FIELD | YEE_LAW_MAGNETIC;
    traits->bytes_per_cell = own->sweep ? 48 : 96.0 / (own->width ? (double)own->width : 16);
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

static yee_status decline(const yee_host *host, const yee_problem *p)
{
    const yee_status status = faces_check_subdomain(host, p, "tiled");
    return status ? status : ports_check(host, p);
}

/* Turns the axes so that rows are long and tiles possible: cost of a turn in points visited. */
static void turn(tiled_plan *t)
{
    double best = INFINITY;
    int perm = 0, invariant = 0;
    for (int a = 0; a < 3; a++)
        invariant += t->p->grid.axis[a].invariant;
    for (int n = 0; n < 3; n++) {
        tiled_turn(t, n);
        double cost = (double)t->nx * (double)t->ny * (double)t->to * (n ? 1.05 : 1);
        if (invariant && !t->p->grid.axis[tiled_axis(t, 0)].invariant)
            cost *= 8;
        if (t->wrap[0]) /* a wave around a ring comes twice */
            cost *= 1.2;
        if (t->ny < 16 && t->nx > t->ny)
            cost *= 1.2;
        if (cost < best) {
            best = cost;
            perm = n;
        }
    }
    tiled_turn(t, perm);
}

/* A subdomain is turned as the whole grid would be: where rows are cut into segments decides on
 * kernels, and with them on bits. */
static void turn_as_whole(tiled_plan *t)
{
    const yee_problem *own = t->p;
    if (own->subdomain) {
        yee_problem whole = *own;
        whole.grid = *own->subdomain->whole;
        t->p = &whole;
        turn(t);
        t->p = own;
        tiled_turn(t, t->perm);
    } else {
        turn(t);
    }
}

/* Steps between two exchanges: tiles do half their width on average, and a cut ends them. */
enum { EXCHANGE = 12 };
/* Steps of work that a cut of tiles costs: by count half a width, 3 to 8, where memory bounds the
 * steps; 0.6 where one core has it for itself. */
static const double TURN = 2;

static void cuts(const void *config, const yee_problem *problem, yee_scheme_cuts *cuts)
{
    tiled_plan t = {.p = problem, .config = *(const tiled_config *)config};
    t.f64 = problem->precision == YEE_F64;
    t.chunk = TILED_LINE / (t.f64 ? (int64_t)sizeof(double) : (int64_t)sizeof(float));
    turn(&t);
    cuts->axis[tiled_axis(&t, 2)] = false;
    cuts->steps = t.config.sweep ? 1 : EXCHANGE;
    cuts->layer = 1;                       /* 10 of them a face, 200^3: 1.27 of vacuum's time */
    cuts->halo = t.config.sweep ? 1 : 0.5; /* needed.h */
    cuts->turn = TURN;
}

/* As many as asked for; left to us, those the process may use,
 * none for less than 2^14 cells. */
static int choose_threads(const yee_problem *p)
{
    if (p->threads > 0)
        return p->threads;
    cpu_set_t set;
    const int most = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    const yee_axis_data *a = p->grid.axis;
    const int64_t useful = 1 + (a[0].cells * a[1].cells * a[2].cells >> 14);
    return (int)(useful < most ? useful : most);
}

static void free_extras(tiled_plan *t)
{
    tiled_near_free(t);
    if (t->extras) {
        edge_laws_free(&t->extras->laws);
        cell_laws_free(&t->extras->cells);
        cell_laws_free(&t->extras->tensors);
        cell_laws_free(&t->extras->magnets);
    }
    t->extras = NULL;
}

static void destroy(void *plan)
{
    tiled_plan *t = plan;
    if (!t)
        return;
    tiled_pool_free(t->pool);
    free_extras(t);
    tiled_free_layout(t);
    free(t);
}

/* Makes all that depends on points, ports and taps, on a layout whose fields are zero. */
static yee_status points(tiled_plan *t, bool tune)
{
    yee_status status = tiled_units(t);
    if (status)
        return status;
    tiled_find_runs(t);
    if (tune)
        tiled_tune(t);
    if (tune && t->p->subdomain)
        t->seconds = tiled_time_steps(t, t->config.sweep ? 1 : EXCHANGE);
    status = tiled_extras_new(t);
    if (!status)
        tiled_find_runs(t); /* most rows with extras go alone */
    return status;
}

static yee_status make(const yee_host *host, const void *config, const yee_problem *problem,
                       void **plan)
{
    yee_status status = decline(host, problem);
    if (status)
        return status;
    tiled_plan *t = calloc(1, sizeof *t);
    if (!t)
        return host->fail(host, YEE_MEMORY, "no memory for the plan");
    t->host = host;
    t->p = problem;
    t->config = *(const tiled_config *)config;
    t->f64 = problem->precision == YEE_F64;
    t->real = t->f64 ? sizeof(double) : sizeof(float);
    t->chunk = TILED_LINE / t->real;
    t->magnets = problem->magnetic_cells || problem->magnetic_runs;
    t->passes = 1 + t->magnets + (problem->field_cells || problem->field_runs);
    t->isa = pick(t->config.isa, t->f64);
    turn_as_whole(t);
    const int rows = tiled_axis(t, 2);
    if (problem->grid.axis[rows].face[0] == YEE_FACE_OPEN ||
        problem->grid.axis[rows].face[1] == YEE_FACE_OPEN) {
        destroy(t);
        return host->fail(
            host, YEE_DECLINED,
            "rows lie along %c on this grid, and tiled runs no subdomains that are "
            "cut along its rows",
            "xyz"[rows]);
    }
    t->pool = tiled_pool_new(choose_threads(problem));
    status = t->isa && t->pool ? tiled_build_layout(t) : YEE_MEMORY;
    t->kept = t->blocks;
    if (!status)
        status = points(t, true);
    if (status) {
        destroy(t);
        return host->fail(host, status, "no memory or no threads for the fields");
    }
    *plan = t;
    return YEE_OK;
}

/* The layout knows grid and media alone. */
static yee_status aim(void *plan, const yee_problem *problem)
{
    tiled_plan *t = plan;
    const yee_status status = decline(t->host, problem);
    if (status)
        return status;
    free_extras(t);
    tiled_clear_layout(t);
    t->p = problem;
    t->step = 0;
    return points(t, false);
}

static yee_status run(void *plan, int64_t steps, const yee_sink *sink)
{
    tiled_plan *t = plan;
    yee_status status = YEE_OK;
    for (t->until = t->step + steps; t->step < t->until && !status;) {
        const int64_t block = tiled_block(t, t->until - t->step);
        tiled_block_begin(t, block);
        const int64_t passes = block * t->passes;
        if (!t->tiled || block < 2 || !tiled_diamonds(t, passes))
            tiled_sweep(t, passes);
        t->step += block;
        status = tiled_block_end(t, block, sink);
    }
    return status;
}

static yee_status finish(void *plan, const yee_sink *sink)
{
    return tiled_extras_finish(plan, sink);
}

static int64_t step(const void *plan) { return ((const tiled_plan *)plan)->step; }

/* Bytes to and from memory per cell and step, by count: what changes is loaded and stored, what
 * does not is loaded, once in a step or once in the W/2 steps that a tile does on average. */
static double traffic(const tiled_plan *t)
{
    const yee_axis_data *a = t->p->grid.axis;
    const double cells = (double)a[0].cells * (double)a[1].cells * (double)a[2].cells;
    double bytes = (double)(t->end_memory - t->memory);
    for (int64_t i = 0; i < t->nx; i++)
        for (int64_t j = 0; j < t->ny; j++)
            bytes += (double)tiled_row_at(t, i, j)->state;
    return bytes / cells / (t->tiled ? 0.5 * (double)t->tile / (double)t->passes : 1);
}

/* Steps between two outputs that need all fields at one step; 0: there is none. */
static int64_t fences(const tiled_plan *t)
{
    int64_t every = 0;
    for (int64_t n = 0; n < t->p->taps; n++)
        if (t->extras->tap[n].fence && (!every || t->p->tap[n].every < every))
            every = t->p->tap[n].every;
    return every;
}

/* Tiles end at a fence: a block of b steps passes over the memory 2b/W + 1 times, not 2b/W, and
 * never more often than once a step. */
static int print_fences(const tiled_plan *t, char *text, size_t size)
{
    const int64_t n = t->extras->fences, every = fences(t);
    if (!t->tiled)
        return snprintf(text, size, "%s", "");
    if (!every)
        return snprintf(text, size, " to and from memory");
    const double width = (double)t->tile / (double)t->passes,
                 cost = 1 + 0.5 * width / (double)every;
    return snprintf(text, size,
                    " to and from memory\n%lld output%s need%s all fields at one step and "
                    "stop%s the tiles every "
                    "%lld steps: %.1f times the memory traffic",
                    (long long)n, n == 1 ? "" : "s", n == 1 ? "s" : "", n == 1 ? "s" : "",
                    (long long)every, cost < 0.5 * width ? cost : 0.5 * width);
}

static int print(const void *plan, char *text, size_t size)
{
    static const char *const kind[E_KINDS] = {"vacuum",
                                              "one medium",
                                              "several media",
                                              "several media without losses",
                                              "many media",
                                              "one pole",
                                              "one resonance",
                                              "one pole and no more",
                                              "one resonance and no more",
                                              "several media with poles",
                                              "many media with poles"};
    const tiled_plan *t = plan;
    const yee_axis_data *a = t->p->grid.axis;
    char order[160], parts[256] = "", stops[200];
    int64_t chunks = 0;
    const int threads = tiled_pool_threads(t->pool);
    for (int k = 0; k < E_KINDS; k++)
        chunks += t->count[k];
    for (int k = 0, n = 0; k < E_KINDS; k++)
        if (t->count[k] && n < (int)sizeof parts)
            n += snprintf(parts + n, sizeof parts - (size_t)n, "%s%.1f %% %s", n ? ", " : "",
                          100 * (double)t->count[k] / (double)chunks, kind[k]);
    if (t->tiled)
        snprintf(order, sizeof order,
                 "several steps at a time, on tiles of %lld rows by %lld steps (%s)",
                 (long long)t->tile, (long long)(t->tile / t->passes), t->origin);
    else
        snprintf(order, sizeof order, "one step at a time (%s)", t->why);
    print_fences(t, stops, sizeof stops);
    return snprintf(text, size,
                    "tiled: %s\n"
                    "%s, float%d, %d thread%s, rows along %c, waves along %c, tiles along %c\n"
                    "%lld x %lld x %lld cells, %.1f MB; updates of E: %s\n"
                    "about %.1f bytes a cell and step%s",
                    order, t->isa->name, t->f64 ? 64 : 32, threads, threads == 1 ? "" : "s",
                    "xyz"[tiled_axis(t, 2)], "xyz"[tiled_axis(t, 0)], "xyz"[tiled_axis(t, 1)],
                    (long long)a[0].cells, (long long)a[1].cells, (long long)a[2].cells,
                    (double)(t->end_memory - t->memory) / 1e6, parts, traffic(t), stops);
}

/* Exchanges are as far apart as cuts() likes them, or less: the steps that were timed stand for all. */
static yee_status stride_seconds(void *plan, int64_t most, double *seconds)
{
    for (int64_t n = 0; n < most; n++)
        seconds[n] = n + 1 < most ? (double)INFINITY : ((const tiled_plan *)plan)->seconds;
    return YEE_OK;
}

static yee_status cost(void *plan, yee_scheme_cost *cost)
{
    const tiled_plan *t = plan;
    cost->memory = (double)(t->end_memory - t->memory);
    cost->traffic = traffic(t);
    return YEE_OK;
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
    .read = tiled_read,
    .write = tiled_write,
    .energy = tiled_energy,
    .extrema = tiled_extrema,
    .save = tiled_save,
    .load = tiled_load,
    .step = step,
    .print = print,
    .destroy = destroy,
    .cost = cost,
    .peak_estimate = tiled_peak_estimate,
    .aim = aim,
    .spans = tiled_spans,
    .cuts = cuts,
    .sum_energy = tiled_sum_energy,
    .stride_seconds = stride_seconds,
};

static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SCHEME,
    .name = "tiled",
    .summary =
        "Yee's leapfrog on tiles that stay in the cache for several steps: fast, every form",
    .reference = "K. S. Yee 1966, doi:10.1109/TAP.1966.1138693",
    .config_size = sizeof(tiled_config),
    .params = params,
    .ops = &ops,
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
