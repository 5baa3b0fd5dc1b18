/* core/problem/cut.h: where a problem is cut: along which axes, and between which cells. */
#ifndef YEE_CORE_CUT_H
#define YEE_CORE_CUT_H

#include "base/diag.h"
#include "subdomain.h"
#include <yee/scheme.h>

/* Chooses the cut of a problem. wanted: subdomains along each axis; with wanted[1] and wanted[2]
 * 0, wanted[0] is their number, and the axes are those that leave the largest subdomain, halo and
 * all, the least work. Positions divide the work evenly, that of layers and halos by the scheme's
 * weights, as far as ports and small sources allow. scheme: along which axes it runs them, and
 * weights. YEE_DECLINED with the reason where there is no such cut. Memory is the arena's. */
yee_status yee_cut_choose(yee_diag *diag, const yee_place *place, yee_arena *arena,
                          const yee_problem *whole, const int64_t wanted[3],
                          const yee_scheme_cuts *scheme, int64_t depth, yee_cut *cut);
/* Work of the largest subdomain of a cut, and, *mean, of all by their number, in cells outside of
 * layers: cells of layers and halos count by the scheme's weights. */
double yee_cut_work(const yee_problem *whole, const yee_cut *cut, const yee_scheme_cuts *scheme,
                    double *mean);
/* YEE_OK, or YEE_DECLINED with why a cut is none of this problem: an axis that cannot be cut, a subdomain of no more cells than its halo, a small source or a port too near. */
yee_status yee_cut_check(yee_diag *diag, const yee_place *place, const yee_problem *whole,
                         const yee_cut *cut);

#endif
