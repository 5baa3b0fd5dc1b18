/* temporal.h: the data that the scheme "cuda.temporal" adds to a plan. */
#ifndef CUDA_TEMPORAL_H
#define CUDA_TEMPORAL_H

#include "../engine/plan.h"
#include "block_map.h"
#include "kernels/pass.h"
#include "kernels/periodic.h"
#include "kernels/shared_boxes.h"
#include "kernels/stepwise.h"

/* Classes of bricks. Up to ALL_LAYERS a class is the axes along which its bricks meet layers,
 * bits 0 to 2, and nothing else; UNIFORM bricks meet none. Bricks of the last two may be like
 * anything, without and with layers along x. */
enum { UNIFORM = 0, ALL_LAYERS = 7, EDGE, EDGE_WITH_LAYERS, CLASSES };

/* The needs that bricks of a class are sorted by: all that the model's media need; one word at most,
 * or where passes do laws, no laws; no words; and no words and no losses. */
enum { NEEDS = 4 };

/* Lists of bricks of a class: one of each need; and where a subdomain gives halos beside its passes,
 * those are of bricks near to cuts, and as many follow of all others. */
enum { LISTS = 2 * NEEDS };

/* A launch of one kernel over bricks [first, first + count) of the list. */
typedef struct brick_launch {
    kernel_need need;
    int64_t first, count;
    double cells; /* cells that the bricks write */
    row_exchange exchange;
    void *law; /* the kernel with laws; NULL: one compiled ahead of time does it */
} brick_launch;

/* All that a pass of some number of steps takes. */
typedef struct passes {
    pass x; /* the pass of all launches, but for their layers and exchange */
    brick_launch launch[CLASSES][LISTS];
    int special_axes, layered_axes; /* bit a: axis a is simple but not uniform, or has layers;
                                       it has layers */
    const brick *list;              /* on the device */
    stepwise_boxes redo[MOST_PASS]; /* [step]: cells whose steps are done one by one */
    int redo_lists;                 /* the last of so many is that of all further steps */
    stepwise_boxes copy;            /* those copied from there */
    double redone_cells;
    shared_boxes
        shared; /* these steps are done by one launch, in its boxes; count 0: they are not */
    /* redo[0] is copied to BOX_BUFFER, where these steps are done beside the bricks; else they are
     * done after them, in place. */
    bool beside;
    /* Halos lie in no box that is copied: they are done when the bricks near cuts are. */
    bool gives;
    bool transforms_at_ends; /* transforms are due between passes only, which begin at multiples
                                of their steps */
    device_memory memory;    /* of bricks */
    device_memory lists;     /* of boxes */
} passes;

/* The reasons to exclude a medium of E from the kernels of passes. Media of H are excluded but
 * for one a component. */
typedef struct exclusion {
    bool rare;          /* the tables of passes have no place for it */
    bool with_law;      /* nor for one with a law (yee/law.h) that has words or maps */
    bool with_bare_law; /* one without: a variant may exclude all these */
    int words; /* of its sections: a variant may exclude all media of more than some number */
} exclusion;
#define NO_MEDIUM UINT32_MAX

/* A variant of passes: the media that its kernels know and those that it excludes. */
typedef struct variant {
    media_need need;
    int words;      /* words of sections, of a point at most */
    int most_words; /* media of more are excluded */
    bool excludes_laws;
} variant;
enum { MOST_VARIANTS = 6 };

/* The least time of a step, ms, that was measured: of single steps, and of passes of so many steps,
 * in the variant and the way that take it; 0: not measured, or there are none. */
typedef struct pass_times {
    float single, of[MOST_PASS + 1];
    int variant[MOST_PASS + 1], way[MOST_PASS + 1];
    bool all; /* the card had memory for every number of steps */
} pass_times;

typedef struct temporal {
    const char *reason;    /* why there are no passes; NULL: there are */
    const char *origin;    /* where the number of steps comes from */
    bool trimmed;          /* plan_trim() when bricks were made */
    int share;             /* bricks are cut for the processors divided by this number */
    int asked;             /* steps of a pass that keys ask for; 0: the clock decides */
    int stride;            /* of a subdomain: steps between two exchanges */
    pass_times times;      /* of a subdomain; zeros: not measured */
    bool set_from_outside; /* fields were set: the next step may take some from conductors */
    bool ghosts_stale;     /* copies around periodic axes are not those of the fields */
    passes passes;
    int *place; /* the place of each medium in the tables of passes; 0: it has none */
    block_map
        needs; /* needs of the media in blocks of cells; closed: all cells need everything */
    /* The first one excludes no bare laws, and of poles only those that no kernel reads. */
    variant variant[MOST_VARIANTS];
    int variants;
    int active_variant;   /* the one that launches are made for */
    exclusion *excluded;  /* the exclusion of each medium of E */
    uint32_t common_h[3]; /* the medium of Hx, Hy, Hz that is not excluded, or NO_MEDIUM */
    int most_words; /* words of sections, of a point of E without a law of words, at most */
    /* Points of E: all; with poles, but no law with words; of these with more than one word; of rare
     * media; with laws that have words or maps, and with laws that have none. */
    int64_t points, points_with_poles, points_with_pairs, rare_points, law_points,
        bare_law_points;
    const law_entry *law_entry; /* laws by place, shape [passes.x.media][3], on the device */
    int64_t excluded_h_points;
    regions excluded_regions; /* cells with excluded media of the active variant */
    device_memory memory;
    device_memory box_buffer; /* of BOX_BUFFER */
    bool has_room;            /* for BOX_BUFFER */
    bool boxes_beside;        /* boxes are to be done there, if there is room */
    size_t counted;           /* bytes of passes in plan.memory, which the reports are of */
    /* Kernels of different launches run side by side. */
    cudaStream_t branch[CLASSES][LISTS];
    cudaEvent_t start, end[CLASSES][LISTS];
    cudaStream_t boxes; /* that of passes.shared */
    cudaEvent_t boxes_end;
    bool last_pass;        /* the pass that is launched is the last before an exchange */
    cudaGraphExec_t graph; /* two passes from buffer 0 on */
} temporal;

static inline temporal *temporal_of(const plan *p) { return p->scheme; }

/* Whether a variant excludes a medium of E. */
static inline bool excludes(const temporal *t, const variant *v, int64_t medium)
{
    const exclusion *e = &t->excluded[medium];
    return e->rare || e->with_law || (v->excludes_laws && e->with_bare_law) ||
           e->words > v->most_words;
}

extern const yee_plugin temporal_scheme;

/* media.c: variants, and tables of media. False: no host memory. */
bool media_make_tables(plan *p);
yee_status media_upload_ids(plan *p);

/* needs.c: the needs of media in blocks of cells. False: no host memory. */
bool needs_map_make(plan *p);
/* The need of the media of cells [from, to), as far as bricks are sorted by it; the map is
 * open. */
media_need needs_in(const plan *p, const int from[3], const int to[3]);
/* Whether a kernel of need `known` does all that `need` asks for. */
bool need_covers(media_need known, media_need need);

/* excluded.c: regions of excluded media. False: no host memory. */
bool find_excluded(plan *p);
/* Why laws leave nothing to passes; NULL: they leave some. asked: passes are asked for. */
const char *laws_everywhere(const yee_problem *problem, bool asked);

/* pass_laws.c: laws without words in kernels of passes. The tables of these laws, after those of
 * media; asks for memory. ids: media differ. False: no host memory. */
bool pass_laws_make(plan *p, bool ids);
/* Compiles the kernels that bricks which see such laws need, and finds them; passes.x.steps becomes 0
 * where they cannot be had. */
yee_status pass_laws_compile(plan *p);
/* Whether they cannot: then passes know no laws. */
bool pass_laws_refused(const plan *p);

/* axes.c: facts of the axes. */
void find_axis_facts(plan *p);
/* Layers along an axis act on [0, low) and [high, ...); false: there are none. */
bool layers_along(const plan *p, int a, int *low, int *high);

/* Cells [*low, *high) along an axis that passes of so many steps must write: a subdomain's own ones
 * where a pass is all that is done between two exchanges, else all; *high may lie beyond the grid.
 */
void own_cells(const plan *p, int steps, int a, int *low, int *high);
/* Whether cells [from, to) are among those that an exchange of halos reads or writes. */
bool near_cut(const plan *p, const int from[3], const int to[3]);

/* bricks.c: bricks and launches of passes of so many steps or fewer; passes.x.steps is 0 where
 * no number of steps has kernels. */
yee_status make_bricks(plan *p, media_need need, int wanted);

/* The shape of the kernel of a class and its need; 0 rows: there is none. */
void find_shape(const plan *p, const passes *w, int class, media_need media, kernel_need *need,
                pass_shape *shape);

/* sort.c: the needs of bricks. Sorts `count` bricks of a class, made in this shape, by their
 * needs, and makes its launches; launch[class][0].need is set. False: no host memory. */
bool make_launches(const plan *p, passes *w, int class, const pass_shape *shape, brick *list,
                   int64_t count);

/* redo.c: boxes of cells whose steps are done one by one, in place of those there were. */
yee_status redo_make(plan *p);
/* shared_boxes.c: makes passes.shared where that is possible. acts, looks: where sources act and
 * points are logged; reach: cells around the former that they affect in a pass. False: no host
 * memory. */
bool shared_boxes_make(plan *p, const regions *acts, const regions *looks, int reach);
/* Finds temporal.has_room: whether the card has memory to spare for BOX_BUFFER, and the plan a use for
 * it. */
yee_status redo_find_room(plan *p);
void redo_drop_buffer(plan *p);

/* fit.c: makes variant n the active one; after find_axis_facts(). */
yee_status activate_variant(plan *p, int n);
/* Makes all of passes of so many steps, or fewer, in place of those there were. */
yee_status make_passes(plan *p, int wanted);
/* Makes passes of so many steps, or of fewer where the card has no memory for the rows that
 * bricks of many steps send each other. */
yee_status fit_passes(plan *p, int *steps);
/* Makes passes of so many steps, in the first variant that has kernels of them, or else in the
 * one that has kernels of most steps. */
yee_status fit_asked(plan *p, int steps);
/* Makes the passes of a plan, of `steps` steps or, 0, of as many as are fastest, or says why it has none
 * (temporal.reason). asked: the number that keys ask for, 0: the clock decides between exchanges. */
yee_status plan_passes(plan *p, int asked, int steps);
/* Passes are as they stay: memory that they do not need is given back, and what they have counted. */
void settle_passes(plan *p);
/* Whether running transforms are due only where passes of so many steps end. */
bool transforms_at_ends(const plan *p, int steps);

/* tune.c: finds the variant and number of steps that are fastest, by the clock, and makes their
 * passes; *steps = 0: single steps are faster. */
yee_status tune_passes(plan *p, int *steps);
/* Whether other plans are to step beside this one ($YEE_PLANS_BESIDE, a number, is above 1), as sweeps
 * do it. */
bool plans_beside(void);
/* Ways to make passes of some number of steps: with bricks cut for a share of the card, with boxes
 * beside the bricks. */
enum { BY_SHARE = 1, BOXES_BESIDE = 2, WAYS = 4 };
/* Passes that are made from now on are made in this way. */
void tune_take_way(plan *p, int way);
/* Bricks of several classes are cut for the share that a subdomain has beside others on its card. */
void tune_share_card(plan *p);
/* Measures single steps and passes of at most so many steps, as subdomains do them between two
 * exchanges, or remembers them. */
yee_status tune_strides(plan *p, int most, pass_times *times);
/* Whether passes of so many steps pay. */
static inline bool passes_pay(const pass_times *t, int steps)
{
    return t->of[steps] > 0 && t->of[steps] < 0.97f * t->single;
}

/* stride.c: passes of a subdomain between two exchanges: yee_scheme_ops.stride_seconds and
 * set_stride. */
yee_status stride_seconds(plan *p, int64_t most, double *seconds);
yee_status stride_set(plan *p, int steps);

/* report.c: describes the passes of a plan, and the plan, in at most `size` characters. */
int passes_print(const plan *p, char *text, size_t size);

/* passes.c: streams that launches run in. */
yee_status streams_open(plan *p);
void streams_close(temporal *t);
/* Launches of a single step and of a pass. acts: with all that acts on fields or looks at them.
 */
yee_status launch_step(plan *p, bool acts);
yee_status launch_pass(plan *p, bool acts);
yee_status single_step(plan *p);
yee_status single_pass(plan *p);
/* Does so many steps, in passes where there are any. */
yee_status run_stretch(plan *p, int64_t steps);
/* Makes one of the two buffers of the state the current one. */
void bind_buffer(plan *p, int side);

#endif
