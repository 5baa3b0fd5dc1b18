/* tests/emulator/cuda/cuda_pipeline_primitives.h: the same calls by their other header. */
#include "cuda_pipeline.h"
