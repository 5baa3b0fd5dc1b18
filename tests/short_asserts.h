/* tests/short_asserts.h: behind a run that was cut short (short.h) an assertion that does not
 * hold is printed, "not looked at", and does not fail. That is so in the text below this
 * header: helpers include it at their end, and what they assert of calls
 * and files must hold. */
#ifndef YEE_TESTS_SHORT_ASSERTS_H
#define YEE_TESTS_SHORT_ASSERTS_H

#include "short.h"

static inline void short_not_looked_at(const char *file, int line, const char *expression)
{
    fprintf(stderr, "%s:%d: not looked at: %s\n", file, line, expression);
}

/* Every assertion of Check comes here when it does not hold. */
#define _ck_assert_failed(file, line, expression, ...) \
    (short_was_cut ? short_not_looked_at(file, line, expression) \
                   : (_ck_assert_failed)(file, line, expression, __VA_ARGS__))

#endif
