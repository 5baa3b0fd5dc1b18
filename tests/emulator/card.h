/* tests/emulator/card.h: what is done on the card: at once, recorded in a graph, or when somebody waits
 * for it (streams.cpp). */
#ifndef EMULATOR_CARD_H
#define EMULATOR_CARD_H

#include <cuda_runtime_api.h>
#include <functional>

typedef std::function<cudaError_t()> card_task;

/* stream NULL: behind all that was asked for, and before all that will be. */
cudaError_t card_do(card_task task, cudaStream_t stream = nullptr);
/* Does a task of a card, whichever is current. */
cudaError_t card_run(int card, const card_task &task);
/* Ends the program unless a stream's or an event's card is the current one. */
void card_owns(const char *what, int card);
int card_current();

/* streams.cpp. Whether the task waits for its turn in the stream; false: it is to be done now, all that
 * waited having been done. */
bool streams_defer(const card_task &task, cudaStream_t stream);
/* Does all that waits; the first error. */
cudaError_t streams_drain();

#endif
