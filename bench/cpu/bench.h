/* bench/cpu/bench.h: what the parts of bench_cpu share.
 *
 * A row is one thing that is timed: a case on a grid, by a scheme of yee or by another program,
 * with a number of threads. Rows that are compared take turns, round after round, so that a
 * slow minute meets all of them; figures are medians over the rounds. */
#ifndef BENCH_CPU_H
#define BENCH_CPU_H

#include <stdio.h>
#include <time.h>
#include <yee/libyee.h>

enum { MOST_TURNS = 32, MOST_LIST = 16 };

typedef struct options {
    const char *parts, *scheme, *threads, *cells, *cases, *set, *csv, *md, *peers, *python;
    const char *growth; /* cells of the part growth */
    double seconds;     /* of a turn */
    int rounds;
    clockid_t clock;
    char folder[64]; /* where runs write */
    double triad;    /* GB/s */
    yee_session *session;
} options;

typedef struct row {
    const char *scheme, *name; /* name: the case */
    int n[3], threads;
    bool f64;
    yee_model *model;
    yee_simulation *simulation;
    bool peer;
    double took;   /* s, the last turn with all that belongs to it */
    int64_t steps; /* of a turn */
    int turns;
    double rate[MOST_TURNS]; /* Mcells/s */
    double base;             /* Mcells/s of vacuum in the same minutes */
    double bytes;            /* per cell and step, by count; 0: not known */
    char version[48];        /* of a peer */
} row;

/* A list "a,b,c": calls it with every word. */
typedef struct words {
    int count;
    char word[MOST_LIST][24];
} words;
words split(const char *list);
bool has_word(const char *list, const char *word);

double now(const options *o);
double measure_triad(const options *o);

/* rows.c */
row row_of(const char *scheme, const char *name, int cells, int threads);
/* The INI of a row's case, to be freed; NULL: no such case, or no memory. */
char *row_text(const options *o, const row *r);
yee_status row_open(const options *o, row *r);
yee_status row_turn(const options *o, row *r);
void row_close(row *r);
double row_rate(const row *r); /* the median */
double row_spread(const row *r);

/* peers.c: programs that others wrote, each behind a script in bench/peers. */
bool peer_open(const options *o, row *r); /* false: not installed, or it has no such case */
yee_status peer_turn(const options *o, row *r);

/* report.c */
void report_row(const options *o, const row *r);
/* Replaces the section of this heading in the Markdown file, or adds it. */
void report_section(const options *o, const char *heading, const char *text);

/* The parts. */
yee_status part_speed(options *o);
yee_status part_cost(options *o);
yee_status part_growth(options *o);
yee_status part_setup(options *o);
yee_status part_neighbour(options *o);
yee_status part_highorder(options *o);

#endif
