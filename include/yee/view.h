/* yee/view.h: the questions that sources, shapes and outputs may ask about a model while it is
 * planned. */
#ifndef YEE_VIEW_H
#define YEE_VIEW_H

#include <yee/problem.h>
#include <yee/waveform.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct yee_view yee_view;
struct yee_view {
    uint32_t size;
    void *core;
    const yee_grid *grid;
    int64_t steps;
    yee_precision precision;
    const char *title;

    /* The waveform of a name; fails with the nearest name there is. */
    yee_status (*waveform)(const yee_view *view, const char *name, yee_waveform *waveform);
    /* The medium at a point of a component (index as in yee_grid_index); never NULL. Not
     * available to shapes. */
    const yee_medium *(*medium)(const yee_view *view, int component, int64_t index);
    /* The index of a port by the name of its source, -1 if there is none; *port is then
     * untouched. Outputs only. */
    int64_t (*port)(const yee_view *view, const char *name, const yee_port **port);
    /* The material of the cell (i, j, k), "air" style name; fails to NULL outside the grid.
     * Outputs and sources. */
    const char *(*material)(const yee_view *view, int64_t i, int64_t j, int64_t k);
    /* Number of that material in file order (0: background), for geometry pictures; -1 outside
     * the grid. */
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
};

#ifdef __cplusplus
}
#endif
#endif
