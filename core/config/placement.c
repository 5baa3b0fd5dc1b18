/* core/config/placement.c: signed permutations of axes, and moves. */
#include "placement.h"

#include "base/units.h"

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

const yee_placement yee_placement_none = {{0, 1, 2}, {1, 1, 1}, {0, 0, 0}};

int yee_placement_axis(char letter)
{
    const int axis = tolower((unsigned char)letter) - 'x';
    return axis >= 0 && axis < 3 ? axis : -1;
}

void yee_placement_plane(int axis, int *u, int *v)
{
    *u = axis == 0 ? 1 : 0;
    *v = axis == 2 ? 1 : 2;
}

/* -- sums of decimal numbers -- */

#define DIGITS 15      /* that every decimal number keeps as a double */
#define EXACT_POWER 22 /* the largest power of ten that is a double */

/* A value to the last digit that a number as large as `large` can have. */
static double decimal(double value, double large)
{
    double power = 1;
    if (value == 0 || !isfinite(value) || !isfinite(large))
        return value + 0.0; /* no negative zero */
    const int digits = DIGITS - 1 - (int)floor(log10(large));
    for (int i = digits < EXACT_POWER ? digits : EXACT_POWER; i > 0; i--)
        power *= 10;
    return digits < 0 ? value : rint(value * power) / power + 0.0;
}

static double add(double a, double b)
{
    return a == 0 || b == 0 ? a + b + 0.0 : decimal(a + b, fmax(fabs(a), fabs(b)));
}

/* -- reading -- */

yee_status yee_placement_mirror(yee_placement *p, const char *text, yee_fault *fault)
{
    const int axis = text[0] && !text[1] ? yee_placement_axis(*text) : -1;
    yee_placement one = yee_placement_none;
    if (axis < 0)
        return yee_fault_say(
            fault, "'%.40s' is no axis; x turns x into -x, and several stand as x, y", text);
    one.sign[axis] = -1;
    *p = yee_placement_within(&one, p);
    return YEE_OK;
}

yee_status yee_placement_rotate(yee_placement *p, const char *text, yee_fault *fault)
{
    const int axis = isalpha((unsigned char)text[0]) && !isalnum((unsigned char)text[1])
                         ? yee_placement_axis(*text)
                         : -1;
    const char *reason;
    double angle;
    if (axis < 0 || !text[1 + strspn(text + 1, " \t")])
        return yee_fault_say(fault,
                             "'%.40s' is no axis with an angle; write z 90 deg, from x to y, "
                             "and several as z 90 deg, x 180 deg",
                             text);
    if (!yee_units_read(text + 1, "rad", &angle, &reason))
        return yee_fault_say(fault, "in '%.40s' %s", text, reason);
    const double quarters = angle / (YEE_PI / 2);
    if (!(fabs(quarters) <= 1e6) || fabs(quarters - rint(quarters)) > 1e-9)
        return yee_fault_say(
            fault,
            "'%.40s' is no multiple of 90 deg; faces, ports and components lie along the axes "
            "of the grid, where only quarter turns leave them. Objects at other angles have "
            "their points calculated by [let]",
            text);
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    yee_placement quarter = yee_placement_none;
    quarter.to[u] = v;
    quarter.to[v] = u;
    quarter.sign[v] = -1;
    for (long n = (lrint(quarters) % 4 + 4) % 4; n > 0; n--)
        *p = yee_placement_within(&quarter, p);
    return YEE_OK;
}

yee_placement yee_placement_within(const yee_placement *outer, const yee_placement *inner)
{
    yee_placement both;
    for (int a = 0; a < 3; a++) {
        const int b = inner->to[a];
        both.to[a] = outer->to[b];
        both.sign[a] = inner->sign[a] * outer->sign[b];
        both.at[outer->to[b]] = yee_placement_coordinate(outer, b, inner->at[b]);
    }
    return both;
}

/* -- using -- */

bool yee_placement_turns(const yee_placement *p)
{
    for (int a = 0; a < 3; a++)
        if (p->to[a] != a || p->sign[a] < 0)
            return true;
    return false;
}

bool yee_placement_mirrors(const yee_placement *p)
{
    const bool even = p->to[1] == (p->to[0] + 1) % 3;
    return p->sign[0] * p->sign[1] * p->sign[2] * (even ? 1 : -1) < 0;
}

double yee_placement_coordinate(const yee_placement *p, int axis, double value)
{
    return add(p->sign[axis] * value, p->at[p->to[axis]]);
}

void yee_placement_point(const yee_placement *p, double v[3])
{
    const double old[3] = {v[0], v[1], v[2]};
    for (int a = 0; a < 3; a++)
        v[p->to[a]] = yee_placement_coordinate(p, a, old[a]);
}

void yee_placement_vector(const yee_placement *p, double v[3])
{
    const double old[3] = {v[0], v[1], v[2]};
    for (int a = 0; a < 3; a++)
        v[p->to[a]] = p->sign[a] * old[a] + 0.0;
}

void yee_placement_order(const yee_placement *p, double v[3])
{
    const double old[3] = {v[0], v[1], v[2]};
    for (int a = 0; a < 3; a++)
        v[p->to[a]] = old[a];
}

/* The direction (cos, sin) of an angle becomes that of k angle + shift. An arc whose sense turns
 * round begins where it ended. In degrees, so that a decimal number of them stays one. */
double yee_placement_arc(const yee_placement *p, int axis, double start, double sweep)
{
    int u, v, first, second;
    yee_placement_plane(axis, &u, &v);
    yee_placement_plane(p->to[axis], &first, &second);
    const bool swap = p->to[u] == second;
    const int su = p->sign[u], sv = p->sign[v];
    const int k = su * sv * (swap ? -1 : 1);
    const double shift = swap ? 90 * su : su > 0 ? 0 : 180;
    const double degree = YEE_PI / 180;
    const double from = decimal(start / degree, fabs(start / degree));
    const double far = decimal(sweep / degree, fabs(sweep / degree));
    if (k > 0 && shift == 0)
        return start;
    return add(k > 0 ? from : -add(from, far), shift) * degree;
}
