/* two_photon.law.h: kerr.law.h, and a current s3 m^3, m = (x + e)/2, that absorbs two photons at a
 * time: its work s3 m^4 is never negative. In the rise d = x - e, with q = 2 e + d and h = cb s3/8,
 *
 *     d (1 + 3 g e^2 + d (3 g e + c d)) + h q^3 = E^ - e
 *
 * by the chord of kerr.law.h, which has 3 h q^2 more; cb s3 E^2 <= 0.05 keeps what is left as
 * small.
 *
 *     p[0], p[2], p[3]   3 g, c, h
 *     p[1]               3/4 eps0 chi3, J m/V^4 */
LAW_EDGE(kerr_two_photon)
{
    const real rise = lin - old, a = p[0] * old, b = law_fma(a, old, LAW(1));
    const real line = law_fma(p[2], rise, a), twice = old + old, sum = twice + rise;
    const real steep = law_fma(LAW(3) * p[3] * sum, sum, law_fma(rise, line, b));
    const real chord = law_inverse(law_fma(rise, law_fma(p[2], rise, line), steep));
    real d = rise;
    LAW_UNROLL for (int n = 0; n < 3; n++)
    {
        const real slope = law_fma(d, law_fma(p[2], d, a), b), q = twice + d;
        d = law_fma(chord, law_fma(-d, slope, law_fma(-(p[3] * q) * q, q, rise)), d);
    }
    return old + d;
}

LAW_ENERGY(kerr_two_photon) { return p[1] * (e * e) * (e * e); }
