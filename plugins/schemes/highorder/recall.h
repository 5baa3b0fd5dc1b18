/* recall.h: what the older levels of levels.h add to a row; the oldest makes room for the
 * field, which is not updated yet. */
#include "cpu.h"

static void recall(const plan *p, const row *r)
{
    const cpu *own = p->scheme;
    const levels *l = own->levels;
    if (!l)
        return;
    const real *f = (const real *)p->field[r->c] + r->at;
    const real *first = (const real *)l->slot[(p->step + 2) % LEVELS][r->c] + r->at;
    const real *second = (const real *)l->slot[(p->step + 1) % LEVELS][r->c] + r->at;
    real *third = (real *)l->slot[p->step % LEVELS][r->c] + r->at;
    const real *part = l->part;
    real *restrict q = r->q;
    if (p->id[r->c])
        for (int64_t k = r->k0; k < r->k1; k++) {
            const real *x = part + LEVELS * p->id[r->c][r->at + k];
            q[k] += x[0] * first[k] + x[1] * second[k] + x[2] * third[k];
        }
    else {
        const real *x = part + LEVELS * p->uniform[r->c], x0 = x[0], x1 = x[1], x2 = x[2];
        for (int64_t k = r->k0; k < r->k1; k++)
            q[k] += x0 * first[k] + x1 * second[k] + x2 * third[k];
    }
    if (!r->look)
        memcpy(third + r->k0, f + r->k0, (size_t)(r->k1 - r->k0) * sizeof *third);
}
