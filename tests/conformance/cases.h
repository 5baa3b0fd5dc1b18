/* cases.h: random problems for schemes, built directly, without models or plugins.
 *
 * A case is fixed by its seed and by the forms it uses; everything else is drawn from small,
 * stable ranges: grids of 1 to 12 cells an axis, media that are passive, stretches that absorb,
 * fields of about 1 V/m and 1/377 A/m. */
#ifndef CONFORMANCE_CASES_H
#define CONFORMANCE_CASES_H

#include "base/arena.h"
#include <yee/libyee.h>

enum {
    CASE_MEDIA = 1 << 0,    /* several media with losses and conductors, ids per point */
    CASE_SECTIONS = 1 << 1, /* poles, one to three a medium */
    CASE_MAGNETIC = 1 << 2, /* the same on H edges */
    CASE_GRADED = 1 << 3,
    CASE_LAYERS = 1 << 4,
    CASE_PERIODIC = 1 << 5, /* on some axes */
    CASE_PMC = 1 << 6,      /* on some faces */
    CASE_POINTS = 1 << 7,
    CASE_PORTS = 1 << 8,
    CASE_TAPS = 1 << 9,    /* one or more of every kind */
    CASE_PLANAR = 1 << 10, /* 2-D, TM or TE, any plane */
    CASE_FORMS = 11,
    /* Not a form: up to 70 cells an axis, longer stretches of up to 40 media,
     * ports on one line */
    CASE_LARGE = 1 << 16,
    /* Not a form of every scheme: ports have links instead of resistances; with CASE_PORTS. */
    CASE_LINKS = 1 << 17,
    /* Likewise: some electric media have a law (YEE_LAW_EDGE). */
    CASE_LAWS = 1 << 18,
    /* Likewise: some cells have a law (YEE_LAW_CELL). */
    CASE_CELL_LAWS = 1 << 19,
    /* Likewise: some cells have a law of fields (YEE_LAW_FIELD). */
    CASE_FIELD_LAWS = 1 << 20,
    /* Likewise: ports have laws with a text instead of resistances; with CASE_PORTS. */
    CASE_PORT_LAWS = 1 << 21,
    /* Likewise: some cells have a magnetic law (YEE_LAW_MAGNETIC). */
    CASE_MAGNETIC_LAWS = 1 << 22,
};
extern const char *const case_form[CASE_FORMS];

typedef struct test_case {
    yee_arena *arena; /* owns all, this struct too */
    yee_problem problem;
    double *initial[YEE_COMPONENTS]; /* fields at step 0, numbers that float holds exactly */
    uint64_t seed;
    unsigned forms;
    char text[256]; /* for messages: seed, forms, cells */
} test_case;

/* NULL: no memory. */
test_case *case_new(uint64_t seed, unsigned forms, yee_precision precision, int64_t steps);
/* The case of case_new() on so many cells (an invariant axis has one). */
test_case *case_sized(uint64_t seed, unsigned forms, yee_precision precision, int64_t steps,
                      const int64_t cells[3]);
/* One more port, of `count` edges of a component that follow each other along an axis, from one
 * that is updated on. false: no memory. */
bool case_add_port(test_case *t, int component, int axis, int64_t count, const int64_t from[3]);
void case_free(test_case *t);

#endif
