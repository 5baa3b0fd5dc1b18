/* general_f64_5.cu: passes of 5 steps in double. */
#include "choose.cuh"

template pass_instance choose_pass<double, 5>(int form);
