/* links.h: where the differences of a problem are other than those in its fastest medium, for
 * every backend.
 *
 * A wide difference is Yee's of two points, G, and a smoothing: D = G (1 + P), from sin(3x/2) =
 * sin(x/2) (1 + 2 cos x). P f at i is a sum over links, weight (f_j - f_i), whose weights are
 * the sums of those of family.h over all pairs that reach at least as far along the axis. Links
 * that touch a perfect conductor are cut, and one between two media has the mean of their
 * weights. With P_H on points of H and P_E on those of E,
 *
 *     WIDE_HYBRID  D = G + (P_H G + G P_E)/2: the update of E stays the negative transpose of
 *                  that of H, so frequencies are real whatever is cut, and the limit is that of
 *                  the largest eigenvalue (steady.c);
 *     WIDE_LINKS   D = G (1 + P) of the field that is read; links join points of one medium
 *                  only, which makes 1 + P symmetric in the energy of each.
 *
 * Beside flat walls nothing is cut: their images are metal's own (difference.h). Falling back
 * to G point by point instead makes frequencies complex, and fields grow.
 *
 * What is kept is D less the difference that every point has anyway, as runs along the last
 * axis that varies. It goes the way of a difference: times inverse and c of the axis, into psi,
 * times cb. */
#ifndef HIGHORDER_LINKS_H
#define HIGHORDER_LINKS_H

#include "family.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct link_term {
    int64_t offset;
    double weight;
} link_term;

typedef struct link_pattern {
    int64_t first; /* in wide_links.term */
    int64_t terms;
} link_pattern;

/* The difference at points to + n, n < count, of a component lacks sum weight F[from + n +
 * offset]. */
typedef struct link_run {
    int64_t to, from, count;
    int64_t pattern;
} link_run;

typedef struct wide_links {
    int64_t runs, patterns, terms;
    link_run *run;         /* sorted by component, axis, to; no point twice in an axis */
    link_pattern *pattern; /* all different */
    link_term *term;
    /* Runs of a component that differ along an axis: [first[c][a], first[c][a] + count[c][a]);
     * the source is the component along 3 - a - d of the other field. */
    int64_t first[YEE_COMPONENTS][3], count[YEE_COMPONENTS][3];
    int64_t points; /* in all runs */
    bool metal;
    int64_t sets; /* of weights, one per velocity */
} wide_links;

/* *made is NULL where every difference is the one of the fastest medium. bulk: the wave whose
 * weights all points have. */
yee_status links_make(const yee_host *host, const wide_scheme *s, const wide_config *config,
                      const wide_wave *bulk, const yee_problem *problem, wide_links **made);
void links_free(wide_links *links);
size_t links_bytes(const wide_links *links); /* NULL: none */
/* What a plan with them rests on, in two lines; NULL: none. passes: of the check of its limit;
 * levels: of backward differentiation. Returns what snprintf does. */
int links_print(const wide_links *links, int passes, bool levels, char *text, size_t size);
/* m/s, in the fastest medium. */
double links_velocity(const yee_problem *problem);

#ifdef __cplusplus
}
#endif
#endif
