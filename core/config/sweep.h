/* core/config/sweep.h: many models of one file, what its sections [sweep] and [sweep.NAME] say. */
#ifndef YEE_CORE_SWEEP_H
#define YEE_CORE_SWEEP_H

#include "param.h"
#include "rows.h"

/* A variable of a sweep: keys of the model that move together. */
typedef struct yee_sweep_variable {
    const char *name;
    yee_place place;
    const yee_block *block;
    void *config; /* a yee_sweep_config */
    size_t keys;
    const char *const *key; /* "source.tx.position" */
    size_t values;
    const char **text;    /* shape [values][keys], as the model file would say it */
    const double *number; /* shape [values], SI: of the first key the component that changes;
                             NULL: its values are no numbers */
    const char *unit;     /* of the numbers; "" */
} yee_sweep_variable;

typedef struct yee_sweep {
    size_t traces; /* 0: the model has no [sweep.NAME] */
    int64_t trace; /* the one that is asked for; -1: none */
    bool
        together; /* all variables step at once; else all combinations, the last runs fastest */
    size_t variables;
    yee_sweep_variable *variable;
    void *config; /* the keys of [sweep] */
} yee_sweep;

enum { YEE_SWEEP_MOST = 1000000 }; /* traces */

extern const yee_param yee_sweep_params[];          /* of [sweep] */
extern const yee_param yee_sweep_variable_params[]; /* of [sweep.NAME] */

/* Whether a block is one of a sweep, which no plugin reads. */
bool yee_sweep_block(const yee_block *block);
/* Reads the blocks of a sweep; those of the rest of the model are as the file has them. */
yee_status yee_sweep_read(yee_diag *diag, yee_arena *arena, yee_config *config,
                          yee_sweep *sweep);
/* The number of the value that a variable has in a trace. */
size_t yee_sweep_value(const yee_sweep *sweep, size_t trace, size_t variable);
/* The overrides "importer.NAME.KEY=VALUE" of sweep->trace, into set where it is not NULL; their
 * number. An element is NULL where memory is short. */
size_t yee_sweep_imports(yee_arena *arena, const yee_config *config, const yee_sweep *sweep,
                         const char **set);
/* Gives the keys of all variables the values of sweep->trace; sentences about them name the
 * variable's section. */
yee_status yee_sweep_apply(yee_diag *diag, yee_arena *arena, yee_config *config,
                           const yee_sweep *sweep);

/* Appends the sections of a sweep as INI text with every default; grows *text (malloc). */
bool yee_sweep_resolved(yee_config *config, const yee_sweep *sweep, char **text);

/* sweep_values.c: the keys of [sweep.NAME]. */
typedef struct yee_sweep_config {
    yee_texts keys, values;
    const char *from, *to, *step, *mean, *deviation;
    int64_t count, seed;
    int scale, sample;
} yee_sweep_config;
/* sweep_file.c: the values that stand in a file as the text of a list; on failure *fault says why. */
yee_status yee_sweep_file(yee_arena *arena, const yee_listed *file, const char **text,
                          yee_fault *fault);
/* Fills text, number and unit of a variable. */
yee_status yee_sweep_values(yee_diag *diag, yee_arena *arena, yee_config *config,
                            const yee_sweep_config *given, yee_sweep_variable *variable);

#endif
