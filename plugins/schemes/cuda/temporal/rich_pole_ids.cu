/* rich_pole_ids.cu: rich bricks, poles by ids. */
#include "rich_choose.cuh"

template pass_instance rich_of<FORM_POLE | FORM_IDS | FORM_LOSSES>(int axes);
