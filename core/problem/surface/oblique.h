/* core/problem/surface/oblique.h: the part of eps that joins the components of E in cells that a
 * surface between dielectrics cuts (average = tensor).
 *
 * Of an edge's surroundings E = xi D/eps0,
 *
 *     xi = <1/eps> n n + (1 - n n)/<eps>
 *
 * n the surface's unit normal and <> the mean by volume: A. Farjadpour et al., Opt. Lett. 31 (2006)
 * 2972, C. Kottke, A. Farjadpour, S. G. Johnson, Phys. Rev. E 77 (2008) 036611. That is
 *
 *     E = D/<eps> + (<1/eps> - 1/<eps>) n (n.D)
 *
 * The first part is the edges' own: D along the surface jumps, and <eps> there jumps with it. The
 * second one takes D n, which does not, from all components at one place: a law of fields (yee/law.h)
 * in the middle of a cell, with the means of the cell's own volume and the normal of normal.h. (With
 * the diagonal of n n at the edges D along the surface enters n.D from two places, and the jump does
 * not cancel: first order.) <1/eps> - 1/<eps> is no less than 0 (A. L. Cauchy), nor is n n: both
 * parts are positive.
 *
 * Neither is larger than 1/eps of the thinnest medium: xi <= (1 + M'M)/eps, M the mean over
 * the edges of a cell. So C xi C', C the curl, whose largest eigenvalue limits the time step, is
 * no larger than C (1 + M'M) C'/eps. With s_a = sin^2(k_a d_a/2) a wave in 2-D has there
 *
 *     4/eps sum over a of s_a (2 - s_a)/d_a^2,
 *
 * which is largest where all s_a are 1, and there Yee's own: the shortest waves have no mean.
 * test_interface_tensor_stable.c finds it to be so in 3-D, for all waves and cells of any
 * proportion. The limit of the time step stays, on a grid of equal cells. */
#ifndef YEE_CORE_OBLIQUE_H
#define YEE_CORE_OBLIQUE_H

#include "base/arena.h"
#include "problem/voxels.h"
#include <yee/law.h>
#include <yee/problem.h>

/* A cell with such a law. */
typedef struct yee_oblique_cell {
    int64_t cell; /* (i ny + j) nz + k */
    double joint[3],
        part[3]; /* (<1/eps> - 1/<eps>) times n_x n_y, n_x n_z, n_y n_z; n_x^2, n_y^2,
                                 n_z^2 */
} yee_oblique_cell;

typedef struct yee_oblique {
    const yee_grid *grid;
    int64_t cells;
    const yee_oblique_cell *cell; /* ascending */
    int64_t left; /* cells that keep the mean by normal alone: in a layer, or with a conductor,
                     poles, a conductivity, a law or a diagonal eps among them or next to them */
} yee_oblique;

/* The law of these cells; its self is a yee_oblique. */
extern const yee_law yee_oblique_law;

/* The cells of objects with YEE_AVERAGE_TENSOR, in which two media meet. The lists live in the arena. */
yee_status yee_oblique_find(const yee_voxels *voxels, yee_arena *arena, const yee_grid *grid,
                            yee_oblique *oblique);
/* Whether edges about a cell may leave the part along the normal to it: it lies in no absorbing
 * layer, where what joins components of E grows, its media are numbers, and where a surface cuts
 * it the latest object there wants its tensor. An edge does that where all cells about it allow it,
 * and a cell has a law where all cells about its edges do: no edge has that part twice. */
bool yee_oblique_joins(const yee_voxels *voxels, int64_t cell);
/* The number of a cell among them; -1: it is none. */
int64_t yee_oblique_at(const yee_oblique *oblique, int64_t cell);

#endif
