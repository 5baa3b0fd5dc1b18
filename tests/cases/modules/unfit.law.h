/* unfit.law.h: a resistor of 50 Ohm with the fault p[0]. */
LAW_PORT(unfit)
{
    const real i = drive / (load + LAW(50));
    if (p[0] == LAW(1)) /* gives energy */
        return i;
    if (p[0] == LAW(2)) /* writes beyond its words */
        s[1] = i;
    if (p[0] == LAW(3)) /* the voltage falls with the drive */
        return -LAW(2) * drive / load;
    if (p[0] == LAW(4)) /* no number */
        return -law_log(-i * i);
    return -i;
}
