/* core/cli/sweep/connections.c: plans side by side hand a GPU their steps through queues of the driver,
 * 8 of them unless CUDA_DEVICE_MAX_CONNECTIONS, read when a context is made, says otherwise; streams
 * that share a queue wait for each other.
 *
 * The numbers are of one H200 (bench/NOTES.md, "Sweeps"): 4 to 32 plans of 128^3 and 192^3 cells with
 * layers do 1.4 to 1.7 times the steps with 32 queues; 16 of 64^3 in vacuum 98 Gcells/s instead of 60, to
 * which their number grows in some seconds. The context takes 0.4 s longer to make. */
#include "connections.h"
#include <stdlib.h>

static const char variable[] = "CUDA_DEVICE_MAX_CONNECTIONS", MANY[] = "32";
/* Cells of a grid, and steps of cells of all traces of a process: of a large one a second of
 * 30 Gcells/s, of which a third is gained. */
static const double LARGE = 96. * 96 * 96, WORK = 3e10, SMALL = 48. * 48 * 48,
                    SMALL_WORK = 3e11;

void connections_set(const sweep_plan *p)
{
    const int processes = p->ranks.ranks * (p->gpus ? p->gpus : 1);
    const double work =
        (double)p->own / processes * p->cells * (double)p->steps; /* of this process */
    const bool pays =
        (p->cells >= LARGE && work > WORK) || (p->cells >= SMALL && work > SMALL_WORK);
    if (!p->alone && p->beside != 1 && pays)
        setenv(variable, MANY, 0); /* the user's counts */
}
