/* core/selftest/unused.c: materials, waveforms and variables that nothing uses. */
#include "selftest.h"

/* A section of an included model, which may serve others. */
static bool in_library(const yee_instance *it) { return it->block && it->block->scope; }

yee_status yee_selftest_unused(yee_model *m)
{
    yee_status status = YEE_OK;
    for (size_t i = 0; !status && i < m->of[YEE_MATERIAL].count; i++) {
        const yee_instance *it = m->of[YEE_MATERIAL].v[i];
        const int number = yee_model_material(m, it->host.instance);
        if (!it->named && !in_library(it) && !yee_voxels_paints(m->voxels, number))
            status = yee_finding_note(m, YEE_WARNING, it->place.block,
                                      "never used: no key names it and no shape paints it");
    }
    for (size_t i = 0; !status && i < m->of[YEE_WAVEFORM].count; i++) {
        const yee_instance *it = m->of[YEE_WAVEFORM].v[i];
        if (!it->named && !in_library(it))
            status = yee_finding_note(m, YEE_WARNING, it->place.block,
                                      "never used: no source plays it");
    }
    const yee_block *let = yee_config_block(m->config, "let");
    for (size_t k = 0; !status && let && k < let->count; k++)
        if (!let->entry[k].used)
            status = yee_finding_note(m, YEE_WARNING, let->name,
                                      "'%s' (line %d) is never used: no expression names it",
                                      let->entry[k].key, let->entry[k].line);
    return status;
}
