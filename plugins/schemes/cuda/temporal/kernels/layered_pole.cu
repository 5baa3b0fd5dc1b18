/* layered_pole.cu: rich bricks in float, four steps, a pole everywhere. */
#include "layered_choose.cuh"

template pass_instance rich_of<float, 4, FORM_POLE>(int axes);
