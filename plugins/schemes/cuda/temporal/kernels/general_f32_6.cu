/* general_f32_6.cu: passes of 6 steps in float. */
#include "choose.cuh"

template pass_instance choose_pass<float, 6>(int form);
