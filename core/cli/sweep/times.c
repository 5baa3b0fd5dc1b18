/* core/cli/sweep/times.c: where the time of a sweep goes. */
#include "times.h"
#include "base/clock.h"
#include <stdio.h>

static int64_t nanoseconds(double seconds) { return (int64_t)(1e9 * seconds); }

void sweep_phase_took(sweep_times *t, sweep_phase phase, double since)
{
    t->phase[phase] += nanoseconds(yee_now() - since);
}

void sweep_stage_took(sweep_times *t, sweep_stage stage, double since)
{
    sweep_stage_add(t, stage, yee_now() - since, 1);
}

void sweep_stage_add(sweep_times *t, sweep_stage stage, double seconds, int64_t calls)
{
    t->stage[stage] += nanoseconds(seconds);
    t->calls[stage] += calls;
}

void sweep_times_print(const sweep_times *t, int64_t traces, double all)
{
    static const char *const phase[PHASES] = {"reading the model, first plan",
                                              "opening the folder", "checking traces",
                                              "running traces", "gathering"};
    static const char *const stage[STAGES] = {"reading the model, first plan",
                                              "checking a trace",
                                              "claims and folders",
                                              "model of a trace",
                                              "making a plan",
                                              "aiming a plan",
                                              "tests, opening files",
                                              "handing over steps and records",
                                              "waiting for steps",
                                              "looking at fields",
                                              "writing and closing files",
                                              "gathering"};
    double known = 0;
    printf("time of the command        s\n");
    for (int n = 0; n < PHASES; n++) {
        const double s = 1e-9 * (double)t->phase[n];
        known += s;
        printf("  %-30s %9.3f\n", phase[n], s);
    }
    printf("  %-30s %9.3f\n", "beside these", all - known);
    printf("time of the processes                     s     calls   ms each  ms a trace\n");
    for (int n = 0; n < STAGES; n++) {
        const double s = 1e-9 * (double)t->stage[n];
        const int64_t calls = t->calls[n];
        if (calls)
            printf("  %-30s %9.3f %9lld %9.3f %11.3f\n", stage[n], s, (long long)calls,
                   1e3 * s / (double)calls, traces ? 1e3 * s / (double)traces : 0.0);
    }
}
