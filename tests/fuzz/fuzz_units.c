/* Fuzz target: the first line as the unit that is wanted, the rest as the text of a number.
 *
 * A number that is read is finite, and reads back to itself from what is written of it. */
#include "base/units.h"
#include "harness.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    char *unit = strndup((const char *)data, size), *text = strchr(unit, '\n');
    if (!text) {
        free(unit);
        return -1; /* not worth keeping */
    }
    *text++ = 0;
    double value = NAN, again = NAN;
    const char *reason = NULL;
    if (!yee_units_read(text, unit, &value, &reason)) {
        must(reason && *reason && isnan(value));
    } else {
        must(isfinite(value) && yee_units_suffix(text));
        if (!*unit || yee_units_coherent(unit)) {
            int length = yee_units_write(NULL, 0, value, unit);
            char *written = malloc((size_t)length + 1);
            must(yee_units_write(written, (size_t)length + 1, value, unit) == length);
            must(yee_units_read(written, unit, &again, &reason) && again == value);
            free(written);
        }
    }
    free(unit);
    return 0;
}
