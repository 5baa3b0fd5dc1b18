/* core/files/scale.h: axes with a name, for readers of any kind. */
#ifndef YEE_CORE_SCALE_H
#define YEE_CORE_SCALE_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

/* The datasets of a file that name axes of others. */
typedef struct yee_scales {
    hid_t file;
    size_t count, capacity;
    struct yee_scale *v;
} yee_scales;

/* Has the dataset at a path name axes; one that is not there is made, of `first`, `first + step`
 * and so on, in a unit (NULL: numbers without one). */
bool yee_scales_add(yee_scales *scales, const char *path, hsize_t n, double first, double step,
                    const char *unit);
/* Whether it does. */
bool yee_scales_has(const yee_scales *scales, const char *path);
/* All axes of a dataset have the names of these scales, shape [rank]. */
bool yee_scales_name(yee_scales *scales, const char *path, int rank, const char *const *scale);
/* Each scale says whose axes it names; and frees. */
bool yee_scales_end(yee_scales *scales);

#endif
