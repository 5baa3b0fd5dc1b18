/* skewed_f32.cu: passes of many steps through calm bricks in float. */
#include "skewed.cuh"

template pass_instance choose_slanted<float>(int steps, int form);
