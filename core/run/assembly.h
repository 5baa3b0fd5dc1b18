/* core/run/assembly.h: records of subdomains put together to those of the whole grid. */
#ifndef YEE_CORE_ASSEMBLY_H
#define YEE_CORE_ASSEMBLY_H

#include "communicator.h"
#include "part_writer.h"
#include "problem/subdomain.h"
#include <yee/scheme.h>

typedef struct yee_assembly yee_assembly;

/* Part of a whole record, tap's number in the local problem: values go from the local record to
 * the whole one, or back. */
void yee_assembly_put(const yee_problem *whole, const yee_local *l, int64_t tap, void *record,
                      const void *local);
void yee_assembly_get(const yee_problem *whole, const yee_local *l, int64_t tap,
                      const void *record, void *local);

/* Process r has the subdomains from first[r] up to first[r + 1], shape [ranks + 1]. owner: of the
 * whole's taps, which says whose records go into part files; NULL: none. NULL: no memory. */
yee_assembly *yee_assembly_new(yee_arena *arena, yee_diag *diag, const yee_problem *whole,
                               const yee_tap_owner *owner, int64_t count,
                               const yee_local *const *local, yee_communicator *communicator,
                               const int64_t *first);
/* Where those go from now on; NULL: nowhere. */
void yee_assembly_write_parts(yee_assembly *assembly, yee_part_writer *writer);
void yee_assembly_free(yee_assembly *assembly);
/* Makes room for the records of the taps due in (step, step + count]; YEE_MEMORY without a
 * sentence. */
yee_status yee_assembly_open(yee_assembly *assembly, int64_t step, int64_t count);
/* Makes room for the transforms, which are handed over after `step`. */
yee_status yee_assembly_open_transforms(yee_assembly *assembly, int64_t step);
/* The sink of a subdomain. */
const yee_sink *yee_assembly_sink(const yee_assembly *assembly, int64_t subdomain);
/* Hands the records over, in the order of steps and taps; energy() tells those of energies, now. The
 * other processes' parts are brought to the first, which alone has a sink. */
yee_status yee_assembly_deliver(yee_assembly *assembly, const yee_sink *sink,
                                yee_status (*energy)(void *user, double energy[2]), void *user);

#endif
