/* lean.law.h: a law of fields that keeps nothing, for random problems: x_a of the other components of
 * D. */
LAW_FIELD(lean)
{
    s[0] = p[0] * d[1] + p[1] * d[2];
    s[1] = p[0] * d[0] + p[2] * d[2];
    s[2] = p[1] * d[0] + p[2] * d[1];
}
