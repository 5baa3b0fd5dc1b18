/* core/problem/cells.c: the cells whose material has a law of cells or of fields (yee/law.h), as runs
 * along z.
 *
 * A cell is of the material at its middle: surfaces within it move what its edges are made of and
 * not where its law is. */
#include "base/grow.h"
#include "paint.h"
#include "problem/surface/oblique.h"
#include <stdlib.h>

typedef struct search {
    const yee_voxels *v;
    const int64_t *law; /* of materials */
    const yee_oblique *oblique;
    int64_t oblique_law;
} search;

/* The law of a cell; -1: none. */
static int64_t law_at(const search *f, int64_t cell)
{
    const yee_voxels *v = f->v;
    const int material = v->paint[yee_voxels_middle(v, cell)].material;
    /* shapes make none with a law, and no surface joins what has one */
    const int64_t own = (size_t)material < v->named ? f->law[material] : -1;
    return own < 0 && v->cell[cell] & YEE_CUT_CELL && yee_oblique_at(f->oblique, cell) >= 0
               ? f->oblique_law
               : own;
}

yee_status yee_voxels_cell_runs(const yee_voxels *v, yee_arena *arena, const int64_t *law,
                                const yee_oblique *oblique, int64_t oblique_law,
                                const yee_cell_run **to, int64_t *count)
{
    const search f = {v, law, oblique, oblique_law};
    yee_cell_run *run = NULL;
    size_t runs = 0, capacity = 0;
    for (int64_t row = 0; row < v->n[0] * v->n[1]; row++)
        for (int64_t k = 0, n; k < v->n[2]; k += n) {
            const int64_t own = law_at(&f, row * v->n[2] + k);
            n = 1;
            if (own < 0)
                continue;
            while (k + n < v->n[2] && law_at(&f, row * v->n[2] + k + n) == own)
                n++;
            if (!yee_grow(&run, runs, &capacity, sizeof *run)) {
                free(run);
                return yee_voxels_no_memory(v);
            }
            run[runs++] = (yee_cell_run){{row / v->n[1], row % v->n[1], k}, n, own};
        }
    *count = (int64_t)runs;
    *to = runs ? yee_arena_copy(arena, run, runs * sizeof *run) : NULL;
    free(run);
    return runs && !*to ? yee_voxels_no_memory(v) : YEE_OK;
}
