/* operator.c: the operator of a high-order scheme in the plan's axes, and images beyond their
 * ends. */
#include "wide_plan.h"

/* Weights of the difference along a of the component along s, in the plan's axes; a rotated
 * grid is x y z as z x y: cyclic, so that "next" stays next. */
static void make_curls(const plan *p, wide *w, const wide_scheme *scheme, const wide_wave *wave)
{
    for (int half = 0; half < 2; half++)
        for (int a = 0; a < 3; a++)
            for (int n = 0; n < 2; n++) {
                const int s = (a + 1 + n) % 3, d = 3 - a - s;
                wide_weights from = {{0}};
                arm *to = &w->curls.of[half][(a + p->rotation) % 3][n];
                if (wave->d[a] > 0)
                    wide_weigh(scheme, wave, half != 0, a, d, from);
                for (int m = 0; m < WIDE_PAIRS; m++) {
                    to->along[m] = from[m][0];
                    if (m == 2)
                        continue;
                    to->first[m] = from[m][n == 0 ? 2 : 1];
                    to->second[m] = from[m][n == 0 ? 1 : 2];
                    to->corner[m] = from[m][3];
                }
            }
}

static int shape_of(arm (*from)[2])
{
    int shape = 0;
    for (int a = 0; a < 3; a++)
        for (int n = 0; n < 2; n++) {
            const arm *x = &from[a][n];
            shape |= x->along[1] != 0 ? WIDE_FAR : 0;
            shape |= x->along[2] != 0 ? WIDE_THIRD : 0;
            shape |= x->first[0] != 0 || x->second[0] != 0 ? WIDE_NEAR_SIDE : 0;
            shape |= x->first[1] != 0 || x->second[1] != 0 ? WIDE_FAR_SIDE : 0;
            shape |= x->corner[0] != 0 ? WIDE_NEAR_CORNER : 0;
            shape |= x->corner[1] != 0 ? WIDE_FAR_CORNER : 0;
        }
    return shape;
}

void operator_make(plan *p, const wide_scheme *s, const wide_wave *wave)
{
    wide *w = &wide_of(p)->wide;
    make_curls(p, w, s, wave);
    for (int half = 0; half < 2; half++)
        w->shape[half] = shape_of(w->curls.of[half]);
}

/* At a PMC face the problem's node has half a cell; an image there makes it a whole one. */
static bool ask_nodes(plan *p, int axis)
{
    const yee_axis_data *a = &p->grid.axis[axis];
    wide_axis *w = &wide_of(p)->wide.axis[axis];
    const int64_t count = a->cells + 1, capacity = count + 64;
    const double *from[2] = {a->node_inverse, a->node_c};
    void *to[2] = {&w->inverse[NODE], &w->c[NODE]};
    for (int n = 0; n < 2; n++) {
        double *values = plan_scratch(p, count, sizeof *values);
        for (int64_t i = 0; i < count && values && from[n]; i++) {
            const bool wall = (i == 0 && w->magnetic[0]) || (i == a->cells && w->magnetic[1]);
            values[i] = (wall ? 0.5 : 1) * from[n][i];
        }
        const void *rounded = values ? plan_rounded(p, values, count, capacity) : NULL;
        if (!rounded || !device_ask(&wide_of(p)->memory, to[n], capacity, p->word, rounded))
            return false;
    }
    return true;
}

static bool ask_images(plan *p, int axis)
{
    wide_axis *w = &wide_of(p)->wide.axis[axis];
    const int count = w->cells + 1 + 2 * WIDE_PAIRS;
    for (int kind = 0; kind < 2; kind++) {
        unsigned *to = plan_scratch(p, count, sizeof *to);
        for (int n = 0; n < count && to; n++) {
            const image m = image_of(w, kind, n - WIDE_PAIRS);
            to[n] = (unsigned)m.at + (m.flip ? WIDE_FLIP : 0);
        }
        if (!to || !device_ask(&wide_of(p)->memory, &w->image[kind], count, sizeof *to, to))
            return false;
    }
    return true;
}

bool operator_axes(plan *p)
{
    wide *all = &wide_of(p)->wide;
    bool ok = true;
    for (int a = 0; a < 3 && ok; a++) {
        const yee_axis_data *x = &p->grid.axis[a];
        wide_axis *w = &all->axis[a];
        w->cells = (int)x->cells;
        w->periodic = x->periodic;
        w->invariant = x->invariant;
        all->h[a] = x->node[1] - x->node[0];
        for (int kind = 0; kind < 2; kind++) {
            w->inverse[kind] = p->d.line[a][kind].inverse;
            w->c[kind] = p->d.line[a][kind].c;
        }
        for (int side = 0; side < 2; side++)
            w->magnetic[side] = x->face[side] == YEE_FACE_PMC;
        ok = ask_images(p, a);
        if (ok && !x->invariant && !x->periodic && (w->magnetic[0] || w->magnetic[1]))
            ok = ask_nodes(p, a);
    }
    return ok;
}
