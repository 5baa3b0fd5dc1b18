/* core/problem/port_laws.c: port laws (yee/port_law.h) as links. */
#include "port_laws.h"
#include "plugin/call.h"
#include <ctype.h>
#include <math.h>

enum { MOST_WORDS = 1 << 20 };

bool yee_is_law_name(const char *name)
{
    const char *s = name;
    while (s && (isalnum((unsigned char)*s) || *s == '_'))
        s++;
    return s && s != name && !*s;
}

const char *yee_port_law_fault(const yee_port_law *law)
{
    if (!law || law->size < sizeof *law)
        return "a table that is too small; begin it with YEE_PORT_LAW()";
    if (!yee_is_law_name(law->name))
        return "no name of letters, digits and '_'";
    if (!law->current || !law->prepare)
        return "no current() or prepare(); it needs both";
    if (law->params < 0 || law->params > YEE_PORT_LAW_MOST_PARAMS)
        return "a number of params beyond 0 to 256";
    if (law->words < 0 || law->words > MOST_WORDS)
        return "a number of words beyond 0 to 1048576";
    if (law->signals < 0 || law->signals > YEE_PORT_LAW_MOST_SIGNALS ||
        (law->signals && !law->play))
        return "a number of signals beyond 0 to 16, or signals and no play()";
    return NULL;
}

/* A law at work. */
typedef struct caller {
    const yee_port_law *law;
    const void *self;
    double dt; /* s */
    const double *param;
} caller;

static double current(void *self, int64_t step, double before, double drive, double load,
                      double *state)
{
    const caller *c = self;
    double signal[YEE_PORT_LAW_MOST_SIGNALS] = {0};
    if (c->law->signals)
        c->law->play(c->self, c->dt, step, signal);
    return c->law->current(c->param, signal, before, drive, load, state);
}

yee_status yee_port_law_link(yee_arena *arena, yee_diag *diag, const yee_instance *source,
                             const yee_port_law *law, const void *self, double dt,
                             yee_link *link, const double **param)
{
    caller *c = yee_arena_alloc(arena, sizeof *c);
    double *own = yee_arena_alloc(arena, ((size_t)law->params + 1) * sizeof *own);
    if (!c || !own)
        return yee_diag_fail(diag, YEE_MEMORY, NULL, "no memory for the sources");
    const yee_status status = YEE_CALL(source, law, prepare, &source->host, self, dt, own);
    if (status)
        return status;
    for (int32_t n = 0; n < law->params; n++)
        if (!isfinite(own[n]))
            return yee_diag_fail(
                diag, YEE_PLUGIN, &source->place,
                "plugin '%s' prepared the number %g as parameter %d of its port "
                "law '%s'; it must be finite",
                source->plugin->name, own[n], (int)n, law->name);
    *c = (caller){law, self, dt, own};
    *link = (yee_link){sizeof *link, law->words, c, current};
    *param = own;
    return YEE_OK;
}
