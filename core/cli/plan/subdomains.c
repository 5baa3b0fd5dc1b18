/* core/cli/plan/subdomains.c: how a grid is cut, and the speed that as many processes would have. */
#include "run/subdomains.h"
#include "api/balance.h"
#include "plan.h"
#include "plugin/call.h"
#include "problem/cut.h"
#include <math.h>

/* A link between two processes or GPUs, and what the model below takes for it: bytes/s one way, s
 * that an exchange takes beside them. 10 Gbit/s Ethernet and 100 Gbit/s InfiniBand at 0.96 of their
 * rates, and memory of one host; NVLink of an H100 or H200 at 0.8 of 450 GB/s, PCIe 5 at 0.8 of 63. */
typedef struct link {
    const char *name;
    double rate, wait;
} link;
static const link of_processes[] = {
    {"10 Gbit/s", 1.2e9, 0}, {"100 Gbit/s", 12e9, 0}, {"one host", 20e9, 0}};
static const link of_gpus[] = {
    {"NVLink", 360e9, 40e-6}, {"PCIe 5", 50e9, 60e-6}, {"100 Gbit/s", 12e9, 100e-6}};

/* Sizes of subdomains. */
typedef struct sizes {
    double all;     /* cells of all subdomains with their halos */
    double largest; /* of the largest */
    double faces;   /* most cells of one subdomain's halos */
} sizes;

static sizes measure(const yee_grid *g, const yee_cut *cut)
{
    sizes s = {0, 0, 0};
    for (int64_t i = 0; i < cut->count[0]; i++)
        for (int64_t j = 0; j < cut->count[1]; j++)
            for (int64_t k = 0; k < cut->count[2]; k++) {
                const int64_t at[3] = {i, j, k};
                double own = 1, with = 1;
                for (int a = 0; a < 3; a++) {
                    const double n = (double)(cut->at[a][at[a] + 1] - cut->at[a][at[a]]);
                    own *= n;
                    with *= n + (double)(cut->depth * yee_cut_halos(g, cut, a, at[a]));
                }
                s.all += with;
                s.largest = fmax(s.largest, with);
                s.faces = fmax(s.faces, with - own);
            }
    return s;
}

static void print_cuts(const yee_cut *cut)
{
    enum { MOST = 12 };
    for (int a = 0; a < 3; a++) {
        if (cut->count[a] < 2)
            continue;
        printf("  %c          cut before cell", "xyz"[a]);
        for (int64_t n = 1; n < cut->count[a] && n <= MOST; n++)
            printf("%s %lld", n > 1 ? "," : "", (long long)cut->at[a][n]);
        printf("%s\n", cut->count[a] > MOST + 1 ? ", ..." : "");
    }
}

/* The seconds of a step of the largest subdomain by itself: as the clock said when the plan was made, on
 * a GPU, or its share of this process's steps. NAN: not measured. */
static double alone_of(const void *plan, const sizes *s, double step, bool device)
{
    const yee_subdomain_pace *pace = yee_subdomains_pace(plan);
    const int devices = yee_subdomains_devices(plan);
    return device && pace->subdomain > 0 ? pace->subdomain
                                         : step * devices * s->largest / s->all;
}

/* The speed of as many processes or GPUs as subdomains, all like the one here. */
static void print_speeds(const yee_grid *g, const sizes *s, double count, int64_t stride,
                         double bytes, double alone, bool device)
{
    const link *list = device ? of_gpus : of_processes;
    const size_t links =
        device ? sizeof of_gpus / sizeof *of_gpus : sizeof of_processes / sizeof *of_processes;
    const double cells = yee_grid_cells(g);
    for (size_t n = 0; n < links; n++) {
        const double sent = (bytes / list[n].rate + list[n].wait) / (double)stride;
        /* of GPUs' schemes few steps are of halos */
        const double own = device ? alone : alone * (cells / count) / s->largest;
        printf("  %-10s %.4g Mcells/s by %g %s like this one, %.0f %% of as many lone ones "
               "(modelled)\n",
               list[n].name, 1e-6 * cells / (alone + sent), count,
               device ? "GPUs" : "processes", 100 * own / (alone + sent));
    }
}

/* How evenly the steps are dealt, as far as it was measured. */
static void print_pace(yee_simulation *simulation, const yee_subdomain_pace *pace, bool device)
{
    yee_balance better;
    if (yee_simulation_balance(simulation, &better)) {
        printf("  %-10s ", "uneven");
        cli_wrap(stdout, 13, 13, better.text);
    }
    if (pace->slowest <= 0 || !device)
        return;
    printf("  %-10s the slowest of %d GPU%s takes %.1f %% longer than the mean one, by %lld "
           "steps between two exchanges of %.3g ms (measured)\n",
           "balance", pace->devices, pace->devices == 1 ? "" : "s",
           100 * (pace->slowest / pace->mean - 1), (long long)pace->steps,
           1e3 * pace->exchange);
}

void plan_print_subdomains(const yee_model *model, yee_simulation *simulation,
                           const yee_need *need, double step)
{
    const void *given;
    void *plan;
    const yee_grid *g = &model->problem.grid;
    if (yee_simulation_scheme(simulation, &given, &plan) != &yee_subdomains_ops)
        return;
    const yee_subdomains_config *config = given;
    const yee_cut *cut = &config->cut;
    const sizes s = measure(g, cut);
    const double cells = yee_grid_cells(g), count = (double)yee_cut_count(cut);
    const yee_subdomain_pace *pace = yee_subdomains_pace(plan);
    const int64_t stride = pace->steps ? pace->steps : config->stride;
    const int devices = yee_subdomains_devices(plan);
    yee_scheme_traits traits = {.size = sizeof traits};
    const bool device =
        !YEE_CALL(model->scheme, config->ops, traits, config->config, &traits) && traits.device;
    /* sent by the subdomain of most halo cells, of what all send */
    const double bytes = yee_subdomains_bytes(plan) * s.faces / (s.all - cells);
    char text[32], other[32], where[48] = "one after the other in this process";
    if (devices > 1)
        snprintf(where, sizeof where, "on %d GPUs of this process", devices);
    printf("subdomains   %g: %lld x %lld x %lld, stepped %s\n", count, (long long)cut->count[0],
           (long long)cut->count[1], (long long)cut->count[2], where);
    print_cuts(cut);
    const yee_scheme_cuts weights = yee_model_scheme_cuts(model);
    double mean;
    const double slowest = yee_cut_work(&model->problem, cut, &weights, &mean) / mean;
    printf("  %-10s %.4g cells with its halos, %.1f %% more than an even share\n", "largest",
           s.largest, 100 * (s.largest * count / cells - 1));
    printf("  %-10s the slowest has %.3g of the mean work (counted: layers %.3g, halos %.3g of "
           "a cell)\n",
           "balance", slowest, 1 + weights.layer, weights.halo);
    printf("  %-10s %s of the largest for its halos, every %lld step%s\n", "exchange",
           cli_bytes(text, sizeof text, bytes), (long long)stride, stride == 1 ? "" : "s");
    const double others = need->memory - need->ids; /* ids are those of halos, too */
    printf("  %-10s about %s more than above, for halos; the largest alone has %s\n", "memory",
           cli_bytes(text, sizeof text, others * (s.all / cells - 1)),
           cli_bytes(other, sizeof other,
                     others * s.largest / cells + need->ids * s.largest / s.all));
    print_pace(simulation, pace, device);
    const double alone = alone_of(plan, &s, step, device);
    if (isfinite(alone) && devices < count)
        print_speeds(g, &s, count, stride, bytes, alone, device);
}
