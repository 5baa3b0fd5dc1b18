/* materials/common/network.h: the admittance of a square of a sheet or wall, by its elements.
 *
 *     impedance                       Z real
 *     resistance, inductance,         Z = R + s L + 1/(s C), in series, or
 *     capacitance                     Y = 1/R + s C + 1/(s L), in parallel
 *     conductivity, collision_rate    Y = sigma/(1 + s/gamma), a layer of electrons (graphene
 *                                     within a band; with gamma towards 0 a superconductor)
 *
 * as a response times a thickness (yee_material.sheet). Each branch is a conductivity or one pole
 * of Y/(s eps0):
 *
 *     R L C in series   Y/(s eps0) = (1/eps0)/(L s^2 + R s + 1/C)
 *     s C, 1/R          inf = C/eps0, sigma = 1/R
 *     1/(s L)           (1/(L eps0))/s^2
 *     electrons         (sigma gamma/eps0)/(s^2 + gamma s)  */
#ifndef YEE_MATERIALS_NETWORK_H
#define YEE_MATERIALS_NETWORK_H

#include <yee/material.h>

typedef struct network_keys {
    double impedance, resistance, inductance, capacitance, conductivity, collision_rate;
    int kind;
} network_keys;

enum { NETWORK_SERIES, NETWORK_PARALLEL };

// clang-format off
#define NETWORK_REAL(config, key, unit, min, help) \
    {#key, YEE_TYPE_REAL, YEE_FIELD(config, net.key, double), unit, YEE_UNSET, min, YEE_INFINITY, \
     NULL, help}
#define NETWORK_IMPEDANCE(config, help) NETWORK_REAL(config, impedance, "Ohm", YEE_POSITIVE, help)
/* The keys besides `impedance`, for a config struct with network_keys net. */
#define NETWORK_PARAMS(config) \
    NETWORK_REAL(config, resistance, "Ohm", 0, "Resistance of a square."), \
    NETWORK_REAL(config, inductance, "H", YEE_POSITIVE, "Inductance of a square."), \
    NETWORK_REAL(config, capacitance, "F", YEE_POSITIVE, "Capacitance of a square."), \
    {"kind", YEE_TYPE_CHOICE, YEE_FIELD(config, net.kind, int), NULL, "series", 0, 0, \
     "series|parallel", \
     "How resistance, inductance and capacitance are connected; those that are not given are " \
     "not there."}, \
    NETWORK_REAL(config, conductivity, "S", YEE_POSITIVE, \
                 "Surface conductivity of a layer of electrons at 0 Hz."), \
    NETWORK_REAL(config, collision_rate, "1/s", YEE_POSITIVE, \
                 "Collision rate of these electrons, 1/tau.")
// clang-format on

/* How many of the forms above are given. */
int network_forms(const network_keys *keys);
/* The admittance of the one form that is given. A pole is the host's memory. */
yee_status network_sheet(const yee_host *host, const network_keys *keys, yee_response *sheet);

#endif
