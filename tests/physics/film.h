/* tests/physics/film.h: what comes back of a mode of a thin film of gold from an absorber, exact
 * for the lattice.
 *
 * 10 nm of gold in the middle of 70 cells of 1 nm between electric walls, TE. A column of Ey at
 * node i and of Hz at i + 1/2, shape [rows], of the time factor z^n and for dF/dt + a F,
 *
 *     A Ey_i = -(Hz_{i+1/2} - Hz_{i-1/2}),        A = eps0 S eps dx (diagonal),
 *     M Hz_{i+1/2} = -(Ey_{i+1} - Ey_i),          M = (mu0 S + D (1/(eps0 S eps)) D') dx,
 *     S(a) = j (2/dt) sin(omega dt/2) + a cos(omega dt/2),   eps = 1 + chi(S),
 *
 * D' being the difference across Ex, whose eps on the film's surface is the mean of both media. */
#ifndef YEE_TESTS_FILM_H
#define YEE_TESTS_FILM_H

#include <check.h>
#include <complex.h>
#include <math.h>
#include <string.h>
#include <yee/libyee.h>

#define FILM_CELL 1e-9  /* m */
#define FILM_WP 1.37e16 /* rad/s */
#define FILM_GAMMA 1e14 /* rad/s */
enum { FILM_BELOW = 30, FILM_CELLS = 10, FILM_ROWS = 2 * FILM_BELOW + FILM_CELLS };

typedef double complex film_matrix[FILM_ROWS][FILM_ROWS];

/* An absorber of that many cells at x+, its grading and what it is asked to leave. */
typedef struct film_end {
    int cells;
    double order, reflection;
} film_end;

typedef struct film_mode {
    double omega, dt;
    double complex growth;                     /* fields go as exp(-growth i), outwards */
    double complex e[FILM_ROWS], a[FILM_ROWS]; /* its Ey, and the diagonal of A */
} film_mode;

static inline double complex film_eps(double complex s, double part)
{
    return 1 + part * FILM_WP * FILM_WP / (s * (s + FILM_GAMMA));
}

/* The diagonal of A and the matrix M, at a rate, 1/s. */
static inline void film_matrices(const film_mode *mode, double rate,
                                 double complex a[FILM_ROWS], film_matrix m)
{
    const double turn = 0.5 * mode->omega * mode->dt;
    const double complex s = I * (2 / mode->dt) * sin(turn) + rate * cos(turn);
    memset(m, 0, sizeof(film_matrix));
    for (int j = 0; j < FILM_ROWS; j++) {
        const bool here = j >= FILM_BELOW && j < FILM_BELOW + FILM_CELLS;
        const bool before = j > FILM_BELOW && j <= FILM_BELOW + FILM_CELLS;
        a[j] = YEE_EPS0 * s * film_eps(s, here) * FILM_CELL;
        m[j][j] += YEE_MU0 * s * FILM_CELL;
        if (j == 0)
            continue; /* Ex is 0 on the wall */
        const double complex v =
            1 / (YEE_EPS0 * s * film_eps(s, 0.5 * (here + before)) * FILM_CELL);
        m[j][j] += v;
        m[j - 1][j - 1] += v;
        m[j][j - 1] -= v;
        m[j - 1][j] -= v;
    }
}

/* Gauss and Jordan's inverse, in place, the largest element of a column first. */
static inline void film_invert(film_matrix m)
{
    int from[FILM_ROWS];
    for (int c = 0; c < FILM_ROWS; c++) {
        int best = c;
        for (int r = c + 1; r < FILM_ROWS; r++)
            best = cabs(m[r][c]) > cabs(m[best][c]) ? r : best;
        from[c] = best;
        for (int k = 0; k < FILM_ROWS && best != c; k++) {
            const double complex other = m[c][k];
            m[c][k] = m[best][k];
            m[best][k] = other;
        }
        const double complex pivot = 1 / m[c][c];
        m[c][c] = 1;
        for (int k = 0; k < FILM_ROWS; k++)
            m[c][k] *= pivot;
        for (int r = 0; r < FILM_ROWS; r++) {
            const double complex part = r == c ? 0 : m[r][c];
            if (part == 0)
                continue;
            m[r][c] = 0;
            for (int k = 0; k < FILM_ROWS; k++)
                m[r][k] -= part * m[c][k];
        }
    }
    for (int c = FILM_ROWS - 1; c >= 0; c--)
        for (int r = 0; r < FILM_ROWS && from[c] != c; r++) {
            const double complex other = m[r][c];
            m[r][c] = m[r][from[c]];
            m[r][from[c]] = other;
        }
}

static inline void film_multiply(film_matrix a, film_matrix b, film_matrix product)
{
    for (int i = 0; i < FILM_ROWS; i++) {
        memset(product[i], 0, sizeof product[i]);
        for (int k = 0; k < FILM_ROWS; k++)
            for (int j = 0; j < FILM_ROWS; j++)
                product[i][j] += a[i][k] * b[k][j];
    }
}

/* Hz_{1/2} = Y Ey_0 in front of an absorber that begins at node 0, from its wall (Ey = 0) on. */
static inline void film_admittance(const film_mode *mode, const film_end *end, film_matrix y)
{
    const double most =
        -0.5 * (end->order + 1) * YEE_C0 * log(end->reflection) / (end->cells * FILM_CELL);
    double complex a[FILM_ROWS];
    film_matrix m;
    for (int n = end->cells - 1; n >= 0; n--) {
        film_matrices(mode, most * pow((n + 0.5) / end->cells, end->order), a, m);
        if (n < end->cells - 1) { /* y is that of the cell behind: Ey = (A + Y)^-1 Hz */
            film_matrix unused;
            film_matrices(mode, most * pow((n + 1.0) / end->cells, end->order), a, unused);
            for (int j = 0; j < FILM_ROWS; j++)
                y[j][j] += a[j];
            film_invert(y);
            for (int j = 0; j < FILM_ROWS; j++)
                for (int k = 0; k < FILM_ROWS; k++)
                    m[j][k] += y[j][k];
        }
        film_invert(m);
        memcpy(y, m, sizeof m);
    }
}

/* The admittance of a film that goes on without end: of twice as many cells from that of many,
 * own and across being those of a piece with half a node at each end. */
static inline void film_endless(const film_mode *mode, film_matrix own)
{
    double complex a[FILM_ROWS];
    film_matrix across, between, work;
    film_matrices(mode, 0, a, across);
    film_invert(across);
    memcpy(own, across, sizeof across);
    for (int j = 0; j < FILM_ROWS; j++)
        own[j][j] += 0.5 * a[j];
    for (int twice = 0; twice < 24; twice++) {
        for (int j = 0; j < FILM_ROWS; j++)
            for (int k = 0; k < FILM_ROWS; k++)
                between[j][k] = 2 * own[j][k];
        film_invert(between);
        film_multiply(across, between, work);
        film_multiply(work, across, between);
        memcpy(across, between, sizeof across);
        for (int j = 0; j < FILM_ROWS; j++)
            for (int k = 0; k < FILM_ROWS; k++)
                own[j][k] -= across[j][k];
    }
    for (int j = 0; j < FILM_ROWS; j++)
        own[j][j] -= 0.5 * a[j];
}

/* Modes are orthogonal under e' A e, since A and M are symmetric. */
static inline double complex film_amplitude(const film_mode *mode,
                                            const double complex e[FILM_ROWS])
{
    double complex with = 0, own = 0;
    for (int j = 0; j < FILM_ROWS; j++) {
        with += mode->e[j] * mode->a[j] * e[j];
        own += mode->e[j] * mode->a[j] * mode->e[j];
    }
    return with / own;
}

/* The slow mode at a frequency, Hz: of the lower branch, or of the upper one, whose power runs
 * against its phase. Rayleigh's iteration for M h = q^2 A^-1 h, q = 2 sinh(growth/2), from where
 * retardation is left out: exp(-k d) = +-(1 - 2 (omega/wp)^2). */
static inline void film_mode_find(film_mode *mode, double hertz, double dt, bool upper)
{
    mode->omega = 2 * YEE_PI * hertz;
    mode->dt = dt;
    const double part = 1 - 2 * pow(mode->omega / FILM_WP, 2);
    const double k = -log(upper ? -part : part) / FILM_CELLS;
    double complex square = -k * k, h[FILM_ROWS];
    film_matrix m, shifted;
    film_matrices(mode, 0, mode->a, m);
    for (int j = 0; j < FILM_ROWS; j++) { /* odd about the film of the lower branch */
        const double y = j + 0.5 - 0.5 * FILM_ROWS, far = fmax(0, fabs(y) - 0.5 * FILM_CELLS);
        h[j] = (upper || y > 0 ? 1 : -1) * exp(-k * far);
    }
    for (int turn = 0; turn < 12; turn++) {
        double complex next[FILM_ROWS], up = 0, down = 0;
        double most = 0;
        memcpy(shifted, m, sizeof m);
        for (int j = 0; j < FILM_ROWS; j++)
            shifted[j][j] -= square * (1 + 1e-9) / mode->a[j];
        film_invert(shifted);
        for (int j = 0; j < FILM_ROWS; j++) {
            next[j] = 0;
            for (int i = 0; i < FILM_ROWS; i++)
                next[j] += shifted[j][i] * h[i] / mode->a[i];
            most = fmax(most, cabs(next[j]));
        }
        for (int j = 0; j < FILM_ROWS; j++)
            h[j] = next[j] / most;
        for (int j = 0; j < FILM_ROWS; j++) {
            down += h[j] * h[j] / mode->a[j];
            for (int i = 0; i < FILM_ROWS; i++)
                up += h[j] * m[j][i] * h[i];
        }
        square = up / down;
    }
    mode->growth = 2 * casinh(0.5 * csqrt(square));
    mode->growth = creal(mode->growth) < 0 ? -mode->growth : mode->growth;
    ck_assert(fabs(fabs(cimag(mode->growth)) / k - 1) < 0.2);
    ck_assert((cimag(mode->growth) < 0) == upper);
    for (int j = 0; j < FILM_ROWS; j++)
        mode->e[j] = h[j] / mode->a[j];
}

/* The reflection R of any incident Ey at node 0, where the absorber begins: the field R Ey has
 * (A + Y + Yo) R Ey = (Yo - Y) Ey, Yo being the admittance of the film without end. */
static inline void film_reflections(const film_mode *mode, const film_end *end, film_matrix r)
{
    film_matrix y, open, drive;
    film_admittance(mode, end, y);
    film_endless(mode, open);
    for (int j = 0; j < FILM_ROWS; j++) {
        for (int k = 0; k < FILM_ROWS; k++) {
            drive[j][k] = open[j][k] - y[j][k];
            y[j][k] += open[j][k];
        }
        y[j][j] += mode->a[j];
    }
    film_invert(y);
    film_multiply(y, drive, r);
}

static inline void film_apply(film_matrix m, const double complex of[FILM_ROWS],
                              double complex product[FILM_ROWS])
{
    for (int j = 0; j < FILM_ROWS; j++) {
        product[j] = 0;
        for (int k = 0; k < FILM_ROWS; k++)
            product[j] += m[j][k] * of[k];
    }
}

#endif
