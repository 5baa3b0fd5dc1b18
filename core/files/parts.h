/* core/files/parts.h: arrays whose boxes several processes write, each into a file of its own, and
 * which a virtual dataset shows as one.
 *
 * The part file of process 2 and of the output "film" is <stem>_film.part2.h5, and holds a dataset
 * /array0/4_0_0 of the box of array 0 that begins at point (4, 0, 0). A run that goes on after step
 * 500 has other part files, <stem>_film.step500.part2.h5, and the virtual dataset shows the rows of
 * both: so it may go on with another cut, by other numbers of processes, and by one. */
#ifndef YEE_CORE_PARTS_H
#define YEE_CORE_PARTS_H

#include "plugin/host.h"
#include <yee/output.h>

struct yee_files;

/* A box of an array, in points along x, y and z. process: that has it, from 0 on. */
typedef struct yee_piece {
    int process;
    int64_t at[3], count[3];
} yee_piece;

typedef struct yee_parts {
    const yee_instance *output;
    int number;       /* of the array, within the output */
    bool turned;      /* its axes are z, y, x */
    yee_number type;  /* of its numbers */
    int64_t rows;     /* 0: growing; else the frequencies of a transform */
    int64_t whole[3]; /* points along x, y and z */
    int64_t pieces;
    const yee_piece *piece;
} yee_parts;

typedef struct yee_parting {
    int64_t step; /* that the run goes on after; -1: it begins */
    int64_t arrays;
    const yee_parts *array;
} yee_parting;

/* Before any output opens; *parting outlives the files. */
void yee_files_part(struct yee_files *files, const yee_parting *parting);
/* The dataset of a piece of this process, in its part file, which is made with the first of them;
 * NULL after a sentence. */
yee_dataset *yee_files_piece(struct yee_files *files, const yee_parts *parts,
                             const yee_piece *piece);
/* Writes rows of a piece: `count`, or a transform's frequencies. From any thread. */
yee_status yee_piece_append(yee_dataset *piece, int64_t count, const void *data);

#endif
