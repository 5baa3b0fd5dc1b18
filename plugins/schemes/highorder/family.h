/* highorder/family.h: what the high-order schemes are, for every backend.
 *
 * All of them have Yee's mesh and one operator. The update of a component along d takes, for
 * each of the other two axes a, the difference along a of the component along s = 3 - a - d,
 *
 *     D f = 1/delta_a sum_p { w[p][0] f_p + w[p][1] (f_p at +-1 along d)
 *                           + w[p][2] (f_p at +-1 along s) + w[p][3] (f_p at the 4 diagonals) }
 *     f_p = f(+(p + 1/2) delta_a) - f(-(p + 1/2) delta_a),   p = 0, 1, 2
 *
 * so a scheme is its weights and a way to step in time. With the fields' e^{-j k.r} D becomes
 * -(2 j/delta_a) sum_p sin((p + 1/2) k_a delta_a) (w[p][0] + 2 w[p][1] cos k_d delta_d + ...),
 * and leapfrog obeys (sin(omega dt/2)/(c dt))^2 = Q(k), Q being half the trace of the product
 * of the symbols of the two curls: its eigenvalues are 0, Q, Q. The limit is c dt sqrt(max Q) =
 * 1.
 *
 * Weights may depend on c dt and on a design wavelength; both are those of the medium, so a
 * medium of index n has its own weights. */
#ifndef HIGHORDER_FAMILY_H
#define HIGHORDER_FAMILY_H

#include <yee/scheme.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WIDE_REACH = YEE_PAIRS, /* most pairs of points along the axis of a difference */
    WIDE_ACROSS =
        YEE_ACROSS /* classes of offsets across it: none, along d, along s, diagonal */
};

typedef double wide_weights[WIDE_REACH][WIDE_ACROSS];

/* The wave that weights are made for. */
typedef struct wide_wave {
    double d[3];   /* m, cell; 0: invariant */
    double travel; /* m, c dt in the medium */
    double length; /* m, design wavelength in the medium; infinite: none */
} wide_wave;

typedef enum wide_time {
    WIDE_LEAPFROG,
    WIDE_BACKWARD, /* staggered backward differentiation over four levels; s44.c */
} wide_time;

/* How weights pass metal and changes of medium inside the grid; links.h. */
typedef enum wide_inside {
    WIDE_HYBRID,  /* D = G + (P_H G + G P_E)/2, links of P cut */
    WIDE_LINKS,   /* D = G (1 + P) of the field that is read, links of P cut; hodge44.c */
    WIDE_NOTHING, /* no stable treatment is known */
} wide_inside;

typedef struct wide_scheme {
    const char *name, *cuda; /* of the scheme, and of its twin on a GPU */
    int reach;               /* layers of halo, cells */
    int flops;               /* of a component and step */
    bool cubic;              /* equal cells only */
    bool designed;           /* for one frequency */
    wide_time time;
    wide_inside inside;
    /* Weights in three dimensions of the difference along a of the component along s that
     * updates the one along d, in the update of E or of H. w comes zeroed. */
    void (*weights)(const wide_wave *wave, bool electric, int a, int d, int s, wide_weights w);
} wide_scheme;

extern const wide_scheme wide_fang24, wide_t26, wide_fv24, wide_fv24wb, wide_ztc, wide_s44,
    wide_me44, wide_me44x, wide_hodge44, wide_ckc;

/* Calls X(name) for every scheme. */
#define WIDE_SCHEMES(X) \
    X(fang24) X(t26) X(fv24) X(fv24wb) X(ztc) X(s44) X(me44) X(me44x) X(hodge44) X(ckc)

/* Keys of the schemes that are designed for a frequency; those that are not have none. */
typedef struct wide_config {
    double frequency; /* Hz; NaN: as cells say */
    double cells;     /* per design wavelength in vacuum; NaN: as the sources' band says */
} wide_config;
#define WIDE_DESIGN_KEYS \
    YEE_PARAM_REAL( \
        wide_config, frequency, "Hz", YEE_UNSET, YEE_POSITIVE, YEE_INFINITY, \
        "Frequency the weights are exact at; by default that of `cells`, or the best " \
        "for the sources' band."), \
        YEE_PARAM_REAL(wide_config, cells, NULL, YEE_UNSET, 2.5, 1000, \
                       "Cells per design wavelength in vacuum; 10 where neither key is given " \
                       "and the sources have no band."), \
        YEE_PARAM_AT_MOST_ONE("frequency|cells")
extern const yee_param wide_params[], wide_no_params[];
/* Where neither is given: the design whose largest error in the band (Hz) is least. */
void wide_band(wide_config *config, double low, double high);

/* A uniform medium on a grid: c (m/s) the velocity in it. */
wide_wave wide_wave_of(const wide_config *config, const double d[3], double dt, double c);
/* Cell of each axis (m; 0: invariant), the smallest where they differ. */
void wide_cell(const yee_grid *grid, double d[3]);
/* The first axis whose cells differ, and its first cell wider than the smallest; -1: none. */
int wide_unequal(const yee_grid *grid, int64_t *cell);
/* sigma dt/eps, from leapfrog's ca = (1 - L/2)/(1 + L/2). */
double wide_loss(const yee_update *u);
/* Weights with those along invariant axes folded into the others. */
void wide_weigh(const wide_scheme *s, const wide_wave *wave, bool electric, int a, int d,
                wide_weights w);
/* Q (1/m^2) at a wave vector (rad/m). */
double wide_symbol(const wide_scheme *s, const wide_wave *wave, const double k[3]);
/* (c dt)^2 max Q, which must be at most wide_limit(). */
double wide_number(const wide_scheme *s, const wide_wave *wave);
double wide_limit(const wide_scheme *s); /* 1; backward differentiation 1/4 */

/* The functions of yee_scheme_ops that are the same for every backend. */
yee_status wide_traits(const wide_scheme *s, yee_scheme_traits *traits);
double wide_courant(const wide_scheme *s, const wide_config *config, const yee_grid *grid,
                    double c);
double wide_dispersion(const wide_scheme *s, const wide_config *config, const double d[3],
                       double dt, double c, double omega, const double k[3]);

/* yee_scheme_ops.time_stencil */
void wide_levels(const wide_scheme *s, double rate[YEE_TIME_LEVELS],
                 double mean[YEE_TIME_LEVELS]);
/* yee_scheme_ops.stencil; 0 on a grid that wide_accept() does not take. */
int wide_stencil(const wide_scheme *s, const wide_config *config, const yee_grid *grid,
                 double c, bool electric, int a, int d, double w[YEE_PAIRS][YEE_ACROSS]);

/* fourth.c: D = d/da (1 + (c dt)^2/24 laplacian) + O(delta^4) on a near pair, a far one and
 * near ones one cell across: with q_b = (c dt/delta_b)^2
 *
 *     w[1][0] = (q_a - 1)/24,  w[0][1] = (q_d - share)/24,  w[0][2] = (q_s + share)/24
 *
 * and w[0][0] what is left of 1. share moves weight from the neighbours along d to those along
 * s. */
void wide_fourth(const wide_wave *wave, int a, int d, int s, double share, wide_weights w);

/* design.c: what exact phase velocity along [100], [110], [111] asks of the symbol at the
 * design wavelength: for m = 1, 2, 3 q = kappa/sqrt(m) along each axis used, kappa = 2 pi
 * delta/length. */
typedef struct wide_target {
    double near, far; /* sin(q/2), sin(3q/2)/3 */
    double one, two;  /* means over the offsets of one cell and over the diagonals */
    double value;     /* sin(kappa S/2)/(S sqrt(m)), S = travel/delta */
} wide_target;
/* The shares k of three groups of points, the near pair having the rest of 1, that make it so:
 * sum (group - near) k = value - near for each m. False: there are none. */
bool wide_design(const wide_wave *wave, void (*groups)(const wide_target *t, double group[3]),
                 double k[3]);

#ifdef __cplusplus
}
#endif
#endif
