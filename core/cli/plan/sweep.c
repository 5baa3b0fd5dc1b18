/* core/cli/plan/sweep.c: what all traces of a sweep take together. */
#include "base/units.h"
#include "cli/sweep/jobs.h"
#include "plan.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The first trace in which a variable has its second value, alone where it can. */
static int64_t second_of(const yee_sweep *s, size_t variable)
{
    int64_t trace = 1;
    for (size_t v = s->variables; !s->together && v-- > variable + 1;)
        trace *= (int64_t)s->variable[v].values;
    return trace;
}

/* The model of a trace; NULL where it is wrong, which `yee sweep` says. */
static yee_model *trace_of(yee_model *base, int64_t number)
{
    char set[64];
    yee_model *model = NULL;
    snprintf(set, sizeof set, "sweep.trace=%lld", (long long)number);
    return yee_model_vary(base, 1, (const char *[]){set}, &model) ? NULL : model;
}

/* Stages that traces with other values of a variable have in common. */
typedef enum common { ALL, CELLS, NOTHING } common;

static common common_of(yee_model *first, const yee_sweep *s, size_t variable)
{
    yee_model *other =
        s->variable[variable].values > 1 ? trace_of(first, second_of(s, variable)) : NULL;
    const common own =
        s->variable[variable].values == 1 || (other && yee_model_shares(first, other)) ? ALL
        : other && other->painted_by                                                   ? CELLS
                                     : NOTHING;
    yee_model_free(other);
    return own;
}

static void print_variable(const yee_sweep_variable *v, common own)
{
    static const char *const shared[] = {
        [ALL] = "grid, cells, media and plan are shared",
        [CELLS] =
            "cells are painted once; a trace with another one has its media and plan made "
            "anew",
        [NOTHING] = "a trace with another one is read and planned anew",
    };
    char keys[256] = "", line[512];
    size_t n = 0;
    for (size_t k = 0; k < v->keys && n < sizeof keys - 1; k++)
        n += (size_t)snprintf(keys + n, sizeof keys - n, "%s%s", k ? ", " : "", v->key[k]);
    snprintf(line, sizeof line, "%zu value%s of %s: %s", v->values, v->values == 1 ? "" : "s",
             keys, shared[own]);
    printf("  %-10s ", v->name);
    cli_wrap(stdout, 13, 13, line);
}

void plan_print_sweep(yee_model *model, const plan_total *total)
{
    const yee_sweep *s = &model->sweep;
    const int jobs = sweep_jobs(yee_model_on_device(model), sweep_trace_bytes(model), 1);
    yee_model *first = trace_of(model, 0);
    double groups = 1;
    char text[32], other[32];
    printf("sweep        %zu traces%s\n", s->traces,
           s->together && s->variables > 1 ? ", all variables together" : "");
    bool shared = true;
    for (size_t v = 0; first && v < s->variables; v++) {
        const common own = common_of(first, s, v);
        print_variable(&s->variable[v], own);
        groups *= own == ALL || s->together ? 1 : (double)s->variable[v].values;
        shared = shared && own == ALL;
    }
    groups = s->together && !shared ? (double)s->traces : groups;
    yee_model_free(first);
    if (yee_model_on_device(model))
        printf(
            "  jobs       1 at a time on its GPU; --gpus all: on each; --jobs N: N at once\n");
    else
        printf("  jobs       %d side by side on this machine, as cores and memory allow%s\n",
               jobs, jobs > 1 ? "; --jobs N" : "");
    if (!total->measured)
        return;
    const double many = (double)s->traces;
    printf("  memory     %s at most, %s each\n",
           cli_bytes(text, sizeof text, jobs * total->memory),
           cli_bytes(other, sizeof other, total->memory));
    printf("  disk       %s at most, folders and the file of all together\n",
           cli_bytes(text, sizeof text, 2 * many * total->disk));
    /* the trial had all cores, which as many traces share; a group is read twice, by the check
     * and by the run */
    printf("  time       %s at most\n",
           cli_duration(text, sizeof text,
                        many * (total->seconds - total->setup) + 2 * groups * total->setup));
}
