/* law_cells.h: the laws of cells and of fields, magnetic ones among them, and those of ports, of
 * a plan. */
#ifndef CUDA_LAW_CELLS_H
#define CUDA_LAW_CELLS_H

#include "laws.h"

/* law_cells.c: tables and words. False: no host memory. */
bool law_cells_make(plan *p);
/* Addresses, once there is memory; the words before step 0. */
void law_cells_bind(plan *p);
yee_status law_cells_begin(plan *p);
bool law_cells_any(const plan *p);  /* some cell has a law of cells */
bool law_fields_any(const plan *p); /* some cell has a law of fields */
/* All cells have one, which law_is_pure(), and all edges one pair of factors. */
bool law_fields_pure(const plan *p);
bool law_magnets_any(const plan *p); /* some cell has a magnetic one */

/* A position by the plan's axes. */
void law_turn(const plan *p, const int64_t x[3], int64_t to[3]);
/* Words in front of the first cell, and of one word of all cells with those between two words: a
 * mean reads the row below and the word before it. */
int64_t law_lead(const plan *p);
int64_t law_block(const plan *p, const cell_tables *cells);
/* law_fields.c: L and factors of edges of fields and of magnetic laws, and those of E with
 * sources or ports. */
bool law_fields_make(plan *p);

/* law_ports.c: ports with laws. */
bool law_ports_make(plan *p);
yee_status law_ports_check(const yee_host *host, const yee_problem *problem);
void law_ports_free(plan *p);
yee_status law_ports_begin(plan *p);
yee_status law_ports_names(plan *p, yee_state *state);

#endif
