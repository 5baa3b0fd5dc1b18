/* plugins/importers/gprmax/cover.c: rough faces of boxes, and water and grass on them.
 *
 * A box whose surface is rough reaches to the highest point of it, and the space above the surface is
 * painted over with the box that was there before, or with air, then with water up to its level; all
 * of them are given one seed, so that it is one surface. gprMax's random numbers are its own: soils are
 * alike in kind, not cell by cell. */
#include "soil.h"
#include <stdlib.h>
#include <string.h>

/* One coordinate of both corners is that of a side of the box. */
static yee_status find_face(gm *m, const gm_command *c, int64_t box[2][3], gm_face *f)
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
    memcpy(f->region, box, sizeof f->region);
    for (int a = 0; a < 3 && !status; a++) {
        if (a == f->axis)
            continue;
        if (node[0][a] >= node[1][a] || node[0][a] < box[0][a] || node[1][a] > box[1][a])
            status = gm_fail(m, c, "from %s to %s m along %c is no part of the box's face",
                             c->word[a], c->word[a + 3], "xyz"[a]);
        f->partial = f->partial || node[0][a] != box[0][a] || node[1][a] != box[1][a];
        f->region[0][a] = node[0][a];
        f->region[1][a] = node[1][a];
    }
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

/* The keys of the surface's random heights but its seed. */
static yee_status write_spectrum(gm *m, const gm_face *f)
{
    const gm_command *c = f->c;
    const int u = f->axis == 0 ? 1 : 0, v = f->axis == 2 ? 1 : 2;
    double power, weight[3] = {1, 1, 1};
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
    return status
               ? status
               : gm_emit(m, GM_TEXT_SHAPES, c,
                         "low = %.12g m\nhigh = %.12g m\nexponent = %.12g\n"
                         "weights = %.12g, %.12g, %.12g\n",
                         gm_at(m, f->axis, (double)f->low), gm_at(m, f->axis, (double)f->high),
                         power, weight[0], weight[1], weight[2]);
}

static yee_status write_surface(gm *m, const gm_face *f, int64_t to, const char *section,
                                const char *average)
{
    const gm_command *c = f->c;
    double lo[3], hi[3];
    for (int a = 0; a < 3; a++) {
        lo[a] = (double)f->region[0][a];
        hi[a] = (double)f->region[1][a];
    }
    lo[f->axis] = (double)(f->side ? f->low : to);
    hi[f->axis] = (double)(f->side ? to : f->high);
    const char *from = gm_point(m, lo), *end = gm_point(m, hi);
    yee_status status = from && end ? gm_begin_shape(m, c, "rough_surface") : YEE_MEMORY;
    if (!status)
        status = gm_emit(m, GM_TEXT_SHAPES, c, "from = %s\nto = %s\naxis = %c\nside = %s\n",
                         from, end, "xyz"[f->axis], f -> side ? "above" : "below");
    if (!status)
        status = write_spectrum(m, f);
    return status ? status
                  : gm_emit(m, GM_TEXT_SHAPES, c, "seed = %.0f\nmaterial = %s\naverage = %s\n",
                            f->seed, section, average);
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

yee_status gm_seed(gm *m, const gm_command *c, int word, double *value)
{
    int64_t whole = 1;
    const yee_status status =
        c->count > word ? gm_whole(m, c, word, "the seed", &whole) : YEE_OK;
    *value = (double)(whole < 0 ? -whole : whole);
    return status;
}

yee_status gm_read_faces(gm *m, const gm_command *by, int64_t box[2][3], gm_face *list,
                         int *count)
{
    yee_status status = YEE_OK;
    const gm_command *c = NULL;
    while (!status && (c = modifier(m, "add_surface_roughness", 11, by->word[12], c))) {
        gm_face *f = &list[*count];
        if (*count == 6)
            return gm_fail(m, c, "the box has six faces");
        status = find_face(m, c, box, f);
        if (!status)
            status = gm_coordinate(m, c, 9, f->axis, "the lower limit", &f->low);
        if (!status)
            status = gm_coordinate(m, c, 10, f->axis, "the upper limit", &f->high);
        if (!status)
            status = gm_seed(m, c, 12, &f->seed);
        if (!status && f->low >= f->high)
            status = gm_fail(m, c, "the lower limit %s m is not below the upper one, %s m",
                             c->word[9], c->word[10]);
        if (!status && (f->side ? f->high <= box[0][f->axis] : f->low >= box[1][f->axis]))
            status = gm_fail(m, c, "the limits %s and %s m leave nothing of the box",
                             c->word[9], c->word[10]);
        ++*count;
    }
    return status;
}

/* Things that lie on a surface lie on all of it: its random heights are those of its own part of the
 * face. */
static yee_status check_region(gm *m, const gm_command *c, const gm_face *f,
                               const gm_face *rough)
{
    return !rough || !memcmp(f->region, rough->region, sizeof f->region)
               ? YEE_OK
               : gm_decline(m, c,
                            "it has another part of the face than #add_surface_roughness; give "
                            "both the same corners");
}

/* A box's corners; false: it has none that can be read. */
static bool corners(const gm *m, const gm_command *c, int64_t lo[3], int64_t hi[3])
{
    for (int a = 0; a < 3; a++) {
        lo[a] = gm_round(strtod_l(c->word[a], NULL, m->plain), m->d[a]);
        hi[a] = gm_round(strtod_l(c->word[a + 3], NULL, m->plain), m->d[a]);
        if (lo[a] >= hi[a])
            return false;
    }
    return true;
}

/* The medium above a surface: that of the latest #box that was painted before and holds all of the space
 * between the limits, else air. One that holds a part is told. */
static yee_status above(gm *m, const gm_face *f, const gm_command *by, gm_stuff *stuff)
{
    int64_t lo[3], hi[3], from[3], to[3];
    *stuff = (gm_stuff){.section = "vacuum", .average = gm_means(m)};
    memcpy(from, f->region[0], sizeof from);
    memcpy(to, f->region[1], sizeof to);
    from[f->axis] = f->low;
    to[f->axis] = f->high;
    for (const gm_command *c = by; c-- > m->command;) {
        bool holds = true, meets = true;
        if (strcmp(c->name, "box") || !corners(m, c, lo, hi))
            continue;
        for (int a = 0; a < 3; a++) {
            holds = holds && lo[a] <= from[a] && to[a] <= hi[a];
            meets = meets && lo[a] < to[a] && from[a] < hi[a];
        }
        if (holds)
            return gm_made_of(m, c, 6, true, stuff);
        if (meets)
            gm_say(m, YEE_WARNING, f->c,
                   "a part of the #box in line %lld lies above the surface, between its "
                   "limits, and "
                   "is painted over",
                   (long long)c->line);
    }
    return YEE_OK;
}

yee_status gm_paint_faces(gm *m, const gm_command *by, int64_t box[2][3], const gm_face *list,
                          int count)
{
    yee_status status = YEE_OK;
    for (int n = 0; n < count && !status; n++) {
        gm_stuff stuff;
        status = above(m, &list[n], by, &stuff);
        if (!status)
            status = write_surface(m, &list[n], list[n].side ? list[n].high : list[n].low,
                                   stuff.section, stuff.average);
    }
    const gm_command *c = NULL;
    while (!status && (c = modifier(m, "add_surface_water", 7, by->word[12], c))) {
        gm_face f = {0};
        const gm_face *rough = NULL;
        int64_t depth = 0;
        const char *section = NULL;
        status = find_face(m, c, box, &f);
        for (int n = 0; n < count; n++)
            if (list[n].axis == f.axis && list[n].side == f.side)
                rough = &list[n];
        if (!status && !rough)
            status = gm_fail(m, c, "the face has no #add_surface_roughness, which water needs");
        if (!status)
            status = check_region(m, c, &f, rough);
        if (!status)
            status = gm_coordinate(m, c, 6, f.axis, "the depth", &depth);
        if (!status && !(rough->low < depth && depth <= rough->high))
            status = gm_fail(m, c, "%s m is not between the limits of the surface", c->word[6]);
        if (!status && !f.side)
            status = gm_decline(m, c, "water lies on upper faces only");
        if (!status)
            status = water(m, c, &section);
        if (!status)
            status = write_surface(m, rough, depth, section, "own");
    }
    return status;
}

/* Grass of gprMax's own where the file has no such material. */
static yee_status grass(gm *m, const gm_command *c, const char **section)
{
    const gm_material *own = gm_material_of(m, "grass");
    if (own || m->grass) {
        *section = own ? own->section : m->grass;
        return YEE_OK;
    }
    *section = m->grass = gm_section(m, "material", "grass");
    return m->grass ? gm_emit(m, GM_TEXT_MEDIA, c,
                              "\n[material.%s]\ntype = debye\neps_inf = 12.7174\n"
                              "delta_eps = 5.7913\ntau = 1.0793e-11 s\n",
                              m->grass)
                    : YEE_MEMORY;
}

/* Blades between the limits of their heights, which are counted from the surface that they stand
 * on, and roots as deep; that is the rough one of the face, or the face itself. */
static yee_status write_grass(gm *m, const gm_command *c, const gm_face *f,
                              const gm_face *rough, int64_t low, int64_t high, int64_t blades)
{
    const int64_t level = f->region[1][f->axis];
    const double d = m->d[f->axis], most = (double)(high - level) * d;
    const double least = low > level ? (double)(low - level) * d : 0;
    double lo[3], hi[3];
    const char *section = NULL;
    yee_status status = grass(m, c, &section);
    for (int a = 0; a < 3; a++) {
        lo[a] = (double)f->region[0][a];
        hi[a] = (double)f->region[1][a];
    }
    hi[f->axis] = (double)(rough && rough->high > high ? rough->high : high);
    const char *from = gm_point(m, lo), *to = gm_point(m, hi);
    if (!status)
        status = from && to ? gm_begin_shape(m, c, "grass") : YEE_MEMORY;
    if (!status)
        status = gm_emit(m, GM_TEXT_SHAPES, c,
                         "from = %s\nto = %s\naxis = %c\nblades = %lld\nheight_min = %.12g m\n"
                         "height_max = %.12g m\nroots = %.12g m\nseed = %.0f\n",
                         from, to, "xyz"[f->axis], (long long)blades, least, most, most,
                         rough ? rough->seed : f->seed);
    if (!status && rough)
        status = write_spectrum(m, rough);
    else if (!status)
        status = gm_emit(m, GM_TEXT_SHAPES, c, "level = %.12g m\nrms = 0 m\nexponent = 1\n",
                         gm_at(m, f->axis, (double)level));
    return status ? status
                  : gm_emit(m, GM_TEXT_SHAPES, c, "material = %s\naverage = own\n", section);
}

yee_status gm_paint_grass(gm *m, const gm_command *by, int64_t box[2][3], const gm_face *list,
                          int count)
{
    yee_status status = YEE_OK;
    const gm_command *c = NULL;
    while (!status && (c = modifier(m, "add_grass", 10, by->word[12], c))) {
        gm_face f = {0};
        const gm_face *rough = NULL;
        int64_t low = 0, high = 0, blades = 0;
        status = find_face(m, c, box, &f);
        for (int n = 0; n < count; n++)
            if (list[n].axis == f.axis && list[n].side == f.side)
                rough = &list[n];
        if (!status && !f.side)
            status = gm_fail(m, c, "grass grows on upper faces only");
        if (!status)
            status = check_region(m, c, &f, rough);
        if (!status)
            status = gm_coordinate(m, c, 7, f.axis, "the lower limit", &low);
        if (!status)
            status = gm_coordinate(m, c, 8, f.axis, "the upper limit", &high);
        if (!status)
            status = gm_whole(m, c, 9, "the number of blades", &blades);
        if (!status)
            status = gm_seed(m, c, 11, &f.seed);
        if (!status && (low > high || high <= box[1][f.axis]))
            status = gm_fail(m, c,
                             "from %s to %s m; the limits are where blades end, above the face",
                             c->word[7], c->word[8]);
        if (!status && (blades < 1 || blades > 10000000))
            status = gm_fail(m, c, "%s blades; 1 to 10000000 are possible", c->word[9]);
        if (!status)
            status = write_grass(m, c, &f, rough, low, high, blades);
    }
    return status;
}
