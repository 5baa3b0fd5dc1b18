/* plugins/posts/far_field/feed.h: the power that the ports in a box accept, and could. */
#ifndef YEE_POSTS_FEED_H
#define YEE_POSTS_FEED_H

#include "surface.h"

typedef struct feed {
    const char *names; /* of the ports, "a, b"; NULL: what plays is not ports alone */
    double *accepted, *available; /* J/Hz, shape [frequencies]; available NULL: without end */
} feed;

/* Says before the run which port has to be recorded for gain and efficiency. */
void feed_expect(const yee_host *host, const yee_plan *plan);
/* The sums over all ports that play, within the box and recorded; without any the names are NULL,
 * and a sentence says why where there are ports. */
yee_status feed_read(const yee_host *host, const yee_results *results, const char *box,
                     const surface *s, int64_t n, const double *f, feed *out);

#endif
