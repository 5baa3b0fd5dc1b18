/* general_f64_2.cu: passes of 2 steps in double. */
#include "choose.cuh"

template pass_instance choose_pass<double, 2>(int form);
