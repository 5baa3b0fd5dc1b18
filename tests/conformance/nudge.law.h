/* nudge.law.h: a law without words and maps, for random problems: the field holds itself back the
 * more the stronger it is, and as a signal says. Where there is no field, 1/e^2 is infinite.
 *
 *     q = p2 (1 + t)/(1 + 1/e^2)      x = (E^ + q e)/(1 + q)      u = p4 e^2 */
LAW_EDGE(nudge)
{
    const real part = law_inverse(LAW(1) + law_inverse(old * old));
    const real q = p[2] * (LAW(1) + t[0]) * part;
    return law_fma(q, old, lin) / (LAW(1) + q);
}

LAW_ENERGY(nudge) { return p[4] * e * e; }
