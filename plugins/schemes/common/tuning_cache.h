/* schemes/common/tuning_cache.h: whole numbers that a scheme has measured once, kept for like
 * plans in a file of the user's cache folder, "<key> = <number>" a line.
 *
 * They choose between ways to the same bits, so neither the clock nor the file can change a
 * result; a file that cannot be read or written is as good as none. */
#ifndef YEE_SCHEMES_TUNING_CACHE_H
#define YEE_SCHEMES_TUNING_CACHE_H

#include <stdbool.h>
#include <stddef.h>

enum { TUNING_CACHE_KEY = 256, TUNING_CACHE_PATH = 4096 };

/* The path of <cache folder>/yee/<name>, its folders made; false: there is no place for it. */
bool tuning_cache_path(const char *name, char path[TUNING_CACHE_PATH]);
/* The number of the last line with this key; false: there is none. */
bool tuning_cache_find(const char *path, const char *key, long *value);
/* The file with this line first, then those of other keys, in place of the old one: whoever
 * reads meanwhile sees one of the two. */
void tuning_cache_store(const char *path, const char *key, long value);

#endif
