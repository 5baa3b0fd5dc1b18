/* plugins/posts/far_field/incident.h: the plane wave that a model scatters. */
#ifndef YEE_POSTS_INCIDENT_H
#define YEE_POSTS_INCIDENT_H

#include <yee/yee.h>

/* Reads |E| (V s/m) of the wave at n frequencies (Hz), of the time of the run; NULL, and a
 * sentence why where a plane wave plays, where it does not play alone. */
yee_status incident_read(const yee_host *host, const yee_results *results, bool flat, int64_t n,
                         const double *f, double **magnitude);

#endif
