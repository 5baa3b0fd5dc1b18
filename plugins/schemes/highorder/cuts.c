/* cuts.c: where links end at metal, and which points have alike surroundings. */
#include "builder.h"
#include <stdlib.h>
#include <string.h>

/* Cuts the links of all points within reach (half cells) of the conductor at x of component c.
 */
static void cut_around(builder *b, int c, const int64_t x[3], int reach)
{
    const yee_grid *g = b->grid;
    for (int o = 0; o < YEE_COMPONENTS; o++) {
        int64_t lo[3], hi[3], y[3], z[3];
        for (int a = 0; a < 3; a++) {
            const int shift = yee_half(c, a) - yee_half(o, a); /* half cells */
            const bool here = g->axis[a].invariant;
            lo[a] = here ? 0 : x[a] - (reach - shift) / 2;
            hi[a] = here ? 0 : x[a] + (reach + shift) / 2;
        }
        for (y[0] = lo[0]; g->active[o] && y[0] <= hi[0]; y[0]++)
            for (y[1] = lo[1]; y[1] <= hi[1]; y[1]++)
                for (y[2] = lo[2]; y[2] <= hi[2]; y[2]++) {
                    memcpy(z, y, sizeof z);
                    builder_fold(g, o, z);
                    uint32_t *code = &b->code[o][yee_grid_index(g, o, z[0], z[1], z[2])];
                    if (*code != BUILDER_METAL)
                        *code = BUILDER_CUT;
                }
    }
}

/* A link may not pass a sheet of metal. One of a cell that does has an end within half a cell
 * of it, or on it; one of two cells within a cell. */
static void cut(builder *b)
{
    const int reach = b->scheme->reach - 1; /* longest link, cells */
    for (int c = 0; c < YEE_COMPONENTS && b->metal; c++) {
        const int64_t *n = b->grid->extent[c];
        int64_t at = 0, x[3];
        if (!b->grid->active[c])
            continue;
        for (x[0] = 0; x[0] < n[0]; x[0]++)
            for (x[1] = 0; x[1] < n[1]; x[1]++)
                for (x[2] = 0; x[2] < n[2]; x[2]++, at++)
                    if (b->code[c][at] == BUILDER_METAL)
                        cut_around(b, c, x, reach);
    }
}

/* The least and the largest code within radius along an axis. */
static void spread(const yee_grid *g, int c, int axis, int64_t radius, uint32_t *low,
                   uint32_t *high, uint32_t *line)
{
    const int64_t *e = g->extent[c], n = e[axis];
    const int64_t stride = axis == 2 ? 1 : axis == 1 ? e[2] : e[1] * e[2];
    const int64_t lines = e[0] * e[1] * e[2] / n;
    for (int64_t l = 0; l < lines; l++) {
        const int64_t from = l / stride * stride * n + l % stride;
        for (int64_t i = 0; i < n; i++) {
            line[i] = low[from + i * stride];
            line[n + i] = high[from + i * stride];
        }
        for (int64_t i = 0; i < n; i++)
            for (int64_t o = -radius; o <= radius; o++) {
                int64_t at = i + o;
                if (g->axis[axis].periodic)
                    at = (at % n + n) % n;
                if (at < 0 || at >= n)
                    continue; /* its image is among the others */
                uint32_t *a = &low[from + i * stride], *z = &high[from + i * stride];
                *a = line[at] < *a ? line[at] : *a;
                *z = line[n + at] > *z ? line[n + at] : *z;
            }
    }
}

static bool survey(builder *b)
{
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int64_t *e = b->grid->extent[c], points = yee_grid_points(b->grid, c);
        const int64_t longest = e[0] > e[1] ? e[0] : e[1];
        const size_t bytes = (size_t)points * sizeof(uint32_t);
        uint32_t *line = malloc(2 * (size_t)(longest > e[2] ? longest : e[2]) * sizeof *line);
        b->low[c] = malloc(bytes + !bytes);
        b->high[c] = malloc(bytes + !bytes);
        if (!line || !b->low[c] || !b->high[c]) {
            free(line);
            return false;
        }
        memcpy(b->low[c], b->code[c], bytes);
        memcpy(b->high[c], b->code[c], bytes);
        for (int a = 0; a < 3; a++)
            if (!b->grid->axis[a].invariant)
                spread(b->grid, c, a, b->scheme->reach, b->low[c], b->high[c], line);
        free(line);
    }
    return true;
}

bool cuts_make(builder *b)
{
    cut(b);
    return survey(b);
}

void cuts_free(builder *b)
{
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        free(b->low[c]);
        free(b->high[c]);
    }
}
