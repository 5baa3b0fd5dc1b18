/* core/model/findings.c: what the self-test says of a model, every sentence once. A model may
 * have tens of thousands of media, so sentences are found by their hash. */
#include "findings.h"
#include "base/hash.h"

#include <stdio.h>
#include <string.h>

static size_t hash_of(const char *subject, const char *text)
{
    uint64_t h = yee_hash_bytes(YEE_HASH_START, subject, strlen(subject));
    h = yee_hash_bytes(h, text, strlen(text));
    return (size_t)(h ^ h >> 32);
}

/* Where a sentence is, or would be, in finding_slot: its number plus 1, 0 where it is not. */
static size_t slot_of(const yee_model *m, const char *subject, const char *text)
{
    const size_t slots = 2 * m->finding_capacity; /* a power of 2 */
    size_t at = hash_of(subject, text) & (slots - 1);
    for (size_t n; (n = m->finding_slot[at]) != 0; at = (at + 1) & (slots - 1))
        if (!strcmp(m->finding[n - 1].subject, subject) &&
            !strcmp(m->finding[n - 1].text, text))
            break;
    return at;
}

static bool grow(yee_model *m)
{
    const size_t capacity = m->finding_capacity ? 2 * m->finding_capacity : 16;
    yee_finding *v = yee_arena_alloc(m->arena, capacity * sizeof *v);
    size_t *slot = yee_arena_alloc(m->arena, 2 * capacity * sizeof *slot);
    if (!v || !slot)
        return false;
    if (m->findings)
        memcpy(v, m->finding, m->findings * sizeof *v);
    m->finding = v;
    m->finding_slot = slot;
    m->finding_capacity = capacity;
    for (size_t i = 0; i < m->findings; i++)
        slot[slot_of(m, v[i].subject, v[i].text)] = i + 1;
    return true;
}

yee_status yee_finding_note(yee_model *m, yee_level level, const char *subject,
                            const char *format, ...)
{
    char text[640];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (m->findings == m->finding_capacity && !grow(m))
        return YEE_MEMORY;
    size_t *slot = &m->finding_slot[slot_of(m, subject, text)];
    if (*slot)
        return YEE_OK;
    char *kept = yee_arena_text(m->arena, text), *name = yee_arena_text(m->arena, subject);
    if (!kept || !name)
        return YEE_MEMORY;
    m->finding[m->findings++] = (yee_finding){sizeof *m->finding, level, name, kept};
    *slot = m->findings;
    return YEE_OK;
}
