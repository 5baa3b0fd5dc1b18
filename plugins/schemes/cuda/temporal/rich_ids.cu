/* rich_ids.cu: rich bricks, media by ids. */
#include "rich_choose.cuh"

template pass_instance rich_of<FORM_IDS>(int axes);
