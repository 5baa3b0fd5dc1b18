/* cpu.h: what the high-order schemes on the CPU add to the plan of ../plain/plan.h. */
#ifndef HIGHORDER_CPU_H
#define HIGHORDER_CPU_H

#include "image.h"
#include "levels.h"
#include "links.h"

typedef struct cpu_config {
    wide_config design; /* first: WIDE_DESIGN_KEYS fill it */
    int isa;
} cpu_config;
enum { ISA_AUTO, ISA_AVX512, ISA_AVX2, ISA_PORTABLE };

/* The sweeps of an instruction set; NULL: this machine has no such instructions. */
typedef struct cpu_rows {
    const char *isa;
    const fields *f32, *f64;
} cpu_rows;
const cpu_rows *cpu_pick(int isa);

/* A point beyond the end of an axis is the one at `at`, times `sign`. */
typedef struct mirror {
    int64_t at;
    int sign;
} mirror;

typedef struct cpu {
    const wide_scheme *scheme;
    wide_weights weights[2][3][3]; /* [H, E][axis of the difference][direction updated], of the
                                      plan's axes */
    wide_wave wave;
    const char *isa; /* of the rows' vectors */

    /* The same for the rows: real, shape [H, E][axis][direction][WIDE_REACH][WIDE_ACROSS], the
     * classes in the order of shapes.h, and the number of the kernel there. */
    const void *weight;
    int shape[2][3][3];
    bool moved[2][3][3]; /* across: something is moved along z */
    /* Halos along z: [component][low, high][distance - 1] */
    mirror halo[YEE_COMPONENTS][2][WIDE_REACH];
    const void *along[2]; /* real, shape [line]: 1/m, line.inverse along z, halved on PMC */
    void *lines;          /* real, shape [threads, LINES, line] */
    int64_t line;
    int64_t block;  /* rows along y that are done for all x before the next ones */
    levels *levels; /* NULL: leapfrog */

    wide_links *links;  /* NULL: there is no metal and one medium */
    const fields *bulk; /* sweeps without the links */
    int passes;         /* of steady.h */
} cpu;

/* A thread's lines: those of two differences, what is added to a row's curl, its coefficients,
 * zeros, and rows with their sign changed. */
enum {
    LINE_FIRST,
    LINE_SECOND = LINE_FIRST + WIDE_REACH,
    LINE_MORE = LINE_SECOND + WIDE_REACH,
    LINE_CB,
    LINE_LOSS,
    LINE_ZERO,
    LINE_NEGATED,
    LINES = LINE_NEGATED + 6 * WIDE_REACH,
    LINE_PAD = 16 /* before and after a line */
};

yee_status cpu_plan(const yee_host *host, const wide_scheme *s, const void *config,
                    const yee_problem *problem, void **made);
yee_status cpu_state(void *made, yee_state *state); /* save and load */
void cpu_destroy(void *made);

#endif
