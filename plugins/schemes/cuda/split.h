/* split.h: the scheme "cuda.split". */
#ifndef CUDA_SPLIT_H
#define CUDA_SPLIT_H

#include <yee/plugin.h>

extern const yee_plugin cuda_split;

#endif
