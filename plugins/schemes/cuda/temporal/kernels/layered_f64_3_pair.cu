/* layered_f64_3_pair.cu: rich bricks in double, three steps, two words a point. */
#include "layered_choose.cuh"

template pass_instance rich_of<double, 3, FORM_POLE | FORM_PAIR>(int axes);
