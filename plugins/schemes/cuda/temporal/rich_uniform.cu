/* rich_uniform.cu: rich bricks, media that are the same everywhere. */
#include "rich_choose.cuh"

template pass_instance rich_of<0>(int axes);
