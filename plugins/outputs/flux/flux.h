/* plugins/outputs/flux/flux.h: a flux record, and what it takes of other runs. */
#ifndef YEE_FLUX_H
#define YEE_FLUX_H

#include "surface.h"

enum { FACES = 6 };

typedef struct flux_self {
    const yee_record *record;
    const yee_grid *grid;
    const char *reference, *normalize;
    bool fields;
    int64_t frequencies;
    const double *frequency;
    int64_t every;
    int64_t lo[3], hi[3]; /* nodes of the corners */
    bool flat;
    double parts; /* of the whole surface: 2 for every axis along which it has an image */
    int faces;
    surface face[FACES];
    const double *divisor; /* shape [frequencies] */
    bool whole;            /* the divisor is all that crosses, and none passes by the side */
    int64_t taps, received;
    struct {
        int face, field;
    } tap[4 * FACES];
} flux_self;

/* reference.c: reads the fields that are to be subtracted, of the record s->reference. */
yee_status flux_load_reference(const yee_host *host, flux_self *s);
/* Reads the power that s->normalize has, and finds out whether it is all that crosses the grid. */
yee_status flux_load_divisor(const yee_host *host, flux_self *s);
/* Writes onto the dataset `ratio` what a passive structure allows; across: its sum, weighted. */
yee_status flux_write_bounds(const yee_host *host, const flux_self *s, yee_file *file,
                             const char *ratio, double across);

#endif
