/* core/problem/media/storage.c: the energy that a pole holds.
 *
 * A pole's polarisation P = chi E (over base) and its rate Q = dP/dt are taken as the sections
 * do, by the trapezoidal rule, so that a storage function of the differential equation is one
 * of the recursion too, with the mean of two times in place of E, P and Q: for b1 = 0
 *
 *     W = base/(2 b0) (d2 Q^2 + d0 P^2),   change of W = base (E dP - dt d1/b0 Q^2).
 *
 * With b1 the storage function is that of the circuit with the admittance s chi(s), a capacitor
 * C = b0/d0 in series with (d2 s + delta)/(b1 s + b0), delta = d1 - d0 b1/b0. The voltage v = E
 * - P/C lies on the latter, which is a conductance b1/d2 beside an inductor (with a resistor in
 * series) that takes the current Q - v b1/d2, or, where that inductor would be negative, a
 * resistor d2/b1 before a capacitor (with one beside it) that has the voltage v - Q d2/b1. All
 * elements are positive where the pole is passive by itself, b0 >= 0, b1 >= 0 and delta >= 0
 * (O. Brune, J. Math. and Phys. 10 (1931) 191). First order: chi = b1/d1 + (b0 - b1 d0/d1)/(d1
 * s + d0), both capacitors.
 *
 * A pole may be passive only together with others, as partial fractions of lossy media in
 * series and fits of metals are. Then W is that of the passive pole with the same resonance x,
 * d2 x'' + d1 x' + d0 x = E, and the nearest b1, which is not below 0; of a pole with b0 < 0,
 * or without b0 but with d0, nothing is counted, of first order the constant alone. What such
 * poles take and give beyond that is not in W, which may rise for a time.
 *
 * P and Q of the time of E are linear in E and the words: with d, k0, a1, a0 and the rest of
 * section.c, d S2 = -a0 d(P - k0 E) gives P, and the trapezoidal rule itself gives Q. */
#include "section.h"
#include <math.h>

/* A number that is linear in the field and the words. */
typedef struct linear {
    double f, s1, s2;
} linear;

static linear sum(linear x, double factor, linear y)
{
    return (linear){x.f + factor * y.f, x.s1 + factor * y.s1, x.s2 + factor * y.s2};
}

/* weight x^2 */
static void add(double weight, linear x, double *square, double energy[5])
{
    *square += weight * x.f * x.f;
    energy[0] += weight * 2.0 * x.f * x.s1;
    energy[1] += weight * 2.0 * x.f * x.s2;
    energy[2] += weight * x.s1 * x.s1;
    energy[3] += weight * 2.0 * x.s1 * x.s2;
    energy[4] += weight * x.s2 * x.s2;
}

/* The difference of two products is no more than their rounding: an element with no current in
 * it, or no voltage on it. */
static bool nothing(double difference, double x, double y)
{
    const double LEAST =
        1e-9; /* float32 loses 2^-24 of x; its square over this is 4e-6 of it */
    return fabs(difference) <= LEAST * (fabs(x) + fabs(y));
}

static void first_order(const yee_pole *p, double base, double dt, double *square,
                        double energy[5])
{
    const double a = 2.0 * p->d1 + p->d0 * dt, part = p->b1 * p->d0 / p->d1;
    const double b0 = p->b0 - part;
    const linear slow = {dt * b0 / a, -dt / base * a / (2.0 * p->d0 * dt), 0.0};
    *square += 0.5 * base * p->b1 / p->d1;
    if (!nothing(b0, p->b0, part) && p->d0 / b0 > 0.0)
        add(0.5 * base * p->d0 / b0, slow, square, energy);
}

/* P and Q. */
typedef struct motion {
    linear charge, current;
} motion;

static motion motion_of(const yee_pole *p, double base, double dt)
{
    const double a = 4.0 * p->d2 + 2.0 * dt * p->d1 + p->d0 * dt * dt, word = dt / base;
    motion m = {{0.0, 0.0, 0.0},
                {(4.0 * p->b1 + 2.0 * p->b0 * dt) / a, word * a / (4.0 * p->d2 * dt), 0.0}};
    if (p->d0 != 0.0) { /* else nothing asks for the charge */
        m.charge = (linear){dt * (2.0 * p->b1 + p->b0 * dt) / a, 0.0,
                            -word * a / (4.0 * p->d0 * dt * dt)};
        m.current.s2 = -word * a / (8.0 * p->d2 * dt);
    }
    return m;
}

/* P and Q of a pole with another b1, by P = b0 x + b1 x', Q = b0 x' + b1 x''; false: P and Q do
 * not tell x. */
static bool turn_to(const yee_pole *p, double b1, motion *m)
{
    const linear field = {1.0, 0.0, 0.0}, none = {0.0, 0.0, 0.0};
    const double slope = p->b1 / p->d2, next = b1 / p->d2;
    const double xx = p->b0, xy = p->b1, yx = -slope * p->d0, yy = p->b0 - slope * p->d1;
    const double det = xx * yy - xy * yx;
    if (nothing(det, xx * yy, xy * yx))
        return false;
    const linear rest = sum(m->current, -slope, field);
    const linear x = sum(sum(none, yy / det, m->charge), -xy / det, rest);
    const linear rate = sum(sum(none, xx / det, rest), -yx / det, m->charge);
    m->charge = sum(sum(none, p->b0, x), b1, rate);
    m->current = sum(sum(sum(none, next, field), p->b0 - next * p->d1, rate), -next * p->d0, x);
    return true;
}

static void second_order(const yee_pole *any, double base, double dt, double *square,
                         double energy[5])
{
    const double sign = any->d2 < 0.0 ? -1.0 : 1.0;
    const yee_pole p = {sign * any->b1, sign * any->b0, sign * any->d0, sign * any->d1,
                        sign * any->d2};
    if (p.b0 < 0.0 || (p.b0 == 0.0 && p.d0 != 0.0))
        return;
    const double stiff = p.d0 == 0.0 ? 0.0 : p.d0 / p.b0; /* 1/C */
    const double b1 = fmax(0.0, stiff == 0.0 ? p.b1 : fmin(p.b1, p.d1 / stiff));
    motion m = motion_of(&p, base, dt);
    if (b1 != p.b1 && !turn_to(&p, b1, &m))
        return;
    const linear voltage = sum((linear){1.0, 0.0, 0.0}, -stiff, m.charge);
    const double delta = p.d1 - stiff * b1, rest = p.d2 * p.b0 - b1 * delta;
    add(0.5 * base * stiff, m.charge, square, energy);
    if (nothing(rest, p.d2 * p.b0, b1 * delta))
        return;
    if (rest < 0.0)
        add(-0.5 * base * b1 * b1 / rest, sum(voltage, -p.d2 / b1, m.current), square, energy);
    else
        add(0.5 * base * p.d2 * p.d2 / rest, sum(m.current, -b1 / p.d2, voltage), square,
            energy);
}

void yee_pole_energy(const yee_pole *p, double base, double dt, double *square,
                     double energy[5])
{
    for (int n = 0; n < 5; n++)
        energy[n] = 0.0;
    if (p->b1 == 0.0 && p->b0 == 0.0)
        return;
    if (p->d2 != 0.0)
        second_order(p, base, dt, square, energy);
    else if (p->d0 == 0.0) /* a constant, and a conductivity, which holds nothing */
        *square += 0.5 * base * p->b1 / p->d1;
    else if (p->d1 == 0.0) /* a constant */
        *square += 0.5 * base * p->b0 / p->d0;
    else
        first_order(p, base, dt, square, energy);
}
