/* core/model/band.h: the band of all sources of a model together. */
#ifndef YEE_CORE_BAND_H
#define YEE_CORE_BAND_H

#include "model.h"

/* Finds model->band, Hz, when all are quiet, and the source that plays highest. Needs instances
 * only. */
yee_status yee_model_band(yee_model *model);
/* The waveform of a source and its band, Hz; *name NULL where the source has none. */
yee_status yee_model_played(yee_model *model, const yee_instance *source, const char **name,
                            yee_waveform *waveform, yee_band *band);

#endif
