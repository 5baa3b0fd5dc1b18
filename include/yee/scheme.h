/* yee/scheme.h: a scheme executes a whole problem and owns every kernel. */
#ifndef YEE_SCHEME_H
#define YEE_SCHEME_H

#include <yee/problem.h>
#include <yee/subdomain.h>
#include <yee/sum.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The place where a scheme puts the samples of the taps. reserve() gives memory for one
 * delivery of a tap (values numbers of the tap's type), commit() hands it over; both are called
 * by the thread that called run(). Every tap gets one record for each step at which it is due
 * (yee_tap_due), in their order and before run() returns, a transform one in finish(): the core
 * counts, and ends a run of other records with YEE_PLUGIN. reserve() returns NULL, and commit()
 * a failure, where the run is to end: return any failure then, the core knows why. */
typedef struct yee_sink yee_sink;
struct yee_sink {
    uint32_t size;
    void *core;
    void *(*reserve)(const yee_sink *sink, int64_t tap, int64_t step);
    yee_status (*commit)(const yee_sink *sink, int64_t tap, void *record);
};

/* One named piece of a plan's state, for checkpoints. Every name is used once; order and sizes
 * are the same every time. The running sum of DFT tap n is the piece "dft_<n>", as double. */
typedef struct yee_state {
    uint32_t size;
    void *core;
    /* Saving: reads bytes from data. Loading: writes bytes to data. */
    yee_status (*piece)(struct yee_state *state, const char *name, void *data, int64_t bytes);
    /* The core keeps what spans() names with places itself. Pieces are then what is left: "step",
     * the sums "dft_<n>" in the order of taps, and state that belongs to no point, with which a
     * checkpoint can only go on in the cut it is of. When it loads, the spans are there before. */
    bool apart;
} yee_state;

/* Extrema of the fields, for the sentinel: the largest |E| and |H|, and the position of the
 * first value that is not finite. */
typedef struct yee_extrema {
    uint32_t size;
    double electric, magnetic; /* largest magnitudes, V/m and A/m */
    bool finite;
    int component; /* of the largest value, or of the first that is not finite */
    int64_t index;
} yee_extrema;

/* Traits of a scheme, independent of a problem. The core declines for the scheme what they
 * exclude, with a sentence that names the schemes that have it, and `auto` passes the scheme
 * over; traits that no scheme can have (radius 0, neither precision) end with YEE_PLUGIN. `yee
 * check` tries what they promise. */
typedef struct yee_scheme_traits {
    uint32_t size;
    int radius;            /* stencil radius along the axis of a difference, cells; 1 or more */
    bool f32, f64;         /* precisions it has; plan() never gets a problem of another one */
    double bytes_per_cell; /* bytes moved per cell and step in vacuum, f32, by count */
    bool device;   /* the fields, poles and layers of its plans are not in the host's memory */
    int64_t links; /* ports with a link (yee_port.link) that a problem may have; comes as 0 */
    /* It plans problems with a yee_problem.subdomain, and has spans and sum_energy; comes false,
     * and the core declines to cut a model for such a scheme. */
    bool subdomains;
    /* Forms of laws that it executes, as in yee_law.has (YEE_LAW_EDGE); comes as 0. */
    uint32_t laws;
    uint32_t subdomain_laws; /* those of them that it executes in subdomains, too; comes as 0 */
} yee_scheme_traits;

/* Resources that a plan takes of the machine that holds its fields. Those that a scheme does
 * not know stay 0. */
typedef struct yee_scheme_cost {
    uint32_t size;
    bool device;      /* the fields are not in the host's memory */
    double memory;    /* bytes the plan holds where its fields are */
    double copy;      /* bytes/s read and written by a plain copy there, measured now */
    int registers;    /* registers of a thread of the kernel that takes most */
    double all, left; /* bytes a device has, and those that are free beside the plan */
    double traffic;   /* bytes to and from memory per cell and step, by count */
    int devices; /* GPUs that the process sees (CUDA_VISIBLE_DEVICES), on each of which the plan
                    could be; 0: it is on no GPU, or their number is not known */
} yee_scheme_cost;

/* How a scheme likes a grid to be cut into subdomains, and what weighs how much in it; comes with all
 * axes and one step. */
typedef struct yee_scheme_cuts {
    uint32_t size;
    bool axis[3];  /* false: subdomains that are cut along it would be declined */
    int64_t steps; /* steps it likes to do between two exchanges of halos */
    /* Devices that the process sees, on any of which the plan of a subdomain can be
     * (yee_subdomain.device, 0 to devices - 1); comes as 0: the scheme knows of none. */
    int devices;
    double layer; /* work of a layer's cell beyond another's, in such cells; comes as 1.6 */
    double halo;  /* share of the cells of a halo that it steps, on average; comes as 1 */
    double turn; /* work that an exchange costs, where tiles end for one, in steps; comes as -1:
                     half of `steps` */
} yee_scheme_cuts;

typedef struct yee_scheme_ops {
    uint32_t size;
    /* YEE_OK, or YEE_DECLINED with the reason why this machine cannot run it. */
    yee_status (*available)(const yee_host *host, const void *config);
    yee_status (*traits)(const void *config, yee_scheme_traits *traits);
    /* Largest stable dt (s) on this grid for a medium of phase velocity c (m/s); uses the axes'
     * nodes only. */
    double (*courant)(const void *config, const yee_grid *grid, double c);
    /* |residual| = 0 at a solution: the numerical dispersion relation at omega (rad/s) and wave
     * vector k (rad/m) in a uniform grid of spacing d (m; 0: invariant) and velocity c. */
    double (*dispersion)(const void *config, const double d[3], double dt, double c,
                         double omega, const double k[3]);

    /* Accepts the problem, or YEE_DECLINED with a sentence. Fields and state are zero, step
     * is 0. */
    yee_status (*plan)(const yee_host *host, const void *config, const yee_problem *problem,
                       void **plan);
    /* Does `steps` steps; the taps due within them go to the sink (NULL: they are dropped). Of a
     * subdomain, where the scheme has connect(), it may return before they are done: run() of 0
     * steps waits for all that run() and transfer() have begun. Behind every run() the core copies
     * halos, before anything is read of them: cells of the halo that own ones do not need in the
     * steps left may stay as they are. */
    yee_status (*run)(void *plan, int64_t steps, const yee_sink *sink);
    /* Ends the run: delivers the DFT taps. */
    yee_status (*finish)(void *plan, const yee_sink *sink);
    /* Copies all of a component, shape extent[c], to or from double. What is written to an edge of
     * yee_field_run is its L, and E is that with what its cells add already. */
    yee_status (*read)(void *plan, int component, double *values);
    yee_status (*write)(void *plan, int component, const double *values);
    /* Electric and magnetic energy (J) as in YEE_TAP_ENERGY. It may not decline what plan()
     * accepted: the sentinel and stop_decay ask for it. */
    yee_status (*energy)(void *plan, double energy[2]);
    yee_status (*extrema)(void *plan, yee_extrema *extrema);
    yee_status (*save)(void *plan, yee_state *state);
    yee_status (*load)(void *plan, yee_state *state);
    int64_t (*step)(const void *plan);
    /* A few lines for people: what was chosen and why. Returns the length, like snprintf. */
    int (*print)(const void *plan, char *text, size_t size);
    void (*destroy)(void *plan);
    /* NULL: the core's estimates for the host's memory serve. */
    yee_status (*cost)(void *plan, yee_scheme_cost *cost);
    /* The largest |E| (V/m) on a part of the grid that has a point within four cells of every
     * other one, infinite where one is not finite: an estimate that costs next to nothing.
     * NULL: extrema serve. */
    yee_status (*peak_estimate)(void *plan, double *electric);
    /* Tells, before courant(), the band of the sources (Hz, low >= 0); what keys leave open may
     * follow it. NULL: nothing does. */
    void (*band)(void *config, double low, double high);
    /* The difference along axis a that the update of E or H along d takes, in a uniform medium
     * of velocity c (m/s) with the grid's dt:
     *
     *     1/spacing sum_p ( w[p][0] f_p
     *                     + w[p][1] (f_p at +-1 along d)
     *                     + w[p][2] (f_p at +-1 along the third axis)
     *                     + w[p][3] (f_p at the four diagonals) )
     *     f_p = f(+(p + 1/2) spacing) - f(-(p + 1/2) spacing)
     *
     * w comes zeroed. Returns the number of pairs p; 0: sources cannot add the terms that such
     * differences lack at a total-field surface. NULL: Yee's, w[0][0] = 1. */
    int (*stencil)(const void *config, const yee_grid *grid, double c, bool electric, int a,
                   int d, double w[YEE_PAIRS][YEE_ACROSS]);
    /* The scheme's step in time. In the middle of a step
     *
     *     dF/dt = 1/dt sum rate[n] F((1/2 - n) dt)
     *     F     =      sum mean[n] F((1/2 - n) dt)      as a conductivity takes it
     *
     * Both come as leapfrog's, {1, -1} and {1/2, 1/2}. NULL: they are leapfrog's. */
    void (*time_stencil)(const void *config, double rate[YEE_TIME_LEVELS],
                         double mean[YEE_TIME_LEVELS]);
    /* Steps that the scheme likes to do in one go: intervals that outputs leave to the core are
     * multiples of it where they are as long. The problem has its sources by then. NULL: 1. */
    int64_t (*steps_per_pass)(const void *config, const yee_problem *problem);
    /* Makes the plan one of another problem, as plan() would have made it: fields and state zero,
     * step 0. Grid, media, ids, precision and threads are those of the plan's problem (arrays
     * and contents); groups, ports, taps and the number of steps are others. The former problem's
     * are gone. YEE_DECLINED, or a failure: the core destroys the plan and makes another. NULL: it
     * always does. */
    yee_status (*aim)(void *plan, const yee_problem *problem);
    /* A part of run(), for several plans whose steps one device does at a time: hands it at least
     * one of `steps` steps, more than 0, and may return before they are done; step() counts them.
     * Their records go to the sink in this call or in a later one. run() of 0 steps waits for
     * all, delivers what is left, and comes before any other function than enqueue(), step() and
     * destroy(). All calls for the plans of a process come from one thread. NULL: the scheme has
     * run() alone, and nothing gains by several plans. */
    yee_status (*enqueue)(void *plan, int64_t steps, const yee_sink *sink);
    /* Names, one after the other by spans->add, the memory of all that steps change at the points
     * of cells [low, high) (yee_box_points()): fields, memory of layers, words of sections. Boxes
     * of like cells in two subdomains have spans of the same sizes in the same order. The memory
     * stays where it is while the plan lives; between two calls of run() the core reads and writes
     * it, by connect() and transfer() where the scheme has them. NULL:
     * yee_scheme_traits.subdomains is false. */
    yee_status (*spans)(void *plan, const int64_t low[3], const int64_t high[3],
                        yee_state_spans *spans);
    /* Tells how it likes the problem, which is a whole one, to be cut. NULL: as it comes. */
    void (*cuts)(const void *config, const yee_problem *problem, yee_scheme_cuts *cuts);
    /* Adds to sum[0] and sum[1] what energy() sums up, term by term, of the points that the
     * subdomain owns (yee_own_points()); energy() is yee_sum_value() of it. NULL as spans. */
    yee_status (*sum_energy)(void *plan, yee_sum sum[2]);
    /* Where the memory that spans() names is a device's: makes a channel that copies as many spans
     * of plan `from` to the like ones of plan `to`, or, where one of the plans is NULL, between
     * the other and a message, in which they lie one behind the other. The channel is gone with
     * the plans. NULL: it is the host's memory, as it is where yee_scheme_traits.device is not
     * set. */
    yee_status (*connect)(void *from, const yee_state_span *from_span, void *to,
                          const yee_state_span *to_span, int64_t spans, void **channel);
    /* Copies. What was asked of either plan before, by run() or transfer(), is done before, and
     * what is asked later, after; it may return before that is done, but where there is a message
     * in the host's memory (else NULL), which is read or written when it returns. NULL as
     * connect. */
    yee_status (*transfer)(void *channel, void *message);
    /* Does what transfer() without a message does for each of the channels: for the first end[0] of
     * them in any order, then for those up to end[1], and so on for so many rounds. NULL: the core
     * calls transfer(). */
    yee_status (*transfer_all)(void *const *channels, const int64_t *end, int rounds);
    /* Copies spans of the plan's memory, one behind the other, to a message in the host's memory or,
     * with `load`, from it; all is done when it returns. Needed where there is connect(), for
     * checkpoints that another cut goes on from. NULL: it is the host's memory, or there are none. */
    yee_status (*pack)(void *plan, const yee_state_span *span, int64_t spans, void *message,
                       bool load);
    /* Asked of a subdomain's plan before its first step: seconds a step takes where halos are
     * exchanged every n steps, without the exchanges, seconds[n - 1] for n = 1 to `most`: measured
     * now, or remembered from a plan alike. They come as infinite: it does not take that number.
     * NULL: exchanges are as many steps apart as yee_scheme_cuts says. */
    yee_status (*stride_seconds)(void *plan, int64_t most, double *seconds);
    /* Tells a subdomain's plan before its first step how many steps lie between two exchanges: no
     * more than the cells of its halo allow, which are as many as the plan was made for. */
    yee_status (*set_stride)(void *plan, int64_t steps);
} yee_scheme_ops;

#ifdef __cplusplus
}
#endif
#endif
