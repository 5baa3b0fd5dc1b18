/* core/problem/media/sheets.h: admittance sheets on the faces of a grid and within it. */
#ifndef YEE_CORE_SHEETS_H
#define YEE_CORE_SHEETS_H

#include "base/arena.h"
#include "problem/voxels.h"

/* The sheet of each face, yee_closure.sheet, and whether it has one. */
typedef struct yee_sheets {
    bool on[6];
    yee_response sheet[6][3];
} yee_sheets;

/* The response of a medium with that of a sheet over a width (m) added. False: no memory. */
bool yee_response_sheet(yee_arena *arena, const yee_response *medium, const yee_response *sheet,
                        double width, yee_response *sum);
/* After yee_voxels_media and before yee_voxels_sheets: E edges that faces of sheets claim take a
 * copy of their medium that has them. */
yee_status yee_voxels_inner_sheets(yee_voxels *voxels, yee_arena *arena, yee_problem *problem);
/* After yee_voxels_media and before yee_voxels_damp, which then damps the sheets with the media
 * that they lie in: E edges on a face with a sheet take a copy of their medium that has it. */
yee_status yee_voxels_sheets(yee_voxels *voxels, yee_arena *arena, const yee_sheets *sheets,
                             yee_problem *problem);

#endif
