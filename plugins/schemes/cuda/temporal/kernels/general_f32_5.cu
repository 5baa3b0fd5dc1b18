/* general_f32_5.cu: passes of 5 steps in float. */
#include "choose.cuh"

template pass_instance choose_pass<float, 5>(int form);
