/* plugins/posts/far_field/surface.h: the equivalent currents of a flux record, with their images. */
#ifndef YEE_POSTS_SURFACE_H
#define YEE_POSTS_SURFACE_H

#include <complex.h>
#include <yee/yee.h>

/* A plane with an image beyond it. */
typedef struct plane {
    int axis;
    double at; /* m */
    double parity
        [6];  /* of Ex to Hz: of the field at the image of a point, over that at the point */
    int wall; /* the model lies above it (1) or below it (-1), and nothing beyond; 0: symmetry */
} plane;

/* One component of the currents of one face, or of an image of it. */
typedef struct sheet {
    bool electric;   /* J = n x H; false: M = -n x E */
    int axis;        /* of the current */
    double factor;   /* of v, signs alone */
    int64_t n[3];    /* points */
    double *x[3];    /* m, places */
    double *w[3];    /* m, lengths that they stand for; 1 across the face */
    const double *v; /* shape [frequencies, n[0], n[1], n[2], 2] */
} sheet;

typedef struct surface {
    int planes, walls;
    int apart; /* planes of symmetry that the box is clear of, so that its power is that of one */
    bool differs; /* the record's power is that of differences, the fields are whole */
    plane plane[6];
    int sheets;
    sheet *sheet;
    double center[3], radius; /* m: a ball around all of it */
    double complex *phase[3]; /* scratch of surface_far(): room for the places of any sheet */
} surface;

/* Reads the record /flux/NAME; fails where it is no surface that a far field can be computed of. */
yee_status surface_read(const yee_host *host, const yee_results *results, const char *name,
                        int64_t frequencies, surface *s);
/* The number of points of all components, those of images too. */
double surface_points(const surface *s);
/* r E exp(j k r) (V s) along theta and phi, of n directions: r is the distance from `origin` (m), and
 * the transform is that of the run's time. */
void surface_fields(const surface *s, int64_t number, double frequency, const double origin[3],
                    int64_t n, const double *theta, const double *phi, double complex (*e)[2]);
/* 2 |r E|^2/eta (J/Hz and steradian). */
double surface_intensity(const double complex e[2]);
/* 2 |r E|^2/eta (J/Hz and steradian) of frequency number `number`, of n directions. */
void surface_far(const surface *s, int64_t number, double frequency, int64_t n,
                 const double *theta, const double *phi, double *u);

#endif
