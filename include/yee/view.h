/* yee/view.h: the questions that sources, shapes and outputs may ask about a model while it is
 * planned. */
#ifndef YEE_VIEW_H
#define YEE_VIEW_H

#include <yee/material.h>
#include <yee/problem.h>
#include <yee/waveform.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A view lives for the call that got it. What it points to, grid, title, media, ports, laws and
 * names, lives as long as the model, which is longer than any instance. */
typedef struct yee_view yee_view;
struct yee_view {
    uint32_t size;
    void *core;
    const yee_grid *grid;
    int64_t steps;
    yee_precision precision;
    const char *title;

    /* The waveform of a name, which may be copied; fails with the nearest name there is. */
    yee_status (*waveform)(const yee_view *view, const char *name, yee_waveform *waveform);
    /* The medium at a point of a component (index as in yee_grid_index); never NULL. Not
     * available to shapes. */
    const yee_medium *(*medium)(const yee_view *view, int component, int64_t index);
    /* The index of a port by the name of its source, -1 if there is none; *port is then
     * untouched. Outputs only. */
    int64_t (*port)(const yee_view *view, const char *name, const yee_port **port);
    /* The name of the material at the middle of cell (i, j, k), as [material.NAME] or
     * "SHAPE/name" gives it; NULL outside the grid. To a shape: what earlier objects painted. The
     * pointers of this function and the next are NULL where an output plans for an estimate, of
     * which no cell is there. */
    const char *(*material)(const yee_view *view, int64_t i, int64_t j, int64_t k);
    /* Number of that material, for geometry pictures; -1 outside the grid. 0 is the background,
     * 1, 2, 3 are vacuum, pec and pmc, then come those of the file in its order, then those
     * that shapes made, in the order of making. */
    int64_t (*material_number)(const yee_view *view, int64_t i, int64_t j, int64_t k);
    /* The difference of the scheme that will run, as yee_scheme_ops.stencil. Sources only. */
    int (*stencil)(const yee_view *view, double c, bool electric, int a, int d,
                   double w[YEE_PAIRS][YEE_ACROSS]);
    /* The step in time of that scheme, as yee_scheme_ops.time_stencil. Sources only. */
    void (*time_stencil)(const yee_view *view, double rate[YEE_TIME_LEVELS],
                         double mean[YEE_TIME_LEVELS]);
    /* The number of steps that may lie between the samples of a DFT tap with frequencies up to
     * `highest` (Hz), by the band of the sources; the self-test says why. Outputs only. */
    int64_t (*sample_interval)(const yee_view *view, double highest);
    /* The law of a material by its name, with what its key `add` added; fails with the nearest
     * name there is. */
    yee_status (*material_of)(const yee_view *view, const char *name,
                              const yee_material **material);
    /* The laws of `count` equal parts of a material's range (yee_material_ops.range), with what
     * its key `add` added. material has the shape [count]. Fails with the nearest name there is,
     * and where a material has no range. Shapes only. */
    yee_status (*range_of)(const yee_view *view, const char *name, size_t count,
                           yee_material *material);
};

#ifdef __cplusplus
}
#endif
#endif
