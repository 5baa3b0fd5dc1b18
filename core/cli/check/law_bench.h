/* core/cli/check/law_bench.h: points of a law in both precisions, on which its rows are tried: what
 * is alike for laws of every form. */
#ifndef YEE_CLI_CHECK_LAW_BENCH_H
#define YEE_CLI_CHECK_LAW_BENCH_H

#include "check.h"

enum {
    BENCH_POINTS = 67,
    BENCH_GUARD = 8, /* points on either side, which a row must leave alone */
    BENCH_ROOM = BENCH_POINTS + 2 * BENCH_GUARD,
    BENCH_LONG = 20000 /* steps over which work is added up */
};

typedef struct law_bench law_bench;

/* A form of laws. */
typedef struct law_form {
    const char *call;    /* the name of its rows' function, for a crash in it */
    int fields;          /* components of E at a point */
    bool writes;         /* rows turn E^ into E; else they only read E, and give words */
    const char *outside; /* sentences: a row writes where it must not; */
    const char *far;     /* numbers are not finite; */
    const char *rest;    /* something comes from no field */
    const char *name;    /* behind "law NAME" */
    const char *largest; /* number that float's distance from double is a part of */
    const char *shown;   /* by `more`, in the note; NULL: a loss of the work */
    int places;          /* media for which a step is tried */
    yee_law_place (*place)(const yee_material *material, double dt, int number);
    /* Checks beyond those of law_bench.c; `other` is for their use. */
    bool (*more)(check *c, law_bench *b, law_bench *other);
} law_form;

/* Arrays are by component, parameter, word or map, then by point; fields in V/m. */
struct law_bench {
    const law_form *form;
    const yee_law *law;
    const yee_material *material;
    const void *self; /* of the law */
    yee_law_place place;
    double reach; /* V/m, finite */
    yee_law_points *const *row;
    int words, maps; /* of a point */
    bool in_place;   /* rows find E^ elsewhere, and give fields in the place of the old ones */
    double param[YEE_LAW_MOST_PARAMS], signal[YEE_LAW_MOST_SIGNALS];
    double e[3][BENCH_ROOM], old[3][BENCH_ROOM];
    double state[YEE_LAW_MOST_WORDS][BENCH_ROOM], map[YEE_LAW_MOST_WORDS][BENCH_ROOM];
    float param32[YEE_LAW_MOST_PARAMS], signal32[YEE_LAW_MOST_SIGNALS];
    float e32[3][BENCH_ROOM], old32[3][BENCH_ROOM];
    float state32[YEE_LAW_MOST_WORDS][BENCH_ROOM], map32[YEE_LAW_MOST_WORDS][BENCH_ROOM];
};

/* The signals of a step. */
void law_bench_play(law_bench *b, int64_t step);
/* The state of begin() and no field everywhere, marks around the points. */
void law_bench_start(law_bench *b);
/* Points [from, from + n) of both precisions, one step. */
void law_bench_run(law_bench *b, int from, int n);
/* The state of the first point. */
void law_bench_state(const law_bench *b, double state[YEE_LAW_MOST_WORDS]);
/* Judges that the law fails; false. */
bool law_bench_fails(check *c, const law_bench *b, const char *what);
/* Whether work that was lost, J/m^3, is none that the law gave; sum: of the work's magnitudes. What
 * a rule of second order misses of the work in a field whose fastest part has 100 steps a period is
 * (2 pi/100)^2/12 of it at most, 3e-4. */
bool law_bench_passive(check *c, const law_bench *b, double lost, double sum);

/* dE/dD of a law of fields is symmetric and positive, which makes the grid passive, and no larger
 * than 1/least(), which the time step is made for. Differences leave 1e-8 of a smooth law, and
 * rounding 1e-16/1e-4 of it. */
bool check_potential(check *c, law_bench *b, law_bench *other);

/* Judges the law of a material, which has that form and all functions that it needs. */
bool law_bench_check(check *c, const yee_instance *it, const yee_material *material,
                     const law_form *form, yee_law_points *const row[2], int words, int maps);

#endif
