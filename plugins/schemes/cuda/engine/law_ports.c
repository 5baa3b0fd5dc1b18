/* law_ports.c: ports with laws (yee/port_law.h), whose texts are compiled for the card: tables, words
 * and signals. */
#include "../compile/law_list.h"
#include "law_cells.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Signals of a port's law. */
typedef struct played {
    const yee_port_law *law;
    const void *self;
    double dt;
} played;

struct law_port_signals {
    yee_signals signals;
    played of;
};

static void play(void *self, int64_t step, double *value)
{
    const played *of = self;
    of->law->play(of->self, of->dt, step, value);
}

yee_status law_ports_check(const yee_host *host, const yee_problem *q)
{
    for (int64_t n = 0; n < q->ports; n++) {
        const yee_port *port = &q->port[n];
        const char *name = port->name ? port->name : "without a name";
        if (port->link && !port->law)
            return host->fail(host, YEE_DECLINED,
                              "port %s has a relation that is a function of the host; a GPU "
                              "takes those that have a text (yee/port_law.h): take scheme = "
                              "tiled",
                              name);
        if (port->law && !port->law->text)
            return host->fail(host, YEE_DECLINED,
                              "the law %s of port %s came without its text, which a GPU would "
                              "compile; build its plugin by yee_add_plugin()",
                              port->law->name, name);
    }
    return YEE_OK;
}

static int text_of(const plan *p, const yee_port_law *law)
{
    int n = 0;
    while (p->laws->port_text[n] != law)
        n++;
    return n;
}

bool law_ports_make(plan *p)
{
    const yee_problem *q = p->problem;
    plan_laws *l = p->laws;
    int64_t params = 0, words = 0;
    for (int64_t n = 0; n < q->ports; n++) {
        params += q->port[n].law ? q->port[n].law->params : 0;
        l->ports += q->port[n].law != NULL;
    }
    if (l->ports == 0)
        return true;
    port_entry *entry = plan_scratch(p, q->ports, sizeof *entry);
    double *param = plan_scratch(p, params, sizeof *param);
    l->port_text = calloc((size_t)q->ports, sizeof(const yee_port_law *));
    l->port_signals = calloc((size_t)q->ports, sizeof *l->port_signals);
    if (!entry || !param || !l->port_text || !l->port_signals)
        return false;
    l->port_texts = law_list_ports(q, l->port_text);
    params = 0;
    for (int64_t n = 0; n < q->ports; n++) {
        const yee_port *port = &q->port[n];
        entry[n].law.text = -1;
        if (!port->law)
            continue;
        const int text = text_of(p, port->law);
        struct law_port_signals *s = &l->port_signals[n];
        s->of = (played){port->law, port->law_self, q->grid.dt};
        s->signals = (yee_signals){sizeof s->signals, port->law->play ? port->law->signals : 0,
                                   &s->of, play};
        entry[n].law.text = text;
        entry[n].law.param = (int)params;
        entry[n].law.signal = s->signals.count > 0 ? (int)points_signals(p, &s->signals) : 0;
        entry[n].state = words;
        if (port->law->params > 0)
            memcpy(param + params, port->law_param, (size_t)port->law->params * sizeof *param);
        params += port->law->params;
        words += port->law->words;
    }
    l->port_words = words;
    law_tables *t = &l->tables;
    return device_ask(&p->memory, &t->port, q->ports, sizeof *entry, entry) &&
           device_ask(&p->memory, &t->port_param, params, sizeof *param, param) &&
           device_ask(&p->memory, &t->port_state, words, sizeof *t->port_state, NULL);
}

void law_ports_free(plan *p)
{
    free(p->laws->port_text);
    free(p->laws->port_signals);
}

yee_status law_ports_begin(plan *p)
{
    const plan_laws *l = p->laws;
    return l->port_words == 0
               ? YEE_OK
               : DEVICE_CALL(p->host,
                             cudaMemset(l->tables.port_state, 0,
                                        (size_t)l->port_words * sizeof *l->tables.port_state));
}

yee_status law_ports_names(plan *p, yee_state *state)
{
    yee_status status = YEE_OK;
    for (int64_t n = 0; p->laws && p->laws->ports > 0 && n < p->problem->ports && !status;
         n++) {
        const yee_port_law *law = p->problem->port[n].law;
        char name[128];
        if (!law)
            continue;
        int64_t words = law->words;
        snprintf(name, sizeof name, "port%lld_%.64s_%d", (long long)n, law->name,
                 (int)law->version);
        status = state->piece(state, name, &words, sizeof words);
    }
    return status;
}
