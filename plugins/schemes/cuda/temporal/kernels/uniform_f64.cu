/* uniform_f64.cu: passes through calm bricks in double. */
#include "uniform.cuh"

template pass_instance choose_calm<double>(int steps, int form);
