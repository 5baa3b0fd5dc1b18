/* core/cli/check/scheme/bench.h: what the battery of `yee check` for schemes is made of: problems,
 * a sink that trusts nobody, plans under test, and what is held against what. */
#ifndef YEE_CLI_BENCH_H
#define YEE_CLI_BENCH_H

#include "cli/check/check.h"
#include "plugin/call.h"

/* Calls of a plugin's functions, in one place: of a table, and of a trial's scheme. */
#define BENCH_CALL(...) YEE_CALL_RAW(__VA_ARGS__)
#define BENCH_CALL_VOID(...) YEE_CALL_VOID(__VA_ARGS__)
#define TRIAL_CALL(trial, function, ...) \
    BENCH_CALL((trial)->by, (trial)->ops, function, __VA_ARGS__)
#define TRIAL_CALL_VOID(trial, function, ...) \
    BENCH_CALL_VOID((trial)->by, (trial)->ops, function, __VA_ARGS__)

enum { BENCH_STEPS = 40, BENCH_HALF = 17 };

/* -- forms.c: small models that use all forms of problems between them -- */

/* Forms that a model of the battery has or, where the scheme declines them, has not; in the
 * order in which they are taken out. */
enum {
    FORM_POLES = 1 << 0,
    FORM_LOSS = 1 << 1,
    FORM_MAGNETIC = 1 << 2, /* mu, and with FORM_POLES and FORM_LOSS poles and losses of it */
    FORM_LAYERS = 1 << 3,
    FORM_DAMPED = 1 << 4,
    FORM_PORTS = 1 << 5,
    FORM_CURRENTS_H = 1 << 6,
    FORM_CUBIC = 1 << 7,
    FORM_CONDUCTORS = 1 << 8,
    FORM_DFT = 1 << 9,
    FORM_ENERGY = 1 << 10,
    FORM_GRADED = 1 << 11,
    FORM_PMC = 1 << 12,
    FORM_PERIODIC = 1 << 13,
    FORM_MEDIA = 1 << 14,
    FORMS = 15,
    FORM_TAPS = FORM_DFT | FORM_ENERGY, /* not of a model, but of what is looked at */
};

/* Number n of the models: its name, NULL behind the last; the forms it has at most. */
const char *forms_model(size_t n, unsigned *most);
/* Names of forms, "poles, losses"; "" where there are none. */
const char *forms_names(char *text, size_t size, unsigned forms);
/* The INI text of a model with these forms of its own; to be freed, NULL: no memory. */
char *forms_text(size_t n, unsigned forms);

/* -- bench.c: a frozen problem with taps of all kinds, for one scheme and precision -- */

typedef struct bench {
    check *c;
    char name[64]; /* for sentences: "2-D TM, f32" */
    unsigned forms;
    yee_model *model;
    yee_problem problem;        /* the model's, with the taps of the battery */
    const yee_instance *sample; /* keys that the scheme is tried with */
    const yee_instance *own;    /* the scheme under test, in the model */
    bool failed;                /* something was said, so that what follows from it is not */
} bench;

/* Parses and freezes model n, or a text, for the scheme under test with the keys of a sample. */
yee_status bench_open(check *c, const yee_instance *sample, size_t n, unsigned forms, bool f64,
                      bench *b);
yee_status bench_parse(check *c, const yee_instance *sample, const char *name, const char *text,
                       bool f64, bench *b);
/* Plans the problem and throws the plan away: YEE_OK or what plan() returned, nothing is said. */
yee_status bench_plan(bench *b);
void bench_close(bench *b);
/* FAIL with the bench's name in front; only the first of a bench is said. */
void bench_fail(bench *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* True where a function of a scheme returned YEE_OK; else FAIL with its name and its sentence,
 * or that there is none. */
bool bench_ok(bench *b, const char *function, yee_status status);
/* Weight (m^3) of point i, j, k of a component in an energy: product of its cells' widths, or
 * of half the cells beside it. */
double bench_volume(const yee_grid *g, int c, const int64_t at[3]);

/* -- records.c: a sink that hands out memory between guard zones -- */

typedef struct sink_series {
    size_t count, capacity; /* of records */
    unsigned char *data;    /* records one after the other */
} sink_series;

typedef struct bench_sink {
    yee_sink sink;
    const yee_problem *problem;
    int64_t from;         /* steps up to this one were done without this sink */
    sink_series *series;  /* shape [taps] */
    int64_t lent;         /* tap whose record the scheme has; -1: none */
    bool finishing;       /* finish() is under way: DFT taps are due */
    yee_status refuse;    /* what commit() answers; YEE_OK: it takes the record */
    bool refused;         /* it has, so that nothing more is to come */
    unsigned char *block; /* guard zone, record, guard zone */
    size_t block_size;
    char fault[256]; /* the first breach of the contract; "" */
} bench_sink;

bool sink_open(bench_sink *s, const yee_problem *problem, int64_t from);
void sink_close(bench_sink *s);
/* After run() or finish(): every record due up to step is there, none is lent. */
void sink_settle(bench_sink *s, int64_t step);
size_t sink_bytes(const yee_problem *p, int64_t tap); /* of one record */
/* Number n of a record of a tap. */
double sink_value(const bench_sink *s, int64_t tap, size_t record, int64_t n);

/* -- trial.c: one plan -- */

typedef struct trial {
    bench *b;
    const yee_instance *by; /* whose plan it is */
    const yee_scheme_ops *ops;
    void *plan;
    bench_sink sink;
    size_t count;
    double *field; /* all components one after the other, shape [count] */
} trial;

/* Pieces of a state in memory. */
typedef struct store {
    size_t count, capacity, next;
    struct store_piece {
        char name[96];
        unsigned char *data;
        int64_t bytes;
    } * piece;
    char fault[256];
} store;

/* All of these return false after saying what is wrong. by: whose plan it is, the bench's own
 * scheme or the reference. */
bool trial_open(trial *t, bench *b, const yee_instance *by, int64_t from);
void trial_close(trial *t);
bool trial_run(trial *t, int64_t steps);
/* Some of the steps up to `end`, by enqueue(). */
bool trial_enqueue(trial *t, int64_t end);
bool trial_finish(trial *t);
bool trial_read(trial *t); /* into field */
bool trial_save(trial *t, store *s);
bool trial_load(trial *t, store *s);
void store_free(store *s);
/* Where component c begins in field. */
size_t trial_offset(const yee_grid *g, int c);

/* -- what is tried -- */

/* compare.c: whether the dispersion relation is Yee's. */
bool compare_relation(const yee_instance *own, const yee_instance *reference);
/* The scheme on one bench, against the reference (NULL: its relation is another) and against
 * itself. *worst: largest difference over its bound. */
void compare_bench(bench *b, const yee_instance *reference, double *worst);
/* FAIL unless two runs left the same fields and records, bit by bit; those of `part` may begin
 * later. */
void compare_same(bench *b, const char *what, const trial *whole, const trial *part);
/* taps.c: step by step, what every tap delivers against read(). whole: the run in one go. */
void compare_taps(bench *b, const trial *whole);
/* functions.c: the functions that only look, write() and destroy(). */
void check_functions(bench *b);
/* waves.c: stencil() and time_stencil() are differences; waves in a periodic box have the
 * frequency of dispersion(), noise does not grow, a step reaches no further than radius. */
void check_differences(check *c, const yee_instance *sample, bool f64);
void check_waves(check *c, const yee_instance *sample, bool f64,
                 const yee_scheme_traits *traits);

#endif
