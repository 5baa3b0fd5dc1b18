/* swirl.law.h: a law of cells with all that such a law may have, for random problems: a current
 * that turns, a word that follows the square of the field and drives it, a map and a signal.
 *
 *     q' = q + p0 (E.E - q)     J' = p1 J + p2 (b x J) + p3 m (1 + t + r) E,
 *     r = q'/(1 + q'), b = (1, 2, -1)
 *     u = p4 J.J + p5 E.J */
LAW_CELL(swirl)
{
    const real x = s[0], y = s[1], z = s[2], two = LAW(2);
    s[3] = law_fma(p[0], e[0] * e[0] + e[1] * e[1] + e[2] * e[2] - s[3], s[3]);
    const real g = p[3] * m[0] * (LAW(1) + t[0] + s[3] / (LAW(1) + s[3]));
    s[0] = p[1] * x + p[2] * (two * z + y) + g * e[0];
    s[1] = p[1] * y - p[2] * (x + z) + g * e[1];
    s[2] = p[1] * z + p[2] * (y - two * x) + g * e[2];
}

LAW_CELL_ENERGY(swirl)
{
    return p[4] * (s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) +
           p[5] * (e[0] * s[0] + e[1] * s[1] + e[2] * s[2]);
}
