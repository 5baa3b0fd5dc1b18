/* reshape.h: random problems that are to have something, or nothing of it. */
#ifndef CONFORMANCE_RESHAPE_H
#define CONFORMANCE_RESHAPE_H

#include "cases.h"

/* H normal to a PEC face sees no curl. Where some is put there, steps are done one by one. */
void clear_walls(test_case *t);
/* Media without losses have a kernel of their own. */
void take_losses(test_case *t);
/* Layers of `most` cells or fewer, so that there is something between them; even: of one
 * spacing. */
void thin_layers(test_case *t, int64_t most, bool even);
/* No medium has more than one section of one word. */
void take_sections(test_case *t);
/* Two words at most: two sections of one word, one section of one or of two. */
void take_third_words(test_case *t);
/* Poles and losses only where z is low: bricks above take kernels that know none. */
void plant_low(test_case *t);
/* Media other than a plain one of E and of H in two boxes alone, one in the low corner. */
void exclude_media(test_case *t, uint64_t seed);
/* In two such boxes media of two words, and of three to five. False: no medium of E has a pole. */
bool plant_words(test_case *t, uint64_t seed);
/* Laws in two such boxes alone, those around a port and a source where there are some; media beside
 * them without laws stay. */
void confine_laws(test_case *t, uint64_t seed);
/* Laws without words and maps: of one text or two; 0: the first law alone, others keep theirs. */
void take_bare_laws(test_case *t, int texts);
/* lean.c: a law of fields that keeps nothing in every cell, and edges of one pair of factors for each
 * component; gap: but in every so manieth column of cells, 0: in all. */
void take_lean_law(test_case *t, int64_t gap);
/* Points of sources and of taps are near to some of so many places, the first of which is a corner;
 * taps of other kinds are left out. */
void gather_stimuli(test_case *t, uint64_t seed, int places);
/* Sources are currents alone: those of H are left out. */
void take_currents(test_case *t);
/* More media of E than the tables of passes have room for, in a box: those that fewest points
 * have are excluded. */
void take_many_media(test_case *t, int64_t many);

#endif
