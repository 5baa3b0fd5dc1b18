/* raman.law.h: P = eps0 chi3 ((1 - f) E^3 + f E q) on an edge, q'' + 2 gamma q' + W^2 q = W^2 E^2.
 * Words: q at n dt (V^2/m^2), and q(n) - q(n-1).
 *
 *     p[0], p[1]   g, h = (cb/dt) eps0 chi3 times (1 - f), f
 *     p[2], p[3]   (1 + k - gamma dt)/b and (W dt)^2/b, k = (W dt)^2/4, b = 1 + k + gamma dt
 *     p[4] ... 7   J m/V^4: eps0 chi3 times 3/4 (1 - f), f/2, f/4, f/(4 (W dt)^2)
 *
 * The vibration is stepped by its rise, which float32 keeps where W dt is small, with q as
 * (q(n+1) + 2 q(n) + q(n-1))/4 beside E^2 at n dt: stable at any step. Then
 *
 *     x (1 + h q(n+1)) + g (x^3 - e^3) = E^ + h q(n) e
 *
 * is solved by a chord, as in kerr.law.h. */
LAW_EDGE(raman)
{
    const real g = p[0], before = p[1] * s[0];
    s[1] = law_fma(p[3], old * old - s[0], p[2] * s[1]);
    s[0] = s[0] + s[1];
    const real a = law_fma(p[1], s[0], LAW(1)), b = law_fma(before, old, lin), first = b / a;
    const real chord = law_inverse(law_fma(LAW(3) * g * first, first, a));
    real x = first;
    LAW_UNROLL for (int n = 0; n < 3; n++)
    {
        const real cubes = g * (x * x * x - old * old * old);
        x = law_fma(chord, b - a * x - cubes, x);
    }
    return x;
}

LAW_ENERGY(raman)
{
    const real square = e * e;
    return p[4] * square * square + p[5] * square * s[0] + p[6] * s[0] * s[0] +
           p[7] * s[1] * s[1];
}
