/* plan.c: what the schemes keep on the CPU. */
#include "accept.h"
#include "cpu.h"
#include "mend.h"
#include "shapes.h"
#include <math.h>
#include <string.h>

static void put(const plan *p, void *to, int64_t n, double value)
{
    if (p->word == sizeof(float))
        ((float *)to)[n] = (float)value;
    else
        ((double *)to)[n] = value;
}

/* The cheapest kernel that has all the weights, and its weights in the order of shapes.h. */
static void shape(const plan *p, cpu *own, int electric, int a, int d, void *weight)
{
    static const int masks[][WIDE_REACH] = {
#define MASK(near, far, third) {near, far, third},
        WIDE_SHAPES(MASK)
#undef MASK
    };
    /* across along x or y comes first; along z both are there, x first */
    const int across = a == YEE_Z ? YEE_X : 1 - a, first = across == d ? 1 : 2;
    const int order[WIDE_ACROSS] = {0, first, 3 - first, 3};
    double(*const w)[WIDE_ACROSS] = own->weights[electric][a][d];
    int *found = &own->shape[electric][a][d], need[WIDE_REACH] = {1, 0, 0};
    for (int q = 0; q < WIDE_REACH; q++)
        for (int n = 0; n < WIDE_ACROSS; n++) {
            const int64_t at =
                (((electric * 3 + a) * 3 + d) * WIDE_REACH + q) * WIDE_ACROSS + n;
            put(p, weight, at, w[q][order[n]]);
            need[q] |= w[q][order[n]] != 0 ? 1 << n : 0;
            need[q] |= need[q] != 0;
        }
    while ((need[0] & ~masks[*found][0]) || (need[1] & ~masks[*found][1]) ||
           (need[2] & ~masks[*found][2]))
        ++*found;
    const int *m = masks[*found];
    own->moved[electric][a][d] = a != YEE_Z && ((m[0] | m[1] | m[2]) & 12);
}

static bool keep_weights(plan *p, cpu *own)
{
    double d[3];
    void *weight = plan_take(p, 2 * 3 * 3 * WIDE_REACH * WIDE_ACROSS, p->word);
    own->weight = weight;
    wide_cell(&p->grid, d);
    for (int electric = 0; electric < 2 && weight; electric++)
        for (int a = 0; a < 3; a++)
            for (int to = 0; to < 3; to++)
                if (a != to && d[a] > 0) {
                    wide_weigh(own->scheme, &own->wave, electric, a, to,
                               own->weights[electric][a][to]);
                    shape(p, own, electric, a, to, weight);
                }
    return weight != NULL;
}

/* What lies beyond the ends of rows, and their spacing. */
static bool keep_ends(plan *p, cpu *own)
{
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int side = 0; side < 2; side++)
            for (int h = 0; h < WIDE_REACH && p->grid.active[c]; h++) {
                mirror *m = &own->halo[c][side][h];
                m->at = side ? p->grid.extent[c][YEE_Z] + h : -1 - h;
                m->sign = wide_image(&p->grid, c, YEE_Z, &m->at);
            }
    for (int half = 0; half < 2; half++) {
        const yee_axis_data *z = &p->grid.axis[YEE_Z];
        const line *l = &p->line[YEE_Z][half];
        void *along = plan_take(p, own->line, p->word);
        own->along[half] = along;
        if (!along)
            return false;
        for (int64_t k = 0; k < l->count; k++) {
            const double inverse = p->word == sizeof(float)
                                       ? (double)((const float *)l->inverse)[k]
                                       : ((const double *)l->inverse)[k];
            const bool end = half == NODE && !z->periodic && (k == 0 || k == z->cells);
            put(p, along, k, end && z->face[k > 0] == YEE_FACE_PMC ? 0.5 * inverse : inverse);
        }
    }
    return true;
}

/* Of the planes that a row's differences reach, this much stays in the second-level cache. */
enum { CACHE = 1 << 20 };

/* NULL: no memory. */
static cpu *keep(plan *p, const wide_scheme *s, const cpu_config *config)
{
    const yee_problem *q = p->problem;
    const cpu_rows *rows = cpu_pick(config->isa);
    double d[3];
    cpu *own = plan_take(p, 1, sizeof *own);
    if (!own || !rows)
        return NULL;
    p->scheme = own;
    p->fields = p->word == sizeof(float) ? rows->f32 : rows->f64;
    own->isa = rows->isa;
    own->scheme = s;
    own->line = (p->row + 2 * LINE_PAD + 15) / 16 * 16;
    own->lines = plan_take(p, LINES * own->line * p->threads + 16, p->word);
    own->block = CACHE / (2 * s->reach + 2) / 3 / (int64_t)p->word / p->row;
    own->block = own->block < 8 ? 8 : own->block;
    wide_cell(&p->grid, d);
    own->wave =
        wide_wave_of(s->designed ? &config->design : NULL, d, q->grid.dt, links_velocity(q));
    p->edges.count = 0; /* edges.c knows Yee's curl only */
    if (s->time == WIDE_BACKWARD)
        own->levels = levels_make(p);
    const bool ok = own->lines && keep_weights(p, own) && keep_ends(p, own) &&
                    (s->time == WIDE_LEAPFROG || own->levels);
    return ok ? own : NULL;
}

yee_status cpu_plan(const yee_host *host, const wide_scheme *s, const void *config,
                    const yee_problem *problem, void **made)
{
    yee_status status;
    plan *p = NULL;
    wide_wave wave; /* the plan's own may be turned */
    const wide_config *design = s->designed ? &((const cpu_config *)config)->design : NULL;
    if ((status = wide_accept(host, s, false, design, problem, &wave)) ||
        (status = plan_make(host, problem, &p)))
        return status;
    cpu *own = keep(p, s, config);
    if (!own) {
        plan_free(p);
        return host->fail(host, YEE_MEMORY, "no memory for the rows of %s", s->name);
    }
    if ((status = mend_plan(host, p, own, config))) {
        cpu_destroy(p);
        return status;
    }
    *made = p;
    return YEE_OK;
}

void cpu_destroy(void *made)
{
    plan *p = made;
    links_free(((const cpu *)p->scheme)->links);
    plan_free(p);
}

yee_status cpu_state(void *made, yee_state *state)
{
    plan *p = made;
    const cpu *own = p->scheme;
    return own->levels ? levels_pieces(p, own->levels, state) : plan_pieces(p, state);
}
