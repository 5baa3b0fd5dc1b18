/* heater.law.h: a resistor that its own power heats; see heater.c. p: R0 (Ohm), alpha (1/K), dt/C
 * (K/J s), dt/tau; s[0]: T above the surroundings, K. */
LAW_PORT(heater)
{
    const real r = p[0] * (LAW(1) + p[1] * s[0]), i = drive / (r + load); /* taken in */
    s[0] += p[2] * i * i * r - p[3] * s[0];
    return -i;
}
