/* plugins/outputs/gprmax/gprmax.h: a record of receivers as gprMax has it. */
#ifndef YEE_OUTPUTS_GPRMAX_H
#define YEE_OUTPUTS_GPRMAX_H

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
    int64_t source_steps[3], receiver_steps[3]; /* cells */
} gprmax_record;

/* Writes the file anew, whole or not at all; fails with a sentence. */
yee_status gprmax_write(const yee_host *host, const gprmax_record *record, const char *path);

#endif
