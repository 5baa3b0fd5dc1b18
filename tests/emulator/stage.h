/* tests/emulator/stage.h: the tensor copy engine of stage.cuh, by hand. */
#ifndef EMULATOR_STAGE_H
#define EMULATOR_STAGE_H

#include <cuda.h>

void stage_open(unsigned long long *full);
inline void stage_order() {} /* what threads have written is there */
void stage_expect(unsigned long long *full, unsigned bytes);
void stage_wait(unsigned long long *full, unsigned phase);
void stage_fields(void *to, const CUtensorMap *map, int column, int row, int plane,
                  unsigned long long *full);
template <bool KEPT>
void stage_fields(void *to, const CUtensorMap *map, int column, int row, int plane,
                  unsigned long long *full)
{
    stage_fields(to, map, column, row, plane, full);
}
void stage_ids(void *to, const CUtensorMap *map, int column, int row, int plane,
               unsigned long long *full);
void stage_words(void *to, const void *from, unsigned bytes, unsigned long long *full);
void stage_away(void *to, const void *from, unsigned bytes);
void stage_away_left(int copies); /* all but the last ones are done */
inline void stage_away_read() { stage_away_left(0); }
template <int LATE> void stage_away_done() { stage_away_left(LATE); }
void stage_leave(int place, int threads);
void stage_await_all(int place, int threads);
/* Blocks run one after the other: what one awaits is there. */
void stage_post(unsigned *count, unsigned number);
unsigned stage_await(const unsigned *count, unsigned number);
void stage_meet(int threads);

/* Forgets the copies of a block; whether all were awaited. */
bool stage_over();

/* The function that stands for cuTensorMapEncodeTiled here. */
decltype(cuTensorMapEncodeTiled) stage_describe;

#endif
