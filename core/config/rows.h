/* core/config/rows.h: the rows and cells of a text file, for keys whose list stands in one. */
#ifndef YEE_CORE_ROWS_H
#define YEE_CORE_ROWS_H

#include "base/arena.h"
#include "fault.h"
#include <stdbool.h>

/* The file that a value such as "@receivers.csv in mm" or "@soils.csv:eps" names. */
typedef struct yee_listed {
    const char *name;        /* as the model writes it */
    const char *path;        /* absolute, or from where the model's folder is relative to */
    const char *unit;        /* of every number in it; "": the file says it */
    size_t picks;            /* 0: all columns */
    const char *const *pick; /* shape [picks]: the heading or the number of a column */
} yee_listed;

/* Whether a value names a file that holds its list. */
bool yee_listed_is(const char *text);
/* The parts of such a value; false: no memory. */
bool yee_listed_split(yee_arena *arena, const char *folder, const char *text, yee_listed *file);

/* One file while it is read, row by row. Cells are separated by commas, semicolons, or blanks
 * and tabs, whatever the first row with cells has; what follows '#' is a comment. */
typedef struct yee_rows {
    const char *name;
    char *text, *at, *end;      /* heap; where the next line begins */
    char separator;             /* ',', ';', ' '; 0: no row yet */
    size_t line, first;         /* of the row; of the first row */
    size_t width;               /* columns of the first row, and so of all */
    size_t columns;             /* those that are read */
    bool headed;                /* the first row has the headings by which columns were found */
    size_t picks, *pick;        /* shape [picks], heap: the numbers of those columns; 0: all */
    const char *const *heading; /* shape [picks], of the yee_listed */
    size_t count, capacity;     /* cells of the row that are read */
    char **cell; /* shape [count], heap: into text, without blanks and quotes around */
} yee_rows;

/* Begins with a file; on failure *fault says why. End it in both cases. */
yee_status yee_rows_open(yee_rows *rows, const yee_listed *file, yee_fault *fault);
/* Goes to the next row that has cells; false: the end, or a fault, then *status. */
bool yee_rows_next(yee_rows *rows, yee_status *status, yee_fault *fault);
/* Puts file, line and column in front of the fault of a cell. */
yee_status yee_rows_fault(const yee_rows *rows, size_t column, yee_fault *fault);
void yee_rows_end(yee_rows *rows);
/* The unit of a column's numbers: in its heading, "x [mm]" or "x (mm)", or behind the file; "": there
 * is none. heading: NULL where the file has none. *fault: both are there, or no memory. */
yee_status yee_rows_unit(yee_arena *arena, const yee_listed *file, const char *heading,
                         const char **unit, yee_fault *fault);

#endif
