/* uniform_f32.cu: passes through calm bricks in float. */
#include "uniform.cuh"

template pass_instance choose_calm<float>(int steps, int form);
