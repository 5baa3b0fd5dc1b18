/* layered_f32_3.cu: rich bricks in float, three steps, without poles. */
#include "layered_choose.cuh"

template pass_instance rich_of<float, 3, 0>(int axes);
template pass_instance rich_of<float, 3, FORM_IDS | FORM_LOSSES>(int axes);
