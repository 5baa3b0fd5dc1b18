/* crossed_f32.cu: kernels of one group of shapes in one precision. */
#include "kernels.cuh"

template entry<float> kernels_of<float, CROSSED>(const wide *w, int electric, int mode);
