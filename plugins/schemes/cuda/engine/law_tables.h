/* law_tables.h: what kernels know of the laws of a problem (yee/law.h), passed to them by value;
 * plain C. Components are those of the plan, as in domain.h. */
#ifndef CUDA_LAW_TABLES_H
#define CUDA_LAW_TABLES_H

#include "domain.h"

enum { LAW_ALIGNED = 4 }; /* coefficients that are fetched as one */

/* The law of the edges of a component in a medium. */
typedef struct law_entry {
    int text;   /* number of its text among those that are compiled, -1: none */
    int param;  /* where its coefficients begin: a multiple of LAW_ALIGNED */
    int signal; /* place of its signals among the values of a step */
    int unused; /* fetched as 16 bytes */
} law_entry;

/* An edge with a law and a source or a port: the sweep leaves E^ there and keeps the old field,
 * its law acts after sources and ports. */
typedef struct late_edge {
    int64_t at;
    double old; /* V/m at n dt */
    int component, unused;
} late_edge;

enum { LAW_FEW = 16 }; /* coefficients that are fetched before a law acts; more are a table */

typedef struct law_tables {
    const law_entry *entry; /* shape [media][3] */
    /* That of a component with one medium, and its coefficients where they are few. */
    law_entry alone[3];
    union {
        float f32[3][LAW_FEW];
        double f64[3][LAW_FEW];
    } few;
    const void *param;     /* real */
    const double *exact;   /* those before they were rounded */
    const double *share;   /* part of the edge that the law's material fills, shape [media] */
    const int64_t *clock;  /* the step that is being done */
    const double *signals; /* shape [span, values]: step s at s % span */
    int64_t span, values;
    /* Words of laws, then maps: by rows, as those of sections, or as a field lies. */
    void *state[3];          /* real */
    const state_row *row[3]; /* shape [X, Y]; NULL: word w of offset at is at + w*state_words */
    int64_t state_words;
    /* Late edges in the order of components and offsets; those of row n of a component are
     * [late_begin[c][n], late_begin[c][n + 1]); NULL: the component has none. */
    late_edge *late;
    const int *late_begin[3]; /* shape [X*Y + 1] */
    int lates;
} law_tables;

#endif
