/* layered_f64_3_pair_ids.cu: rich bricks in double, three steps, one word or two by ids. */
#include "layered_choose.cuh"

template pass_instance
rich_of<double, 3, FORM_POLE | FORM_PAIR | FORM_IDS | FORM_LOSSES>(int axes);
