/* tests/processor/card.h: what is done on the card: at once, or recorded in a graph. */
#ifndef PROCESSOR_CARD_H
#define PROCESSOR_CARD_H

#include <cuda_runtime_api.h>
#include <functional>

cudaError_t card_do(std::function<cudaError_t()> task);

#endif
