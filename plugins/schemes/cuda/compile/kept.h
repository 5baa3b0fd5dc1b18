/* kept.h: a host that keeps the sentence of a failure, which then may be none. */
#ifndef CUDA_KEPT_H
#define CUDA_KEPT_H

#include <stdarg.h>
#include <stdio.h>
#include <yee/plugin.h>

typedef struct kept_host {
    yee_host host; /* first */
    char sentence[1024];
} kept_host;

__attribute__((format(printf, 3, 4))) static inline yee_status
kept_fail(const yee_host *host, yee_status status, const char *format, ...)
{
    kept_host *kept = (kept_host *)(uintptr_t)host; /* not const where it was made */
    va_list args;
    va_start(args, format);
    vsnprintf(kept->sentence, sizeof kept->sentence, format, args);
    va_end(args);
    return status;
}

static inline kept_host kept_of(const yee_host *host)
{
    kept_host kept = {.host = *host};
    kept.host.fail = kept_fail;
    return kept;
}

#endif
