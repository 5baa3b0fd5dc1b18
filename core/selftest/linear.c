/* core/selftest/linear.c: media with laws (yee/law.h) where a linear one is meant: at ports and
 * beside planes of symmetry.
 *
 * A port's relation holds for the field before its edges' laws (steps 5 and 5a of yee/problem.h).
 *
 * The whole model has at the image of a point the field there, times the parity of its component.
 * A law keeps that where it takes the image of what it is given to the image of what it makes of it:
 * one that is even in the field does not where the field is odd, nor one whose maps differ on both
 * sides. Its own row is tried, at a few places, steps and fields. */
#include "model/pointwise.h"
#include "plugin/call.h"
#include "problem/surface/oblique.h"
#include "selftest.h"
#include <math.h>

enum { TRIES = 4 };

/* Whether the law of a medium keeps a component's parity about the plane at one end of an axis. */
static bool keeps(const yee_problem *p, uint32_t medium, int c, int axis, int side)
{
    static const double part[TRIES] = {0.13, 0.37, 0.61,
                                       0.89}; /* of the grid, from the plane */
    const yee_law_use *use = &p->law[p->law_medium[medium].law];
    const yee_law_place place = yee_problem_law_place(p, medium, c);
    const yee_axis_data *x = &p->grid.axis[axis];
    const double plane = x->node[side ? x->cells : 0], length = x->node[x->cells] - x->node[0];
    const double parity = yee_parity(c, axis, x->face[side] == YEE_FACE_PEC);
    const double reach = use->law->reach(use->self), size = reach < 1e30 ? 0.5 * reach : 1;
    bool kept = true;
    for (int n = 0; n < TRIES; n++) {
        double old[2], e[2], at[3], signal[YEE_LAW_MOST_SIGNALS] = {0};
        double state[YEE_LAW_MOST_WORDS * 2] = {0}, map[YEE_LAW_MOST_WORDS * 2] = {0};
        for (int image = 0; image < 2; image++) {
            double own[YEE_LAW_MOST_WORDS] = {0}, chart[YEE_LAW_MOST_WORDS] = {0};
            for (int a = 0; a < 3; a++)
                at[a] = p->grid.axis[a].node[p->grid.axis[a].cells / 2];
            at[axis] = plane + (image == side ? 1 : -1) * part[n] * length;
            if (use->law->begin)
                use->law->begin(use->self, &place, at, own, chart);
            for (int w = 0; w < YEE_LAW_MOST_WORDS; w++) {
                state[2 * w + image] = own[w];
                map[2 * w + image] = chart[w];
            }
            old[image] = (image ? parity : 1) * size * (n % 2 ? -0.8 : 0.7);
            e[image] = (image ? parity : 1) * size * (n % 2 ? -0.9 : 0.8);
        }
        if (use->signals)
            use->signals->fill(use->signals->self, 3 + 7 * n, signal);
        const yee_law_row row = {.size = sizeof row,
                                 .n = 2,
                                 .pitch = 2,
                                 .param = p->law_medium[medium].param[c],
                                 .signal = signal,
                                 .old = old,
                                 .e = e,
                                 .state = use->law->edge_words ? state : NULL,
                                 .map = use->law->edge_maps ? map : NULL};
        use->law->edge_row[1](&row);
        kept = kept && fabs(e[1] - parity * e[0]) <= 1e-9 * fabs(e[0]); /* rounding: 1e-15 */
    }
    return kept;
}

static yee_status judge_planes(yee_model *m, uint32_t medium, int c)
{
    const yee_problem *p = &m->problem;
    const yee_law *law = p->law[p->law_medium[medium].law].law;
    yee_status status = YEE_OK;
    for (int face = 0; face < 6 && !status; face++)
        if (p->grid.axis[face / 2].symmetry[face % 2] &&
            !keeps(p, medium, c, face / 2, face % 2))
            status = yee_finding_note(
                m, YEE_WARNING, p->medium[medium].name,
                "is no image of itself beyond the plane of symmetry at %c%c: its law '%s' "
                "makes of the image of a field along %c not the image of what it makes of the "
                "field; without the plane the model would have other fields",
                ("xyz"[face / 2]), ("-+"[face % 2]), law->name, ("xyz"[c]));
    return status;
}

/* Whether the law of cells keeps the parities of a vector about the plane at one end of an axis: a
 * few steps in fields that turn, in a cell and in its image. */
static bool keeps_vector(const yee_problem *p, const yee_law_use *use, int axis, int side)
{
    static const double field[2][3] = {{0.7, -0.4, 0.9}, {-0.3, 0.8, 0.5}};
    const yee_axis_data *x = &p->grid.axis[axis];
    const yee_law_place place = {sizeof place, -1, p->grid.dt, 0, 0};
    const double plane = x->node[side ? x->cells : 0], length = x->node[x->cells] - x->node[0];
    const double reach = use->law->reach(use->self), size = reach < 1e30 ? 0.5 * reach : 1;
    const int first = use->law->has & YEE_LAW_MAGNETIC ? YEE_HX : YEE_EX;
    double parity[3], state[YEE_LAW_MOST_WORDS * 2] = {0}, map[YEE_LAW_MOST_WORDS * 2] = {0};
    bool kept = true;
    for (int image = 0; image < 2; image++) {
        double at[3], own[YEE_LAW_MOST_WORDS] = {0}, chart[YEE_LAW_MOST_WORDS] = {0};
        for (int a = 0; a < 3; a++)
            at[a] = p->grid.axis[a].node[p->grid.axis[a].cells / 2];
        at[axis] = plane + (image == side ? 0.37 : -0.37) * length;
        if (use->law->begin)
            use->law->begin(use->self, &place, at, own, chart);
        for (int w = 0; w < YEE_LAW_MOST_WORDS; w++) {
            state[2 * w + image] = own[w];
            map[2 * w + image] = chart[w];
        }
    }
    for (int n = 0; n < TRIES; n++) {
        double e[6], signal[YEE_LAW_MOST_SIGNALS] = {0}, most = 0;
        for (int c = 0; c < 3; c++) {
            parity[c] = yee_parity(first + c, axis, x->face[side] == YEE_FACE_PEC);
            e[2 * c] = p->grid.active[first + c] ? size * field[n % 2][c] : 0;
            e[2 * c + 1] = parity[c] * e[2 * c];
        }
        if (use->signals)
            use->signals->fill(use->signals->self, 3 + 7 * n, signal);
        const yee_law_row row = {.size = sizeof row,
                                 .n = 2,
                                 .pitch = 2,
                                 .param = use->cell_param,
                                 .signal = signal,
                                 .e = e,
                                 .state = state,
                                 .map = use->law->cell_maps ? map : NULL,
                                 .e_pitch = 2};
        use->law->cell_row[1](&row);
        for (int c = 0; c < 3; c++)
            most = fmax(most, fabs(state[2 * c]));
        for (int c = 0; c < 3; c++) /* rounding: 1e-15 */
            kept = kept && fabs(state[2 * c + 1] - parity[c] * state[2 * c]) <= 1e-9 * most;
    }
    return kept;
}

static yee_status judge_cells(yee_model *m, const yee_law_use *use)
{
    const yee_problem *p = &m->problem;
    const yee_instance *owner = yee_model_law_owner(m, use->law, use->self);
    yee_status status = YEE_OK;
    for (int face = 0; face < 6 && !status; face++) {
        if (!p->grid.axis[face / 2].symmetry[face % 2])
            continue;
        yee_call call;
        yee_call_begin(&call, owner, "cell_row");
        const bool kept = keeps_vector(p, use, face / 2, face % 2);
        yee_call_end();
        if (!kept)
            status = yee_finding_note(
                m, YEE_WARNING, owner->host.instance,
                "is no image of itself beyond the plane of symmetry at %c%c: its law '%s' "
                "makes of the image of a field not the image of what it makes of the field; "
                "without the plane the model would have other fields",
                ("xyz"[face / 2]), ("-+"[face % 2]), use->law->name);
    }
    return status;
}

/* Ports with an edge that has a law, each once. */
static yee_status judge_ports(yee_model *m)
{
    const yee_problem *p = &m->problem;
    yee_status status = YEE_OK;
    for (int64_t n = 0; n < p->ports && !status; n++) {
        const yee_port *q = &p->port[n];
        int64_t e = 0;
        uint32_t medium = 0;
        bool found = false;
        for (; e < q->count && !found; e++) {
            medium = yee_problem_medium(p, q->component, q->edge[e].index);
            found = p->law_medium[medium].law >= 0;
        }
        if (found)
            status = yee_finding_note(
                m, YEE_WARNING, p->medium[medium].name,
                "has a law, '%s', at an edge of port '%s', whose voltage and current are "
                "those before the law acts: V and I of a strong field are off by what it "
                "makes; a gap in a linear material would be right",
                p->law[p->law_medium[medium].law].law->name, q->name ? q->name : "");
    }
    return status;
}

yee_status yee_selftest_linear(yee_model *m)
{
    const yee_problem *p = &m->problem;
    const int64_t *points = p->laws ? yee_voxels_points(m->voxels) : NULL;
    yee_status status = p->laws ? judge_ports(m) : YEE_OK;
    for (int64_t n = 0; n < p->media && !status && p->laws; n++)
        for (int c = 0; c < 3 && !status && p->law_medium[n].law >= 0; c++) {
            if (!p->grid.active[c] || points[n] == 0)
                continue;
            const yee_law_use *use = &p->law[p->law_medium[n].law];
            yee_call call;
            yee_call_begin(&call, yee_model_law_owner(m, use->law, use->self), "edge_row");
            status = judge_planes(m, (uint32_t)n, c);
            yee_call_end();
        }
    for (int64_t n = 0; n < p->laws && !status; n++)
        if (p->law[n].cell_param && p->law[n].law != &yee_oblique_law)
            status = judge_cells(m, &p->law[n]);
    return status;
}
