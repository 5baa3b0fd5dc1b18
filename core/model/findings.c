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

const yee_finding_kind *yee_finding_kind_of(const yee_model *m, size_t i)
{
    return &m->kind[m->finding_kind[i]];
}

bool yee_finding_is_other(const yee_model *m, size_t i)
{
    const yee_finding_kind *k = yee_finding_kind_of(m, i);
    return k->count >= YEE_MANY_FINDINGS && k->first != i;
}

const char *yee_finding_others(const yee_model *m, size_t i, char *text, size_t size)
{
    enum { NAMED = 3 };
    const yee_finding_kind *k = yee_finding_kind_of(m, i);
    *text = 0;
    if (k->count < YEE_MANY_FINDINGS || k->first != i)
        return text;
    size_t used = (size_t)snprintf(text, size, "and %zu more like it: ", k->count - 1);
    int named = 0;
    for (size_t n = i + 1; n < m->findings && used < size && named < NAMED; n++)
        if (&m->kind[m->finding_kind[n]] == k)
            used += (size_t)snprintf(text + used, size - used, "%s%s", named++ ? ", " : "",
                                     m->finding[n].subject);
    if (k->count > NAMED + 1 && used < size)
        snprintf(text + used, size - used, ", ...");
    return text;
}

/* The number of a kind, which there are few of; SIZE_MAX: no memory. */
static size_t find_kind(yee_model *m, yee_level level, const char *format)
{
    size_t k = 0;
    while (k < m->kinds && (m->kind[k].format != format || m->kind[k].level != level))
        k++;
    if (k < m->kinds)
        return k;
    if (m->kinds == m->kind_capacity) {
        const size_t capacity = 2 * m->kinds + 16;
        yee_finding_kind *v = yee_arena_alloc(m->arena, capacity * sizeof *v);
        if (!v)
            return SIZE_MAX;
        if (m->kinds)
            memcpy(v, m->kind, m->kinds * sizeof *v);
        m->kind = v;
        m->kind_capacity = capacity;
    }
    m->kind[m->kinds] = (yee_finding_kind){format, level, m->findings, 0};
    return m->kinds++;
}

static bool grow(yee_model *m)
{
    const size_t capacity = m->finding_capacity ? 2 * m->finding_capacity : 16;
    yee_finding *v = yee_arena_alloc(m->arena, capacity * sizeof *v);
    size_t *slot = yee_arena_alloc(m->arena, 2 * capacity * sizeof *slot);
    size_t *kind = yee_arena_alloc(m->arena, capacity * sizeof *kind);
    if (!v || !slot || !kind)
        return false;
    if (m->findings) {
        memcpy(v, m->finding, m->findings * sizeof *v);
        memcpy(kind, m->finding_kind, m->findings * sizeof *kind);
    }
    m->finding_kind = kind;
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
    const size_t kind = find_kind(m, level, format);
    if (kind == SIZE_MAX)
        return YEE_MEMORY;
    m->kind[kind].count++;
    m->finding_kind[m->findings] = kind;
    m->finding[m->findings++] = (yee_finding){sizeof *m->finding, level, name, kept};
    *slot = m->findings;
    return YEE_OK;
}
