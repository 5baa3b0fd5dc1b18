/* core/model/scheme.c: the scheme of a model: chosen by name, or the first that this machine
 * has. */
#include "model.h"
#include "plugin/call.h"
#include <stdlib.h>
#include <string.h>

/* auto: $YEE_SCHEME, else the first of these that this machine and this installation have. */
static const char *const preferred[] = {"cuda.temporal", "cuda.split", "tiled", "plain"};

/* Links of all sources together. */
static yee_status count_links(yee_model *m, int64_t *links)
{
    *links = 0;
    for (size_t i = 0; i < m->of[YEE_SOURCE].count; i++) {
        int64_t own;
        const yee_status status = yee_points_links(m->diag, m->of[YEE_SOURCE].v[i], &own);
        if (status)
            return status;
        *links = own < INT64_MAX - *links ? *links + own : INT64_MAX;
    }
    return YEE_OK;
}

/* That a scheme executes; 0 where it does not say. */
static int64_t links_of(const yee_instance *scheme)
{
    yee_scheme_traits traits = {.size = sizeof traits};
    const yee_scheme_ops *ops = scheme->plugin->ops;
    return YEE_CALL(scheme, ops, traits, scheme->config, &traits) ? 0 : traits.links;
}

/* The names of all schemes here that execute so many links; NULL: there are none. */
static const char *schemes_for(yee_model *m, int64_t links)
{
    const yee_registry *all = &m->session->registry;
    const char *names = NULL;
    for (size_t i = 0; i < all->count; i++) {
        const yee_plugin *plugin = all->entry[i].plugin;
        yee_instance *it;
        if (plugin->kind == YEE_SCHEME && !yee_model_scheme(m, plugin->name, &it) &&
            links_of(it) >= links)
            names = yee_arena_format(m->arena, "%s%s%s", names ? names : "", names ? ", " : "",
                                     plugin->name);
    }
    return names;
}

/* Ports with a link are executed by few schemes. */
static yee_status check_links(yee_model *m, const yee_instance *scheme, int64_t links)
{
    const int64_t own = links ? links_of(scheme) : 0;
    if (own >= links)
        return YEE_OK;
    const char *others = schemes_for(m, links);
    return yee_diag_fail(
        m->diag, YEE_DECLINED, &m->run_place,
        "scheme '%s' executes %lld links (laws in time between two terminals, as diodes are), "
        "and the sources of the model have %lld; %s%s",
        scheme->plugin->name, (long long)own, (long long)links,
        others ? "these schemes execute them: " : "no scheme here executes as many",
        others ? others : "");
}

yee_status yee_model_choose(yee_model *m)
{
    const char *wanted = getenv("YEE_SCHEME");
    int64_t links;
    const yee_status known = count_links(m, &links);
    if (known)
        return known;
    if (strcmp(m->run.scheme, "auto") || (wanted && *wanted)) {
        const yee_status status = yee_model_scheme(
            m, strcmp(m->run.scheme, "auto") ? m->run.scheme : wanted, &m->scheme);
        return status ? status : check_links(m, m->scheme, links);
    }
    for (size_t i = 0; i < sizeof preferred / sizeof *preferred; i++) {
        if (!yee_registry_find(&m->session->registry, YEE_SCHEME, preferred[i]))
            continue;
        yee_status status = yee_model_scheme(m, preferred[i], &m->scheme);
        if (status)
            return status;
        const yee_scheme_ops *ops = m->scheme->plugin->ops;
        status = YEE_CALL(m->scheme, ops, available, &m->scheme->host, m->scheme->config);
        const bool available = !status;
        if (available && !(status = check_links(m, m->scheme, links)))
            return YEE_OK;
        m->passed_over = yee_arena_format(
            m->arena, "%s%s is %s: %s\n", m->passed_over ? m->passed_over : "", preferred[i],
            available ? "passed over" : "not available", m->diag->error);
        yee_diag_clear(m->diag);
    }
    return yee_diag_fail(
        m->diag, YEE_PLUGIN, &m->run_place,
        "scheme = auto found no scheme%s; is the plugin folder complete (yee plugins)?",
        links ? " that executes the model's links" : "");
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
