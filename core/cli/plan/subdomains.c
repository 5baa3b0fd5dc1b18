/* core/cli/plan/subdomains.c: how a grid is cut, and the speed that as many processes would have. */
#include "run/subdomains.h"
#include "plan.h"
#include <math.h>

/* Bytes/s between two processes that the model below is told for: 10 Gbit/s Ethernet, 100 Gbit/s
 * InfiniBand at 0.96 of their rates, and memory of one host. */
static const struct {
    const char *name;
    double rate;
} link[] = {{"10 Gbit/s", 1.2e9}, {"100 Gbit/s", 12e9}, {"one host", 20e9}};

/* Sizes of subdomains. */
typedef struct sizes {
    double all;     /* cells of all subdomains with their halos */
    double largest; /* of the largest */
    double faces;   /* most cells of one subdomain's halos */
} sizes;

static int64_t halos(const yee_grid *g, const yee_cut *cut, int axis, int64_t n)
{
    const bool ring = g->axis[axis].periodic && cut->count[axis] > 1;
    return (ring || n > 0) + (ring || n + 1 < cut->count[axis]);
}

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
                    with *= n + (double)(cut->depth * halos(g, cut, a, at[a]));
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
    double bytes = 0;
    char text[32], other[32];
    for (int c = 0; c < YEE_COMPONENTS; c++)
        bytes += g->active[c] ? (model->problem.precision == YEE_F64 ? 8 : 4) * s.faces : 0;
    printf("subdomains   %g: %lld x %lld x %lld, stepped one after the other in this process\n",
           count, (long long)cut->count[0], (long long)cut->count[1], (long long)cut->count[2]);
    print_cuts(cut);
    printf("  %-10s %.4g cells with its halos, %.1f %% more than an even share\n", "largest",
           s.largest, 100 * (s.largest * count / cells - 1));
    printf("  %-10s %s of fields of the largest for its halos, every %lld step%s\n", "exchange",
           cli_bytes(text, sizeof text, bytes), (long long)config->stride,
           config->stride == 1 ? "" : "s");
    const double others = need->memory - need->ids; /* ids are those of halos, too */
    printf("  %-10s about %s more than above, for halos; the largest alone has %s\n", "memory",
           cli_bytes(text, sizeof text, others * (s.all / cells - 1)),
           cli_bytes(other, sizeof other,
                     others * s.largest / cells + need->ids * s.largest / s.all));
    for (size_t n = 0; n < sizeof link / sizeof *link && isfinite(step); n++) {
        const double alone = step * s.largest / s.all;
        const double sent = bytes / link[n].rate / (double)config->stride;
        printf("  %-10s %.4g Mcells/s by %g such processes, %.0f %% of as many lone ones "
               "(modelled)\n",
               link[n].name, 1e-6 * cells / (alone + sent), count,
               100 * step * cells / s.all / count / (alone + sent));
    }
}
