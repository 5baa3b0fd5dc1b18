/* boundaries/impedance.c: a wall of a surface impedance: tangential E is Z times the surface
 * current, with nothing behind it.
 *
 *     impedance                       Z real
 *     resistance, inductance,         Z = R + s L + 1/(s C), in series, or
 *     capacitance                     Y = 1/R + s C + 1/(s L), in parallel
 *     conductivity, collision_rate    Y = sigma/(1 + s/gamma), a layer of electrons (graphene
 *                                     within a band; with gamma towards 0 a superconductor)
 *     matched                         Z = sqrt(mu/eps) of the medium at the face: what comes
 *                                     along the axis leaves
 *
 * A wave of the impedance eta (eta/cos or eta cos of the angle, for E or H along the wall)
 * comes back as (Z - eta)/(Z + eta). It is the admittance sheet of yee/boundary.h in front of a
 * magnetic wall: Y over the half dual cell adds to the media on the face, by the trapezoidal
 * rule, so that the wall is of second order in cell and step, stable at the grid's own limit, and
 * runs on every scheme. materials/common/network.h has the poles.
 *
 * T. B. A. Senior and J. L. Volakis, Approximate Boundary Conditions in Electromagnetics (1995),
 * ch. 2; matched is the first condition of B. Engquist and A. Majda, Math. Comput. 31
 * (1977) 629: at 45 degrees it sends back 0.17. */
#include "../materials/common/network.h"
#include <math.h>
#include <yee/boundary.h>

typedef struct config {
    network_keys net;
    bool matched;
} config;

static const yee_param params[] = {
    NETWORK_IMPEDANCE(config, "Real surface impedance, of a square of the wall."),
    YEE_PARAM_BOOL(config, matched, "no",
                   "The impedance of the medium at the face: absorbs what comes along the axis "
                   "(a first-order absorbing wall, of one plane)."),
    NETWORK_PARAMS(config),
    YEE_PARAM_END,
};

static yee_status find_sheet(const yee_host *host, const config *c, const yee_face *face,
                             yee_response *sheet)
{
    const int forms = network_forms(&c->net);
    if (forms + c->matched != 1)
        return host->fail(host, YEE_INPUT,
                          "%s is given; write exactly one of impedance, matched = yes, a "
                          "network of resistance, inductance and capacitance, or conductivity "
                          "with collision_rate",
                          forms + c->matched ? "more than one impedance" : "no impedance");
    if (!c->matched)
        return network_sheet(host, &c->net, sheet);
    *sheet = (yee_response){.sigma = 1 / (YEE_ETA0 * sqrt(face->mu_r / face->eps_r))};
    return YEE_OK;
}

static yee_status close_face(const yee_host *host, const void *self, const yee_face *face,
                             yee_closure *closure)
{
    yee_response sheet;
    const yee_status status = find_sheet(host, self, face, &sheet);
    if (status)
        return status;
    closure->rule = YEE_FACE_PMC;
    closure->layer = 0;
    for (int n = 1; n < 3; n++)
        closure->sheet[(face->axis + n) % 3] = sheet;
    return YEE_OK;
}

static const yee_boundary_ops ops = {
    .size = sizeof ops,
    .close = close_face,
};
static const yee_plugin plugin = {
    .size = sizeof plugin,
    .kind = YEE_BOUNDARY,
    .name = "impedance",
    .summary = "wall of a surface impedance: real, R L C, electrons, or matched to the medium",
    .reference = "T. B. A. Senior and J. L. Volakis 1995, Approximate Boundary Conditions in "
                 "Electromagnetics",
    .config_size = sizeof(config),
    .params = params,
    .ops = &ops,
    .example = "[boundary.walls]\n"
               "type = impedance\n"
               "impedance = 100 Ohm\n"
               "faces = all\n",
};
YEE_MODULE("1.0", "BSD-3-Clause", &plugin)
