/* core/files/gather_attributes.h: attributes of one object in the files of many runs. */
#ifndef YEE_CORE_GATHER_ATTRIBUTES_H
#define YEE_CORE_GATHER_ATTRIBUTES_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

/* Attributes that are not the same in all runs: "/probe/rx/ez@position". */
typedef struct yee_varying {
    size_t count, capacity;
    char **v;
} yee_varying;

/* Adds those of an object that another run has otherwise, or lacks; false: no memory. */
bool yee_varying_add(yee_varying *varying, const char *path, hid_t first, hid_t other);
void yee_varying_free(yee_varying *varying);

/* Copies the attributes of an object but those that vary. */
bool yee_varying_copy_others(const yee_varying *varying, const char *path, hid_t from,
                             hid_t to);
/* Writes those that vary and are numbers into /sweep/attributes<path>/<name>, shape [traces,
 * numbers], of which `from` is that of one trace. */
bool yee_varying_put(const yee_varying *varying, const char *path, hid_t from, hid_t into,
                     size_t trace, size_t traces);

#endif
