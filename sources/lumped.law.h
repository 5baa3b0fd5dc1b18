/* sources/lumped.law.h: see lumped.c. p[0]: 1 in series, 0 in parallel.
 *
 * Series, p: R (Ohm), 2L/dt (Ohm), 1/C (1/F), dt (s); s: i (A) and q (C) at n dt,
 *
 *     v = R i + (2L/dt) (i - i_n) + (q_n + i dt/2)/C,   i_n+1 = 2 i - i_n,   q_n+1 = q_n + i dt
 *
 * Parallel, p: 1/R (S), 2C/dt (S), dt/(2L) (S); s[0]: j (A) at n dt,
 *
 *     i = v/R + (2C/dt) (v - v_n) + j_n + v dt/(2L),   j_n+1 = j_n + v dt/L  */
LAW_PORT(lumped)
{
    if (p[0] > LAW(0)) {
        const real i =
            (drive + p[2] * s[0] - p[3] * s[1]) / (load + p[1] + p[2] + LAW(0.5) * p[3] * p[4]);
        s[0] = p[2] > LAW(0) ? LAW(2) * i - s[0] : s[0];
        s[1] += i * p[4];
        return -i;
    }
    const real g = p[1] + p[2] + p[3];
    const real i = (g * drive - p[2] * before + s[0]) / (LAW(1) + g * load);
    s[0] += LAW(2) * p[3] * (drive - load * i);
    return -i;
}
