/* wide_f64.cu: the high-order half steps in double precision. */
#include "launch.cuh"

cudaError_t wide_cut_f64(wide *w, int processors) { return cut_all<double>(w, processors); }

cudaError_t wide_sweep_f64(const domain *d, const wide *w, int electric, cudaStream_t stream)
{
    return launch_sweep<double>(d, w, electric, stream);
}

cudaError_t wide_look_f64(const domain *d, const wide *w, double *partial, cudaStream_t stream)
{
    return launch_look<double>(d, w, partial, stream);
}
