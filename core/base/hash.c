/* core/base/hash.c: a hash table of numbers, and the hash of bytes (FNV-1a). */
#include "hash.h"

#include <stdlib.h>

uint64_t yee_hash_bytes(uint64_t h, const void *data, size_t bytes)
{
    const unsigned char *p = data;
    for (size_t i = 0; i < bytes; i++)
        h = yee_hash_word(h, p[i]);
    return h;
}

static bool grow(yee_hash *t)
{
    const size_t slots = t->slots ? 2 * t->slots : 64;
    yee_hash next = {slots, t->used, calloc(slots, sizeof(uint32_t)),
                     calloc(slots, sizeof(uint64_t))};
    if (!next.slot || !next.hash) {
        free(next.slot);
        free(next.hash);
        return false;
    }
    for (size_t i = 0; i < t->slots; i++) {
        if (!t->slot[i])
            continue;
        size_t at = t->hash[i] & (slots - 1);
        while (next.slot[at])
            at = (at + 1) & (slots - 1);
        next.slot[at] = t->slot[i];
        next.hash[at] = t->hash[i];
    }
    free(t->slot);
    free(t->hash);
    *t = next;
    return true;
}

bool yee_hash_grow(yee_hash *t) { return 2 * t->used < t->slots || grow(t); }

size_t yee_hash_probe(const yee_hash *t, uint64_t hash, size_t start)
{
    size_t at = start == YEE_HASH_FIRST ? hash & (t->slots - 1) : (start + 1) & (t->slots - 1);
    while (t->slot[at] && t->hash[at] != hash)
        at = (at + 1) & (t->slots - 1);
    return at;
}

void yee_hash_put(yee_hash *t, size_t at, uint64_t hash, uint32_t number)
{
    t->slot[at] = number + 1;
    t->hash[at] = hash;
    t->used++;
}

void yee_hash_free(yee_hash *t)
{
    free(t->slot);
    free(t->hash);
}
