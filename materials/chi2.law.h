/* chi2.law.h: P = eps0 chi2 E^2 on an edge. p[0] = g = (cb/dt) eps0 chi2, p[1] = 2/3 eps0 chi2
 * (J m^-3 (m/V)^3).
 *
 *     x + g (x^2 - e^2) = E^      the root that is E^ where g is 0: 2 c/(1 + sqrt(1 + 4 g c)),
 *                                 c = E^ + g e^2 */
LAW_EDGE(chi2)
{
    const real g = p[0], c = law_fma(g * old, old, lin);
    return LAW(2) * c / (LAW(1) + law_sqrt(law_fma(LAW(4) * g, c, LAW(1))));
}

LAW_ENERGY(chi2) { return p[1] * e * (e * e); }
