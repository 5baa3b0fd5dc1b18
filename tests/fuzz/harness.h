/* harness.h: what the fuzz targets share: a check, a host that keeps the first sentence, a file
 * that is only in memory, and bytes as a stream of choices. */
#ifndef YEE_FUZZ_HARNESS_H
#define YEE_FUZZ_HARNESS_H

#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <yee/plugin.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* An assertion that no input may break. */
#define must(held) ((held) ? (void)0 : broken(#held, __LINE__))
static inline void broken(const char *what, int line)
{
    fprintf(stderr, "line %d: does not hold: %s\n", line, what);
    abort();
}

/* -- a host -- */

typedef struct fuzz_host {
    yee_host host;
    yee_arena *arena;
    char sentence[512];
} fuzz_host;

static inline void fuzz_log(const yee_host *host, yee_level level, const char *format, ...)
{
    (void)host, (void)level, (void)format;
}

static inline yee_status fuzz_fail(const yee_host *host, yee_status status, const char *format,
                                   ...)
{
    fuzz_host *h = host->core;
    va_list args;
    va_start(args, format);
    vsnprintf(h->sentence, sizeof h->sentence, format, args);
    va_end(args);
    return status;
}

static inline void *fuzz_alloc(const yee_host *host, size_t bytes)
{
    const fuzz_host *h = host->core;
    return yee_arena_alloc(h->arena, bytes);
}

static inline void fuzz_host_open(fuzz_host *h)
{
    memset(h, 0, sizeof *h);
    h->arena = yee_arena_new();
    must(h->arena != NULL);
    h->host = (yee_host){.size = sizeof h->host,
                         .core = h,
                         .instance = "fuzz",
                         .log = fuzz_log,
                         .fail = fuzz_fail,
                         .alloc = fuzz_alloc};
}

/* A failure has a sentence, a success has none. */
static inline void fuzz_host_close(fuzz_host *h, yee_status status)
{
    must((status == YEE_OK) == !*h->sentence && status != YEE_INTERNAL);
    yee_arena_free(h->arena);
}

/* -- a file -- */

/* The path of the one file there is, in memory; it goes when the process ends. */
static char fuzz_path[40];
static inline void fuzz_file_remove(void) { unlink(fuzz_path); }

static inline const char *fuzz_file(void)
{
    if (!*fuzz_path) {
        snprintf(fuzz_path, sizeof fuzz_path, "/dev/shm/yee-fuzz-%ld", (long)getpid());
        atexit(fuzz_file_remove);
    }
    return fuzz_path;
}

static inline const char *fuzz_file_write(const void *data, size_t size)
{
    FILE *file = fopen(fuzz_file(), "w");
    must(file && fwrite(data, 1, size, file) == size && !fclose(file));
    return fuzz_path;
}

/* -- choices -- */

typedef struct choices {
    const unsigned char *at, *end;
} choices;

static inline unsigned next(choices *c) { return c->at < c->end ? *c->at++ : 0; }
/* One of n. */
static inline unsigned pick(choices *c, unsigned n) { return next(c) % n; }
/* Eight bytes as they are: any double, any length. */
static inline uint64_t word(choices *c)
{
    uint64_t w = 0;
    for (int i = 0; i < 8; i++)
        w = w << 8 | next(c);
    return w;
}

#endif
