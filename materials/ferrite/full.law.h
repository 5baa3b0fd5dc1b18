/* full.law.h: dM/dt = gamma mu0 (H0 + M0 + u) x M + (alpha/Ms) M x dM/dt, M = M0 + m, u = B/mu0 of the
 * wave; M x M = 0 lets H + M stand for H. Words and parameters: those of linear.law.h.
 *
 * With the means over the step for u and M, a = a0 + p7 (u+ + u)/2, w = a + (alpha/Ms) M, the step d of
 * m has d - w x d = v and a closed form; |M| is kept:
 *
 *     v = 2 a x m + p7 (u+ + u) x M0,    d = (v + w x v + w (w.v))/(1 + w.w) */
LAW_FIELD(ferrite_full)
{
    const real ux = p[7] * (d[0] + s[3]), uy = p[7] * (d[1] + s[4]), uz = p[7] * (d[2] + s[5]);
    const real mx = -s[0], my = -s[1], mz = -s[2];
    const real ax = law_fma(LAW(0.5), ux, p[0]), ay = law_fma(LAW(0.5), uy, p[1]),
               az = law_fma(LAW(0.5), uz, p[2]);
    const real wx = law_fma(p[6], p[3] + mx, ax), wy = law_fma(p[6], p[4] + my, ay),
               wz = law_fma(p[6], p[5] + mz, az);
    const real vx = LAW(2) * (ay * mz - az * my) + (uy * p[5] - uz * p[4]);
    const real vy = LAW(2) * (az * mx - ax * mz) + (uz * p[3] - ux * p[5]);
    const real vz = LAW(2) * (ax * my - ay * mx) + (ux * p[4] - uy * p[3]);
    const real along = wx * vx + wy * vy + wz * vz;
    const real part = law_inverse(LAW(1) + (wx * wx + wy * wy + wz * wz));
    s[0] = s[0] - part * (vx + (wy * vz - wz * vy) + wx * along);
    s[1] = s[1] - part * (vy + (wz * vx - wx * vz) + wy * along);
    s[2] = s[2] - part * (vz + (wx * vy - wy * vx) + wz * along);
    s[3] = d[0];
    s[4] = d[1];
    s[5] = d[2];
}

/* Half a step of the field's work is in it: E is at n dt, M at (n-1/2) dt. -M0.m = m.m/2, as |M| is
 * kept. */
LAW_CELL_ENERGY(ferrite_full)
{
    return p[9] * (s[0] * s[3] + s[1] * s[4] + s[2] * s[5]) +
           p[10] * (s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
}
