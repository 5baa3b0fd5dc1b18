/* linear.law.h: m, the part of M beyond M0, by dm/dt = gamma mu0 ((H0 + M0) x m + u x M0) + (alpha/Ms)
 * M0 x dm/dt, u = B/mu0 of the wave. Words: x = -m at (n+1/2) dt and u there, A/m.
 *
 *     p[0] ... 2    a0 = gamma mu0 dt/2 (H0 + M0)
 *     p[3] ... 5    M0 (A/m)
 *     p[6], p[7]    alpha/Ms and gamma mu0 dt/2 (m/A)
 *     p[8]          1/(1 + w.w)
 *     p[9], p[10]   mu0/2 and mu0 (H0 + Ms)/(2 Ms) (H/m)
 *
 * With the means over the step for u and m on the right and w = a0 + (alpha/Ms) M0, the step d of x
 * has d - w x d = v, all across M0:
 *
 *     v = 2 a0 x x - p7 (u+ + u) x M0,    d = (v + w x v)/(1 + w.w) */
LAW_FIELD(ferrite)
{
    const real wx = law_fma(p[6], p[3], p[0]), wy = law_fma(p[6], p[4], p[1]),
               wz = law_fma(p[6], p[5], p[2]);
    const real ux = p[7] * (d[0] + s[3]), uy = p[7] * (d[1] + s[4]), uz = p[7] * (d[2] + s[5]);
    const real vx = LAW(2) * (p[1] * s[2] - p[2] * s[1]) - (uy * p[5] - uz * p[4]);
    const real vy = LAW(2) * (p[2] * s[0] - p[0] * s[2]) - (uz * p[3] - ux * p[5]);
    const real vz = LAW(2) * (p[0] * s[1] - p[1] * s[0]) - (ux * p[4] - uy * p[3]);
    s[0] = s[0] + p[8] * (vx + (wy * vz - wz * vy));
    s[1] = s[1] + p[8] * (vy + (wz * vx - wx * vz));
    s[2] = s[2] + p[8] * (vz + (wx * vy - wy * vx));
    s[3] = d[0];
    s[4] = d[1];
    s[5] = d[2];
}

/* Half a step of the field's work is in it: E is at n dt, M at (n-1/2) dt. */
LAW_CELL_ENERGY(ferrite)
{
    return p[9] * (s[0] * s[3] + s[1] * s[4] + s[2] * s[5]) +
           p[10] * (s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
}
