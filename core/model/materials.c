/* core/model/materials.c: material instances become constitutive laws, checked, with what they
 * add to each other. */
#include "base/nearest.h"
#include "model.h"
#include "plugin/call.h"
#include "pointwise.h"
#include "problem/media/section.h"
#include <string.h>

enum { BACKGROUND, VACUUM, PEC, PMC, BUILT_IN };

/* The poles are the model's from here on: a plugin may fill its array anew for the next one. */
static bool keep(yee_arena *arena, yee_response r[3])
{
    for (int q = 0; q < 3; q++)
        if (r[q].pole_count && !(r[q].poles = yee_arena_copy(
                                     arena, r[q].poles, r[q].pole_count * sizeof *r->poles)))
            return false;
    return true;
}

/* Checks and keeps laws that a function has filled. The poles are read as a part of its call,
 * for they may lie nowhere. */
static yee_status take(const yee_model *m, const yee_instance *it, const char *function,
                       size_t count, yee_material *law)
{
    yee_status status = YEE_OK;
    yee_call call;
    yee_call_begin(&call, it, function);
    for (size_t n = 0; !status && n < count; n++) {
        status = yee_material_check(m->diag, it, "", &law[n]);
        if (!status)
            status = yee_model_check_law(m, it, &law[n]);
        if (!status && !(keep(m->arena, law[n].electric) && keep(m->arena, law[n].magnetic) &&
                         keep(m->arena, law[n].sheet)))
            status = yee_diag_fail(m->diag, YEE_MEMORY, &it->place, "no memory for its poles");
    }
    yee_call_end();
    return status;
}

static yee_band band_of(const yee_model *m)
{
    const bool known = m->band[1] > 0;
    return (yee_band){sizeof(yee_band), known ? m->band[0] : 0, known ? m->band[1] : 0,
                      m->quiet};
}

static yee_status describe(const yee_model *m, const yee_instance *it, yee_material *law)
{
    const yee_material_ops *ops = it->plugin->ops;
    const yee_band band = band_of(m);
    const yee_status status = YEE_CALL(it, ops, describe, &it->host, it->config, &band, law);
    return status ? status : take(m, it, "describe", 1, law);
}

/* r += the poles and conductivity of another response. */
static bool join(yee_arena *arena, yee_response *r, const yee_response *other)
{
    r->sigma += other->sigma;
    const size_t n = r->pole_count + other->pole_count;
    if (!other->pole_count)
        return true;
    yee_pole *poles = yee_arena_alloc(arena, n * sizeof *poles);
    if (!poles)
        return false;
    if (r->pole_count)
        memcpy(poles, r->poles, r->pole_count * sizeof *poles);
    memcpy(poles + r->pole_count, other->poles, other->pole_count * sizeof *poles);
    r->poles = poles;
    r->pole_count = n;
    return true;
}

int yee_model_material(const yee_model *m, const char *name)
{
    for (size_t i = m->materials; i-- > 1;)
        if (yee_text_same(m->material_name[i], name))
            return (int)i;
    return -1;
}

/* Poles and conductivities can be added where there are any, once: what a material adds is not
 * followed, for it might come in twice. */
static yee_status check_add(const yee_model *m, size_t i, int other)
{
    const yee_place *place = &m->of[YEE_MATERIAL].v[i]->place;
    const char *name = m->material_name[other];
    if (other == BUILT_IN + (int)i)
        return yee_diag_fail(m->diag, YEE_INPUT, place,
                             "add: a material cannot be added to itself");
    if (m->material[BUILT_IN + i]->conductor != YEE_NOT_CONDUCTOR ||
        m->material[other]->conductor != YEE_NOT_CONDUCTOR)
        return yee_diag_fail(m->diag, YEE_INPUT, place,
                             "add: '%s' cannot be added, for a perfect conductor has no poles "
                             "and no conductivity",
                             name);
    if (yee_material_is_sheet(m->material[BUILT_IN + i]) !=
        yee_material_is_sheet(m->material[other]))
        return yee_diag_fail(m->diag, YEE_INPUT, place,
                             "add: '%s' cannot be added, for one of the two is a sheet and the "
                             "other fills a volume",
                             name);
    if (other >= BUILT_IN && m->material_config[other - BUILT_IN].add.count)
        return yee_diag_fail(m->diag, YEE_INPUT, place,
                             "add: '%s' adds other materials itself, which is not followed; "
                             "name all that are to be added here",
                             name);
    return YEE_OK;
}

/* Adds to a law of instance i what its key `add` names. */
static yee_status add_to(const yee_model *m, size_t i, yee_material *law)
{
    const yee_texts names = m->material_config[i].add;
    for (size_t a = 0; a < names.count; a++) {
        const int other = yee_model_material(m, names.v[a]);
        const yee_status status = check_add(m, i, other);
        if (status)
            return status;
        const yee_material *from = m->material[other];
        if (from->law)
            return yee_diag_fail(m->diag, YEE_INPUT, &m->of[YEE_MATERIAL].v[i]->place,
                                 "add: '%s' has the law '%s', which cannot be added; let it be "
                                 "the one that adds the others",
                                 names.v[a], from->law->name);
        const bool magnetic = law->law && law->law->has & YEE_LAW_MAGNETIC;
        for (int q = 0; q < 3 && law->law && law->law->has & YEE_LAW_FIELD; q++) {
            const yee_response *r = magnetic ? &from->magnetic[q] : &from->electric[q];
            if (r->inf != 1 || r->sigma != 0 || r->pole_count)
                return yee_diag_fail(m->diag, YEE_INPUT, &m->of[YEE_MATERIAL].v[i]->place,
                                     "add: '%s' has %s, and the law '%s' is %s as a function "
                                     "of all of %s; a material of %s alone can be added to it",
                                     names.v[a], magnetic ? "a mu" : "an eps", law->law->name,
                                     magnetic ? "H" : "E", magnetic ? "B" : "D",
                                     magnetic ? "eps" : "mu");
        }
        for (int q = 0; q < 3; q++) {
            law->sheet[q].inf += from->sheet[q].inf;
            if (!join(m->arena, &law->electric[q], &from->electric[q]) ||
                !join(m->arena, &law->magnetic[q], &from->magnetic[q]) ||
                !join(m->arena, &law->sheet[q], &from->sheet[q]))
                return YEE_MEMORY;
        }
    }
    return YEE_OK;
}

static yee_status add(yee_model *m)
{
    yee_status status = YEE_OK;
    for (size_t i = 0; !status && i < m->of[YEE_MATERIAL].count; i++)
        status = add_to(m, i, (yee_material *)m->material[BUILT_IN + i]);
    return status;
}

yee_status yee_model_check_sheets(const yee_model *m)
{
    const double top = YEE_PI / m->problem.grid.dt;
    double omega;
    for (size_t i = 0; i < m->of[YEE_MATERIAL].count && !m->run.unsafe; i++)
        for (int d = 0; d < 3; d++)
            if (yee_sheet_is_there(&m->material[BUILT_IN + i]->sheet[d]) &&
                !yee_response_passive(&m->material[BUILT_IN + i]->sheet[d], YEE_EPS0,
                                      1e-6 * top, top, &omega))
                return yee_diag_fail(
                    m->diag, YEE_INPUT, &m->of[YEE_MATERIAL].v[i]->place,
                    "the sheet is active: it gains energy at %g Hz along %c; the real part of "
                    "its admittance must be at least 0, or say unsafe = yes in [run]",
                    omega / (2 * YEE_PI), "xyz"[d]);
    return YEE_OK;
}

yee_status yee_model_range(const yee_model *m, const yee_place *place, int material,
                           size_t count, yee_material *law)
{
    const size_t i = material < BUILT_IN ? 0 : (size_t)(material - BUILT_IN);
    const yee_instance *it = material < BUILT_IN ? NULL : m->of[YEE_MATERIAL].v[i];
    const yee_material_ops *ops = it ? it->plugin->ops : NULL;
    if (!ops || !YEE_HAS(ops, range))
        return yee_diag_fail(m->diag, YEE_INPUT, place,
                             "material '%s' has no range that could be divided; materials of "
                             "mixtures have one, as those of type peplinski and crim",
                             m->material_name[material]);
    for (size_t n = 0; n < count; n++)
        law[n] = yee_material_vacuum();
    const yee_band band = band_of(m);
    yee_status status = YEE_CALL(it, ops, range, &it->host, it->config, &band, count, law);
    if (!status)
        status = take(m, it, "range", count, law);
    for (size_t n = 0; !status && n < count; n++)
        status = add_to(m, i, &law[n]);
    return status;
}

/* The edges between materials have means of their poles, and every cell has the state of all:
 * a law of 3000 poles plans for a second, one of a hundred thousand for minutes, without a
 * word. */
static yee_status check_poles(const yee_model *m)
{
    enum { MOST = 4096 };
    for (size_t i = BUILT_IN; i < m->materials; i++)
        for (int q = 0; q < 9; q++) {
            const yee_instance *it = m->of[YEE_MATERIAL].v[i - BUILT_IN];
            const yee_material *own = m->material[i];
            const yee_response *r = q < 3   ? &own->electric[q]
                                    : q < 6 ? &own->magnetic[q - 3]
                                            : &own->sheet[q - 6];
            if (r->pole_count > MOST)
                return yee_diag_fail(
                    m->diag, YEE_INPUT, &it->place,
                    "%s_%c of plugin '%s' has %zu poles, with those that it adds; %d "
                    "are the most, fit the law with fewer",
                    q < 3   ? "eps"
                    : q < 6 ? "mu"
                            : "the sheet",
                    ("xyz"[q % 3]), it->plugin->name, r->pole_count, MOST);
        }
    return YEE_OK;
}

yee_status yee_model_materials(yee_model *m)
{
    static const yee_conductor built_in[BUILT_IN] = {
        YEE_NOT_CONDUCTOR, YEE_NOT_CONDUCTOR, YEE_PERFECT_ELECTRIC, YEE_PERFECT_MAGNETIC};
    static const char *const name[BUILT_IN] = {"background", "vacuum", "pec", "pmc"};
    const size_t own = m->of[YEE_MATERIAL].count;
    m->materials = BUILT_IN + own;
    yee_material *law = yee_arena_alloc(m->arena, m->materials * sizeof *law);
    m->material = yee_arena_alloc(m->arena, m->materials * sizeof *m->material);
    m->material_name = yee_arena_alloc(m->arena, m->materials * sizeof *m->material_name);
    if (!law || !m->material || !m->material_name)
        return YEE_MEMORY;
    for (size_t i = 0; i < m->materials; i++) {
        law[i] = yee_material_vacuum();
        law[i].conductor = i < BUILT_IN ? built_in[i] : YEE_NOT_CONDUCTOR;
        m->material[i] = &law[i];
        m->material_name[i] =
            i < BUILT_IN ? name[i] : m->of[YEE_MATERIAL].v[i - BUILT_IN]->host.instance;
    }
    yee_status status;
    for (size_t i = 0; i < own; i++) {
        const yee_instance *it = m->of[YEE_MATERIAL].v[i];
        for (int n = VACUUM; n < BUILT_IN; n++)
            if (yee_text_same(it->host.instance, name[n]))
                return yee_diag_fail(m->diag, YEE_INPUT, &it->place,
                                     "every model has a material '%s'; choose another name",
                                     name[n]);
        if ((status = describe(m, it, &law[BUILT_IN + i])))
            return status;
    }
    if ((status = add(m)) || (status = check_poles(m)))
        return status;
    const int background = yee_model_material(m, m->grid_config.background);
    if (yee_material_is_sheet(&law[background]))
        return yee_diag_fail(m->diag, YEE_INPUT, &(yee_place){m->config->path, 0, "grid"},
                             "background = %s is a sheet without thickness; give it to a plate",
                             m->material_name[background]);
    law[BACKGROUND] = law[background];
    m->material_name[BACKGROUND] = m->material_name[background];
    return YEE_OK;
}
