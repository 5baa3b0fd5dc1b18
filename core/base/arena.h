/* core/base/arena.h: memory that dies together. */
#ifndef YEE_CORE_ARENA_H
#define YEE_CORE_ARENA_H

#include <stddef.h>

typedef struct yee_arena yee_arena;

yee_arena *yee_arena_new(void); /* NULL: no memory */
void yee_arena_free(yee_arena *arena);
/* Zeroed and aligned to 64 bytes; NULL: no memory. Thread-safe. */
void *yee_arena_alloc(yee_arena *arena, size_t bytes);
void *yee_arena_copy(yee_arena *arena, const void *data, size_t bytes);
char *yee_arena_text(yee_arena *arena, const char *text);
char *yee_arena_format(yee_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
