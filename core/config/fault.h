/* core/config/fault.h: what is wrong with a value, before anybody knows its file and line. */
#ifndef YEE_CORE_FAULT_H
#define YEE_CORE_FAULT_H

#include <yee/types.h>

typedef struct yee_fault {
    const char *reason; /* a sentence, static or of this thread until its next fault */
    size_t at;          /* bytes of the value's text in front of the part that is wrong */
} yee_fault;

/* Stores the sentence, in which an earlier reason may stand, and returns YEE_INPUT. */
yee_status yee_fault_say(yee_fault *fault, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "no memory for the value", and YEE_MEMORY */
yee_status yee_fault_memory(yee_fault *fault);

#endif
