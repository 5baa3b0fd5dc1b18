/* core/selftest/selftest.c: what is wrong, or nearly so, with a model before its first step. */
#include "selftest.h"
#include "base/units.h"
#include "cost.h"
#include "plugin/call.h"
#include "problem/paint.h"
#include "waves.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_CELLS 3.0  /* per wavelength: below, the grid does not carry the wave */
#define PHASE_LIMIT 0.02 /* relative error of the phase velocity that is worth a warning */

/* One material along the axis where it is worst: can the grid carry its shortest wave? */
static yee_status resolution(yee_model *m, const char *name, const yee_wave *wave)
{
    const double frequency = wave->omega / (2 * YEE_PI);
    int axis = 0;
    for (int a = 1; a < 3; a++)
        axis = wave->width[a] > wave->width[axis] ? a : axis;
    const double d = wave->width[axis];

    if (!yee_wave_travels(wave)) {
        const double depth = 1 / wave->decay;
        return yee_finding_note(
            m, depth < 2 * d ? YEE_WARNING : YEE_INFO, name,
            "no wave at %s: it decays over %s, %.3g cells of %s%s",
            yee_units_si(frequency, "Hz").text, yee_units_si(depth, "m").text, depth / d,
            yee_units_si(d, "m").text,
            depth < 2 * d ? "; its surface is not resolved, use smaller cells or pec" : "");
    }
    const double length = 2 * YEE_PI / wave->beta, cells = length / d;
    if (cells < LEAST_CELLS)
        return yee_finding_note(
            m, YEE_ERROR, name,
            "%.3g cells per wavelength at %s (%s in cells of %s along %c): the grid does "
            "not carry it; at least %g are needed, 10 to 20 are usual: use smaller cells, or a "
            "lower frequency of '%s', which plays up to %s",
            cells, yee_units_si(frequency, "Hz").text, yee_units_si(length, "m").text,
            yee_units_si(d, "m").text, ("xyz"[axis]), LEAST_CELLS, m->highest->host.instance,
            yee_units_si(m->band[1], "Hz").text);
    const double along[3] = {axis == 0, axis == 1, axis == 2};
    const double k = yee_wave_number(m, wave, along), error = fabs(k / wave->beta - 1);
    if (isnan(k))
        return yee_finding_note(
            m, YEE_ERROR, name,
            "the wave at %s (%.3g cells per wavelength) does not propagate in scheme %s "
            "along %c; use smaller cells, or a lower frequency of '%s', which plays up to %s",
            yee_units_si(frequency, "Hz").text, cells, m->scheme->plugin->name, ("xyz"[axis]),
            m->highest->host.instance, yee_units_si(m->band[1], "Hz").text);
    return yee_finding_note(
        m, error > PHASE_LIMIT ? YEE_WARNING : YEE_INFO, name,
        "%.3g cells per wavelength at %s, phase velocity wrong by up to %.2g %%%s", cells,
        yee_units_si(frequency, "Hz").text, 100 * error,
        error > PHASE_LIMIT ? "; smaller cells would help" : "");
}

static yee_status resolve_all(yee_model *m, double high)
{
    yee_wave *wave = yee_waves_new(m, high);
    yee_status status = wave ? YEE_OK : YEE_MEMORY;
    for (size_t i = 0; !status && i < m->materials; i++)
        if (wave[i].beta > 0 || wave[i].decay > 0)
            status = resolution(m, m->material_name[i], &wave[i]);
    free(wave);
    for (size_t i = 0, made; !status && i < m->materials; i += made ? made : 1) {
        made = yee_waves_made(m, i);
        if (made > 3)
            status = yee_finding_note(m, YEE_INFO,
                                      m->voxels->object[m->voxels->own[i].object]->place.block,
                                      "it makes %zu materials; those with the shortest and the "
                                      "longest wave are shown",
                                      made);
    }
    return status;
}

/* Fields begin as 0, and only sources change that. */
static yee_status silent(yee_model *m)
{
    return m->of[YEE_SOURCE].count
               ? YEE_OK
               : yee_finding_note(m, YEE_WARNING, "model",
                                  "it has no [source.NAME], and all fields stay 0");
}

static yee_status covered(yee_model *m)
{
    bool *gone = yee_voxels_covered(m->voxels);
    yee_status status = gone ? YEE_OK : YEE_MEMORY;
    for (size_t i = 0; !status && i < m->of[YEE_SHAPE].count; i++)
        if (gone[i + 1])
            status =
                yee_finding_note(m, YEE_WARNING, m->of[YEE_SHAPE].v[i]->place.block,
                                 "nothing is left of the object: later ones cover all of it");
    free(gone);
    return status;
}

/* A part of an object that reaches beyond one periodic face does not come in at the other.
 * An object that reaches beyond both has no end that could. */
static yee_status cut_off(yee_model *m, const yee_instance *it, const yee_shape_ops *ops)
{
    const yee_grid *g = &m->problem.grid;
    double lo[3] = {-INFINITY, -INFINITY, -INFINITY}, hi[3] = {INFINITY, INFINITY, INFINITY};
    yee_status status = YEE_CALL(it, ops, bounds, &it->host, yee_instance_self(it), lo, hi);
    for (int a = 0; !status && a < 3; a++) {
        const yee_axis_data *axis = &g->axis[a];
        const double from = axis->node[0], to = axis->node[axis->cells];
        const double slack = 1e-6 * (to - from) / (double)axis->cells;
        const bool below = lo[a]<from - slack, above = hi[a]> to + slack;
        if (!axis->periodic || axis->cells == 1 || below == above)
            continue;
        status = yee_finding_note(
            m, YEE_WARNING, it->place.block,
            "it reaches %s beyond the periodic face %s and is not continued at the opposite "
            "one; give an object for its image",
            yee_units_si(below ? from - lo[a] : hi[a] - to, "m").text,
            yee_face_name[2 * a + above]);
    }
    return status;
}

static yee_status images(yee_model *m)
{
    yee_status status = YEE_OK;
    for (size_t i = 0; !status && i < m->of[YEE_SHAPE].count; i++) {
        const yee_instance *it = m->of[YEE_SHAPE].v[i];
        const yee_shape_ops *ops = it->plugin->ops;
        if (ops->bounds)
            status = cut_off(m, it, ops);
    }
    return status;
}

static yee_status memory(yee_model *m)
{
    double all, available;
    yee_need need;
    yee_memory_of_machine(&all, &available);
    yee_need_count(&m->problem, yee_voxels_points(m->voxels), &need);
    const double share = m->clip ? m->clip->share : 1; /* ids are this process's alone */
    const double needed = yee_model_on_device(m)
                              ? need.beside
                              : need.beside + share * (need.memory - need.beside);
    if (all > 0 && needed > all)
        return yee_finding_note(m, YEE_ERROR, "memory",
                                "the run needs %s and this machine has %s",
                                yee_units_bytes(needed).text, yee_units_bytes(all).text);
    if (available > 0 && needed > available)
        return yee_finding_note(m, YEE_WARNING, "memory", "the run needs %s and %s are free",
                                yee_units_bytes(needed).text, yee_units_bytes(available).text);
    return YEE_OK;
}

yee_status yee_selftest_fits_memory(const yee_model *m, double bytes)
{
    double all, available;
    const double cells = yee_grid_cells(&m->problem.grid) * (m->clip ? m->clip->share : 1);
    yee_memory_of_machine(&all, &available);
    if (!(all > 0) || bytes * cells < all)
        return YEE_OK;
    const yee_block *block = yee_config_block(m->config, "grid");
    const yee_place place = {m->config->path, block ? block->line : 0, "grid"};
    return yee_diag_fail(m->diag, YEE_MEMORY, &place,
                         "what lies in %.4g cells takes %s and this machine has %s; use fewer "
                         "cells",
                         cells, yee_units_bytes(bytes * cells).text, yee_units_bytes(all).text);
}

yee_status yee_selftest(yee_model *m)
{
    yee_status status = m->band[1] > 0 ? resolve_all(m, m->band[1]) : YEE_OK;
    if (!status)
        status = yee_selftest_media(m);
    if (!status)
        status = silent(m);
    if (!status)
        status = covered(m);
    if (!status)
        status = yee_selftest_laws(m);
    if (!status)
        status = yee_selftest_cells(m);
    if (!status)
        status = yee_selftest_linear(m);
    if (!status)
        status = yee_selftest_unused(m);
    if (!status)
        status = images(m);
    if (!status)
        status = yee_selftest_placement(m);
    if (!status)
        status = yee_selftest_idle(m);
    if (!status)
        status = yee_selftest_outlines(m);
    if (!status)
        status = yee_selftest_owned(m);
    if (!status)
        status = yee_selftest_resonances(m);
    if (!status)
        status = yee_selftest_ports(m);
    if (!status)
        status = yee_selftest_buried(m);
    if (!status)
        status = yee_selftest_outputs(m);
    if (!status)
        status = yee_selftest_layers(m);
    if (!status)
        status = yee_selftest_backward(m);
    if (!status)
        status = yee_selftest_length(m);
    if (!status)
        status = memory(m);
    return status;
}

/* The section that a finding is about: its subject is one, or a material's name. What has none
 * (vacuum, a mean of media, the memory) is named in *about. */
static yee_place place_of(const yee_model *m, const yee_finding *f, const char **about)
{
    const char *material = yee_arena_format(m->arena, "material.%s", f->subject);
    const yee_block *block = yee_config_block(m->config, f->subject);
    if (!block && material)
        block = yee_config_block(m->config, material);
    *about = block ? NULL : f->subject;
    if (!block) /* one that a shape made, "SHAPE/name" */
        for (size_t i = 0; i < m->of[YEE_SHAPE].count; i++)
            if (yee_material_made_by(f->subject, m->of[YEE_SHAPE].v[i]))
                block = m->of[YEE_SHAPE].v[i]->block;
    return block ? yee_block_place(m->config, block) : (yee_place){m->config->path, 0, NULL};
}

static bool of_memory(const yee_finding *f) { return !strcmp(f->subject, "memory"); }

yee_status yee_selftest_fits(const yee_model *m)
{
    const yee_place place = {m->config->path, 0, NULL};
    for (size_t i = 0; i < m->findings; i++)
        if (m->finding[i].level == YEE_ERROR && of_memory(&m->finding[i]))
            return yee_diag_fail(m->diag, YEE_MEMORY, &place, "%s", m->finding[i].text);
    return YEE_OK;
}

yee_status yee_selftest_enforce(const yee_model *m, bool strict)
{
    for (size_t i = 0; i < m->findings; i++) {
        const yee_finding *f = &m->finding[i];
        const char *about;
        const yee_place place = place_of(m, f, &about);
        const char *colon = about ? ": " : "";
        about = about ? about : "";
        if (f->level == YEE_ERROR || (strict && f->level == YEE_WARNING))
            return yee_diag_fail(m->diag, of_memory(f) ? YEE_MEMORY : YEE_INPUT, &place,
                                 "%s%s%s%s", about, colon, f->text,
                                 f->level == YEE_WARNING ? " (a warning, and strict is on)"
                                                         : "");
        if (f->level == YEE_WARNING && !yee_finding_is_other(m, i)) {
            char others[256];
            yee_finding_others(m, i, others, sizeof others);
            yee_diag_log(m->diag, YEE_WARNING, &place, "%s%s%s%s%s", about, colon, f->text,
                         *others ? "; " : "", others);
        }
    }
    if (strict && m->warnings)
        return yee_diag_fail(m->diag, YEE_INPUT, &(yee_place){.file = m->config->path},
                             "reading it gave %zu warning%s, and strict is on", m->warnings,
                             m->warnings == 1 ? "" : "s");
    return YEE_OK;
}
