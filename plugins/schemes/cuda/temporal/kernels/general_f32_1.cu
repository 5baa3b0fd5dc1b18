/* general_f32_1.cu: passes of 1 step in float. */
#include "choose.cuh"

template pass_instance choose_pass<float, 1>(int form);
