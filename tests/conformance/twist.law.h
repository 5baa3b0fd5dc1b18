/* twist.law.h: a law of fields with all that such a law may have, for random problems: what E is
 * beyond the linear medium's from the other components of D, a word that follows the square of D and
 * drives it, a map and a signal.
 *
 *     q' = q + p0 (d.d - q)     x_a = m (1 + t + r) (p[1+a] d_a+1 + p[1+a+2] d_a+2),  r = q'/(1 + q') */
LAW_FIELD(twist)
{
    s[3] = law_fma(p[0], d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - s[3], s[3]);
    const real g = m[0] * (LAW(1) + t[0] + s[3] / (LAW(1) + s[3]));
    s[0] = g * (p[1] * d[1] + p[3] * d[2]);
    s[1] = g * (p[2] * d[2] + p[1] * d[0]);
    s[2] = g * (p[3] * d[0] + p[2] * d[1]);
}
