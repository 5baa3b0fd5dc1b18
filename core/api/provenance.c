/* core/api/provenance.c: what the files of a run say about their origin. */
#include "plugin/call.h"
#include "simulation.h"
#include <math.h>
#include <string.h>

const char *yee_plugin_line(yee_arena *arena, const yee_registered *r)
{
    return yee_arena_format(arena, "%s %s %s (%s)\n", yee_kind_name[r->plugin->kind],
                            r->plugin->name, r->module->version, r->file);
}

/* A line of every plugin that the model uses. */
static const char *plugins_used(const yee_model *m)
{
    const char *text = "";
    for (int k = 0; k < YEE_KINDS; k++)
        for (size_t i = 0; i < m->of[k].count; i++) {
            const yee_plugin *plugin = m->of[k].v[i]->plugin;
            const yee_registered *r =
                yee_registry_find(&m->session->registry, plugin->kind, plugin->name);
            const char *line = r ? yee_plugin_line(m->arena, r) : NULL;
            if (line && !strstr(text, line)) {
                const char *more = yee_arena_format(m->arena, "%s%s", text, line);
                text = more ? more : text;
            }
        }
    return text;
}

/* A line of every file that the model reads, the model first. */
static const char *inputs_read(const yee_model *m)
{
    const char *text = "";
    for (const yee_input *i = m->config->inputs->first; i; i = i->next) {
        const char *more = yee_arena_format(m->arena, "%s (%s)\n%s", i->path, i->reader, text);
        text = more ? more : text;
    }
    return text;
}

/* The box that the edges of a port span, from corner to corner (m). */
static void corners_of(const yee_grid *g, const yee_port *p, double corner[6])
{
    const int64_t *extent = g->extent[p->component];
    for (int a = 0; a < 3; a++) {
        corner[a] = INFINITY;
        corner[3 + a] = -INFINITY;
    }
    for (int64_t e = 0; e < p->count; e++) {
        const int64_t n = p->edge[e].index;
        const int64_t i[3] = {n / extent[2] / extent[1], n / extent[2] % extent[1],
                              n % extent[2]};
        for (int a = 0; a < 3; a++) {
            const yee_axis_data *axis = &g->axis[a];
            const bool along = yee_half(p->component, a);
            const double at = yee_grid_position(g, p->component, a, i[a]);
            corner[a] = fmin(corner[a], along ? axis->node[i[a]] : at);
            corner[3 + a] = fmax(corner[3 + a], along ? axis->node[i[a] + 1] : at);
        }
    }
}

/* A line of every source that plays. */
static const char *sources_played(const yee_model *m)
{
    const char *text = "";
    for (size_t i = 0; i < m->of[YEE_SOURCE].count && text; i++)
        if (yee_model_plays(m, m->of[YEE_SOURCE].v[i]))
            text = yee_arena_format(m->arena, "%s%s\n", text,
                                    m->of[YEE_SOURCE].v[i]->host.instance);
    return text;
}

/* Adds the ports of the problem, as far as there is memory for them. */
static void add_ports(yee_model *m, yee_provenance *out)
{
    const yee_problem *p = &m->problem;
    double *corner = yee_arena_alloc(m->arena, (size_t)(6 * p->ports + 1) * sizeof *corner);
    const char *names = "";
    for (int64_t i = 0; i < p->ports && names; i++)
        names = yee_arena_format(m->arena, "%s%s\n", names, p->port[i].name);
    if (!corner || !names)
        return;
    for (int64_t i = 0; i < p->ports; i++)
        corners_of(&p->grid, &p->port[i], corner + 6 * i);
    out->ports = (size_t)p->ports;
    out->port = corner;
    out->port_names = names;
}

yee_provenance yee_simulation_provenance(const yee_simulation *s, char *lines, size_t size)
{
    yee_model *m = s->model;
    yee_simulation_print(s, lines, size);
    yee_provenance p = {.model = m->config->path,
                        .resolved = m->resolved,
                        .plugins = plugins_used(m),
                        .scheme = lines,
                        .command = m->session->command,
                        .inputs = inputs_read(m),
                        .sources = sources_played(m),
                        .dt = m->problem.grid.dt,
                        .sources_end = yee_model_sources_end(m)};
    for (int face = 0; face < 6; face++) {
        const yee_axis_data *axis = &m->problem.grid.axis[face / 2];
        if (axis->symmetry[face % 2])
            p.mirror[p.mirrors++] =
                (yee_mirror){.face = yee_face_name[face],
                             .axis = face / 2,
                             .electric = axis->face[face % 2] == YEE_FACE_PEC,
                             .position = axis->node[face % 2 ? axis->cells : 0]};
    }
    add_ports(m, &p);
    return p;
}
