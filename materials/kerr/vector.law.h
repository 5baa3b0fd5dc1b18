/* vector.law.h: see vector.c. In a cell u = D/eps0 = inf E + chi3 |E|^2 E has one direction with E, so
 * that of h = 1 - inf |E|/|u| and r = chi3 u^2/inf^3
 *
 *     h = r (1 - h)^3,    x = E - u/inf = -(h/inf) u
 *
 * Newton's steps from r/(1 + 3 r): four leave 1e-15 where r is 0.05, 3e-9 where it is 0.5. Whatever h
 * is of r, x is the gradient of a function of u: no step makes energy.
 *
 *     p[0], p[1]    chi3/inf^3, 1/inf
 *     p[2]          eps0 chi3/4, J m/V^4
 *     s[3]          |E|^2, V^2/m^2
 *
 * The integral of E dD is eps0 (eps E^2/2 + 3/4 chi3 E^4), D E/2 less by eps0 chi3 E^4/4. */
LAW_FIELD(kerr_vector)
{
    const real u2 = law_fma(d[0], d[0], law_fma(d[1], d[1], d[2] * d[2]));
    const real r = p[0] * u2;
    real h = r / law_fma(LAW(3), r, LAW(1));
    LAW_UNROLL for (int n = 0; n < 4; n++)
    {
        const real g = LAW(1) - h, rg = r * g * g;
        h -= law_fma(-rg, g, h) / law_fma(LAW(3), rg, LAW(1));
    }
    const real factor = -h * p[1];
    s[0] = factor * d[0];
    s[1] = factor * d[1];
    s[2] = factor * d[2];
    s[3] = u2 * ((LAW(1) - h) * p[1]) * ((LAW(1) - h) * p[1]);
}

LAW_CELL_ENERGY(kerr_vector) { return p[2] * s[3] * s[3]; }
