/* general_f64_1.cu: passes of 1 step in double. */
#include "choose.cuh"

template pass_instance choose_pass<double, 1>(int form);
