/* plugins/outputs/gprmax/gprmax.h: a record of receivers as gprMax has it. */
#ifndef YEE_OUTPUTS_GPRMAX_H
#define YEE_OUTPUTS_GPRMAX_H

#include "cells.h"
#include <yee/yee.h>

enum { GPRMAX_COLUMNS = 9 }; /* of a receiver: Ex Ey Ez Hx Hy Hz Ix Iy Iz */

/* How often the sample of a point counts in a column: the circulation of H around an edge takes
 * four. */
typedef struct gprmax_part {
    int64_t column; /* of all columns */
    int64_t point;  /* of the tap */
    double weight;
} gprmax_part;

typedef struct gprmax_receiver {
    const char *name;
    int64_t node[3];
    bool currents;
    int64_t first; /* of its columns */
} gprmax_receiver;

typedef struct gprmax_line {
    int64_t node[3];
    const yee_port *port;
    int64_t first; /* of its two columns, V and I */
} gprmax_line;

typedef struct gprmax_source {
    const char *type;
    int64_t node[3];
} gprmax_source;

typedef struct gprmax_record {
    int version; /* 3 or 4 */
    bool wide;   /* datasets of double */
    const char *title;
    const yee_grid *grid;
    int64_t iterations; /* rows at most: one more than steps */
    int64_t rows;       /* that are there; the first one is of zeros */
    int64_t columns;
    double *data; /* shape [iterations, columns] */
    int64_t receivers, lines, sources;
    gprmax_receiver *receiver; /* as they are written */
    gprmax_line *line;
    gprmax_source *source;
    gprmax_moving moving;
} gprmax_record;

/* Writes the file anew, whole or not at all; fails with a sentence. */
yee_status gprmax_write(const yee_host *host, const gprmax_record *record, const char *path);

/* merge.c: <stem>_merged.out or .h5 of the records of a sweep's traces, as gprMax's own
 * outputfiles_merge makes it. */
yee_status gprmax_merge(const yee_host *host, const gprmax_record *record,
                        const yee_gathering *gathering);

/* The ending of a record's file behind the stem, and of the one of all traces. */
const char *gprmax_ending(const gprmax_record *record, bool merged);
/* Attributes and names of both forms. */
typedef struct gprmax_out {
    const gprmax_record *r;
    bool bad; /* the first call that failed leaves it set; the others do nothing */
} gprmax_out;
void gprmax_numbers(gprmax_out *o, int64_t at, const char *name, int64_t type, int count,
                    const void *v);
void gprmax_text(gprmax_out *o, int64_t at, const char *name, const char *value);
int64_t gprmax_group(gprmax_out *o, int64_t file, const char *kind, int64_t number);
extern const char *const gprmax_column_name[GPRMAX_COLUMNS];
const char *gprmax_version(const gprmax_record *record);

#endif
