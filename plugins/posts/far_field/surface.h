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

/* The axes that angles are measured from: theta from the third one, phi from the first towards
 * the second; right-handed. */
typedef struct frame {
    int axis[3];
    double sign[3];
} frame;

/* One component of the currents of one face, or of an image of it. */
typedef struct sheet {
    bool electric; /* J = n x H; false: M = -n x E */
    int axis;      /* of the current */
    double factor; /* of v, signs alone */
    int64_t n[3];  /* points */
    double *x[3];  /* m, places */
    double *w
        [3]; /* m, lengths that they stand for; 1 across the face and along an invariant axis */
    const double *v; /* shape [frequencies, n[0], n[1], n[2], 2] */
} sheet;

typedef struct surface {
    int invariant; /* the axis along which the model is 2-D; -1: it is 3-D */
    double depth;  /* m, of the grid along it, for which the records of powers are; 3-D: 1 */
    frame frame;   /* in 2-D about the invariant axis */
    double index, eta; /* of the background: sqrt(eps mu); Ohm */
    int planes, walls;
    int apart; /* planes of symmetry that the box is clear of, so that its power is that of one */
    bool differs; /* the record's power is that of differences, the fields are whole */
    plane plane[6];
    int sheets;
    sheet *sheet;
    double center[3], radius; /* m: a ball around all of it */
    double complex *phase[3]; /* scratch of radiation.c: room for the places of any sheet */
} surface;

/* The frame about an axis, from 0, or with `reversed` about its reverse: from -z phi is
 * measured from x towards -y. */
frame frame_about(int axis, bool reversed);
/* Reads the record /flux/NAME; fails where it is no surface that a far field can be computed
 * of. about: the frame of a 3-D model. */
yee_status surface_read(const yee_host *host, const yee_results *results, const char *name,
                        int64_t frequencies, frame about, surface *s);

#endif
