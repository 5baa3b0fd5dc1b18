/* component.h: one component on its own, as M. F. Hadi times algorithms. */
#ifndef BENCH_COMPONENT_H
#define BENCH_COMPONENT_H

#include <stdbool.h>
#include <stdio.h>

/* Writes the tables 2 to 5 of M. F. Hadi beside figures of this card to a page; rows of the
 * CSV file begin with `row`; copy: GB/s of a device copy. False: a kernel failed. */
bool component_tables(FILE *page, FILE *csv, const char *row, double copy);

#endif
