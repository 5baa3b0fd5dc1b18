/* core/base/process.h: what foreign code may change of the process, and the core relies on: the
 * working folder, the mask of new files, the locale, rounding and traps of floating point.
 *
 * A thread that is within yee has the plain locale, whatever setlocale() says: numbers are
 * written with a point. The rest is as it was when yee was entered, from each restore on. */
#ifndef YEE_CORE_PROCESS_H
#define YEE_CORE_PROCESS_H

#include <pthread.h>
#include <stdbool.h>

/* The thread comes into yee from the program; keeps how things are. Calls nest. */
void yee_process_enter(void);
/* After foreign code has run on the thread, and before the core opens a file. Nothing happens on
 * a thread that is not within yee. */
void yee_process_restore(void);
/* The core itself changes the working folder, which is kept from then on; false: errno says why
 * not. */
bool yee_process_move(const char *path);
/* It goes back, and finds its locale as it was. */
void yee_process_leave(void);

/* Both for a thread that the core itself started: the folder is the program's own between
 * two calls of yee. */
void yee_process_begin_thread(void);
void yee_process_end_thread(void);
/* Starts a thread that gets no signals but those of its own faults: blocked, these would end the
 * process without a word. 0, or an errno. */
int yee_process_start_thread(pthread_t *thread, void *(*run)(void *), void *user);

#endif
