/* core/cli/sweep/jobs.c: traces run side by side as cores and memory allow. */
#include "jobs.h"
#include "base/parallel.h"
#include "problem/grid.h"
#include <unistd.h>

double sweep_trace_bytes(const yee_model *model)
{
    enum { CELL = 64 }; /* bytes a cell: fields, ids, psi of layers; poles take more */
    return 64e6 + CELL * yee_grid_cells(&model->problem.grid);
}

int sweep_jobs(bool on_device, double bytes, int here)
{
    const long machine = sysconf(_SC_NPROCESSORS_ONLN), pages = sysconf(_SC_AVPHYS_PAGES);
    const int own = yee_thread_count(0); /* fewer where a launcher has bound the process */
    const double fitting =
        0.8 * (double)pages * (double)sysconf(_SC_PAGESIZE) / bytes / (double)here;
    if (on_device)
        return 1;
    const double cores = own < machine ? own : (double)machine / (double)here;
    const double most = fitting < cores ? fitting : cores;
    return most < 1 ? 1 : (int)most;
}
