/* core/api/balance.h: cuts by measured times. */
#ifndef YEE_CORE_BALANCE_H
#define YEE_CORE_BALANCE_H

#include "problem/cut.h"
#include <stdio.h>
#include <yee/libyee.h>

/* A better cut of a model, as keys of [run]. */
typedef struct yee_balance {
    char keys[3][1024]; /* "run.cut_x=120,200"; "": the axis is not cut */
    char text[3400];    /* a sentence about it */
    bool each;          /* each subdomain has a device, or a process, of its own */
    double now, then;   /* s of a step of the slowest subdomain, without exchanges */
} yee_balance;

/* Collective. Whether cuts at other places would make the steps of a plan that has done none faster: its
 * subdomains were timed, and the slowest took longer than the mean by more than 5 %. */
bool yee_simulation_balance(yee_simulation *simulation, yee_balance *better);
/* Collective. Whether they save more time in all steps than `spent`, s that the first process needs to
 * read and plan the model anew. */
bool yee_simulation_balance_pays(yee_simulation *simulation, const yee_balance *better,
                                 double spent);
/* Collective. Before a restart: whether the run that wrote the checkpoint had cuts of the same number
 * at other places, as where they were moved; some schemes' state belongs to them. *there: there is a
 * checkpoint. */
bool yee_restart_cuts(yee_simulation *simulation, yee_balance *better, bool *there);
/* Whether the model gives cuts, which are to stay. */
bool yee_simulation_cuts_given(const yee_simulation *simulation);
/* "run.cut_x=120,200". */
void yee_cut_write(const yee_cut *cut, int axis, FILE *out);

#endif
