/* core/selftest/cost.h: what a problem needs: memory by part, bytes moved per step. */
#ifndef YEE_CORE_COST_H
#define YEE_CORE_COST_H

#include <yee/problem.h>

/* Bytes. */
typedef struct yee_need {
    double fields, ids, sections, layers, points, taps;
    double disk;   /* numbers of all records over the whole run */
    double memory; /* sum of all but disk */
    double beside; /* of that, what stays in the host's memory where a device has the fields */
    double moved;  /* per step, when every array is read and written once per half step */
} yee_need;

/* points: of each medium, shape [media], as yee_voxels_points() has them. */
void yee_need_count(const yee_problem *problem, const int64_t *points, yee_need *need);
/* Memory of this machine, bytes: all of it, and what is free now; 0: unknown. */
void yee_memory_of_machine(double *all, double *available);
/* The most memory (bytes) that the process has had at once so far, as the kernel counts it; NaN:
 * unknown. */
double yee_memory_peak(void);
/* Bytes/s that so many threads together move in a = a + s*b over large arrays; takes about 50
 * ms. 0: no memory. */
double yee_bandwidth_measure(int threads);

#endif
