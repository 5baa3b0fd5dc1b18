/* tests/emulator/launch.h: launch_kernel() of launch.cuh: a launch is kept whole, so that a
 * graph may do it later and again. */
#ifndef PROCESSOR_LAUNCH_H
#define PROCESSOR_LAUNCH_H

#include "block.h"
#include "card.h"

template <class... types>
static cudaError_t launch_kernel(void (*kernel)(types...), dim3 blocks, dim3 threads,
                                 size_t bytes, cudaStream_t stream,
                                 typename given<types>::as... arguments)
{
    if (!block_possible(blocks, threads, bytes))
        return cudaErrorInvalidConfiguration;
    return card_do(
        [=] { return block_run(blocks, threads, bytes, [&] { kernel(arguments...); }); },
        stream);
}

#endif
