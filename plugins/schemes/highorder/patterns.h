/* patterns.h: writes the runs of links.h: points that lack the same terms share a pattern. */
#ifndef HIGHORDER_PATTERNS_H
#define HIGHORDER_PATTERNS_H

#include "links.h"

typedef struct patterns {
    wide_links links;
    int64_t run_room, pattern_room, term_room;
    int64_t *slot; /* numbers of patterns by their hash, -1: free; shape [slots] */
    int64_t slots;
    int component, axis; /* of the runs that are added */
} patterns;

/* Sorts terms by offset, adds equal ones up and drops what is below least; returns how many are
 * left. */
int64_t patterns_merge(link_term *term, int64_t count, double least);
void patterns_open(patterns *p, int component, int axis);
/* A point whose terms are known, and its pattern; -1: no memory. joins: it may go on the run of
 * the point before. */
int64_t patterns_add(patterns *p, int64_t to, int64_t from, bool joins, const link_term *term,
                     int64_t count);
/* A point that has a known pattern. False: no memory. */
bool patterns_again(patterns *p, int64_t to, int64_t from, bool joins, int64_t pattern);
/* All that was written; NULL: no memory. */
wide_links *patterns_close(patterns *p);
void patterns_free(patterns *p);

#endif
