/* trim.c: the box of each component that sweeps update. They leave out components that do not
 * exist and, trimmed, the points of H that stay 0 on PEC faces. */
#include "plan.h"
#include <string.h>

/* H normal to a PEC face lies on it and sees no curl: it stays 0 unless a source or the user
 * puts a value there. */
static bool lies_on_pec(const plan *p, int c, int64_t position)
{
    const yee_axis_data *a = &p->grid.axis[yee_direction(c)];
    return !yee_is_electric(c) && !a->periodic && !a->invariant &&
           ((position == 0 && a->face[0] == YEE_FACE_PEC) ||
            (position == a->cells && a->face[1] == YEE_FACE_PEC));
}

bool plan_trimmed_point(const plan *p, int c, int64_t index)
{
    int64_t x[3];
    plan_split(p, c, index, x);
    return lies_on_pec(p, c, x[yee_direction(c)]);
}

void plan_trim(plan *p, bool trimmed)
{
    domain *d = &p->d;
    p->trimmed = trimmed;
    for (int half = 0; half < 2; half++)
        for (int a = 0; a < 3; a++) {
            d->sweep[half][0][a] = d->cells[a] + 1;
            d->sweep[half][1][a] = 0;
        }
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int a = 0; a < 3; a++) {
            int64_t begin = p->grid.begin[c][a], end = p->grid.end[c][a];
            if (trimmed && a == yee_direction(c)) {
                begin += begin < end && lies_on_pec(p, c, begin);
                end -= begin < end && lies_on_pec(p, c, end - 1);
            }
            d->begin[c][a] = p->grid.active[c] ? (int)begin : 0;
            d->end[c][a] = p->grid.active[c] ? (int)end : 0;
        }
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const int *b = d->begin[c], *e = d->end[c];
        if (b[0] >= e[0] || b[1] >= e[1] || b[2] >= e[2])
            continue;
        int(*s)[3] = d->sweep[yee_is_electric(c)];
        for (int a = 0; a < 3; a++) {
            s[0][a] = s[0][a] < b[a] ? s[0][a] : b[a];
            s[1][a] = s[1][a] > e[a] ? s[1][a] : e[a];
        }
    }
    for (int half = 0; half < 2; half++) {
        int(*s)[3] = d->sweep[half];
        if (s[1][0] == 0) /* no points: [0, 0) on every axis */
            memset(s, 0, sizeof d->sweep[half]);
        s[0][2] = 0; /* threads start where lines of memory do */
    }
    tiling_make(d, p->processors, &p->tiling);
}
