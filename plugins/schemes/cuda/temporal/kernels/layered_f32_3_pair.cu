/* layered_f32_3_pair.cu: rich bricks in float, three steps, two words a point. */
#include "layered_choose.cuh"

template pass_instance rich_of<float, 3, FORM_POLE | FORM_PAIR>(int axes);
