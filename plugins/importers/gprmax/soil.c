/* plugins/importers/gprmax/soil.c: mixtures, and boxes of them, which cover.c covers. */
#include "soil.h"
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
    *own = (gm_mixture){id, key, NULL};
    return YEE_OK;
}

/* A soil of so much water, from the least to the most. */
static yee_status write_peplinski(gm *m, const gm_command *c, const double v[6],
                                  const char *name)
{
    yee_status status = gm_emit_comment(m, GM_TEXT_MEDIA, c);
    if (!status)
        status = gm_emit(
            m, GM_TEXT_MEDIA, c,
            "; The real part is that of 1.3 GHz, as in gprMax, however far the band is.\n"
            "[material.%s]\ntype = peplinski\nsand = %.12g\nclay = %.12g\n"
            "bulk_density = %.12g g/cm^3\nparticle_density = %.12g g/cm^3\n"
            "water = %.12g, %.12g\nfrequency = 1.3 GHz\n"
            "max_error = 1\n",
            name, v[0], v[1], v[2], v[3], v[4], v[5]);
    return status;
}

static yee_status read_peplinski(gm *m, const gm_command *c, double v[6])
{
    static const char *const what[] = {"the sand",         "the clay",
                                       "the bulk density", "the sand density",
                                       "the least water",  "the most water"};
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
    return status;
}

/* gprMax 3 cuts the field at n values, the first of which is its least, so that all is in n - 1
 * bins; bin b of them, from 1 on, has the water lo + (b + 1/2) (hi - lo)/(n - 1). Those are the
 * middles of n - 1 bins from lo + (hi - lo)/(n - 1) to as much above hi. */
static yee_status soil_of_gprmax3(gm *m, const gm_mixture *soil, int64_t *bins,
                                  const gm_mixture **own)
{
    const gm_command *c = soil->peplinski;
    const char *id = gm_format(m, "%s of %lld bins", soil->id, (long long)*bins);
    double v[6];
    yee_status status = read_peplinski(m, c, v);
    const char *name = NULL;
    if (status || !id)
        return status ? status : YEE_MEMORY;
    const double step = (v[5] - v[4]) / (double)(*bins - 1);
    if (!(*own = find(m, id))) {
        v[4] += step;
        v[5] += step;
        name = gm_section(m, "material", soil->id);
        status = name ? write_peplinski(m, c, v, name) : YEE_MEMORY;
        if (!status)
            status = add(m, c, id, gm_format(m, "mixture = %s", name));
        *own = find(m, id);
    }
    --*bins;
    return status;
}

/* With rules = gprmax3 it is written once the number of bins is known. */
yee_status gm_peplinski(gm *m, const gm_command *c)
{
    double v[6];
    yee_status status = read_peplinski(m, c, v);
    if (!status && m->config->rules == GM_RULES_GPRMAX3) {
        status = add(m, c, c->word[6], "");
        if (!status)
            m->mixture[m->mixture_count - 1].peplinski = c;
        return status;
    }
    const char *name = status ? NULL : gm_section(m, "material", c->word[6]);
    if (!name)
        return status ? status : YEE_MEMORY;
    status = write_peplinski(m, c, v, name);
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
    yee_status status = gm_seed(m, c, 13, &number);
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
    return status
               ? status
               : gm_emit(m, GM_TEXT_SHAPES, c, "average = %s\n", smooth ? gm_means(m) : "own");
}

yee_status gm_fractal_box(gm *m, const gm_command *c)
{
    int64_t box[2][3], reach[2][3], bins = 0;
    double power = 0, weight[3];
    gm_face list[6] = {0};
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
    if (mixture && mixture->peplinski && bins < 2)
        return gm_fail(m, c, "one bin of '%s'; with rules = gprmax3 a soil has 2 or more",
                       c->word[11]);
    if (mixture && mixture->peplinski &&
        (status = soil_of_gprmax3(m, mixture, &bins, &mixture)))
        return status;
    memcpy(reach, box, sizeof reach);
    if ((status = gm_read_faces(m, c, box, list, &faces)))
        return status;
    for (int n = 0; n < faces; n++)
        if (!list[n].partial)
            reach[list[n].side][list[n].axis] = list[n].side ? list[n].high : list[n].low;
    status = write_box(m, c, reach, bins, mixture, power, weight);
    for (int n = 0; n < faces && !status; n++) {
        /* Above a part of a face the soil goes on as far as its surface. */
        const gm_face *f = &list[n];
        const int64_t end = f->side ? f->high : f->low, at = box[f->side][f->axis];
        int64_t piece[2][3];
        if (!f->partial || (f->side ? end <= at : end >= at))
            continue;
        memcpy(piece, f->region, sizeof piece);
        piece[!f->side][f->axis] = at;
        piece[f->side][f->axis] = end;
        status = write_box(m, c, piece, bins, mixture, power, weight);
    }
    if (!status)
        status = gm_paint_faces(m, c, box, list, faces);
    return status ? status : gm_paint_grass(m, c, box, list, faces);
}

/* The box does the work; it must be there. */
yee_status gm_surface(gm *m, const gm_command *c)
{
    const char *box = c->word[!strcmp(c->name, "add_surface_water") ? 7
                              : !strcmp(c->name, "add_grass")       ? 10
                                                                    : 11];
    for (size_t i = 0; i < m->command_count; i++)
        if (!strcmp(m->command[i].name, "fractal_box") && !strcmp(m->command[i].word[12], box))
            return YEE_OK;
    return gm_fail(m, c, "there is no #fractal_box with the id '%s'", box);
}
