/* sweep_f64.cu: the half steps in double. */
#include "choose_sweep.cuh"

cudaError_t sweep_f64(const domain *d, const cut *c, int electric, cudaStream_t stream)
{
    return launch_sweep<double>(d, c, electric, stream);
}
