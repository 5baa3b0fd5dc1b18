/* general_f64_6.cu: passes of 6 steps in double. */
#include "choose.cuh"

template pass_instance choose_pass<double, 6>(int form);
