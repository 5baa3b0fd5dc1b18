/* core/base/grow.h: arrays that grow on the heap. */
#ifndef YEE_CORE_GROW_H
#define YEE_CORE_GROW_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Room for one more element behind the `used` ones of an array; array: the address of the
 * pointer to it, whatever its type. False: no memory, nothing has changed. */
static inline bool yee_grow(void *array, size_t used, size_t *capacity, size_t bytes)
{
    void *data;
    if (used < *capacity)
        return true;
    const size_t more = *capacity ? 2 * *capacity : 16;
    memcpy(&data, array, sizeof data);
    data = realloc(data, more * bytes);
    if (!data)
        return false;
    memcpy(array, &data, sizeof data);
    *capacity = more;
    return true;
}

#endif
