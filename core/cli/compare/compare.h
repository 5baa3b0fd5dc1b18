/* core/cli/compare/compare.h: what the files of `yee compare` share. */
#ifndef YEE_CLI_COMPARE_H
#define YEE_CLI_COMPARE_H

#include "cli/cli.h"
#include "selftest/accuracy.h"

enum { COMPARE_REASON = 512, COMPARE_TARGETS = 3, COMPARE_TRIES = 8 };
extern const double compare_target[COMPARE_TARGETS]; /* phase errors that are priced */

/* A scheme, with one value of the swept key, in one precision: a row of the table. Figures that
 * are not known are NaN. */
typedef struct compare_row {
    const yee_plugin *plugin;
    const char *value; /* of the swept key; NULL: the scheme has none */
    bool f64;
    char label[64];              /* "tiled width=16" */
    char reason[COMPARE_REASON]; /* why it was not run; "": it was */
    char slower[COMPARE_REASON]; /* why its time step is below the model's; "": it is not */
    double courant;              /* its own then, else 0 */
    int tries;                   /* time steps below the model's so far */
    yee_model *model;
    yee_simulation *simulation;
    double cells;          /* of its grid */
    int64_t most;          /* steps of its whole run */
    double dt, limit;      /* s: time step, and the largest stable one */
    double bytes, memory;  /* per cell and step, and in all; by count */
    bool counted;          /* memory is the core's count, not the scheme's word */
    yee_scheme_cost cost;  /* the scheme's own words */
    double phase;          /* worst relative error of the phase velocity */
    double error[2];       /* against plain in f64: largest and rms */
    double pace;           /* s per step */
    int64_t steps;         /* of a repeat */
    double *rate;          /* Mcells/s, shape [repeats] */
    double median, spread; /* Mcells/s; spread: from the slowest to the fastest, relative */
    double part;           /* of the bandwidth of the memory its fields are in */
    bool absent;           /* not run since the machine lacks what the scheme needs */
    yee_accuracy price[COMPARE_TARGETS]; /* of the errors compare_target */
} compare_row;

typedef struct compare {
    yee_session *session;
    const char *path;
    const cli_list *set;
    bool quiet;
    size_t schemes, values, precisions;
    const yee_plugin **scheme;
    const char *key;               /* swept: of schemes, or SECTION.KEY; NULL: none */
    const char **value;            /* shape [values] */
    const char **precision;        /* shape [precisions] */
    int64_t steps, repeats;        /* steps 0: as many as take about two seconds */
    int64_t first;                 /* steps after which errors are measured */
    double cells, bandwidth;       /* of the host, bytes/s */
    int threads;                   /* that moved them */
    double frequency;              /* Hz, top of the band; 0: none */
    char no_error[COMPARE_REASON]; /* why an error is not known; "": all are */
    size_t rows;
    compare_row *row;
} compare;

/* rows.c: one row per scheme, value and precision; those that do not run get their reason.
 * base: the model as it is. */
yee_status compare_rows_make(compare *c, const yee_model *base);
void compare_rows_free(compare *c);

/* measure.c: runs the rows side by side. */
void compare_measure(compare *c);
/* error.c: fills the errors of the rows, all of which have done c->first steps. */
void compare_errors(compare *c);

/* price.c: what the errors compare_target cost with each row's scheme. */
yee_status compare_prices(compare *c);
/* Bytes that are moved, and seconds at the measured speed. */
double compare_moved(const compare_row *r, int target);
double compare_seconds(const compare_row *r, int target);
void compare_print_prices(const compare *c, int width);

/* format.c */
/* Text of a figure, "-" where it is not known. */
typedef struct compare_cell {
    char text[32];
} compare_cell;
compare_cell compare_figure(const char *format, double value);
/* Text of a figure with so many digits, "-" where it is not known: columns of them line up. */
compare_cell compare_digits(double value, int digits);
const char *compare_precision(const compare_row *r);

/* table.c and refusals.c: for people. */
void compare_print(const compare *c);
/* refusals.c: what did not run, and what runs with a smaller time step. */
void compare_print_refusals(const compare *c);
/* files.c: NAME.csv and NAME.h5. may_write() finds out before the time is spent. */
yee_status compare_may_write(const char *name, bool force);
yee_status compare_write(const compare *c, const yee_model *base, const char *name, bool force);
/* picture.c: NAME_compare.png. */
yee_status compare_draw(const compare *c, const char *name);

#endif
