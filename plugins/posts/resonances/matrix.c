/* plugins/posts/resonances/matrix.c: singular values, eigenvalues, systems of equations. */
#include "matrix.h"
#include <math.h>

static double square(double complex z) { return creal(z) * creal(z) + cimag(z) * cimag(z); }

/* Makes columns p and q orthogonal; returns the cosine of the angle that was between them. */
static double rotate(int n, double complex *a, double complex *w, int p, int q)
{
    double pp = 0, qq = 0;
    double complex pq = 0;
    for (int i = 0; i < n; i++) {
        pp += square(a[i * n + p]);
        qq += square(a[i * n + q]);
        pq += conj(a[i * n + p]) * a[i * n + q];
    }
    const double size = cabs(pq);
    if (!(size > 0) || !(pp > 0) || !(qq > 0))
        return 0;
    /* tan of the angle that zeroes the product: t^2 + 2 zeta t - 1 = 0, the smaller root */
    const double zeta = (qq - pp) / (2 * size);
    const double t = copysign(1 / (fabs(zeta) + hypot(1, zeta)), zeta);
    const double c = 1 / hypot(1, t), s = c * t;
    const double complex phase = pq / size;
    for (int i = 0; i < n; i++)
        for (int m = 0; m < 2; m++) {
            double complex *v = m ? w : a, *x = &v[i * n + p], *y = &v[i * n + q];
            const double complex old = *x, turned = conj(phase) * *y;
            *x = c * old - s * turned;
            *y = s * old + c * turned;
        }
    return size / sqrt(pp * qq);
}

static void swap_columns(int n, double complex *a, int p, int q)
{
    for (int i = 0; i < n; i++) {
        const double complex x = a[i * n + p];
        a[i * n + p] = a[i * n + q];
        a[i * n + q] = x;
    }
}

void matrix_singular(int n, double complex *a, double complex *w, double *s)
{
    for (int i = 0; i < n * n; i++)
        w[i] = i % (n + 1) == 0;
    for (int sweep = 0; sweep < 40; sweep++) {
        double worst = 0;
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++)
                worst = fmax(worst, rotate(n, a, w, p, q));
        if (worst < 1e-15)
            break;
    }
    for (int p = 0; p < n; p++) {
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += square(a[i * n + p]);
        s[p] = sqrt(sum);
    }
    for (int p = 0; p < n; p++) {
        int largest = p;
        for (int q = p + 1; q < n; q++)
            largest = s[q] > s[largest] ? q : largest;
        const double x = s[p];
        s[p] = s[largest];
        s[largest] = x;
        swap_columns(n, a, p, largest);
        swap_columns(n, w, p, largest);
    }
}

/* a becomes zero below its first subdiagonal, by reflections that keep its eigenvalues. */
static void reduce(int n, double complex *a)
{
    for (int k = 0; k + 2 < n; k++) {
        double norm = 0;
        for (int i = k + 1; i < n; i++)
            norm += square(a[i * n + k]);
        norm = sqrt(norm);
        const double complex first = a[(k + 1) * n + k];
        const double complex phase = cabs(first) > 0 ? first / cabs(first) : 1;
        if (!(norm > 0))
            continue;
        /* v = x + phase |x| e_1 stands in the column that it zeroes */
        double complex v[512];
        double vv = 0;
        for (int i = k + 1; i < n; i++) {
            v[i] = a[i * n + k] + (i == k + 1 ? phase * norm : 0);
            vv += square(v[i]);
        }
        for (int j = k; j < n; j++) {
            double complex sum = 0;
            for (int i = k + 1; i < n; i++)
                sum += conj(v[i]) * a[i * n + j];
            for (int i = k + 1; i < n; i++)
                a[i * n + j] -= 2 * v[i] * sum / vv;
        }
        for (int i = 0; i < n; i++) {
            double complex sum = 0;
            for (int j = k + 1; j < n; j++)
                sum += a[i * n + j] * v[j];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= 2 * sum * conj(v[j]) / vv;
        }
        for (int i = k + 2; i < n; i++)
            a[i * n + k] = 0;
    }
}

/* The eigenvalue of the last two rows' block that is nearer to its last entry: J. H.
 * Wilkinson's shift. */
static double complex shift_of(int n, const double complex *a, int last)
{
    const double complex p = a[(last - 1) * n + last - 1], q = a[(last - 1) * n + last];
    const double complex r = a[last * n + last - 1], s = a[last * n + last];
    const double complex half = 0.5 * (p - s), root = csqrt(half * half + q * r);
    const double complex up = 0.5 * (p + s) + root, down = 0.5 * (p + s) - root;
    return cabs(up - s) < cabs(down - s) ? up : down;
}

/* One step on rows first..last: a - shift = q r, a = r q + shift. */
static void step(int n, double complex *a, int first, int last, double complex shift)
{
    double c[512];
    double complex s[512];
    for (int k = first; k <= last; k++)
        a[k * n + k] -= shift;
    for (int k = first; k < last; k++) {
        const double complex x = a[k * n + k], y = a[(k + 1) * n + k];
        const double size = sqrt(square(x) + square(y));
        const double complex phase = cabs(x) > 0 ? x / cabs(x) : 1;
        c[k] = size > 0 ? cabs(x) / size : 1;
        s[k] = size > 0 ? phase * conj(y) / size : 0;
        for (int j = k; j <= last; j++) {
            const double complex u = a[k * n + j], v = a[(k + 1) * n + j];
            a[k * n + j] = c[k] * u + s[k] * v;
            a[(k + 1) * n + j] = c[k] * v - conj(s[k]) * u;
        }
    }
    for (int k = first; k < last; k++)
        for (int i = first; i <= (k + 1 < last ? k + 1 : last); i++) {
            const double complex u = a[i * n + k], v = a[i * n + k + 1];
            a[i * n + k] = c[k] * u + conj(s[k]) * v;
            a[i * n + k + 1] = c[k] * v - s[k] * u;
        }
    for (int k = first; k <= last; k++)
        a[k * n + k] += shift;
}

bool matrix_eigenvalues(int n, double complex *a, double complex *value)
{
    reduce(n, a);
    int last = n - 1;
    for (int tries = 0; last > 0; tries++) {
        int first = last;
        while (first > 0 &&
               cabs(a[first * n + first - 1]) >
                   1e-16 * (cabs(a[first * n + first]) + cabs(a[(first - 1) * n + first - 1])))
            first--;
        if (first > 0)
            a[first * n + first - 1] = 0;
        if (first == last) {
            last--;
            tries = -1;
            continue;
        }
        if (tries > 60)
            return false;
        /* now and then another shift, for blocks that the usual one leaves as they are */
        step(n, a, first, last,
             tries % 11 == 10 ? cabs(a[last * n + last - 1]) + a[last * n + last]
                              : shift_of(n, a, last));
    }
    for (int k = 0; k < n; k++)
        value[k] = a[k * n + k];
    return true;
}

void matrix_solve(int n, double complex *a, double complex *b, double tiny)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            pivot = cabs(a[i * n + k]) > cabs(a[pivot * n + k]) ? i : pivot;
        for (int j = 0; j < n && pivot != k; j++) {
            const double complex x = a[k * n + j];
            a[k * n + j] = a[pivot * n + j];
            a[pivot * n + j] = x;
        }
        const double complex y = b[k];
        b[k] = b[pivot];
        b[pivot] = y;
        if (cabs(a[k * n + k]) < tiny)
            a[k * n + k] = tiny;
        for (int i = k + 1; i < n; i++) {
            const double complex factor = a[i * n + k] / a[k * n + k];
            for (int j = k; j < n; j++)
                a[i * n + j] -= factor * a[k * n + j];
            b[i] -= factor * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            b[k] -= a[k * n + j] * b[j];
        b[k] /= a[k * n + k];
    }
}
