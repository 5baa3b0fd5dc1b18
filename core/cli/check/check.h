/* core/cli/check/check.h: `yee check`: what a plugin of each kind must satisfy. */
#ifndef YEE_CLI_CHECK_H
#define YEE_CLI_CHECK_H

#include "cli/cli.h"
#include "model/model.h"
#include "watch.h"
#include <math.h>

/* The tally of one file, in memory that the processes share in which its plugins are tried. */
typedef struct check {
    yee_session *session;
    const yee_plugin *plugin;
    int passed, failed, skipped, untried;
    char note[160]; /* what a kind has measured over all samples of the plugin */
    double radius, order[2];
    bool sheet;         /* the material that was tried last is one */
    double apart, loss; /* of laws: float from double, of the field; least loss, of the work */
    const char *folder; /* absolute: for the files of runs */
    const cli_list *models;   /* --model: absolute paths */
    char configuration[8192]; /* INI text of what is being tried; "": nothing */
    bool shown;               /* it was printed behind a failure */
    check_watch watch;
} check;

/* -- verdict.c -- */

/* Prints one line and counts it; behind the first failure of a configuration, that one too. */
void check_judge(check *c, bool pass, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void check_skip(check *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Nothing of the plugin ran, for want of something that the user can give. */
void check_untried(check *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Text that is tried from now on, as a failure prints it; NULL: nothing. */
void check_trying(check *c, const char *text);

/* -- sample.c: sections of the plugin under test -- */

enum { CHECK_SAMPLES = 9 };
typedef struct check_variant {
    int number;     /* moves every number within its range and turns the choices; 0: none */
    int with[2];    /* keys that are optional and given all the same, -1: none */
    int elements;   /* times as many numbers in every list; 0: as they are */
    int without[2]; /* optional lists that are left out although elements is given, -1: none */
} check_variant;
/* A section that a user wrote, with the struct that it fills. */
typedef struct check_base {
    const yee_block *block;
    const void *config;
} check_base;
/* base: whose values are moved; NULL: the defaults and, for keys without one, usual values
 * within their range. NULL: no memory. */
yee_block *check_block(const yee_plugin *plugin, yee_arena *arena, const check_base *base,
                       const check_variant *variant);
/* The text of a section; of the arena. NULL: no memory. */
const char *check_block_text(yee_arena *arena, const yee_block *block);
/* Its instance; NULL: there is no such configuration; yee_session_error says why. */
yee_instance *check_instance(check *c, yee_arena *arena, yee_block *block);

/* Faces of a cube, all like this one, for plugins that look at the others. */
void check_faces(yee_face *face, yee_face all[6]);

/* -- single instances: one function per kind. False: the plugin refuses it, which is its right --
 */

bool check_material(check *c, const yee_instance *instance);
/* Numbers from -1 to 1 that differ from point to point and step to step. */
static inline double check_noise(int64_t n)
{
    return sin(12.9898 * (double)n + 0.5 * sin(78.233 * (double)n));
}
/* law.c: the law of a material; false after saying what is wrong with it. */
bool check_law(check *c, const yee_instance *instance, const yee_material *material);
/* port_law.c: the law of a source's port; false after saying what is wrong with it. */
bool check_port_law(check *c, const yee_instance *instance, const yee_port_law *law,
                    const void *self);
/* cell_law.c: a law of cells, likewise. */
bool check_cell_law(check *c, const yee_instance *instance, const yee_material *material);
bool check_boundary(check *c, const yee_instance *instance);
/* reflection.c: what a closure of the faces of x sends back of waves in vacuum, in f32 or in both
 * precisions; false after saying that it is too much. */
bool check_reflection(check *c, const yee_instance *instance, const yee_closure *closure,
                      bool both);
bool check_waveform(check *c, const yee_instance *instance);
bool check_shape(check *c, const yee_instance *instance);
bool check_scheme(check *c, const yee_instance *instance);

/* -- models -- */

enum { CHECK_STEPS = 50 };
/* The grid of a model that is completed. */
typedef enum check_grid {
    CHECK_3D,
    CHECK_GRADED,
    CHECK_TM,
    CHECK_TE,
    CHECK_OWN,
    CHECK_GRIDS
} check_grid;
extern const char *const check_grid_name[CHECK_GRIDS];

/* A model to try. */
typedef struct check_case {
    const char *name; /* for sentences: "the example, 3-D" */
    const char *text; /* complete; NULL: the file at path */
    const char *path; /* a file of the user or of an importer's example */
    const char *data; /* an example, whose comments describe files that it names; NULL */
    bool varied;      /* values were moved: there may be nothing to record */
    bool made;        /* of defaults, which may select nothing to record */
    bool as_it_is;    /* precision, scheme and steps are those of the file */
} check_case;

/* complete.c: models made of sections of which they need more. */
/* Whether the sections bring a grid along: then CHECK_OWN is the only one. */
bool check_has_grid(const yee_config *config);
/* config with `varied` in the place of the block `base` (NULL, NULL: as it is), and with all
 * that is missing; of the arena. NULL: no memory. */
const char *check_complete(const check *c, yee_arena *arena, const yee_config *config,
                           const yee_block *base, const yee_block *varied, check_grid grid);
/* data.c: writes the files that comments of an example describe into a folder: "; NAME: LINE"
 * is a line of a text file, "; NAME.h5: DATASET[2, 3] = 1, 2, ..." a dataset. False after a
 * sentence in the diag. */
bool check_write_data(yee_diag *diag, const char *example, const char *folder);

/* trial.c: builds, plans and runs a case. */
/* Its model, in a precision, with its files in a folder of that name, which is made. */
yee_status check_model(check *c, const check_case *k, bool f64, const char *folder,
                       yee_model **model);
/* YEE_OK where it was accepted: then all that was wrong was judged. Else the session knows why
 * the model was refused. */
yee_status check_case_runs(check *c, const check_case *k);
/* The folder of that name, absolute, in text; returns text. */
const char *check_folder(const check *c, const char *name, char *text, size_t size);
void check_remove(const check *c, const char *name); /* that folder */
/* Promises of the kinds about a model that was built, and of its runs. */
void check_emission(check *c, yee_model *model);                      /* source.c */
void check_painting(check *c, const check_case *k, yee_model *model); /* paint.c */
yee_status check_recording(check *c, const check_case *k, bool f64);  /* output.c */
/* files.c: every file of a folder is opened again and read. varied: datasets may be empty. */
bool check_files(check *c, const char *folder, bool varied);
bool check_same_files(check *c, const char *one, const char *two, const char *what);
/* example.c: the example of the plugin under test, its variants, the user's models. */
void check_examples(check *c);
/* Whether the plugin can be judged by what it says of itself: a material, a boundary, a waveform, a
 * volume, a scheme. The other kinds are in models. */
bool check_alone(const yee_plugin *plugin);
/* Judges one section of such a plugin. False: it is refused. */
bool check_block_alone(check *c, yee_arena *arena, yee_block *block);
/* importer.c */
bool check_takes(const yee_plugin *importer, const char *path);
/* Gives the importer a file that was cut, and one that is not there. */
void check_importer(check *c, const char *path);

#endif
