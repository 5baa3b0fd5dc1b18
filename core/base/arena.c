/* core/base/arena.c: every piece is one calloc, so large zeroed arrays cost no page until they
 * are touched and memory checkers see each piece by itself. */
#include "arena.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALIGN ((size_t)64)

struct piece {
    struct piece *next;
};

struct yee_arena {
    pthread_mutex_t lock;
    struct piece *first; /* latest */
};

yee_arena *yee_arena_new(void)
{
    yee_arena *arena = calloc(1, sizeof *arena);
    if (arena && pthread_mutex_init(&arena->lock, NULL)) {
        free(arena);
        return NULL;
    }
    return arena;
}

void yee_arena_free(yee_arena *arena)
{
    if (!arena)
        return;
    for (struct piece *p = arena->first, *next; p; p = next) {
        next = p->next;
        free(p);
    }
    pthread_mutex_destroy(&arena->lock);
    free(arena);
}

void *yee_arena_alloc(yee_arena *arena, size_t bytes)
{
    if (bytes > SIZE_MAX - sizeof(struct piece) - ALIGN)
        return NULL;
    struct piece *p = calloc(1, sizeof *p + ALIGN + bytes);
    if (!p)
        return NULL;
    pthread_mutex_lock(&arena->lock);
    p->next = arena->first;
    arena->first = p;
    pthread_mutex_unlock(&arena->lock);
    char *data = (char *)(p + 1);
    return data + (ALIGN - (uintptr_t)data % ALIGN) % ALIGN;
}

void *yee_arena_copy(yee_arena *arena, const void *data, size_t bytes)
{
    void *copy = yee_arena_alloc(arena, bytes);
    if (copy && bytes)
        memcpy(copy, data, bytes);
    return copy;
}

char *yee_arena_text(yee_arena *arena, const char *text)
{
    return yee_arena_copy(arena, text, strlen(text) + 1);
}

char *yee_arena_format(yee_arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = length < 0 ? NULL : yee_arena_alloc(arena, (size_t)length + 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}
