/* tests/emulator/card.h: what is done on the card: at once, or recorded in a graph. */
#ifndef EMULATOR_CARD_H
#define EMULATOR_CARD_H

#include <cuda_runtime_api.h>
#include <functional>

cudaError_t card_do(std::function<cudaError_t()> task);

#endif
