/* yee/law.h: a law at the points of a medium that no pole can say: it may be nonlinear, may
 * change in time, and may keep words of state.
 *
 * A law is C text in a file of its own, <name>.law.h, compiled into the plugin by
 * yee/law_rows.h. A material hands it out beside its poles (yee_material.law). What the linear
 * medium makes of an E edge in a step, E^ (steps 3 to 5 of yee/problem.h), and the edge's field
 * before it, e, the law turns into the new field x (step 5a). A current density J of the law in
 * the middle of the step lowers the field by cb*J:
 *
 *     x = E^ - cb J            J = dP/dt: x = E^ - (cb/dt) (P(x) - P(e))
 *
 * Edges that only a part of which the medium fills get that part as a factor of cb.
 *
 * A law of cells joins the components: in the middle of every cell of its material it keeps a
 * current density J, driven by the mean E of the four edges of each component around the cell,
 * and what an edge loses is cb times the mean J of the four cells around it (steps 1a and 3a of
 * yee/problem.h). The two means are each other's transpose: where the law takes work at its
 * points, the grid gives it.
 *
 * A law of fields joins the components without a current: E of a cell is a function of the cell's D.
 * Its edges keep a word L (V/m), the field that the linear medium makes of D: eps0 inf L = D. In the
 * middle of every cell of its material the law takes u, the mean of D/eps0 over the four edges of
 * each component, to what E is there beyond u/inf; the mean of that over the four cells around an
 * edge is added to the edge's L (step 5b). D(E) of the whole cell must have a symmetric, positive
 * derivative: the energy of the grid then is that of its points. Its linear medium has no poles and
 * no conductivity.
 *
 * A magnetic law of fields (YEE_LAW_MAGNETIC) is one of H in place of E: its H edges keep L (A/m),
 * mu0 inf L = B, the law takes u, the mean of B/mu0 over the two H edges of each component on
 * the cell's faces, to what H is there beyond u/inf, at (n+1/2) dt, and the mean of that over the
 * two cells beside an H edge is added to the edge's L (step 2a). So H is a function of B at this time
 * and of what the cell's words keep of B before, as where a magnetisation turns: x = -M. Of its
 * material mu has no poles and no loss; eps may have both.
 *
 * The core knows no law: it asks the functions below and tries the rows. */
#ifndef YEE_LAW_H
#define YEE_LAW_H

#include <yee/plugin.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bits of yee_law.has and yee_scheme_traits.laws. */
enum {
    YEE_LAW_EDGE = 1,  /* it acts on single E edges: edge_row */
    YEE_LAW_CELL = 2,  /* it acts on cells, which keep a current: cell_row */
    YEE_LAW_FIELD = 4, /* it acts on cells, where E is a function of D: cell_row; a law has one
                            of the three forms */
    YEE_LAW_MAGNETIC = 8, /* beside YEE_LAW_FIELD: H is a function of B */
    YEE_LAW_ACTIVE = 16,  /* it may give energy to the field; without the bit that is a fault */
    YEE_LAW_STEADY = 32,  /* linear and constant in time: it makes no frequency that no source
                            plays */
};

/* Limits of a law's counts. */
enum { YEE_LAW_MOST_WORDS = 32, YEE_LAW_MOST_PARAMS = 256, YEE_LAW_MOST_SIGNALS = 64 };

/* Where a law acts: the edges of one component in a medium of the run, or cells. */
typedef struct yee_law_place {
    uint32_t size;
    int component; /* YEE_EX, YEE_EY or YEE_EZ; -1: cells */
    double dt;     /* s */
    double cb;     /* V/m that 1 A/m^2 of the law's current takes from the field in a step: the
                      medium's cb times the part of the edge that the law's material fills; 0 of
                      cells, whose edges have their own */
    double inf;    /* relative permittivity of the medium at infinite frequency; 0 of cells */
} yee_law_place;

/* Points of one medium and component, or cells of one material, in a row. Numbers are of the
 * run's precision. */
typedef struct yee_law_row {
    uint32_t size;
    int64_t n;          /* points */
    int64_t pitch;      /* numbers from one word of a point's state or map to its next */
    const void *param;  /* shape [params] */
    const void *signal; /* shape [signals], of this step */
    const void *old;    /* e, V/m at n dt, shape [n]; NULL: cells */
    void *e;         /* E^ in, x out, V/m at (n+1) dt, shape [n]; of cells the mean Ex, Ey and
                           Ez at n dt, of laws of fields u at (n+1) dt, only read, shape
                           [3][e_pitch] */
    void *state;     /* shape [edge_words or cell_words][pitch]; NULL: there are none */
    const void *map; /* shape [edge_maps or cell_maps][pitch]; NULL: there are none */
    int64_t e_pitch; /* of cells: numbers from a component of e to the next */
    const void *linear; /* E^ where it is not in e, V/m, shape [n]: then e may be `old`, whose
                           numbers x takes the place of; NULL: e has it, and is not `old` */
} yee_law_row;

/* Takes points from e and E^ to x, and their states along. */
typedef void yee_law_points(const yee_law_row *row);

/* A law is a constant of its module; `self` lives with the material's instance and is only
 * read. name, has, the rows of its form, prepare, least and reach must be there, all else may be
 * 0 or NULL.
 * Every function but prepare() is pure and may be called from several threads. YEE_LAW() of
 * yee/law_rows.h fills what the text says. */
typedef struct yee_law {
    uint32_t size;
    const char *name; /* a word of letters, digits and '_'; checkpoints know the law by it */
    int32_t version;  /* of text and state: checkpoints of another one are refused */
    uint32_t has;
    const char *text; /* its C text, for schemes that compile it; NULL: they decline */
    int32_t params;   /* numbers of a medium and component, or of cells, that prepare() makes */
    int32_t signals;  /* numbers that play() gives for a step */
    int32_t edge_words, edge_maps; /* numbers that an edge keeps, and that it has for good */
    yee_law_points *edge_row[2];   /* float, double */
    /* J/m^3 that the law's material holds beside its linear medium's energy, between steps, in
     * a field e (V/m). NULL: none. */
    double (*energy)(const double *param, double e, const double *state);
    /* Coefficients in double for the run's dt. A failure is a sentence of host->fail(). */
    yee_status (*prepare)(const yee_host *host, const void *self, const yee_law_place *place,
                          double *param);
    /* State before step 0 and maps of the edge or cell whose middle is at (x, y, z) m. NULL: all
     * 0. */
    void (*begin)(const void *self, const yee_law_place *place, const double at[3],
                  double *state, double *map);
    /* Signals of the step from `step` dt to (step + 1) dt. NULL: there are none. */
    void (*play)(const void *self, double dt, int64_t step, double *signal);
    /* The least dD/(eps0 dE) that the material ever has, its eps_inf among it, or of a magnetic
     * law dB/(mu0 dH), its mu_inf among it: waves are that fast, and the time step follows. Above
     * 0. */
    double (*least)(const void *self);
    /* Largest |E| (V/m) that the law is meant for; the core warns above. Above 0. Of a magnetic law
     * the largest |H| (A/m), which the core takes for its tries alone. */
    double (*reach)(const void *self);
    /* Laws of cells. The first three words of a cell are its Jx, Jy and Jz (A/m^2) at (n-1/2) dt;
     * cell_row takes them to (n+1/2) dt. Laws of fields: they are what E is beyond u/inf, V/m at
     * n dt, which cell_row takes to (n+1) dt. cell_words: 3 or more. */
    int32_t cell_words, cell_maps;
    yee_law_points *cell_row[2]; /* float, double */
    /* J/m^3 that a cell holds beside its edges, between steps, in a mean field e (V/m) of its
     * edges at n dt. NULL: none. Of laws of fields: beside D E/2, which is all that linear ones
     * hold, of magnetic ones beside mu0 inf H L/2, H at (n-1/2) dt and L at (n+1/2) dt, with the
     * words at (n-1/2) dt; e is 0. */
    double (*cell_energy)(const double *param, const double e[3], const double *state);
} yee_law;

#ifdef __cplusplus
}
#endif
#endif
