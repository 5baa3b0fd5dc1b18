/* core/model/model.h: session and model, as libyee's own files see them. */
#ifndef YEE_CORE_MODEL_H
#define YEE_CORE_MODEL_H

#include "config/sweep.h"
#include "plugin/host.h"
#include "plugin/kind_keys.h"
#include "problem/answers.h"
#include "problem/grid.h"
#include "problem/local_ids.h"
#include "problem/media/damping.h"
#include "problem/media/sheets.h"
#include "problem/points.h"
#include "problem/taps.h"
#include "problem/voxels.h"
#include <yee/libyee.h>

/* Cells that each of several processes paints, and ids that it keeps. */
typedef enum yee_painting {
    YEE_PAINT_OWN, /* cells and ids of its subdomains */
    YEE_PAINT_ALL, /* so, but it paints all cells before */
    YEE_KEEP_ALL,  /* those of all subdomains */
} yee_painting;

struct yee_session {
    yee_diag diag;
    yee_arena *arena;
    yee_registry registry;
    const char *command; /* for provenance, "" in programs */
    bool estimate;       /* models are read without their cells (estimate.h) */
    struct yee_communicator
        *communicator;     /* of the processes that were joined; NULL: it is alone */
    yee_painting painting; /* of the model that is read */
    bool chosen;      /* all know what schemes any process of the model that is read lacks */
    unsigned lacks;   /* these, as yee_model.lacks */
    bool voted;       /* the model that is read has asked for clipped cells, or could not */
    int threads;      /* of this process where it shares its cores; 0: all that it may use */
    int ranks;        /* processes that were joined; 0: it is alone */
    int beside, turn; /* processes that see the devices that it sees, 0: it alone; its number */
    char unjoined[512]; /* why processes of one launch were not joined; "": they need not be */
};

enum { YEE_PREFERRED = 4 }; /* schemes that `auto` tries */

/* Keys of [run]. */
typedef struct yee_run_config {
    const char *title;
    double time;                   /* s, or */
    int64_t steps;                 /* one of the two is given */
    double courant;                /* factor on the scheme's limit, (0, 1] */
    double time_step;              /* s, instead of courant; NaN: not given */
    int precision;                 /* f32 f64 */
    int64_t threads;               /* 0: as the machine has */
    yee_reals subdomains;          /* their number, or that along x, y, z */
    yee_reals cut_x, cut_y, cut_z; /* cells before which it is cut; count 0: not given */
    int64_t subdomain_steps;       /* steps between two exchanges; 0: as the scheme likes */
    const char *devices;   /* all, or numbers as 0,2-3, of GPUs of subdomains; NULL: one */
    const char *transport; /* auto, none or a name */
    const char *scheme;    /* auto or a name */
    const char *output;    /* main output file; default <model>.h5 in the working directory */
    int part_files;        /* auto always never */
    bool make_folder;      /* of the output files */
    bool force;            /* replace output files that exist */
    double flush;          /* s between flushes */
    double checkpoint;     /* s between checkpoints, 0: none */
    int64_t checkpoint_steps;
    bool checkpoint_at_end;
    double stop_decay; /* dB, 0: off */
    const char *stop_probe;
    double stop_dft; /* relative change, 0: off */
    int64_t stop_every;
    int64_t sentinel;      /* steps between checks of the fields, 0: never */
    bool unsafe;           /* run what is known to be unstable */
    bool strict;           /* warnings of the self-test are errors */
    int reference_differs; /* refused allowed */
} yee_run_config;
extern const yee_param yee_run_params[];
/* Keys of [plugins]; the struct that they fill is a yee_texts. */
extern const yee_param yee_plugins_params[];

typedef struct yee_instances {
    size_t count;
    yee_instance **v;
} yee_instances;

/* A result file of another run that was judged. */
typedef struct yee_judged {
    const char *file;
    struct yee_judged *next;
} yee_judged;

/* The cells of the subdomains of one process of several, which alone it paints (clip.c of the API).
 * Memory is the model's arena's but that of the answers. */
typedef struct yee_clip {
    yee_cut cut;
    int64_t margin;      /* cells around those of the subdomains that are painted, too */
    int64_t steps;       /* between two exchanges */
    int64_t first, end;  /* subdomains of this process */
    bool periodic[3];    /* axes, once their faces are known */
    size_t boxes;        /* end - first */
    yee_cell_box *box;   /* their cells */
    double share;        /* of the cells of the grid, this process's with their halos */
    yee_answers answers; /* about others */
    const char *whole;   /* why it is not possible so; NULL: it is */
    yee_painting next;   /* and what is then tried */
} yee_clip;

/* A configuration as it was read, with the overrides of who read it; several models may be made of
 * it. */
typedef struct yee_origin {
    yee_arena *arena; /* all of this lies in it */
    yee_config *config;
    size_t sets;
    const char **set; /* shape [sets] */
    size_t warnings;  /* said while it was read */
    int64_t users;    /* models */
    yee_sweep *sweep; /* of the configuration with its overrides; NULL: not read yet */
} yee_origin;

/* read.c of the API. NULL is allowed. */
void yee_origin_free(yee_origin *origin);

struct yee_model {
    yee_session *session;
    yee_diag *diag; /* the session's */
    yee_arena *arena;
    yee_origin *origin;
    int64_t
        users; /* itself, until it is freed, and those whose `shares` or `painted_by` it is */
    struct yee_model *shares; /* whose grid, cells and media these are; NULL: its own */
    /* Whose painted cells its voxels borrow; NULL: its own. It paints its own, and lives as long. */
    struct yee_model *painted_by;
    yee_config *config;
    yee_grid_config grid_config;
    yee_run_config run;
    yee_place run_place;
    yee_sweep sweep;
    yee_texts plugin_path; /* [plugins] path, absolute */
    yee_instances of[YEE_KINDS];
    yee_material_config *material_config; /* shape [of[YEE_MATERIAL].count], and so on */
    yee_shape_config *shape_config;
    yee_boundary_config *boundary_config;
    const yee_instance *closed_by[6]; /* per face; NULL: its axis is invariant */
    yee_rates rates[3];               /* of the media in front of faces; faces.c */
    yee_sheets sheets;                /* on faces; faces.c */
    int64_t first_copy; /* media from this one on are copies of others: with a sheet, damped */
    yee_waveform *waveform;
    /* The background, the built-in ones, then those of the file, then those that shapes made. */
    size_t materials;
    const yee_material **material;
    const char **material_name;
    yee_voxels *voxels;
    yee_clip *clip; /* NULL: all cells are painted */
    bool painting;  /* shapes are asked for cells now */
    bool wants_all; /* one of them asked for more than cells, and laws of materials */
    yee_problem problem;
    yee_problem *corner; /* of the grid, in place of all its cells (estimate.h); NULL: these */
    uint64_t ids_sum;    /* of the problem's ids; restart.c */
    bool ids_summed;
    yee_points *points;
    yee_taps taps;
    void **output_self;
    bool opened; /* a run has had these outputs, and another needs them anew */
    yee_instance *scheme;
    const char *passed_over; /* faster schemes and why not, a line each; NULL: none */
    /* Bits: preferred schemes that `auto` does not take, and why each (NULL: it is not there). */
    unsigned lacks;
    const char *lack[YEE_PREFERRED];
    yee_view view;  /* for programs; instances get their own, yee_model_view_for() */
    double band[2]; /* Hz: of all sources together; band.c. band[1] 0: none says one */
    double quiet;   /* s: the latest end of what they play */
    const yee_instance *highest; /* the source that plays up to band[1] */
    struct {
        bool found;
        double edge;     /* Hz: the sources play next to nothing beyond; sample_interval.c */
        double begin;    /* Hz: nor below */
        const char *why; /* there is none; NULL: there is */
    } edge;
    size_t warnings;       /* said while it was read; the findings below were not yet */
    size_t cell_warnings;  /* those of grid, cells and media, which other models share */
    size_t paint_warnings; /* of these those of painting */
    size_t findings, finding_capacity;
    yee_finding *finding;                       /* selftest.c */
    size_t *finding_slot;                       /* findings.c, like the next */
    size_t kinds, kind_capacity, *finding_kind; /* the last: kind of each finding */
    struct yee_finding_kind *kind;
    yee_judged *judged; /* reference_run.c; NULL: none was */
    char *resolved;
};

/* import.c: a file that an importer takes, as a configuration; *config NULL: none does. set:
 * overrides, of which those of an importer choose it and are its keys. */
yee_status yee_model_import(yee_session *session, yee_arena *arena, const char *path,
                            size_t sets, const char *const *set, yee_config **config);
/* model.c of the API: all stages, from a configuration without variables and included files; those
 * that `base` has done for the same sections are shared with it. NULL: none are. */
yee_status yee_model_build(yee_model *model, yee_model *base);
/* The stages of building a model, in this order; each has its file. */
/* instances.c: blocks to instances; those of kinds that yee_kind_is_cells() names are the
 * base's, where it is not NULL. */
yee_status yee_model_instances(yee_model *model, const yee_model *base);
yee_status
yee_model_materials(yee_model *model); /* materials.c: instances to constitutive laws */
/* The number of a material whose name is known to be there. */
int yee_model_material(const yee_model *model, const char *name);
/* Fails where a material's sheet gains energy; the time step is known. */
yee_status yee_model_check_sheets(const yee_model *model);
/* The laws of `count` equal parts of a material's range, as yee_view.range_of gives them;
 * place: whose error it is that there is none. */
yee_status yee_model_range(const yee_model *model, const yee_place *place, int material,
                           size_t count, yee_material *law);
/* instances.c: the filled yee_kind_params() of an instance; NULL: its kind has none. */
void *yee_model_kind_config(const yee_model *model, const yee_instance *instance);
/* references.c: every name that a key of kind REF or REFS holds is there; who is named knows. */
yee_status yee_model_references(yee_model *model);
/* A plugin asks for a section by name: it is named, or the sentence that there is none. */
yee_status yee_model_named(const yee_model *model, const yee_place *place, yee_kind kind,
                           const char *name);
yee_status yee_model_objects(yee_model *model); /* objects.c: shapes to cells */
yee_status yee_model_faces(yee_model *model);   /* faces.c: boundaries to faces and stretches */
/* Turns the requests of the outputs into taps; a later call replaces those of an earlier
 * one. */
yee_status yee_model_outputs(yee_model *model);
/* share.c: takes grid, cells and media of `base` where the sections that make them say the same
 * and the band of the sources does; *shared: it did. */
yee_status yee_model_share(yee_model *model, yee_model *base, bool *shared);
/* Borrows the painted cells of `base` for the model's materials and grid, which are there, where
 * all that cells are painted by says the same; *shared: it did. */
yee_status yee_model_share_painted(yee_model *model, yee_model *base, bool *shared);
/* Whether the instances of a kind make grid, cells and media; others make points and taps. */
bool yee_kind_is_cells(yee_kind kind);
/* resolved.c: the model as INI text with every default, for provenance and comparisons; malloc.
 * Once the instances are there. False: no memory. */
bool yee_model_resolve(yee_model *model, char **text);
/* reference_run.c: whether a result file that an instance reads is of a run like this one, once
 * for each file: a warning, or YEE_INPUT with what differs. model: a yee_model. */
yee_status yee_model_judge_file(void *model, const yee_instance *by, const char *file);
/* playing.c: whether a source plays anything; once all have emitted. */
bool yee_model_plays(const yee_model *model, const yee_instance *source);
/* When all that the sources play has ended and, of a plane wave, has crossed its box, s; infinite: one
 * plays on. Once all have emitted. */
double yee_model_sources_end(yee_model *model);
/* needs.c: what the steps [post.NAME] need of the model. */
yee_status yee_model_needs(yee_model *model);
/* Has a step tell what it will take, once it was asked what it needs; NaN seconds: it does not
 * say. */
void yee_model_post_cost(yee_model *model, const yee_instance *step, yee_post_cost *cost);
/* view.c: through which the instance of a block asks about the model as it is now; of the
 * model's arena, NULL: no memory. place NULL: for programs. */
const yee_view *yee_model_view_for(yee_model *model, const yee_place *place);
/* Brings model->view up to date. */
bool yee_model_view_set(yee_model *model);
/* A waveform by name, for the block that wants it. */
yee_status yee_model_waveform(yee_model *model, const yee_place *place, const char *name,
                              yee_waveform *out);
/* instances.c: makes the scheme of a name; where the block [scheme.NAME] is missing, its sentences
 * belong to `by`, what asks for it. */
yee_status yee_model_scheme(yee_model *model, const char *name, const yee_place *by,
                            yee_instance **scheme);
/* scheme.c: the scheme that the model or $YEE_SCHEME names; for "auto" the fastest that is
 * available, of those that are not in model->lacks. Once the materials are known. One whose traits
 * exclude the model is declined for, or passed over. */
yee_status yee_model_choose(yee_model *model);
/* The links of all sources together. */
yee_status yee_model_links(yee_model *model, int64_t *links);
/* Logs what begins on a grid on which it takes seconds. */
void yee_model_busy(const yee_model *model, const char *what);
/* sources.c: the media are there. */
yee_status yee_model_sources(yee_model *model);
/* subdomains.c: before the media are known: where the model is to be cut its problem gets a
 * yee_local_ids, so that each subdomain keeps the ids of its own points. Where it cannot be cut so
 * far there is none, and a run says why. */
yee_status yee_model_local_ids(yee_model *model);
/* The scheme's wishes about cuts. */
yee_scheme_cuts yee_model_scheme_cuts(const yee_model *model);
/* The cut that the model's scheme steps in the least time, and its steps between two exchanges, by
 * the problem's grid, groups and ports. YEE_DECLINED with a sentence: there is none. */
yee_status yee_model_cut(yee_model *model, const int64_t wanted[3], yee_cut *cut,
                         int64_t *steps);
/* The key run.subdomains as yee_cut_choose() takes it. YEE_INPUT with a sentence
 * where it is neither one number nor three. */
yee_status yee_model_subdomains(const yee_model *model, int64_t wanted[3]);
/* devices.c: the GPUs that run.devices names, their numbers in *device, memory of the model's arena.
 * *count 0: the key is not given, and the scheme chooses. YEE_INPUT with a sentence where the
 * scheme does not see them, once there is one; before, `all` counts 2. */
yee_status yee_model_devices(const yee_model *model, int **device, int *count);
/* Place of a key of [run], or of the block where the key is not given. */
yee_place yee_model_run_place(const yee_model *model, const char *key);
/* Whether its scheme keeps the fields out of the host's memory. */
bool yee_model_on_device(const yee_model *model);

#endif
