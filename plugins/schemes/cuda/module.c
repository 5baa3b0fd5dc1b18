/* module.c: the schemes of the module "scheme_cuda".
 *
 * split.c is the simplest one, a step at a time. engine/ is what all of them share: a plan, its
 * tables and kernels. papers/ has mappings of the literature over the engine's tables,
 * temporal/ several steps in one pass over the fields, highorder/ the high-order operators. */
#include "highorder/wide_plan.h"
#include "papers/paper.h"
#include "split.h"
#include "temporal/temporal.h"
#include <yee/yee.h>

YEE_MODULE("1.0", "BSD-3-Clause",
           /* one step at a time */
           &cuda_split,
           /* mappings of the literature */
           &paper_livesey, &paper_takada, &paper_gprmax, &paper_demir, &paper_hadi,
           /* several steps in one pass */
           &temporal_scheme,
           /* high order */
           &cuda_fang24, &cuda_t26, &cuda_fv24, &cuda_fv24wb, &cuda_ztc, &cuda_s44, &cuda_me44,
           &cuda_me44x, &cuda_hodge44, &cuda_ckc)
