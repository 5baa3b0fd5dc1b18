/* core/cli/check/scheme/scheme.c: what a scheme says of itself agrees with itself, and with what it
 * does. */
#include "bench.h"
#include <math.h>
#include <string.h>

/* A grid of uniform cells, for the Courant limit. */
static double limit_of(const yee_instance *instance, double width, double velocity)
{
    enum { CELLS = 8 };
    const yee_scheme_ops *ops = instance->plugin->ops;
    double node[CELLS + 1];
    yee_grid grid = {.size = sizeof grid};
    for (int i = 0; i <= CELLS; i++)
        node[i] = width * i;
    for (int a = 0; a < 3; a++) {
        grid.axis[a].cells = CELLS;
        grid.axis[a].node = node;
    }
    return BENCH_CALL(instance, ops, courant, instance->config, &grid, velocity);
}

/* Whether the weights are made for a frequency that the user may set. */
static bool designed(const yee_plugin *plugin)
{
    for (const yee_param *p = plugin->params; p->key; p++)
        if (p->unit && !strcmp(p->unit, "Hz"))
            return true;
    return false;
}

/* No explicit scheme of radius r carries a signal further than r cells a step along each axis;
 * the limit scales with the cell and grows where waves are slower. */
static void check_courant(check *c, const yee_instance *instance,
                          const yee_scheme_traits *traits)
{
    const double width = 1e-3, limit = limit_of(instance, width, YEE_C0);
    const double twice = limit_of(instance, 2 * width, YEE_C0);
    const double slow = limit_of(instance, width, YEE_C0 / 3);
    check_judge(c, isfinite(limit) && limit > 0 && limit <= traits->radius * width / YEE_C0,
                "courant(): %.6g s for cells of 1 mm, %.6g cells a step", limit,
                limit * YEE_C0 / width);
    /* One rounding of each of the few operations. Weights for one frequency have fewer cells a
     * wave in a slower medium, so there the limit is longer but not three times as long. */
    const bool scales = designed(instance->plugin)
                            ? slow > limit && slow <= 3 * traits->radius * width / YEE_C0
                            : fabs(slow / limit - 3) < 1e-12;
    check_judge(c, fabs(twice / limit - 2) < 1e-12 && scales,
                "courant() grows with the cell (%.15g) and against the velocity (%.15g)",
                twice / limit, slow / limit);
    if (YEE_HAS((const yee_scheme_ops *)instance->plugin->ops, band)) {
        const yee_scheme_ops *ops = instance->plugin->ops;
        BENCH_CALL_VOID(instance, ops, band, instance->config, 1e9, 20e9);
        const double after = limit_of(instance, width, YEE_C0);
        check_judge(c, isfinite(after) && after > 0 && after <= traits->radius * width / YEE_C0,
                    "after band() of 1 to 20 GHz courant() is %.6g s", after);
    }
}

/* Long waves travel at c: with k = omega/c the residual vanishes as (k d)^2 of its terms. */
static void check_dispersion(check *c, const yee_instance *instance)
{
    const yee_scheme_ops *ops = instance->plugin->ops;
    const double d[3] = {1e-3, 1e-3, 1e-3}, dt = 0.5 * limit_of(instance, 1e-3, YEE_C0);
    double residual[2];
    for (int i = 0; i < 2; i++) {
        double omega = 2 * YEE_PI * YEE_C0 / (i ? 80e-3 : 40e-3);
        const double k[3] = {omega / YEE_C0, 0, 0};
        residual[i] = fabs(BENCH_CALL(instance, ops, dispersion, instance->config, d, dt,
                                      YEE_C0, omega, k)) /
                      (omega * omega);
    }
    check_judge(
        c, isfinite(residual[0]) && residual[1] < 0.5 * residual[0],
        "dispersion(): the residual falls from %.3g to %.3g between 40 and 80 cells per "
        "wavelength",
        residual[0], residual[1]);
}

/* -- the battery -- */

/* The tally of the models of forms.c. */
typedef struct battery {
    check *c;
    const yee_instance *own; /* a sample: its keys are those of the models */
    const yee_scheme_traits *traits;
    const yee_instance
        *reference;   /* NULL: it is the scheme itself, or its relation is another */
    int accepted;     /* models that the scheme takes */
    char reason[512]; /* why it declined one last */
} battery;

/* YEE_OK, YEE_DECLINED, or what else was returned, with the session's sentence. */
static yee_status takes(battery *y, size_t n, unsigned forms, bool f64)
{
    bench b;
    yee_status status = bench_open(y->c, y->own, n, forms, f64, &b);
    if (!status)
        status = bench_plan(&b);
    if (status == YEE_DECLINED)
        snprintf(y->reason, sizeof y->reason, "%s", yee_session_error(y->c->session));
    bench_close(&b);
    return status;
}

/* Takes forms out, one after the other, until the scheme accepts; then puts those back that it
 * takes all the same. *forms: what is left. first: why it declined all of them. */
static yee_status strip(battery *y, size_t n, bool f64, unsigned *forms, char *first,
                        size_t size)
{
    const unsigned most = *forms;
    yee_status status = takes(y, n, *forms, f64);
    snprintf(first, size, "%s", status == YEE_DECLINED ? y->reason : "");
    for (int f = 0; status == YEE_DECLINED && f < FORMS; f++)
        if (most & (1u << f)) {
            *forms &= ~(1u << f);
            status = takes(y, n, *forms, f64);
        }
    for (int f = FORMS - 1; !status && f >= 0; f--)
        if ((most & ~*forms & (1u << f)) && !takes(y, n, *forms | 1u << f, f64))
            *forms |= 1u << f;
    return status;
}

/* At the limit of its own the reference must be stable too, where both are the same scheme. */
static void check_limit(const battery *y, bench *b)
{
    const yee_grid *g = &b->problem.grid;
    if (!y->reference)
        return;
    const yee_scheme_ops *own = b->own->plugin->ops, *ops = y->reference->plugin->ops;
    const double limit = BENCH_CALL(b->own, own, courant, b->own->config, g, YEE_C0);
    const double most = BENCH_CALL(y->reference, ops, courant, y->reference->config, g, YEE_C0);
    if (!(limit <= most * (1 + 1e-12)))
        bench_fail(b, "courant() gives a limit of %.9g s; with Yee's dispersion() it is %.9g s",
                   limit, most);
}

/* One model in one precision; false: something failed. */
static bool try_one(battery *y, size_t n, unsigned forms, bool f64, double *worst)
{
    bench b;
    yee_status status = bench_open(y->c, y->own, n, forms, f64, &b);
    if (!status && y->accepted && bench_plan(&b) == YEE_DECLINED)
        bench_fail(&b, "traits() says that there is f%d, and plan() declines it: %s",
                   f64 ? 64 : 32, yee_session_error(y->c->session));
    if (!b.failed && bench_ok(&b, "the model", status)) {
        check_limit(y, &b);
        if (!b.failed)
            compare_bench(&b, y->reference, worst);
        if (!b.failed && y->accepted == 1)
            check_functions(&b);
    }
    bench_close(&b);
    return !b.failed;
}

static void try_model(battery *y, size_t n)
{
    char without[256], first[512];
    unsigned most;
    const char *name = forms_model(n, &most);
    const bool claims[2] = {y->traits->f32, y->traits->f64};
    unsigned forms = most;
    double worst[2] = {0, 0};
    const yee_status status = strip(y, n, !claims[0], &forms, first, sizeof first);
    if (status == YEE_DECLINED) {
        check_skip(y->c, "%s: declined without %s too: %s", name,
                   forms_names(without, sizeof without, most), y->reason);
        return;
    }
    y->accepted += !status; /* what else there is to say try_one() says */
    for (int f64 = 0; f64 < 2; f64++)
        if (claims[f64] && !try_one(y, n, forms, f64, &worst[f64]))
            return;
    forms_names(without, sizeof without, most & ~forms);
    char told[160] = "its dispersion is its own", f64[32] = "";
    if (claims[1])
        snprintf(f64, sizeof f64, "%s%.2g (f64)", claims[0] ? " and " : "", worst[1]);
    if (y->reference && claims[0])
        snprintf(told, sizeof told, "%.2g (f32)%s of the bound away from the reference",
                 worst[0], f64);
    else if (y->reference)
        snprintf(told, sizeof told, "%s of the bound away from the reference", f64);
    else if (!strcmp(y->c->plugin->name, "reference"))
        snprintf(told, sizeof told, "against itself");
    check_judge(y->c, true, "%s: %s; taps, cut runs and reloads agree%s%s%s%s", name, told,
                *without ? "; without " : "", without, *without ? ": " : "",
                *without ? first : "");
}

/* The reference as an instance of its own; NULL: it is not installed. */
static const yee_instance *find_reference(check *c, yee_arena *arena)
{
    yee_instance *reference = NULL;
    if (!arena || yee_instance_new(&c->session->registry, &c->session->diag, arena, NULL, NULL,
                                   YEE_SCHEME, "reference", 0, NULL, &reference))
        check_skip(c, "nothing is held against the scheme \"reference\": %s",
                   yee_session_error(c->session));
    yee_diag_clear(&c->session->diag);
    return reference;
}

static void check_battery(check *c, const yee_instance *own, const yee_scheme_traits *traits)
{
    /* The models are coarse on purpose: the core's advice on them would help nobody. */
    void (*const log)(void *, yee_level, const char *) = c->session->diag.log;
    yee_arena *arena = yee_arena_new();
    battery y = {.c = c, .own = own, .traits = traits};
    unsigned most;
    c->session->diag.log = NULL;
    if (strcmp(c->plugin->name, "reference"))
        y.reference = find_reference(c, arena);
    if (y.reference && !compare_relation(own, y.reference))
        y.reference = NULL;
    const int failed = c->failed;
    check_differences(c, own, !traits->f32);
    for (size_t n = 0; forms_model(n, &most) && c->failed == failed; n++)
        try_model(&y, n);
    if (!y.accepted && c->failed == failed)
        check_judge(c, false, "plan() accepts no problem: %s", y.reason);
    for (int f64 = 0; f64 < 2 && c->failed == failed; f64++)
        if (f64 ? traits->f64 : traits->f32)
            check_waves(c, own, f64, traits);
    c->session->diag.log = log;
    yee_arena_free(arena);
}

bool check_scheme(check *c, const yee_instance *instance)
{
    const yee_scheme_ops *ops = instance->plugin->ops;
    yee_scheme_traits traits = {.size = sizeof traits};
    const yee_status there =
        BENCH_CALL(instance, ops, available, &instance->host, instance->config);
    if (there == YEE_DECLINED && *yee_session_error(c->session)) {
        check_skip(c, "not available: %s", yee_session_error(c->session));
        return true;
    }
    if (there) {
        check_judge(
            c, false,
            "available() returned %d; YEE_OK, or YEE_DECLINED with a sentence, is right",
            (int)there);
        return true;
    }
    const bool told = !BENCH_CALL(instance, ops, traits, instance->config, &traits);
    const int failed = c->failed;
    check_judge(c,
                told && traits.radius >= 1 && (traits.f32 || traits.f64) &&
                    traits.bytes_per_cell > 0 && isfinite(traits.bytes_per_cell) &&
                    traits.links >= 0,
                "traits(): radius %d, f32 %s, f64 %s, %.4g bytes per cell and step, %lld links",
                traits.radius, traits.f32 ? "yes" : "no", traits.f64 ? "yes" : "no",
                traits.bytes_per_cell, (long long)traits.links);
    check_courant(c, instance, &traits);
    check_dispersion(c, instance);
    if (c->failed == failed)
        check_battery(c, instance, &traits);
    return true;
}
