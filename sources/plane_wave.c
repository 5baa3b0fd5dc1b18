/* sources/plane_wave.c: plane wave in a box, total field inside, scattered field outside.
 *
 * At the surface of the box a difference in the curl mixes total fields with scattered ones;
 * what it lacks are the incident fields of those, times its weights, and is supplied as a
 * current. For Yee's difference these are an electric one on the surface and a magnetic one
 * half a cell outside; wider ones reach further and across. K. R. Umashankar and A. Taflove,
 * IEEE Trans. Electromagn. Compat. 24 (1982) 397. The incident field is the one the grid itself
 * carries (carried.h), so an empty box leaks rounding only; off the axes it is sampled along
 * the ray every quarter of the smallest spacing h and interpolated by cubics, with an error of
 * 3/128 (k h/4)^4: 1.4e-5 at ten cells per wavelength, 9e-7 at twenty.
 *
 * On periodic and invariant axes the box is open. */
#include "surface.h"

typedef struct config {
    yee_vec3 from, to;
    const char *direction, *polarization;
    double theta, phi, psi, amplitude;
    const char *waveform;
} config;

static const yee_param params[] = {
    YEE_PARAM_VEC3(config, from, "m", NULL, 0, 0, "A corner of the box."),
    YEE_PARAM_VEC3(config, to, "m", NULL, 0, 0, "The opposite corner."),
    YEE_PARAM_TEXT(config, direction, YEE_UNSET,
                   "Where the wave goes: x, -z or a vector; instead of theta and phi."),
    YEE_PARAM_REAL(config, theta, "rad", YEE_UNSET, 0, 0,
                   "Angle between z and the direction the wave goes to."),
    YEE_PARAM_REAL(config, phi, "rad", YEE_UNSET, 0, 0,
                   "Angle of that direction in the x-y plane, from x towards y."),
    YEE_PARAM_TEXT(config, polarization, YEE_UNSET,
                   "Of E: z, -x or a vector; its part across the direction counts."),
    YEE_PARAM_REAL(config, psi, "rad", YEE_UNSET, 0, 0,
                   "Instead of polarization: angle of E from the theta unit vector (0) towards "
                   "the phi one (90 deg)."),
    YEE_PARAM_REAL(config, amplitude, "V/m", "1 V/m", 0, 0,
                   "E of the wave where the waveform is 1, at the corner it meets first."),
    YEE_PARAM_TEXT(config, waveform, NULL, "Name of the waveform."),
    YEE_PARAM_END,
};

static double angle(double value) { return isnan(value) ? 0 : value; }

/* Unit vectors of k and of E, tiny parts cut to 0. */
static yee_status find_vectors(const yee_host *host, const config *c, struct wave *w)
{
    double ct = cos(angle(c->theta)), st = sin(angle(c->theta)), dot = 0, norm = 0;
    double cp = cos(angle(c->phi)), sp = sin(angle(c->phi)), *k = w->direction;
    bool angles = !isnan(c->theta) || !isnan(c->phi);
    yee_status status;

    if (angles == (c->direction != NULL))
        return host->fail(host, YEE_INPUT, "%s; one of the two is needed",
                          angles ? "direction is given beside theta and phi"
                                 : "neither direction nor theta and phi are given");
    if (isnan(c->psi) == (c->polarization == NULL))
        return host->fail(host, YEE_INPUT,
                          "%s polarization and psi are given; exactly one is "
                          "needed",
                          c->polarization ? "both" : "neither");
    if (c->direction) {
        if ((status = source_direction(host, "direction", c->direction, k)))
            return status;
        st = hypot(k[0], k[1]);
        ct = k[2];
        cp = st > 0 ? k[0] / st : 1;
        sp = st > 0 ? k[1] / st : 0;
    } else {
        k[0] = st * cp;
        k[1] = st * sp;
        k[2] = ct;
    }
    for (int a = 0; a < 3; a++)
        if (fabs(k[a]) < 1e-12)
            k[a] = 0;
    if (c->polarization) {
        if ((status = source_direction(host, "polarization", c->polarization, w->polarization)))
            return status;
    } else {
        double theta[3] = {ct * cp, ct * sp, -st}, phi[3] = {-sp, cp, 0};
        for (int a = 0; a < 3; a++)
            w->polarization[a] = cos(c->psi) * theta[a] + sin(c->psi) * phi[a];
    }
    for (int a = 0; a < 3; a++)
        dot += k[a] * w->polarization[a];
    for (int a = 0; a < 3; a++) {
        w->polarization[a] -= dot * k[a];
        norm = hypot(norm, w->polarization[a]);
    }
    if (norm < 1e-6)
        return host->fail(
            host, YEE_INPUT,
            "polarization (%s) is along the direction of the wave; E is across it",
            c->polarization);
    for (int a = 0; a < 3; a++) {
        w->polarization[a] /= norm;
        if (fabs(w->polarization[a]) < 1e-12)
            w->polarization[a] = 0;
    }
    return YEE_OK;
}

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
static yee_status inspect(struct box *b, int c, const int64_t i[3])
{
    const yee_medium *m =
        b->view->medium(b->view, c, yee_grid_index(b->grid, c, i[0], i[1], i[2]));
    int which = yee_is_electric(c) ? 0 : 1;
    yee_response *known = which ? &b->wave.mu : &b->wave.eps;

    if (m == b->seen)
        return YEE_OK;
    if (!b->known[which])
        *known = m->response;
    b->known[which] = true;
    if (m->conductor != YEE_NOT_CONDUCTOR || !same(known, &m->response))
        return b->host->fail(
            b->host, YEE_INPUT,
            "the box's surface needs one isotropic medium, but at %s (%.6g, %.6g, %.6g) m it "
            "meets '%s', another one",
            source_component(c), yee_grid_position(b->grid, c, 0, i[0]),
            yee_grid_position(b->grid, c, 1, i[1]), yee_grid_position(b->grid, c, 2, i[2]),
            m->name ? m->name : "");
    b->seen = m;
    return YEE_OK;
}

static yee_status inspect_term(struct box *b, const struct cut *cut, yee_emitter *emitter,
                               const int64_t i[3], const int64_t j[3], double weight)
{
    int64_t x[3];
    (void)emitter, (void)weight;
    for (int a = 0; a < 3; a++) { /* beyond the ends of open axes is the other end */
        const int64_t n = b->grid->extent[cut->o][a];
        x[a] = b->closed[a] ? j[a] : (j[a] + n) % n;
    }
    yee_status status = inspect(b, cut->c, i);
    return status ? status : inspect(b, cut->o, x);
}

static yee_status look(struct box *b, const struct cut *cut, yee_emitter *emitter,
                       const int64_t i[3])
{
    return surface_terms(b, cut, i, emitter, inspect_term);
}

/* The scheme's differences in the medium of the surface, of which only the velocity matters,
 * and its step. */
static yee_status find_weights(struct box *b, double c)
{
    const yee_view *v = b->view;
    const bool own = v->size > offsetof(yee_view, stencil) && v->stencil;
    b->reach = 1;
    for (int e = 0; e < 2; e++)
        for (int a = 0; a < 3; a++)
            for (int d = 0; d < 3; d++) {
                double(*w)[YEE_ACROSS] = b->wave.w[e][a][d];
                if (a == d)
                    continue;
                w[0][0] = 1;
                if (own && !b->grid->axis[a].invariant)
                    b->reach = v->stencil(v, c, e, a, d, w);
                if (b->reach == 0)
                    return b->host->fail(
                        b->host, YEE_DECLINED,
                        "the scheme has no differences on this grid that a total-field surface "
                        "could add to; use equal cells, a current_sheet, or another scheme");
                for (int p = 0; p < YEE_PAIRS; p++)
                    for (int t = 0; t < YEE_ACROSS; t++)
                        if (w[p][t] != 0 && (p || t))
                            b->beyond = p > b->beyond ? p : b->beyond > 0 ? b->beyond : 1;
            }
    b->wave.rate[0] = 1;
    b->wave.rate[1] = -1;
    b->wave.mean[0] = b->wave.mean[1] = 0.5;
    if (v->size > offsetof(yee_view, levels) && v->levels)
        v->levels(v, b->wave.rate, b->wave.mean);
    return YEE_OK;
}

static double length(const struct box *b)
{
    double sum = 0;
    for (int a = 0; a < 3; a++)
        sum += fabs(b->wave.direction[a]) * b->wave.spacing[a] * (double)(b->hi[a] - b->lo[a]);
    return sum;
}

/* Time (s) the slowest part of the band takes through the box. */
static double transit(const struct box *b, const yee_band *band)
{
    double slow = 1;
    for (int n = 0; n <= 8; n++) {
        double omega = 2 * YEE_PI * (band->low + (band->high - band->low) * n / 8.0);
        if (omega > 0)
            slow = fmax(slow, cabs(csqrt(incident_response(&b->wave.eps, YEE_EPS0, I * omega) *
                                         incident_response(&b->wave.mu, YEE_MU0, I * omega))));
    }
    return length(b) * slow / YEE_C0;
}

/* Distance (m) of a point behind the corner where the wave enters. */
static double distance(const struct box *b, int c, const int64_t i[3])
{
    double sum = 0;
    for (int a = 0; a < 3; a++)
        if (b->wave.direction[a] != 0)
            sum +=
                b->wave.direction[a] * (yee_grid_position(b->grid, c, a, i[a]) - b->corner[a]);
    return sum;
}

/* The rays of all components: along an axis one value per plane, else samples for cubics. */
static yee_status find_rays(struct box *b)
{
    double far = length(b), peak[YEE_COMPONENTS] = {0}, step = YEE_INFINITY, cell = 0;

    for (int a = 0; a < 3; a++)
        if (b->wave.spacing[a] > 0) {
            step = fmin(step, b->wave.spacing[a] * (b->cubic ? 0.25 : 1));
            cell += fabs(b->wave.direction[a]) * b->wave.spacing[a];
        }
    for (int c = 0; c < YEE_COMPONENTS; c++)
        for (int s = 0; s < b->wave.stages; s++)
            for (size_t n = 0; n < b->wave.stage[s].count; n++)
                peak[c] =
                    fmax(peak[c], cabs(incident_amplitude(&b->wave, &b->wave.stage[s], n, c)));
    for (int c = 0; c < YEE_COMPONENTS; c++) {
        const double *of = peak + (c < 3 ? 0 : 3);
        bool half = false; /* along the axis of the wave */
        for (int a = 0; a < 3; a++)
            half = half || (!b->cubic && b->wave.spacing[a] > 0 && yee_half(c, a));
        if (peak[c] <= 1e-14 * fmax(of[0], fmax(of[1], of[2])))
            continue;
        if (!b->grid->active[c])
            return b->host->fail(b->host, YEE_INPUT,
                                 "the wave has %s, which this 2-D mode does not carry; turn "
                                 "polarization or psi, or change [grid] mode",
                                 source_component(c));
        const double more = b->beyond;
        double start =
            b->cubic ? -(1 + more) * cell - 2 * step : (half ? -0.5 - more : -more) * step;
        int64_t count = b->cubic ? (int64_t)ceil((far + 2 * (1 + more) * cell) / step) + 6
                                 : llround(far / step) + (half ? 2 : 1) + 2 * b->beyond;
        yee_status status = incident_ray(b->host, &b->wave, c, start, step, count, &b->ray[c]);
        if (status)
            return status;
    }
    return YEE_OK;
}

static yee_status open_group(struct box *b, const struct cut *cut, yee_emitter *emitter,
                             bool *skip)
{
    struct ray *ray = b->ray[cut->o];
    *skip = !ray;
    return ray ? emitter->group(emitter, cut->c, b->cubic, &ray->signals) : YEE_OK;
}

/* What the difference lacks as a current: -J for E, M for H. */
static yee_status play(struct box *b, const struct cut *cut, yee_emitter *emitter,
                       const int64_t i[3], const int64_t j[3], double weight)
{
    const struct ray *ray = b->ray[cut->o];
    const double width = source_width(b->grid, cut->c, cut->axis, i[cut->axis]);
    const double density = (yee_is_electric(cut->c) ? -1 : 1) * cut->sign * weight / width;
    double at = (distance(b, cut->o, j) - ray->start) / ray->step;
    double whole = b->cubic ? floor(at) : round(at);
    return emitter->current(emitter, i[0], i[1], i[2], density, (int64_t)whole, at - whole);
}

static yee_status correct(struct box *b, const struct cut *cut, yee_emitter *emitter,
                          const int64_t i[3])
{
    return surface_terms(b, cut, i, emitter, play);
}

static yee_status emit(const yee_host *host, const void *cfg, const yee_view *view,
                       yee_emitter *emitter)
{
    const config *c = cfg;
    yee_waveform waveform;
    yee_band band = {.size = sizeof band};
    yee_status status;
    struct box *b = host->alloc(host, sizeof *b);

    if (!b)
        return host->fail(host, YEE_MEMORY, "no memory for the plane wave");
    b->host = host;
    b->view = view;
    b->grid = view->grid;
    b->wave.amplitude = c->amplitude;
    b->wave.dt = view->grid->dt;
    if ((status = view->waveform(view, c->waveform, &waveform)) ||
        (status = waveform.ops->band(waveform.self, &band)) ||
        (status = source_inside(host, view->grid, "from", c->from.v)) ||
        (status = source_inside(host, view->grid, "to", c->to.v)) ||
        (status = find_vectors(host, c, &b->wave)) || (status = find_weights(b, YEE_C0)) ||
        (status = surface_find(b, &c->from, &c->to)) || (status = surface_spacing(b)) ||
        (status = surface_each(b, emitter, NULL, look)) ||
        (status = find_weights(b, YEE_C0 / sqrt(b->wave.eps.inf * b->wave.mu.inf))) ||
        (status = incident_open(host, &b->wave, &waveform, &band,
                                (double)view->steps * view->grid->dt, transit(b, &band))) ||
        (status = find_rays(b)))
        return status;
    return surface_each(b, emitter, open_group, correct);
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
};

YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
