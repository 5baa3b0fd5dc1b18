/* core/model/backward.c: media whose modes an absorbing layer amplifies.
 *
 * A layer's stretch makes a wave fade along its phase velocity, so one whose group velocity is
 * opposite grows there: waves in media of negative eps and mu, and surface waves of thin films
 * of negative eps (of their upper branch, w^2 = wp^2 (1 + exp(-k d))/2 where retardation is
 * left out) or mu. E. Becache, S. Fauqueux and P. Joly, J. Comput. Phys. 188 (2003) 399; P.-R.
 * Loh, A. F. Oskooi, M. Ibanescu, M. Skorobogatiy and S. G. Johnson, Phys. Rev. E 79 (2009)
 * 065601(R). */
#include "backward.h"
#include "problem/paint.h"
#include <math.h>
#include <string.h>

/* Notes which of eps and mu are negative at a frequency, Hz. A surface wave needs the field
 * across the surface and along it: in 2-D only the kind of field that has two components
 * carries one. */
static void sample_at(const yee_model *m, const yee_material *law, double f, yee_backward *b)
{
    const bool *active = m->problem.grid.active;
    const double omega = 2 * YEE_PI * f;
    bool eps = false, mu = false;
    for (int d = 0; d < 3; d++) {
        eps = eps || (active[YEE_EX + d] &&
                      yee_response_value(&law->electric[d], YEE_EPS0, omega).re < 0);
        mu = mu || (active[YEE_HX + d] &&
                    yee_response_value(&law->magnetic[d], YEE_MU0, omega).re < 0);
    }
    const int electric = active[YEE_EX] + active[YEE_EY] + active[YEE_EZ];
    const int magnetic = active[YEE_HX] + active[YEE_HY] + active[YEE_HZ];
    const bool both = eps && mu;
    eps = eps && (both || electric > 1);
    mu = mu && (both || magnetic > 1);
    if (!eps && !mu)
        return;
    b->eps = b->eps || eps;
    b->mu = b->mu || mu;
    b->both = b->both || both;
    b->from = fmin(b->from, f);
    b->to = fmax(b->to, f);
}

/* A narrow line hides between samples: it is negative between its resonance and where inf + chi
 * comes back to 0, if at all. */
static void sample_poles(const yee_model *m, const yee_material *law, const yee_response *r,
                         double low, double high, yee_backward *b)
{
    enum { SAMPLES = 16 };
    for (size_t p = 0; p < r->pole_count; p++) {
        const yee_pole *v = &r->poles[p];
        if (v->d2 == 0)
            continue;
        const double from = sqrt(fmax(0, v->d0 / v->d2)) / (2 * YEE_PI);
        const double to =
            sqrt(fmax(0, (v->d0 + fmax(0, v->b0) / r->inf) / v->d2)) / (2 * YEE_PI);
        for (int s = 0; s <= SAMPLES; s++) {
            const double f = from + (to - from) * s / SAMPLES;
            if (f > 0 && f >= low && f <= high)
                sample_at(m, law, f, b);
        }
    }
}

/* Without a pole eps and mu are inf, which is above 0, but for a loss. */
static bool has_poles(const yee_material *law)
{
    size_t poles = 0;
    for (int d = 0; d < 3; d++)
        poles += law->electric[d].pole_count + law->magnetic[d].pole_count;
    return poles > 0;
}

static bool negative(const yee_model *m, size_t material, double low, double high,
                     yee_backward *b)
{
    enum { SAMPLES = 200 };
    const yee_material *law = m->material[material];
    *b = (yee_backward){.from = INFINITY, .thickness = INFINITY};
    if (law->conductor != YEE_NOT_CONDUCTOR || !(high > 0) || !has_poles(law))
        return false;
    for (int s = low > 0 ? 0 : 1; s <= SAMPLES;
         s++) /* not at 0 Hz, where Drude's is infinite */
        sample_at(m, law, low + (high - low) * s / SAMPLES, b);
    for (int d = 0; d < 3; d++) {
        sample_poles(m, law, &law->electric[d], low, high, b);
        sample_poles(m, law, &law->magnetic[d], low, high, b);
    }
    return b->eps || b->mu;
}

/* The material of a cell; -1 outside. Periodic axes wrap. */
static int material_at(const yee_model *m, const int64_t at[3])
{
    int64_t i[3];
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &m->problem.grid.axis[a];
        i[a] = axis->periodic ? (at[a] + axis->cells) % axis->cells : at[a];
    }
    return yee_voxels_material(m->voxels, i[0], i[1], i[2]);
}

/* The background is one of the other materials by another number. */
static bool is_of(const yee_model *m, size_t material, int number)
{
    return number >= 0 && m->material_name[number] == m->material_name[material];
}

/* From a cell of the material where a run of it begins along an axis: whether the run has a
 * surface, and its width if it has one on both sides. */
static void follow(const yee_model *m, size_t material, const int64_t cell[3], int axis,
                   bool *surface, yee_backward *b)
{
    const yee_axis_data *x = &m->problem.grid.axis[axis];
    int64_t at[3] = {cell[0], cell[1], cell[2]};
    int ends[2];
    double width = 0;
    at[axis]--;
    ends[0] = material_at(m, at);
    if (is_of(m, material, ends[0]))
        return;
    at[axis]++;
    for (int64_t n = 0; n < x->cells && is_of(m, material, material_at(m, at)); n++) {
        const int64_t i = at[axis]++ % x->cells;
        width += x->node[i + 1] - x->node[i];
    }
    ends[1] = material_at(m, at);
    bool free_side[2];
    for (int s = 0; s < 2; s++)
        free_side[s] = ends[s] >= 0 && m->material[ends[s]]->conductor == YEE_NOT_CONDUCTOR;
    *surface = *surface || free_side[0] || free_side[1];
    if (free_side[0] && free_side[1] && width < b->thickness) {
        b->thickness = width;
        b->across = axis;
    }
}

/* Whether a claimed edge within the layer has the material. */
static bool claimed(const yee_model *m, size_t material, const int64_t lo[3],
                    const int64_t hi[3])
{
    const yee_voxels *v = m->voxels;
    for (size_t q = 0; q < v->claims; q++) {
        const yee_claim *claim = &v->claim[q];
        int64_t from[3], to[3];
        bool meets = is_of(m, material, v->paint[claim->paint].material);
        yee_voxels_clip(v, claim, from, to);
        for (int a = 0; a < 3; a++)
            meets = meets && from[a] < hi[a] && to[a] > lo[a];
        if (meets)
            return true;
    }
    return false;
}

/* Whether the material lies in these cells with a surface along the axis, or at all where its
 * own waves run backward. */
static bool within(const yee_model *m, size_t material, int axis, const int64_t lo[3],
                   const int64_t hi[3], yee_backward *b)
{
    bool surface = false, any = false;
    int64_t at[3];
    for (at[0] = lo[0]; at[0] < hi[0]; at[0]++)
        for (at[1] = lo[1]; at[1] < hi[1]; at[1]++)
            for (at[2] = lo[2]; at[2] < hi[2]; at[2]++) {
                if (!is_of(m, material, material_at(m, at)))
                    continue;
                any = true;
                for (int a = 0; a < 3; a++)
                    if (a != axis && !m->problem.grid.axis[a].invariant)
                        follow(m, material, at, a, &surface, b);
            }
    return surface || (any && b->both) || claimed(m, material, lo, hi);
}

bool yee_backward_find(const yee_model *m, size_t material, int face, double low, double high,
                       yee_backward *found)
{
    const int axis = face / 2;
    const yee_axis_data *x = &m->problem.grid.axis[axis];
    int64_t lo[3] = {0, 0, 0}, hi[3];
    for (int a = 0; a < 3; a++)
        hi[a] = m->problem.grid.axis[a].cells;
    lo[axis] = face % 2 ? x->cells - x->layer[1] : 0;
    hi[axis] = face % 2 ? x->cells : x->layer[0];
    return lo[axis] < hi[axis] && negative(m, material, low, high, found) &&
           within(m, material, axis, lo, hi, found);
}
