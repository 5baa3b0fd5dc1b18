/* sources/nonlinear_resistor.law.h: see nonlinear_resistor.c. p[0]: points of a table, which follow
 * as voltages, currents and slopes; 0: a polynomial, p[1] the number of its coefficients, which follow
 * from that of V^0 on.
 *
 * V + load i(V) = drive, whose left side rises: with i0 = i(0) and V0 = drive - load i0 the root is
 * between 0 and V0, for what is left there, load (i(V0) - i0), has the sign of V0. Newton's steps,
 * and bisection where one would leave what is known to hold the root. */
LAW_PORT(nonlinear_resistor)
{
    const int points = (int)p[0];
    real v = LAW(0), low = LAW(0), high = LAW(0), i = LAW(0);
    for (int n = 0; n < 200; n++) {
        real slope = LAW(0);
        if (points > 0) {
            const real *x = p + 1, *y = x + points, *d = y + points;
            int a = 0, b = points - 1;
            while (b - a > 1) {
                const int middle = (a + b) / 2;
                a = x[middle] <= v ? middle : a;
                b = x[middle] <= v ? b : middle;
            }
            if (v <= x[0] || v >= x[points - 1]) { /* a straight line beyond the ends */
                const int end = v <= x[0] ? 0 : points - 1;
                slope = d[end];
                i = y[end] + slope * (v - x[end]);
            } else { /* Hermite's cubic */
                const real h = x[b] - x[a], u = (v - x[a]) / h, chord = (y[b] - y[a]) / h;
                const real c = LAW(3) * chord - LAW(2) * d[a] - d[b],
                           e = d[a] + d[b] - LAW(2) * chord;
                i = y[a] + h * u * (d[a] + u * (c + u * e));
                slope = d[a] + u * (LAW(2) * c + LAW(3) * u * e);
            }
        } else {
            i = LAW(0);
            for (int k = (int)p[1]; k-- > 0;) {
                slope = slope * v + i;
                i = i * v + p[2 + k];
            }
        }
        if (n == 0) { /* v is 0 */
            const real v0 = drive - load * i;
            low = law_min(LAW(0), v0);
            high = law_max(LAW(0), v0);
        }
        const real left = v + load * i - drive;
        low = left <= LAW(0) ? v : low;
        high = left >= LAW(0) ? v : high;
        const real step = left / (LAW(1) + load * slope);
        real next = v - step;
        if (!(next >= low && next <= high))
            next = LAW(0.5) * (low + high);
        if (next == v || high <= low)
            return -i;
        if (law_abs(next - v) <= LAW(1e-16) * law_abs(v))
            return -i;
        v = next;
    }
    return -i;
}
