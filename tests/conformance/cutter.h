/* cutter.h: random problems, and random cuts of them into subdomains, for the suites test_subdomains*. */
#ifndef CONFORMANCE_CUTTER_H
#define CONFORMANCE_CUTTER_H

#include "battery.h"
#include "builder.h"
#include "run/subdomains.h"

enum {
    CUT_STEPS = 13,
    CUT_SEEDS = 84,
    HERE = 3, /* schemes of the table that any machine runs */
    TILED = 2,
    TEMPORAL = 4,
    CUT_SCHEMES = 5,
    MOST_DEVICES = 3
};

typedef struct cut_scheme {
    const char *name;
    unsigned without; /* forms that its subdomains, or it, do not run */
} cut_scheme;
extern const cut_scheme cut_schemes[CUT_SCHEMES];

/* A scheme that all subdomains of a case take. */
typedef struct cutter {
    runner whole;
    yee_instance instance;
    yee_subdomains_config config;
    int64_t at[3][5];
    int device[MOST_DEVICES];
} cutter;

/* Begins and ends a case of a suite: the session. */
void cutter_setup(void);
void cutter_teardown(void);
/* Where the session puts its sentences. */
yee_diag *cutter_diag(void);

/* Whether the machine runs the scheme of this place in the table. */
bool cutter_there(int scheme);
/* The step through seeds. */
uint64_t cutter_every(int scheme);
/* `keys`: those of the scheme's block. */
void cutter_load(cutter *c, const char *name, const char *keys);
/* A cut along one to three axes, of two to four subdomains each, of any lengths that `depth`
 * leaves; false: after many tries ports and small sources leave none. */
bool random_cut(cutter *c, chance *r, const yee_problem *p, int64_t depth);
test_case *cutter_case(uint64_t seed, unsigned without);
/* Media of bodies that are larger than subdomains: in a half across the axis, or in both, all points of
 * a component have one medium, with poles or without. */
void cutter_fill(test_case *t, chance *r, int axis);
/* Ids as models keep them, of the case's arena: of each subdomain of the cut alone, one number where
 * they are alike. They are for yee_problem.kept. */
struct yee_local_ids *cutter_ids(const cutter *c, const test_case *t);
/* Cells that a step carries a wrong value. */
int64_t cutter_reach(const test_case *t);
/* The cut problem has the bits of the whole one. */
void cutter_same(cutter *c, const test_case *t, int64_t stride, route way);

#endif
