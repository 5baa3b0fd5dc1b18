/* lean.c: a law of fields that keeps nothing, in every cell of a random problem. */
#include "drawn_law.h"
#include "reshape.h"
#include <check.h>

#define LAW_NAME lean
#define LAW_FILE "lean.law.h"
#define LAW_CELL_WORDS 3
#define LAW_MAPS 0
#include <yee/law_rows.h>

static const yee_law lean = {
    YEE_CELL_LAW(lean, 1, YEE_LAW_FIELD),
    .params = 3,
    .prepare = prepare,
    .least = one,
    .reach = one,
};

static void *lean_array(test_case *t, int64_t count, size_t bytes)
{
    void *memory = yee_arena_alloc(t->arena, (size_t)count * bytes);
    ck_assert_ptr_nonnull(memory);
    return memory;
}

void take_lean_law(test_case *t, int64_t gap)
{
    static const double numbers[] = {0.03, -0.02, 0.04};
    yee_problem *p = &t->problem;
    const yee_axis_data *a = p->grid.axis;
    int64_t edges = 0;
    for (int c = 0; c < 3; c++)
        edges += yee_grid_points(&p->grid, c);
    yee_law_use *use = lean_array(t, p->laws + 1, sizeof *use);
    yee_law_medium *medium = lean_array(t, p->media, sizeof *medium);
    yee_cell_run *cell = lean_array(t, 2 * a[0].cells * a[1].cells, sizeof *cell);
    yee_field_run *edge = lean_array(t, edges, sizeof *edge);
    for (int64_t n = 0; n < p->laws; n++)
        use[n] = p->law[n];
    for (int64_t m = 0; m < p->media; m++)
        medium[m] = p->laws ? p->law_medium[m] : (yee_law_medium){.law = -1};
    use[p->laws] = (yee_law_use){&lean, NULL, NULL, numbers};
    p->field_cells = p->field_runs = 0;
    for (int64_t i = 0; i < a[0].cells; i++)
        for (int64_t j = 0; j < a[1].cells; j++)
            if (gap == 0 || (i + j) % gap > 0)
                cell[p->field_cells++] = (yee_cell_run){{i, j, 0}, a[2].cells, p->laws};
    for (int c = 0; c < 3; c++) {
        const int64_t *from = p->grid.begin[c], *to = p->grid.end[c];
        const double part = 0.5 + 0.1 * c;
        for (int64_t i = from[0]; p->grid.active[c] && i < to[0]; i++)
            for (int64_t j = from[1]; j < to[1]; j++)
                edge[p->field_runs++] =
                    (yee_field_run){c, {i, j, from[2]}, to[2] - from[2], 2 * part, part};
    }
    p->field_cell = cell;
    p->field_run = edge;
    p->law = use;
    p->law_medium = medium;
    p->laws++;
}
