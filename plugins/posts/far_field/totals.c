/* plugins/posts/far_field/totals.c: results of a far field over the frequencies of its box. */
#include "totals.h"
#include "../common/signal.h"
#include <stdio.h>
#include <string.h>

static const curve about[RESULTS] = {
    [POWER] = {.name = "power", .units = "J/Hz", .label = "radiated energy"},
    [DIRECTIVITY] = {.name = "directivity",
                     .units = "1",
                     .label = "largest directivity",
                     .scale = "dB power"},
    [THETA] = {.name = "theta", .units = "degrees", .label = "theta of it", .style = "points"},
    [PHI] = {.name = "phi", .units = "degrees", .label = "phi of it", .style = "points"},
    [AXIAL_RATIO] = {.name = "axial_ratio",
                     .units = "1",
                     .label = "axial ratio there",
                     .scale = "dB"},
    [SENSE] = {.name = "sense",
               .units = "1",
               .label = "1 right-handed, -1 left-handed, 0 linear there"},
    [ACCEPTED] = {.name = "accepted", .units = "J/Hz", .label = "accepted energy"},
    [AVAILABLE] = {.name = "available", .units = "J/Hz", .label = "available energy"},
    [GAIN] = {.name = "gain", .units = "1", .label = "largest gain", .scale = "dB power"},
    [REALIZED_GAIN] = {.name = "realized_gain",
                       .units = "1",
                       .label = "largest realized gain",
                       .scale = "dB power"},
    [RADIATION_EFFICIENCY] = {.name = "radiation_efficiency",
                              .units = "1",
                              .label = "radiation efficiency"},
    [TOTAL_EFFICIENCY] = {.name = "total_efficiency",
                          .units = "1",
                          .label = "total efficiency"},
    [INCIDENT] = {.name = "incident", .units = "V s/m", .label = "E of the plane wave"},
    [TOTAL_SCATTERING] = {.name = "total_cross_section",
                          .units = "m^2",
                          .label = "total scattering cross section"},
};
static const curve total_width = {
    .name = "total_scattering_width", .units = "m", .label = "total scattering width"};

const char *totals_unit(const surface *s) { return s->invariant < 0 ? "J/Hz" : "J/(Hz m)"; }

/* Whether a result belongs to the model. */
static bool is_wanted(result i, const surface *s, const feed *by, bool scatters)
{
    switch (i) {
    case THETA:
    case AXIAL_RATIO:
    case SENSE:
        return s->invariant < 0;
    case AVAILABLE:
    case REALIZED_GAIN:
    case TOTAL_EFFICIENCY:
        return by->names && by->available;
    case ACCEPTED:
    case GAIN:
    case RADIATION_EFFICIENCY:
        return by->names;
    case INCIDENT:
    case TOTAL_SCATTERING:
        return scatters;
    default:
        return true;
    }
}

yee_status totals_write(const yee_host *host, const yee_results *results, const char *box,
                        const surface *s, int64_t n, const double *f, double *const v[RESULTS],
                        const feed *by, bool scatters)
{
    char title[600];
    const yee_record *record = host->extension(host, YEE_RECORD);
    yee_status status = curve_write(host, results, YEE_NUMBER_F64, n, f,
                                    &(curve){.name = "frequency", .units = "Hz"});
    for (int i = 0; i < RESULTS && !status; i++) {
        if (!is_wanted((result)i, s, by, scatters))
            continue;
        curve its = i == TOTAL_SCATTERING && s->invariant >= 0 ? total_width : about[i];
        its.units = strcmp(its.units, "J/Hz") ? its.units : totals_unit(s);
        its.x = i == SENSE || i == INCIDENT ? NULL : "frequency"; /* no curves */
        status = curve_write(host, results, YEE_NUMBER_F64, n, v[i], &its);
    }
    if (!status && by->names)
        status =
            record->text(host, record->file(host, NULL), results->group, "ports", by->names);
    snprintf(title, sizeof title, "%s: far field of %s", host->instance, box);
    return status ? status : title_write(host, results, title);
}
