/* core/base/diag.h: where sentences go: the last error of a session, and its log lines. */
#ifndef YEE_CORE_DIAG_H
#define YEE_CORE_DIAG_H

#include <pthread.h>
#include <stdarg.h>
#include <yee/types.h>

typedef struct yee_diag {
    pthread_mutex_t lock;
    char error[2048]; /* "model.ini:14: [material.soil] tau: ..." */
    yee_status status;
    void (*log)(void *user, yee_level level, const char *line);
    void *user;
    size_t warnings; /* said so far */
} yee_diag;

/* Where in the model a sentence belongs; any member may be NULL or 0. */
typedef struct yee_place {
    const char *file;
    int line;
    const char *block; /* "material.soil" */
} yee_place;

/* Text as a terminal may show it: control characters, newlines too unless lines is true, escape
 * sequences and what is no UTF-8 are written as \n, \t, \x1b. Cut where out is full. */
void yee_text_clean(char *out, size_t size, const char *text, bool lines);

void yee_diag_init(yee_diag *diag, void (*log)(void *, yee_level, const char *), void *user);
void yee_diag_end(yee_diag *diag);
/* Stores the sentence with its place, unless an earlier one is still there,
 * and returns status. */
yee_status yee_diag_fail(yee_diag *diag, yee_status status, const yee_place *place,
                         const char *format, ...) __attribute__((format(printf, 4, 5)));
yee_status yee_diag_vfail(yee_diag *diag, yee_status status, const yee_place *place,
                          const char *format, va_list args);
void yee_diag_log(yee_diag *diag, yee_level level, const yee_place *place, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));
void yee_diag_vlog(yee_diag *diag, yee_level level, const yee_place *place, const char *format,
                   va_list args);
void yee_diag_clear(yee_diag *diag);
/* How many warnings were said since the beginning, whether or not they were shown. */
size_t yee_diag_warnings(yee_diag *diag);
/* The sentence of this thread's last failure, whether it was stored or not; "" there was none. */
const char *yee_diag_said(void);
/* How often this thread has failed so far, whether the sentence was stored or not. */
unsigned yee_diag_failures(void);

#endif
