/* sweep.cu: half steps in either precision, each compiled in a source of its own
 * (sweep_choose.cuh). */
#include "sweep.h"

template <class real>
cudaError_t launch_sweep(const domain *d, const tiling *t, int electric, cudaStream_t stream);

cudaError_t sweep_launch(const domain *d, const tiling *t, size_t word, int electric,
                         cudaStream_t stream)
{
    return word == sizeof(float) ? launch_sweep<float>(d, t, electric, stream)
                                 : launch_sweep<double>(d, t, electric, stream);
}
