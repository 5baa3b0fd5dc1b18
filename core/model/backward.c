/* core/model/backward.c: media whose modes an absorbing layer amplifies.
 *
 * A layer's stretch makes a wave fade along its phase velocity, so one whose group velocity is
 * opposite grows there: waves in media of negative eps and mu, and surface waves of thin films
 * of negative eps (of their upper branch, w^2 = wp^2 (1 + exp(-k d))/2 where retardation is
 * left out) or mu, of thin gaps between such media, and of the surface between a medium of
 * negative eps and one of negative mu (surface_waves.h). E. Becache, S. Fauqueux and P. Joly,
 * J. Comput. Phys. 188 (2003) 399; P.-R. Loh, A. F. Oskooi, M. Ibanescu, M. Skorobogatiy and S.
 * G. Johnson, Phys. Rev. E 79 (2009) 065601(R). */
#include "backward.h"
#include "problem/paint.h"
#include "surface_waves.h"
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
static bool pole_range(const yee_response *r, const yee_pole *v, double *from, double *to)
{
    if (v->d2 == 0)
        return false;
    *from = sqrt(fmax(0, v->d0 / v->d2)) / (2 * YEE_PI);
    *to = sqrt(fmax(0, (v->d0 + fmax(0, v->b0) / r->inf) / v->d2)) / (2 * YEE_PI);
    return true;
}

static void sample_poles(const yee_model *m, const yee_material *law, const yee_response *r,
                         double low, double high, yee_backward *b)
{
    enum { SAMPLES = 16 };
    for (size_t p = 0; p < r->pole_count; p++) {
        double from, to;
        if (!pole_range(r, &r->poles[p], &from, &to))
            continue;
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
    *b = (yee_backward){.from = INFINITY, .thickness = INFINITY, .gap = INFINITY};
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

/* A look at the cells of a layer, and the facts that are known of media beside the material. */
typedef struct search {
    const yee_model *model;
    size_t material;
    int axis; /* of the layer */
    double low, high;
    int beside, beside_across; /* the last one that was looked at; -1: none */
    int gap_of, gap_across;    /* of the last gap, and its width, m */
    double gap;
    bool gap_waves; /* whether waves along it run backward */
} search;

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

/* The media on both sides of a surface, at omega: `magnetic` for waves with H across it. False:
 * one of them loses more than it rings where it is negative. */
static bool sides_at(const yee_model *m, const int number[2], bool magnetic, int along,
                     int across, double omega, yee_surface_medium side[2])
{
    bool rings = true;
    for (int s = 0; s < 2; s++) {
        const yee_material *law = m->material[number[s]];
        const int third = 3 - along - across;
        const yee_complex eps =
            yee_response_value(&law->electric[magnetic ? third : along], YEE_EPS0, omega);
        const yee_complex mu =
            yee_response_value(&law->magnetic[magnetic ? along : third], YEE_MU0, omega);
        side[s].own = magnetic ? mu.re : eps.re;
        side[s].other = magnetic ? eps.re : mu.re;
        rings = rings && (eps.re > 0 || -eps.im < 0.5 * -eps.re) &&
                (mu.re > 0 || -mu.im < 0.5 * -mu.re);
    }
    return rings;
}

/* The frequencies (Hz) within [low, high] at which waves run backward along the surface of the
 * first medium with the second one, or along a film of the second one of this thickness in the
 * first. Some pole makes eps or mu negative there. */
static bool waves(const yee_model *m, const int number[2], int along, int across,
                  double thickness, double low, double high, double range[2])
{
    enum { SAMPLES = 200 };
    const bool *active = m->problem.grid.active;
    const int third = 3 - along - across;
    range[0] = INFINITY;
    range[1] = 0;
    for (int s = 0; s < 2; s++)
        for (int r = 0; r < 6; r++) {
            const yee_material *law = m->material[number[s]];
            const yee_response *v = r < 3 ? &law->electric[r] : &law->magnetic[r - 3];
            for (size_t p = 0; p < v->pole_count; p++) {
                double from, to;
                if (!pole_range(v, &v->poles[p], &from, &to))
                    continue;
                for (int n = 0; n <= SAMPLES; n++) {
                    const double f = from + (to - from) * fmax(n, 1e-3) / SAMPLES;
                    for (int magnetic = 0; magnetic < 2 && f >= low && f <= high; magnetic++) {
                        const double omega = 2 * YEE_PI * f;
                        yee_surface_medium side[2];
                        const int own = magnetic ? YEE_HX : YEE_EX;
                        const int other = magnetic ? YEE_EX : YEE_HX;
                        if (!active[own + along] || !active[own + across] ||
                            !active[other + third] ||
                            !sides_at(m, number, magnetic, along, across, omega, side))
                            continue;
                        if (isfinite(thickness)
                                ? !yee_film_wave_backward(side[1], side[0], omega / YEE_C0,
                                                          thickness)
                                : !yee_surface_wave_backward(side[0], side[1]))
                            continue;
                        range[0] = fmin(range[0], f);
                        range[1] = fmax(range[1], f);
                    }
                }
            }
        }
    return range[1] > 0;
}

/* From a cell of the material, along an axis: the medium beside it, if waves of their surface
 * run backward. Its lines may lie beyond the sources' band: rounding is enough to begin
 * them. */
static void look_beside(search *s, const int64_t cell[3], int axis, yee_backward *b)
{
    const yee_model *m = s->model;
    for (int side = -1; side <= 1 && !b->beside; side += 2) {
        int64_t at[3] = {cell[0], cell[1], cell[2]};
        at[axis] += side;
        const int number[2] = {(int)s->material, material_at(m, at)};
        double range[2];
        if (number[1] < 0 || is_of(m, s->material, number[1]) ||
            m->material[number[1]]->conductor != YEE_NOT_CONDUCTOR ||
            (number[1] == s->beside && axis == s->beside_across))
            continue;
        s->beside = number[1];
        s->beside_across = axis;
        if (!waves(m, number, s->axis, axis, INFINITY, 0, 0.5 / m->problem.grid.dt, range))
            continue;
        b->beside = m->material_name[number[1]];
        b->beside_number = number[1];
        b->beside_from = range[0];
        b->beside_to = range[1];
    }
}

/* From a cell of the material where a run of it ends along an axis: the gap to the next run.
 * One of a single cell has no wave whose H is odd across it, and it is such waves that run
 * backward. */
static void follow_gap(search *s, const int64_t cell[3], int axis, yee_backward *b)
{
    const yee_model *m = s->model;
    const yee_axis_data *x = &m->problem.grid.axis[axis];
    int64_t at[3] = {cell[0], cell[1], cell[2]}, n = 0;
    double width = 0, range[2];
    at[axis]++;
    const int number[2] = {(int)s->material, material_at(m, at)};
    int now = number[1];
    for (; n < x->cells && now >= 0 && !is_of(m, s->material, now) &&
           m->material[now]->conductor == YEE_NOT_CONDUCTOR;
         n++) {
        const int64_t i = at[axis]++ % x->cells;
        width += x->node[i + 1] - x->node[i];
        now = material_at(m, at);
    }
    const bool known = number[1] == s->gap_of && axis == s->gap_across; /* of another width */
    if (n < 2 || !is_of(m, s->material, now) || !(width < b->gap) ||
        (known && !s->gap_waves && width >= s->gap))
        return;
    if (!known || !s->gap_waves) /* what a wider one has a thinner one has, too */
        s->gap_waves = waves(m, number, s->axis, axis, width, s->low, s->high, range);
    s->gap_of = number[1];
    s->gap = width;
    s->gap_across = axis;
    if (s->gap_waves) {
        b->gap = width;
        b->gap_across = axis;
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
static bool within(search *s, const int64_t lo[3], const int64_t hi[3], yee_backward *b)
{
    const yee_model *m = s->model;
    const size_t material = s->material;
    bool surface = false, any = false;
    int64_t at[3];
    for (at[0] = lo[0]; at[0] < hi[0]; at[0]++)
        for (at[1] = lo[1]; at[1] < hi[1]; at[1]++)
            for (at[2] = lo[2]; at[2] < hi[2]; at[2]++) {
                if (!is_of(m, material, material_at(m, at)))
                    continue;
                any = true;
                for (int a = 0; a < 3; a++)
                    if (a != s->axis && !m->problem.grid.axis[a].invariant) {
                        follow(m, material, at, a, &surface, b);
                        look_beside(s, at, a, b);
                        follow_gap(s, at, a, b);
                    }
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
    search s = {.model = m,
                .material = material,
                .axis = axis,
                .low = low,
                .high = high,
                .beside = -1,
                .gap_of = -1};
    if (lo[axis] >= hi[axis])
        return false;
    if (negative(m, material, low, high, found))
        return within(&s, lo, hi, found);
    /* beyond the band: of the pair the one that is negative within it speaks, or the first */
    yee_backward other;
    const double most = 0.5 / m->problem.grid.dt;
    return negative(m, material, 0, most, found) && within(&s, lo, hi, found) &&
           found->beside && (found->beyond = true) &&
           !negative(m, (size_t)found->beside_number, low, high, &other) &&
           (!negative(m, (size_t)found->beside_number, 0, most, &other) ||
            material < (size_t)found->beside_number);
}
