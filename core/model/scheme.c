/* core/model/scheme.c: the scheme of a model: chosen by name, or the first that this machine
 * has. */
#include "model.h"
#include "plugin/call.h"
#include <stdlib.h>
#include <string.h>

/* auto: $YEE_SCHEME, else the first of these that this machine and this installation have. */
static const char *const preferred[] = {"cuda.temporal", "cuda.split", "tiled", "plain"};

yee_status yee_model_choose(yee_model *m)
{
    const char *wanted = getenv("YEE_SCHEME");
    if (strcmp(m->run.scheme, "auto") || (wanted && *wanted))
        return yee_model_scheme(m, strcmp(m->run.scheme, "auto") ? m->run.scheme : wanted,
                                &m->scheme);
    for (size_t i = 0; i < sizeof preferred / sizeof *preferred; i++) {
        if (!yee_registry_find(&m->session->registry, YEE_SCHEME, preferred[i]))
            continue;
        yee_status status = yee_model_scheme(m, preferred[i], &m->scheme);
        if (status)
            return status;
        const yee_scheme_ops *ops = m->scheme->plugin->ops;
        status = YEE_CALL(m->scheme, ops, available, &m->scheme->host, m->scheme->config);
        if (!status)
            return YEE_OK;
        m->passed_over = yee_arena_format(m->arena, "%s%s is not available: %s\n",
                                          m->passed_over ? m->passed_over : "", preferred[i],
                                          m->diag->error);
        yee_diag_clear(m->diag);
    }
    return yee_diag_fail(
        m->diag, YEE_PLUGIN, &m->run_place,
        "scheme = auto found no scheme; is the plugin folder complete (yee plugins)?");
}

bool yee_model_on_device(const yee_model *m)
{
    yee_scheme_traits traits = {.size = sizeof traits};
    const yee_scheme_ops *ops = m->scheme->plugin->ops;
    return !YEE_CALL(m->scheme, ops, traits, m->scheme->config, &traits) && traits.device;
}

/* Painting takes some 20 ns a cell of one core, laying out fields 100 ns. */
void yee_model_busy(const yee_model *m, const char *what)
{
    const double cells = yee_grid_cells(&m->problem.grid), many = 2e7;
    if (cells >= many)
        yee_diag_log(m->diag, YEE_INFO, NULL, "%s %.3g million cells", what, 1e-6 * cells);
}
