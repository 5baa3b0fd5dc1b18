/* law_tables.h: what kernels know of the laws of a problem (yee/law.h, yee/port_law.h), passed to
 * them by value; plain C. Components are those of the plan, as in domain.h. */
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

/* Few coefficients of a law, as arguments of kernels. */
typedef union law_few {
    float f32[LAW_FEW];
    double f64[LAW_FEW];
} law_few;

/* Cells with laws of one form, of cells or of fields. Arrays of numbers of cells lie as a field does,
 * in the planes of these cells and the one after them; addresses are those of cell (0, 0, 0). Along z, where that
 * is periodic, word -1 is a copy of the last cell's. */
typedef struct cell_tables {
    /* The cells; all of a periodic axis where they touch an end of it. from[0] == to[0]: none. */
    int from[3], to[3];
    const uint16_t *use;    /* 1 + the law of a cell, 0: none; NULL: all cells have `alone` */
    const law_entry *entry; /* shape [laws] */
    law_entry alone;
    law_few few;   /* coefficients of `alone` */
    void *state;   /* real: word w of offset at is at + w*words, maps are behind the words */
    int64_t words; /* from a word to the next */
} cell_tables;

/* Edges beside cells with laws of fields (yee_field_run). */
typedef struct field_tables {
    void *linear[3]; /* L, real, V/m; lies as the numbers of cells do */
    /* Number of an edge's factors, 0: it is no such edge. NULL: all that are updated have `factor`,
     * if the component has any: linear is not NULL. */
    const uint16_t *part[3];
    const double *factors; /* to_cell and to_edge, shape [parts][2] */
    double factor[3][2];
} field_tables;

/* An edge of fields that has a source or a port. */
typedef struct field_guest {
    int64_t at;
    int component, unused;
} field_guest;

/* The law of a port; entry.text is -1 where it has none. */
typedef struct port_entry {
    law_entry law;
    int64_t state; /* where its words begin */
} port_entry;

typedef struct law_tables {
    const law_entry *entry; /* shape [media][3] */
    /* That of a component with one medium, and its coefficients where they are few. */
    law_entry alone[3];
    law_few few[3];
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
    cell_tables cells, field_cells;
    field_tables fields;
    const field_guest *guest;
    int guests;
    /* Share of the cell below in the mean at a node (yee_cell_share), real, shape [nodes] by axis. */
    const void *share_below[3];
    const void *cell_param; /* coefficients of cells, real */
    const double *cell_exact;
    const port_entry *port; /* shape [ports] */
    const double *port_param;
    double *port_state;
} law_tables;

#endif
