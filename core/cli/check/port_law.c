/* core/cli/check/port_law.c: a port law (yee/port_law.h) is pure, stays within its words, has one
 * voltage for a drive, and takes more than it gives. */
#include "check.h"
#include "plugin/call.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 4000, GUARD = 4, LOADS = 4, DRIVES = 201 };
#define MARK 1.25e77 /* around the words */

/* A law at work on a port. */
typedef struct bench {
    const yee_port_law *law;
    const void *self;
    double dt, load, param[YEE_PORT_LAW_MOST_PARAMS];
    double *state, *again; /* shape [words + 2 GUARD] */
} bench;

static double current(const bench *b, int64_t step, double before, double drive, double *state)
{
    double signal[YEE_PORT_LAW_MOST_SIGNALS] = {0};
    if (b->law->signals)
        b->law->play(b->self, b->dt, step, signal);
    return b->law->current(b->param, signal, before, drive, b->load, state + GUARD);
}

static void start(const bench *b, double *state)
{
    for (int32_t n = 0; n < b->law->words + 2 * GUARD; n++)
        state[n] = n >= GUARD && n < GUARD + b->law->words ? 0 : MARK;
}

static bool wrong(check *c, const bench *b, const char *what)
{
    check_judge(c, false, "port law %s, load = %g Ohm: %s", b->law->name, b->load, what);
    return false;
}

static bool pure(check *c, const yee_instance *it, bench *b)
{
    double param[YEE_PORT_LAW_MOST_PARAMS] = {0};
    if (YEE_CALL(it, b->law, prepare, &it->host, b->self, b->dt, param))
        return wrong(c, b, "prepare() failed the second time");
    if (memcmp(param, b->param, (size_t)b->law->params * sizeof *param) != 0)
        return wrong(c, b, "prepare() gives other numbers the second time");
    return true;
}

/* Work (J) that the port takes in, over drives of a size that come and go. */
static bool work(check *c, bench *b, double size)
{
    const size_t bytes = (size_t)(b->law->words + 2 * GUARD) * sizeof *b->state;
    double before = 0, taken = 0, sum = 0;
    start(b, b->state);
    for (int64_t n = 0; n < STEPS; n++) {
        const double x = (double)n / (STEPS / 2), fade = n < STEPS / 2 ? sin(YEE_PI * x) : 0;
        const double drive = size * fade * check_noise(n / 7);
        memcpy(b->again, b->state, bytes);
        const double i = current(b, n, before, drive, b->state),
                     j = current(b, n, before, drive, b->again);
        if (!isfinite(i))
            return wrong(c, b, "current() is no number");
        if (memcmp(&i, &j, sizeof i) != 0 || memcmp(b->state, b->again, bytes) != 0)
            return wrong(c, b, "current() gives other bits when it is called again");
        for (int g = 0; g < GUARD; g++)
            if (b->state[g] != MARK || b->state[b->law->words + GUARD + g] != MARK)
                return wrong(c, b, "current() writes beyond its words");
        const double v = drive + b->load * i;
        before = 2 * v - before;
        taken -= v * i * b->dt;
        sum += fabs(v * i) * b->dt;
    }
    if (b->law->active || taken >= -1e-9 * sum)
        return true;
    check_judge(
        c, false,
        "port law %s, load = %g Ohm, drive up to %g V: it gives %.3g J of %.3g that pass "
        "through it; a law that may is active = true",
        b->law->name, b->load, size, -taken, sum);
    return false;
}

/* V never falls with the drive: dV/d(drive) = 1/(1 + load di/dV) is above 0 where V is the only
 * solution. Roundings: of V as a difference of the drive and of load times current. */
static bool single(check *c, bench *b, double size)
{
    double last = -INFINITY;
    for (int n = 0; n < DRIVES; n++) {
        const double drive = size * (2.0 * n / (DRIVES - 1) - 1);
        start(b, b->state);
        const double i = current(b, 0, 0, drive, b->state), v = drive + b->load * i;
        if (v < last - 1e-12 * (fabs(drive) + fabs(b->load * i)))
            return wrong(c, b, "the voltage falls where the drive rises");
        last = v;
    }
    return true;
}

bool check_port_law(check *c, const yee_instance *it, const yee_port_law *law, const void *self)
{
    static const double load[LOADS] = {0.5, 20, 377, 1e5}, size[] = {1e-3, 0.3, 10, 1000};
    static const double step[] = {1e-15, 1e-12, 1e-10};
    const size_t words = (size_t)law->words + 2 * GUARD;
    bench b = {.law = law, .self = self};
    b.state = calloc(2 * words, sizeof *b.state);
    b.again = b.state + words;
    bool ok = b.state != NULL;
    for (size_t t = 0; ok && t < sizeof step / sizeof *step; t++) {
        b.dt = step[t];
        if (YEE_CALL(it, law, prepare, &it->host, self, b.dt, b.param))
            continue; /* such a step is refused, which is its right */
        for (int n = 0; ok && n < LOADS; n++) {
            b.load = load[n];
            ok = pure(c, it, &b);
            for (size_t k = 0; ok && k < sizeof size / sizeof *size; k++)
                ok = single(c, &b, size[k]) && work(c, &b, size[k]);
        }
    }
    free(b.state);
    return ok;
}
