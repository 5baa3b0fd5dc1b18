/* calm_f64.cu: passes through calm bricks in double. */
#include "calm.cuh"

template pass_instance choose_calm<double>(int steps, int form);
