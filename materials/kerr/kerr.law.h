/* kerr.law.h: P = eps0 chi3 E^3 on an edge. With g = (cb/dt) eps0 chi3:
 *
 *     differences   x + g (x^3 - e^3) = E^
 *     conserving    x + 3/2 g (x - e)(x^2 + e^2) = E^
 *
 * In the rise d = x - e both are d (1 + 3 g e^2 + d (3 g e + c d)) = E^ - e, with c = g and
 * c = 3/2 g. It is solved by a chord, d -= (f(d) - E^ + e)/f'(E^ - e), three times from d =
 * E^ - e: off by 8e-8 of the field at most where chi3 E^2/eps is 0.05, and by 4e-12 where it is
 * 0.01.
 *
 *     p[0], p[2]   3 g, c
 *     p[1]         3/4 eps0 chi3, J m/V^4 */
LAW_EDGE(kerr)
{
    const real rise = lin - old, a = p[0] * old, b = law_fma(a, old, LAW(1));
    const real line = law_fma(p[2], rise, a), secant = law_fma(rise, line, b);
    const real chord = law_inverse(law_fma(rise, law_fma(p[2], rise, line), secant));
    real d = law_fma(chord, law_fma(-rise, secant, rise), rise);
    LAW_UNROLL for (int n = 0; n < 2; n++)
    {
        const real slope = law_fma(d, law_fma(p[2], d, a), b);
        d = law_fma(chord, law_fma(-d, slope, rise), d);
    }
    return old + d;
}

LAW_ENERGY(kerr) { return p[1] * (e * e) * (e * e); }
