/* tests/cases/modules/still.h: the work of a scheme in which nothing ever moves. PIECE and
 * WORDS lay out its state. */
#include <string.h>
#include <yee/yee.h>

typedef struct still {
    int64_t step;
    double word[4];
} still;

static yee_status available(const yee_host *host, const void *config)
{
    return (void)host, (void)config, YEE_OK;
}

static yee_status traits(const void *config, yee_scheme_traits *traits)
{
    (void)config;
    traits->radius = 1;
    traits->f32 = traits->f64 = true;
    return YEE_OK;
}

static double courant(const void *config, const yee_grid *grid, double c)
{
    return (void)config, (void)grid, 1e-12 * YEE_C0 / c;
}

static double dispersion(const void *config, const double d[3], double dt, double c,
                         double omega, const double k[3])
{
    return (void)config, (void)d, (void)dt, omega - c * (k[0] + k[1] + k[2]);
}

static yee_status make(const yee_host *host, const void *config, const yee_problem *problem,
                       void **plan)
{
    (void)config, (void)problem;
    *plan = host->alloc(host, sizeof(still));
    return *plan ? YEE_OK : host->fail(host, YEE_MEMORY, "no memory");
}

static yee_status run(void *plan, int64_t steps, const yee_sink *sink)
{
    (void)sink;
    ((still *)plan)->step += steps;
    return YEE_OK;
}

static yee_status finish(void *p, const yee_sink *s) { return (void)p, (void)s, YEE_OK; }
static yee_status get(void *p, int c, double *v)
{
    return (void)p, (void)c, (void)v, YEE_DECLINED;
}
static yee_status set(void *p, int c, const double *v)
{
    return (void)p, (void)c, (void)v, YEE_DECLINED;
}

static yee_status energy(void *plan, double energy[2])
{
    (void)plan;
    memset(energy, 0, 2 * sizeof *energy);
    return YEE_OK;
}

static yee_status extrema(void *plan, yee_extrema *extrema)
{
    (void)plan;
    extrema->finite = true;
    return YEE_OK;
}

static yee_status pieces(void *plan, yee_state *state)
{
    still *s = plan;
    const yee_status status = state->piece(state, "step", &s->step, sizeof s->step);
    return status ? status : state->piece(state, PIECE, s->word, WORDS * sizeof *s->word);
}

static int64_t step(const void *plan) { return ((const still *)plan)->step; }
static int print(const void *p, char *t, size_t n) { return (void)p, *t = '\0', (void)n, 0; }
static void destroy(void *plan) { (void)plan; }

#define STILL_OPS \
    { \
        .size = sizeof(yee_scheme_ops), .available = available, .traits = traits, \
        .courant = courant, .dispersion = dispersion, .plan = make, .run = run, \
        .finish = finish, .read = get, .write = set, .energy = energy, .extrema = extrema, \
        .save = pieces, .load = pieces, .step = step, .print = print, .destroy = destroy, \
    }
