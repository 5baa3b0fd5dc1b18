/* battery.h: runs a case through any scheme and compares what came out. */
#ifndef CONFORMANCE_BATTERY_H
#define CONFORMANCE_BATTERY_H

#include "cases.h"
#include "short.h"
#include <yee/scheme.h>

/* Everything a scheme shows of a run. */
typedef struct outcome {
    yee_status status; /* of plan(), run() or finish() */
    char sentence[512];
    double *field[YEE_COMPONENTS];
    int64_t *deliveries; /* per tap */
    int64_t **when;      /* [tap][delivery]: its step */
    double **value;      /* [tap][delivery * values] */
    double energy[2];
    yee_extrema extrema;
    int64_t step;
    uint64_t state; /* 64-bit hash of all that a checkpoint keeps at the end */
    const test_case *of;
} outcome;

/* A scheme with its filled config. */
typedef struct runner {
    const char *name;
    const yee_scheme_ops *ops;
    const void *config;
} runner;

typedef enum route {
    ROUTE_STRAIGHT, /* run(n) */
    ROUTE_SPLIT,    /* run(1), run(2), run(3), ... */
    ROUTE_RELOADED, /* half of it, save, load into a new plan, the rest */
    ROUTE_AIMED,    /* by a plan of the problem without its sources, ports and taps that has
                       run, aimed at it, back and at it again */
} route;

/* NULL: no memory. A scheme that declines or fails is a status in the outcome. */
outcome *battery_run(const runner *scheme, const test_case *t, int threads, route way);
/* ROUTE_RELOADED, where the second half goes on with another config. */
outcome *battery_relay(const runner *scheme, const void *second, const test_case *t,
                       int threads);
outcome *outcome_new(const test_case *t); /* an empty one; NULL: no memory */
void outcome_free(outcome *o);

/* Largest difference of fields, taps and energies, relative to the largest field of the run
 * (E and eta0 H alike) or to what a tap makes of it; INFINITY where steps or counts differ.
 * where: what differs most. */
double outcome_difference(const outcome *a, const outcome *b, char *where, size_t size);
/* True when every number that a scheme hands out has the same bits; `state`, which other
 * schemes and other plans may lay out differently, is left to the caller. */
bool outcome_same(const outcome *a, const outcome *b);

/* Bound on outcome_difference between the precision of a case and exact arithmetic. Each of the
 * 2 steps sweeps of a run rounds a field at most a dozen times (two differences, two stretches
 * with psi, sections, cb, loss, sums; as many coefficients), each by epsilon/2 of numbers that
 * the Courant limit keeps near the largest field, and leapfrog lets errors add up but not grow:
 * 2*steps*12*epsilon/2, epsilon being 2^-23 (f32). For f64 it is the project's 1e-12. */
double battery_tolerance(const test_case *t);

/* A host that keeps the last sentence; for tests that call a scheme themselves. */
typedef struct test_host {
    yee_host host;
    char sentence[512];
    yee_arena *arena;
} test_host;
bool test_host_open(test_host *h);
void test_host_close(test_host *h);
/* Whether a scheme is part of this build and runs on this machine; says so where not. */
bool battery_there(const yee_session *session, const char *scheme);

/* The module of a shared object that has not gone through a session: "<name>_LTX_yee_module";
 * NULL: *reason. It is never unloaded. */
const yee_module *battery_module(const char *folder, const char *name, const char **reason);

#endif
