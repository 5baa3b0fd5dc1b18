/* carriers.law.h: two_photon.law.h, and the free carriers that two photons leave. With their
 * density N, m = (x + e)/2 and sigma = n0 c eps0 carrier_cross_section N,
 *
 *     N' = s3 m^4/(2 hbar w) - N/t,   J' = 2 eps0 n0 w^2 carrier_index N m - J/t
 *     x + ... + cb (s3 m^3 + sigma m + (J(n) + J(n+1))/2) = E^
 *
 * J lowers the index by carrier_index N at w, as free charges do, whose share in it goes when they
 * recombine. All is taken in the middle of the step, N there as e makes it: the work of each term
 * but J's is never negative, and J's is that of J^2/N, which falls as N grows and as J decays. With
 * q = 2 e + d = 2 m and r = 1 + dt/(2 t)
 *
 *     J(n+1) = J(n) (2 - r)/r + k N q/cb,   k = cb eps0 n0 w^2 carrier_index dt/r
 *
 * Words: N, cb J, and what N was too small to take, so that float32 counts every photon.
 *
 *     p[0] ... 3   as in two_photon.law.h
 *     p[4], p[5]   dt s3/(4 hbar w) and dt/(2 t), for N in the middle of the step
 *     p[6]         cb n0 c eps0 carrier_cross_section/2 + k/2
 *     p[7] ... 9   1/r, (2 - r)/r and k
 *     p[10], 11    dt s3/(32 hbar w r) and dt/(t r), for N at its end
 *     p[12]        J/m^3 of 1/m^3 (V/m)^-2: 1/(4 cb^2 eps0 n0 w^2 carrier_index), or 0 */
LAW_EDGE(kerr_carriers)
{
    const real square = old * old;
    const real n = law_fma(p[4] * square, square, law_fma(-p[5], s[0], s[0]));
    const real pull = p[6] * n, twice = old + old;
    const real rise = law_fma(-pull, twice, law_fma(-p[7], s[1], lin - old));
    const real a = p[0] * old, b = law_fma(a, old, LAW(1)) + pull;
    const real line = law_fma(p[2], rise, a), sum = twice + rise;
    const real steep = law_fma(LAW(3) * p[3] * sum, sum, law_fma(rise, line, b));
    const real chord = law_inverse(law_fma(rise, law_fma(p[2], rise, line), steep));
    real d = rise;
    LAW_UNROLL for (int k = 0; k < 3; k++)
    {
        const real slope = law_fma(d, law_fma(p[2], d, a), b), q = twice + d;
        d = law_fma(chord, law_fma(-d, slope, law_fma(-(p[3] * q) * q, q, rise)), d);
    }
    const real q = twice + d, photons = p[10] * (q * q) * (q * q);
    const real more = law_fma(-p[11], s[0], photons) + s[2], now = s[0] + more;
    s[1] = law_fma(p[8], s[1], p[9] * n * q);
    s[2] = more - (now - s[0]);
    s[0] = now;
    return old + d;
}

LAW_ENERGY(kerr_carriers)
{
    return p[1] * (e * e) * (e * e) + p[12] * s[1] * s[1] / (s[0] + LAW(1));
}
