/* core/run/subdomains.h: a scheme over the subdomains of a model: to those who run it, it looks
 * like the scheme that it gives each of them to. */
#ifndef YEE_CORE_SUBDOMAINS_H
#define YEE_CORE_SUBDOMAINS_H

#include "communicator.h"
#include "part_writer.h"
#include "problem/subdomain.h"
#include <yee/scheme.h>

/* The config that plan() takes; it is only read then. */
typedef struct yee_subdomains_config {
    const yee_instance *scheme;
    const yee_scheme_ops *ops; /* the scheme's, and its config */
    const void *config;
    yee_communicator
        *communicator;    /* of the processes that have the subdomains; NULL: this one */
    const yee_taps *taps; /* of the model; NULL: no record goes into part files */
    yee_cut cut;          /* checked; what it points to lives as long as the plan */
    const int *device;    /* numbers of the devices of this process; shape [devices] */
    int devices;          /* 0: the scheme chooses */
    /* Steps between two exchanges: at most cut.depth over the cells that values come from in a step,
     * the stencil radius and as many again for laws of fields and for magnetic ones. */
    int64_t stride;
    /* They may be fewer: as many as are fastest, by the clock, where the scheme can tell
     * (yee_scheme_ops.stride_seconds). */
    bool any_stride;
} yee_subdomains_config;

/* The times by which the steps between two exchanges were chosen; zeros: the clock was not asked. */
typedef struct yee_subdomain_pace {
    int64_t steps; /* between two exchanges */
    int devices;   /* of all processes; a process without any counts as one */
    /* s of a step of the slowest device and of the mean one, without exchanges: each has done the
     * steps of its subdomains alone. */
    double slowest, mean;
    double subdomain;      /* s of a step of the slowest subdomain, alone on its device */
    double exchange;       /* s of an exchange of halos, alone */
    const double *seconds; /* s of a step of each subdomain, shape [subdomains] */
} yee_subdomain_pace;

/* available, traits and the functions of a plan; what else there is before a plan is asked of the
 * scheme itself. */
extern const yee_scheme_ops yee_subdomains_ops;

/* Which boxes of large records each process has, of the plan's memory, and where this one's go
 * (NULL: nowhere). step, of the parting, is the caller's. */
yee_status yee_subdomains_parting(void *plan, yee_parting *parting);
void yee_subdomains_write_parts(void *plan, yee_part_writer *writer);
const yee_subdomain_pace *yee_subdomains_pace(const void *plan);
/* Bytes of all halos that this process's part of an exchange copies; GPUs that its subdomains are
 * on, where it deals them to some, else 1. */
double yee_subdomains_bytes(const void *plan);
int yee_subdomains_devices(const void *plan);

/* State of a plan of a whole grid, to or from a checkpoint of the same form as that of subdomains:
 * any cut goes on from it, where the scheme can tell the places of its state. */
yee_status yee_whole_state(const yee_instance *scheme, const yee_scheme_ops *ops, void *plan,
                           const yee_problem *problem, yee_state *state, bool load);

#endif
