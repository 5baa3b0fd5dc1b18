/* circuit.c: ports with a law, for random problems. */
#include "builder.h"
#include <math.h>

#define LAW_NAME circuit
#define LAW_FILE "circuit.law.h"
#define LAW_WORDS 2
#include <yee/port_law.h>

/* A law at work: what the core makes of it for schemes that call it. */
typedef struct driven_port {
    double param[3];
    double source; /* A */
    int64_t on;
    double dt;
} driven_port;

static yee_status prepare(const yee_host *host, const void *self, double dt, double *param)
{
    (void)host, (void)self, (void)dt, (void)param;
    return YEE_INTERNAL; /* the core's to call, and there is none */
}

static void play(const void *self, double dt, int64_t step, double *signal)
{
    const driven_port *of = self;
    (void)dt;
    signal[0] = step >= of->on ? of->source * sin(0.41 * (double)step) : 0;
}

static const yee_port_law circuit = {
    YEE_PORT_LAW(circuit, 1), .active = true, .params = 3, .signals = 1,
    .prepare = prepare,       .play = play,
};

static double current(void *self, int64_t step, double before, double drive, double load,
                      double *state)
{
    const driven_port *of = self;
    double signal;
    play(of, of->dt, step, &signal);
    return circuit.current(of->param, &signal, before, drive, load, state);
}

void make_port_laws(builder *b, yee_port *port)
{
    for (int64_t n = 0; b->ok && n < b->p->ports; n++) {
        yee_link *link = builder_alloc(b, 1, sizeof *link);
        driven_port *self = builder_alloc(b, 1, sizeof *self);
        if (!b->ok || whole(&b->r, 0, 3) == 0 || !(port[n].feedback > 0))
            continue; /* in a conductor there is nothing to feed */
        *self =
            (driven_port){.param = {real(&b->r, 0, 3), real(&b->r, 0, 0.5), real(&b->r, 0, 2)},
                          .source = real(&b->r, 0, 1) / port[n].resistance,
                          .on = whole(&b->r, 0, b->p->steps),
                          .dt = b->p->grid.dt};
        *link = (yee_link){sizeof *link, circuit.words, self, current};
        port[n].resistance = 0;
        port[n].link = link;
        port[n].law = &circuit;
        port[n].law_param = self->param;
        port[n].law_self = self;
    }
}
