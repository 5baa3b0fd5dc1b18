/* core/problem/answers.c: a table of answers in the order of their questions. */
#include "answers.h"
#include "base/grow.h"
#include <stdlib.h>

static int by_key(const void *a, const void *b)
{
    const uint64_t *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

static void note(yee_answers *a, uint64_t key)
{
    if (a->asked && a->ask[a->asked - 1] == key)
        return;
    if (a->asked == a->ask_capacity) { /* many are of one place */
        a->asked = yee_answers_sort(a->ask, a->asked);
        if (a->asked >= a->ask_capacity / 2)
            yee_grow(&a->ask, a->ask_capacity, &a->ask_capacity, sizeof *a->ask);
    }
    if (a->asked >= a->most || a->asked == a->ask_capacity)
        a->more = true;
    else
        a->ask[a->asked++] = key;
}

uint32_t yee_answers_find(yee_answers *a, uint64_t key)
{
    const uint64_t *at =
        a->count ? bsearch(&key, a->key, a->count, sizeof *a->key, by_key) : NULL;
    if (at)
        return a->value[at - a->key];
    if (a->noting)
        note(a, key);
    return a->noting ? 0 : YEE_NO_ANSWER;
}

size_t yee_answers_sort(uint64_t *key, size_t count)
{
    size_t kept = 0;
    if (count)
        qsort(key, count, sizeof *key, by_key);
    for (size_t n = 0; n < count; n++)
        if (!kept || key[n] != key[kept - 1])
            key[kept++] = key[n];
    return kept;
}

bool yee_answers_add(yee_answers *a, size_t count, const uint64_t *key, const uint32_t *value)
{
    const size_t all = a->count + count;
    uint64_t *keys = malloc(all * sizeof *keys + 1);
    uint32_t *values = malloc(all * sizeof *values + 1);
    if (!keys || !values) {
        free(keys);
        free(values);
        return false;
    }
    for (size_t n = 0, old = 0, new = 0; n < all; n++) {
        const bool first = new == count || (old < a->count && a->key[old] < key[new]);
        keys[n] = first ? a->key[old] : key[new];
        values[n] = first ? a->value[old++] : value[new ++];
    }
    free(a->key);
    free(a->value);
    a->key = keys;
    a->value = values;
    a->count = all;
    return true;
}

void yee_answers_begin(yee_answers *a)
{
    a->asked = 0;
    a->more = false;
}

void yee_answers_free(yee_answers *a)
{
    free(a->ask);
    free(a->key);
    free(a->value);
    *a = (yee_answers){.noting = false};
}
