/* core/config/place_rows.c: whether the rows YEE_PLACE_* of a parameter table are right, and what
 * they leave unsaid. */
#include "place.h"
#include "rules.h"

#include <string.h>

static bool is_axis(const yee_param *p)
{
    return p->type == YEE_TYPE_CHOICE && strstr(p->choices, "x|y|z");
}

static bool is_list(const yee_param *p)
{
    return p->type == YEE_TYPE_VEC3 || p->type == YEE_TYPE_REALS;
}

/* Whether a key has the type that a row wants. */
static bool fits(const yee_param *row, const yee_param *p)
{
    switch (row->type) {
    case YEE_PLACE_SENSES:
        return p->type == YEE_TYPE_CHOICE && strchr(p->choices, '+') && strchr(p->choices, '-');
    case YEE_PLACE_COORDINATES:
    case YEE_PLACE_REVERSED:
        return p->type == YEE_TYPE_REAL || p->type == YEE_TYPE_REALS;
    case YEE_PLACE_PLANE_POINTS:
        return p->type == YEE_TYPE_REALS;
    case YEE_PLACE_ARC:
        return p->type == YEE_TYPE_REAL && p->unit && !strcmp(p->unit, "rad");
    case YEE_PLACE_POINTS:
    case YEE_PLACE_VECTORS:
    case YEE_PLACE_PER_AXIS:
        return is_list(p);
    case YEE_PLACE_CORNERS:
        return p->type == YEE_TYPE_VEC3;
    case YEE_PLACE_DIRECTIONS:
        return p->type == YEE_TYPE_TEXT;
    case YEE_PLACE_COMPONENTS:
        return p->type == YEE_TYPE_TEXT || p->type == YEE_TYPE_TEXTS ||
               p->type == YEE_TYPE_CHOICE;
    case YEE_PLACE_UPRIGHT:
    case YEE_PLACE_AXES:
        return is_axis(p);
    default:
        return true;
    }
}

bool yee_place_valid(const yee_param *params, const yee_param *row, const char **reason)
{
    const bool along = row->type <= YEE_PLACE_ARC;
    const bool pair = row->type == YEE_PLACE_ARC || row->type == YEE_PLACE_CORNERS;
    size_t found = 0, axes = 0;
    *reason = NULL;
    for (const yee_param *p = params; p->key; p++) {
        const yee_param named = {.key = row->choices ? row->choices : ""};
        if (!yee_param_is_key(p))
            continue;
        axes += yee_rule_part(&named, p->key) >= 0 &&
                (is_axis(p) || (row->type == YEE_PLACE_SENSES && p->type == YEE_TYPE_VEC3));
        if (yee_rule_part(row, p->key) < 0)
            continue;
        found++;
        if (!fits(row, p))
            *reason = "a key has not the type that such a placement is of";
        for (const yee_param *q = params; q < row; q++)
            if (yee_param_is_place(q) && yee_rule_part(q, p->key) >= 0)
                *reason = "a key has two placements";
    }
    if (!*reason && found != yee_rule_parts(row))
        *reason = "it names what is no key of the table, or one twice";
    if (!*reason && pair && found != 2)
        *reason = "it is of two keys";
    if (!*reason && along != (axes > 0))
        *reason = "the key that says which axis is missing, or not wanted";
    return !*reason;
}

const yee_param *yee_place_unsaid(const yee_param *params, bool turns)
{
    for (const yee_param *p = params; p->key; p++) {
        const bool length = p->unit && !strcmp(p->unit, "m");
        const bool words =
            p->type == YEE_TYPE_CHOICE && (is_axis(p) || strstr(p->choices, "ex|ey|ez"));
        bool said = !(is_list(p) && length) && !(turns && (p->type == YEE_TYPE_VEC3 || words));
        for (const yee_param *row = params; row->key && !said; row++)
            said = yee_param_is_place(row) && yee_rule_part(row, p->key) >= 0;
        if (!said)
            return p;
    }
    return NULL;
}
