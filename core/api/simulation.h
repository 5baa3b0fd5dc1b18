/* core/api/simulation.h: a run of a model, as simulation.c and restart.c see it. */
#ifndef YEE_CORE_SIMULATION_H
#define YEE_CORE_SIMULATION_H

#include "files/record.h"
#include "model/model.h"
#include "run/post.h"
#include "run/ringing.h"
#include "run/subdomains.h"
#include "run/writer.h"
#include <signal.h>

/* Where the time of a run in parts went (yee_simulation_advance), s. */
typedef struct yee_run_times {
    double begin;  /* tests before the first step, files opened */
    double launch; /* steps handed over, and records of those before */
    double wait;   /* for steps */
    double looks;  /* at fields and files after chunks */
    int64_t begins, launches, waits, chunks;
} yee_run_times;

struct yee_simulation {
    yee_model *model;
    const yee_scheme_ops *ops; /* the scheme's, or those of subdomains */
    const void *config;        /* and what their plan() takes */
    yee_subdomains_config cut; /* where it is those of subdomains */
    void *plan;
    yee_files *files;
    yee_opening opening; /* for the outputs */
    yee_writer_thread *writer;
    yee_parting parting;               /* large records that each process writes itself */
    yee_part_writer *parts;            /* its part of them; NULL: there are none */
    struct yee_deliveries *deliveries; /* NULL: quiet */
    struct yee_sentinel *sentinel;
    struct yee_stop *stop;
    yee_ringing *ringing;
    struct yee_checkpoint *from; /* the run goes on from it; NULL: it began, or is going on */
    bool restarted;              /* from it, which the first process alone has open */
    char *files_from;            /* what `from` says about the output files */
    char *written;               /* paths of the output files, once they are closed */
    bool in_memory;              /* where they are then, and not on disk */
    struct yee_numbers *numbers; /* that were asked for; numbers.c */
    struct yee_memory_file *memory; /* the files, from their making on */
    volatile sig_atomic_t asked;    /* for a checkpoint */
    const char *stopped;            /* why the run ends before its last step; NULL */
    double saved;                   /* s, clock: time of the last checkpoint */
    bool quiet, begun, finished;
    bool wrote; /* fields were written from outside */
    bool trial; /* a few steps of it are timed: what is wrong with the model has been said */
    yee_status status;
    double seconds;  /* in steps */
    double work;     /* s of all cores, in steps */
    int64_t first;   /* step that they count from */
    int64_t checked; /* step of the last check: the sentinel may run ahead of it */
    int64_t chunk;   /* steps between two looks at the clock */
    /* The chunk that is under way. */
    int64_t chunk_from, chunk_steps; /* chunk_steps 0: none is */
    double chunk_begun, chunk_work;  /* s: clock, and the process's work until then */
    yee_run_times times;
    char *folder; /* of files whose names are relative; NULL: where the process is */
};

/* simulation.c: the parts of a run, which advance.c does one by one. */
/* The first call opens the files. */
yee_status yee_simulation_begin(yee_simulation *simulation);
/* Chooses the steps of the next chunk, none after `last`. */
yee_status yee_simulation_begin_chunk(yee_simulation *simulation, int64_t last);
/* Its steps are done, with a status, or have failed. */
yee_status yee_simulation_end_chunk(yee_simulation *simulation, int64_t last, yee_status status,
                                    bool (*progress)(void *user, const yee_progress *progress),
                                    void *user);
/* The steps have come to an end without a failure. */
yee_status yee_simulation_ended(yee_simulation *simulation);

/* advance.c: tests before the first step and files; yee_simulation_advance() does it else. */
yee_status yee_simulation_open(yee_simulation *simulation);
/* Seconds of the stages of the run so far. */
const yee_run_times *yee_simulation_times(const yee_simulation *simulation);

/* files.c: all processes open the files of a run, before its first step; and write what is left and
 * close them. complete: the run has come to where it was to end, so that its posts are due. */
yee_status yee_simulation_open_files(yee_simulation *simulation);
yee_status yee_simulation_close_files(yee_simulation *simulation, bool complete);
/* Where a scheme delivers its records. */
const yee_sink *yee_simulation_sink(const yee_simulation *simulation);
/* Why a scheme had no place for a record, whatever it says of that itself. */
yee_status yee_simulation_refused(const yee_simulation *simulation);

/* plan.c: frees what a finished run has left; model and plan stay. */
void yee_simulation_forget(yee_simulation *simulation);
/* cut.c: which ops and which config the model's plan has: those of its scheme, or of the subdomains
 * that [run] asks for. */
yee_status yee_simulation_cut(yee_simulation *simulation);

/* Which records go into part files: large ones, where several processes have their parts. */
void yee_simulation_part_records(yee_model *model);

/* numbers.c: frees the numbers that were asked for. */
void yee_simulation_drop_numbers(yee_simulation *simulation);

/* provenance.c. lines: room for the scheme's own, which must live as long. */
yee_provenance yee_simulation_provenance(const yee_simulation *simulation, char *lines,
                                         size_t size);
/* "debye 1.0 (material_debye.so)", of the model's arena. */
const char *yee_plugin_line(yee_arena *arena, const yee_registered *registered);

/* post.c: the steps [post.NAME] of a run that has come to its end and whose files are closed. */
yee_status yee_simulation_posts(yee_simulation *simulation, const char *path);
/* Whether a step takes a moment by its own word, *cost: a trial that comes to the end of the
 * run does it, and leaves those out that take longer or do not say. */
bool yee_simulation_post_brief(yee_model *model, const yee_instance *step, yee_post_cost *cost);

/* identity.c: the model, its cells, plugins, laws and records, a line each; malloc, NULL: no
 * memory. */
char *yee_restart_identity(const yee_simulation *simulation);
/* Compares the identity of this run with a checkpoint's: YEE_INPUT with the first difference. */
yee_status yee_restart_compare(const yee_simulation *simulation, const char *path,
                               const char *now, const char *then);
/* restart.c */
/* The run's own checkpoint, or the one before; *path is the one that can be read. NULL without a
 * sentence where there is none. */
struct yee_checkpoint *yee_restart_find(yee_simulation *simulation, const char **path);
/* Path of the run's checkpoint, of the model's arena; NULL: no memory. */
const char *yee_restart_path(const yee_simulation *simulation);
/* The output files are open: their state follows. */
yee_status yee_restart_outputs(yee_simulation *simulation);
/* Before a run begins anew: what an earlier run left must not be mixed with it. */
yee_status yee_restart_clear(yee_simulation *simulation);

#endif
