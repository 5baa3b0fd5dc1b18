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
    for (size_t i = 0; i < m->mixture_count; i++)
        if (!strcmp(m->mixture[i].id, id))
            return gm_fail(m, c, "'%s' is a mixture, of which #fractal_box alone is made", id);
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
                       "er = %s, sigma = %s, mr = %s and sigma* = %s",
                       c->word[0], c->word[1], c->word[2], c->word[3]);
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
        own->latest = (int)poles;
    }
    return YEE_OK;
}

static bool as_gprmax3(const gm *m) { return m->config->rules == GM_RULES_GPRMAX3; }

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

static const char *const drude_words[] = {"fp", "gamma"};

/* gprMax 3 takes its ids from behind three words a pole; where there are none it binds the poles
 * to nothing. */
static yee_status drude_of_gprmax3(gm *m, const gm_command *c)
{
    enum { LEAST_WORDS = 5 };
    int64_t poles;
    const yee_status status = gm_whole(m, c, 0, "the number of poles", &poles);
    if (status)
        return status;
    if (poles < 1 || poles > 1000)
        return gm_fail(m, c, "%s poles; 1 to 1000 are possible", c->word[0]);
    if (c->count < LEAST_WORDS)
        return gm_decline(m, c,
                          "gprMax 3 stops at a line of fewer than five words; give it a word "
                          "more for each pole before the ids, or take rules = gprmax3 out");
    if (1 + 3 * poles >= c->count) {
        gm_say(m, YEE_WARNING, c,
               "gprMax 3 finds no id behind three words a pole, and makes nothing dispersive");
        return YEE_OK;
    }
    return add_poles(m, c, GM_DRUDE, poles, 2, drude_words, 1 + 3 * (int)poles);
}

/* A line that was padded for gprMax 3, where a third word of each pole is nobody's, has numbers
 * before its ids. */
yee_status gm_drude(gm *m, const gm_command *c)
{
    gm_command plain = *c;
    int64_t poles;
    if (as_gprmax3(m))
        return drude_of_gprmax3(m, c);
    if (!gm_is_whole(c->word[0]) || gm_whole(m, c, 0, "the number of poles", &poles))
        return disperse(m, c, GM_DRUDE, 2, drude_words);
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
    return disperse(m, &plain, GM_DRUDE, 2, drude_words);
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

/* gprMax 3 keeps the count of the last command of several, and the first poles of all. */
static int poles_kept(const gm *m, const gm_material *own)
{
    return as_gprmax3(m) ? own->latest : own->poles;
}

/* S/m. The conductivity that a Drude pole decays to is eps0 wp^2/gamma; gprMax 3 leaves eps0 out. */
static double conductivity(const gm *m, const gm_material *own)
{
    double sigma = own->sigma;
    for (int p = 0; own->dispersion == GM_DRUDE && as_gprmax3(m) && p < poles_kept(m, own);
         p++) {
        const double wp = 2 * YEE_PI * own->pole[0][p];
        sigma += wp * wp / own->pole[1][p] * (1 - YEE_EPS0);
    }
    return sigma;
}

static const char *poles_of(gm *m, const gm_material *own)
{
    double *const *p = own->pole;
    const int n = poles_kept(m, own);
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
    if (!status && conductivity(m, own) > 0)
        status = gm_emit(m, GM_TEXT_MEDIA, c, "sigma = %.12g S/m\n", conductivity(m, own));
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

/* Whether gprMax 3, which finds means by counting ids in names, may take one's for another's. */
static bool confused(const gm_material *a, const gm_material *b)
{
    return a != b && !a->pec && !b->pec && strstr(a->id, b->id);
}

void gm_check_rules(gm *m)
{
    for (size_t i = 0; i < m->material_count && as_gprmax3(m); i++) {
        const gm_material *a = &m->material[i];
        if (a->dispersion == GM_LORENTZ)
            gm_say(m, YEE_WARNING, a->command,
                   "the Lorentz poles of gprMax 3 are off by a part of the order of the time "
                   "step, which rules = gprmax3 does not mimic");
        for (size_t k = 0; k < m->material_count; k++)
            if (confused(a, &m->material[k]))
                gm_say(m, YEE_WARNING, a->command,
                       "the id '%s' is a part of '%s', and gprMax 3 may take means of one for "
                       "those of the other, which rules = gprmax3 does not mimic",
                       m->material[k].id, a->id);
    }
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

const char *gm_means(const gm *m)
{
    return as_gprmax3(m) && m->magnetic ? "electric" : "cells";
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
    *stuff = (gm_stuff){.section = of[0]->section};
    if (count == 3) {
        const yee_status status = mix(m, c, of, &stuff->section);
        if (status)
            return status;
    }
    smooth = smooth && count != 3 && !of[0]->pec && (!of[0]->dispersion || m->dispersive_means);
    stuff->average = smooth ? gm_means(m) : "own";
    return YEE_OK;
}
