/* general_f64_4.cu: passes of 4 steps in double. */
#include "choose.cuh"

template pass_instance choose_pass<double, 4>(int form);
