/* core/run/spans.h: spans of the host's memory (yee/subdomain.h) and messages. */
#ifndef YEE_CORE_SPANS_H
#define YEE_CORE_SPANS_H

#include <string.h>
#include <yee/subdomain.h>

/* Copies spans, one behind the other, to a message, or with out false from it. */
static inline void yee_spans_pack(const yee_state_span *span, int64_t spans, char *message,
                                  bool out)
{
    for (int64_t n = 0; n < spans; n++) {
        const yee_state_span *x = &span[n];
        for (int64_t i = 0; i < x->count[0]; i++)
            for (int64_t j = 0; j < x->count[1]; j++) {
                char *at = (char *)x->base + i * x->pitch[0] + j * x->pitch[1];
                memcpy(out ? message : at, out ? at : message, (size_t)x->bytes);
                message += x->bytes;
            }
    }
}

#endif
