/* core/base/grow.h: arrays that grow on the heap. */
#ifndef YEE_CORE_ROOM_H
#define YEE_CORE_ROOM_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Room for one more element behind the `used` ones of an array; array: the address of the
 * pointer to it, whatever its type. False: no memory, nothing has changed. */
static inline bool yee_room(void *array, size_t used, size_t *room, size_t bytes)
{
    void *data;
    if (used < *room)
        return true;
    const size_t more = *room ? 2 * *room : 16;
    memcpy(&data, array, sizeof data);
    data = realloc(data, more * bytes);
    if (!data)
        return false;
    memcpy(array, &data, sizeof data);
    *room = more;
    return true;
}

#endif
