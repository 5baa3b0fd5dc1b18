/* sources/varactor.law.h: see varactor.c. p: C0 (F), phi (V), m, R (Ohm), Is (A), vt (V), bias (V),
 * dt (s); s[0]: u + bias at n dt, V.
 *
 * Of a step from u0 to u1 the charge q and the energy w are integrals of C and of u C. Where C is
 * straight, and over a tenth of the distance to phi, Gauss's rule of five points has them to their
 * rounding (its error term is 1.4e-6 times the tenth power of that fraction); a longer way has closed
 * forms. w/q + z (q/dt + Is (exp(w/(q vt)) - exp(-bias/vt))) = drive - bias rises with u1: Newton's
 * steps, and bisection where one would leave what is known to hold the root or is more than half of the
 * step before it. */
LAW_PORT(varactor)
{
    const real point[5] = {LAW(0), LAW(-0.538469310105683091), LAW(0.538469310105683091),
                           LAW(-0.906179845938663993), LAW(0.906179845938663993)};
    const real weight[5] = {LAW(0.284444444444444444), LAW(0.239314335249683234),
                            LAW(0.239314335249683234), LAW(0.118463442528094544),
                            LAW(0.118463442528094544)};
    const real c0 = p[0], phi = p[1], m = p[2], is = p[4], vt = p[5], dt = p[7];
    const real z = load + p[3], target = drive - p[6], u0 = s[0] - p[6];
    const real bent = LAW(0.5) * phi, top = c0 * law_exp(m * law_log(LAW(2)));
    const real rest = is > LAW(0) ? is * law_exp(-p[6] / vt) : LAW(0);
    real u1 = u0, mean = u0, low = u0, high = u0, step = LAW(0);
    bool below = false, above = false;
    for (int n = 0; n < 200; n++) {
        real q = LAW(0), w = LAW(0);
        for (int straight = 0; straight < 2; straight++) {
            const real from = straight ? law_max(u0, bent) : law_min(u0, bent);
            const real to = straight ? law_max(u1, bent) : law_min(u1, bent);
            const real way = to - from, room = phi - law_max(from, to);
            for (int k = 0; k < 5 && (straight || law_abs(way) <= LAW(0.1) * room); k++) {
                const real u = from + LAW(0.5) * way * (LAW(1) + point[k]);
                const real c = straight ? top * (LAW(1) + LAW(2) * m * (u - bent) / phi)
                                        : c0 * law_exp(-m * law_log(LAW(1) - u / phi));
                q += weight[k] * way * c;
                w += weight[k] * way * c * u;
            }
            if (!straight && law_abs(way) > LAW(0.1) * room) {
                const real a = LAW(1) - m, b = LAW(2) - m; /* of x = 1 - u/phi */
                const real x0 = law_log(LAW(1) - from / phi), x1 = law_log(LAW(1) - to / phi);
                const real first =
                    a == LAW(0) ? x1 - x0 : (law_exp(a * x1) - law_exp(a * x0)) / a;
                q -= c0 * phi * first;
                w += c0 * phi * phi * ((law_exp(b * x1) - law_exp(b * x0)) / b - first);
            }
        }
        const real c = u1 > bent ? top * (LAW(1) + LAW(2) * m * (u1 - bent) / phi)
                                 : c0 * law_exp(-m * law_log(LAW(1) - u1 / phi));
        mean = q == LAW(0) ? u0 : w / q;
        const real flow = is > LAW(0) ? is * law_exp(mean / vt) : LAW(0);
        const real left = mean + z * (q / dt + flow - rest) - target;
        const real turn = q == LAW(0) ? LAW(0.5) : c * (u1 - mean) / q;
        const real slope =
            turn * (LAW(1) + (is > LAW(0) ? z * flow / vt : LAW(0))) + z * c / dt;
        low = left <= LAW(0) ? u1 : low;
        high = left >= LAW(0) ? u1 : high;
        below = below || left <= LAW(0);
        above = above || left >= LAW(0);
        real next = u1 - left / slope;
        if (below && above &&
            !(next >= low && next <= high && law_abs(next - u1) < LAW(0.5) * step))
            next = LAW(0.5) * (low + high);
        else if (!(below && above) && next != next) /* exp() was too large */
            next = left < LAW(0) ? u1 + law_abs(u1) + phi : u1 - law_abs(u1) - phi;
        if (law_abs(next - u1) <= LAW(1e-15) * (law_abs(u1) + phi))
            break;
        step = law_abs(next - u1);
        u1 = next;
    }
    s[0] = u1 + p[6];
    return (mean - target) / z;
}
