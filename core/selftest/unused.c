/* core/selftest/unused.c: materials and waveforms that nothing in the model uses. */
#include "selftest.h"

yee_status yee_selftest_unused(yee_model *m)
{
    yee_status status = YEE_OK;
    for (size_t i = 0; !status && i < m->of[YEE_MATERIAL].count; i++) {
        const yee_instance *it = m->of[YEE_MATERIAL].v[i];
        const int number = yee_model_material(m, it->host.instance);
        if (!it->named && !yee_voxels_paints(m->voxels, number))
            status = yee_finding_note(m, YEE_WARNING, it->place.block,
                                      "never used: no key names it and no shape paints it");
    }
    for (size_t i = 0; !status && i < m->of[YEE_WAVEFORM].count; i++) {
        const yee_instance *it = m->of[YEE_WAVEFORM].v[i];
        if (!it->named)
            status = yee_finding_note(m, YEE_WARNING, it->place.block,
                                      "never used: no source plays it");
    }
    return status;
}
