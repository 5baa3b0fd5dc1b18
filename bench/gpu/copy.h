/* copy.h: what a card can do, to set beside what a scheme does. */
#ifndef BENCH_COPY_H
#define BENCH_COPY_H

#ifdef __cplusplus
extern "C" {
#endif

/* GB/s of a device copy of 1 GiB, bytes read plus bytes written, median of 5; 0: no GPU. */
double copy_bandwidth(void);
/* The card's name, "" without one. */
const char *copy_card(void);

#ifdef __cplusplus
}
#endif
#endif
