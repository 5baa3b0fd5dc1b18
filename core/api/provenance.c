/* core/api/provenance.c: what the files of a run say about their origin. */
#include "plugin/call.h"
#include "simulation.h"
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

yee_provenance yee_simulation_provenance(const yee_simulation *s, char *lines, size_t size)
{
    const yee_model *m = s->model;
    yee_simulation_print(s, lines, size);
    yee_provenance p = {.model = m->config->path,
                        .resolved = m->resolved,
                        .plugins = plugins_used(m),
                        .scheme = lines,
                        .command = m->session->command,
                        .inputs = inputs_read(m),
                        .dt = m->problem.grid.dt};
    for (int face = 0; face < 6; face++) {
        const yee_axis_data *axis = &m->problem.grid.axis[face / 2];
        if (axis->symmetry[face % 2])
            p.mirror[p.mirrors++] =
                (yee_mirror){.face = yee_face_name[face],
                             .axis = face / 2,
                             .electric = axis->face[face % 2] == YEE_FACE_PEC,
                             .position = axis->node[face % 2 ? axis->cells : 0]};
    }
    return p;
}
