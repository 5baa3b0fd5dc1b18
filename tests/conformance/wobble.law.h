/* wobble.law.h: a law with all that a law may have, for random problems: two words, a map and a
 * signal. q follows the square of the field and loads it, r follows the field and drains it.
 *
 *     q' = q + p0 (e^2 - q)      r' = r + p1 (e - r)      g = p2 m (1 + t)
 *     x = (E^ + g q e - p3 r)/(1 + g q')                  u = p4 (e^2 q + r^2) */
LAW_EDGE(wobble)
{
    const real g = p[2] * m[0] * (LAW(1) + t[0]), q = s[0], r = s[1];
    s[0] = law_fma(p[0], old * old - q, q);
    s[1] = law_fma(p[1], old - r, r);
    return (law_fma(g * q, old, lin) - p[3] * r) / law_fma(g, s[0], LAW(1));
}

LAW_ENERGY(wobble) { return p[4] * (e * e * s[0] + s[1] * s[1]); }
