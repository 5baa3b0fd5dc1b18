/* two_photon.law.h: a loss that grows with the square of the field, on an edge.
 *
 *     x + q (x + e)^3 = E^,   q = p[0] = cb s3/8
 *
 * J = s3 m^3 with m = (x + e)/2, the field in the middle of the step, so that the loss J m is never
 * negative. By a chord, as kerr.law.h has it. */
LAW_EDGE(two_photon)
{
    const real q = p[0], sum = lin + old;
    const real chord = law_inverse(law_fma(LAW(3) * q * sum, sum, LAW(1)));
    real x = lin;
    LAW_UNROLL for (int n = 0; n < 3; n++)
    {
        const real both = x + old;
        x = law_fma(chord, lin - x - q * both * both * both, x);
    }
    return x;
}
