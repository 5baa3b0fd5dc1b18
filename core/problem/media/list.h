/* core/problem/media/list.h: the media of processes that have each painted cells of their own become
 * one list, in which each is kept once, and all ids its numbers. */
#ifndef YEE_CORE_MEDIA_LIST_H
#define YEE_CORE_MEDIA_LIST_H

#include "base/arena.h"
#include "base/hash.h"
#include "problem/voxels.h"

/* The numbers of a medium that are compared. */
typedef struct yee_medium_key {
    double inf, sigma;
    int64_t poles;
    int32_t magnetic, conductor;
    int64_t copy; /* 1: it is a copy of another, with a sheet or damped */
} yee_medium_key;

typedef struct yee_listed_medium {
    yee_medium_key key;
    const yee_pole *pole; /* shape [poles] */
    const char *name;     /* where it was listed first */
    int64_t points;       /* of all processes so far */
} yee_listed_medium;

/* Begins as {.arena = ...}, which all that it points to lies in but table and array. */
typedef struct yee_media_list {
    yee_arena *arena;
    size_t count, capacity;
    yee_listed_medium *v;
    yee_hash known;
} yee_media_list;

void yee_media_list_free(yee_media_list *list);
/* Lists the media of a problem, those from first_copy on as copies, and their points. False: no
 * memory. */
bool yee_media_list_add(yee_media_list *list, const yee_problem *problem, const int64_t *points,
                        int64_t first_copy);
/* The list as bytes, copies last, malloced; NULL: no memory. */
char *yee_media_list_bytes(const yee_media_list *list, int64_t *size);
/* Lists what another list's bytes say. False: no memory. */
bool yee_media_list_add_bytes(yee_media_list *list, const char *bytes, int64_t size);
/* The list's media become those of a problem, its ids their numbers, and the points of the voxels
 * the list's; all media of the problem are listed, none has a law. False: no memory. */
bool yee_media_list_take(yee_media_list *list, yee_voxels *voxels, yee_arena *arena,
                         yee_problem *problem, int64_t *first_copy);

#endif
