/* circuit.law.h: a port's law with all that such a law may have, for random problems: a capacitor, a
 * resistor and an inductor in parallel with a source of current, behind a resistor that grows with
 * the current it carried.
 *
 *     p[0], p[1], p[2]    2 C r/dt, dt r/(2 L) and r/R, r being the port's load
 *     t[0]                the source, A
 *     s[0], s[1]          the inductor's current, and a mean of the port's, A
 *
 *     inner = V + series I, V = drive + load I, -I = g inner - known */
LAW_PORT(circuit)
{
    const real carried = law_abs(s[1]);
    const real grown = law_min(carried / (LAW(1) + carried), LAW(0.9));
    const real series = load * (law_exp(grown) - law_log(law_max(LAW(1) - grown, LAW(0.1))));
    const real g = (p[0] + p[1] + p[2]) / load;
    const real known = p[0] / load * before - s[0] + t[0];
    const real current = (known - g * drive) / (LAW(1) + g * (load + series));
    s[0] += LAW(2) * p[1] / load * (drive + (load + series) * current);
    s[1] = law_fma(LAW(0.1), current - s[1], s[1]);
    return current;
}
