/* yee/param.h: one table per plugin that is its parser, its checks, its defaults and its help.
 *
 * A plugin describes its keys with YEE_PARAM_* lines that name a field of its config struct; a
 * field of the wrong C type does not compile. The core fills the struct from the INI section
 * before any function of the plugin is called. */
#ifndef YEE_PARAM_H
#define YEE_PARAM_H

#include <yee/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum yee_type {
    YEE_TYPE_BOOL,   /* bool:         yes | no */
    YEE_TYPE_INT,    /* int64_t:      a whole number */
    YEE_TYPE_REAL,   /* double:       a number with the unit of the table, "2 mm" */
    YEE_TYPE_VEC3,   /* yee_vec3:     three numbers, "1 mm, 2 mm, 0 mm"; or "1, 2, 0 mm" */
    YEE_TYPE_REALS,  /* yee_reals:    one or more numbers; "1 mm x 20" repeats a number */
    YEE_TYPE_TEXT,   /* const char *: free text, a name */
    YEE_TYPE_TEXTS,  /* yee_texts:    one or more names, separated by commas */
    YEE_TYPE_CHOICE, /* int:          index of one of the words in choices, "a|b|c" */
    YEE_TYPE_PATH,   /* const char *: a file, made absolute from the INI file's folder */
    YEE_TYPE_REF, /* const char *: name of a section of one kind, "pulse" of [waveform.pulse] */
    YEE_TYPE_REFS, /* yee_texts:    one or more such names, separated by commas */
    /* Rules: rows without a field, about other keys of the table; below. */
    YEE_RULE_ONE_OF,      /* exactly one is given */
    YEE_RULE_AT_MOST_ONE, /* one or none is given */
    YEE_RULE_TOGETHER,    /* all are given or none */
    YEE_RULE_SAME_COUNT,  /* those that are given are lists of equally many values */
    /* Placement: rows without a field, what keys of the table are in space; below. */
    YEE_PLACE_SENSES,       /* CHOICE "+", "-": a sense along an axis */
    YEE_PLACE_COORDINATES,  /* REAL, REALS: coordinates along an axis */
    YEE_PLACE_PLANE_POINTS, /* REALS: points of the plane across an axis, two numbers each */
    YEE_PLACE_ARC,          /* two REAL, rad: where it begins and how far it goes */
    YEE_PLACE_POINTS,       /* VEC3, REALS: positions, three numbers each */
    YEE_PLACE_CORNERS,      /* two VEC3: the low and the high corner of a box */
    YEE_PLACE_VECTORS,      /* VEC3, REALS: differences of positions, three numbers each */
    YEE_PLACE_PER_AXIS,     /* VEC3, REALS: sizes, tensors: one number for x, y, z each */
    YEE_PLACE_DIRECTIONS,   /* TEXT: "x", "-z", "1, 0, 1" */
    YEE_PLACE_COMPONENTS,   /* CHOICE, TEXT, TEXTS: "ex", "hz"; other words stay */
    YEE_PLACE_REVERSED,     /* REAL, REALS: the sign changes where a model is mirrored */
    YEE_PLACE_INVARIANT,    /* what no placement changes: depths, lengths */
    YEE_PLACE_UNTURNED,     /* bound to the axes of the grid: moved, never turned or mirrored */
    YEE_PLACE_UNMOVED,      /* bound to cells of the grid: indices */
    YEE_PLACE_UPRIGHT,      /* CHOICE "x", "y", "z": an axis whose upper end counts */
    YEE_PLACE_AXES,         /* CHOICE "x", "y", "z": an axis; other words stay */
} yee_type;

typedef struct yee_vec3 {
    double v[3];
} yee_vec3;

typedef struct yee_reals {
    size_t count;
    const double *v;
} yee_reals;

typedef struct yee_texts {
    size_t count;
    const char *const *v;
} yee_texts;

/* One key, or a rule about keys, or what they are in space. A table ends with a zeroed entry. */
typedef struct yee_param {
    const char *key; /* lower_snake_case; of a rule: "radius|diameter" */
    yee_type type;   /* also the C type of the field */
    size_t offset;   /* offset of the field in the config struct */
    /* SI unit of the number in the field: "m", "s", "Hz", "F/m", ...; NULL: a pure number. "dB"
     * leaves dB in the field, no ratio; of "rad" and "deg" alike it has radians. */
    const char *unit;
    const char *def; /* default, as a user would write it; NULL: the key is required */
    /* Closed range of every number; both 0: any finite number. A number that must be greater
     * than zero has min = YEE_POSITIVE. */
    double min, max;
    /* YEE_TYPE_CHOICE: its words, "a|b|c"; YEE_TYPE_REF and _REFS: the kind of the sections that
     * it names, "material", "boundary", "waveform", "source", "shape" or "output"; of a
     * placement that is along or across an axis: the key that says which; else NULL */
    const char *choices;
    const char *help; /* one sentence; of a rule and a placement NULL */
} yee_param;

/* Whether an entry is a rule about keys. */
static inline bool yee_param_is_rule(const yee_param *param)
{
    return param->type >= YEE_RULE_ONE_OF && param->type <= YEE_RULE_SAME_COUNT;
}

/* Whether an entry says what keys are in space. */
static inline bool yee_param_is_place(const yee_param *param)
{
    return param->type >= YEE_PLACE_SENSES && param->type <= YEE_PLACE_AXES;
}

/* Whether an entry is a key, with a field of its own. */
static inline bool yee_param_is_key(const yee_param *param)
{
    return !yee_param_is_rule(param) && !yee_param_is_place(param);
}

#define YEE_POSITIVE 4.9406564584124654e-324 /* the smallest number above zero */
#define YEE_INFINITY 1.7976931348623157e+308

/* Offset of a field, checked at compile time to have the C type of the parameter. */
#ifdef __cplusplus
#define YEE_FIELD(config, field, ctype) \
    (offsetof(config, field) + 0 * sizeof(static_cast<ctype config::*>(&config::field)))
#else
#define YEE_FIELD(config, field, ctype) \
    (offsetof(config, field) + 0 * sizeof(char[_Generic(((config *)0)->field, ctype : 1)]))
#endif

// clang-format off
#define YEE_PARAM_BOOL(config, field, def, help) \
    {#field, YEE_TYPE_BOOL, YEE_FIELD(config, field, bool), \
     NULL, def, 0, 0, NULL, help}
#define YEE_PARAM_INT(config, field, def, min, max, help) \
    {#field, YEE_TYPE_INT, YEE_FIELD(config, field, int64_t), \
     NULL, def, min, max, NULL, help}
#define YEE_PARAM_REAL(config, field, unit, def, min, max, help) \
    {#field, YEE_TYPE_REAL, YEE_FIELD(config, field, double), \
     unit, def, min, max, NULL, help}
#define YEE_PARAM_VEC3(config, field, unit, def, min, max, help) \
    {#field, YEE_TYPE_VEC3, YEE_FIELD(config, field, yee_vec3), \
     unit, def, min, max, NULL, help}
#define YEE_PARAM_REALS(config, field, unit, def, min, max, help) \
    {#field, YEE_TYPE_REALS, YEE_FIELD(config, field, yee_reals), \
     unit, def, min, max, NULL, help}
#define YEE_PARAM_TEXT(config, field, def, help) \
    {#field, YEE_TYPE_TEXT, YEE_FIELD(config, field, const char *), \
     NULL, def, 0, 0, NULL, help}
#define YEE_PARAM_TEXTS(config, field, def, help) \
    {#field, YEE_TYPE_TEXTS, YEE_FIELD(config, field, yee_texts), \
     NULL, def, 0, 0, NULL, help}
#define YEE_PARAM_CHOICE(config, field, def, choices, help) \
    {#field, YEE_TYPE_CHOICE, YEE_FIELD(config, field, int), \
     NULL, def, 0, 0, choices, help}
#define YEE_PARAM_PATH(config, field, def, help) \
    {#field, YEE_TYPE_PATH, YEE_FIELD(config, field, const char *), \
     NULL, def, 0, 0, NULL, help}
#define YEE_PARAM_REF(config, field, kind, def, help) \
    {#field, YEE_TYPE_REF, YEE_FIELD(config, field, const char *), \
     NULL, def, 0, 0, kind, help}
#define YEE_PARAM_REFS(config, field, kind, def, help) \
    {#field, YEE_TYPE_REFS, YEE_FIELD(config, field, yee_texts), \
     NULL, def, 0, 0, kind, help}
#define YEE_PARAM_ONE_OF(keys) YEE_PARAM_RULE(YEE_RULE_ONE_OF, keys)
#define YEE_PARAM_AT_MOST_ONE(keys) YEE_PARAM_RULE(YEE_RULE_AT_MOST_ONE, keys)
#define YEE_PARAM_TOGETHER(keys) YEE_PARAM_RULE(YEE_RULE_TOGETHER, keys)
#define YEE_PARAM_SAME_COUNT(keys) YEE_PARAM_RULE(YEE_RULE_SAME_COUNT, keys)
#define YEE_PARAM_RULE(rule, keys) {keys, rule, 0, NULL, NULL, 0, 0, NULL, NULL}
#define YEE_PARAM_SENSES(axis, keys) YEE_PARAM_PLACE(YEE_PLACE_SENSES, axis, keys)
#define YEE_PARAM_COORDINATES(axis, keys) YEE_PARAM_PLACE(YEE_PLACE_COORDINATES, axis, keys)
#define YEE_PARAM_PLANE_POINTS(axis, keys) YEE_PARAM_PLACE(YEE_PLACE_PLANE_POINTS, axis, keys)
#define YEE_PARAM_ARC(axis, keys) YEE_PARAM_PLACE(YEE_PLACE_ARC, axis, keys)
#define YEE_PARAM_POINTS(keys) YEE_PARAM_PLACE(YEE_PLACE_POINTS, NULL, keys)
#define YEE_PARAM_CORNERS(keys) YEE_PARAM_PLACE(YEE_PLACE_CORNERS, NULL, keys)
#define YEE_PARAM_VECTORS(keys) YEE_PARAM_PLACE(YEE_PLACE_VECTORS, NULL, keys)
#define YEE_PARAM_PER_AXIS(keys) YEE_PARAM_PLACE(YEE_PLACE_PER_AXIS, NULL, keys)
#define YEE_PARAM_DIRECTIONS(keys) YEE_PARAM_PLACE(YEE_PLACE_DIRECTIONS, NULL, keys)
#define YEE_PARAM_COMPONENTS(keys) YEE_PARAM_PLACE(YEE_PLACE_COMPONENTS, NULL, keys)
#define YEE_PARAM_REVERSED(keys) YEE_PARAM_PLACE(YEE_PLACE_REVERSED, NULL, keys)
#define YEE_PARAM_INVARIANT(keys) YEE_PARAM_PLACE(YEE_PLACE_INVARIANT, NULL, keys)
#define YEE_PARAM_UNTURNED(keys) YEE_PARAM_PLACE(YEE_PLACE_UNTURNED, NULL, keys)
#define YEE_PARAM_UNMOVED(keys) YEE_PARAM_PLACE(YEE_PLACE_UNMOVED, NULL, keys)
#define YEE_PARAM_UPRIGHT(keys) YEE_PARAM_PLACE(YEE_PLACE_UPRIGHT, NULL, keys)
#define YEE_PARAM_AXES(keys) YEE_PARAM_PLACE(YEE_PLACE_AXES, NULL, keys)
#define YEE_PARAM_PLACE(place, axis, keys) {keys, place, 0, NULL, NULL, 0, 0, axis, NULL}
#define YEE_PARAM_END {NULL, YEE_TYPE_BOOL, 0, NULL, NULL, 0, 0, NULL, NULL}
// clang-format on

/* An optional key with no value of its own: REAL is NaN, INT is INT64_MIN, VEC3 is three NaN,
 * REALS, TEXTS and REFS are empty, TEXT, PATH and REF are NULL. */
#define YEE_UNSET ""

/* A reference names a section of the model file, or of an override. The core checks, when it
 * reads the model, that the section is there, and says with file and line which name is near;
 * capitals do not matter, and the field then holds the name as its section has it. A key of
 * kind "material" takes vacuum, pec and pmc too, which every model has. A material or waveform
 * that nobody names, no plugin asks for and no shape is painted with is a warning.
 *
 * A rule's keys are separated by '|'. Keys that stand for each other are joined by ',' and count
 * as one: YEE_PARAM_ONE_OF("frequencies|frequency_min,frequency_max") is broken where frequencies
 * and frequency_max are given. A key is given where it has a value, so that keys of ONE_OF,
 * AT_MOST_ONE and TOGETHER have the default YEE_UNSET; those of SAME_COUNT are REALS, TEXTS or
 * REFS, and a list that is not given may have any count. The core checks the rules after reading
 * the keys, before any function of the plugin is called; help prints them.
 *
 * [include.NAME] moves, turns by quarters and mirrors a model, and the core changes the fields of
 * its sections accordingly, before any function of the plugin is called. What they are in space
 * the YEE_PLACE_* rows say, keys separated by '|' as in YEE_PARAM_POINTS("from|to"):
 *
 *  - Positions are moved and turned, VECTORS and DIRECTIONS turned alone; PER_AXIS changes its
 *    order. Lists that are not of three numbers each, or of one for all axes, stay.
 *  - An axis x becomes the one that x of the model lies along. Where its upper end counts, UPRIGHT,
 *    a model that brings it down is refused.
 *  - COORDINATES, PLANE_POINTS, the angles of an ARC ("start|sweep") and SENSES name the CHOICE
 *    that has their axis; the axes of a plane are in the order x, y, z, and angles go from the first
 *    to the second. SENSES may name several keys, separated by commas: a CHOICE that can be
 *    "none", and then two corners that are equal along one axis, "plane,from,to".
 *  - Axial vectors, such as magnetic currents, are a direction and a strength whose sign is
 *    REVERSED where a model is mirrored; so is a sense of turning.
 *  - A section that gives a key which is UNTURNED or UNMOVED is refused where it would be.
 *
 * Keys that no row names stay as they are. A table with a VEC3, a REALS of lengths, or where a
 * model is turned a CHOICE among x, y, z or ex, ey, ez, which no row names, is taken to say
 * nothing about space, and its sections are refused in a model that is placed. */

#ifdef __cplusplus
}
#endif
#endif
