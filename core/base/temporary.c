/* core/base/temporary.c: a handler may neither allocate nor wait: names lie in fixed places. */
#include "temporary.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { NAMES = 16, LENGTH = 4096 };

static char name[NAMES][LENGTH];
static volatile sig_atomic_t used[NAMES]; /* set last, cleared first */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void yee_temporary_add(const char *path)
{
    int slot = 0;
    pthread_mutex_lock(&lock);
    while (slot < NAMES && used[slot])
        slot++;
    if (slot < NAMES && strlen(path) < LENGTH) {
        strcpy(name[slot], path);
        used[slot] = 1;
    }
    pthread_mutex_unlock(&lock);
}

void yee_temporary_drop(const char *path)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < NAMES; i++)
        if (used[i] && !strcmp(name[i], path))
            used[i] = 0;
    pthread_mutex_unlock(&lock);
}

void yee_temporary_remove(void)
{
    for (int i = 0; i < NAMES; i++)
        if (used[i])
            unlink(name[i]);
}
