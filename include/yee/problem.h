/* yee/problem.h: the frozen problem, everything a scheme executes and nothing else.
 *
 * One step takes E from n dt to (n+1) dt and H from (n-1/2) dt to (n+1/2) dt, in this order:
 *
 *   1.  every H edge:  curl = D_a E_b - D_b E_a, E at n dt, the axes d, a, b cyclic
 *                      H_d = ca*H_d + cb*(-curl - sum s1)      its sections then take the OLD H
 *   1b. float32 alone: H points whose curl has an E of 3b are updated by 1. in double, from
 *                      that E as 3b keeps it, and rounded
 *   1a. every cell with a law of cells (yee/law.h): its words go from (n-1/2) dt to (n+1/2) dt,
 *       driven by the means over its edges of E at n dt, each component's: of indices j, j+1 and
 *       k, k+1, as H reads E; no mean along an invariant axis
 *       Edges of yee_problem.magnetic_run have L in place of H in 1.
 *   2.  H points:      H[index] += amplitude * signal(step)    a magnetic current at n dt
 *   2a. magnetic laws of fields (yee/law.h): what an edge of magnetic_run has now is its new L. In
 *       every cell with such a law u_d is the mean of to_cell*L over its two edges along d (those
 *       that are not updated count with 0), and the law makes of it the cell's x_d; then
 *
 *       every edge of magnetic_run:  H_d = L + to_edge*(mean of x_d of the cells before and behind
 *                      it along d), with the weights of yee_cell_share(). Such edges are none of 1b.
 *   3.  every E edge:  curl = D_a H_b - D_b H_a, H at (n+1/2) dt
 *                      E_d = ca*E_d + cb*(curl - sum s1)       its sections then take the OLD E
 *       Edges of yee_field_run have L in place of E from here to 5.
 *   3a. every E edge:  E_d = E_d - cb*(mean J_d of the cells around it), J at (n+1/2) dt: those
 *       at indices j-1, j and k-1, k with the weights of yee_cell_share(), as E reads H; a cell
 *       without such a law counts with J = 0. Edges with such a cell are none of 3b, nor are
 *                      those of yee_field_run.
 *   3b. float32 alone: E edges within one cell of a small source are updated by 3. in double
 *                      and kept so for 1b, 3b, 4. and 5. of this step and the next; the field
 *                      holds a rounded copy. A group of E points or a port is a small source
 *                      when it has 32 edges or fewer; points with sections and points in a
 *                      layer stay as they are, in 1b too. A scheme may leave out 1b and 3b:
 *                      without them the rounding of the strong field at a source, new in every
 *                      step, has a curl and drives H like a noisy source.
 *   4.  E points:      E[index] += amplitude * signal(step)    an electric current at (n+1/2) dt
 *   5.  ports          as at yee_port_edge
 *   5a. every E edge whose medium has a law (yee/law.h): x = law(e, E^, state), e its field at
 *       n dt, E^ the one after 5., x the one at (n+1) dt. Such edges are none of 3b.
 *   5b. laws of fields (yee/law.h): what an edge of yee_field_run has now is its new L. In every
 *       cell with such a law u_d is the mean of to_cell*L over its edges, as in 1a (edges that are
 *       not updated count with 0), and the law makes of it the cell's x_d; then
 *
 *       every edge of yee_field_run:  E_d = L + to_edge*(mean of x_d of the cells around it), the
 *                      mean as in 3a
 *   6.  step = step + 1; taps due at this step are taken
 *
 * A section's state is private to its edge; F is the edge's OLD field:
 *
 *     s1' = s1 + s2 - c1*s1 + r1*F
 *     s2' =      s2 - c0*s1 + rd*F
 *
 * The update of the field itself uses s1, the word from before. Sections of one word have
 * c0 = rd = 0 and no s2.
 *
 * D_a, the difference along axis a at its (half) position i:
 *
 *     psi = b[i]*psi + c[i]*(difference)        only where the axis has a layer
 *     D   = inverse[i]*(difference) + psi
 *
 * J. A. Roden and S. D. Gedney, Microw. Opt. Technol. Lett. 27 (2000) 334, eq. (17)-(20).
 *
 * Arrays are C order, z contiguous; all counts and offsets are 64 bits. Everything here is
 * read-only and lives as long as the problem. Numbers are double; a scheme rounds them to its
 * own precision. */
#ifndef YEE_PROBLEM_H
#define YEE_PROBLEM_H

#include <yee/boundary.h>
#include <yee/law.h>
#include <yee/material.h>
#include <yee/port_law.h>
#include <yee/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One axis of the grid: cell i lies between node i and node i+1. */
typedef struct yee_axis_data {
    int64_t cells;         /* n >= 1 */
    bool invariant;        /* 2-D: nothing varies along it; one cell, every inverse is 0 */
    bool periodic;         /* node n is node 0 */
    const double *node;    /* m, shape [n+1] */
    yee_face_rule face[2]; /* low, high */
    /* Cells of absorbing layer at the low and high face: psi lives at the first layer[0] and
     * the last layer[1] positions, half and node. */
    int64_t layer[2];

    /* E differences F[i+1]-F[i] live at half positions, shape [n]; H differences F[i]-F[i-1] at
     * nodes, shape [n+1]. inverse holds 1/(kappa*width), 1/m; at a PMC face the node's width is
     * half a cell, and H beyond a face is 0. None is NULL; b and c are 0 outside of layers. */
    const double *half_inverse, *half_b, *half_c;
    const double *node_inverse, *node_b, *node_c;

    /* Cells at the low and high face whose media are damped: the ids name damped copies there
     * already. */
    int64_t damped[2];

    /* The low and high face is a plane of symmetry (yee_closure.symmetry), electric with the rule
     * YEE_FACE_PEC, magnetic with YEE_FACE_PMC. A scheme steps it like a wall: what sources and
     * ports are worth there is in their numbers already. */
    bool symmetry[2];
} yee_axis_data;

/* Cells at a face that absorb: those of a layer, or those whose media are damped. */
static inline int64_t yee_axis_absorbing(const yee_axis_data *axis, int side)
{
    return axis->layer[side] + axis->damped[side];
}

/* Every component c is an array of shape extent[c] = [x, y, z]: n points where it sits on half
 * positions or the axis is periodic, n+1 on nodes, 1 along an invariant axis. */
typedef struct yee_grid {
    uint32_t size;
    yee_axis_data axis[3];
    bool active[YEE_COMPONENTS]; /* 2-D: TM or TE carries three of the six */
    int64_t extent[YEE_COMPONENTS][3];
    /* Points that are updated: [begin, end). Those outside lie on a PEC face and stay 0. */
    int64_t begin[YEE_COMPONENTS][3];
    int64_t end[YEE_COMPONENTS][3];
    double dt; /* s */
} yee_grid;

/* Limits of yee_scheme_ops.stencil: pairs of points along the axis of a difference, and classes
 * of offsets across it. Limit of yee_scheme_ops.time_stencil: the times that a step in time
 * combines, the next one and those already known. */
enum { YEE_PAIRS = 3, YEE_ACROSS = 4, YEE_TIME_LEVELS = 5 };

/* The filling of an edge or a face: the mean of the materials around it. */
typedef struct yee_medium {
    bool magnetic; /* false: an E edge, true: an H edge */
    yee_conductor conductor;
    yee_response response; /* relative inf, sigma, poles */
    const char *name;      /* "soil", "soil + air" or "soil (damped)" */
} yee_medium;

/* One pole as update coefficients at this dt: a section with a state of one or two words. */
typedef struct yee_section {
    double c1, c0, r1, rd;
    int words; /* 1: s1 only, 2: s1 and s2 */
    /* Weights (J/m^3) of F*s1, F*s2, s1*s1, s1*s2, s2*s2 in the energy, see yee_update.energy;
     * with one word those of s2 do not count. */
    double energy[5];
} yee_section;

/* A medium as update coefficients at this dt. Those of a perfect conductor are all 0, and it has
 * no sections. */
typedef struct yee_update {
    double ca, cb;
    int64_t section; /* first one in yee_problem.section */
    int sections;
    /* Weights (J/m^3) of F*F and of F*(next F) in the energy, where next F is the H that 1. and
     * 2. of the step to come make. A point stores, per volume,
     *
     *     energy[0] F*F + energy[1] F*(next F) + sum over its sections of
     *     ( e[0] F*s1 + e[1] F*s2 + e[2] s1*s1 + e[3] s1*s2 + e[4] s2*s2 )
     *
     * with F, s1 and s2 as they are between two steps and e the section's energy[].
     *
     * For an E edge energy[1] is 0. A point then stores
     *
     *     E: 1/2 inf E^2 and the energy of its poles, at n dt
     *     H: 1/2 inf H^2 and the energy of its poles at (n-1/2) dt, less dt/2 H (curl E) with
     *        curl E at n dt (currents of H points count as curl); without losses this is
     *        1/2 inf H(n-1/2) H(n+1/2)
     *
     * The sum over all edges times their volumes is the energy that leapfrog keeps in lossless
     * media, and it never rises in those whose poles are passive each by itself. Conductors
     * have 0. A scheme with another step in time counts 1/2 inf H*(next H). */
    double energy[2];
} yee_update;

/* Values that change every step and are shared by a whole group of points. fill() writes the
 * count values of a step; it is pure (any step, any order) and is called from one thread at a
 * time. */
typedef struct yee_signals {
    uint32_t size;
    int64_t count;
    void *self;
    void (*fill)(void *self, int64_t step, double *value);
} yee_signals;

/* One soft addition: F[index] += amplitude * v. */
typedef struct yee_point {
    int64_t index;    /* into the component's array: (i*extent_y + j)*extent_z + k */
    double amplitude; /* the edge's cb is in it */
    /* v = value[signal], or with cubic signals the Lagrange interpolation at signal + fraction
     * from value[signal-1] .. value[signal+2]. */
    int64_t signal;
    double fraction;
} yee_point;

typedef struct yee_point_group {
    int component;
    bool cubic; /* false: v = value[signal] */
    int64_t count;
    const yee_point *point; /* sorted by index; an index may appear more than once */
    const yee_signals *signals;
} yee_point_group;

/* A two-terminal law in time, a port's in place of its resistance and source: a diode, a
 * network of R, L and C, anything that a program can work out for one voltage and one current.
 *
 * current() returns I (A) at (n+1/2) dt, n being `step`, of a port whose voltage there is
 *
 *     V = drive + load*I,   load > 0
 *
 * I leaves the positive terminal, as in yee_port: what an element takes in at a voltage V is
 * -I. `before` is V at n dt, so that V at (n+1) dt is 2 V - before, and a capacitor needs no
 * word. Laws that hold between V and I at (n+1/2) dt, with (next - old)/dt for d/dt and
 * (next + old)/2 for a word that stands at n dt, are of second order and passive where the law
 * is (the trapezoidal rule).
 *
 * state holds `words` numbers of the link, 0 before step 0, which the call takes from n dt to
 * (n+1) dt; the scheme keeps them, and checkpoints save them. But for state the call is pure:
 * nothing else may be kept from one call to another, self is only read, and a call with any
 * step and other memory for state is possible at any time (the sentinel makes such calls). A
 * scheme calls once a step, step after step; several links, and several steps of different
 * links, may be under way in as many threads. The value must be finite. */
typedef struct yee_link {
    uint32_t size;
    int64_t words; /* >= 0 */
    void *self;
    double (*current)(void *self, int64_t step, double before, double drive, double load,
                      double *state);
} yee_link;

/* A lumped two-terminal law across edges of one component. After 4. of a step, with E-hat the
 * field so far:
 *
 *     V-hat = sum voltage*E-hat      V-old = sum voltage*E(n dt)      Vs = signal(step)
 *     feedback = sum voltage*current
 *     I = (Vs - (V-hat + V-old)/2) / (resistance + feedback/2)
 *     E[index] += current * I
 *
 * so that the law holds at (n+1/2) dt; current is the field that 1 A through the port adds in
 * one step. I is positive when it leaves the port's positive terminal, where the voltage is
 * measured from. M. Piket-May, A. Taflove, J. Baron, IEEE Trans. Microw. Theory Tech. 42 (1994)
 * 1514. A port with a link has I = link->current() instead of the fraction. */
typedef struct yee_port_edge {
    int64_t index;
    double voltage; /* m: weight of this edge's E in the port's voltage */
    double current; /* V/m per A */
} yee_port_edge;

typedef struct yee_port {
    int component;
    int64_t count;
    const yee_port_edge *edge;
    double resistance;          /* Ohm, >= 0 */
    double feedback;            /* Ohm */
    const yee_signals *signals; /* one value: the source voltage, V, at (n+1/2) dt */
    const char *name;
    /* NULL: the law above. With a link, resistance and the signal's value are 0, before is
     * V-old, drive (V-hat + V-old)/2 and load feedback/2. */
    const yee_link *link;
    /* The law that the link calls, its parameters and its self, for schemes that compile its text
     * and play its signals themselves; NULL: the link is a function alone. */
    const yee_port_law *law;
    const double *law_param; /* shape [params] */
    const void *law_self;
} yee_port;

typedef enum yee_tap_kind {
    /* A strided box of one component: shape [ceil((hi-lo)/stride)], the problem's precision. */
    YEE_TAP_BOX,
    /* Values at single points: shape [count], the problem's precision. */
    YEE_TAP_POINTS,
    /* Running sum over steps of F*exp(-j 2 pi f t)*every*dt: shape [frequencies][box][2],
     * double. */
    YEE_TAP_DFT,
    /* Voltage (V) and current (A) of a port at (n-1/2) dt: shape [2], double. The voltage is
     * the mean of those at (n-1) dt and n dt. */
    YEE_TAP_PORT,
    /* Electric and magnetic energy (J) at n dt, fields and poles: shape [2], double. They are
     * the sums of yee_update.energy over the E edges and over the H edges of the grid. Outputs get
     * those of the whole model, yee_grid_parts() times as much. */
    YEE_TAP_ENERGY,
} yee_tap_kind;

/* A request for samples. One is taken after a step, so that `step` is 1 or more, when
 * step >= first, (step - first) % every == 0 and step <= last: E is then at step*dt and H at
 * (step - 1/2)*dt. Step 0 is never sampled: first = 0 is as good as first = every. last may be
 * any later step, INT64_MAX too. A DFT is delivered once, at the end of the run. */
typedef struct yee_tap {
    yee_tap_kind kind;
    int64_t first, every, last;
    int component;                   /* BOX, DFT */
    int64_t lo[3], hi[3], stride[3]; /* BOX, DFT: component indices, hi exclusive */
    int64_t count;                   /* POINTS */
    const int *point_component;      /* POINTS, shape [count] */
    const int64_t *point_index;      /* POINTS, shape [count] */
    int64_t frequencies;             /* DFT */
    const double *frequency;         /* DFT, Hz */
    int64_t port;                    /* PORT: index into yee_problem.port */
    int64_t values;                  /* numbers in one delivery */
} yee_tap;

/* A law that some medium has, or some cell. signals: those of its play(), yee_law.signals of them;
 * NULL: it has none. State and maps of an edge or cell come as 0, and begin() is told the position
 * of its middle. */
typedef struct yee_law_use {
    const yee_law *law;
    const void *self;
    const yee_signals *signals;
    const double *cell_param; /* shape [params]; NULL: it is no law of cells */
} yee_law_use;

/* Cells (i, j, k) to (i, j, k + n - 1) with a law of cells. A cell of volume V, m^3, holds
 * V*cell_energy(cell_param, mean E, state) more than its edges, J. */
typedef struct yee_cell_run {
    int64_t cell[3], n;
    int64_t law; /* index into yee_problem.law */
} yee_cell_run;

/* E edges (i, j, k) to (i, j, k + n - 1) of one medium beside a cell with a law of fields. With g, 0
 * to 1, the part of the law that they have, to_cell is g times the relative permittivity inf of the
 * medium, and to_edge is g; both are 0 where the edge has a port, a law of its own, poles or a
 * conductivity (not that of a damped copy), or is of a conductor: such an edge has E = L. g is 1,
 * or less where 1/inf is less than the sum, over the cells with a law of fields around the edge, of
 * their shares (yee_cell_share()) times 1/inf along it: E as a function of D, over the whole grid,
 * then has a symmetric positive derivative wherever the law has it in its cells. Such an edge of
 * volume V holds V*energy[0]*L*E, J, in place of the V*energy[0]*E*E of yee_update.energy.
 *
 * H edges beside a cell with a magnetic law likewise, with mu, the two cells before and behind the
 * edge along its component, and H*(energy[0]*L + energy[1]*(next L)). */
typedef struct yee_field_run {
    int component;
    int64_t edge[3], n;
    double to_cell, to_edge;
} yee_field_run;

/* The law of a medium's E edges. An E edge of volume V (yee_grid_width) holds
 * V*share*energy(param, E, state) more than yee_update.energy says, J. */
typedef struct yee_law_medium {
    int64_t law;            /* index into yee_problem.law; -1: none */
    double share;           /* part of the edge that the law's material fills, (0, 1] */
    const double *param[3]; /* by component, shape [params] */
} yee_law_medium;

typedef enum yee_precision { YEE_F32, YEE_F64 } yee_precision;

typedef struct yee_problem {
    uint32_t size;
    yee_grid grid;
    int64_t steps;
    yee_precision precision;
    int threads; /* 0: as the machine has */

    int64_t media;
    const yee_medium *medium; /* shape [media] */
    const yee_update *update; /* shape [media] */
    int64_t sections;
    const yee_section *section;
    /* Medium of every point, shape extent[c]; NULL: the whole component is uniform[c]. */
    const uint32_t *id[YEE_COMPONENTS];
    uint32_t uniform[YEE_COMPONENTS];

    int64_t groups;
    const yee_point_group *group;
    int64_t ports;
    const yee_port *port;
    int64_t taps;
    const yee_tap *tap;
    /* Of which part of a model it is (yee/subdomain.h); NULL: of all of it. */
    const struct yee_subdomain *subdomain;

    int64_t laws; /* step 5a */
    const yee_law_use *law;
    const yee_law_medium *law_medium; /* shape [media]; NULL: laws is 0 */

    /* The medium of a point of a whole grid whose ids its subdomains keep, each its own: id is
     * NULL for all components, and uniform says nothing. NULL: id and uniform say it. No scheme
     * gets such a problem. */
    uint32_t (*medium_at)(const struct yee_problem *problem, int component, int64_t index);
    const struct yee_local_ids *kept; /* the core's */

    int64_t cell_runs;            /* steps 1a and 3a */
    const yee_cell_run *cell_run; /* sorted by i, j and k, without overlap */

    /* Step 5b: cells with a law of fields, in the same order, and all E edges beside them that are
     * updated, sorted by component, i, j and k, without overlap. */
    int64_t field_cells;
    const yee_cell_run *field_cell;
    int64_t field_runs;
    const yee_field_run *field_run;

    /* Step 2a: cells with a magnetic law of fields, in the same order, and all H edges beside them
     * that are updated, sorted likewise. */
    int64_t magnetic_cells;
    const yee_cell_run *magnetic_cell;
    int64_t magnetic_runs;
    const yee_field_run *magnetic_run;
} yee_problem;

static inline int64_t yee_grid_points(const yee_grid *g, int c)
{
    return g->extent[c][0] * g->extent[c][1] * g->extent[c][2];
}

static inline int64_t yee_grid_index(const yee_grid *g, int c, int64_t i, int64_t j, int64_t k)
{
    return (i * g->extent[c][1] + j) * g->extent[c][2] + k;
}

/* Position (m) of point i of a component along an axis. */
static inline double yee_grid_position(const yee_grid *g, int c, int axis, int64_t i)
{
    const double *x = g->axis[axis].node;
    return yee_half(c, axis) || g->axis[axis].invariant ? 0.5 * (x[i] + x[i + 1]) : x[i];
}

/* Length (m) along an axis of the part of the grid that point i of a component stands for: a cell
 * where the component sits on half positions, on nodes the halves of both cells beside it, of one
 * on a face. The product over the axes is the volume of the point. */
static inline double yee_grid_width(const yee_grid *g, int c, int axis, int64_t i)
{
    const yee_axis_data *a = &g->axis[axis];
    const double *x = a->node;
    if (yee_half(c, axis) || a->invariant)
        return x[i + 1] - x[i];
    const double below = i > 0         ? x[i] - x[i - 1]
                         : a->periodic ? x[a->cells] - x[a->cells - 1]
                                       : 0;
    const double above = i < a->cells ? x[i + 1] - x[i] : 0;
    return 0.5 * (below + above);
}

/* That length in the whole model: twice as long on a plane of symmetry. */
static inline double yee_grid_whole_width(const yee_grid *g, int c, int axis, int64_t i)
{
    const yee_axis_data *a = &g->axis[axis];
    const bool on_plane =
        !yee_half(c, axis) && ((i == 0 && a->symmetry[0]) || (i == a->cells && a->symmetry[1]));
    return (on_plane ? 2 : 1) * yee_grid_width(g, c, axis, i);
}

/* 1 where a component is even about a plane of symmetry across the axis, so that its image is the
 * same, -1 where it is odd. Even are E along the normal and H across it about an electric plane,
 * E across it and H along it about a magnetic one; currents have the parity of their fields. */
static inline int yee_parity(int component, int axis, bool electric)
{
    const bool along = component % 3 == axis;
    return (along == (component < 3)) == electric ? 1 : -1;
}

/* How many parts like the grid the whole model has: 2 for every axis with a plane of symmetry.
 * Between two planes the whole is a period of what they mirror without end. */
static inline int yee_grid_parts(const yee_grid *g)
{
    int parts = 1;
    for (int a = 0; a < 3; a++)
        parts *= g->axis[a].symmetry[0] || g->axis[a].symmetry[1] ? 2 : 1;
    return parts;
}

/* Whether a tap is taken after `step` steps. */
static inline bool yee_tap_due(const yee_tap *tap, int64_t step)
{
    return step >= tap->first && step <= tap->last && (step - tap->first) % tap->every == 0;
}

/* The cubic through v[-1] to v[2] at a fraction x of the way from v[0] to v[1]; Lagrange's form. */
static inline double yee_cubic(const double *v, double x)
{
    const double a = x + 1, b = x - 1, c = x - 2;
    return v[1] * (a * x * c) / -2 + v[0] * (a * b * c) / 2 + v[2] * (a * x * b) / 6 +
           v[-1] * (x * b * c) / -6;
}

/* The node of an axis nearest to a position (m); half way between two it is the upper one,
 * whatever the last digit of the position. 0 along an invariant axis. */
static inline int64_t yee_axis_nearest(const yee_axis_data *axis, double position)
{
    const double *x = axis->node;
    const double slack = 1e-9 * (x[axis->cells] - x[0]) / (double)axis->cells;
    int64_t lo = 0, hi = axis->invariant ? 0 : axis->cells;
    while (lo < hi) {
        const int64_t middle = lo + (hi - lo) / 2;
        if (position >= 0.5 * (x[middle] + x[middle + 1]) - slack)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

/* The point of component c nearest to a position (m) along an axis; half way between two it is
 * the upper one, as of nodes. Node n of a periodic axis is node 0. */
static inline int64_t yee_component_nearest(const yee_grid *g, int c, int axis, double position)
{
    const yee_axis_data *a = &g->axis[axis];
    if (!yee_half(c, axis) || a->invariant) {
        const int64_t node = yee_axis_nearest(a, position);
        return a->periodic && node == a->cells ? 0 : node;
    }
    const double slack = 1e-9 * (a->node[a->cells] - a->node[0]) / (double)a->cells;
    int64_t lo = 0, hi = a->cells - 1;
    while (lo < hi) {
        const int64_t middle = lo + (hi - lo) / 2;
        const double here = yee_grid_position(g, c, axis, middle);
        const double next = yee_grid_position(g, c, axis, middle + 1);
        if (position >= 0.5 * (here + next) - slack)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

/* Part of the cell below (side 0) or above (1) node i of an axis in the mean of an edge there: that
 * of its width in both, 1 where there is but one. */
static inline double yee_cell_share(const yee_axis_data *a, int64_t i, int side)
{
    const double *x = a->node;
    const int64_t n = a->cells;
    const double below = i > 0 ? x[i] - x[i - 1] : a->periodic ? x[n] - x[n - 1] : 0;
    const double above = i < n ? x[i + 1] - x[i] : 0;
    return (side ? above : below) / (below + above);
}

/* Medium of a point. */
static inline uint32_t yee_problem_medium(const yee_problem *p, int c, int64_t index)
{
    return p->id[c]       ? p->id[c][index]
           : p->medium_at ? p->medium_at(p, c, index)
                          : p->uniform[c];
}

/* Index into yee_problem.law of a medium; -1: it has no law. */
static inline int64_t yee_problem_law(const yee_problem *p, uint32_t medium)
{
    return p->laws ? p->law_medium[medium].law : -1;
}

/* The law of a cell among sorted runs of cells, an index into yee_problem.law; -1: it has none, or
 * is beyond the grid. */
static inline int64_t yee_cell_runs_law(const yee_cell_run *runs, int64_t count,
                                        const int64_t cell[3])
{
    int64_t lo = 0, hi = count; /* runs before lo begin at the cell or before it */
    while (lo < hi) {
        const int64_t middle = lo + (hi - lo) / 2, *at = runs[middle].cell;
        int a = 0;
        while (a < 2 && at[a] == cell[a])
            a++;
        if (at[a] <= cell[a])
            lo = middle + 1;
        else
            hi = middle;
    }
    const yee_cell_run *run = lo > 0 ? &runs[lo - 1] : NULL;
    return run && run->cell[0] == cell[0] && run->cell[1] == cell[1] &&
                   cell[2] < run->cell[2] + run->n
               ? run->law
               : -1;
}

/* The law of cells of a cell, its law of fields, and its magnetic one. */
static inline int64_t yee_problem_cell_law(const yee_problem *p, const int64_t cell[3])
{
    return yee_cell_runs_law(p->cell_run, p->cell_runs, cell);
}
static inline int64_t yee_problem_field_law(const yee_problem *p, const int64_t cell[3])
{
    return yee_cell_runs_law(p->field_cell, p->field_cells, cell);
}
static inline int64_t yee_problem_magnetic_law(const yee_problem *p, const int64_t cell[3])
{
    return yee_cell_runs_law(p->magnetic_cell, p->magnetic_cells, cell);
}

/* The run of an edge among those of yee_problem.field_run or magnetic_run; NULL: it is in none. */
static inline const yee_field_run *yee_problem_field_run(const yee_problem *p, int c,
                                                         const int64_t x[3])
{
    const yee_field_run *first = c < 3 ? p->field_run : p->magnetic_run;
    int64_t lo = 0; /* runs before lo begin at the edge or before it */
    int64_t hi = c < 3 ? p->field_runs : p->magnetic_runs;
    while (lo < hi) {
        const int64_t middle = lo + (hi - lo) / 2;
        const yee_field_run *at = &first[middle];
        bool before = at->component < c;
        if (at->component == c) {
            int a = 0;
            while (a < 2 && at->edge[a] == x[a])
                a++;
            before = at->edge[a] <= x[a];
        }
        if (before)
            lo = middle + 1;
        else
            hi = middle;
    }
    const yee_field_run *run = lo > 0 ? &first[lo - 1] : NULL;
    return run && run->component == c && run->edge[0] == x[0] && run->edge[1] == x[1] &&
                   x[2] < run->edge[2] + run->n
               ? run
               : NULL;
}

/* A cell around point x of a component, 0 to 3, and its share of the mean there (steps 3a and 2a);
 * false: there is none, as beyond a face or along an invariant axis. H has two at most, 0 and 2: the
 * mean is along the axes on whose nodes the component lies. */
static inline bool yee_cell_around(const yee_grid *g, int c, const int64_t x[3], int n,
                                   int64_t cell[3], double *share)
{
    int means = 0;
    *share = 1;
    for (int q = 0; q < 3; q++) {
        const int axis = (c + q) % 3;
        const yee_axis_data *a = &g->axis[axis];
        cell[axis] = x[axis];
        if (yee_half(c, axis))
            continue;
        const int side = means++ ? n % 2 : n / 2;
        if (a->invariant) {
            if (!side)
                return false;
            continue;
        }
        cell[axis] += side - 1;
        cell[axis] += a->periodic && cell[axis] < 0 ? a->cells : 0;
        if (cell[axis] < 0 || cell[axis] >= a->cells)
            return false;
        *share *= yee_cell_share(a, x[axis], side);
    }
    return means == 2 || n % 2 == 0;
}

/* What a law is told of the edges of a component in a medium. */
static inline yee_law_place yee_problem_law_place(const yee_problem *p, uint32_t medium, int c)
{
    const yee_law_place place = {sizeof(yee_law_place), c, p->grid.dt,
                                 p->update[medium].cb * p->law_medium[medium].share,
                                 p->medium[medium].response.inf};
    return place;
}

#ifdef __cplusplus
}
#endif
#endif
