/* core/run/passive.h: shares of a power that no passive structure can have. */
#ifndef YEE_CORE_PASSIVE_H
#define YEE_CORE_PASSIVE_H

/* Judges all records of a finished result file whose attributes give bounds (docs/results.md), and
 * the reflection of its ports; a sentence for each that is outside goes to say(). For the end of a
 * run and for pictures. */
void yee_passive_judge(const char *file, void (*say)(void *user, const char *sentence),
                       void *user);

#endif
