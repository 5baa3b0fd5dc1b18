/* plan.h: all that a CUDA scheme keeps of a problem: the parameters of kernels, and the host's
 * side.
 *
 * Everything here is shared by the schemes of this module; a scheme adds the order of its
 * launches (see split.c). */
#ifndef CUDA_PLAN_H
#define CUDA_PLAN_H

#include "between.h"
#include "boxes.h"
#include "device.h"
#include "sweep.h"
#include <yee/scheme.h>

typedef struct plan plan;
typedef struct plan_laws plan_laws;         /* laws.h */
typedef struct plan_channel plan_channel;   /* channel.c */
typedef yee_status (*step_launch)(plan *p); /* launches one step, or one pass of several */
typedef yee_status (*stretch_launch)(plan *p, int64_t steps);

/* How halos of subdomains come from one plan of this process to another; the key halos. */
typedef enum halo_route {
    HALO_AUTO,   /* by a kernel where both are on one GPU, else direct where that is possible */
    HALO_DIRECT, /* a kernel stores to the memory of the other GPU */
    HALO_STAGED, /* packed, copied from GPU to GPU by the driver, unpacked */
    HALO_NCCL,   /* packed, sent by NVIDIA's NCCL, unpacked */
    HALO_ROUTES
} halo_route;

// clang-format off
/* Keys of a scheme that runs subdomains: members halos and nccl of its keys. */
#define PLAN_HALOS_KEYS(keys) \
    YEE_PARAM_CHOICE(keys, halos, "auto", "auto|direct|staged|nccl", \
                     "how halos of subdomains come from one GPU to another: direct, stored there by " \
                     "a kernel, which takes peer access; staged, copied by the driver; nccl, sent " \
                     "by NVIDIA's NCCL; auto: direct where there is peer access, else staged"), \
    YEE_PARAM_PATH(keys, nccl, YEE_UNSET, \
                   "file of NVIDIA's NCCL, libnccl.so.2, for halos = nccl; left out: it is where the " \
                   "loader looks")
// clang-format on

/* When halos of subdomains are exchanged; the key exchange of schemes that do passes. */
typedef enum halo_time { EXCHANGE_AUTO, EXCHANGE_AFTER, EXCHANGE_BESIDE } halo_time;

/* The plan that a scheme asks for. */
typedef struct plan_options {
    bool interleaved;     /* all components side by side in every row */
    bool double_buffered; /* two buffers of every state array: a pass reads one, writes the
                             other */
    int row_offset;       /* words of an interleaved row before its first point */
    bool other_curls;     /* the scheme's curls are not Yee's two-point differences, so that
                             there are no edges beside sources in double */
    /* Factor on the amplitude of point sources, by the medium that a point lies in, shape
     * [media]. NULL: 1 everywhere, and Yee's leapfrog in time. */
    const double *point_scale;
    const char
        *nvrtc;       /* file of NVIDIA's run-time compiler, for laws; NULL: it is looked for */
    int halos;        /* a halo_route */
    const char *nccl; /* file of NCCL; NULL: it is looked for */
    bool beside;      /* halos are exchanged beside a pass, as far as it gives its part of them
                         early */
} plan_options;

// clang-format off
/* The key of a scheme whose plans have laws: a member nvrtc of its keys. */
#define PLAN_NVRTC_KEY(keys) \
    YEE_PARAM_PATH(keys, nvrtc, YEE_UNSET, \
                   "file of NVIDIA's run-time compiler, libnvrtc.so.13 or .12, which compiles laws " \
                   "of materials; left out: it is looked for in $CUDA_HOME, where the loader looks, " \
                   "in /usr/local/cuda")
// clang-format on

/* An array of the state, guard words included. Where steps are done in passes it has two
 * buffers: a pass reads one and writes the other; those of words of laws, which passes leave
 * alone, are one and the same. A third one, where there is any, has copies of boxes of cells, and its
 * owner is the scheme; nothing that the state needs from pass to pass is in it. */
enum { BOX_BUFFER = 2, MOST_BUFFERS };
typedef struct state_array {
    char name[16]; /* in checkpoints */
    void *buffer[MOST_BUFFERS];
    int64_t words; /* of a buffer */
} state_array;
enum { MOST_STATE_ARRAYS = 6 + 6 * 3 + 6 + 3 + 5 };

/* The place of a component's words: array[n - 1] from word `from` on; n = 0: nowhere. */
typedef struct state_address {
    int n;
    int64_t from;
} state_address;

/* Fields, psi of layers and words of sections on the device. */
typedef struct state_arrays {
    state_array array[MOST_STATE_ARRAYS];
    int count;
    int buffers; /* of each array: 1 or 2 */
    int current; /* the buffer that holds the state now */
    state_address field[YEE_COMPONENTS], psi[YEE_COMPONENTS][3], section[YEE_COMPONENTS];
} state_arrays;

/* How a row of the padded layout is divided. */
typedef struct row_layout {
    bool interleaved; /* all six components side by side, else one array for each */
    int row_offset;   /* words of an interleaved row before its first point */
    /* Rows (axis 1) and columns (axis 2) on either side that hold copies along a periodic axis
     * where passes are done: row -1 is the last one of the plane. 0 along x. */
    int ghost_width[3];
} row_layout;

/* Signals of one group of sources; many points share one of them. */
typedef struct signal_slot {
    const yee_signals *signals;
    int64_t at; /* their place among the values of a step */
} signal_slot;

/* Signals of sources and ports on their way to the device: blocks of half a span of steps, one
 * in either half of the buffers. */
typedef struct source_feed {
    signal_slot *slot;
    int64_t slots;
    double *pinned;        /* host, shape [span, values] */
    cudaEvent_t copied[2]; /* the copy out of either half of `pinned` is done */
    int64_t block[2];      /* number of the block in either half, -1: none */
} source_feed;

/* Running transforms, the frequent ones first. */
typedef struct running_transforms {
    transform *transform; /* host, shape [count] */
    transform *on_device; /* a copy of them, on the device */
    int64_t *tap;         /* the problem's tap of each */
    int64_t count;
    int64_t frequent;    /* transforms that are launched with every step */
    int64_t most_points; /* of the largest frequent transform */
} running_transforms;

/* The host's side of the log: which taps have which values of a record; shape [taps]. */
typedef struct probe_log {
    int64_t *tap;   /* the problem's tap */
    int64_t *begin; /* first of its values in a record */
} probe_log;

/* One tap's values of one step in a staging buffer. */
typedef struct delivery {
    int64_t tap;
    size_t at; /* bytes into the buffer */
} delivery;

/* All that the taps take during one stretch of steps, on its way to the host. */
typedef struct staging_buffer {
    bool in_use;        /* there is something to deliver */
    char *pinned;       /* host: boxes and energies, then the log's records */
    char *device;       /* boxes and energies */
    int64_t from, to;   /* the records are of these steps, [from, to) */
    delivery *delivery; /* boxes and energies of step `to`, shape [taps] */
    int64_t deliveries;
    cudaEvent_t gathered; /* all is in `device` */
    cudaEvent_t arrived;  /* all is in `pinned` */
} staging_buffer;

/* Two buffers by turns: one is filled while the other one is delivered. */
typedef struct tap_staging {
    staging_buffer buffer[2];
    int index;          /* the buffer that is filled next */
    size_t boxes_bytes; /* of boxes and energies in a buffer, the records are behind them */
} tap_staging;

/* Host memory that the device copies to and from, kept while problems change: feed.pinned, and
 * that of the two staging buffers. */
typedef struct pinned_block {
    void *address; /* NULL: none yet */
    size_t bytes;
} pinned_block;
enum { PINNED_FEED, PINNED_STAGING, PINNED_BLOCKS = PINNED_STAGING + 2 };

/* Device memory of reductions. */
typedef struct reduction_memory {
    double *partial;    /* sums of energies that are rounded, a block each */
    double *rounded;    /* one of them all */
    yee_sum *slots;     /* shape [EXACT_SLOTS] */
    yee_sum *energy;    /* of H and E, shape [2] */
    extremum *extremum; /* shape [6, EXTREMA_BLOCKS] */
} reduction_memory;

/* A graph of some steps. */
typedef struct launch_graph {
    cudaGraphExec_t exec; /* NULL: not yet recorded */
    /* Where launches differ from step to step, periodically, a graph is recorded and launched
     * at phase 0; the period divides the steps of a graph. */
    int phase;
} launch_graph;

/* Host memory that lives until everything is uploaded. */
typedef struct scratch_memory {
    void **block;
    size_t count, capacity;
} scratch_memory;

/* Bytes of plan.memory, for people. */
typedef struct memory_use {
    size_t layers, sections, ids;
} memory_use;

struct plan {
    const yee_host *host;
    const yee_problem *problem;
    const plan_options *options; /* while the plan is made, then NULL */
    size_t word;                 /* bytes of a real */
    int64_t step;
    bool dirty;   /* fields or step were set from outside since the last step */
    bool trimmed; /* sweeps leave out the points of H that stay 0 on PEC faces, see trim.c */
    int64_t
        ahead; /* steps until the halo comes, which follow that which is launched: sweeps leave
                      out what no own cell of the subdomain will need; -1: not known */

    int device; /* number of the GPU, which is the thread's while functions of the plan are called */
    char gpu_name[256];
    int processors; /* of the GPU */
    cudaStream_t work, copies;
    cudaStream_t lane; /* where halos are copied: `work`, or one of its own with beside */
    bool beside;       /* by the key */
    /* An exchange of halos waits for what `work` and `lane` have reached; or for `given`, where the
     * last pass recorded it in `lane` behind all that an exchange reads and overwrites. */
    cudaEvent_t reached, passed, given;
    bool gives;

    /* Rows run along the last axis. A grid that is invariant along z is rotated, x y z to
     * z x y, so that its rows are not one point long: axis a of the problem is axis
     * (a + rotation) % 3 here, its component c is component_of[c]. */
    int rotation;
    int component_of[YEE_COMPONENTS];
    yee_grid grid;
    const uint32_t *id[YEE_COMPONENTS];

    domain d;
    between between;
    tiling tiling;
    device_memory memory; /* of grid, media and state */
    device_memory lists;  /* of points, ports and taps: those that plan_aim() makes anew */
    memory_use use;
    row_layout layout;
    state_arrays state;
    source_feed feed;
    running_transforms transforms;
    probe_log log;
    tap_staging staging;
    pinned_block pinned[PINNED_BLOCKS];
    reduction_memory reduction;
    launch_graph graph;
    scratch_memory scratch;
    double_edge *edges[2]; /* [H or E]: the lists of `between` on the host, until the upload */

    plan_laws *laws;          /* NULL: the problem has none */
    plan_channel *channels;   /* those that begin here, or in a message and end here */
    halo_route halos;         /* by the key */
    const char *nccl;         /* by the key */
    bool routed[HALO_ROUTES]; /* the routes that its channels take; HALO_AUTO: on one GPU */
    plan *leader;             /* in whose stream an exchange is done; NULL: none is under way */
    /* Rows of section words, as domain.row has them, of subdomains, and of all plans where only words
     * behind others lie so; NULL: there are none */
    state_row *section_row[YEE_COMPONENTS];
    void *scheme;         /* data of the scheme */
    step_launch one_step; /* its step, for ops.c */
    /* The sum of its magnetic energy, into one double on the device; NULL: that of the
     * two-point curl. */
    yee_status (*magnetic)(plan *p, double *device_sum);
};

/* options NULL: all of them zero. */
yee_status plan_make(const yee_host *host, const yee_problem *problem,
                     const plan_options *options, plan **made);
void plan_free(plan *p);
/* aim.c: makes the plan one of another problem with the same grid and media, at step 0 and with
 * fields of zero; of plans whose options have no point_scale. After a failure the plan can be freed
 * and nothing else. */
yee_status plan_aim(plan *p, const yee_problem *problem);
/* Zeroes fields, psi and words of sections, in all buffers; words of laws begin anew. */
yee_status plan_clear(plan *p);
int plan_print(const plan *p, const char *scheme, char *text, size_t size);
/* Makes the GPU that a plan of the problem is for the thread's; device: its number, or NULL. */
yee_status plan_open_device(const yee_host *host, const yee_problem *problem, int *device);
/* Functions of schemes that run subdomains begin with it: plans may be on several GPUs. */
static inline plan *plan_enter(plan *p)
{
    cudaSetDevice(p->device); /* it was so before: a card that is lost fails the next call */
    return p;
}

/* d gets the addresses of the state in one of its buffers, or in BOX_BUFFER. */
void plan_bind_buffer(const plan *p, int buffer, domain *d);
/* Asks for an array of the state; false: no host memory. */
bool plan_add_state(plan *p, state_address *at, int64_t words, const char *format, ...);
/* plan_add_state() where both buffers are the first one, which is all that is asked for: its owner
 * sets the other. */
bool plan_add_lone_state(plan *p, state_address *at, int64_t words, const char *format, ...);
/* Words of a component's part of a row. */
static inline int64_t plan_row(const plan *p)
{
    return p->layout.interleaved ? p->d.pitch / YEE_COMPONENTS : p->d.pitch;
}
/* Words before the first point of an array that lies in rows like fields: ghost rows and
 * columns, and the offset of a row. */
int64_t plan_guard(const plan *p);

/* Zeroed host memory that lives until the upload; NULL: there is none. */
void *plan_scratch(plan *p, int64_t count, size_t size);
void plan_drop_scratch(plan *p);
/* Scratch memory of `capacity` reals, the first `count` of them rounded from doubles; from
 * NULL: zeros. */
void *plan_rounded(plan *p, const double *from, int64_t count, int64_t capacity);

/* YEE_DECLINED with a sentence where no plan can be made of the problem. */
yee_status plan_decline(const yee_host *host, const yee_problem *problem);
/* Which points sweeps leave out, and the lists of points, ports and taps; the memory is asked for.
 * False: no host memory. */
bool plan_lists(plan *p);
void plan_drop_lists(plan *p);

/* Words from point (0, 0, 0) of an array to a point. */
int64_t plan_offset(const plan *p, const int64_t x[3]);
/* The offset of a point that the problem's array of component c has at an index. */
int64_t plan_padded(const plan *p, int c, int64_t index);
/* The three positions of that point. */
void plan_split(const plan *p, int c, int64_t index, int64_t x[3]);

/* trim.c */
void plan_trim(plan *p, bool trimmed);
/* Whether trimmed sweeps leave this point out. */
bool plan_trimmed_point(const plan *p, int c, int64_t index);

/* media.c: coefficients, ids, sections. */
bool media_make(plan *p);
/* The words of a component by rows: every row holds, from its first to its last point with some,
 * as many words a point as the one of most has. words: of the points of each medium; row: zeroed,
 * shape [X, Y]; widest: points of the widest row. Returns the words of all rows. */
int64_t media_rows(const plan *p, int c, const int *words, state_row *row, int64_t *widest);
yee_status media_upload(plan *p);
/* Words of the sections of a medium. */
int media_words(const yee_problem *q, int64_t medium);

/* source_edges.c: edges beside point sources, in double. */
bool plan_edges_make(plan *p);
int plan_edge_find(const plan *p, int c, int64_t at); /* number of an E edge, -1: none */

/* points.c: points and ports. */
bool points_make(plan *p);
/* The place of some signals among the values of a step. */
int64_t points_signals(plan *p, const yee_signals *signals);
bool points_need_untrimmed(const plan *p); /* a source lies where trimmed sweeps do not go */

/* laws.c: laws of edges, cells, fields and ports; all of it does nothing where the problem has
 * none. */
bool laws_make(plan *p);
yee_status laws_upload(plan *p); /* compiles the kernels, too */
void laws_free(plan *p);
yee_status laws_begin(plan *p); /* words and maps are those before step 0 */
/* law_steps.c */
bool laws_act(const plan *p);     /* some edge or cell has a law */
yee_status laws_sweep(plan *p);   /* the half step of E */
yee_status laws_sweep_h(plan *p); /* that of H, with step 1a */
/* Step 2a, after sources of H; whether there is one. */
bool laws_act_after_h(const plan *p);
yee_status laws_after_h(plan *p);
/* law_boxes.c: that of some boxes, of plans with two buffers of the state */
yee_status laws_sweep_boxes(plan *p, const stepwise_boxes *where);
bool laws_late(const plan *p);  /* some edges have a source or a port */
bool laws_ports(const plan *p); /* some port has a law: laws_after() does all ports */
/* What laws do before sources and ports, and after them: step 5 of ports with laws, late edges,
 * step 5b. */
bool laws_have_guests(const plan *p);
yee_status laws_before(plan *p);
bool laws_act_after(const plan *p);
yee_status laws_after(plan *p);
yee_status laws_written(plan *p, int c); /* component c was set from outside */
bool laws_held(const plan *p);
/* J, of the points of d and of own cells, added to slots; _h: that of magnetic laws. */
yee_status laws_energy(plan *p, const domain *d, yee_sum *slots);
yee_status laws_energy_h(plan *p, const domain *d, yee_sum *slots);
/* law_spans.c: words of laws in a box of cells, as plan_spans() has it; whether all of them have places
 * that other cuts know, too. */
yee_status laws_spans(plan *p, const int64_t low[3], const int64_t high[3],
                      yee_state_spans *to);
bool laws_have_places(const plan *p);
/* Pieces that say which laws they are, and the words of ports. */
yee_status laws_pieces(plan *p, yee_state *state, bool load);
int laws_print(const plan *p, char *text, size_t size);

/* spans.c: yee_scheme_ops.spans. */
yee_status plan_spans(plan *p, const int64_t low[3], const int64_t high[3],
                      yee_state_spans *to);

/* channel.c: yee_scheme_ops.connect and transfer; channels die with the plan that they lead to, or
 * from where they lead to a message. */
yee_status plan_connect(plan *from, const yee_state_span *from_span, plan *to,
                        const yee_state_span *to_span, int64_t spans, plan_channel **made);
yee_status plan_transfer(plan_channel *channel, void *message);
/* yee_scheme_ops.pack. */
yee_status plan_pack(plan *p, const yee_state_span *span, int64_t spans, void *message,
                     bool load);
void channels_free(plan *p);
/* exchange.c: yee_scheme_ops.transfer_all. */
yee_status plan_transfer_all(plan_channel *const *channel, const int64_t *end, int rounds);

/* taps.c */
bool taps_make(plan *p);
yee_status taps_open(plan *p); /* host buffers, which stay, and events */
void taps_close(plan *p);
int64_t taps_next(const plan *p, int64_t step); /* the next step that ends a stretch */
/* Sends off all that the taps have taken in the steps [from, p->step). */
yee_status taps_stage(plan *p, int64_t from);
yee_status taps_deliver(plan *p, staging_buffer *b, const yee_sink *sink);
yee_status taps_finish(plan *p, const yee_sink *sink);

/* steps.c: the sequence of a step and how long stretches of it are launched. */
yee_status steps_run(plan *p, int64_t steps, const yee_sink *sink, stretch_launch launch);
/* A stretch of at most `steps` steps is launched; steps_run(), of 0 steps too, waits for it. */
yee_status steps_enqueue(plan *p, int64_t steps, const yee_sink *sink, stretch_launch launch);
yee_status steps_launch(plan *p, int64_t steps, step_launch one);
yee_status steps_graph(plan *p, step_launch one, int times, cudaGraphExec_t *made);
yee_status steps_supply(plan *p, int64_t step); /* the signals of a step are on the device */
yee_status steps_prepare(plan *p);
yee_status steps_sweep(plan *p, int electric); /* a half step of the fields */
/* Sources, ports, logged taps and transforms after a half step; after_sweep: nothing was
 * launched since a sweep. */
yee_status steps_between(plan *p, int electric, bool after_sweep);
yee_status steps_sources_and_probes(plan *p, int electric, bool after_sweep); /* all but: */
/* A launch that takes the time of steps_between(): edges beside sources advance, nothing is added or
 * logged. */
yee_status steps_idle(plan *p, int electric, bool after_sweep);
yee_status steps_transform(plan *p); /* the frequent running transforms */

/* cost.c: memory of a plan, and registers of a thread of the step's largest kernel. */
yee_status plan_cost(plan *p, yee_scheme_cost *cost);
yee_status plan_registers(plan *p, step_launch one, int *registers);

/* fields.c: from and to the host. */
yee_status fields_read(plan *p, int component, double *values);
yee_status fields_write(plan *p, int component, const double *values);
yee_status fields_energy(plan *p, double energy[2]);
yee_status fields_sum_energy(plan *p, yee_sum sum[2]);     /* added to it */
yee_status fields_energy_to(plan *p, yee_sum *device_sum); /* two sums on the device */
yee_status fields_extrema(plan *p, yee_extrema *extrema);
yee_status fields_peak_estimate(plan *p, double *electric);
yee_status fields_pieces(plan *p, yee_state *state, bool load);
yee_status fields_piece(plan *p, yee_state *state, bool load, const char *name, void *device,
                        size_t bytes);

#endif
