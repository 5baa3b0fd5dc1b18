/* sweep_f32.cu: the half steps in float. */
#include "choose_sweep.cuh"

cudaError_t sweep_f32(const domain *d, const cut *c, int electric, cudaStream_t stream)
{
    return launch_sweep<float>(d, c, electric, stream);
}
