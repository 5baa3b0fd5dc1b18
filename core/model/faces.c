/* core/model/faces.c: boundaries are dealt out to the faces of the grid and asked for rule,
 * stretch, damping and sheet. */
#include "model.h"
#include "plugin/call.h"
#include "problem/media/section.h"
#include <math.h>
#include <string.h>

/* How narrow a word of `faces` is when it names the face: 1 all, 2 an axis, 3 a single face; 0
 * it does not, -1 no word. */
static int specificity(const char *word, int face)
{
    if (!strcmp(word, "all"))
        return 1;
    const size_t n = strlen(word);
    if (n < 1 || n > 2 || word[0] < 'x' || word[0] > 'z' ||
        (n == 2 && word[1] != '-' && word[1] != '+'))
        return -1;
    if (word[0] != yee_face_name[face][0])
        return 0;
    return n == 1 ? 2 : word[1] == yee_face_name[face][1] ? 3 : 0;
}

/* The boundary of a face: the one that names it most narrowly. */
static yee_status assign(yee_model *m, int face, const yee_instance **boundary)
{
    int best = 0;
    *boundary = NULL;
    for (size_t i = 0; i < m->of[YEE_BOUNDARY].count; i++) {
        const yee_instance *it = m->of[YEE_BOUNDARY].v[i];
        const yee_texts faces = m->boundary_config[i].faces;
        int own = 0;
        for (size_t w = 0; w < faces.count; w++) {
            const int now = specificity(faces.v[w], face);
            if (now < 0)
                return yee_diag_fail(
                    m->diag, YEE_INPUT, &it->place,
                    "faces: '%s' is not a face; write all, x, y, z, x-, x+, y-, y+, z- or z+",
                    faces.v[w]);
            own = now > own ? now : own;
        }
        if (own && own == best)
            return yee_diag_fail(m->diag, YEE_INPUT, &it->place,
                                 "face %s is closed twice, by '%s' (line %d) and by '%s'",
                                 yee_face_name[face], (*boundary)->host.instance,
                                 (*boundary)->place.line, it->host.instance);
        if (own > best) {
            best = own;
            *boundary = it;
        }
    }
    if (*boundary)
        return YEE_OK;
    const yee_place file = {m->config->path, 0, NULL};
    if (!m->of[YEE_BOUNDARY].count)
        return yee_diag_fail(m->diag, YEE_INPUT, &file,
                             "no boundary closes the faces of the grid; add e.g. "
                             "[boundary.all] with type = cpml");
    return yee_diag_fail(m->diag, YEE_INPUT, &file,
                         "no boundary closes the face %s; add e.g. [boundary.more] with type = "
                         "cpml and faces = %s",
                         yee_face_name[face], yee_face_name[face]);
}

static yee_status check_stretch(const yee_model *m, const yee_instance *it,
                                const yee_stretch *s, int face)
{
    if (isfinite(s->kappa) && isfinite(s->sigma) && isfinite(s->alpha) &&
        ((s->kappa >= 1 && s->sigma >= 0 && s->alpha >= 0) || m->run.unsafe))
        return YEE_OK;
    return yee_diag_fail(
        m->diag, YEE_PLUGIN, &it->place,
        "plugin '%s' returned kappa = %g, sigma = %g S/m, alpha = %g S/m at the face %s; kappa "
        "must be at least 1, sigma and alpha at least 0",
        it->plugin->name, s->kappa, s->sigma, s->alpha, yee_face_name[face]);
}

/* Fills the profile within the layer of one face. */
static yee_status stretch(yee_model *m, const yee_instance *it, const yee_face *face,
                          int64_t layer, yee_stretch *half, yee_stretch *node)
{
    const yee_boundary_ops *ops = it->plugin->ops;
    const yee_axis_data *axis = &m->problem.grid.axis[face->axis];
    const int64_t n = axis->cells;
    const double *x = axis->node;
    const double edge = face->side ? x[n - layer] : x[layer];
    const double wall = face->side ? x[n] : x[0];
    const double thickness = fabs(wall - edge);
    const int which = 2 * face->axis + face->side;
    yee_status status = YEE_OK;
    for (int64_t q = 0; !status && q < layer; q++) {
        const int64_t i = face->side ? n - 1 - q : q; /* cell, from the wall inwards */
        const int64_t k = face->side ? n - q : q;     /* node */
        const double middle = 0.5 * (x[i] + x[i + 1]);
        status = YEE_CALL(it, ops, stretch, &it->host, it->config, face, fabs(middle - edge),
                          thickness, &half[i]);
        if (!status)
            status = check_stretch(m, it, &half[i], which);
        if (!status)
            status = YEE_CALL(it, ops, stretch, &it->host, it->config, face, fabs(x[k] - edge),
                              thickness, &node[k]);
        if (!status)
            status = check_stretch(m, it, &node[k], which);
    }
    return status;
}

static yee_status check_rate(const yee_model *m, const yee_instance *it, double rate, int face)
{
    if (isfinite(rate) && rate >= 0)
        return YEE_OK;
    return yee_diag_fail(
        m->diag, YEE_PLUGIN, &it->place,
        "plugin '%s' returned the rate %g 1/s at the face %s; it must be finite and "
        "at least 0",
        it->plugin->name, rate, yee_face_name[face]);
}

/* Fills the rates within the damped cells of one face. */
static yee_status damp(yee_model *m, const yee_instance *it, const yee_face *face,
                       int64_t damped, double *half, double *node)
{
    const yee_boundary_ops *ops = it->plugin->ops;
    const yee_axis_data *axis = &m->problem.grid.axis[face->axis];
    const int64_t n = axis->cells;
    const double *x = axis->node;
    const double edge = face->side ? x[n - damped] : x[damped];
    const double thickness = fabs((face->side ? x[n] : x[0]) - edge);
    const int which = 2 * face->axis + face->side;
    yee_status status = YEE_OK;
    for (int64_t q = 0; !status && q < 2 * damped;
         q++) { /* half cells, from the wall inwards */
        const int64_t at = face->side ? 2 * n - q : q;
        double *rate = at % 2 ? &half[at / 2] : &node[at / 2];
        const double place = 0.5 * (x[at / 2] + x[(at + 1) / 2]);
        status = YEE_CALL(it, ops, damping, &it->host, it->config, face, fabs(place - edge),
                          thickness, rate);
        if (!status)
            status = check_rate(m, it, *rate, which);
    }
    return status;
}

/* A sheet along one direction: numbers, and no gain of energy. */
static yee_status check_sheet(const yee_model *m, const yee_instance *it, const yee_response *r,
                              int face, int direction)
{
    const double top = YEE_PI / m->problem.grid.dt;
    double omega;
    bool valid = isfinite(r->inf) && isfinite(r->sigma) && (!r->pole_count || r->poles);
    for (size_t p = 0; valid && p < r->pole_count; p++) {
        const yee_pole *v = &r->poles[p];
        valid = isfinite(v->b0) && isfinite(v->b1) && isfinite(v->d0) && isfinite(v->d1) &&
                isfinite(v->d2) && (v->d1 != 0 || v->d2 != 0);
    }
    if (!valid || r->inf < 0)
        return yee_diag_fail(
            m->diag, YEE_PLUGIN, &it->place,
            "plugin '%s' returned a sheet at the face %s with inf = %g m, sigma = %g S and %zu "
            "poles along %c; all numbers must be finite, inf at least 0, and of every pole d1 "
            "or d2 above 0",
            it->plugin->name, yee_face_name[face], r->inf, r->sigma, r->pole_count,
            "xyz"[direction]);
    if (m->run.unsafe || yee_response_passive(r, YEE_EPS0, 1e-6 * top, top, &omega))
        return YEE_OK;
    return yee_diag_fail(m->diag, YEE_PLUGIN, &it->place,
                         "plugin '%s' returned a sheet at the face %s that gains energy at %g "
                         "Hz along %c; the real part of its admittance must be at least 0",
                         it->plugin->name, yee_face_name[face], omega / (2 * YEE_PI),
                         "xyz"[direction]);
}

/* Takes the sheet of a face, if there is one. */
static yee_status lay_sheet(yee_model *m, const yee_instance *it, const yee_closure *c,
                            int face)
{
    yee_status status = YEE_OK;
    for (int n = 1; n < 3 && !status; n++) {
        const int direction = (face / 2 + n) % 3;
        if (!yee_sheet_is_there(&c->sheet[direction]))
            continue;
        status = check_sheet(m, it, &c->sheet[direction], face, direction);
        m->sheets.on[face] = true;
        m->sheets.sheet[face][direction] = c->sheet[direction];
    }
    if (!status && m->sheets.on[face] && (c->rule != YEE_FACE_PMC || c->layer || c->damped))
        return yee_diag_fail(
            m->diag, YEE_PLUGIN, &it->place,
            "plugin '%s' returned a sheet at the face %s with the rule %d, a layer of %lld and "
            "%lld damped cells; a sheet needs the rule pmc (%d) and none of these cells",
            it->plugin->name, yee_face_name[face], (int)c->rule, (long long)c->layer,
            (long long)c->damped, (int)YEE_FACE_PMC);
    return status;
}

/* A plane of symmetry is a wall and nothing else. */
static yee_status check_symmetry(const yee_model *m, const yee_instance *it,
                                 const yee_closure *c, int face)
{
    const bool wall = c->rule == YEE_FACE_PEC || c->rule == YEE_FACE_PMC;
    if (!c->symmetry || (wall && !c->layer && !c->damped && !m->sheets.on[face]))
        return YEE_OK;
    return yee_diag_fail(
        m->diag, YEE_PLUGIN, &it->place,
        "plugin '%s' returned a plane of symmetry at the face %s with the rule %d, a layer of "
        "%lld, %lld damped cells%s; it takes the rule pec (%d) or pmc (%d) and none of these",
        it->plugin->name, yee_face_name[face], (int)c->rule, (long long)c->layer,
        (long long)c->damped, m->sheets.on[face] ? " and a sheet" : "", (int)YEE_FACE_PEC,
        (int)YEE_FACE_PMC);
}

static yee_status check_closure(const yee_model *m, const yee_instance *it,
                                const yee_closure *c, int face, int64_t cells)
{
    const yee_boundary_ops *ops = it->plugin->ops;
    if (c->rule < YEE_FACE_PEC || c->rule > YEE_FACE_PERIODIC || c->layer < 0 ||
        (c->layer && (!YEE_HAS(ops, stretch) || c->rule == YEE_FACE_PERIODIC)))
        return yee_diag_fail(
            m->diag, YEE_PLUGIN, &it->place,
            "plugin '%s' returned rule %d with a layer of %lld cells at the face %s",
            it->plugin->name, (int)c->rule, (long long)c->layer, yee_face_name[face]);
    const bool damps = YEE_HAS(ops, damping);
    if (c->damped < 0 || (c->damped && (!damps || c->layer || c->rule == YEE_FACE_PERIODIC)))
        return yee_diag_fail(
            m->diag, YEE_PLUGIN, &it->place,
            "plugin '%s' returned rule %d with %lld damped cells and a layer of "
            "%lld at the face %s",
            it->plugin->name, (int)c->rule, (long long)c->damped, (long long)c->layer,
            yee_face_name[face]);
    if (c->damped >= cells)
        return yee_diag_fail(
            m->diag, YEE_INPUT, &it->place,
            "the %lld damped cells at the face %s do not fit into the %lld cells of "
            "the grid along %c",
            (long long)c->damped, yee_face_name[face], (long long)cells, "xyz"[face / 2]);
    if (c->layer >= cells)
        return yee_diag_fail(
            m->diag, YEE_INPUT, &it->place,
            "the layer of %lld cells at the face %s does not fit into the %lld cells of the "
            "grid along %c",
            (long long)c->layer, yee_face_name[face], (long long)cells, "xyz"[face / 2]);
    return YEE_OK;
}

/* The faces as boundaries see them; false: no memory. */
static bool describe_faces(const yee_model *m, yee_face *faces)
{
    for (int a = 0; a < 3; a++) {
        const yee_axis_data *axis = &m->problem.grid.axis[a];
        const int64_t n = axis->cells;
        double *width = yee_arena_alloc(m->arena, 2 * (size_t)n * sizeof *width);
        if (!width)
            return false;
        for (int64_t i = 0; i < n; i++) {
            width[i] = axis->node[i + 1] - axis->node[i];
            width[2 * n - 1 - i] = width[i];
        }
        for (int side = 0; side < 2; side++) {
            yee_face *face = &faces[2 * a + side];
            *face = (yee_face){.size = sizeof *face,
                               .axis = a,
                               .side = side,
                               .cells = axis->invariant ? 0 : n,
                               .width = side ? width + n : width,
                               .dt = m->problem.grid.dt,
                               .eps_r = 1,
                               .mu_r = 1,
                               .faces = faces};
            if (!axis->invariant &&
                !yee_voxels_face(m->voxels, a, side, &face->eps_r, &face->mu_r))
                return false;
        }
    }
    return true;
}

static yee_status close_axis(yee_model *m, int a, const yee_face *faces, yee_profile *profile)
{
    yee_axis_data *axis = &m->problem.grid.axis[a];
    const int64_t n = axis->cells;
    yee_stretch *half = yee_arena_alloc(m->arena, (size_t)n * sizeof *half);
    yee_stretch *node = yee_arena_alloc(m->arena, (size_t)(n + 1) * sizeof *node);
    double *half_rate = yee_arena_alloc(m->arena, (size_t)n * sizeof *half_rate);
    double *node_rate = yee_arena_alloc(m->arena, (size_t)(n + 1) * sizeof *node_rate);
    if (!half || !node || !half_rate || !node_rate)
        return YEE_MEMORY;
    for (int64_t i = 0; i <= n; i++)
        node[i] = (yee_stretch){1, 0, 0};
    memcpy(half, node, (size_t)n * sizeof *half);

    const yee_instance *boundary[2];
    for (int side = 0; side < 2; side++) {
        yee_status status = assign(m, 2 * a + side, &boundary[side]);
        if (status)
            return status;
        const yee_instance *it = m->closed_by[2 * a + side] = boundary[side];
        const yee_boundary_ops *ops = it->plugin->ops;
        const yee_face *face = &faces[2 * a + side];
        yee_closure closure = {.size = sizeof closure, .rule = YEE_FACE_PEC};
        if ((status = YEE_CALL(it, ops, close, &it->host, it->config, face, &closure)) ||
            (status = check_closure(m, it, &closure, 2 * a + side, n)) ||
            (status = lay_sheet(m, it, &closure, 2 * a + side)) ||
            (status = check_symmetry(m, it, &closure, 2 * a + side)))
            return status;
        axis->face[side] = closure.rule;
        axis->symmetry[side] = closure.symmetry;
        axis->layer[side] = closure.layer;
        axis->damped[side] = closure.damped;
        if ((closure.layer && (status = stretch(m, it, face, closure.layer, half, node))) ||
            (closure.damped &&
             (status = damp(m, it, face, closure.damped, half_rate, node_rate))))
            return status;
    }
    const int64_t layers[2] = {yee_axis_absorbing(axis, 0), yee_axis_absorbing(axis, 1)};
    if (layers[0] + layers[1] >= n)
        return yee_diag_fail(
            m->diag, YEE_INPUT, &boundary[1]->place,
            "the layers of %lld and %lld cells leave nothing of the %lld cells of the grid "
            "along %c",
            (long long)layers[0], (long long)layers[1], (long long)n, "xyz"[a]);
    const bool low = axis->face[0] == YEE_FACE_PERIODIC,
               high = axis->face[1] == YEE_FACE_PERIODIC;
    if (low != high)
        return yee_diag_fail(
            m->diag, YEE_INPUT, &boundary[low ? 0 : 1]->place,
            "face %s is periodic and face %s is %s; both faces of an axis must be periodic%s",
            yee_face_name[2 * a + (low ? 0 : 1)], yee_face_name[2 * a + (low ? 1 : 0)],
            axis->symmetry[low ? 1 : 0] ? "a plane of symmetry" : "not",
            axis->symmetry[low ? 1 : 0]
                ? ", or both planes of symmetry, which mirror half a period"
                : "");
    axis->periodic = low;
    if (axis->layer[0] + axis->layer[1] > 0)
        *profile = (yee_profile){half, node};
    if (axis->damped[0] + axis->damped[1] > 0)
        m->rates[a] = (yee_rates){half_rate, node_rate};
    return YEE_OK;
}

yee_status yee_model_faces(yee_model *m)
{
    yee_profile profile[3] = {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}};
    yee_face *faces = yee_arena_alloc(m->arena, 6 * sizeof *faces);
    yee_status status = faces && describe_faces(m, faces) ? YEE_OK : YEE_MEMORY;
    for (int a = 0; !status && a < 3; a++)
        if (!m->problem.grid.axis[a].invariant)
            status = close_axis(m, a, faces, &profile[a]);
    const yee_place place = {m->config->path, 0, "grid"};
    if (!status)
        status = yee_grid_close(m->diag, &place, &m->problem.grid);
    if (!status)
        status = yee_grid_stretch(m->diag, m->arena, profile, &m->problem.grid);
    return status;
}
