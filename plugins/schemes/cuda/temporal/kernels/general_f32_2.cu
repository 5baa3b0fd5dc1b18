/* general_f32_2.cu: passes of 2 steps in float. */
#include "choose.cuh"

template pass_instance choose_pass<float, 2>(int form);
