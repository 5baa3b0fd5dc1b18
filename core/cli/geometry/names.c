/* core/cli/geometry/names.c: materials by groups, which have a colour. */
#include "geometry.h"
#include <stdlib.h>
#include <string.h>

/* Colours of materials in their order: P. Tol, Colour schemes, SRON/EPS/TN/09-002 (2021), the light
 * scheme and the pale one, which leave black for lines. */
static const unsigned colour[] = {0x77aadd, 0xee8866, 0xeedd88, 0x44bb99, 0xffaabb, 0xbbcc33,
                                  0x99ddff, 0xaaaa00, 0xcc99bb, 0x88ccee, 0xccbb88, 0xb0b0d8};

bool groups_make(const yee_model *m, group_list *g)
{
    *g = (group_list){.of = malloc(m->materials * sizeof *g->of),
                      .shown = calloc(m->materials, sizeof *g->shown),
                      .name = malloc(m->materials * sizeof *g->name)};
    if (!g->of || !g->shown || !g->name)
        return false;
    for (size_t i = 0; i < m->materials; i++) {
        const char *name = m->material_name[i], *slash = strchr(name, '/');
        const size_t length = slash ? (size_t)(slash - name) : strlen(name);
        int known = -1; /* the background is one of the others, too */
        for (int k = 0; k < g->count && known < 0; k++)
            if (strlen(g->name[k]) == length && !strncmp(g->name[k], name, length))
                known = k;
        if (known < 0) {
            char *own = yee_arena_format(m->arena, "%.*s", (int)length, name);
            if (!own)
                return false;
            g->name[known = g->count++] = own;
        }
        g->of[i] = known;
    }
    return true;
}

void groups_free(group_list *g)
{
    free(g->of);
    free(g->shown);
    free(g->name);
}

unsigned groups_colour(const group_list *g, int group)
{
    const char *name = g->name[group];
    int place = 0;
    if (!strcmp(name, "pec"))
        return 0x505050;
    if (!strcmp(name, "pmc"))
        return 0x9070b0;
    if (!strcmp(name, "vacuum"))
        return 0xffffff;
    for (int k = 0; k < group; k++)
        place += strcmp(g->name[k], "pec") && strcmp(g->name[k], "pmc") &&
                 strcmp(g->name[k], "vacuum");
    return colour[(size_t)place % (sizeof colour / sizeof *colour)];
}
