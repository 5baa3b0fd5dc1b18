/* plugins/posts/far_field/closed.c: whether a model's flux box is one that has a far field,
 * before hours of a run. */
#include "closed.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct asked {
    const yee_host *host;
    const char *box;
    const yee_plan *plan;
    const yee_grid *grid;
    int64_t node[2][3]; /* corners */
} asked;

/* Nodes of a corner; by default those of the grid without its absorbing layers. Along an
 * invariant axis the box is as long as the grid. */
static yee_status corner(asked *q, int side)
{
    const char *at = NULL;
    const yee_status status = q->plan->output_key(q->plan, q->box, side ? "to" : "from", &at);
    for (int a = 0; a < 3 && !status; a++) {
        const yee_axis_data *axis = &q->grid->axis[a];
        const int64_t absorbing = yee_axis_absorbing(axis, side);
        char *end;
        q->node[side][a] = side ? axis->cells - absorbing : absorbing;
        if (!at)
            continue;
        const double x = strtod(at, &end);
        if (!axis->invariant)
            q->node[side][a] = yee_axis_nearest(axis, x);
        at = end + strspn(end, ", ");
    }
    return status;
}

/* -- faces -- */

static bool ends_at(const asked *q, int a, int side)
{
    return q->node[side][a] == (side ? q->grid->axis[a].cells : 0);
}

/* A wall whose image is known: not of an impedance, which has the rule of pmc. */
static bool is_wall(const asked *q, int a, int side)
{
    const yee_axis_data *axis = &q->grid->axis[a];
    const char *type = q->plan->boundary_key(q->plan, a, side, "type");
    return !axis->symmetry[side] && !yee_axis_absorbing(axis, side) && type &&
           (!strcmp(type, "pec") || !strcmp(type, "pmc"));
}

/* A face of the box that is not there or lies where nothing but absorption is, and a wall that
 * is behind one. */
static yee_status check_side(const asked *q, int a, int side)
{
    const yee_axis_data *axis = &q->grid->axis[a];
    const char *type = q->plan->boundary_key(q->plan, a, side, "type");
    const bool ends = ends_at(q, a, side), wall = is_wall(q, a, side);
    const int64_t depth = side ? axis->cells - q->node[side][a] : q->node[side][a];
    if (axis->symmetry[side])
        return YEE_OK;
    if (ends && !wall)
        return q->host->fail(
            q->host, YEE_INPUT,
            "the box of [output.%s] has no face at %c%c, where the boundary is '%s'; it is to "
            "be closed, or to end on a plane of symmetry or on a wall of type pec or pmc",
            q->box, "xyz"[a], "-+"[side], type ? type : "?");
    if (!ends && depth < yee_axis_absorbing(axis, side))
        return q->host->fail(q->host, YEE_INPUT,
                             "the face at %c%c of the box of [output.%s] lies in the absorbing "
                             "layer, %lld of its %lld cells deep; move it inwards",
                             "xyz"[a], "-+"[side], q -> box,
                             (long long)(yee_axis_absorbing(axis, side) - depth),
                             (long long)yee_axis_absorbing(axis, side));
    if (!ends && !yee_axis_absorbing(axis, side) && (wall || axis->face[side] == YEE_FACE_PEC))
        return q->host->fail(
            q->host, YEE_INPUT,
            "the wall at %c%c radiates, too: let the box of [output.%s] end on it", "xyz"[a],
            "-+"[side], q -> box);
    const char *matched = q->plan->boundary_key(q->plan, a, side, "matched");
    if (type && !strcmp(type, "impedance") && matched && !strcmp(matched, "no"))
        q->host->log(
            q->host, YEE_WARNING,
            "the currents in the wall at %c%c, an impedance, radiate, too, and are not "
            "in the far field",
            "xyz"[a], "-+"[side]);
    return YEE_OK;
}

static yee_status check_axis(const asked *q, int a)
{
    const yee_host *host = q->host;
    const yee_axis_data *axis = &q->grid->axis[a];
    int images = 0;
    if (axis->invariant)
        return YEE_OK;
    if (axis->periodic)
        return host->fail(host, YEE_INPUT,
                          "the model is periodic along %c, and its images have no end",
                          "xyz"[a]);
    if (q->node[0][a] == q->node[1][a])
        return host->fail(host, YEE_INPUT,
                          "[output.%s] is flat along %c; a far field is that of a closed box",
                          q->box, "xyz"[a]);
    for (int side = 0; side < 2; side++)
        images += axis->symmetry[side] || is_wall(q, a, side);
    if (images > 1)
        return host->fail(host, YEE_INPUT,
                          "the grid ends on planes or walls at both sides along %c, and the "
                          "images of both have no end",
                          "xyz"[a]);
    const yee_status status = check_side(q, a, 0);
    return status ? status : check_side(q, a, 1);
}

/* -- what the faces lie in -- */

/* Points of E and of H on the faces and, of those that are not in the background, the first
 * one's medium and place. */
typedef struct matter {
    double points[2], filled[2];
    const char *name;
    double at[3];
} matter;

/* The law of the material with the number 0, which a cell in a corner of the box is of; vacuum where
 * none is. */
static yee_status find_background(const asked *q, yee_material *law, const char **name)
{
    const yee_view *view = q->plan->view;
    const yee_material *found;
    for (int a = 0; a < 3; a++)
        law->electric[a].inf = law->magnetic[a].inf = 1;
    for (int n = 0; n < 8; n++) {
        int64_t at[3];
        for (int a = 0; a < 3; a++)
            at[a] = q->node[n >> a & 1][a] - (n >> a & 1);
        if (view->material_number(view, at[0], at[1], at[2]))
            continue;
        *name = view->material(view, at[0], at[1], at[2]);
        const yee_status status = view->material_of(view, *name, &found);
        if (!status)
            *law = *found;
        return status;
    }
    return YEE_OK;
}

/* One eps and one mu, and no loss. */
static bool is_simple(const yee_material *law)
{
    bool simple = law->conductor == YEE_NOT_CONDUCTOR && !law->law;
    for (int a = 0; a < 3; a++)
        for (int m = 0; m < 2; m++) {
            const yee_response *of = m ? law->magnetic : law->electric;
            simple = simple && of[a].inf == of[0].inf && of[a].sigma == 0 && !of[a].pole_count;
        }
    return simple;
}

/* Whether an edge or a face of the grid lies in the background alone. */
static bool is_background(const yee_medium *m, int c, const yee_material *law)
{
    const double inf = (c < YEE_HX ? law->electric : law->magnetic)[c % 3].inf;
    return m->conductor == YEE_NOT_CONDUCTOR && fabs(m->response.inf - inf) < 1e-9 * inf &&
           m->response.sigma == 0 && !m->response.pole_count;
}

/* Points of a component on a face across `axis`, those on walls left out. */
static void look_at(const asked *q, const yee_material *law, int axis, int c, int64_t index,
                    matter *found)
{
    const yee_view *view = q->plan->view;
    int64_t lo[3], hi[3], i[3];
    for (int a = 0; a < 3; a++) {
        const bool on_nodes = !yee_half(c, a) && !q->grid->axis[a].invariant;
        lo[a] = a == axis ? index : q->node[0][a] + (ends_at(q, a, 0) && on_nodes);
        hi[a] = a == axis ? index + 1 : q->node[1][a] + (on_nodes && !ends_at(q, a, 1));
    }
    for (i[0] = lo[0]; i[0] < hi[0]; i[0]++)
        for (i[1] = lo[1]; i[1] < hi[1]; i[1]++)
            for (i[2] = lo[2]; i[2] < hi[2]; i[2]++) {
                const yee_medium *m =
                    view->medium(view, c, yee_grid_index(q->grid, c, i[0], i[1], i[2]));
                found->points[c >= YEE_HX]++;
                if (is_background(m, c, law))
                    continue;
                if (!found->name)
                    for (int a = 0; a < 3; a++)
                        found->at[a] = yee_grid_position(q->grid, c, a, i[a]);
                found->name = found->name ? found->name : m->name ? m->name : "?";
                found->filled[c >= YEE_HX]++;
            }
}

/* The currents of the faces radiate into the background: of what crosses them nothing is
 * known. */
static yee_status check_matter(const asked *q)
{
    matter found = {0};
    yee_material law = {.size = sizeof law};
    const char *background = "vacuum";
    if (!q->plan->view->material) /* an estimate, which has no cells */
        return YEE_OK;
    const yee_status status = find_background(q, &law, &background);
    if (status)
        return status;
    if (!is_simple(&law))
        return q->host->fail(
            q->host, YEE_INPUT,
            "far fields are those in vacuum or in a dielectric without loss and "
            "axes; the background is '%s'",
            background);
    for (int a = 0; a < 3; a++)
        for (int side = 0; side < 2; side++)
            for (int c = 0; c < YEE_COMPONENTS && !ends_at(q, a, side); c++)
                if (c % 3 != a && q->grid->active[c]) /* of H the point on the inner side */
                    look_at(q, &law, a, c, q->node[side][a] - (side && yee_half(c, a)), &found);
    const double e = found.filled[0] / found.points[0], h = found.filled[1] / found.points[1];
    if (e == 1 || h == 1)
        return q->host->fail(q->host, YEE_INPUT,
                             "far fields are those in the background, %s, and the box of "
                             "[output.%s] lies in '%s'",
                             background, q->box, found.name);
    if (found.name)
        q->host->log(
            q->host, YEE_WARNING,
            "'%s' crosses the box of [output.%s], first at (%.4g, %.4g, %.4g) m, %.2g %% "
            "of its faces are not in the background: the far field knows nothing of what lies "
            "beyond; let the box be around all matter",
            found.name, q->box, found.at[0], found.at[1], found.at[2], 100 * fmax(e, h));
    return YEE_OK;
}

yee_status closed_box_needs(const yee_host *host, const char *box, const yee_plan *plan)
{
    const char *type = NULL, *fields = NULL, *across = NULL;
    asked q = {host, box, plan, plan->view->grid, {{0}}};
    yee_status status = plan->output_key(plan, box, "type", &type);
    if (!status)
        status = plan->output_key(plan, box, "fields", &fields);
    if (!status)
        status = plan->output_key(plan, box, "plane", &across);
    if (status)
        return status;
    if (!type || strcmp(type, "flux"))
        return host->fail(host, YEE_INPUT, "box = %s: [output.%s] is of type %s, not flux", box,
                          box, type ? type : "?");
    if ((fields && !strcmp(fields, "no")) || (across && strcmp(across, "none")))
        return host->fail(
            host, YEE_INPUT,
            "[output.%s] has %s; a far field is that of a closed box with fields = yes", box,
            fields && !strcmp(fields, "no") ? "fields = no" : "a plane");
    for (int side = 0; side < 2 && !status; side++)
        status = corner(&q, side);
    for (int a = 0; a < 3 && !status; a++)
        status = check_axis(&q, a);
    if (!status && !plan->playing(plan, 0))
        host->log(host, YEE_WARNING,
                  "no source plays, and nothing will leave the box of [output.%s]", box);
    return status ? status : check_matter(&q);
}

/* -- the size -- */

/* The ends of the box along an axis (m), with its images; how many boxes they are. */
static int with_images(const asked *q, int a, double end[2])
{
    const double *node = q->grid->axis[a].node;
    int boxes = 1;
    for (int side = 0; side < 2; side++)
        end[side] = node[q->node[side][a]];
    for (int side = 0; side < 2; side++) {
        const double at = node[side ? q->grid->axis[a].cells : 0];
        if (!q->grid->axis[a].symmetry[side] && !is_wall(q, a, side))
            continue;
        boxes = 2;
        end[side] = 2 * at - end[!side];
    }
    return boxes;
}

void closed_box_size(const yee_host *host, const char *box, const yee_plan *plan,
                     double *points, double *radius)
{
    asked q = {host, box, plan, plan->view->grid, {{0}}};
    double square = 0, boxes = 1, area = 0;
    bool flat = false;
    *points = *radius = 0;
    if (corner(&q, 0) || corner(&q, 1))
        return;
    for (int a = 0; a < 3; a++) {
        double end[2];
        flat = flat || q.grid->axis[a].invariant;
        if (q.grid->axis[a].invariant)
            continue;
        boxes *= with_images(&q, a, end);
        square += 0.25 * (end[1] - end[0]) * (end[1] - end[0]);
        area += 2 * (double)(q.node[1][(a + 1) % 3] - q.node[0][(a + 1) % 3]) *
                (double)(q.node[1][(a + 2) % 3] - q.node[0][(a + 2) % 3]);
    }
    *points = boxes * area * (flat ? 2 : 4); /* components of a face */
    yee_material law = {.size = sizeof law};
    const char *name;
    const bool known = plan->view->material && !find_background(&q, &law, &name);
    *radius = sqrt(square * (known ? law.electric[0].inf * law.magnetic[0].inf : 1));
}

/* -- frequencies -- */

static double number(const asked *q, const char *key, double otherwise)
{
    const char *text = NULL;
    q->plan->output_key(q->plan, q->box, key, &text);
    return text ? strtod(text, NULL) : otherwise;
}

/* The frequency of the box that is nearest to one; NaN: none is known. INFINITY: the highest. */
static double nearest_to(const asked *q, double wanted)
{
    const char *list = NULL;
    double best = NAN;
    char *end;
    q->plan->output_key(q->plan, q->box, "frequencies", &list);
    if (!list) {
        const double low = number(q, "frequency_min", NAN);
        const double high = number(q, "frequency_max", NAN);
        const double gaps = number(q, "frequency_count", 1) - 1;
        const double gap = gaps > 0 ? (high - low) / gaps : 0;
        return gap > 0 ? low + gap * fmin(fmax(round((wanted - low) / gap), 0), gaps) : low;
    }
    for (const char *at = list; *at; at = end + strspn(end, ", ")) {
        const double f = strtod(at, &end);
        if (end == at) /* the unit */
            break;
        if (!(isinf(wanted) ? f <= best : fabs(f - wanted) >= fabs(best - wanted)))
            best = f;
        if (!strncmp(end, " x ", 3)) /* as often */
            strtol(end + 3, &end, 10);
    }
    return best;
}

int64_t closed_box_frequencies(const yee_host *host, const char *box, const yee_plan *plan,
                               double *highest)
{
    const asked q = {host, box, plan, plan->view->grid, {{0}}};
    const char *list = NULL;
    int64_t count = 0;
    char *end;
    *highest = nearest_to(&q, INFINITY);
    plan->output_key(plan, box, "frequencies", &list);
    if (!list)
        return (int64_t)number(&q, "frequency_count", 1);
    for (const char *at = list; *at; at = end + strspn(end, ", ")) {
        strtod(at, &end);
        if (end == at) /* the unit */
            break;
        count += strncmp(end, " x ", 3) ? 1 : strtol(end + 3, &end, 10);
    }
    return count;
}

yee_status closed_box_has(const yee_host *host, const char *box, const yee_plan *plan,
                          const yee_reals *wanted)
{
    const asked q = {host, box, plan, plan->view->grid, {{0}}};
    if (nearest_to(&q, INFINITY) == 0)
        return host->fail(host, YEE_INPUT,
                          "nothing leaves the box at 0 Hz, its only frequency; give "
                          "[output.%s] others",
                          box);
    for (size_t i = 0; i < wanted->count; i++) {
        const double f = wanted->v[i], nearest = nearest_to(&q, f);
        if (fabs(nearest - f) > 1e-6 * f)
            return host->fail(
                host, YEE_INPUT,
                "patterns has %g Hz, which [output.%s] has not; the nearest is %g Hz", f, box,
                nearest);
        if (f == 0)
            return host->fail(host, YEE_INPUT, "patterns has 0 Hz, where nothing radiates");
    }
    return YEE_OK;
}
