/* sources/common/direction.h: directions as a user writes them. */
#ifndef YEE_SOURCES_DIRECTION_H
#define YEE_SOURCES_DIRECTION_H

#include <yee/yee.h>

/* Reads "x", "-z" or three numbers into the unit vector d. */
yee_status source_direction(const yee_host *host, const char *key, const char *text,
                            double d[3]);

#endif
