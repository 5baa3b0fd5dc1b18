/* bench/common/cases.h: the models that bench_cpu and bench_gpu time. */
#ifndef BENCH_CASES_H
#define BENCH_CASES_H

#include <stdbool.h>
#include <stdio.h>

/* A named model on a grid, for a scheme with a number of threads. */
typedef struct bench_case {
    const char *scheme, *name;
    int n[3], threads; /* n: cells */
    bool f64;
} bench_case;

bench_case case_of(const char *scheme, const char *name, int cells, int threads);
/* Writes the INI; folder: where its run writes. false: there is no such case. */
bool case_write(const char *folder, const bench_case *c, FILE *to);
/* The INI, to be freed; NULL: no such case, or no memory. */
char *case_text(const char *folder, const bench_case *c);

#endif
