/* narrow_f64.cu: kernels of one group of shapes in one precision. */
#include "kernels.cuh"

template entry<double> kernels_of<double, NARROW>(const wide *w, int electric, int mode);
