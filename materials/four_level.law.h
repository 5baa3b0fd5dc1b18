/* four_level.law.h: a laser's line between levels 2 and 1 of four, whose populations the field and
 * rates shift. With n the parts of all atoms in levels 1, 2 and 3, and n0 = 1 - n1 - n2 - n3:
 *
 *     P'' + dw P' + w0^2 P = -eps0 s (n2 - n1) E,   S = E P'/(hbar w0 N)
 *     n3' = pump n0 - n3/t32
 *     n2' = n3/t32 - n2/t21 + S
 *     n1' = n2/t21 - n1/t10 - S
 *
 * or n' = -G n + q + d S. The rates are taken in the middle of the step, which gives n a rise of
 *
 *     A n + B + C W,   W = (x + e)/2 (P(n+1) - P(n)),   M = (1 + G dt/2)^-1
 *     A = -M G dt,   B = M q dt,   C = M d/(hbar w0 N)
 *
 * while P is that of two_level.law.h: W is what the field loses in the step, to rounding. Words:
 * (cb/dt) P, its rise, n1 to n3, and what each of these was too small to take, so that float32 sums
 * lifetimes of any number of steps.
 *
 *     p[0] ... 2      (1 - dw dt/2)/k, -(w0 dt)^2/k and -cb eps0 s dt/k, k = 1 + dw dt/2
 *     p[3 + 5 r ...]  for r = 0 ... 2 row r of A, of B, and of C times dt/(2 cb)
 *     p[18]           hbar w0 N, J/m^3 */
LAW_EDGE(four_level)
{
    const real rise = law_fma(p[0], s[1], law_fma(p[1], s[0], p[2] * (s[3] - s[2]) * old));
    const real x = lin - rise, work = rise * (x + old);
    const real n1 = s[2], n2 = s[3], n3 = s[4];
    s[0] = s[0] + rise;
    s[1] = rise;
    LAW_UNROLL for (int r = 0; r < 3; r++)
    {
        const int at = 3 + 5 * r;
        const real rates =
            law_fma(p[at], n1, law_fma(p[at + 1], n2, law_fma(p[at + 2], n3, p[at + 3])));
        const real was = s[2 + r], more = law_fma(p[at + 4], work, rates) + s[5 + r];
        const real now = was + more;
        s[5 + r] = more - (now - was);
        s[2 + r] = now;
    }
    return x;
}

/* Atoms in level 2 have a photon to give, and those in level 3 fall to it. */
LAW_ENERGY(four_level) { return p[18] * ((s[3] + s[4]) + (s[6] + s[7])); }
