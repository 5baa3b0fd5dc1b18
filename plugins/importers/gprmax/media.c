/* plugins/importers/gprmax/media.c: materials, their poles, and what objects are made of. */
#include "gprmax.h"
#include <math.h>
#include <string.h>

static gm_material *find(gm *m, const char *id)
{
    for (size_t i = 0; i < m->material_count; i++)
        if (!strcmp(m->material[i].id, id))
            return &m->material[i];
    return NULL;
}

static bool built_in(const char *id)
{
    return !strcmp(id, "pec") || !strcmp(id, "pmc") || !strcmp(id, "free_space");
}

const gm_material *gm_material_of(gm *m, const char *id)
{
    static const gm_material metal = {.id = "pec", .section = "pec", .pec = true};
    static const gm_material wall = {.id = "pmc", .section = "pmc", .pec = true};
    static const gm_material vacuum = {
        .id = "free_space", .section = "vacuum", .er = 1, .mr = 1};
    const gm_material *own = find(m, id);
    if (own || !built_in(id))
        return own;
    return *id == 'f' ? &vacuum : id[1] == 'e' ? &metal : &wall;
}

yee_status gm_unknown_material(gm *m, const gm_command *c, const char *id)
{
    enum { SHOWN = 10 };
    const char *all = "";
    for (size_t i = 0; i < m->material_count && i < SHOWN && all; i++)
        all = gm_format(m, "%s, %s", all, m->material[i].id);
    if (!all)
        return YEE_MEMORY;
    return gm_fail(m, c, "there is no material '%s'; there are pec, free_space%s%s", id, all,
                   m->material_count > SHOWN ? " and more" : "");
}

yee_status gm_material_add(gm *m, const gm_command *c)
{
    const bool metal = gm_same(c->word[1], "inf");
    gm_material own = {.id = c->word[4], .pec = metal, .command = c};
    yee_status status = gm_real(m, c, 0, "er", &own.er);
    if (!status && !metal)
        status = gm_real(m, c, 1, "sigma", &own.sigma);
    if (!status)
        status = gm_real(m, c, 2, "mr", &own.mr);
    if (!status)
        status = gm_real(m, c, 3, "sigma*", &own.sigma_m);
    if (status)
        return status;
    if (own.er < 1 || own.mr < 1 || own.sigma < 0 || own.sigma_m < 0)
        return gm_fail(m, c,
                       "er and mr are 1 or more, sigma and sigma* 0 or more; these are "
                       "%s %s %s %s",
                       c->word[0], c->word[2], c->word[1], c->word[3]);
    const gm_material *twin = find(m, own.id);
    if (built_in(own.id) && strcmp(own.id, "pmc")) /* gprMax 3 has none of that name */
        return gm_fail(m, c, "'%s' is a material that every model has; take another id",
                       own.id);
    if (twin)
        return gm_fail(m, c, "there is a material '%s' already, in line %lld", own.id,
                       (long long)twin->command->line);
    const bool reserved = gm_same(own.id, "vacuum") || gm_same(own.id, "pec") ||
                          gm_same(own.id, "pmc"); /* names of yee's */
    own.section =
        gm_section(m, "material", reserved ? gm_format(m, "%s_of_file", own.id) : own.id);
    gm_material *place = own.section ? GM_ADD(m, material) : NULL;
    if (!place)
        return YEE_MEMORY;
    *place = own;
    m->magnetic = m->magnetic || own.mr != 1 || own.sigma_m > 0;
    return YEE_OK;
}

/* Adds poles of `each` numbers to materials; the ids begin at `first`. */
static yee_status add_poles(gm *m, const gm_command *c, gm_dispersion kind, int64_t poles,
                            int each, const char *const *what, int first)
{
    for (int w = first; w < c->count; w++) {
        gm_material *own = find(m, c->word[w]);
        if (!own)
            return gm_unknown_material(m, c, c->word[w]);
        if (own->pec)
            return gm_fail(m, c, "'%s' is a perfect conductor, which has no poles", own->id);
        if (own->dispersion && own->dispersion != kind)
            return gm_decline(m, c,
                              "a material has poles of one kind in gprMax; give [material] "
                              "add = of two materials in what `yee model` makes of the rest");
        own->dispersion = kind;
        for (int k = 0; k < each; k++) {
            double *all =
                m->host->alloc(m->host, ((size_t)own->poles + (size_t)poles) * sizeof *all);
            if (!all)
                return gm_no_memory(m);
            if (own->poles)
                memcpy(all, own->pole[k], (size_t)own->poles * sizeof *all);
            own->pole[k] = all;
            for (int64_t p = 0; p < poles; p++) {
                const int word = 1 + (int)p * each + k;
                const yee_status status = gm_real(m, c, word, what[k], &all[own->poles + p]);
                if (status)
                    return status;
                if (!(all[own->poles + p] > 0))
                    return gm_fail(m, c, "%s = %s; it must be greater than 0", what[k],
                                   c->word[word]);
            }
        }
        own->poles += (int)poles;
    }
    return YEE_OK;
}

static yee_status disperse(gm *m, const gm_command *c, gm_dispersion kind, int each,
                           const char *const *what)
{
    int64_t poles;
    const yee_status status = gm_whole(m, c, 0, "the number of poles", &poles);
    if (status)
        return status;
    const int64_t first = 1 + poles * each; /* of 15 digits at most */
    if (poles < 1 || poles > 1000 || first >= c->count)
        return gm_fail(m, c,
                       "%s poles need %lld numbers and one id or more; %d words follow. "
                       "It takes %s",
                       c->word[0], (long long)poles * each, c->count - 1, c->row->usage);
    return add_poles(m, c, kind, poles, each, what, (int)first);
}

yee_status gm_debye(gm *m, const gm_command *c)
{
    static const char *const what[] = {"delta_er", "tau"};
    return disperse(m, c, GM_DEBYE, 2, what);
}

yee_status gm_lorentz(gm *m, const gm_command *c)
{
    static const char *const what[] = {"delta_er", "f0", "delta"};
    return disperse(m, c, GM_LORENTZ, 3, what);
}

/* gprMax 3 takes its ids from behind three words a pole, of which the last are nobody's: a line
 * that was padded so has numbers there. */
yee_status gm_drude(gm *m, const gm_command *c)
{
    static const char *const what[] = {"fp", "gamma"};
    gm_command plain = *c;
    int64_t poles;
    if (!gm_is_whole(c->word[0]) || gm_whole(m, c, 0, "the number of poles", &poles))
        return disperse(m, c, GM_DRUDE, 2, what);
    const int first = poles > 0 && poles < 1000 ? 1 + 2 * (int)poles : c->count;
    int padded = 0;
    while (padded < poles && first + padded < c->count - 1 && !find(m, c->word[first + padded]))
        padded++;
    if (padded == poles && padded) {
        gm_say(m, YEE_INFO, c,
               "%d words between the poles and the ids, which gprMax 3 wants "
               "there, are left out",
               padded);
        const char **word = m->host->alloc(m->host, (size_t)c->count * sizeof *word);
        if (!word)
            return gm_no_memory(m);
        memcpy(word, c->word, (size_t)first * sizeof *word);
        memcpy(word + first, c->word + first + padded,
               (size_t)(c->count - first - padded) * sizeof *word);
        plain.word = word;
        plain.count -= padded;
    }
    return disperse(m, &plain, GM_DRUDE, 2, what);
}

/* -- text -- */

/* "a, b unit" */
static const char *list(gm *m, int count, const double *v, double factor, const char *unit)
{
    const char *text = gm_format(m, "%.12g", v[0] * factor);
    for (int i = 1; i < count && text; i++)
        text = gm_format(m, "%s, %.12g", text, v[i] * factor);
    return text ? gm_format(m, "%s%s", text, unit) : NULL;
}

static const char *poles_of(gm *m, const gm_material *own)
{
    double *const *p = own->pole;
    const int n = own->poles;
    const char *a, *b, *d;
    switch (own->dispersion) {
    case GM_DEBYE:
        a = list(m, n, p[0], 1, "");
        b = list(m, n, p[1], 1, " s");
        return a && b ? gm_format(m, "delta_eps = %s\ntau = %s\n", a, b) : NULL;
    case GM_LORENTZ: /* W^2/(W^2 + 2 j delta omega - omega^2): the full width is 2 delta */
        a = list(m, n, p[0], 1, "");
        b = list(m, n, p[1], 1, " Hz");
        d = list(m, n, p[2], 2, " rad/s");
        return a && b && d ? gm_format(m, "delta_eps = %s\nf0 = %s\ngamma = %s\n", a, b, d)
                           : NULL;
    case GM_DRUDE:
        a = list(m, n, p[0], 1, " Hz");
        b = list(m, n, p[1], 1, " rad/s");
        return a && b ? gm_format(m, "fp = %s\ngamma = %s\n", a, b) : NULL;
    default:
        return "";
    }
}

static yee_status write_material(gm *m, const gm_material *own)
{
    static const char *const type[] = {"dielectric", "debye", "lorentz", "drude"};
    const bool poles = own->dispersion;
    const gm_command *c = own->command;
    yee_status status = gm_emit_comment(m, GM_TEXT_MEDIA, c);
    if (!status && own->pec)
        return gm_emit(m, GM_TEXT_MEDIA, c, "[material.%s]\ntype = pec\n", own->section);
    const char *law = poles_of(m, own);
    if (!law)
        return YEE_MEMORY;
    if (!status)
        status = gm_emit(m, GM_TEXT_MEDIA, c, "[material.%s]\ntype = %s\n%s = %.12g\n%s",
                         own->section, type[own->dispersion], poles ? "eps_inf" : "eps",
                         own->er, law);
    if (!status && own->sigma > 0)
        status = gm_emit(m, GM_TEXT_MEDIA, c, "sigma = %.12g S/m\n", own->sigma);
    if (!status && own->mr != 1)
        status = gm_emit(m, GM_TEXT_MEDIA, c, "%s = %.12g\n", poles ? "mu_inf" : "mu", own->mr);
    if (!status && own->sigma_m > 0)
        status = gm_emit(m, GM_TEXT_MEDIA, c, "sigma_m = %.12g Ohm/m\n", own->sigma_m);
    return status;
}

yee_status gm_write_media(gm *m)
{
    yee_status status = YEE_OK;
    for (; m->media_written < m->material_count && !status; m->media_written++)
        status = write_material(m, &m->material[m->media_written]);
    return status;
}

/* -- what objects are made of -- */

/* A material whose diagonal is of three; one that was made before is found by its name. */
static yee_status mix(gm *m, const gm_command *c, const gm_material *const of[3],
                      const char **section)
{
    const char *id = gm_format(m, "%s|%s|%s", of[0]->id, of[1]->id, of[2]->id);
    const gm_material *before = id ? find(m, id) : NULL;
    if (before)
        *section = before->section;
    if (!id || before)
        return id ? YEE_OK : YEE_MEMORY;
    for (int a = 0; a < 3; a++)
        if (of[a]->pec || of[a]->dispersion)
            return gm_decline(m, c,
                              of[a]->pec
                                  ? "an object that is a perfect conductor along one axis "
                                    "only is not made; use plates or edges"
                                  : "an object that is dispersive along one axis only is "
                                    "not made; give [material] type = poles in what `yee "
                                    "model` makes of the rest");
    gm_material own = {.id = id, .command = c, .er = of[0]->er, .mr = of[0]->mr};
    own.section =
        gm_section(m, "material", gm_format(m, "%s_%s_%s", of[0]->id, of[1]->id, of[2]->id));
    gm_material *place = own.section ? GM_ADD(m, material) : NULL;
    if (!place)
        return YEE_MEMORY;
    *place = own;
    m->media_written = m->material_count;
    *section = own.section;
    return gm_emit(m, GM_TEXT_MEDIA, c,
                   "\n[material.%s]\ntype = dielectric\neps = %.12g, %.12g, %.12g\n"
                   "sigma = %.12g, %.12g, %.12g S/m\nmu = %.12g, %.12g, %.12g\n"
                   "sigma_m = %.12g, %.12g, %.12g Ohm/m\n",
                   own.section, of[0]->er, of[1]->er, of[2]->er, of[0]->sigma, of[1]->sigma,
                   of[2]->sigma, of[0]->mr, of[1]->mr, of[2]->mr, of[0]->sigma_m,
                   of[1]->sigma_m, of[2]->sigma_m);
}

/* A plate has edges along two axes, of a material each. */
yee_status gm_made_of_two(gm *m, const gm_command *c, int word, int across, gm_stuff *stuff)
{
    const int u = across == 0 ? 1 : 0;
    const gm_material *of[3] = {0};
    for (int a = 0; a < 3; a++) {
        const char *id = c->word[a == u || a == across ? word : word + 1];
        if (!(of[a] = gm_material_of(m, id)))
            return gm_unknown_material(m, c, id);
    }
    return mix(m, c, of, &stuff->section);
}

yee_status gm_made_of(gm *m, const gm_command *c, int word, bool smooth, gm_stuff *stuff)
{
    const int count = c->count - word;
    const gm_material *of[3] = {0};
    for (int w = 0; w < (count == 3 ? 3 : 1); w++)
        if (!(of[w] = gm_material_of(m, c->word[word + w])))
            return gm_unknown_material(m, c, c->word[word + w]);
    if (count == 2) {
        smooth = gm_same(c->word[word + 1], "y");
        if (!smooth && !gm_same(c->word[word + 1], "n"))
            return gm_fail(m, c, "'%s' behind the material is neither y nor n (smoothing)",
                           c->word[word + 1]);
    }
    stuff->section = of[0]->section;
    if (count == 3) {
        const yee_status status = mix(m, c, of, &stuff->section);
        if (status)
            return status;
    }
    smooth = smooth && count != 3 && !of[0]->pec && (!of[0]->dispersion || m->dispersive_means);
    stuff->average = smooth ? "cells" : "own";
    return YEE_OK;
}
