/* yee/libyee.h: libyee for programs: load plugins, read a model, plan it, run it, look at it.
 *
 *     yee_session *session = NULL;
 *     yee_model *model = NULL;
 *     yee_simulation *sim = NULL;
 *     if (yee_session_open(NULL, &session) ||
 *         yee_model_read(session, "model.ini", 0, NULL, &model) ||
 *         yee_simulation_plan(model, &sim) ||
 *         yee_simulation_run(sim, -1, NULL, NULL) ||
 *         yee_simulation_finish(sim))
 *         fprintf(stderr, "%s\n", yee_session_error(session));
 *     yee_simulation_free(sim);
 *     yee_model_free(model);
 *     yee_session_close(session);
 *
 * While one of these functions works, the working folder and the mask of new files belong to it:
 * what plugins do to them is undone, and what another thread does, too. Numbers are read and
 * written with a point whatever the locale is.
 *
 * Nothing here prints, exits or aborts. A session and all that was made from it belong to one
 * thread. Every function that returns a status leaves *out untouched unless it returns YEE_OK;
 * freeing NULL is allowed. */
#ifndef YEE_LIBYEE_H
#define YEE_LIBYEE_H

#include <yee/yee.h>

#ifdef __cplusplus
extern "C" {
#endif

/* libyee shows what is declared here and nothing else. */
#ifndef YEE_API
#define YEE_API __attribute__((visibility("default")))
#endif

typedef struct yee_session yee_session;
typedef struct yee_model yee_model;
typedef struct yee_simulation yee_simulation;

typedef struct yee_session_options {
    uint32_t size;
    const char *plugin_path; /* folders separated by ':', searched first; NULL: none */
    /* Receives log lines (no newline); NULL: they are dropped. */
    void (*log)(void *user, yee_level level, const char *line);
    void *user;
    const char *command; /* the command that output files name as their maker; NULL: none */
} yee_session_options;

/* Loads every module on the search path (and sets OMP_WAIT_POLICY=passive unless it is set):
 * plugin_path, $YEE_PLUGIN_PATH, the user's own folder ~/.local/lib/yee/<abi major>, yee's
 * <libdir>/yee/<abi major>. Of two plugins of one kind and name the first one found is kept, so
 * that a user's own hides yee's. Files and folders must belong to the user or to root, and
 * nobody else may be able to write to them; plugin_path must load, of the others what does not
 * is a warning. */
YEE_API yee_status yee_session_open(const yee_session_options *options, yee_session **session);
YEE_API void yee_session_close(yee_session *session);
/* Joins the processes that a launcher (mpirun, srun) has started with this one, by the first
 * transport plugin that can; once, before a model is read. From then on they run one model together:
 * all of them call the functions of session, model and simulation, in the same order, and get the
 * same status; the first has the files. Nothing happens where the process is alone. Where there is
 * no transport, yee_model_read() fails, unless the model says transport = none. */
YEE_API yee_status yee_session_join(yee_session *session);
/* The number of this process, from 0, and how many were joined; 0 and 1: it is alone. */
YEE_API int yee_session_rank(const yee_session *session, int *ranks);
/* Whether the other processes know of the last failure of this one: then one of them may say it for
 * all. */
YEE_API bool yee_session_agreed(const yee_session *session);
/* Parts from the other processes, before yee_session_close(). status: what this one has come to;
 * where the others do not know of its failure they are ended, and this call may not return. */
YEE_API void yee_session_leave(yee_session *session, yee_status status);
/* The sentence of the last failure of a session, with file, line and instance; "" if there is
 * none. With NULL it is that of the last yee_session_open of this thread. */
YEE_API const char *yee_session_error(const yee_session *session);

/* Walks over the plugins: calls visit for each, with the file it came from, until it returns
 * false. */
YEE_API void yee_session_plugins(const yee_session *session,
                                 bool (*visit)(void *user, const yee_plugin *plugin,
                                               const yee_module *module, const char *file),
                                 void *user);
/* A plugin by kind and name, NULL if there is none. */
YEE_API const yee_plugin *yee_session_plugin(const yee_session *session, yee_kind kind,
                                             const char *name);

/* Reads an INI file, or text under a name that messages will show; set holds overrides
 * "section.key=value". Parses and checks all, builds the frozen problem. A file that an importer
 * takes is read by it; "importer.NAME.key=value" sets a key of the importer NAME and chooses it,
 * "importer.NAME.type=NAME" does no more than choose it. */
YEE_API yee_status yee_model_read(yee_session *session, const char *path, size_t sets,
                                  const char *const *set, yee_model **model);
YEE_API yee_status yee_model_parse(yee_session *session, const char *name, const char *text,
                                   size_t sets, const char *const *set, yee_model **model);
/* Reads the model of `base` again, with the overrides that it was read with and then these, as in
 * "material.soil.eps=6": one of many models of a file. Where they change sources, waveforms,
 * outputs and the length of the run alone, and not the sources' band, the new model has grid, cells
 * and media of the base in common with it, which take most of the time of reading. Where grid and
 * shapes stay as they are, and materials keep their names, it has the painted cells in common with
 * it, and its media are made anew; else all is. Both may be freed in any order. Parts in common
 * count as they were when the base was read, the files of their sections too. */
YEE_API yee_status yee_model_vary(yee_model *base, size_t sets, const char *const *set,
                                  yee_model **model);
/* Whether two models have grid, cells and media in common: one was varied from the other, or both
 * from a third. */
YEE_API bool yee_model_shares(const yee_model *model, const yee_model *other);
YEE_API void yee_model_free(yee_model *model);
YEE_API const yee_problem *yee_model_problem(const yee_model *model);
/* The INI with every default filled in; owned by the model. */
YEE_API const char *yee_model_resolved(const yee_model *model);
/* The number of traces of its [sweep], the models that the file stands for; 0: it has none. The
 * override "sweep.trace=N" reads the model of trace N, from 0, as a model without a sweep. */
YEE_API size_t yee_model_traces(const yee_model *model);
YEE_API const yee_view *yee_model_view(const yee_model *model);

/* One finding of a model's self-test, which holds the media against the grid and the sources'
 * band, the layers, the memory. An error, or with [run] strict a warning, refuses the run at
 * its first step. */
typedef struct yee_finding {
    uint32_t size;
    yee_level level; /* YEE_INFO, YEE_WARNING, YEE_ERROR */
    const char *subject;
    const char *text;
} yee_finding;
YEE_API size_t yee_model_findings(const yee_model *model, const yee_finding **finding);

/* Chooses the scheme and plans the run; touches no output file. */
YEE_API yee_status yee_simulation_plan(yee_model *model, yee_simulation **simulation);
/* Has the simulation begin anew with another model, at step 0 and with fields of zero, once its
 * run is finished (which it does itself). Where the models have their cells in common and the
 * scheme can, its plan stays and gets other sources and taps alone; else it is made anew. The bits
 * are those of a simulation of its own. The former model is no longer needed. After a failure the
 * simulation can be freed, or aimed again, and nothing else. */
YEE_API yee_status yee_simulation_aim(yee_simulation *simulation, yee_model *model);
YEE_API void yee_simulation_free(yee_simulation *simulation);

typedef struct yee_progress {
    uint32_t size;
    int64_t step, steps;
    double seconds;  /* since the first step */
    double mcells_s; /* millions of cells and steps per second, mean of the run so far */
} yee_progress;

/* Does `steps` more steps (-1: all that are left). The first call opens the output files unless
 * outputs are off. progress is called a few times a second and may return false to stop:
 * YEE_INTERRUPTED. */
YEE_API yee_status yee_simulation_run(yee_simulation *simulation, int64_t steps,
                                      bool (*progress)(void *user,
                                                       const yee_progress *progress),
                                      void *user);
/* As yee_simulation_run() to the last step, a part at each call: where the scheme runs on a device
 * it may return while that is still at work, so that a program that advances several simulations in
 * turn, from one thread, keeps the device busy with all of them. *done: the run has come to its
 * end, or has failed; until then no other function than this one and yee_simulation_free() may be
 * called. */
YEE_API yee_status yee_simulation_advance(yee_simulation *simulation,
                                          bool (*progress)(void *user,
                                                           const yee_progress *progress),
                                          void *user, bool *done);
/* Before the first step: files whose names are relative lie in this folder, which is there; NULL,
 * and after yee_simulation_aim(): in the working folder. */
YEE_API yee_status yee_simulation_folder(yee_simulation *simulation, const char *path);
/* Before the first run: goes on from a checkpoint, with the output files that belong to it.
 * path NULL: <stem of the main file>.checkpoint, or .checkpoint.old where that is missing or
 * damaged. A checkpoint of another model is refused; only the length of the run, its threads
 * and what concerns files may have changed. */
YEE_API yee_status yee_simulation_restart(yee_simulation *simulation, const char *path);
/* Writes a checkpoint, with all output files brought to disk before. The last two are kept. */
YEE_API yee_status yee_simulation_checkpoint(yee_simulation *simulation);
/* The path of the checkpoint this run writes. */
YEE_API const char *yee_simulation_checkpoint_file(const yee_simulation *simulation);
/* Asks yee_simulation_run for a checkpoint soon; may be called from a signal handler. */
YEE_API void yee_simulation_ask_checkpoint(yee_simulation *simulation);
/* Delivers what is still to be delivered and closes the files. yee_simulation_free does it too,
 * silently. */
YEE_API yee_status yee_simulation_finish(yee_simulation *simulation);
/* Turns all outputs off (before the first run); for programs that read fields themselves. */
YEE_API void yee_simulation_quiet(yee_simulation *simulation);

/* Before the first run: the files of the outputs are kept in memory, and nothing is written on
 * disk, until the simulation is aimed or freed; no checkpoints are made and no post-processing
 * steps run. An output that writes files by itself refuses the run. It stays so when the
 * simulation is aimed at another model. */
YEE_API void yee_simulation_in_memory(yee_simulation *simulation);
/* Numbers of a finished run: a dataset, "/probe/rx/ez", or an attribute,
 * "/probe/rx/ez@time_step", in the units that the file says, shape dims[rank], the last axis
 * fastest; complex ones have an axis of two more. file: one of yee_simulation_written(), NULL:
 * the main one. They live until the simulation is aimed or freed. */
YEE_API yee_status yee_simulation_numbers(yee_simulation *simulation, const char *file,
                                          const char *path, int *rank, int64_t dims[8],
                                          const double **values);
/* The path under which this process reads the bytes of a file of a finished run: its own, or a
 * place in memory that is there until the simulation is aimed or freed (a link that HDF5's default
 * driver does not follow: h5py takes an open file, io.open(place, "rb")). file: as above, NULL: the
 * main one. NULL is returned where the run has no such file. */
YEE_API const char *yee_simulation_place(const yee_simulation *simulation, const char *file);

YEE_API int64_t yee_simulation_step(const yee_simulation *simulation);
YEE_API yee_status yee_simulation_read(yee_simulation *simulation, int component,
                                       double *values);
YEE_API yee_status yee_simulation_write(yee_simulation *simulation, int component,
                                        const double *values);
/* Electric and magnetic energy (J) now, as in YEE_TAP_ENERGY, of the whole model. */
YEE_API yee_status yee_simulation_energy(yee_simulation *simulation, double energy[2]);
YEE_API const yee_scheme_ops *yee_simulation_scheme(const yee_simulation *simulation,
                                                    const void **config, void **plan);
/* The scheme's own lines. */
YEE_API int yee_simulation_print(const yee_simulation *simulation, char *text, size_t size);
/* The path of the main output file, which is there once an output writes to it. */
YEE_API const char *yee_simulation_file(const yee_simulation *simulation);
/* The files of a run that has finished, the main one first, a line each; "": none. */
YEE_API const char *yee_simulation_written(const yee_simulation *simulation);

/* A post-processing step of a result file, without a run. */
typedef struct yee_post_options {
    uint32_t size;
    const char *name;       /* of the step: [post.NAME] of the model that the file keeps */
    const char *file;       /* the main file of a run */
    const char *type;       /* a plugin, for a step that is not in the model; NULL */
    size_t sets;            /* overrides "post.NAME.key=value" */
    const char *const *set; /* shape [sets] */
    bool into;              /* the result goes into the file, else into <stem>_<name>.h5 */
    bool force;             /* a result of this step that exists is replaced */
} yee_post_options;
/* *written: the paths of the files, a line each, to be free()d; NULL: not wanted. */
YEE_API yee_status yee_post_process(yee_session *session, const yee_post_options *options,
                                    char **written);

/* Tools around the five numbers of a pole. */

/* Relative eps or mu of a response at angular frequency omega (rad/s), analytic. base: YEE_EPS0
 * or YEE_MU0. */
YEE_API yee_complex yee_response_value(const yee_response *response, double base, double omega);
/* Relative eps or mu that a run with these coefficients has, exactly; dt in s. */
YEE_API yee_complex yee_update_value(const yee_update *update, const yee_section *section,
                                     double base, double dt, double omega);

#ifdef __cplusplus
}
#endif
#endif
