/* rich_lossy.cu: rich bricks, media by ids, some with losses. */
#include "rich_choose.cuh"

template pass_instance rich_of<FORM_IDS | FORM_LOSSES>(int axes);
