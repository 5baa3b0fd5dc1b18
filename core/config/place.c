/* core/config/place.c: what rows YEE_PLACE_* of a parameter table do with the fields of an included
 * model's sections. */
#include "place.h"

#include "base/units.h"
#include "placement.h"
#include "rules.h"
#include "value.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A table with its filled config, while it is placed. */
typedef struct placing {
    yee_diag *diag;
    yee_arena *arena;
    const yee_config *config;
    const yee_block *block;
    const yee_bind *bind;
    const yee_placement *by;
} placing;

static void *field_of(const placing *w, const yee_param *p)
{
    return (char *)w->bind->config + p->offset;
}

static yee_status no_memory(const placing *w)
{
    return yee_diag_fail(w->diag, YEE_MEMORY, NULL, "no memory for the included models");
}

static yee_status refuse(const placing *w, const yee_param *p, const char *why)
{
    const yee_entry *entry = yee_block_entry(w->block, p->key);
    const yee_place place = entry ? yee_entry_place(w->config, w->block, entry)
                                  : yee_block_place(w->config, w->block);
    return yee_diag_fail(w->diag, YEE_INPUT, &place, "%s: %s", p->key, why);
}

/* -- numbers -- */

/* The numbers of a field, to be changed; NULL: no memory. */
static double *numbers(const placing *w, const yee_param *p, size_t *count)
{
    void *field = field_of(w, p);
    *count = p->type == YEE_TYPE_VEC3 ? 3 : 1;
    if (p->type == YEE_TYPE_VEC3)
        return ((yee_vec3 *)field)->v;
    if (p->type != YEE_TYPE_REALS)
        return field;
    yee_reals *list = field;
    double *v = yee_arena_copy(w->arena, list->v, list->count * sizeof *v);
    if (v)
        list->v = v;
    *count = list->count;
    return v;
}

/* The axis of the included model that the keys of a row name, -1: none. */
static int axis_of(const placing *w, const yee_param *row)
{
    const yee_vec3 *corner = NULL;
    for (const yee_param *p = w->bind->params; p->key; p++) {
        const yee_param named = {.key = row->choices};
        if (!yee_param_is_key(p) || yee_rule_part(&named, p->key) < 0)
            continue;
        if (p->type == YEE_TYPE_CHOICE) {
            const char *word = yee_value_choice(p, w->bind->config);
            const int axis = word[1] && word[1] != '|' ? -1 : yee_placement_axis(*word);
            if (axis >= 0)
                return axis;
        } else if (!corner) {
            corner = field_of(w, p);
        } else {
            const yee_vec3 *other = field_of(w, p);
            for (int a = 0; a < 3; a++)
                if (fabs(corner->v[a] - other->v[a]) <= 1e-12 * fabs(corner->v[a]))
                    return a;
        }
    }
    return -1;
}

static yee_status place_numbers(const placing *w, const yee_param *row, const yee_param *p,
                                int axis)
{
    size_t count;
    int u, v, first, second;
    double *x = numbers(w, p, &count);
    if (!x)
        return no_memory(w);
    const size_t triples = count % 3 ? 0 : count / 3;
    if (axis >= 0) {
        yee_placement_plane(axis, &u, &v);
        yee_placement_plane(w->by->to[axis], &first, &second);
    }
    if (row->type == YEE_PLACE_COORDINATES)
        for (size_t i = 0; i < count && axis >= 0; i++)
            x[i] = yee_placement_coordinate(w->by, axis, x[i]);
    else if (row->type == YEE_PLACE_PLANE_POINTS)
        for (size_t i = 0; i < count / 2 && axis >= 0; i++) {
            double at[3] = {0};
            at[u] = x[2 * i];
            at[v] = x[2 * i + 1];
            yee_placement_point(w->by, at);
            x[2 * i] = at[first];
            x[2 * i + 1] = at[second];
        }
    else if (row->type == YEE_PLACE_POINTS)
        for (size_t i = 0; i < triples; i++)
            yee_placement_point(w->by, x + 3 * i);
    else if (row->type == YEE_PLACE_VECTORS)
        for (size_t i = 0; i < triples; i++)
            yee_placement_vector(w->by, x + 3 * i);
    else if (row->type == YEE_PLACE_PER_AXIS && count == 3)
        yee_placement_order(w->by, x);
    else if (row->type == YEE_PLACE_REVERSED && yee_placement_mirrors(w->by))
        for (size_t i = 0; i < count; i++)
            x[i] = -x[i] + 0.0;
    return YEE_OK;
}

/* -- words -- */

/* A word with its last letter turned, "ex" to "ey", behind so many letters; others stay. */
static const char *turn_word(const placing *w, const char *word, const char *front)
{
    const size_t n = strlen(front) > 0;
    if (n && (!*word || !strchr(front, tolower((unsigned char)*word))))
        return word;
    const int axis = word[n] && !word[n + 1] ? yee_placement_axis(word[n]) : -1;
    return axis < 0
               ? word
               : yee_arena_format(w->arena, "%.*s%c", (int)n, word, "xyz"[w->by->to[axis]]);
}

static yee_status place_choice(const placing *w, const yee_param *p, const char *word)
{
    int *choice = field_of(w, p), number = 0;
    const size_t length = strlen(word);
    for (const char *s = p->choices; s; s = strchr(s, '|'), s += s != NULL, number++)
        if (strcspn(s, "|") == length && !strncmp(s, word, length)) {
            *choice = number;
            return YEE_OK;
        }
    char why[160];
    snprintf(why, sizeof why, "turned, it would be %.20s; it can be %.100s", word, p->choices);
    return refuse(w, p, why);
}

/* Axes and components in the fields that hold words. */
static yee_status place_words(const placing *w, const yee_param *p, const char *front)
{
    void *field = field_of(w, p);
    const char *word;
    if (p->type == YEE_TYPE_CHOICE) {
        const char *old = yee_value_choice(p, w->bind->config);
        const char *own = yee_arena_format(w->arena, "%.*s", (int)strcspn(old, "|"), old);
        word = own ? turn_word(w, own, front) : NULL;
        return word ? place_choice(w, p, word) : no_memory(w);
    }
    if (p->type == YEE_TYPE_TEXT) {
        if (!(word = turn_word(w, *(const char **)field, front)))
            return no_memory(w);
        *(const char **)field = word;
        return YEE_OK;
    }
    yee_texts *texts = field;
    const char **list = yee_arena_copy(w->arena, texts->v, texts->count * sizeof *list);
    for (size_t i = 0; list && i < texts->count; i++)
        if (!(list[i] = turn_word(w, list[i], front)))
            return no_memory(w);
    if (list)
        texts->v = list;
    return list ? YEE_OK : no_memory(w);
}

/* "x", "-z" or three numbers; what is none of them stays, and the plugin says so. */
static yee_status place_direction(const placing *w, const yee_param *p)
{
    const char **text = field_of(w, p), *rest = *text + strspn(*text, " \t");
    const char *letter = rest + (*rest == '-' || *rest == '+');
    const int axis = *letter && !letter[1] ? yee_placement_axis(*letter) : -1;
    double v[3];
    char one[3][40];
    if (axis >= 0) {
        const bool against = (*rest == '-') != (w->by->sign[axis] < 0);
        *text = yee_arena_format(w->arena, "%s%c", against ? "-" : "", "xyz"[w->by->to[axis]]);
        return *text ? YEE_OK : no_memory(w);
    }
    for (int a = 0; a < 3; a++) {
        char *end;
        v[a] = strtod(rest, &end);
        if (end == rest)
            return YEE_OK;
        rest = end + strspn(end, " \t,");
    }
    if (*rest)
        return YEE_OK;
    yee_placement_vector(w->by, v);
    for (int a = 0; a < 3; a++)
        yee_units_write(one[a], sizeof one[a], v[a], NULL);
    *text = yee_arena_format(w->arena, "%s, %s, %s", one[0], one[1], one[2]);
    return *text ? YEE_OK : no_memory(w);
}

/* -- rows -- */

/* The key of a row that is its part; NULL: the table has none. */
static const yee_param *part_of(const placing *w, const yee_param *row, int part)
{
    for (const yee_param *p = w->bind->params; p->key; p++)
        if (yee_param_is_key(p) && yee_rule_part(row, p->key) == part)
            return p;
    return NULL;
}

static bool given(const placing *w, const yee_param *p)
{
    return yee_value_given(p, w->bind->config);
}

static yee_status place_corners(const placing *w, const yee_param *row)
{
    const yee_param *p[2] = {part_of(w, row, 0), part_of(w, row, 1)};
    double *v[2] = {((yee_vec3 *)field_of(w, p[0]))->v, ((yee_vec3 *)field_of(w, p[1]))->v};
    const bool there[2] = {given(w, p[0]), given(w, p[1])};
    for (int i = 0; i < 2; i++) {
        if (there[i])
            yee_placement_point(w->by, v[i]);
        for (int a = 0; a < 3; a++)
            if (there[i] && !there[!i] && w->by->sign[a] < 0)
                return refuse(w, p[i],
                              "one corner alone, of a box up to the end of the grid, cannot be "
                              "turned; give both");
    }
    for (int a = 0; there[0] && there[1] && a < 3; a++) {
        const double low = fmin(v[0][a], v[1][a]), high = fmax(v[0][a], v[1][a]);
        v[0][a] = low;
        v[1][a] = high;
    }
    return YEE_OK;
}

static yee_status place_arc(const placing *w, const yee_param *row, int axis)
{
    const yee_param *start = part_of(w, row, 0), *sweep = part_of(w, row, 1);
    double *from = field_of(w, start);
    if (given(w, start) && given(w, sweep) && axis >= 0)
        *from = yee_placement_arc(w->by, axis, *from, *(double *)field_of(w, sweep));
    return YEE_OK;
}

static yee_status place_sense(const placing *w, const yee_param *p, int axis)
{
    const char *word = yee_value_choice(p, w->bind->config);
    if (axis < 0 || w->by->sign[axis] > 0)
        return YEE_OK;
    return place_choice(w, p, *word == '+' ? "-" : "+");
}

static yee_status place_key(const placing *w, const yee_param *row, const yee_param *p)
{
    static const char unturned[] =
        "it is bound to the axes of the grid; a section that gives it can be moved (at), not "
        "turned or mirrored (rotate, mirror)";
    const int axis = row->choices ? axis_of(w, row) : -1;
    const bool turns = yee_placement_turns(w->by);
    switch (row->type) {
    case YEE_PLACE_SENSES:
        return place_sense(w, p, axis);
    case YEE_PLACE_DIRECTIONS:
        return place_direction(w, p);
    case YEE_PLACE_COMPONENTS:
        return place_words(w, p, "eh");
    case YEE_PLACE_UNTURNED:
        return turns ? refuse(w, p, unturned) : YEE_OK;
    case YEE_PLACE_UNMOVED:
        return refuse(w, p,
                      "it is bound to cells of the grid and stays where it is; an included "
                      "model that has it cannot be moved, turned or mirrored");
    case YEE_PLACE_UPRIGHT: {
        const char *word = yee_value_choice(p, w->bind->config);
        const int up = yee_placement_axis(*word);
        if (up >= 0 && w->by->sign[up] < 0)
            return refuse(w, p,
                          "the upper end of this axis counts, and turned or mirrored it "
                          "would be the lower one");
        return place_words(w, p, "");
    }
    case YEE_PLACE_AXES:
        return place_words(w, p, "");
    default:
        return place_numbers(w, row, p, axis);
    }
}

static yee_status place_row(const placing *w, const yee_param *row)
{
    yee_status status = YEE_OK;
    if (row->type == YEE_PLACE_CORNERS)
        return place_corners(w, row);
    if (row->type == YEE_PLACE_ARC)
        return place_arc(w, row, axis_of(w, row));
    for (const yee_param *p = w->bind->params; p->key && !status; p++)
        if (yee_param_is_key(p) && yee_rule_part(row, p->key) >= 0 && given(w, p))
            status = place_key(w, row, p);
    return status;
}

/* The rows in the order of their types: coordinates along an axis are placed before their axis
 * becomes another. */
yee_status yee_place_apply(yee_diag *diag, yee_arena *arena, const yee_config *config,
                           const yee_block *block, const yee_bind *bind)
{
    const placing w = {diag, arena, config, block, bind, block->placement};
    if (!block->placement || !bind->params)
        return YEE_OK;
    const yee_param *unsaid =
        yee_place_unsaid(bind->params, yee_placement_turns(block->placement));
    if (unsaid)
        return refuse(&w, unsaid,
                      "its plugin does not say what this is in space, so that the section "
                      "cannot be placed; leave at, rotate and mirror of its [include.NAME] "
                      "out, or ask its author for a row YEE_PARAM_POINTS or the like");
    yee_status status = YEE_OK;
    for (int type = YEE_PLACE_SENSES; type <= YEE_PLACE_AXES; type++)
        for (const yee_param *row = bind->params; row->key && !status; row++)
            if ((int)row->type == type)
                status = place_row(&w, row);
    return status;
}
