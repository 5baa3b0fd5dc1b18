/* layered_uniform.cu: rich bricks in float, four steps, media that are the same everywhere. */
#include "layered_choose.cuh"

template pass_instance rich_of<float, 4, 0>(int axes);
