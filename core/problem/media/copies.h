/* core/problem/media/copies.h: points whose medium is a changed copy of the one they had. */
#ifndef YEE_CORE_COPIES_H
#define YEE_CORE_COPIES_H

#include "base/arena.h"
#include "mixture.h"
#include "problem/local_ids.h"
#include "problem/voxels.h"

/* The work on a problem: ways to change a medium have numbers from 1, 0 leaves it as it is. */
typedef struct yee_copies {
    yee_voxels *voxels;
    yee_arena *arena;
    yee_problem *problem;
    int ways;
    const char *word; /* behind a copy's name: "soil (damped)" */
    /* The response of a medium, changed in one way; of the arena. False: no memory. */
    bool (*make)(void *user, const yee_medium *from, int way, yee_response *response);
    void *user;

    /* copies.c's own: numbers of the copies, shape [media before][ways + 1]: a row is NULL
     * until its medium is met, a number 0 until its copy is made. */
    uint32_t **copy;
    size_t before, media, capacity, counts;
    yee_medium *medium;
    size_t laws;
    yee_medium_law *law; /* of every medium: a copy keeps that of its own */
    int64_t *points;     /* of every medium */
} yee_copies;

/* Calls come as begin, any number of points, end. False: no memory, which end is told. */
bool yee_copies_begin(yee_copies *copies);
/* A point of a component of a target takes the copy of its medium; conductors stay. */
bool yee_copies_point(yee_copies *copies, const yee_id_target *target, int component,
                      const int64_t at[3], int way);
/* Media, updates and the points of each medium follow, if ok; all that was taken is freed. */
yee_status yee_copies_end(yee_copies *copies, bool ok);

#endif
