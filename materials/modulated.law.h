/* modulated.law.h: eps(t) = eps (1 + depth m(t)) on an edge, P = eps0 eps depth m E. p[0] = g =
 * (cb/dt) eps0 eps depth. Signals: cos and sin of the modulation's phase at n dt, then at
 * (n + 1) dt; map: cos and sin of the phase that the place adds.
 *
 *     x + g (m(n+1) x - m(n) e) = E^,  m = cos(phase of the time + phase of the place) */
LAW_EDGE(modulated)
{
    const real before = t[0] * m[0] - t[1] * m[1], after = t[2] * m[0] - t[3] * m[1];
    return law_fma(p[0] * before, old, lin) / law_fma(p[0], after, LAW(1));
}
