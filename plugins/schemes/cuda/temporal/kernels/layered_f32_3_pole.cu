/* layered_f32_3_pole.cu: rich bricks in float, three steps, with a pole. */
#include "layered_choose.cuh"

template pass_instance rich_of<float, 3, FORM_POLE>(int axes);
template pass_instance rich_of<float, 3, FORM_POLE | FORM_IDS | FORM_LOSSES>(int axes);
