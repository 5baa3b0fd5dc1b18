/* materials/common/nnls.h: least squares with weights that are not negative. */
#ifndef YEE_MATERIALS_NNLS_H
#define YEE_MATERIALS_NNLS_H

#include <stddef.h>

enum { NNLS_MOST = 16 }; /* unknowns */

/* Minimises |A x - b|^2 over x >= 0 for n <= NNLS_MOST unknowns, from the normal equations:
 * gram is A^T A, shape [n][NNLS_MOST], right is A^T b. C. L. Lawson and R. J. Hanson, Solving
 * Least Squares Problems (Prentice-Hall, 1974), algorithm NNLS (23.10). */
void nnls_solve(size_t n, const double gram[][NNLS_MOST], const double *right, double *x);

#endif
