/* core/model/scheme.c: the scheme of a model: chosen by name, or the first that this machine
 * has. */
#include "model.h"
#include "plugin/call.h"
#include "pointwise.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* auto: $YEE_SCHEME, else the first of these that this machine and this installation have. */
static const char *const preferred[YEE_PREFERRED] = {"cuda.temporal", "cuda.split", "tiled",
                                                     "plain"};

/* NULL: [run] does not have the key. */
static const yee_entry *run_entry(const yee_model *m, const char *key)
{
    const yee_block *run = yee_config_block(m->config, "run");
    return run ? yee_block_entry(run, key) : NULL;
}

yee_status yee_model_links(yee_model *m, int64_t *links)
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

/* Asks of a problem that the traits of a scheme answer. */
typedef struct needs {
    int64_t links;
    uint32_t laws;    /* bits of yee_law.has */
    const char *with; /* "material 'core'", which has a law */
    bool f64, subdomains;
} needs;

static const char *precision_name(bool f64) { return f64 ? "f64" : "f32"; }

/* Traits that contradict themselves are a defect of the scheme, whatever the problem. */
static yee_status read_traits(yee_model *m, const yee_instance *scheme, yee_scheme_traits *t)
{
    const yee_scheme_ops *ops = scheme->plugin->ops;
    const char *name = scheme->plugin->name;
    *t = (yee_scheme_traits){.size = sizeof *t};
    const yee_status status = YEE_CALL(scheme, ops, traits, scheme->config, t);
    if (status)
        return status;
    if (t->radius < 1)
        return yee_diag_fail(m->diag, YEE_PLUGIN, &scheme->place,
                             "scheme '%s' says the stencil radius %d; 1 or more would be right",
                             name, t->radius);
    if (!t->f32 && !t->f64)
        return yee_diag_fail(m->diag, YEE_PLUGIN, &scheme->place,
                             "scheme '%s' says that it has neither f32 nor f64; one of the two "
                             "at least would be right",
                             name);
    if (!isfinite(t->bytes_per_cell) || t->bytes_per_cell < 0)
        return yee_diag_fail(m->diag, YEE_PLUGIN, &scheme->place,
                             "scheme '%s' says that it moves %g bytes per cell and step; a "
                             "finite number of 0 or more would be right",
                             name, t->bytes_per_cell);
    if (t->links < 0)
        return yee_diag_fail(m->diag, YEE_PLUGIN, &scheme->place,
                             "scheme '%s' says that it executes %lld links; 0 or more would be "
                             "right",
                             name, (long long)t->links);
    if (t->subdomains && !(YEE_HAS(ops, spans) && YEE_HAS(ops, sum_energy)))
        return yee_diag_fail(m->diag, YEE_PLUGIN, &scheme->place,
                             "scheme '%s' says that it runs subdomains and lacks %s()", name,
                             YEE_HAS(ops, spans) ? "sum_energy" : "spans");
    if (t->subdomains && t->device && !(YEE_HAS(ops, connect) && YEE_HAS(ops, transfer)))
        return yee_diag_fail(m->diag, YEE_PLUGIN, &scheme->place,
                             "scheme '%s' says that it runs subdomains on a device and lacks "
                             "%s()",
                             name, YEE_HAS(ops, connect) ? "transfer" : "connect");
    return YEE_OK;
}

static bool has_links(const yee_scheme_traits *t, const needs *n)
{
    return t->links >= n->links;
}

static bool has_laws(const yee_scheme_traits *t, const needs *n)
{
    return !(n->laws & ~t->laws);
}

static bool has_precision(const yee_scheme_traits *t, const needs *n)
{
    return n->f64 ? t->f64 : t->f32;
}

static bool has_subdomains(const yee_scheme_traits *t, const needs *n)
{
    return !n->subdomains || (t->subdomains && !(n->laws & ~t->subdomain_laws));
}

/* The names of all schemes here that have what is needed; NULL: there are none. */
static const char *schemes_with(yee_model *m,
                                bool (*has)(const yee_scheme_traits *, const needs *),
                                const needs *n)
{
    const yee_registry *all = &m->session->registry;
    const char *names = NULL;
    yee_diag own; /* the others' faults are none of this run */
    yee_diag_init(&own, NULL, NULL);
    for (size_t i = 0; i < all->count; i++) {
        const yee_plugin *plugin = all->entry[i].plugin;
        yee_scheme_traits traits;
        yee_instance *it;
        yee_diag *const diag = m->diag;
        m->diag = &own;
        if (plugin->kind == YEE_SCHEME &&
            !yee_model_scheme(m, plugin->name, &m->run_place, &it) &&
            !read_traits(m, it, &traits) && has(&traits, n))
            names = yee_arena_format(m->arena, "%s%s%s", names ? names : "", names ? ", " : "",
                                     plugin->name);
        m->diag = diag;
    }
    yee_diag_end(&own);
    return names;
}

static yee_status decline_laws(yee_model *m, const yee_instance *scheme, const yee_place *by,
                               const needs *n, uint32_t missing)
{
    const char *others = schemes_with(m, has_laws, n), *with = n->with;
    for (size_t i = 0; i < m->materials; i++)
        if (m->material[i]->law && yee_law_form(m->material[i]->law) & missing)
            with = yee_arena_format(m->arena, "material '%s'", m->material_name[i]);
    return yee_diag_fail(m->diag, YEE_DECLINED, by,
                         "scheme '%s' executes no laws of %s, "
                         "and %s has one; %s%s",
                         scheme->plugin->name,
                         missing & YEE_LAW_EDGE ? "edges (nonlinear or changing media)"
                         : missing & YEE_LAW_CELL
                             ? "cells (media whose currents join the components of the field)"
                         : missing & YEE_LAW_MAGNETIC
                             ? "H (media whose magnetisation turns)"
                             : "fields (media whose tensor joins the components of the field)",
                         with, others ? "these schemes execute them: " : "no scheme here does",
                         others ? others : "");
}

/* The core declines for a scheme what its traits exclude: laws, ports with a link, and the
 * precision that it does not have. by: what asks for the scheme. */
static yee_status check_traits(yee_model *m, const yee_instance *scheme, const yee_place *by,
                               const needs *n)
{
    const char *others;
    yee_scheme_traits traits;
    const yee_status status = read_traits(m, scheme, &traits);
    if (status)
        return status;
    if (!has_precision(&traits, n)) {
        others = schemes_with(m, has_precision, n);
        return yee_diag_fail(m->diag, YEE_DECLINED, by,
                             "precision: scheme '%s' has no %s, which the model %s; give "
                             "precision = %s, or take "
                             "a scheme that has it (%s)",
                             scheme->plugin->name, precision_name(n->f64),
                             run_entry(m, "precision") ? "asks for" : "has by default",
                             precision_name(!n->f64), others ? others : "none is here");
    }
    if (!has_laws(&traits, n))
        return decline_laws(m, scheme, by, n, n->laws & ~traits.laws);
    if (!has_subdomains(&traits, n)) {
        others = schemes_with(m, has_subdomains, n);
        return yee_diag_fail(m->diag, YEE_DECLINED, by,
                             "subdomains: scheme '%s' %s; take subdomains = 1, "
                             "or a scheme that runs subdomains%s (%s)",
                             scheme->plugin->name,
                             traits.subdomains ? "executes no laws in subdomains"
                                               : "runs whole grids only",
                             n->laws ? " with laws" : "", others ? others : "none is here");
    }
    if (has_links(&traits, n))
        return YEE_OK;
    others = schemes_with(m, has_links, n);
    return yee_diag_fail(
        m->diag, YEE_DECLINED, by,
        "scheme '%s' executes %lld links (laws in time between two terminals, as diodes are), "
        "and the sources of the model have %lld; %s%s",
        scheme->plugin->name, (long long)traits.links, (long long)n->links,
        others ? "these schemes execute them: " : "no scheme here executes as many",
        others ? others : "");
}

/* The key run.scheme, or the variable that stands for it. */
static yee_status choose_named(yee_model *m, const char *name, const yee_place *by,
                               const needs *n)
{
    const yee_status status = yee_model_scheme(m, name, by, &m->scheme);
    return status ? status : check_traits(m, m->scheme, by, n);
}

/* No line of the model is to blame for what this machine lacks. */
static yee_status available_here(yee_instance *scheme)
{
    const yee_scheme_ops *ops = scheme->plugin->ops;
    const yee_place place = scheme->place;
    scheme->place = (yee_place){NULL, 0, NULL};
    const yee_status status = YEE_CALL(scheme, ops, available, &scheme->host, scheme->config);
    scheme->place = place;
    return status;
}

/* Whether m->scheme is now the preferred one n, and can step the model here; else m->lack[n] says why. */
static yee_status try_preferred(yee_model *m, const needs *wants, size_t n, bool *taken)
{
    const yee_place nobody = {NULL, 0, NULL}, file = {m->config->path, 0, NULL};
    yee_status status = yee_model_scheme(m, preferred[n], &file, &m->scheme);
    *taken = false;
    if (status)
        return status;
    status = available_here(m->scheme);
    const bool available = !status;
    if (available && !(status = check_traits(m, m->scheme, &nobody, wants))) {
        *taken = true;
        return YEE_OK;
    }
    m->lack[n] = yee_arena_format(m->arena, "%s is %s: %s", preferred[n],
                                  available ? "passed over" : "not available", m->diag->error);
    m->passed_over = yee_arena_format(m->arena, "%s%s\n", m->passed_over ? m->passed_over : "",
                                      m->lack[n] ? m->lack[n] : "");
    yee_diag_clear(m->diag);
    return YEE_OK;
}

static yee_status choose_first(yee_model *m, const needs *n)
{
    for (size_t i = 0; i < YEE_PREFERRED; i++) {
        bool taken = false;
        if (m->lacks & 1u << i)
            continue;
        const yee_status status =
            yee_registry_find(&m->session->registry, YEE_SCHEME, preferred[i])
                ? try_preferred(m, n, i, &taken)
                : YEE_OK;
        if (status || taken)
            return status;
        m->lacks |= 1u << i;
    }
    return yee_diag_fail(
        m->diag, YEE_PLUGIN, &m->run_place,
        "scheme = auto found no scheme that has %s%s%s; is the plugin folder complete (yee "
        "plugins)?",
        precision_name(n->f64),
        n->laws    ? " and executes the model's laws"
        : n->links ? " and executes the model's links"
                   : "",
        n->subdomains ? " and runs subdomains" : "");
}

yee_status yee_model_choose(yee_model *m)
{
    const char *wanted = getenv("YEE_SCHEME");
    const yee_entry *entry = run_entry(m, "scheme");
    needs n = {.f64 = m->run.precision != 0};
    n.laws = yee_model_law_forms(m, &n.with);
    int64_t cut[3];
    yee_status known = yee_model_subdomains(m, cut);
    if (!known)
        known = yee_model_links(m, &n.links);
    if (known)
        return known;
    n.subdomains = cut[0] > 1 || cut[1] > 1 || cut[2] > 1;
    if (strcmp(m->run.scheme, "auto")) {
        const yee_place place =
            entry ? yee_entry_place(m->config, yee_config_block(m->config, "run"), entry)
                  : m->run_place;
        return choose_named(m, m->run.scheme, &place, &n);
    }
    if (wanted && *wanted) {
        const char *name = yee_arena_format(m->arena, "YEE_SCHEME=%s", wanted);
        return name ? choose_named(m, wanted, &(yee_place){name, 0, NULL}, &n) : YEE_MEMORY;
    }
    return choose_first(m, &n);
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
