/* general_f64_3.cu: passes of 3 steps in double. */
#include "choose.cuh"

template pass_instance choose_pass<double, 3>(int form);
