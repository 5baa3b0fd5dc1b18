/* sources/plane_wave/plane_wave.c: plane wave in a box, total field inside, scattered outside.
 *
 * At the surface of the box a difference in the curl mixes total fields with scattered ones.
 * The part that it lacks, the incident fields of those times its weights, is supplied as a
 * current. For Yee's difference these are an electric one on the surface and a magnetic one
 * half a cell outside; wider ones reach further and across. K. R. Umashankar and A. Taflove,
 * IEEE Trans. Electromagn. Compat. 24 (1982) 397. The incident field is the one the grid itself
 * carries (wave.h), so an empty box leaks rounding only; off the axes it is sampled along the
 * ray every quarter of the smallest spacing h and interpolated by cubics, with an error of
 * 3/128 (k h/4)^4: 1.4e-5 at ten cells per wavelength, 9e-7 at twenty.
 *
 * On periodic and invariant axes the box is open, and at a plane of symmetry on which it ends. */
#include "../common/position.h"
#include "box.h"
#include "incident.h"
#include "orientation.h"
#include <math.h>

typedef struct config {
    yee_vec3 from, to;
    const char *direction, *polarization;
    double theta, phi, psi, amplitude;
    const char *waveform;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, from, "m", NULL, 0, 0, "A corner of the box."),
    YEE_PARAM_VEC3(config, to, "m", NULL, 0, 0, "The opposite corner."),
    YEE_PARAM_TEXT(config, direction, YEE_UNSET, "Where the wave goes: x, -z or a vector."),
    YEE_PARAM_REAL(config, theta, "rad", YEE_UNSET, 0, 0,
                   "Angle between z and the direction the wave goes to."),
    YEE_PARAM_REAL(config, phi, "rad", YEE_UNSET, 0, 0,
                   "Angle of that direction in the x-y plane, from x towards y."),
    YEE_PARAM_TEXT(config, polarization, YEE_UNSET,
                   "Of E: z, -x or a vector; its part across the direction counts."),
    YEE_PARAM_REAL(config, psi, "rad", YEE_UNSET, 0, 0,
                   "Angle of E from the theta unit vector (0) towards "
                   "the phi one (90 deg)."),
    YEE_PARAM_REAL(config, amplitude, "V/m", "1 V/m", 0, 0,
                   "E of the wave where the waveform is 1, at the corner it meets first."),
    YEE_PARAM_REF(config, waveform, "waveform", NULL, "The waveform that it plays."),
    YEE_PARAM_ONE_OF("direction|theta,phi"),
    YEE_PARAM_ONE_OF("polarization|psi"),
    YEE_PARAM_POINTS("from|to"),
    YEE_PARAM_DIRECTIONS("direction|polarization"),
    YEE_PARAM_UNTURNED("theta|phi|psi"),
    YEE_PARAM_END,
};

/* One plane wave while it is planned. */
struct plane_wave {
    const yee_host *host;
    const yee_view *view;
    const yee_grid *grid;
    struct box box;
    struct wave wave;
    double corner[3]; /* m: position where the wave enters */
    bool cubic;       /* the wave runs along no axis: signals are interpolated */
    int beyond;       /* cells outside the surface that the differences reach, less Yee's */
    struct ray *ray[YEE_COMPONENTS];
    const yee_medium *seen; /* the medium checked last */
    bool known[2];          /* whether eps, mu of the surface have been learnt */
};

static bool same(const yee_response *a, const yee_response *b)
{
    if (a->inf != b->inf || a->sigma != b->sigma || a->pole_count != b->pole_count)
        return false;
    for (size_t n = 0; n < a->pole_count; n++) {
        const yee_pole *p = &a->poles[n], *q = &b->poles[n];
        if (p->b1 != q->b1 || p->b0 != q->b0 || p->d0 != q->d0 || p->d1 != q->d1 ||
            p->d2 != q->d2)
            return false;
    }
    return true;
}

/* The surface lies in one isotropic medium: learns or checks it. */
static yee_status inspect(struct plane_wave *p, int c, const int64_t i[3])
{
    const yee_medium *m =
        p->view->medium(p->view, c, yee_grid_index(p->grid, c, i[0], i[1], i[2]));
    int which = yee_is_electric(c) ? 0 : 1;
    yee_response *known = which ? &p->wave.mu : &p->wave.eps;

    if (m == p->seen)
        return YEE_OK;
    if (!p->known[which])
        *known = m->response;
    p->known[which] = true;
    if (m->conductor != YEE_NOT_CONDUCTOR || !same(known, &m->response))
        return p->host->fail(
            p->host, YEE_INPUT,
            "the box's surface needs one isotropic medium, but at %s (%.6g, %.6g, %.6g) m it "
            "meets '%s', another one",
            yee_component_name(c), yee_grid_position(p->grid, c, 0, i[0]),
            yee_grid_position(p->grid, c, 1, i[1]), yee_grid_position(p->grid, c, 2, i[2]),
            m->name ? m->name : "");
    p->seen = m;
    return YEE_OK;
}

/* Checks the media of all points that a difference across the surface connects. */
static yee_status inspect_surface(struct plane_wave *p)
{
    struct difference list[BOX_DIFFERENCES];
    struct box_term term[BOX_TERMS];
    struct box_walk walk;
    yee_status status = YEE_OK;
    const int count = box_differences(&p->box, list);
    for (int n = 0; n < count; n++) {
        const struct difference *d = &list[n];
        for (bool more = box_start(&p->box, d->c, &walk); more;
             more = box_next(&p->box, d->c, &walk)) {
            const int terms = box_terms(&p->box, &p->wave, d, walk.i, term);
            for (int t = 0; t < terms; t++) {
                int64_t *at = term[t].at;
                box_fold(&p->box, d->o, at);
                if ((status = inspect(p, d->c, walk.i)) || (status = inspect(p, d->o, at)))
                    return status;
            }
        }
    }
    return YEE_OK;
}

/* The scheme's differences in the medium of the surface, of which only the velocity matters,
 * and its step. */
static yee_status find_weights(struct plane_wave *p, double c)
{
    const yee_view *v = p->view;
    const bool own = YEE_HAS(v, stencil);
    p->box.reach = 1;
    for (int e = 0; e < 2; e++)
        for (int a = 0; a < 3; a++)
            for (int d = 0; d < 3; d++) {
                double(*w)[YEE_ACROSS] = p->wave.w[e][a][d];
                if (a == d)
                    continue;
                w[0][0] = 1;
                if (own && !p->grid->axis[a].invariant)
                    p->box.reach = v->stencil(v, c, e, a, d, w);
                if (p->box.reach == 0)
                    return p->host->fail(
                        p->host, YEE_DECLINED,
                        "the scheme has no differences on this grid that a total-field surface "
                        "could add to; use equal cells, a current_sheet, or another scheme");
                if (p->box.reach < 0 || p->box.reach > YEE_PAIRS)
                    return p->host->fail(
                        p->host, YEE_PLUGIN,
                        "the scheme says that its differences have %d pairs of points; 1 to %d "
                        "are right",
                        p->box.reach, YEE_PAIRS);
                for (int q = 0; q < YEE_PAIRS; q++)
                    for (int t = 0; t < YEE_ACROSS; t++)
                        if (w[q][t] != 0 && (q || t))
                            p->beyond = q > p->beyond ? q : p->beyond > 0 ? p->beyond : 1;
            }
    p->wave.rate[0] = 1;
    p->wave.rate[1] = -1;
    p->wave.mean[0] = p->wave.mean[1] = 0.5;
    if (YEE_HAS(v, time_stencil))
        v->time_stencil(v, p->wave.rate, p->wave.mean);
    return YEE_OK;
}

/* Spacings along the axes on which the wave varies, where they must be uniform. */
static yee_status find_spacing(struct plane_wave *p)
{
    int axes = 0;
    for (int a = 0; a < 3; a++) {
        const double *x = p->grid->axis[a].node, u = p->wave.direction[a];
        const int64_t lo = p->box.lo[a], hi = p->box.hi[a];
        if (u == 0)
            continue;
        axes++;
        double d = (x[hi + 1] - x[lo - 1]) / (double)(hi - lo + 2);
        for (int64_t i = lo - 1; i <= hi; i++)
            if (fabs(x[i + 1] - x[i] - d) > 1e-6 * d)
                return p->host->fail(p->host, YEE_DECLINED,
                                     "cells along %c are graded inside the box (%.6g m at %.6g "
                                     "m, %.6g m on average) and the wave varies along it; make "
                                     "them uniform there or use a current_sheet",
                                     "xyz"[a], x[i + 1] - x[i], x[i], d);
        p->wave.spacing[a] = d;
        p->corner[a] = x[u > 0 ? lo : hi];
    }
    p->cubic = axes > 1;
    return YEE_OK;
}

static double length(const struct plane_wave *p)
{
    double sum = 0;
    for (int a = 0; a < 3; a++)
        sum += fabs(p->wave.direction[a]) * p->wave.spacing[a] *
               (double)(p->box.hi[a] - p->box.lo[a]);
    return sum;
}

/* Time (s) the slowest part of the band takes through the box. */
static double transit(const struct plane_wave *p, const yee_band *band)
{
    double slow = 1;
    for (int n = 0; n <= 8; n++) {
        double omega = 2 * YEE_PI * (band->low + (band->high - band->low) * n / 8.0);
        if (omega > 0)
            slow = fmax(slow, cabs(csqrt(wave_response(&p->wave.eps, YEE_EPS0, I * omega) *
                                         wave_response(&p->wave.mu, YEE_MU0, I * omega))));
    }
    return length(p) * slow / YEE_C0;
}

/* Distance (m) of a point behind the corner where the wave enters. */
static double distance(const struct plane_wave *p, int c, const int64_t i[3])
{
    double sum = 0;
    for (int a = 0; a < 3; a++)
        if (p->wave.direction[a] != 0)
            sum +=
                p->wave.direction[a] * (yee_grid_position(p->grid, c, a, i[a]) - p->corner[a]);
    return sum;
}

/* The rays of all components: along an axis one value per plane, else samples for cubics. */
static yee_status find_rays(struct plane_wave *p)
{
    double far = length(p), peak[YEE_COMPONENTS] = {0}, step = YEE_INFINITY, cell = 0;

    for (int a = 0; a < 3; a++)
        if (p->wave.spacing[a] > 0) {
            step = fmin(step, p->wave.spacing[a] * (p->cubic ? 0.25 : 1));
            cell += fabs(p->wave.direction[a]) * p->wave.spacing[a];
        }
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int s = 0; s < p->wave.stages; s++)
            for (size_t n = 0; n < p->wave.stage[s].count; n++)
                peak[c] =
                    fmax(peak[c], cabs(wave_amplitude(&p->wave, &p->wave.stage[s], n, c)));
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const double *of = peak + (c < 3 ? 0 : 3);
        bool half = false; /* along the axis of the wave */
        for (int a = 0; a < 3; a++)
            half = half || (!p->cubic && p->wave.spacing[a] > 0 && yee_half(c, a));
        if (peak[c] <= 1e-14 * fmax(of[0], fmax(of[1], of[2])))
            continue;
        if (!p->grid->active[c])
            return p->host->fail(p->host, YEE_INPUT,
                                 "the wave has %s, which this 2-D mode does not carry; turn "
                                 "polarization or psi, or change [grid] mode",
                                 yee_component_name(c));
        const double more = p->beyond;
        double start =
            p->cubic ? -(1 + more) * cell - 2 * step : (half ? -0.5 - more : -more) * step;
        int64_t count = p->cubic ? (int64_t)ceil((far + 2 * (1 + more) * cell) / step) + 6
                                 : llround(far / step) + (half ? 2 : 1) + 2 * p->beyond;
        yee_status status = incident_ray(p->host, &p->wave, c, start, step, count, &p->ray[c]);
        if (status)
            return status;
    }
    return YEE_OK;
}

/* The currents, -J for E and M for H, that supply every term that a difference lacks. */
static yee_status correct(struct plane_wave *p, yee_emitter *emitter)
{
    struct difference list[BOX_DIFFERENCES];
    struct box_term term[BOX_TERMS];
    struct box_walk walk;
    yee_status status = YEE_OK;
    const int count = box_differences(&p->box, list);
    for (int n = 0; n < count; n++) {
        const struct difference *d = &list[n];
        const struct ray *ray = p->ray[d->o];
        if (!ray)
            continue;
        if ((status = emitter->group(emitter, d->c, p->cubic, &ray->signals)))
            return status;
        for (bool more = box_start(&p->box, d->c, &walk); more;
             more = box_next(&p->box, d->c, &walk)) {
            const int64_t *i = walk.i;
            const double width = yee_grid_width(p->grid, d->c, d->axis, i[d->axis]);
            const int terms = box_terms(&p->box, &p->wave, d, i, term);
            for (int t = 0; t < terms; t++) {
                const double density =
                    (yee_is_electric(d->c) ? -1 : 1) * d->sign * term[t].weight / width;
                const double at = (distance(p, d->o, term[t].at) - ray->start) / ray->step;
                const double whole = p->cubic ? floor(at) : round(at);
                if ((status = emitter->current(emitter, i[0], i[1], i[2], density,
                                               (int64_t)whole, at - whole)))
                    return status;
            }
        }
    }
    return YEE_OK;
}

static yee_status emit(const yee_host *host, const void *cfg, const yee_view *view,
                       yee_emitter *emitter)
{
    const config *c = cfg;
    const struct orientation orientation = {.direction = c->direction,
                                            .polarization = c->polarization,
                                            .theta = c->theta,
                                            .phi = c->phi,
                                            .psi = c->psi};
    yee_waveform waveform;
    yee_band band = {.size = sizeof band};
    yee_status status;
    struct plane_wave *p = host->alloc(host, sizeof *p);

    if (!p)
        return host->fail(host, YEE_MEMORY, "no memory for the plane wave");
    p->host = host;
    p->view = view;
    p->grid = p->box.grid = view->grid;
    p->wave.amplitude = c->amplitude;
    if (c->amplitude == 0)
        host->log(host, YEE_WARNING, "amplitude is 0 V/m: the wave carries nothing");
    p->wave.dt = view->grid->dt;
    if ((status = view->waveform(view, c->waveform, &waveform)) ||
        (status = waveform.ops->band(waveform.self, &band)) ||
        (status = source_inside(host, view->grid, "from", c->from.v)) ||
        (status = source_inside(host, view->grid, "to", c->to.v)) ||
        (status = orientation_find(host, &orientation, &p->wave)) ||
        (status = find_weights(p, YEE_C0)) ||
        (status = box_find(host, &p->box, &p->wave, &c->from, &c->to)) ||
        (status = find_spacing(p)) || (status = inspect_surface(p)) ||
        (status = find_weights(p, YEE_C0 / sqrt(p->wave.eps.inf * p->wave.mu.inf))) ||
        (status = incident_open(host, &p->wave, &waveform, &band,
                                (double)view->steps * view->grid->dt, transit(p, &band))) ||
        (status = find_rays(p)))
        return status;
    return correct(p, emitter);
}

static const char *waveform_name(const void *cfg) { return ((const config *)cfg)->waveform; }

static const yee_source_ops ops = {
    .size = sizeof ops,
    .emit = emit,
    .waveform = waveform_name,
};

static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_SOURCE,
    .name = "plane_wave",
    .summary = "plane wave of any direction and polarization in a total-field box",
    .reference = "https://doi.org/10.1109/TEMC.1982.304054",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[source.wave]\n"
               "type = plane_wave\n"
               "from = 6, 6, 6 mm\n"
               "to = 24, 24, 24 mm\n"
               "direction = x\n"
               "polarization = z\n"
               "waveform = pulse\n",
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
