/* plugins/importers/gprmax/surfaces.c: triangles and sectors, which lie in a plane across an
 * axis. */
#include "gprmax.h"
#include <math.h>

/* The axes of that plane, in their order. */
static void plane(int across, int *u, int *v)
{
    *u = across == 0 ? 1 : 0;
    *v = across == 2 ? 1 : 2;
}

static yee_status vertices(gm *m, const gm_command *c, int64_t node[3][3], int *across)
{
    static const char *const what[9] = {"x1", "y1", "z1", "x2", "y2", "z2", "x3", "y3", "z3"};
    yee_status status = YEE_OK;
    for (int k = 0; k < 9 && !status; k++)
        status = gm_coordinate(m, c, k, k % 3, what[k], &node[k / 3][k % 3]);
    for (*across = 0; *across < 3 && !status; ++*across)
        if (node[0][*across] == node[1][*across] && node[0][*across] == node[2][*across])
            break;
    if (!status && *across == 3)
        status = gm_fail(m, c, "its corners lie in no plane across x, y or z; they must");
    return status;
}

yee_status gm_triangle(gm *m, const gm_command *c)
{
    int64_t node[3][3], depth = 0;
    double thickness = 0;
    int across, u, v;
    gm_stuff stuff;
    yee_status status = vertices(m, c, node, &across);
    if (!status)
        status = gm_real(m, c, 9, "the thickness", &thickness);
    if (!status && thickness < 0)
        status = gm_fail(m, c, "the thickness = %s m; it cannot be below 0", c->word[9]);
    if (!status)
        status = gm_anywhere(m, c, 9, across, "the thickness", &depth);
    if (!status)
        status = gm_made_of(m, c, 10, true, &stuff);
    if (status)
        return status;
    plane(across, &u, &v);
    const int64_t area = (node[1][u] - node[0][u]) * (node[2][v] - node[0][v]) -
                         (node[2][u] - node[0][u]) * (node[1][v] - node[0][v]);
    if (!area || (!depth && across == m->invariant)) {
        gm_say(m, YEE_WARNING, c, "%s",
               area ? "without thickness it changes no field that there is in 2-D"
                    : "its corners lie on one line, so that it changes nothing");
        return YEE_OK;
    }
    if (node[0][across] + depth > m->n[across])
        return gm_fail(m, c, "its thickness of %s m leaves the domain", c->word[9]);
    status = gm_begin_shape(m, c, depth ? "prism" : "plate");
    if (!status)
        status = gm_emit(m, GM_TEXT_SHAPES, c,
                         "axis = %c\npoints = %.12g, %.12g, %.12g, %.12g, %.12g, %.12g m\n",
                         "xyz"[across], gm_at(m, u, (double)node[0][u]),
                         gm_at(m, v, (double)node[0][v]), gm_at(m, u, (double)node[1][u]),
                         gm_at(m, v, (double)node[1][v]), gm_at(m, u, (double)node[2][u]),
                         gm_at(m, v, (double)node[2][v]));
    if (!status && depth)
        status = gm_emit(m, GM_TEXT_SHAPES, c, "from = %.12g m\nto = %.12g m\n",
                         gm_at(m, across, (double)node[0][across]),
                         gm_at(m, across, (double)(node[0][across] + depth)));
    else if (!status)
        status = gm_emit(m, GM_TEXT_SHAPES, c, "position = %.12g m\n",
                         gm_at(m, across, (double)node[0][across]));
    stuff.average = depth ? stuff.average : NULL;
    stuff.may_be_empty = true;
    return status ? status : gm_end_shape(m, c, &stuff);
}

/* A patch: its edge as a polygon, whose sides are at most a degree long and so less than 4e-5 of the
 * radius inside of the arc. */
static yee_status flat_sector(gm *m, const gm_command *c, int across, const int64_t at[4],
                              const double value[3], gm_stuff *stuff)
{
    const int parts = (int)ceil(value[2]);
    gm_values corners = {0};
    int u, v;
    plane(across, &u, &v);
    if (across == m->invariant) {
        gm_say(m, YEE_WARNING, c, "without depth it changes no field that there is in 2-D");
        return YEE_OK;
    }
    for (int n = -1; n <= parts; n++) {
        const double angle = (value[1] + value[2] * n / parts) * YEE_PI / 180;
        const double radius = n < 0 ? 0 : value[0];
        const char *text =
            gm_format(m, "%.12g, %.12g", gm_at(m, u, (double)at[0]) + radius * cos(angle),
                      gm_at(m, v, (double)at[1]) + radius * sin(angle));
        if (!text || !gm_values_add(m, &corners, text))
            return YEE_MEMORY;
    }
    stuff->average = NULL;
    yee_status status = gm_begin_shape(m, c, "plate");
    if (!status)
        status = gm_emit(m, GM_TEXT_SHAPES, c, "axis = %c\npoints = %s m\nposition = %.12g m\n",
                         "xyz"[across], corners.text, gm_at(m, across, (double)at[2]));
    stuff->may_be_empty = true;
    return status ? status : gm_end_shape(m, c, stuff);
}

/* gprMax 3 takes what lies within half a turn behind the start and half a turn before the end: above
 * 180 degrees that is the wedge between the end's opposite and the start's. */
static void wrong_wedge(double value[3])
{
    if (value[2] <= 180)
        return;
    value[1] = fmod(value[1] + value[2] - 180, 360);
    value[2] = 360 - value[2];
}

yee_status gm_sector(gm *m, const gm_command *c)
{
    static const char *const what[] = {"c1", "c2", "the lower end", "the upper end"};
    static const char *const size[] = {"the radius", "the start", "the sweep"};
    int64_t at[4];
    double value[3];
    int across, u, v;
    gm_stuff stuff;
    yee_status status = gm_axis(m, c, 0, &across);
    if (status)
        return status;
    plane(across, &u, &v);
    for (int k = 0; k < 4 && !status; k++)
        status = gm_anywhere(m, c, 1 + k, k == 0 ? u : k == 1 ? v : across, what[k], &at[k]);
    for (int k = 0; k < 3 && !status; k++)
        status = gm_real(m, c, 5 + k, size[k], &value[k]);
    if (!status && !(value[0] > 0))
        status = gm_fail(m, c, "the radius = %s; it must be greater than 0", c->word[5]);
    if (!status && (value[1] < 0 || value[1] >= 360 || value[2] <= 0 || value[2] >= 360))
        status = gm_fail(m, c,
                         "start %s and sweep %s; the start is 0 or more, the sweep above "
                         "0, both below 360 degrees (a #cylinder is a full circle)",
                         c->word[6], c->word[7]);
    if (!status && at[2] > at[3])
        status = gm_fail(m, c, "the lower end %s m is above the upper one, %s m", c->word[3],
                         c->word[4]);
    if (!status && m->config->rules == GM_RULES_GPRMAX3)
        wrong_wedge(value);
    if (!status)
        status = gm_made_of(m, c, 8, true, &stuff);
    if (!status && at[2] == at[3])
        return flat_sector(m, c, across, at, value, &stuff);
    if (!status)
        status = gm_begin_shape(m, c, "sector");
    if (!status)
        status = gm_emit(m, GM_TEXT_SHAPES, c,
                         "axis = %c\ncenter = %.12g, %.12g m\nfrom = %.12g m\nto = %.12g m\n"
                         "radius = %.12g m\nstart = %.12g deg\nsweep = %.12g deg\n",
                         "xyz"[across], gm_at(m, u, (double)at[0]), gm_at(m, v, (double)at[1]),
                         gm_at(m, across, (double)at[2]), gm_at(m, across, (double)at[3]),
                         value[0], value[1], value[2]);
    stuff.may_be_empty = true;
    return status ? status : gm_end_shape(m, c, &stuff);
}
