/* layered_f64_3.cu: rich bricks in double, three steps, without poles. */
#include "layered_choose.cuh"

template pass_instance rich_of<double, 3, 0>(int axes);
template pass_instance rich_of<double, 3, FORM_IDS | FORM_LOSSES>(int axes);
