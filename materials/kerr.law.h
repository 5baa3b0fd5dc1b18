/* kerr.law.h: P = eps0 chi3 E^3 on an edge. p[0] = (cb/dt) eps0 chi3, p[1] = 3/4 eps0 chi3
 * (J m/V^4), p[2]: 0 the form of differences, 1 the conserving form.
 *
 *     differences   x + g (x^3 - e^3) = E^                g = p[0]
 *     conserving    x + 3/2 g (x - e)(x^2 + e^2) = E^
 *
 * Both are solved by a chord, x -= (f(x) - E^)/f'(E^), three times from x = E^: off by 8e-8 of
 * the field at most where chi3 E^2/eps is 0.05, and by 4e-12 where it is 0.01. */
LAW_EDGE(kerr)
{
    /* 3/2 (x - e)(x^2 + e^2) = x^3 - e^3 + (x - e)^3/2: the forms differ in the last term. */
    const real g = p[0], half = p[2] * LAW(0.5) * g, rise = lin - old;
    const real slope = LAW(1) + LAW(3) * (g * lin * lin + half * rise * rise);
    const real chord = LAW(1) / slope;
    real x = lin;
    LAW_UNROLL for (int n = 0; n < 3; n++)
    {
        const real d = x - old;
        const real cubes = law_fma(g, x * x * x - old * old * old, half * d * d * d);
        x = law_fma(chord, lin - x - cubes, x);
    }
    return x;
}

LAW_ENERGY(kerr) { return p[1] * (e * e) * (e * e); }
