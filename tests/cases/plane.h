/* tests/cases/plane.h: positions in 2-D models of any invariant axis. */
#ifndef YEE_TESTS_PLANE_H
#define YEE_TESTS_PLANE_H

#include <stdio.h>

#define C0 299792458.0
#define ETA 376.730313668

/* Three numbers of the plane's first and second axis and of the invariant one, in the order x,
 * y, z. */
static inline const char *at(int invariant, double u, double v, double w)
{
    static char text[16][96];
    static int next;
    double x[3];
    char *to = text[next++ % 16];
    x[(invariant + 1) % 3] = u;
    x[(invariant + 2) % 3] = v;
    x[invariant] = w;
    snprintf(to, sizeof *text, "%.12g, %.12g, %.12g", x[0], x[1], x[2]);
    return to;
}

#endif
