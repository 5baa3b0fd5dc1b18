/* general_f32_3.cu: passes of 3 steps in float. */
#include "choose.cuh"

template pass_instance choose_pass<float, 3>(int form);
