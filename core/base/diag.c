/* core/base/diag.c: sentences get their place in the model put in front; the first error stays.
 */
#include "diag.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static _Thread_local unsigned failures;
static _Thread_local char said[sizeof((yee_diag *)0)->error];

unsigned yee_diag_failures(void) { return failures; }
const char *yee_diag_said(void) { return said; }

void yee_diag_init(yee_diag *diag, void (*log)(void *, yee_level, const char *), void *user)
{
    memset(diag, 0, sizeof *diag);
    diag->log = log;
    diag->user = user;
    /* Recursive: a log function may ask for the last error. */
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&diag->lock, &recursive);
    pthread_mutexattr_destroy(&recursive);
}

void yee_diag_end(yee_diag *diag) { pthread_mutex_destroy(&diag->lock); }

/* Room that is left after length characters, as snprintf counts them. */
static size_t left(size_t size, size_t length) { return length < size ? size - length : 0; }

/* Bytes of the character at text, 1 to 4, where it may go to a terminal as it is: printable, in
 * valid UTF-8. 0: it is a control character, C1 ones and those that turn the direction of
 * writing included, or no character. */
static int printable(const unsigned char *text)
{
    const unsigned c = *text;
    const int more = c < 0x80 ? 0 : c >= 0xC2 && c < 0xE0 ? 1 : c >= 0xE0 && c < 0xF0 ? 2 : 3;
    uint32_t code = more ? c & (0x3Fu >> more) : c;
    if ((c >= 0x80 && c < 0xC2) || c >= 0xF5)
        return 0;
    for (int i = 1; i <= more; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (text[i] & 0x3Fu);
    }
    if (code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x200E && code <= 0x200F) ||
        (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
        (more == 2 && code < 0x800) || (more == 3 && (code < 0x10000 || code > 0x10FFFF)) ||
        (code >= 0xD800 && code < 0xE000))
        return 0;
    return more + 1;
}

void yee_text_clean(char *out, size_t size, const char *text, bool lines)
{
    size_t n = 0;
    while (*text) {
        char piece[8];
        int length = lines && *text == '\n' ? 1 : printable((const unsigned char *)text);
        const int bytes = length ? length : 1;
        if (length)
            memcpy(piece, text, (size_t)length);
        else if (*text == '\n' || *text == '\t')
            length = sprintf(piece, "\\%c", *text == '\n' ? 'n' : 't');
        else
            length = sprintf(piece, "\\x%02x", (unsigned)(unsigned char)*text);
        if (n + (size_t)length >= size)
            break;
        memcpy(out + n, piece, (size_t)length);
        n += (size_t)length;
        text += bytes;
    }
    out[n] = 0;
}

/* "file:line: [block] " and the sentence; a text that does not fit ends in "...". */
static void compose(char *out, size_t size, const yee_place *place, const char *format,
                    va_list args)
{
    char text[sizeof((yee_diag *)0)->error];
    size_t n = 0;
    *text = 0;
    if (place && place->file && place->line > 0)
        n += (size_t)snprintf(text, size, "%s:%d: ", place->file, place->line);
    else if (place && place->file)
        n += (size_t)snprintf(text, size, "%s: ", place->file);
    if (place && place->block && left(size, n))
        n += (size_t)snprintf(text + n, left(size, n), "[%s] ", place->block);
    if (left(size, n)) {
        int more = vsnprintf(text + n, left(size, n), format, args);
        n += more > 0 ? (size_t)more : 0;
    }
    if (!left(size, n)) {
        char *end = text + size - 4;
        while (end > text && (*end & 0xC0) == 0x80) /* not inside a UTF-8 character */
            end--;
        memcpy(end, "...", 4);
    }
    yee_text_clean(out, size, text, false);
}

yee_status yee_diag_vfail(yee_diag *diag, yee_status status, const yee_place *place,
                          const char *format, va_list args)
{
    failures += status != YEE_OK;
    if (status != YEE_OK)
        compose(said, sizeof said, place, format, args);
    pthread_mutex_lock(&diag->lock);
    if (diag->status == YEE_OK && status != YEE_OK) {
        memcpy(diag->error, said, sizeof said);
        diag->status = status;
    }
    pthread_mutex_unlock(&diag->lock);
    return status;
}

yee_status yee_diag_fail(yee_diag *diag, yee_status status, const yee_place *place,
                         const char *format, ...)
{
    va_list args;
    va_start(args, format);
    yee_diag_vfail(diag, status, place, format, args);
    va_end(args);
    return status;
}

void yee_diag_vlog(yee_diag *diag, yee_level level, const yee_place *place, const char *format,
                   va_list args)
{
    char line[sizeof diag->error];
    compose(line, sizeof line, place, format, args);
    pthread_mutex_lock(&diag->lock); /* one line at a time */
    diag->warnings += level == YEE_WARNING;
    if (diag->log)
        diag->log(diag->user, level, line);
    pthread_mutex_unlock(&diag->lock);
}

void yee_diag_log(yee_diag *diag, yee_level level, const yee_place *place, const char *format,
                  ...)
{
    va_list args;
    va_start(args, format);
    yee_diag_vlog(diag, level, place, format, args);
    va_end(args);
}

size_t yee_diag_warnings(yee_diag *diag)
{
    pthread_mutex_lock(&diag->lock);
    const size_t warnings = diag->warnings;
    pthread_mutex_unlock(&diag->lock);
    return warnings;
}

void yee_diag_clear(yee_diag *diag)
{
    pthread_mutex_lock(&diag->lock);
    diag->error[0] = 0;
    diag->status = YEE_OK;
    pthread_mutex_unlock(&diag->lock);
}
