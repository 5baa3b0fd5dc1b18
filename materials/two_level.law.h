/* two_level.law.h: a line whose strength follows the inversion that the field leaves. With n =
 * (N2 - N1)/N:
 *
 *     P'' + dw P' + w0^2 P = -eps0 s n E,   n' = (n0 - n)/T + b E P'
 *
 *     P(n+1) (1 + dw dt/2) = (2 - w0^2 dt^2) P(n) - (1 - dw dt/2) P(n-1) - eps0 s dt^2 n e
 *     x = E^ - (cb/dt) (P(n+1) - P(n)),   W = (x + e)/2 (P(n+1) - P(n))
 *     n (1 + dt/(2 T)) = n (1 - dt/(2 T)) + n0 dt/T + b W
 *
 * W is what the field loses in the step, to rounding. Words: (cb/dt) P, its rise, n, and what n
 * was too small to take, so that float32 sums lifetimes of any number of steps.
 *
 *     p[0] ... 2   (1 - dw dt/2)/k, -(w0 dt)^2/k and -cb eps0 s dt/k, k = 1 + dw dt/2
 *     p[3] ... 5   -dt/T/q, n0 dt/T/q and b dt/(2 cb)/q, q = 1 + dt/(2 T)
 *     p[6], p[7]   1/b (J/m^3), and the n at which nothing is stored, times -1 */
LAW_EDGE(two_level)
{
    const real rise = law_fma(p[0], s[1], law_fma(p[1], s[0], p[2] * s[2] * old));
    const real x = lin - rise;
    const real more = law_fma(p[3], s[2], law_fma(p[5] * rise, x + old, p[4])) + s[3];
    const real n = s[2] + more;
    s[0] = s[0] + rise;
    s[1] = rise;
    s[3] = more - (n - s[2]);
    s[2] = n;
    return x;
}

LAW_ENERGY(two_level) { return p[6] * (s[2] + p[7] + s[3]); }
