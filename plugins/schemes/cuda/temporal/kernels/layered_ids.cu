/* layered_ids.cu: rich bricks in float, four steps, media by ids. */
#include "layered_choose.cuh"

template pass_instance rich_of<float, 4, FORM_IDS>(int axes);
