/* plugins/posts/resonances/matrix.h: small dense complex matrices: singular values, eigenvalues
 * and systems of equations. Row by row, entry (i, j) of n columns at [i n + j]. */
#ifndef YEE_RESONANCES_MATRIX_H
#define YEE_RESONANCES_MATRIX_H

#include <complex.h>
#include <stdbool.h>

/* a = u diag(s) w^H of a square matrix, s falling: on return a holds u diag(s), and w the right
 * vectors as columns. One-sided rotations of pairs of columns: M. R. Hestenes, J. SIAM 6 (1958)
 * 51. Small singular values are as accurate, against their columns, as large ones. */
void matrix_singular(int n, double complex *a, double complex *w, double *s);

/* Eigenvalues of a square matrix, which is lost: Householder's reduction to Hessenberg form and
 * the shifted QR iteration (J. G. F. Francis, Comput. J. 4 (1961) 265). False: no convergence. */
bool matrix_eigenvalues(int n, double complex *a, double complex *value);

/* Solves a x = b by Gaussian elimination with row exchanges; x takes b's place, a is lost. A
 * pivot below `tiny` is taken as `tiny`, which inverse iteration wants. */
void matrix_solve(int n, double complex *a, double complex *b, double tiny);

#endif
