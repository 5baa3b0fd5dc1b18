/* plugins/posts/far_field/surface.c: the currents J = n x H, M = -n x E of a flux record, and
 * their images.
 *
 * A component lies on the nodes of a face along the axes where its offset is 0, and in the
 * middle between two where it is 0.5; the lengths that it stands for are those of the
 * trapezoidal and of the midpoint rule, which end at the same places. In 2-D the currents are
 * those of a metre along the invariant axis. */
#include "surface.h"
#include "kept.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

frame frame_about(int axis, bool reversed)
{
    const double sign = reversed ? -1 : 1;
    return (frame){{(axis + 1) % 3, (axis + 2) % 3, axis}, {1, sign, sign}};
}

/* -- planes -- */

static bool has_face(const yee_results *results, const char *box, int axis, int side)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%c%c", box, "-+"[side], "xyz"[axis]);
    return results->has(results, NULL, path);
}

static const double *numbers(const yee_results *results, const char *path, int64_t count)
{
    int rank;
    int64_t dims[8], n = 1;
    const double *v = results->read(results, NULL, path, &rank, dims);
    for (int a = 0; v && a < rank; a++)
        n *= dims[a];
    return v && n == count ? v : NULL;
}

/* The nodes along an axis of the first face that is not across it. */
static const double *nodes_of(const yee_results *results, const char *box, int axis, int64_t *n)
{
    char path[600];
    int rank;
    int64_t dims[8];
    for (int a = 0; a < 3; a++)
        for (int side = 0; side < 2 && a != axis; side++)
            if (has_face(results, box, a, side)) {
                snprintf(path, sizeof path, "%s/%c%c/%c", box, "-+"[side], "xyz"[a],
                         "xyz"[axis]);
                const double *v = results->read(results, NULL, path, &rank, dims);
                *n = v && rank == 1 ? dims[0] : 0;
                return *n > 0 ? v : NULL;
            }
    return NULL;
}

static yee_status add_wall(const yee_host *host, const yee_results *results, const char *box,
                           int axis, int side, bool electric, surface *s)
{
    int64_t n;
    const double *x = nodes_of(results, box, axis, &n);
    const char face[] = {"xyz"[axis], "-+"[side], 0};
    if (has_face(results, box, axis, side))
        return host->fail(host, YEE_INPUT,
                          "the wall at %s radiates, too: let the box of [output.%s] end on it",
                          face, box + strlen("/flux/"));
    if (!x)
        return YEE_INPUT;
    for (int i = 0; i < s->planes; i++)
        if (s->plane[i].axis == axis)
            return host->fail(
                host, YEE_INPUT,
                "the wall at %s is the second plane across %c: the images of both "
                "have no end",
                face, "xyz"[axis]);
    plane *p = &s->plane[s->planes++];
    *p = (plane){.axis = axis, .at = side ? x[n - 1] : x[0], .wall = side ? -1 : 1};
    for (int c = 0; c < 6; c++)
        p->parity[c] = ((c % 3 == axis) == (c < 3)) == electric ? 1 : -1;
    s->walls++;
    return YEE_OK;
}

static yee_status add_symmetry(const yee_results *results, const char *box, int axis, int side,
                               surface *s)
{
    char path[96];
    snprintf(path, sizeof path, "/symmetry/%c%c@position", "xyz"[axis], "-+"[side]);
    const double *at = numbers(results, path, 1);
    snprintf(path, sizeof path, "/symmetry/%c%c@parity", "xyz"[axis], "-+"[side]);
    const double *parity = numbers(results, path, 6);
    if (!at || !parity)
        return YEE_INPUT;
    plane *p = &s->plane[s->planes++];
    *p = (plane){.axis = axis, .at = *at};
    memcpy(p->parity, parity, sizeof p->parity);
    s->apart += has_face(results, box, axis, 0) && has_face(results, box, axis, 1);
    return YEE_OK;
}

static yee_status find_planes(const yee_host *host, const yee_results *results, const char *box,
                              const char *model, surface *s)
{
    char type[64], matched[64], path[32];
    bool symmetric[3][2];
    yee_status status = YEE_OK;
    for (int f = 0; f < 6 && !status; f++) {
        symmetric[f / 2][f % 2] = false;
        if (f / 2 == s->invariant)
            continue;
        snprintf(path, sizeof path, "/symmetry/%c%c", "xyz"[f / 2], "-+"[f % 2]);
        symmetric[f / 2][f % 2] = results->has(results, NULL, path);
        if (symmetric[f / 2][f % 2])
            status = add_symmetry(results, box, f / 2, f % 2, s);
    }
    for (int a = 0; a < 3 && !status; a++)
        if (symmetric[a][0] && symmetric[a][1])
            return host->fail(host, YEE_INPUT,
                              "between two planes of symmetry across %c the model is periodic, "
                              "and its images have no end",
                              "xyz"[a]);
    for (int f = 0; f < 6 && !status; f++) {
        const int a = f / 2, side = f % 2;
        const char face[] = {"xyz"[a], "-+"[side], 0};
        if (symmetric[a][side] || a == s->invariant)
            continue;
        const char *section = kept_boundary(model, face, type);
        if (!strcmp(type, "impedance") && kept_value(section, "matched", matched, 64) &&
            !strcmp(matched, "no"))
            host->log(
                host, YEE_WARNING,
                "the currents in the wall at %s, an impedance, radiate, too, and are not in "
                "the far field",
                face);
        if (!strcmp(type, "periodic"))
            return host->fail(host, YEE_INPUT,
                              "the model is periodic along %c, and its images have no end",
                              "xyz"[a]);
        if (!strcmp(type, "pec") || !strcmp(type, "pmc"))
            status = add_wall(host, results, box, a, side, !strcmp(type, "pec"), s);
        else if (!has_face(results, box, a, side))
            status =
                host->fail(host, YEE_INPUT,
                           "the box of [output.%s] has no face at %s, where the boundary is "
                           "'%s'; it is to be closed, or to end on a plane of symmetry or on "
                           "a wall of type pec or pmc",
                           box + strlen("/flux/"), face, type);
    }
    return status;
}

/* -- currents -- */

/* Places of a component along an axis, and the lengths that they stand for; 1 with `whole`. */
static bool places(const yee_host *host, const double *node, int64_t nodes, bool half,
                   bool whole, sheet *t, int axis)
{
    const int64_t n = t->n[axis] = half ? nodes - 1 : nodes;
    double *x = t->x[axis] = host->alloc(host, (size_t)(n + 1) * sizeof *x);
    double *w = t->w[axis] = host->alloc(host, (size_t)(n + 1) * sizeof *w);
    if (!x || !w)
        return false;
    for (int64_t i = 0; i < n; i++) {
        const int64_t lo = half || i == 0 ? i : i - 1, hi = half || i + 1 < n ? i + 1 : i;
        x[i] = half ? 0.5 * (node[i] + node[i + 1]) : node[i];
        w[i] = whole ? 1 : (half ? 1 : 0.5) * (node[hi] - node[lo]);
    }
    return true;
}

static yee_status add_component(const yee_host *host, const yee_results *results,
                                const char *face, int normal, int sign, int component,
                                int64_t frequencies, surface *s)
{
    char path[700];
    int rank;
    int64_t dims[8], count = 2 * frequencies;
    const int axis = component % 3;
    sheet *t = &s->sheet[s->sheets];
    snprintf(path, sizeof path, "%s/%c%c@offset", face, "eh"[component / 3], "xyz"[axis]);
    const double *offset = numbers(results, path, 3);
    if (!offset)
        return YEE_INPUT;
    /* n x e_axis is +- the third axis */
    const int turn = (axis - normal + 3) % 3 == 1 ? 1 : -1;
    *t = (sheet){.electric = component >= 3,
                 .axis = 3 - normal - axis,
                 .factor = turn * sign * (component >= 3 ? 1 : -1)};
    for (int a = 0; a < 3; a++) {
        snprintf(path, sizeof path, "%s/%c", face, "xyz"[a]);
        const double *node = results->read(results, NULL, path, &rank, dims);
        if (!node || rank != 1)
            return YEE_INPUT;
        if (a == s->invariant)
            s->depth = node[dims[0] - 1] - node[0];
        if (!places(host, node, dims[0], offset[a] > 0, a == normal || a == s->invariant, t, a))
            return host->fail(host, YEE_MEMORY, "no memory for a face");
        count *= t->n[a];
    }
    snprintf(path, sizeof path, "%s/%c%c", face, "eh"[component / 3], "xyz"[axis]);
    t->v = numbers(results, path, count);
    if (!t->v)
        return host->fail(host, YEE_INPUT, "%s has not the shape that its axes have", path);
    s->sheets++;
    return YEE_OK;
}

/* The images of all sheets that are there in one more plane. */
static yee_status add_images(const yee_host *host, const plane *p, const int *normals,
                             int *normal, surface *s)
{
    const int before = s->sheets;
    for (int i = 0; i < before; i++) {
        sheet *t = &s->sheet[before + i];
        *t = s->sheet[i];
        normal[before + i] = normals[i];
        /* the field has the current's component across the face, turned */
        const int field = 3 - normals[i] - t->axis + (t->electric ? 3 : 0);
        t->factor *= p->parity[field] * (normals[i] == p->axis ? -1 : 1);
        double *x = host->alloc(host, (size_t)(t->n[p->axis] + 1) * sizeof *x);
        if (!x)
            return host->fail(host, YEE_MEMORY, "no memory for an image");
        for (int64_t k = 0; k < t->n[p->axis]; k++)
            x[k] = 2 * p->at - t->x[p->axis][k];
        t->x[p->axis] = x;
    }
    s->sheets = 2 * before;
    return YEE_OK;
}

static void enclose(surface *s)
{
    double square = 0;
    for (int a = 0; a < 3; a++) {
        double lo = INFINITY, hi = -INFINITY;
        for (int i = 0; i < s->sheets; i++)
            for (int64_t k = 0; k < s->sheet[i].n[a]; k++) {
                lo = fmin(lo, s->sheet[i].x[a][k]);
                hi = fmax(hi, s->sheet[i].x[a][k]);
            }
        s->center[a] = 0.5 * (lo + hi);
        square += 0.25 * (hi - lo) * (hi - lo);
    }
    s->radius = sqrt(square);
}

/* Room for the phases along an axis: once, as there are hundreds of calls for each frequency. */
static bool make_phases(const yee_host *host, surface *s, int axis)
{
    int64_t most = 1;
    for (int i = 0; i < s->sheets; i++)
        most = s->sheet[i].n[axis] > most ? s->sheet[i].n[axis] : most;
    s->phase[axis] = host->alloc(host, (size_t)most * sizeof *s->phase[axis]);
    return s->phase[axis] != NULL;
}

yee_status surface_read(const yee_host *host, const yee_results *results, const char *name,
                        int64_t frequencies, frame about, surface *s)
{
    char box[300], face[320], path[400];
    int *normal = host->alloc(host, 24 * 8 * sizeof *normal);
    const char *model = results->text(results, NULL, "/provenance/resolved");
    s->sheet = host->alloc(host, 24 * 8 * sizeof *s->sheet);
    if (!s->sheet || !normal)
        return host->fail(host, YEE_MEMORY, "no memory for a surface");
    snprintf(box, sizeof box, "/flux/%s", name);
    if (!model)
        return host->fail(host, YEE_INPUT, "the file does not keep its model");
    double eps, mu;
    yee_status status = kept_background(host, model, &eps, &mu);
    s->index = sqrt(eps * mu);
    s->eta = YEE_ETA0 * sqrt(mu / eps);
    s->invariant = kept_invariant(model);
    s->frame = s->invariant < 0 ? about : frame_about(s->invariant, false);
    s->depth = 1;
    s->differs = kept_difference(model, name);
    bool any = false;
    for (int f = 0; f < 6; f++)
        any = any || has_face(results, box, f / 2, f % 2);
    if (!status && !any)
        return host->fail(host, YEE_INPUT, "[output.%s] is no box with fields = yes", name);
    if (!status)
        status = find_planes(host, results, box, model, s);
    for (int f = 0; f < 6 && !status; f++) {
        const int a = f / 2, side = f % 2;
        snprintf(face, sizeof face, "%s/%c%c", box, "-+"[side], "xyz"[a]);
        if (!results->has(results, NULL, face))
            continue;
        for (int c = 0; c < 6 && !status; c++) {
            snprintf(path, sizeof path, "%s/%c%c", face, "eh"[c / 3], "xyz"[c % 3]);
            if (c % 3 == a || !results->has(results, NULL, path))
                continue;
            normal[s->sheets] = a;
            status = add_component(host, results, face, a, side ? 1 : -1, c, frequencies, s);
        }
    }
    for (int i = 0; i < s->planes && !status; i++)
        status = add_images(host, &s->plane[i], normal, normal, s);
    for (int a = 0; a < 3 && !status; a++)
        if (!make_phases(host, s, a))
            status = host->fail(host, YEE_MEMORY, "no memory for phases");
    if (!status)
        enclose(s);
    return status;
}
