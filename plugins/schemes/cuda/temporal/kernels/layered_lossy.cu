/* layered_lossy.cu: rich bricks in float, four steps, media by ids, some with losses. */
#include "layered_choose.cuh"

template pass_instance rich_of<float, 4, FORM_IDS | FORM_LOSSES>(int axes);
