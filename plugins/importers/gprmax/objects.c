/* plugins/importers/gprmax/objects.c: volumes, and the sheets and wires that they end as.
 *
 * Corners, centres and ends move to nodes, radii do not; cells whose middles lie within belong
 * to an object. Smoothed ones have the mean of the four cells around an edge (average = cells),
 * others their own material on every edge that their cells touch, whatever comes later (own). */
#include "gprmax.h"
#include <math.h>
#include <string.h>

yee_status gm_begin_shape(gm *m, const gm_command *c, const char *type)
{
    const char *wish = gm_format(m, "%s%d", c->name, ++m->objects);
    const char *name = wish ? gm_section(m, "shape", wish) : NULL;
    if (!name)
        return YEE_MEMORY;
    const yee_status status = gm_emit_comment(m, GM_TEXT_SHAPES, c);
    return status ? status
                  : gm_emit(m, GM_TEXT_SHAPES, c, "[shape.%s]\ntype = %s\n", name, type);
}

yee_status gm_end_shape(gm *m, const gm_command *c, const gm_stuff *stuff)
{
    yee_status status = gm_emit(m, GM_TEXT_SHAPES, c, "material = %s\n", stuff->section);
    if (!status && stuff->average)
        status = gm_emit(m, GM_TEXT_SHAPES, c, "average = %s\n", stuff->average);
    return status || !stuff->may_be_empty ? status
                                          : gm_emit(m, GM_TEXT_SHAPES, c, "empty = allowed\n");
}

/* "from = ...\nto = ...\n" */
static yee_status ends(gm *m, const gm_command *c, const int64_t from[3], const int64_t to[3])
{
    const double lo[3] = {(double)from[0], (double)from[1], (double)from[2]};
    const double hi[3] = {(double)to[0], (double)to[1], (double)to[2]};
    const char *a = gm_point(m, lo), *b = gm_point(m, hi);
    return a && b ? gm_emit(m, GM_TEXT_SHAPES, c, "from = %s\nto = %s\n", a, b) : YEE_MEMORY;
}

/* Two corners within the domain. */
static yee_status corners(gm *m, const gm_command *c, int64_t lo[3], int64_t hi[3])
{
    static const char *const what[6] = {"x1", "y1", "z1", "x2", "y2", "z2"};
    yee_status status = YEE_OK;
    for (int k = 0; k < 6 && !status; k++)
        status = gm_coordinate(m, c, k, k % 3, what[k], k < 3 ? &lo[k] : &hi[k - 3]);
    for (int a = 0; a < 3 && !status; a++)
        if (lo[a] > hi[a])
            status = gm_fail(m, c, "%s = %s m is above %s = %s m; the lower corner comes first",
                             what[a], c->word[a], what[a + 3], c->word[a + 3]);
    return status;
}

/* A place that may lie outside. */
static yee_status place(gm *m, const gm_command *c, int word, int64_t node[3])
{
    static const char *const what[3] = {"x", "y", "z"};
    yee_status status = YEE_OK;
    for (int a = 0; a < 3 && !status; a++)
        status = gm_anywhere(m, c, word + a, a, what[a], &node[a]);
    return status;
}

static yee_status positive(gm *m, const gm_command *c, int word, const char *what, double *v)
{
    const yee_status status = gm_real(m, c, word, what, v);
    return status || *v > 0
               ? status
               : gm_fail(m, c, "%s = %s; it must be greater than 0", what, c->word[word]);
}

yee_status gm_box(gm *m, const gm_command *c)
{
    int64_t lo[3], hi[3];
    gm_stuff stuff;
    yee_status status = corners(m, c, lo, hi);
    for (int a = 0; a < 3 && !status; a++)
        if (lo[a] == hi[a])
            status = gm_fail(m, c,
                             "no cell lies between %s and %s m along %c; a #plate has no "
                             "depth",
                             c->word[a], c->word[a + 3], "xyz"[a]);
    if (!status)
        status = gm_made_of(m, c, 6, true, &stuff);
    if (!status)
        status = gm_begin_shape(m, c, "box");
    if (!status)
        status = ends(m, c, lo, hi);
    return status ? status : gm_end_shape(m, c, &stuff);
}

/* Ends of an axis. */
static yee_status axis_of(gm *m, const gm_command *c, int64_t from[3], int64_t to[3])
{
    const yee_status status = place(m, c, 0, from);
    return status ? status : place(m, c, 3, to);
}

/* Whether the axis has no length, so that gprMax finds no cell, and goes on. */
static bool has_no_length(gm *m, const gm_command *c, const int64_t from[3],
                          const int64_t to[3])
{
    if (memcmp(from, to, 3 * sizeof *from))
        return false;
    gm_say(m, YEE_WARNING, c, "both ends lie at one node, so that it changes nothing");
    return true;
}

/* Whether no cell's middle may lie within; gprMax paints nothing then, and goes on. What is round about
 * nodes of the grid holds the middles of cells there where its radius is as long as a cell's diagonal. */
static bool may_be_empty(const gm *m, const int64_t from[3], const int64_t to[3], double radius)
{
    bool sure = radius >= sqrt(m->d[0] * m->d[0] + m->d[1] * m->d[1] + m->d[2] * m->d[2]);
    for (int a = 0; a < 3; a++)
        sure = sure && from[a] >= 0 && from[a] <= m->n[a] && to[a] >= 0 && to[a] <= m->n[a];
    return !sure;
}

yee_status gm_cylinder(gm *m, const gm_command *c)
{
    int64_t from[3], to[3];
    double radius;
    gm_stuff stuff;
    yee_status status = axis_of(m, c, from, to);
    if (!status)
        status = positive(m, c, 6, "the radius", &radius);
    if (!status)
        status = gm_made_of(m, c, 7, true, &stuff);
    if (status || has_no_length(m, c, from, to))
        return status;
    status = gm_begin_shape(m, c, "cylinder");
    if (!status)
        status = ends(m, c, from, to);
    if (!status)
        status = gm_emit(m, GM_TEXT_SHAPES, c, "radius = %.12g m\n", radius);
    stuff.may_be_empty = may_be_empty(m, from, to, radius);
    return status ? status : gm_end_shape(m, c, &stuff);
}

yee_status gm_cone(gm *m, const gm_command *c)
{
    int64_t from[3], to[3];
    double radius[2];
    gm_stuff stuff;
    yee_status status = axis_of(m, c, from, to);
    for (int k = 0; k < 2 && !status; k++) {
        status = gm_real(m, c, 6 + k, "a radius", &radius[k]);
        if (!status && radius[k] < 0)
            status = gm_fail(m, c, "a radius = %s; it cannot be below 0", c->word[6 + k]);
    }
    if (!status && radius[0] + radius[1] <= 0)
        status = gm_fail(m, c, "both radii are 0; one must be greater");
    if (!status)
        status = gm_made_of(m, c, 8, true, &stuff);
    if (status || has_no_length(m, c, from, to))
        return status;
    status = gm_begin_shape(m, c, "cone");
    if (!status)
        status = ends(m, c, from, to);
    if (!status)
        status = gm_emit(m, GM_TEXT_SHAPES, c, "radius_from = %.12g m\nradius_to = %.12g m\n",
                         radius[0], radius[1]);
    stuff.may_be_empty = true;
    return status ? status : gm_end_shape(m, c, &stuff);
}

/* Centre and keys of a ball or an ellipsoid. */
static yee_status ball(gm *m, const gm_command *c, const char *type, int words, const char *key)
{
    int64_t node[3];
    double radius[3];
    gm_stuff stuff;
    yee_status status = place(m, c, 0, node);
    for (int k = 0; k < words && !status; k++)
        status = positive(m, c, 3 + k, words == 1 ? "the radius" : "a half-axis", &radius[k]);
    if (!status)
        status = gm_made_of(m, c, 3 + words, true, &stuff);
    if (!status)
        status = gm_begin_shape(m, c, type);
    const double at[3] = {(double)node[0], (double)node[1], (double)node[2]};
    const char *center = status ? NULL : gm_point(m, at);
    if (status || !center)
        return status ? status : YEE_MEMORY;
    status = gm_emit(m, GM_TEXT_SHAPES, c, "center = %s\n%s = %.12g", center, key, radius[0]);
    for (int k = 1; k < words && !status; k++)
        status = gm_emit(m, GM_TEXT_SHAPES, c, ", %.12g", radius[k]);
    if (!status)
        status = gm_emit(m, GM_TEXT_SHAPES, c, " m\n");
    const double least = fmin(radius[0], fmin(radius[words > 1], radius[words > 1 ? 2 : 0]));
    stuff.may_be_empty = may_be_empty(m, node, node, least);
    return status ? status : gm_end_shape(m, c, &stuff);
}

yee_status gm_sphere(gm *m, const gm_command *c) { return ball(m, c, "sphere", 1, "radius"); }

yee_status gm_ellipsoid(gm *m, const gm_command *c)
{
    return ball(m, c, "ellipsoid", 3, "radii");
}

yee_status gm_plate(gm *m, const gm_command *c)
{
    int64_t lo[3], hi[3];
    int flat = 0, across = 0;
    gm_stuff stuff = {0};
    yee_status status = corners(m, c, lo, hi);
    for (int a = 0; a < 3 && !status; a++)
        if (lo[a] == hi[a]) {
            across = a;
            flat++;
        }
    if (!status && flat != 1)
        status = gm_fail(m, c,
                         "has no extent along %d axes; a plate has none along one (a #box "
                         "has depth, an #edge no width)",
                         flat);
    if (!status && c->count == 8)
        status = gm_made_of_two(m, c, 6, across, &stuff);
    else if (!status)
        status = gm_made_of(m, c, 6, false, &stuff);
    if (status)
        return status;
    if (across == m->invariant && m->te)
        return gm_decline(m, c,
                          "a plate across the axis along which nothing varies fills its whole "
                          "area; give a #box");
    if (across == m->invariant) {
        gm_say(m, YEE_WARNING, c,
               "it lies across %c, along which nothing varies, where it "
               "changes no field that there is",
               "xyz"[across]);
        return YEE_OK;
    }
    stuff.average = NULL;
    status = gm_begin_shape(m, c, "plate");
    if (!status)
        status = ends(m, c, lo, hi);
    return status ? status : gm_end_shape(m, c, &stuff);
}

yee_status gm_edge(gm *m, const gm_command *c)
{
    int64_t lo[3], hi[3];
    int along = 0, count = 0;
    gm_stuff stuff = {0};
    yee_status status = corners(m, c, lo, hi);
    for (int a = 0; a < 3 && !status; a++)
        if (lo[a] != hi[a]) {
            along = a;
            count++;
        }
    if (!status && count > 1)
        status = gm_fail(m, c, "its ends differ along %d axes; an edge runs along one", count);
    if (!status)
        status = gm_made_of(m, c, 6, false, &stuff);
    if (status)
        return status;
    if (!count || !gm_active(m, YEE_EX + along)) {
        gm_say(m, YEE_WARNING, c, "%s",
               count ? "there is no electric field along it in 2-D, so that it changes nothing"
                     : "both ends lie at one node, so that it changes nothing");
        return YEE_OK;
    }
    const double from[3] = {(double)lo[0], (double)lo[1], (double)lo[2]};
    const double to[3] = {(double)hi[0], (double)hi[1], (double)hi[2]};
    const char *a = gm_point(m, from), *b = gm_point(m, to);
    stuff.average = NULL;
    status = a && b ? gm_begin_shape(m, c, "wire") : YEE_MEMORY;
    if (!status)
        status = gm_emit(m, GM_TEXT_SHAPES, c, "points = %.*s, %s\n", (int)strlen(a) - 2, a, b);
    return status ? status : gm_end_shape(m, c, &stuff);
}
