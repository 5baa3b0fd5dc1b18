/* paper.h: schemes that are named after a paper: its mapping of threads to cells over the
 * engine's data. A mapping says how a half step is launched; everything else is the engine's.
 *
 * The papers' x is the axis along which memory is contiguous: the engine's rows. "block_x" is
 * therefore counted along rows, "block_y" from row to row, "block_z" from plane to plane. */
#ifndef CUDA_PAPER_H
#define CUDA_PAPER_H

#include "../../common/leapfrog.h"
#include "../engine/plan.h"
#include "tables.h"

/* What a scheme keeps of a plan beside the engine's. */
typedef struct mapping mapping;
struct mapping {
    const void *config;
    yee_status (*sweep)(plan *p, int electric); /* launches a half step */
    char text[128];                             /* name and mapping, for people */
    device_memory memory;
    tables tables;
    void *constants; /* on the host; gprmax.h */
};

/* The forms a mapping executes are those of a cell on its own: media with a conductivity, all
 * faces without a layer, points, ports and taps; with `poles` also media that have some. */
yee_status paper_plan(const yee_host *host, const char *scheme, const void *config, bool poles,
                      const yee_problem *problem, plan **made);
/* Declines a launch that CUDA would refuse; p is freed then. */
yee_status paper_fits(const yee_host *host, plan *p, int64_t threads, int64_t down,
                      int64_t deep);
/* Asks for coefficients of every point: cb and loss, where stretched also 1/width of its own.
 */
bool paper_ask(plan *p, bool stretched);
/* Allocates and fills what was asked for (asked: with success). */
yee_status paper_tables(const yee_host *host, plan *p, bool asked);
static inline mapping *paper_of(const plan *p) { return p->scheme; }
/* Points of the box that a half step covers, along an axis. */
static inline int64_t paper_span(const plan *p, int electric, int axis)
{
    return p->d.sweep[electric][1][axis] - p->d.sweep[electric][0][axis];
}
static inline int64_t paper_tiles(int64_t points, int64_t size)
{
    return (points + size - 1) / size;
}

yee_status paper_available(const yee_host *host, const void *config);
yee_status paper_card(yee_scheme_card *card, double bytes_per_cell);
yee_status paper_run(void *made, int64_t steps, const yee_sink *sink);
yee_status paper_finish(void *made, const yee_sink *sink);
yee_status paper_read(void *made, int component, double *values);
yee_status paper_write(void *made, int component, const double *values);
yee_status paper_energy(void *made, double energy[2]);
yee_status paper_vitals(void *made, yee_vitals *vitals);
yee_status paper_glance(void *made, double *electric);
yee_status paper_save(void *made, yee_state *state);
yee_status paper_load(void *made, yee_state *state);
int64_t paper_step(const void *made);
int paper_print(const void *made, char *text, size_t size);
yee_status paper_cost(void *made, yee_scheme_cost *cost);
void paper_destroy(void *made);

/* The operations of a scheme: its own card and plan, the rest shared. */
#define PAPER_OPS(card_, plan_) \
    { \
        .size = sizeof(yee_scheme_ops), .available = paper_available, .card = card_, \
        .courant = leapfrog_limit, .dispersion = leapfrog_residual, .plan = plan_, \
        .run = paper_run, .finish = paper_finish, .read = paper_read, .write = paper_write, \
        .energy = paper_energy, .vitals = paper_vitals, .save = paper_save, \
        .load = paper_load, .step = paper_step, .print = paper_print, \
        .destroy = paper_destroy, .cost = paper_cost, .glance = paper_glance, \
    }

extern const yee_plugin paper_livesey, paper_takada, paper_gprmax, paper_demir, paper_hadi;

#endif
