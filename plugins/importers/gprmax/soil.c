/* plugins/importers/gprmax/soil.c: mixtures, and boxes of them with rough surfaces and water.
 *
 * A box whose surface is rough reaches to the highest point of it, and what lies above the surface
 * is painted over with air, then with water up to its level; all of them are given one seed, so that
 * it is one surface. gprMax's random numbers are its own: soils are alike in kind, not cell by cell. */
#include "gprmax.h"
#include <math.h>
#include <string.h>

static const gm_mixture *find(const gm *m, const char *id)
{
    for (size_t i = 0; i < m->mixture_count; i++)
        if (!strcmp(m->mixture[i].id, id))
            return &m->mixture[i];
    return NULL;
}

static yee_status add(gm *m, const gm_command *c, const char *id, const char *key)
{
    if (find(m, id) || gm_material_of(m, id))
        return gm_fail(m, c, "'%s' is there already; take another id", id);
    gm_mixture *own = key ? GM_ADD(m, mixture) : NULL;
    if (!own)
        return YEE_MEMORY;
    *own = (gm_mixture){id, key};
    return YEE_OK;
}

yee_status gm_peplinski(gm *m, const gm_command *c)
{
    static const char *const what[] = {"the sand",         "the clay",
                                       "the bulk density", "the sand density",
                                       "the least water",  "the most water"};
    double v[6];
    yee_status status = YEE_OK;
    for (int k = 0; k < 6 && !status; k++) {
        status = gm_real(m, c, k, what[k], &v[k]);
        if (!status && v[k] < 0)
            status = gm_fail(m, c, "%s = %s; it cannot be below 0", what[k], c->word[k]);
    }
    if (!status && v[0] + v[1] > 1)
        status = gm_fail(m, c, "sand %s and clay %s are more than all of the soil", c->word[0],
                         c->word[1]);
    if (!status && v[5] < v[4])
        status =
            gm_fail(m, c, "the least water %s is above the most, %s", c->word[4], c->word[5]);
    const char *name = status ? NULL : gm_section(m, "material", c->word[6]);
    if (!name)
        return status ? status : YEE_MEMORY;
    status = gm_emit_comment(m, GM_TEXT_MEDIA, c);
    if (!status)
        status = gm_emit(m, GM_TEXT_MEDIA, c,
                         "; The real part is that of 1.3 GHz, as in gprMax.\n"
                         "[material.%s]\ntype = peplinski\nsand = %.12g\nclay = %.12g\n"
                         "bulk_density = %.12g g/cm^3\nparticle_density = %.12g g/cm^3\n"
                         "water = %.12g, %.12g\nfrequency = 1.3 GHz\n",
                         name, v[0], v[1], v[2], v[3], v[4], v[5]);
    return status ? status : add(m, c, c->word[6], gm_format(m, "mixture = %s", name));
}

yee_status gm_material_range(gm *m, const gm_command *c)
{
    static const char *const what[] = {"er1", "er2", "sigma1",  "sigma2",
                                       "mr1", "mr2", "sigma*1", "sigma*2"};
    const char *end[2];
    double v[8];
    yee_status status = gm_emit_comment(m, GM_TEXT_MEDIA, c);
    for (int k = 0; k < 8 && !status; k++) {
        status = gm_real(m, c, k, what[k], &v[k]);
        if (!status && v[k] < (k / 2 % 2 ? 0 : 1))
            status = gm_fail(m, c,
                             "%s = %s is too small; er and mr are 1 or more, losses 0 or "
                             "more",
                             what[k], c->word[k]);
    }
    for (int e = 0; e < 2 && !status; e++) {
        end[e] = gm_section(m, "material", gm_format(m, "%s_%d", c->word[8], e + 1));
        if (!end[e])
            return YEE_MEMORY;
        status = gm_emit(m, GM_TEXT_MEDIA, c,
                         "[material.%s]\ntype = dielectric\neps = %.12g\nsigma = %.12g S/m\n"
                         "mu = %.12g\nsigma_m = %.12g Ohm/m\n",
                         end[e], v[e], v[2 + e], v[4 + e], v[6 + e]);
    }
    return status ? status
                  : add(m, c, c->word[8], gm_format(m, "materials = %s, %s", end[0], end[1]));
}

yee_status gm_material_list(gm *m, const gm_command *c)
{
    const char *key = "materials = ";
    for (int w = 0; w + 1 < c->count && key; w++) {
        const gm_material *own = gm_material_of(m, c->word[w]);
        if (!own)
            return gm_unknown_material(m, c, c->word[w]);
        key = gm_format(m, "%s%s%s", key, w ? ", " : "", own->section);
    }
    return add(m, c, c->word[c->count - 1], key);
}

/* -- boxes -- */

/* A face of a box, whose surface a command changes. */
typedef struct face {
    const gm_command *c;
    int axis, side;
    double seed;
    int64_t low, high; /* nodes, of the surface */
} face;

/* One coordinate of both corners is that of a side of the box. */
static yee_status find_face(gm *m, const gm_command *c, int64_t box[2][3], face *f)
{
    int64_t node[2][3];
    int flat = 0;
    yee_status status = gm_node(m, c, 0, node[0]);
    if (!status)
        status = gm_node(m, c, 3, node[1]);
    for (int a = 0; a < 3 && !status; a++)
        if (node[0][a] == node[1][a]) {
            flat++;
            f->axis = a;
        }
    if (!status && flat != 1)
        return gm_fail(m, c,
                       "its corners have one coordinate in common, that of the face; these "
                       "have %d",
                       flat);
    f->c = c;
    f->side = node[0][f->axis] == box[1][f->axis];
    if (!status && !f->side && node[0][f->axis] != box[0][f->axis])
        status = gm_fail(m, c, "%c = %s m is no face of the box", "xyz"[f->axis],
                         c -> word[f->axis]);
    for (int k = 0; k < 2 && !status; k++)
        for (int a = 0; a < 3 && !status; a++)
            if (a != f->axis && node[k][a] != box[k][a])
                status = gm_decline(m, c,
                                    "a surface that is rough in part only is not made; let it "
                                    "be all of the box's face, or make two boxes");
    return status;
}

/* The command of a kind for a box, the one behind `after`; NULL: there is none. */
static const gm_command *modifier(const gm *m, const char *name, int id, const char *box,
                                  const gm_command *after)
{
    for (size_t i = 0; i < m->command_count; i++) {
        const gm_command *c = &m->command[i];
        if ((!after || c > after) && !strcmp(c->name, name) && !strcmp(c->word[id], box))
            return c;
    }
    return NULL;
}

static yee_status write_surface(gm *m, const face *f, int64_t box[2][3], int64_t to,
                                const char *section, const char *average)
{
    const gm_command *c = f->c;
    const int u = f->axis == 0 ? 1 : 0, v = f->axis == 2 ? 1 : 2;
    double power, weight[3] = {1, 1, 1}, lo[3], hi[3];
    yee_status status = gm_real(m, c, 6, "the dimension", &power);
    if (!status)
        status = gm_real(m, c, 7, "a weight", &weight[u]);
    if (!status)
        status = gm_real(m, c, 8, "a weight", &weight[v]);
    if (!status && !(power >= 0 && power <= 10 && weight[u] > 0 && weight[v] > 0))
        status = gm_fail(m, c,
                         "dimension %s, weights %s and %s; the dimension is 0 to 10, weights "
                         "are above 0",
                         c->word[6], c->word[7], c->word[8]);
    for (int a = 0; a < 3; a++) {
        lo[a] = (double)box[0][a];
        hi[a] = (double)box[1][a];
    }
    lo[f->axis] = (double)(f->side ? f->low : to);
    hi[f->axis] = (double)(f->side ? to : f->high);
    const char *from = gm_point(m, lo), *end = gm_point(m, hi);
    if (!status)
        status = from && end ? gm_begin_shape(m, c, "rough_surface") : YEE_MEMORY;
    if (!status)
        status = gm_emit(m, GM_TEXT_SHAPES, c,
                         "from = %s\nto = %s\naxis = %c\nside = %s\nlow = %.12g m\n"
                         "high = %.12g m\nexponent = %.12g\nweights = %.12g, %.12g, %.12g\n"
                         "seed = %.0f\nmaterial = %s\naverage = %s\n",
                         from, end, "xyz"[f->axis], f -> side ? "above" : "below",
                         gm_at(m, f->axis, (double)f->low), gm_at(m, f->axis, (double)f->high),
                         power, weight[0], weight[1], weight[2], f->seed, section, average);
    return status;
}

/* Water of gprMax's own where the file has no such material. */
static yee_status water(gm *m, const gm_command *c, const char **section)
{
    const gm_material *own = gm_material_of(m, "water");
    if (own || m->water) {
        *section = own ? own->section : m->water;
        return YEE_OK;
    }
    *section = m->water = gm_section(m, "material", "water");
    return m->water ? gm_emit(m, GM_TEXT_MEDIA, c,
                              "\n[material.%s]\ntype = debye\neps_inf = 4.9\ndelta_eps = 75.2\n"
                              "tau = 9.231e-12 s\n",
                              m->water)
                    : YEE_MEMORY;
}

static yee_status seed(gm *m, const gm_command *c, int word, double *value)
{
    int64_t whole = 1;
    const yee_status status =
        c->count > word ? gm_whole(m, c, word, "the seed", &whole) : YEE_OK;
    *value = (double)(whole < 0 ? -whole : whole);
    return status;
}

/* Air, then water, over the box, and how far it reaches. */
static yee_status read_faces(gm *m, const gm_command *by, int64_t box[2][3], face *list,
                             int *count)
{
    yee_status status = YEE_OK;
    const gm_command *c = NULL;
    while (!status && (c = modifier(m, "add_surface_roughness", 11, by->word[12], c))) {
        face *f = &list[*count];
        if (*count == 6)
            return gm_fail(m, c, "the box has six faces");
        status = find_face(m, c, box, f);
        if (!status)
            status = gm_coordinate(m, c, 9, f->axis, "the lower limit", &f->low);
        if (!status)
            status = gm_coordinate(m, c, 10, f->axis, "the upper limit", &f->high);
        if (!status)
            status = seed(m, c, 12, &f->seed);
        const int64_t at = box[f->side][f->axis];
        if (!status && !(f->low <= at && at <= f->high && f->low < f->high))
            status = gm_fail(m, c, "the face lies between the limits %s and %s m, which differ",
                             c->word[9], c->word[10]);
        ++*count;
    }
    return status;
}

static yee_status paint_faces(gm *m, const gm_command *by, int64_t box[2][3], const face *list,
                              int count)
{
    yee_status status = YEE_OK;
    for (int n = 0; n < count && !status; n++)
        status = write_surface(m, &list[n], box, list[n].side ? list[n].high : list[n].low,
                               "vacuum", "cells");
    const gm_command *c = NULL;
    while (!status && (c = modifier(m, "add_surface_water", 7, by->word[12], c))) {
        face f = {0};
        const face *rough = NULL;
        int64_t depth = 0;
        const char *section = NULL;
        status = find_face(m, c, box, &f);
        for (int n = 0; n < count; n++)
            if (list[n].axis == f.axis && list[n].side == f.side)
                rough = &list[n];
        if (!status && !rough)
            status = gm_fail(m, c, "the face has no #add_surface_roughness, which water needs");
        if (!status)
            status = gm_coordinate(m, c, 6, f.axis, "the depth", &depth);
        if (!status && !(rough->low < depth && depth <= rough->high))
            status = gm_fail(m, c, "%s m is not between the limits of the surface", c->word[6]);
        if (!status && !f.side)
            status = gm_decline(m, c, "water lies on upper faces only");
        if (!status)
            status = water(m, c, &section);
        if (!status)
            status = write_surface(m, rough, box, depth, section, "own");
    }
    return status;
}

/* What the box is made of: a plain material with one bin, else a mixture's key. */
static yee_status write_box(gm *m, const gm_command *c, int64_t box[2][3], int64_t bins,
                            const gm_mixture *mixture, double power, const double weight[3])
{
    const double lo[3] = {(double)box[0][0], (double)box[0][1], (double)box[0][2]};
    const double hi[3] = {(double)box[1][0], (double)box[1][1], (double)box[1][2]};
    const char *from = gm_point(m, lo), *to = gm_point(m, hi);
    const gm_material *plain = gm_material_of(m, c->word[11]);
    double number;
    bool smooth = false;
    yee_status status = seed(m, c, 13, &number);
    if (!status && c->count == 15) {
        smooth = gm_same(c->word[14], "y");
        if (!smooth && !gm_same(c->word[14], "n"))
            return gm_fail(m, c, "'%s' behind the seed is neither y nor n", c->word[14]);
    }
    if (!status)
        status = from && to ? gm_begin_shape(m, c, mixture ? "fractal" : "box") : YEE_MEMORY;
    if (!status)
        status = gm_emit(m, GM_TEXT_SHAPES, c, "from = %s\nto = %s\n", from, to);
    if (!status && mixture)
        status = gm_emit(m, GM_TEXT_SHAPES, c,
                         "%s\nbins = %lld\nexponent = %.12g\nweights = %.12g, %.12g, %.12g\n"
                         "seed = %.0f\n",
                         mixture->key, (long long)bins, power, weight[0], weight[1], weight[2],
                         number);
    else if (!status)
        status = gm_emit(m, GM_TEXT_SHAPES, c, "material = %s\n", plain->section);
    return status ? status
                  : gm_emit(m, GM_TEXT_SHAPES, c, "average = %s\n", smooth ? "cells" : "own");
}

yee_status gm_fractal_box(gm *m, const gm_command *c)
{
    int64_t box[2][3], reach[2][3], bins = 0;
    double power = 0, weight[3];
    face list[6] = {0};
    int faces = 0;
    yee_status status = gm_node(m, c, 0, box[0]);
    if (!status)
        status = gm_node(m, c, 3, box[1]);
    for (int a = 0; a < 3 && !status; a++)
        if (box[0][a] >= box[1][a])
            status = gm_fail(m, c, "no cell lies between %s and %s m along %c", c->word[a],
                             c->word[a + 3], "xyz"[a]);
    if (!status)
        status = gm_real(m, c, 6, "the dimension", &power);
    for (int a = 0; a < 3 && !status; a++) {
        status = gm_real(m, c, 7 + a, "a weight", &weight[a]);
        if (!status && !(weight[a] > 0))
            status = gm_fail(m, c, "a weight = %s; it must be greater than 0", c->word[7 + a]);
    }
    if (!status && !(power >= 0 && power <= 10))
        status = gm_fail(m, c, "the dimension = %s; it is 0 to 10", c->word[6]);
    if (!status)
        status = gm_whole(m, c, 10, "the number of bins", &bins);
    if (status)
        return status;
    const gm_mixture *mixture = find(m, c->word[11]);
    if (!mixture && !gm_material_of(m, c->word[11]))
        return gm_unknown_material(m, c, c->word[11]);
    if (bins < 1 || bins > 10000 || (!mixture && bins != 1))
        return gm_fail(m, c,
                       "%lld bins of '%s'; a plain material has one, a mixture "
                       "(#soil_peplinski, #material_range, #material_list) 1 to 10000",
                       (long long)bins, c->word[11]);
    memcpy(reach, box, sizeof reach);
    if ((status = read_faces(m, c, box, list, &faces)))
        return status;
    for (int n = 0; n < faces; n++)
        reach[list[n].side][list[n].axis] = list[n].side ? list[n].high : list[n].low;
    status = write_box(m, c, reach, bins, mixture, power, weight);
    return status ? status : paint_faces(m, c, box, list, faces);
}

/* The box does the work; it must be there. */
yee_status gm_surface(gm *m, const gm_command *c)
{
    const char *box = c->word[strcmp(c->name, "add_surface_water") ? 11 : 7];
    for (size_t i = 0; i < m->command_count; i++)
        if (!strcmp(m->command[i].name, "fractal_box") && !strcmp(m->command[i].word[12], box))
            return YEE_OK;
    return gm_fail(m, c, "there is no #fractal_box with the id '%s'", box);
}
