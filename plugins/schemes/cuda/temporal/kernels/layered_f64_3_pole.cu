/* layered_f64_3_pole.cu: rich bricks in double, three steps, with a pole. */
#include "layered_choose.cuh"

template pass_instance rich_of<double, 3, FORM_POLE>(int axes);
template pass_instance rich_of<double, 3, FORM_POLE | FORM_IDS | FORM_LOSSES>(int axes);
