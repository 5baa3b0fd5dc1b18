/* plugins/posts/far_field/closed.c: whether a model's flux box is one that has a far field,
 * before hours of a run. */
#include "closed.h"
#include <stdlib.h>
#include <string.h>

/* Nodes of a corner; by default those of the grid without its absorbing layers. */
static yee_status corner(const yee_plan *plan, const char *box, int side, int64_t node[3])
{
    const char *at = NULL;
    const yee_status status = plan->output_key(plan, box, side ? "to" : "from", &at);
    for (int a = 0; a < 3 && !status; a++) {
        const yee_axis_data *axis = &plan->view->grid->axis[a];
        char *end;
        if (!at) {
            const int64_t absorbing = yee_axis_absorbing(axis, side);
            node[a] = side ? axis->cells - absorbing : absorbing;
            continue;
        }
        node[a] = yee_axis_nearest(axis, strtod(at, &end));
        at = end + strspn(end, ", ");
    }
    return status;
}

/* A face of the box that is not there, and one that a wall is behind. */
static yee_status check_side(const yee_host *host, const char *box, const yee_grid *grid, int a,
                             int side, bool ends)
{
    const yee_axis_data *axis = &grid->axis[a];
    const bool layer = yee_axis_absorbing(axis, side) > 0;
    if (ends && layer)
        return host->fail(
            host, YEE_INPUT,
            "the box of [output.%s] has no face at %c%c, where the grid ends in an "
            "absorbing layer; it is to be closed, or to end on a plane of symmetry "
            "or on a wall of type pec or pmc",
            box, "xyz"[a], "-+"[side]);
    if (!ends && !layer && axis->face[side] == YEE_FACE_PEC && !axis->symmetry[side])
        return host->fail(
            host, YEE_INPUT,
            "the wall at %c%c radiates, too: let the box of [output.%s] end on it", "xyz"[a],
            "-+"[side], box);
    return YEE_OK;
}

static yee_status check_axis(const yee_host *host, const char *box, const yee_grid *grid, int a,
                             int64_t low, int64_t high)
{
    const yee_axis_data *axis = &grid->axis[a];
    int images = 0;
    if (axis->invariant)
        return host->fail(host, YEE_INPUT, "far fields are those of 3-D models; invariant = %c",
                          "xyz"[a]);
    if (axis->periodic)
        return host->fail(host, YEE_INPUT,
                          "the model is periodic along %c, and its images have no end",
                          "xyz"[a]);
    if (low == high)
        return host->fail(host, YEE_INPUT,
                          "[output.%s] is flat along %c; a far field is that of a closed box",
                          box, "xyz"[a]);
    for (int side = 0; side < 2; side++)
        images += axis->symmetry[side] ||
                  (axis->face[side] == YEE_FACE_PEC && !yee_axis_absorbing(axis, side));
    if (images > 1)
        return host->fail(host, YEE_INPUT,
                          "the grid ends on planes or walls at both sides along %c, and the "
                          "images of both have no end",
                          "xyz"[a]);
    const yee_status status = check_side(host, box, grid, a, 0, low == 0);
    return status ? status : check_side(host, box, grid, a, 1, high == axis->cells);
}

yee_status closed_box_needs(const yee_host *host, const char *box, const yee_plan *plan)
{
    const char *type = NULL, *fields = NULL, *across = NULL;
    int64_t node[2][3];
    yee_status status = plan->output_key(plan, box, "type", &type);
    if (!status)
        status = plan->output_key(plan, box, "fields", &fields);
    if (!status)
        status = plan->output_key(plan, box, "plane", &across);
    if (status)
        return status;
    if (!type || strcmp(type, "flux"))
        return host->fail(host, YEE_INPUT, "[output.%s] is of type %s, not flux", box,
                          type ? type : "?");
    if ((fields && !strcmp(fields, "no")) || (across && strcmp(across, "none")))
        return host->fail(
            host, YEE_INPUT,
            "[output.%s] has %s; a far field is that of a closed box with fields = yes", box,
            fields && !strcmp(fields, "no") ? "fields = no" : "a plane");
    for (int side = 0; side < 2 && !status; side++)
        status = corner(plan, box, side, node[side]);
    for (int a = 0; a < 3 && !status; a++)
        status = check_axis(host, box, plan->view->grid, a, node[0][a], node[1][a]);
    return status;
}
