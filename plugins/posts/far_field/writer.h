/* plugins/posts/far_field/writer.h: what the writers of a far field's patterns share. */
#ifndef YEE_POSTS_WRITER_H
#define YEE_POSTS_WRITER_H

#include "pattern.h"

#define FLOOR 1e-6 /* of the largest directivity: the lattice's waves cancel no better */

typedef struct writer {
    const yee_host *host;
    const yee_results *results;
    const pattern_keys *keys;
    const surface *s;
    int64_t number; /* of the frequency */
    double f, power, directivity;
    double
        scattered; /* the total cross section (m^2), in 2-D scattering width (m); NaN: none */
} writer;

/* Directions and the fields there. */
typedef struct rays {
    int64_t n;
    double *theta, *phi; /* rad */
    double complex (*e)[2];
    double *v; /* scratch */
} rays;

/* "4 GHz", the frequency. */
const char *writer_label(const writer *w, char label[64]);
/* The title of a group, and the attributes that its phases and shares are measured from. */
yee_status writer_describe(const writer *w, const char *group, const char *title);
/* Room for n directions; false after a sentence. */
bool rays_new(const writer *w, int64_t n, rays *r);
/* The fields of all directions; none behind a wall. */
void writer_look(const writer *w, rays *r);
double writer_directivity(const writer *w, const double complex e[2]);

#endif
