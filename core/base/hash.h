/* core/base/hash.h: a hash table of numbers, and the hash of bytes. */
#ifndef YEE_CORE_HASH_H
#define YEE_CORE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Open addressing; a slot holds a number + 1. What the numbers stand for, and whether two of
 * them with one hash are equal, is the caller's. */
typedef struct yee_hash {
    size_t slots, used; /* slots: a power of two */
    uint32_t *slot;
    uint64_t *hash;
} yee_hash;

#define YEE_HASH_START UINT64_C(0xcbf29ce484222325) /* hash of no bytes */
#define YEE_HASH_FIRST ((size_t)-1)

/* FNV-1a, 64 bits (IETF draft-eastlake-fnv): the hash after one more word, an octet, or for
 * speed a number of up to 64 bits at once. */
static inline uint64_t yee_hash_word(uint64_t hash, uint64_t word)
{
    return (hash ^ word) * UINT64_C(0x100000001b3);
}
/* The hash h continued by more bytes. */
uint64_t yee_hash_bytes(uint64_t h, const void *data, size_t bytes);
/* Makes sure that one more number fits. False: no memory. */
bool yee_hash_grow(yee_hash *table);
/* The slot where the search for a hash continues: the next one that holds this hash, or an
 * empty one. start: YEE_HASH_FIRST, then the slot that did not match. */
size_t yee_hash_probe(const yee_hash *table, uint64_t hash, size_t start);
/* Puts a number into the empty slot that the search ended at. */
void yee_hash_put(yee_hash *table, size_t at, uint64_t hash, uint32_t number);
void yee_hash_free(yee_hash *table);

#endif
