/* sources/diode.law.h: see diode.c. p: Is (A), vt (V), R (Ohm), 2 C/dt (S); s[0]: u at n dt, V.
 *
 * w with w + log w = y: one step of F. N. Fritsch, R. E. Shafer and W. P. Crowley, Commun. ACM 16
 * (1973) 123, leaves the fourth power of an error; the guesses are within a fifth of w, and three
 * steps leave nothing but the rounding of log w. Below -50 w - exp(y) is -exp(2 y). */
LAW_PORT(diode)
{
    const real is = p[0], vt = p[1], z = load + p[2], g = p[3];
    const real shunt = LAW(1) + z * g, a = z * is / shunt;
    const real b = (drive + z * is + z * g * s[0]) / shunt;
    const real y = b / vt + law_log(a / vt);
    real w = law_exp(law_min(y, LAW(1)));
    if (y >= LAW(-50)) {
        w = y < LAW(1) ? w / (LAW(1) + LAW(0.5) * w) : law_max(y - law_log(y), LAW(0.5));
        for (int n = 0; n < 3; n++) {
            const real r = y - w - law_log(w),
                       q = LAW(2) * (LAW(1) + w) * (LAW(1) + w + LAW(2) * r / LAW(3));
            w *= LAW(1) + r / (LAW(1) + w) * (q - r) / (q - LAW(2) * r);
        }
    }
    const real u = b - vt * w;
    const real i = vt * w * shunt / z - is + g * (u - s[0]);
    s[0] = g > LAW(0) ? LAW(2) * u - s[0] : s[0];
    return -i;
}
