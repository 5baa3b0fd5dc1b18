/* core/config/copy.c: configurations that are set to other values, and whether two blocks say the
 * same. */
#include "config.h"

#include "placement.h"

#include <string.h>

static bool copy_inputs(yee_inputs *to, const yee_input *from)
{
    return !from || (copy_inputs(to, from->next) && /* the first one is the latest */
                     yee_inputs_add(to, from->path, from->reader));
}

yee_config *yee_config_copy(yee_arena *arena, const yee_config *from)
{
    yee_config *to = yee_arena_copy(arena, from, sizeof *from);
    if (!to || !(to->inputs = yee_arena_alloc(arena, sizeof *to->inputs)) ||
        !(to->block = yee_arena_copy(arena, from->block, from->count * sizeof *to->block)))
        return NULL;
    to->inputs->arena = arena;
    for (size_t i = 0; i < to->count; i++) {
        yee_block *b = &to->block[i];
        if (!(b->entry = yee_arena_copy(arena, b->entry, b->count * sizeof *b->entry)))
            return NULL;
        for (size_t k = 0; k < b->count; k++) {
            yee_entry *e = &b->entry[k];
            if (!(e->join = yee_arena_copy(arena, e->join, e->joins * sizeof *e->join)))
                return NULL;
        }
    }
    return copy_inputs(to->inputs, from->inputs->first) ? to : NULL;
}

/* Both may be missing. */
static bool same_text(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

/* Sections of included models stand where their placements put them, which no key of theirs
 * says. */
static bool same_place(const yee_block *a, const yee_block *b)
{
    const yee_placement *p = a->placement ? a->placement : &yee_placement_none;
    const yee_placement *q = b->placement ? b->placement : &yee_placement_none;
    bool same = true;
    for (int i = 0; i < 3; i++)
        same = same && p->to[i] == q->to[i] && p->sign[i] == q->sign[i] && p->at[i] == q->at[i];
    return same;
}

bool yee_block_same(const yee_block *a, const yee_block *b)
{
    bool same = same_place(a, b) && a->count == b->count && same_text(a->name, b->name) &&
                same_text(a->folder, b->folder) && same_text(a->scope, b->scope);
    for (size_t k = 0; same && k < a->count; k++)
        same = !strcmp(a->entry[k].key, b->entry[k].key) &&
               !strcmp(a->entry[k].value, b->entry[k].value);
    return same;
}
