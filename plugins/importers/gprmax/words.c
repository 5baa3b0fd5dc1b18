/* plugins/importers/gprmax/words.c: numbers, places and names among the words of a command. */
#include "gprmax.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define OFF_NODE 1e-3 /* cells by which a place may miss a node without a word */
enum { SAID = 8 };    /* of those words, at most */
#define MOST_CELLS 1000000000000

bool gm_same(const char *a, const char *b) { return !strcasecmp(a, b); }

yee_status gm_real(gm *m, const gm_command *c, int word, const char *what, double *value)
{
    char *end;
    *value = strtod_l(c->word[word], &end, m->plain);
    if (end == c->word[word] || *end)
        return gm_fail(m, c, "%s '%s' is not a number; it takes %s", what, c->word[word],
                       c->row->usage);
    if (!isfinite(*value))
        return gm_fail(m, c, "%s '%s' is not finite", what, c->word[word]);
    return YEE_OK;
}

bool gm_is_whole(const char *word)
{
    const char *digits = word + (*word == '+' || *word == '-');
    return *digits && strspn(digits, "0123456789") == strlen(digits);
}

yee_status gm_whole(gm *m, const gm_command *c, int word, const char *what, int64_t *value)
{
    if (!gm_is_whole(c->word[word]) || strlen(c->word[word]) > 15)
        return gm_fail(m, c, "%s '%s' is not a whole number; it takes %s", what, c->word[word],
                       c->row->usage);
    *value = strtoll(c->word[word], NULL, 10);
    return YEE_OK;
}

/* The quotient is a double, whose own expansion counts: only what is exactly half goes down. */
int64_t gm_round(double value, double step)
{
    const double q = value / step, low = floor(q);
    if (!(fabs(q) < 1e15))
        return q > 0 ? INT64_MAX : INT64_MIN;
    return (int64_t)(q - low > 0.5 ? low + 1 : low);
}

bool gm_active(const gm *m, int component)
{
    return m->invariant < 0 ||
           (yee_is_electric(component) == (yee_direction(component) == m->invariant)) != m->te;
}

/* "inf" and "-inf" of gprMax 4 are the faces of the domain; along the axis where nothing varies a
 * single place has but one. */
static bool endless(const gm *m, const gm_command *c, int word, int axis, int64_t *node)
{
    const char *s = c->word[word];
    const bool below = *s == '-';
    if (!gm_same(s + (below || *s == '+'), "inf") || c->row->phase == GM_DOMAIN)
        return false;
    const bool corners = !strncmp(c->row->usage, "x1 y1 z1 x2", 11);
    *node = below                               ? 0
            : axis != m->invariant              ? m->n[axis]
            : corners && word >= 3 && word <= 5 ? m->n[axis]
                                                : 0;
    return true;
}

yee_status gm_coordinate(gm *m, const gm_command *c, int word, int axis, const char *what,
                         int64_t *node)
{
    const yee_status status = gm_anywhere(m, c, word, axis, what, node);
    if (!status && (*node < 0 || *node > m->n[axis]))
        return gm_fail(m, c, "%s = %s m is outside the domain, which reaches from 0 to %.9g m",
                       what, c->word[word], gm_at(m, axis, (double)m->n[axis]));
    return status;
}

yee_status gm_anywhere(gm *m, const gm_command *c, int word, int axis, const char *what,
                       int64_t *node)
{
    double value;
    if (endless(m, c, word, axis, node))
        return YEE_OK;
    const yee_status status = gm_real(m, c, word, what, &value);
    if (status)
        return status;
    *node = gm_round(value, m->d[axis]);
    if (*node < -MOST_CELLS || *node > MOST_CELLS)
        return gm_fail(m, c, "%s = %.9g m is too far away", what, value);
    const double off = fabs(value / m->d[axis] - (double)*node);
    if (off > OFF_NODE && axis != m->invariant && m->off_nodes++ < SAID)
        gm_say(m, YEE_WARNING, c, "%s = %.9g m lies %.2g cells off a node; %.9g m is taken%s",
               what, value, off, gm_at(m, axis, (double)*node),
               m->off_nodes == SAID ? "; there may be more, which are not said" : "");
    return YEE_OK;
}

yee_status gm_node(gm *m, const gm_command *c, int word, int64_t node[3])
{
    static const char *const what[3] = {"x", "y", "z"};
    yee_status status = YEE_OK;
    for (int a = 0; a < 3 && !status; a++)
        status = gm_coordinate(m, c, word + a, a, what[a], &node[a]);
    return status;
}

yee_status gm_axis(gm *m, const gm_command *c, int word, int *axis)
{
    static const char *const name[3] = {"x", "y", "z"};
    for (*axis = 0; *axis < 3; ++*axis)
        if (gm_same(c->word[word], name[*axis]))
            return YEE_OK;
    return gm_fail(m, c, "'%s' is no axis; x, y or z is", c->word[word]);
}

double gm_at(const gm *m, int axis, double index) { return index * m->d[axis]; }

const char *gm_point(gm *m, const double index[3])
{
    return gm_format(m, "%.12g, %.12g, %.12g m", gm_at(m, 0, index[0]), gm_at(m, 1, index[1]),
                     gm_at(m, 2, index[2]));
}
