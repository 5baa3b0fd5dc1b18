/* core/selftest/layers.c: absorbing layers and damped cells that are too thin, sources within
 * them, and sheets that wide differences reach across. */
#include "base/units.h"
#include "plugin/call.h"
#include "problem/paint.h"
#include "selftest.h"
#include "waves.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define THIN_LAYER 5 /* cells */
/* of a wavelength; measured, 10 cells: -60 dB at 300 cells to it, -30 dB at 1200 */
#define THIN_PART 0.01
#define FEW_DAMPED 10 /* cells: one wave that the grid just carries well */
/* of a wavelength: below, by the lattice's exact reflection, more than -20 dB at 45 degrees */
#define DAMPED_PART 1.0

/* The face with the fewest cells of a kind, and the one where they are least wide. */
typedef struct least {
    int few, thin;
    int64_t cells; /* INT64_MAX: no face has any */
    double width;  /* m */
} least;

static least find_least(const yee_grid *g, bool damped)
{
    least l = {.cells = INT64_MAX, .width = INFINITY};
    for (int f = 0; f < 6; f++) {
        const yee_axis_data *axis = &g->axis[f / 2];
        const int64_t n = axis->cells, cells = (damped ? axis->damped : axis->layer)[f % 2];
        if (!cells)
            continue;
        const double width =
            f % 2 ? axis->node[n] - axis->node[n - cells] : axis->node[cells] - axis->node[0];
        l.few = cells < l.cells ? f : l.few;
        l.thin = width < l.width ? f : l.thin;
        l.cells = cells < l.cells ? cells : l.cells;
        l.width = fmin(l.width, width);
    }
    return l;
}

/* Hz: the middle of the band (logarithmically), and of one that begins near 0 Hz no less than a tenth
 * of its end. */
static double middle_of_band(const yee_model *m)
{
    return fmax(sqrt(m->band[0] * m->band[1]), 0.1 * m->band[1]);
}

/* m: the longest wave of that frequency in any material of the model. */
static double longest_wave(const yee_model *m, double frequency)
{
    double beta = INFINITY;
    yee_wave *wave = yee_waves_new(m, frequency);
    for (size_t i = 0; wave && i < m->materials; i++)
        if (yee_wave_travels(&wave[i]))
            beta = fmin(beta, wave[i].beta);
    free(wave);
    return isfinite(beta) ? 2 * YEE_PI / beta : YEE_C0 / frequency;
}

/* Layers that are thin in cells, or against the longest wave. */
static yee_status layers(yee_model *m)
{
    const least l = find_least(&m->problem.grid, false);
    const double middle = middle_of_band(m), wave = middle > 0 ? longest_wave(m, middle) : 0;
    if (l.cells < THIN_LAYER)
        return yee_finding_note(
            m, YEE_WARNING, m->closed_by[l.few]->place.block,
            "the layer at %s has %lld cells; fewer than %d reflect more than -40 dB, 10 are "
            "usual",
            yee_face_name[l.few], (long long)l.cells, THIN_LAYER);
    if (middle > 0 && isfinite(l.width) && l.width < THIN_PART * wave)
        return yee_finding_note(m, YEE_WARNING, m->closed_by[l.thin]->place.block,
                                "the layer at %s, %s, is less than %g of the wave, %s at %s; "
                                "it and longer ones will be reflected, use more cells",
                                yee_face_name[l.thin], yee_units_si(l.width, "m").text,
                                THIN_PART, yee_units_si(wave, "m").text,
                                yee_units_si(middle, "Hz").text);
    return YEE_OK;
}

/* Damped cells work over waves, not over cells. */
static yee_status damped(yee_model *m)
{
    const least l = find_least(&m->problem.grid, true);
    const double middle = middle_of_band(m), wave = middle > 0 ? longest_wave(m, middle) : 0;
    if (l.cells < FEW_DAMPED)
        return yee_finding_note(m, YEE_WARNING, m->closed_by[l.few]->place.block,
                                "there are %lld damped cells at %s; fewer than %d reflect more "
                                "than -20 dB of oblique "
                                "waves, 40 are usual",
                                (long long)l.cells, yee_face_name[l.few], FEW_DAMPED);
    if (middle > 0 && isfinite(l.width) && l.width < DAMPED_PART * wave)
        return yee_finding_note(
            m, YEE_WARNING, m->closed_by[l.thin]->place.block,
            "the damped cells at %s, %s, are less than %g of the wave, %s at %s; more than -20 "
            "dB of waves at 45 degrees will be reflected, use more cells (shorter waves, as "
            "metal guides them, need no more than %g of theirs)",
            yee_face_name[l.thin], yee_units_si(l.width, "m").text, DAMPED_PART,
            yee_units_si(wave, "m").text, yee_units_si(middle, "Hz").text, DAMPED_PART);
    return YEE_OK;
}

/* H jumps at a sheet, and differences that reach over more than a cell do not know: measured,
 * the matched wall at 19 cells a wave sends back 0.024 with fang24 and 0.029 with t26, of first
 * order, where differences over one cell send back 0.005, of second. */
static yee_status sheets(yee_model *m)
{
    yee_scheme_traits traits = {.size = sizeof traits};
    const yee_scheme_ops *ops = m->scheme->plugin->ops;
    if (YEE_CALL(m->scheme, ops, traits, m->scheme->config, &traits) || traits.radius < 2)
        return YEE_OK;
    for (int f = 0; f < 6; f++)
        if (m->sheets.on[f])
            return yee_finding_note(m, YEE_WARNING, m->closed_by[f]->place.block,
                                    "the differences of '%s' reach over %d cells, across the "
                                    "wall at %s, so that what it sends back is right to first "
                                    "order in the cell alone; tiled or another scheme of "
                                    "radius 1 has it to second order",
                                    m->scheme->plugin->name, traits.radius, yee_face_name[f]);
    const yee_voxels *v = m->voxels;
    for (size_t n = 0; n < v->claims; n++)
        if (v->claim[n].across >= 0)
            return yee_finding_note(m, YEE_WARNING,
                                    v->object[v->paint[v->claim[n].paint].object]->place.block,
                                    "the differences of '%s' reach over %d cells, across the "
                                    "sheet, so that what it passes and sends back is right to "
                                    "first order in the cell alone; tiled or another scheme "
                                    "of radius 1 has it to second order",
                                    m->scheme->plugin->name, traits.radius);
    return YEE_OK;
}

yee_status yee_selftest_layers(yee_model *m)
{
    yee_status status = layers(m);
    if (!status)
        status = damped(m);
    return status ? status : sheets(m);
}

/* A source within a layer radiates into what swallows it, and a port there sees another curl.
 * Lines and sheets that run on into a layer are meant to. */
yee_status yee_selftest_buried(yee_model *m)
{
    yee_status status = YEE_OK;
    yee_buried b;
    for (size_t n = 0; !status && yee_points_buried(m->points, n, &b); n++) {
        char part[64] = "it lies";
        if (b.buried < b.points)
            snprintf(part, sizeof part, "%lld of its %lld points lie", (long long)b.buried,
                     (long long)b.points);
        if (b.buried)
            status = yee_finding_note(
                m, b.port || b.buried == b.points ? YEE_WARNING : YEE_INFO, b.place->block,
                "%s in an absorbing layer (%s), which swallows what is radiated "
                "there; move the source inwards",
                part, yee_face_name[b.face]);
    }
    return status;
}
