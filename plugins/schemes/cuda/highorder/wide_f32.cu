/* wide_f32.cu: the high-order half steps in single precision. */
#include "launch.cuh"

cudaError_t wide_cut_f32(wide *w, int processors) { return cut_all<float>(w, processors); }

cudaError_t wide_sweep_f32(const domain *d, const wide *w, int electric, cudaStream_t stream)
{
    return launch_sweep<float>(d, w, electric, stream);
}

cudaError_t wide_look_f32(const domain *d, const wide *w, double *partial, cudaStream_t stream)
{
    return launch_look<float>(d, w, partial, stream);
}
