/* layered_pole_ids.cu: rich bricks in float, four steps, poles by ids. */
#include "layered_choose.cuh"

template pass_instance rich_of<float, 4, FORM_POLE | FORM_IDS | FORM_LOSSES>(int axes);
