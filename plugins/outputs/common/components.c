/* plugins/outputs/common/components.c: field components by name, and their attributes. */
#include "components.h"
#include <string.h>

const char *component_unit(int c) { return yee_is_electric(c) ? "V/m" : "A/m"; }

yee_status components_choose(const yee_host *host, const yee_grid *grid, const yee_texts *words,
                             bool chosen[YEE_COMPONENTS])
{
    memset(chosen, 0, YEE_COMPONENTS * sizeof *chosen);
    for (size_t w = 0; w < words->count; w++) {
        const char *word = words->v[w];
        const bool all = !strcmp(word, "all");
        bool known = false;
        for (int c = 0; c < YEE_COMPONENTS; c++) {
            const bool group = all || !strcmp(word, yee_is_electric(c) ? "e" : "h");
            const bool named = !strcmp(word, yee_component_key(c));
            if (named && !grid->active[c])
                return host->fail(host, YEE_INPUT,
                                  "component %s is not carried by this 2-D grid", word);
            known = known || group || named;
            chosen[c] = chosen[c] || ((group || named) && grid->active[c]);
        }
        if (!known)
            return host->fail(host, YEE_INPUT,
                              "component '%s' is unknown; there are ex, ey, ez, hx, hy, hz, e, "
                              "h and all",
                              word);
    }
    return YEE_OK;
}

yee_status describe_component(const yee_record *record, const yee_host *host, yee_file *file,
                              const char *path, const yee_grid *grid, int c, const char *units)
{
    double offset[3];
    for (int a = 0; a < 3; a++)
        offset[a] = yee_half(c, a) || grid->axis[a].invariant ? 0.5 : 0;
    const double time_offset = yee_is_electric(c) ? 0 : -0.5;
    yee_status status = record->text(host, file, path, "units", units);
    if (!status)
        status = record->numbers(host, file, path, "offset", YEE_NUMBER_F64, 3, offset);
    if (!status)
        status =
            record->numbers(host, file, path, "time_offset", YEE_NUMBER_F64, 1, &time_offset);
    return status;
}
