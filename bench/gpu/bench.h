/* bench/gpu/bench.h: what bench_gpu and bench_papers share. */
#ifndef BENCH_GPU_H
#define BENCH_GPU_H

#include <stdio.h>
#include <yee/libyee.h>

typedef struct bench {
    yee_session *session;
    FILE *csv;
    const char *scheme;
    char keys[128];  /* a section of the model with keys of the scheme; empty: none */
    const char *run; /* what the model calls it */
    double copy;     /* GB/s of a device copy: the best so far */
    bool copy_again; /* measured beside every row */
    char day[32];
    char folder[64]; /* where runs write */
} bench;

typedef struct figure {
    double rate, spread, percent; /* Gcells/s; %; of the byte bound */
    int64_t steps;                /* of a timing */
} figure;

/* Something that does steps: a plan without outputs, or a simulation with them. */
typedef struct runner {
    const yee_scheme_ops *ops;
    void *plan;
    yee_simulation *simulation; /* NULL: the plan alone */
} runner;

/* Opens the session and the CSV file, whose head it writes where there is none. */
yee_status bench_open(bench *b, const char *csv);
yee_status bench_close(bench *b, yee_status status);

double bench_now(void);
/* Waves of Ez but on the faces, where perfect conductors leave none; all else follows from it
 * within two steps, so that nothing is zero. */
yee_status bench_fill(const runner *r, const yee_grid *g);
/* Median of so many timings of so many seconds each; steps of a timing:
 * a multiple of `step`. */
yee_status bench_measure(const runner *r, double cells, int timings, double seconds,
                         int64_t step, figure *f);
/* The text that write() writes, to be freed; NULL: no memory. */
char *bench_text(const bench *b, const char *file,
                 void (*write)(const bench *b, const char *file, FILE *to));
/* The model of a text, without outputs; memory: bytes of the plan. */
yee_status bench_time(bench *b, const char *text, figure *f, double *memory);
/* A model that was read, which stays. */
yee_status bench_time_model(yee_model *model, figure *f, double *memory);
/* percent, and a row of the CSV file; bytes: per cell and step, 0: not counted. */
void bench_row(bench *b, const char *scheme, const char *name, const int cells[3],
               const char *precision, double bytes, figure *f);

/* The parts of bench_gpu. */
yee_status speed_case(bench *b, const char *name);
yee_status cost_table(bench *b);
yee_status large_table(bench *b);
yee_status accuracy_row(bench *b);
yee_status buried_utilities(bench *b);
yee_status model_file(bench *b, const char *path);

#endif
