/* core/problem/cut.h: where a problem is cut: along which axes, and between which cells. */
#ifndef YEE_CORE_CUT_H
#define YEE_CORE_CUT_H

#include "base/diag.h"
#include "subdomain.h"

/* Chooses the cut of a problem. wanted: subdomains along each axis; with wanted[1] and wanted[2]
 * 0, wanted[0] is their number, and the axes are those that leave the largest subdomain, halo and
 * all, the fewest cells. Positions divide the work evenly (a cell in a layer counts 2.6 times) as
 * far as ports and small sources allow. axis: along which axes the scheme runs them. YEE_DECLINED
 * with the reason where there is no such cut. Memory is the arena's. */
yee_status yee_cut_choose(yee_diag *diag, const yee_place *place, yee_arena *arena,
                          const yee_problem *whole, const int64_t wanted[3], const bool axis[3],
                          int64_t depth, yee_cut *cut);
/* Cells of the largest subdomain of a cut, halos and all. */
double yee_cut_largest(const yee_problem *whole, const yee_cut *cut);
/* YEE_OK, or YEE_DECLINED with why a cut is none of this problem: an axis that cannot be cut, a subdomain of no more cells than its halo, a small source or a port too near. */
yee_status yee_cut_check(yee_diag *diag, const yee_place *place, const yee_problem *whole,
                         const yee_cut *cut);

#endif
