/* sources/common/direction.c: directions as a user writes them. */
#include "direction.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

yee_status source_direction(const yee_host *host, const char *key, const char *text,
                            double d[3])
{
    const char *rest = text + strspn(text, " \t");
    double sign = *rest == '-' ? -1 : 1, norm = 0;

    d[0] = d[1] = d[2] = 0;
    const char *letter = rest + (*rest == '-' || *rest == '+');
    if (letter[0] >= 'x' && letter[0] <= 'z' && !letter[1]) {
        d[letter[0] - 'x'] = sign;
        return YEE_OK;
    }
    for (int a = 0; a < 3; a++) {
        char *end;
        d[a] = strtod(rest, &end);
        if (end == rest)
            break;
        rest = end + strspn(end, " \t,");
        norm = a == 2 && !*rest ? hypot(hypot(d[0], d[1]), d[2]) : 0;
    }
    if (!(norm > 0) || !isfinite(norm))
        return host->fail(host, YEE_INPUT,
                          "%s = %s is no direction; write x, y, z, -x, ... or a vector such as "
                          "1, 0, 1",
                          key, text);
    for (int a = 0; a < 3; a++)
        d[a] /= norm;
    return YEE_OK;
}
