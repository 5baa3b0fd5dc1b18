/* general_f32_4.cu: passes of 4 steps in float. */
#include "choose.cuh"

template pass_instance choose_pass<float, 4>(int form);
