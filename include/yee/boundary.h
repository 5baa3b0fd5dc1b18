/* yee/boundary.h: a boundary closes the curl at a face of the grid, stretches it, damps the
 * media in front of it or lays an admittance sheet on it.
 *
 * What cannot be written as a rule, a stretch, a damping and a sheet is no boundary here: Mur's
 * second order, Higdon's and the Engquist-Majda conditions (they need the neighbours' fields of
 * two times), a phase from one face to the other (Bloch), sqrt(s) as it stands (skin effect:
 * only as a rational fit of it, as poles), and Dirichlet-to-Neumann maps (every edge of a face
 * would need all others). */
#ifndef YEE_BOUNDARY_H
#define YEE_BOUNDARY_H

#include <yee/material.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The rule for the fields at a face of the grid. */
typedef enum yee_face_rule {
    /* Tangential E on the face is zero. */
    YEE_FACE_PEC,
    /* Tangential H is odd about the face: the dual cell on it has half its width. */
    YEE_FACE_PMC,
    /* Node n is node 0; both faces of the axis must say so. */
    YEE_FACE_PERIODIC,
    /* A neighbour of a decomposed grid; set by the core, never by a plugin. */
    YEE_FACE_OPEN,
} yee_face_rule;

/* The face a boundary instance is asked to close. */
typedef struct yee_face {
    uint32_t size;
    int axis;            /* 0, 1, 2 */
    int side;            /* 0: at the low end, 1: at the high end */
    int64_t cells;       /* cells of the grid along the axis */
    const double *width; /* m, shape [cells], counted from the face inwards */
    double dt;           /* s */
    double eps_r, mu_r;  /* mean relative eps_inf and mu_inf of the cells at the face */
    /* All faces of the grid, x-, x+, y-, ...; those of an axis along which nothing varies have no
     * cells. Shape [6]; lives as long as the instance. */
    const struct yee_face *faces;
} yee_face;

/* How a boundary instance closes a face. */
typedef struct yee_closure {
    uint32_t size;
    yee_face_rule rule;
    int64_t layer; /* cells of absorbing layer in front of the face; 0: none */
    /* Cells in front of the face whose media are damped; 0: none. Only where damping() is
     * given, not at periodic faces, and not together with a layer. */
    int64_t damped;
    /* The admittance sheet on the face, for E along x, y and z (that of the face's own axis is
     * not looked at), written as yee_material.sheet is. Comes as 0. What lies behind the sheet is
     * the face's rule, which must be YEE_FACE_PMC, nothing: a wave that falls on the face alone
     * meets the impedance 1/Y. Y must be passive, Re Y >= 0. Not together with a layer or damped
     * cells of the same face. The core adds Y over the width of the half dual cell to the media of
     * the edges on the face, by the trapezoidal rule: the wall is of second order in space and
     * time. The poles live as long as the instance. */
    yee_response sheet[3];
    /* The face is a plane of symmetry: the grid is one half of the model, or a quarter or an
     * eighth where faces of other axes are such planes too, and sources, ports, energies and fluxes
     * are those of the whole. The rule YEE_FACE_PEC makes it an electric plane (the image of a
     * charge is the opposite one), YEE_FACE_PMC a magnetic one; no other rule, and no layer,
     * damped cells or sheet on the same face. Comes as false, a wall. */
    bool symmetry;
} yee_closure;

/* Complex-frequency-shifted stretching s = kappa + sigma/(alpha + j omega eps0);
 * M. Kuzuoglu and R. Mittra, IEEE Microw. Guided Wave Lett. 6 (1996) 447, eq. (3). */
typedef struct yee_stretch {
    double kappa; /* >= 1 */
    double sigma; /* S/m, >= 0 */
    double alpha; /* S/m, >= 0 */
} yee_stretch;

typedef struct yee_boundary_ops {
    uint32_t size;
    /* Says how the face is closed; *closure comes as a PEC face without a layer. */
    yee_status (*close)(const yee_host *host, const void *config, const yee_face *face,
                        yee_closure *closure);
    /* The stretch at a depth (m) below the inner edge of the layer, thickness (m) being the
     * whole layer's; called once per half cell. NULL where there is never a layer. */
    yee_status (*stretch)(const yee_host *host, const void *config, const yee_face *face,
                          double depth, double thickness, yee_stretch *stretch);
    /* The rate (1/s, >= 0) of every medium's damping at a depth (m) below the inner edge of the
     * damped cells, thickness (m) being that of all; called once per half cell. In a medium
     * with the rate a both curl equations take s + a for s: all fields fade by exp(-a t). Where
     * damped cells of several faces meet the largest rate holds. NULL where nothing is ever
     * damped. */
    yee_status (*damping)(const yee_host *host, const void *config, const yee_face *face,
                          double depth, double thickness, double *rate);
} yee_boundary_ops;

#ifdef __cplusplus
}
#endif
#endif
