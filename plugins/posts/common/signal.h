/* plugins/posts/common/signal.h: recorded signals, and results with the attributes by which
 * `yee plot` draws them. */
#ifndef YEE_POSTS_SIGNAL_H
#define YEE_POSTS_SIGNAL_H

#include <complex.h>
#include <yee/yee.h>

/* A column of a growing dataset: v[n] at first + n step (s). */
typedef struct signal {
    int64_t count;
    double first, step;
    const double *v;
} signal;

/* Reads the column `point`, from 0, of a dataset of shape [rows] or [rows, points]. */
yee_status signal_read(const yee_host *host, const yee_results *results, const char *path,
                       int64_t point, signal *s);

/* step sum_n v[n] exp(-j 2 pi f (first + n step)) at n frequencies (Hz). */
void signal_transform(const signal *s, int64_t n, const double *f, double complex *out);

/* The lowest and highest frequency (Hz) at which the signal has more than `part` of its
 * spectrum's peak, and that peak; false: it is zero. */
bool signal_band(const yee_host *host, const signal *s, double part, double band[2],
                 double *peak);

/* A result that is a function of one variable. */
typedef struct curve {
    const char *name;          /* of the dataset, in the group of the step */
    const char *units, *label; /* label NULL: the name */
    const char *x;             /* the dataset that is its abscissa; NULL: it is one */
    const char *scale;         /* "dB", "log"; NULL: linear */
    const char *parts;         /* of complex numbers: "magnitude", ...; NULL: as plot likes */
    const char *style;         /* "points"; NULL: lines */
    const char *share; /* where this amplitude's share of a passive whole goes; NULL: none */
    const char *whole, *weight; /* of a share: its whole, and the dataset of its amplitude */
    double peak;                /* of that amplitude at any frequency */
} curve;

/* Writes [n] numbers of a type into results->group. */
yee_status curve_write(const yee_host *host, const yee_results *results, yee_number type,
                       int64_t n, const void *v, const curve *c);

/* The title of the picture of all of them. */
yee_status title_write(const yee_host *host, const yee_results *results, const char *title);

#endif
