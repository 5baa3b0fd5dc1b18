/* tests/hostile/modules/scheme.c: fields that stay zero, and records of them. */
#include "hostile.h"

static const yee_param params[] = HOSTILE_EMPTY;

typedef struct still {
    const yee_host *host;
    const yee_problem *problem;
    int64_t step;
} still;

static yee_status available(const yee_host *host, const void *config)
{
    (void)config;
    return hostile(host, "available", YEE_OK);
}

static yee_status traits(const void *config, yee_scheme_traits *t)
{
    (void)config;
    t->radius = 1;
    t->f32 = t->f64 = true;
    return hostile(NULL, "traits", YEE_OK);
}

static double courant(const void *config, const yee_grid *grid, double c)
{
    (void)config, (void)grid;
    hostile_end("courant");
    return 1e-12 * YEE_C0 / c;
}

static double dispersion(const void *config, const double d[3], double dt, double c,
                         double omega, const double k[3])
{
    (void)config, (void)d, (void)dt;
    hostile_end("dispersion");
    return omega - c * sqrt(k[0] * k[0] + k[1] * k[1] + k[2] * k[2]);
}

static yee_status plan(const yee_host *host, const void *config, const yee_problem *problem,
                       void **out)
{
    still *s = *out = host->alloc(host, sizeof *s);
    (void)config;
    if (!s)
        return host->fail(host, YEE_MEMORY, "no memory");
    *s = (still){host, problem, 0};
    if (hostile_way("plan", "nothing"))
        *out = NULL;
    return hostile(host, "plan", YEE_OK);
}

/* One record of zeros, in the way that is asked for. */
static yee_status give(const yee_sink *sink, const yee_problem *p, int64_t tap, int64_t step)
{
    static double elsewhere[2];
    const yee_tap *t = &p->tap[tap];
    const size_t word =
        t->kind == YEE_TAP_BOX || t->kind == YEE_TAP_POINTS ? sizeof(float) : sizeof(double);
    const bool late = step >= 50;
    if (late && hostile_way("sink", "never"))
        return YEE_OK;
    if (hostile_way("sink", "foreign"))
        return sink->commit(sink, 99, elsewhere);
    if (hostile_way("sink", "tap"))
        tap = -7;
    if (late && hostile_way("sink", "early"))
        step += 3;
    if (late && hostile_way("sink", "negative"))
        step = -5;
    if (late && hostile_way("sink", "loose"))
        return sink->commit(sink, tap, elsewhere);
    void *record = sink->reserve(sink, tap, step);
    if (!record)
        return hostile_way("sink", "deaf") ? YEE_OK : YEE_IO;
    memset(record, 0, (size_t)t->values * word);
    if (late && hostile_way("sink", "reserves"))
        return YEE_OK;
    if (late && hostile_way("sink", "again"))
        sink->reserve(sink, tap, step);
    const yee_status status =
        sink->commit(sink, tap, late && hostile_way("sink", "other") ? elsewhere : record);
    return late && hostile_way("sink", "twice") ? sink->commit(sink, tap, record) : status;
}

static yee_status run(void *plan_, int64_t steps, const yee_sink *sink)
{
    still *s = plan_;
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < steps && !status; n++) {
        s->step++;
        for (int64_t t = 0; sink && t < s->problem->taps && !status; t++)
            if ((s->problem->tap[t].kind != YEE_TAP_DFT || hostile_way("sink", "transform")) &&
                yee_tap_due(&s->problem->tap[t], s->step))
                status = give(sink, s->problem, t, s->step);
    }
    return status ? status : hostile(s->host, "run", YEE_OK);
}

static yee_status finish(void *plan_, const yee_sink *sink)
{
    const still *s = plan_;
    yee_status status = YEE_OK;
    for (int64_t t = 0; sink && t < s->problem->taps && !status; t++)
        if (s->problem->tap[t].kind == YEE_TAP_DFT && !hostile_way("finish", "never"))
            status = give(sink, s->problem, t, s->step);
    return status ? status : hostile(s->host, "finish", YEE_OK);
}

static yee_status take(void *plan_, int component, double *values)
{
    const still *s = plan_;
    (void)component, (void)values;
    return s->host->fail(s->host, YEE_DECLINED, "shows no fields");
}

static yee_status put(void *plan_, int component, const double *values)
{
    const still *s = plan_;
    (void)component, (void)values;
    return s->host->fail(s->host, YEE_DECLINED, "takes no fields");
}

static yee_status energy(void *plan_, double energy[2])
{
    const still *s = plan_;
    energy[0] = energy[1] = 0;
    return hostile(s->host, "energy", YEE_OK);
}

static yee_status extrema(void *plan_, yee_extrema *extrema)
{
    const still *s = plan_;
    extrema->finite = true;
    return hostile(s->host, "extrema", YEE_OK);
}

static yee_status piece(still *s, yee_state *state, const char *function)
{
    const yee_status status = state->piece(state, "step", &s->step, sizeof s->step);
    return status ? status : hostile(s->host, function, YEE_OK);
}
static yee_status save(void *s, yee_state *state) { return piece(s, state, "save"); }
static yee_status load(void *s, yee_state *state) { return piece(s, state, "load"); }

static int64_t step(const void *plan_)
{
    const still *s = plan_;
    hostile_end("step");
    return s->step;
}

static int print(const void *plan_, char *text, size_t size)
{
    (void)plan_;
    hostile_end("print");
    return snprintf(text, size, "stands still\n");
}

static void destroy(void *plan_)
{
    (void)plan_;
    hostile_end("destroy");
}

static yee_status cost(void *plan_, yee_scheme_cost *cost)
{
    const still *s = plan_;
    cost->memory = 1;
    return hostile(s->host, "cost", YEE_OK);
}

static void band(void *config, double low, double high)
{
    (void)config, (void)low, (void)high;
    hostile_end("band");
}

static const yee_scheme_ops ops = {
    .size = sizeof ops,
    .available = available,
    .traits = traits,
    .courant = courant,
    .dispersion = dispersion,
    .plan = plan,
    .run = run,
    .finish = finish,
    .read = take,
    .write = put,
    .energy = energy,
    .extrema = extrema,
    .save = save,
    .load = load,
    .step = step,
    .print = print,
    .destroy = destroy,
    .cost = cost,
    .band = band,
};
static const yee_plugin plugin = HOSTILE_PLUGIN(YEE_SCHEME, 0, params);
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
