/* tests/abi/modules/faulty_scheme.c: the reference with one fault in one of its functions, for
 * each way of faulty_scheme.h a scheme, whose key `way` is the way by default. */
#include <stdlib.h>
#include <string.h>
#include <yee/yee.h>
#undef YEE_MODULE
#define YEE_MODULE(...)
#include "../../../plugins/schemes/reference/reference.c"
#undef YEE_MODULE
#define YEE_MODULE(version, license, ...) \
    static const yee_plugin *const yee_module_plugins[] = {__VA_ARGS__}; \
    extern YEE_EXPORT const yee_module YEE_MODULE_SYMBOL; \
    const yee_module YEE_MODULE_SYMBOL = { \
        YEE_ABI_MAJOR, YEE_ABI_NEEDS, sizeof(yee_module), "faulty_scheme", \
        version,       license,       yee_module_plugins}
#include "faulty_scheme.h"

typedef enum way {
#define X(name, words) name,
    FAULTY_SCHEMES(X)
#undef X
        WAYS
} way;

typedef struct config {
    int way;
    bool told; /* band() was called */
} config;

typedef struct faulty {
    plan *inner;
    way way;
    int runs;             /* calls of run() */
    const yee_sink *sink; /* during run() and finish() */
} faulty;

static const config *of(const void *c) { return c; }

/* -- before there is a plan -- */

static yee_status f_available(const yee_host *host, const void *c)
{
    (void)host;
    return of(c)->way == available_status ? (yee_status)42
           : of(c)->way == available_mute ? YEE_DECLINED
                                          : YEE_OK;
}

static yee_status f_traits(const void *c, yee_scheme_traits *t)
{
    leapfrog_traits(NULL, t);
    t->radius = of(c)->way != traits_radius;
    t->f32 = of(c)->way != traits_none;
    t->f64 = of(c)->way != traits_none;
    t->device = of(c)->way == traits_device;
    t->links = of(c)->way == traits_links ? -1 : t->links;
    return YEE_OK;
}

static double f_courant(const void *c, const yee_grid *grid, double velocity)
{
    const double limit = leapfrog_courant(grid, velocity);
    return of(c)->way == courant_high                 ? 1.2 * limit
           : of(c)->way == courant_nan || of(c)->told ? NAN
           : of(c)->way == courant_fixed              ? 1e-12 * YEE_C0 / velocity
                                                      : limit;
}

static double f_dispersion(const void *c, const double d[3], double dt, double velocity,
                           double omega, const double k[3])
{
    const double w = omega / velocity;
    return leapfrog_dispersion(d, dt, velocity, omega, k) +
           (of(c)->way == dispersion_slow ? 0.01 * w * w
            : of(c)->way == dispersion_other || of(c)->way == energy_zero_own
                ? 0.01 * w * w * w * w * d[0] * d[0]
                : 0);
}

static void f_band(void *c, double low, double high)
{
    (void)low, (void)high;
    ((config *)c)->told = of(c)->way == band_nan;
}

static int f_stencil(const void *c, const yee_grid *grid, double velocity, bool electric, int a,
                     int d, double w[YEE_PAIRS][YEE_ACROSS])
{
    (void)grid, (void)velocity, (void)electric, (void)a, (void)d;
    w[0][0] = of(c)->way == stencil_sum ? 2 : 1;
    return of(c)->way == stencil_pairs ? 7 : 1;
}

static void f_time_stencil(const void *c, double rate[YEE_TIME_LEVELS],
                           double mean[YEE_TIME_LEVELS])
{
    (void)rate;
    mean[0] = of(c)->way == time_stencil_mean ? 1 : 0.5;
}

static int64_t f_steps_per_pass(const void *c, const yee_problem *problem)
{
    (void)problem;
    return of(c)->way != steps_per_pass_zero;
}

static yee_status f_plan(const yee_host *host, const void *c, const yee_problem *problem,
                         void **made)
{
    const way w = (way)of(c)->way;
    void *inner = NULL;
    if (w == plan_status || w == plan_mute || w == plan_none)
        return w == plan_none ? YEE_OK : w == plan_mute ? YEE_INPUT : (yee_status)42;
    if (w == plan_declines || (w == traits_f64 && problem->precision == YEE_F64))
        return host->fail(host, YEE_DECLINED, "not today");
    faulty *f = calloc(1, sizeof *f);
    const yee_status status = f ? make(host, NULL, problem, &inner) : YEE_MEMORY;
    if (status) {
        free(f);
        return status;
    }
    *f = (faulty){.inner = inner, .way = w};
    if (w == plan_field)
        set(f->inner, f->inner->field[YEE_HZ], 7, 1);
    *made = f;
    return YEE_OK;
}

/* -- a sink between the reference and the core's -- */

static void *f_reserve(const yee_sink *sink, int64_t tap, int64_t step)
{
    faulty *f = sink->core;
    const yee_sink *real = f->sink;
    static double nowhere[1 << 16];
    if (f->way == reserve_never)
        return nowhere;
    if (f->way == reserve_foreign || f->way == reserve_early)
        return real->reserve(real, f->way == reserve_foreign ? 99 : tap, step + 1);
    return real->reserve(real, tap, step);
}

static void spoil(faulty *f, const yee_problem *p, const yee_tap *t, void *record)
{
    const bool native = t->kind == YEE_TAP_BOX || t->kind == YEE_TAP_POINTS;
    const size_t word = native && p->precision == YEE_F32 ? sizeof(float) : sizeof(double);
    char *bytes = record;
    double *pair = record;
    if (f->way == record_before)
        bytes[-8] = 0;
    if (f->way == record_behind)
        bytes[(size_t)t->values * word] = 0;
    if (f->way == record_unset)
        memset(record, 0xFB, word);
    if (f->way == box_value && native)
        memset(record, 0, word);
    if (f->way == port_current && t->kind == YEE_TAP_PORT)
        pair[1] = -pair[1];
    if ((f->way == energy_tap && t->kind == YEE_TAP_ENERGY) ||
        (f->way == finish_value && t->kind == YEE_TAP_DFT))
        pair[0] *= 1.001;
}

static yee_status f_commit(const yee_sink *sink, int64_t tap, void *record)
{
    faulty *f = sink->core;
    const yee_sink *real = f->sink;
    const yee_problem *p = f->inner->problem;
    if (f->way == reserve_only || f->way == reserve_never)
        return YEE_OK;
    if (f->way == commit_foreign)
        return real->commit(real, 99, record);
    spoil(f, p, &p->tap[tap], record);
    yee_status status = real->commit(real, tap, f->way == commit_other ? f : record);
    if (f->way == commit_twice)
        status = real->commit(real, tap, record);
    if (f->way == record_after)
        *(char *)record = 1;
    return f->way == run_deaf ? YEE_OK : status;
}

/* -- the plan -- */

static void scale(faulty *f, double by)
{
    const int64_t points = yee_grid_points(&f->inner->problem->grid, YEE_HZ);
    for (int64_t n = 0; n < points; n++)
        set(f->inner, f->inner->field[YEE_HZ], n,
            by * get(f->inner, f->inner->field[YEE_HZ], n));
}

static void round_fields(faulty *f)
{
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int64_t n = 0; n < yee_grid_points(&f->inner->problem->grid, c); n++)
            set(f->inner, f->inner->field[c], n,
                (double)(float)get(f->inner, f->inner->field[c], n));
}

static yee_status f_run(void *made, int64_t steps, const yee_sink *sink)
{
    static int calls; /* of all plans */
    faulty *f = made;
    const yee_sink own = {sizeof own, f, f_reserve, f_commit};
    yee_problem *p = (yee_problem *)f->inner->problem; /* restored below */
    const int64_t had = p->taps;
    yee_status status = YEE_OK;
    f->sink = sink;
    if (f->way == run_status)
        return (yee_status)-5;
    calls += f->way == run_twice;
    if (f->way == run_cut && f->runs++)
        scale(f, 1 + 1e-9);
    if (f->way == run_sums && !sink)
        p->taps = 0;
    for (int64_t n = f->way == run_short; n < steps && !status; n++) {
        status = run(f->inner, 1, sink ? &own : NULL);
        if (f->way == traits_lazy)
            round_fields(f);
        if (f->way == run_wrong || f->way == run_twice)
            scale(f, f->way == run_wrong ? 1.001 : 1 + 1e-6 * calls);
    }
    p->taps = had;
    return status;
}

static yee_status f_finish(void *made, const yee_sink *sink)
{
    faulty *f = made;
    const yee_sink own = {sizeof own, f, f_reserve, f_commit};
    f->sink = sink;
    if (f->way == finish_never)
        return YEE_OK;
    const yee_status status = finish(f->inner, &own);
    return status || f->way != finish_twice ? status : finish(f->inner, &own);
}

static yee_status f_read(void *made, int c, double *values)
{
    const faulty *f = made;
    const int64_t points = yee_grid_points(&f->inner->problem->grid, c);
    const double last = values[points - 1];
    const yee_status status = read(f->inner, c, values);
    if (f->way == read_short)
        values[points - 1] = last;
    if (f->way == read_long)
        values[points] = 0;
    for (int64_t n = 0; f->way == read_wrong && n < points; n++)
        values[n] *= 1.5;
    return status;
}

static yee_status f_write(void *made, int c, const double *values)
{
    const faulty *f = made;
    const yee_status status = f->way == write_deaf ? YEE_OK : write(f->inner, c, values);
    for (int64_t n = 0;
         f->way == write_walls && n < yee_grid_points(&f->inner->problem->grid, c); n++)
        set(f->inner, f->inner->field[c], n, values[n]);
    return status;
}

static yee_status f_energy(void *made, double e[2])
{
    faulty *f = made;
    const yee_status status = energy(f->inner, e);
    e[0] *= f->way == energy_electric ? 1.01 : 1;
    e[1] *= f->way == energy_magnetic ? 1.01 : 1;
    if (f->way == energy_zero || f->way == energy_zero_own)
        e[0] = e[1] = 0;
    if (f->way == energy_moves)
        scale(f, 1.0001);
    return f->way == energy_declines ? YEE_DECLINED : status;
}

static yee_status f_extrema(void *made, yee_extrema *v)
{
    const faulty *f = made;
    const yee_status status = extrema(f->inner, v);
    v->electric *= f->way == extrema_low && v->finite ? 0.9 : 1;
    v->index += f->way == extrema_index;
    v->finite = v->finite || f->way == extrema_nan;
    if (f->way == extrema_still)
        *v = (yee_extrema){sizeof *v, 1, 1, true, YEE_EX, 0};
    return status;
}

static yee_status f_peak(void *made, double *electric)
{
    yee_extrema v = {.size = sizeof v};
    const faulty *f = made;
    const yee_status status = extrema(f->inner, &v);
    *electric = f->way == peak_zero ? 0 : v.finite ? v.electric : INFINITY;
    return status;
}

static yee_status f_cost(void *made, yee_scheme_cost *cost)
{
    cost->memory = ((const faulty *)made)->way == cost_nan ? NAN : 1;
    return YEE_OK;
}

/* All pieces, of the fields so many bytes. */
static yee_status pieces(faulty *f, yee_state *state, int64_t bytes)
{
    const int64_t changing = f->inner->changing;
    f->inner->changing = bytes;
    const yee_status status = save_or_load(f->inner, state);
    f->inner->changing = changing;
    return status;
}

static yee_status f_save(void *made, yee_state *state)
{
    faulty *f = made;
    const int64_t changing = f->inner->changing;
    if (f->way == save_nothing)
        return YEE_OK;
    yee_problem *p = (yee_problem *)f->inner->problem; /* restored below */
    const int64_t had = p->taps;
    p->taps = f->way == save_sums ? 0 : had;
    yee_status status = pieces(f, state, f->way == save_fields ? 0 : changing);
    p->taps = had;
    if (f->way == save_twice)
        status = state->piece(state, "step", &f->inner->step, sizeof f->inner->step);
    if (f->way == save_moves)
        scale(f, 1.0001);
    return f->way == save_deaf ? YEE_OK : status;
}

static yee_status f_load(void *made, yee_state *state)
{
    faulty *f = made;
    if (f->way == load_nothing || f->way == save_nothing)
        return YEE_OK;
    const int64_t changing = f->inner->changing;
    const yee_status status = pieces(f, state,
                                     f->way == load_size     ? changing - 8
                                     : f->way == save_fields ? 0
                                                             : changing);
    if (f->way == load_field)
        scale(f, 1.0001);
    return f->way == load_deaf ? YEE_OK : status;
}

static int64_t f_step(const void *made)
{
    const faulty *f = made;
    return f->inner->step + (f->way == step_begin);
}

static int f_print(const void *made, char *text, size_t size)
{
    const faulty *f = made;
    const int length = print(f->inner, text, size);
    if (f->way == print_long)
        text[size] = '\0';
    return f->way == print_length ? -1 : length;
}

static void f_destroy(void *made)
{
    faulty *f = made;
    if (f->way != destroy_leaks)
        destroy(f->inner);
    free(f);
}

static yee_status f_aim(void *made, const yee_problem *problem)
{
    faulty *f = made;
    (void)problem;
    if (f->way != aim_step && f->way != aim_keeps)
        return YEE_DECLINED;
    f->inner->step = f->way == aim_keeps ? 0 : f->inner->step;
    return YEE_OK;
}

static const yee_scheme_ops faulty_ops = {
    .size = sizeof faulty_ops,
    .available = f_available,
    .traits = f_traits,
    .courant = f_courant,
    .dispersion = f_dispersion,
    .plan = f_plan,
    .run = f_run,
    .finish = f_finish,
    .read = f_read,
    .write = f_write,
    .energy = f_energy,
    .extrema = f_extrema,
    .save = f_save,
    .load = f_load,
    .step = f_step,
    .print = f_print,
    .destroy = f_destroy,
    .cost = f_cost,
    .peak_estimate = f_peak,
    .band = f_band,
    .stencil = f_stencil,
    .time_stencil = f_time_stencil,
    .steps_per_pass = f_steps_per_pass,
    .aim = f_aim,
};

#define X(id, words) "|" #id
static const char choices[] = FAULTY_SCHEMES(X);
#undef X

// clang-format off
#define X(id, words) \
    static const yee_param id##_params[] = { \
        YEE_PARAM_CHOICE(config, way, #id, choices + 1, "Way in which it is wrong."), \
        YEE_PARAM_END, \
    }; \
    static const yee_plugin id##_plugin = { \
        .size = sizeof id##_plugin, \
        .kind = YEE_SCHEME, \
        .name = #id, \
        .summary = "faulty", \
        .config_size = sizeof(config), \
        .params = id##_params, \
        .ops = &faulty_ops, \
    };
FAULTY_SCHEMES(X)
#undef X
#define X(id, words) &id##_plugin,
YEE_MODULE("1.0", "BSD-3-Clause", FAULTY_SCHEMES(X) NULL);
// clang-format on
