/* core/config/fault.c: one buffer of each thread holds the last sentence. */
#include "fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char sentence[1200];

yee_status yee_fault_say(yee_fault *fault, const char *format, ...)
{
    char text[sizeof sentence];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    memcpy(sentence, text, sizeof sentence);
    fault->reason = sentence;
    return YEE_INPUT;
}

yee_status yee_fault_memory(yee_fault *fault)
{
    fault->reason = "no memory for the value";
    return YEE_MEMORY;
}
