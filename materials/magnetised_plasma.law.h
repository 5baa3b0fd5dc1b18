/* magnetised_plasma.law.h: dJ/dt = eps0 wp^2 E - nu J + wc x J in a cell. Words: J (A/m^2).
 *
 *     p[0], p[1]    (1 - nu dt/2)/a and eps0 wp^2 dt/a, a = 1 + nu dt/2
 *     p[2] ... 4    b = (wc dt/2)/a
 *     p[5]          1/(1 + b.b)
 *     p[6], p[7]    1/(2 eps0 wp^2) and dt/2
 *
 * With the means over the step for J on the right, J+ - b x J+ = r, which has the closed form
 *
 *     r = p0 J + b x J + p1 E,    J+ = (r + b x r + b (b.r))/(1 + b.b) */
LAW_CELL(magnetised_plasma)
{
    const real bx = p[2], by = p[3], bz = p[4];
    const real rx = p[0] * s[0] + (by * s[2] - bz * s[1]) + p[1] * e[0];
    const real ry = p[0] * s[1] + (bz * s[0] - bx * s[2]) + p[1] * e[1];
    const real rz = p[0] * s[2] + (bx * s[1] - by * s[0]) + p[1] * e[2];
    const real along = bx * rx + by * ry + bz * rz;
    s[0] = p[5] * (rx + (by * rz - bz * ry) + bx * along);
    s[1] = p[5] * (ry + (bz * rx - bx * rz) + by * along);
    s[2] = p[5] * (rz + (bx * ry - by * rx) + bz * along);
}

/* Half a step of the field's work is in it: E is at n dt, J at (n-1/2) dt. */
LAW_CELL_ENERGY(magnetised_plasma)
{
    return p[6] * (s[0] * s[0] + s[1] * s[1] + s[2] * s[2]) +
           p[7] * (e[0] * s[0] + e[1] * s[1] + e[2] * s[2]);
}
