/* core/model/view.c: what plugins may ask about a model while it is planned. */
#include "base/nearest.h"
#include "plugin/call.h"
#include "problem/paint.h"
#include "sample_interval.h"
#include <string.h>

/* A view, with who asks through it. */
typedef struct asker {
    yee_view view; /* view.core points to the asker */
    yee_model *model;
    const yee_place *place;
} asker;

static yee_model *model_of(const yee_view *view) { return ((const asker *)view->core)->model; }

/* Cells of other models are painted alike where shapes ask for what they have alike. */
static void note(yee_model *m) { m->wants_all = m->wants_all || m->painting; }

yee_status yee_model_waveform(yee_model *m, const yee_place *place, const char *name,
                              yee_waveform *out)
{
    const size_t n = m->of[YEE_WAVEFORM].count;
    for (size_t i = 0; i < n; i++)
        if (yee_text_same(m->waveform[i].name, name)) {
            *out = m->waveform[i];
            m->of[YEE_WAVEFORM].v[i]->named = true;
            return YEE_OK;
        }
    const char *near = NULL;
    const char **names = yee_arena_alloc(m->arena, (n + 1) * sizeof *names);
    if (names) {
        for (size_t i = 0; i < n; i++)
            names[i] = m->waveform[i].name;
        near = yee_text_nearest(name, n, names);
    }
    return yee_diag_fail(
        m->diag, YEE_INPUT, place, "there is no waveform '%s'%s", name,
        yee_text_suggest(": ", near, "; define it as a [waveform.NAME] section").text);
}

static yee_status waveform(const yee_view *view, const char *name, yee_waveform *out)
{
    const asker *by = view->core;
    note(by->model);
    return yee_model_waveform(by->model, by->place, name, out);
}

static const yee_medium *medium(const yee_view *view, int component, int64_t index)
{
    const asker *by = view->core;
    const yee_model *m = by->model;
    const uint32_t number = yee_problem_medium(&m->problem, component, index);
    if (number != YEE_NO_ANSWER)
        return &m->problem.medium[number];
    yee_diag_fail(m->diag, YEE_PLUGIN, by->place,
                  "the medium of %s point %lld is another process's; a plugin asks for media "
                  "while it plans",
                  yee_component_name(component), (long long)index);
    return &m->problem.medium[0];
}

static int64_t port(const yee_view *view, const char *name, const yee_port **out)
{
    const yee_problem *p = &model_of(view)->problem;
    for (int64_t i = 0; i < p->ports; i++)
        if (yee_text_same(p->port[i].name, name)) {
            *out = &p->port[i];
            return i;
        }
    return -1;
}

static int64_t material_number(const yee_view *view, int64_t i, int64_t j, int64_t k)
{
    const yee_model *m = model_of(view);
    return m->voxels ? yee_voxels_material(m->voxels, i, j, k) : -1;
}

static const char *material(const yee_view *view, int64_t i, int64_t j, int64_t k)
{
    const yee_model *m = model_of(view);
    const int64_t number = material_number(view, i, j, k);
    return number < 0 ? NULL : yee_voxels_name(m->voxels, (int)number);
}

static yee_status material_of(const yee_view *view, const char *name, const yee_material **law)
{
    const asker *by = view->core;
    const yee_model *m = by->model;
    const int number = name ? yee_model_material(m, name) : -1;
    /* one that a shape made has no section */
    const yee_status status =
        number < 0 || (size_t)number < m->of[YEE_MATERIAL].count
            ? yee_model_named(m, by->place, YEE_MATERIAL, name ? name : "")
            : YEE_OK;
    if (!status) {
        if (m->painting)
            m->voxels->own[number].read = true;
        *law = m->material[number];
    }
    return status;
}

static yee_status range_of(const yee_view *view, const char *name, size_t count,
                           yee_material *law)
{
    const asker *by = view->core;
    const yee_status status =
        yee_model_named(by->model, by->place, YEE_MATERIAL, name ? name : "");
    if (status)
        return status;
    const int number = yee_model_material(by->model, name);
    if (by->model->painting)
        by->model->voxels->own[number].divided = true;
    return yee_model_range(by->model, by->place, number, count, law);
}

static int stencil(const yee_view *view, double c, bool electric, int a, int d,
                   double w[YEE_PAIRS][YEE_ACROSS])
{
    yee_model *m = model_of(view);
    const yee_scheme_ops *ops = m->scheme->plugin->ops;
    note(m);
    memset(w, 0, YEE_PAIRS * sizeof *w);
    w[0][0] = !YEE_HAS(ops, stencil);
    const int pairs = YEE_HAS(ops, stencil)
                          ? YEE_CALL(m->scheme, ops, stencil, m->scheme->config,
                                     &m->problem.grid, c, electric, a, d, w)
                          : 1;
    if (pairs >= 0 && pairs <= YEE_PAIRS)
        return pairs;
    yee_diag_fail(m->diag, YEE_PLUGIN, &m->scheme->place,
                  "scheme '%s' says that a difference has %d pairs; 0 to %d would be right",
                  m->scheme->plugin->name, pairs, YEE_PAIRS);
    return 0;
}

static void levels(const yee_view *view, double rate[YEE_TIME_LEVELS],
                   double mean[YEE_TIME_LEVELS])
{
    yee_model *m = model_of(view);
    const yee_scheme_ops *ops = m->scheme->plugin->ops;
    note(m);
    if (YEE_HAS(ops, time_stencil))
        YEE_CALL_VOID(m->scheme, ops, time_stencil, m->scheme->config, rate, mean);
}

static int64_t sample_interval(const yee_view *view, double highest)
{
    const asker *by = view->core;
    note(by->model);
    return yee_sample_interval(by->model, by->place ? by->place->block : "", highest);
}

const yee_view *yee_model_view_for(yee_model *m, const yee_place *place)
{
    asker *by = yee_arena_alloc(m->arena, sizeof *by);
    if (!by)
        return NULL;
    *by = (asker){.model = m,
                  .place = place,
                  .view = {.size = sizeof by->view,
                           .core = by,
                           .grid = &m->problem.grid,
                           .steps = m->problem.steps,
                           .precision = m->problem.precision,
                           .title = m->run.title ? m->run.title : "",
                           .waveform = waveform,
                           .medium = medium,
                           .port = port,
                           .material = m->corner ? NULL : material,
                           .material_number = m->corner ? NULL : material_number,
                           .stencil = stencil,
                           .time_stencil = levels,
                           .sample_interval = sample_interval,
                           .material_of = material_of,
                           .range_of = range_of}};
    return &by->view;
}

bool yee_model_view_set(yee_model *m)
{
    const yee_view *view = yee_model_view_for(m, NULL);
    if (view)
        m->view = *view;
    return view != NULL;
}
