/* core/selftest/outline.c: objects of whole cells whose faces the grid moves.
 *
 * Conductors and objects that ask for it are the cells whose middles they hold, so that a face
 * lies up to half a cell from where the file says. */
#include "base/units.h"
#include "plugin/call.h"
#include "problem/grid.h"
#include "problem/paint.h"
#include "selftest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SAME 1e-3   /* cells: a face that moves less is where it should be */
#define FAR 0.25    /* cells, a distance worth a warning at a thin object */
#define THIN 4.0    /* cells, the thickness up to which an object is thin */
#define CORNER 1e-6 /* of an object's size: as far within its bounds as a corner is tried */

/* The bounds of an object, and those of its cells. */
typedef struct outline {
    double bound[6], cells[6]; /* m, in the order of yee_face_name */
    double width[6];           /* m, of the cell that holds the bound; 0: the face stays */
    bool box, thin;
} outline;

/* Whether the object fills its bounds: each corner is in it. */
static bool is_box(const yee_instance *it, const yee_grid *g, const double lo[3],
                   const double hi[3])
{
    const yee_shape_ops *ops = it->plugin->ops;
    bool all = true;
    for (int c = 0; c < 8 && all; c++) {
        double at[3];
        for (int a = 0; a < 3; a++) {
            const double inwards = CORNER * (hi[a] - lo[a]);
            at[a] = g->axis[a].invariant ? 0.5 * (lo[a] + hi[a])
                    : c >> a & 1         ? hi[a] - inwards
                                         : lo[a] + inwards;
            at[a] = isfinite(at[a]) ? at[a] : g->axis[a].node[0];
        }
        unsigned char in = 0;
        YEE_CALL_VOID(it, ops, inside, yee_instance_self(it), 1, &at[0], at[1], at[2], &in);
        all = in != 0;
    }
    return all;
}

/* How many faces move. */
static int compare(const yee_grid *g, const yee_paint *p, const double lo[3],
                   const double hi[3], outline *o)
{
    int moved = 0;
    for (int f = 0; f < 6; f++) {
        const int a = f / 2;
        const yee_axis_data *x = &g->axis[a];
        o->width[f] = 0;
        o->bound[f] = f % 2 ? hi[a] : lo[a];
        o->cells[f] = x->node[f % 2 ? p->end[a] : p->begin[a]];
        if (x->invariant || !(o->bound[f] > x->node[0]) || !(o->bound[f] < x->node[x->cells]))
            continue;
        const int64_t i = yee_grid_cell(g, a, o->bound[f]);
        const double width = x->node[i + 1] - x->node[i];
        const double far = fabs(o->cells[f] - o->bound[f]) / width;
        if (far <= SAME)
            continue;
        o->width[f] = width;
        o->thin = o->thin || (far > FAR + SAME && hi[a] - lo[a] < (THIN - SAME) * width);
        moved++;
    }
    return moved;
}

/* "cells of 1 mm" or "cells of 0.5 mm to 1 mm", of those where faces move. */
static void say_cells(const outline *o, char *text, size_t size)
{
    double least = INFINITY, most = 0;
    for (int f = 0; f < 6; f++)
        if (o->width[f] > 0) {
            least = fmin(least, o->width[f]);
            most = fmax(most, o->width[f]);
        }
    if (most - least > SAME * most)
        snprintf(text, size, "cells of %s to %s", yee_units_si(least, "m").text,
                 yee_units_si(most, "m").text);
    else
        snprintf(text, size, "cells of %s", yee_units_si(most, "m").text);
}

static yee_status note(yee_model *m, const yee_instance *it, const outline *o, int moved)
{
    char faces[440] = "", cells[80];
    for (int f = 0; f < 6; f++) {
        const size_t used = strlen(faces);
        const char *comma = used ? ", " : "";
        const yee_quantity from = yee_units_si(o->bound[f], "m"),
                           to = yee_units_si(o->cells[f], "m");
        if (o->width[f] > 0 && o->box)
            snprintf(faces + used, sizeof faces - used, "%s%s at %s is at %s", comma,
                     yee_face_name[f], from.text, to.text);
        else if (o->width[f] > 0)
            snprintf(faces + used, sizeof faces - used, "%sto %s at %s instead of %s", comma,
                     to.text, yee_face_name[f], from.text);
    }
    say_cells(o, cells, sizeof cells);
    return yee_finding_note(
        m, o->thin ? YEE_WARNING : YEE_INFO, it->place.block, "%s %s in the grid (%s)%s",
        !o->box      ? "it reaches"
        : moved == 1 ? "its face"
                     : "its faces:",
        faces, cells, o->thin ? ": much for so few cells; let cells end at its faces" : "");
}

yee_status yee_selftest_outlines(yee_model *m)
{
    const yee_voxels *v = m->voxels;
    yee_status status = YEE_OK;
    for (size_t n = 0; !status && n < v->paints; n++) {
        const yee_paint *p = &v->paint[n];
        if (!p->volume || p->lines || !p->end[0])
            continue;
        const yee_instance *it = v->object[p->object];
        const yee_shape_ops *ops = it->plugin->ops;
        double lo[3] = {-INFINITY, -INFINITY, -INFINITY},
               hi[3] = {INFINITY, INFINITY, INFINITY};
        outline o = {.thin = false};
        status = YEE_CALL(it, ops, bounds, &it->host, yee_instance_self(it), lo, hi);
        const int moved = status ? 0 : compare(&m->problem.grid, p, lo, hi, &o);
        o.box = moved && is_box(it, &m->problem.grid, lo, hi);
        status = !status && moved ? note(m, it, &o, moved) : status;
    }
    return status;
}
