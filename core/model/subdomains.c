/* core/model/subdomains.c: what [run] says of subdomains. */
#include "model.h"
#include <math.h>

yee_place yee_model_run_place(const yee_model *m, const char *key)
{
    const yee_block *run = yee_config_block(m->config, "run");
    const yee_entry *entry = run ? yee_block_entry(run, key) : NULL;
    return entry ? yee_entry_place(m->config, run, entry) : m->run_place;
}

yee_status yee_model_subdomains(const yee_model *m, int64_t wanted[3])
{
    const yee_reals *given = &m->run.subdomains;
    const yee_place place = yee_model_run_place(m, "subdomains");
    if (given->count != 1 && given->count != 3)
        return yee_diag_fail(
            m->diag, YEE_INPUT, &place,
            "subdomains: %zu numbers; one, or three along x, y and z, would be "
            "right",
            given->count);
    for (size_t n = 0; n < given->count; n++)
        if (given->v[n] != floor(given->v[n]))
            return yee_diag_fail(m->diag, YEE_INPUT, &place,
                                 "subdomains: %g is no whole number", given->v[n]);
    for (size_t n = 0; n < 3; n++)
        wanted[n] = n < given->count ? (int64_t)given->v[n] : 0;
    if (wanted[1] && (double)wanted[0] * (double)wanted[1] * (double)wanted[2] > 4096)
        return yee_diag_fail(m->diag, YEE_INPUT, &place,
                             "subdomains: %lld x %lld x %lld are more than 4096",
                             (long long)wanted[0], (long long)wanted[1], (long long)wanted[2]);
    return YEE_OK;
}
