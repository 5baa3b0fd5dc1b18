/* skewed_f64.cu: passes of many steps through calm bricks in double. */
#include "skewed.cuh"

template pass_instance choose_slanted<double>(int steps, int form);
