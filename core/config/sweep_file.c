/* core/config/sweep_file.c: the values of a variable of a sweep that stand in a file, a row each. */
#include "sweep.h"

#include "base/grow.h"
#include "base/units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All cells of a file that are read. */
typedef struct table {
    size_t columns, cells, capacity;
    const char **cell; /* shape [cells / columns][columns], heap; texts of the arena */
    bool headed;       /* the first row is one of headings */
} table;

static yee_status read_cells(yee_arena *arena, const yee_listed *file, table *t,
                             yee_fault *fault)
{
    yee_rows rows;
    yee_status status = yee_rows_open(&rows, file, fault);
    while (!status && yee_rows_next(&rows, &status, fault))
        for (size_t i = 0; i < rows.count && !status; i++)
            if (!yee_grow(&t->cell, t->cells, &t->capacity, sizeof *t->cell) ||
                !(t->cell[t->cells++] = yee_arena_text(arena, rows.cell[i])))
                status = yee_fault_memory(fault);
    t->columns = rows.columns;
    t->headed = rows.headed;
    yee_rows_end(&rows);
    return status;
}

static bool has_numbers(const table *t, size_t row)
{
    bool any = false;
    for (size_t i = 0; i < t->columns; i++)
        any = any || yee_units_suffix(t->cell[row * t->columns + i]);
    return any;
}

/* All values as a list with | between them, or behind it where a table has one row; a row without
 * headings is a list of its cells. NULL: no memory. */
static const char *join(yee_arena *arena, const table *t, const char *const *unit)
{
    const size_t first = t->headed ? t->columns : 0;
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    for (size_t n = first; n < t->cells; n++) {
        const size_t column = n % t->columns;
        const char *own = yee_units_suffix(t->cell[n]);
        const bool bare = own && !*own && *unit[column];
        const char *between = n == first ? "" : column ? ", " : " | ";
        fprintf(out, "%s%s%s%s", between, t->cell[n], bare ? " " : "",
                bare ? unit[column] : "");
    }
    if (t->headed && t->columns > 1 && t->cells == 2 * t->columns)
        fputs(" |", out);
    const bool whole = !ferror(out);
    const char *kept =
        fclose(out) == 0 && whole ? yee_arena_copy(arena, text, length + 1) : NULL;
    free(text);
    return kept;
}

yee_status yee_sweep_file(yee_arena *arena, const yee_listed *file, const char **text,
                          yee_fault *fault)
{
    table t = {0};
    yee_status status = read_cells(arena, file, &t, fault);
    const char **unit = yee_arena_alloc(arena, (t.columns + 1) * sizeof *unit);
    const size_t rows = t.columns ? t.cells / t.columns : 0;
    if (!status && rows > 1 && !has_numbers(&t, 0) && has_numbers(&t, 1))
        t.headed = true;
    if (!status && rows == t.headed)
        status = yee_fault_say(fault, "%s has no values", file->name);
    if (!status && !unit)
        status = yee_fault_memory(fault);
    for (size_t i = 0; i < t.columns && !status; i++)
        status = yee_rows_unit(arena, file, t.headed ? t.cell[i] : NULL, &unit[i], fault);
    if (!status && !(*text = join(arena, &t, unit)))
        status = yee_fault_memory(fault);
    free(t.cell);
    return status;
}
